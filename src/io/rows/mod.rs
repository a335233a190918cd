//! Rows of named cells from files of any [format](formats), compressed or not, and from [`Columns`] in
//! memory.
//!
//! A row that cannot be read is an error of its own and the next one follows. A source that cannot
//! be read any further ends after its error.

mod cell;
mod columns;
mod formats;
mod keys;
mod options;
mod records;
mod row;
mod rows;
pub use cell::Cell;
pub use columns::Columns;
pub use options::TableOptions;
pub(crate) use row::Row;
pub use rows::has_rows;
pub(crate) use rows::{Rows, copy, ending_of_copies, endings};
