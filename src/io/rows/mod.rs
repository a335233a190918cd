//! Rows of named cells from JSONL, CSV and TSV, compressed or not, and from [`Columns`] in memory.
//!
//! A row that cannot be read is an error of its own and the next one follows. A source that cannot
//! be read any further ends after its error.

mod cell;
mod columns;
mod json;
mod keys;
mod quotes;
mod row;
mod rows;
mod shape;
mod table;
pub use cell::Cell;
pub use columns::Columns;
pub(crate) use row::Row;
pub use rows::Format;
pub(crate) use rows::{ENDINGS, Rows};
