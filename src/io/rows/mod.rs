//! Rows of named cells from files of any [format](formats), compressed or not, and from [`Columns`] in
//! memory.
//!
//! A row that cannot be read is an error of its own and the next one follows. A source that cannot
//! be read any further ends after its error.

mod cell;
mod columns;
mod copies;
mod fill;
mod formats;
mod keys;
mod options;
mod pieces;
mod records;
mod row;
mod rows;
mod target;
mod writing;
pub use cell::Cell;
pub use columns::Columns;
pub(crate) use copies::{can_fill, copy, copy_filled, ending_of_copies};
pub use options::TableOptions;
pub(crate) use row::Row;
pub(crate) use rows::{Rows, endings};
pub use rows::{has_delimiter, has_rows};
