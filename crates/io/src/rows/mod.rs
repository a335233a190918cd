//! Rows of named cells from files of any format, compressed or not, and from [`Columns`] in
//! memory.
//!
//! A row that cannot be read is an error of its own and the next one follows. A source that cannot
//! be read any further ends after its error.
//!
//! | file | contents |
//! |---|---|
//! | `rows.rs` | reads rows one after the other |
//! | `row.rs`, `cell.rs` | one row, and one cell |
//! | `formats/` | the formats |
//! | `records.rs` | what a format has to give: its records |
//! | `columns.rs` | a table that is in memory |
//! | `keys.rs`, `called_as.rs` | the names of columns that users gave; columns in another case |
//! | `exports.rs` | columns of the tables that databases and reference managers export |
//! | `citation.rs`, `accession.rs` | what PubMed's tables say in a citation; numbers that databases give records |
//! | `fields.rs` | years and pages, however they are written |
//! | `sample.rs` | the columns of a table, and what its first rows hold |
//! | `works.rs` | whether rows describe works: references, and tables of them |
//! | `options.rs` | how tables are written |
//! | `disguise.rs` | what a `.txt` is that is no text |
//! | `copies.rs`, `writing.rs` | copies of some rows, unchanged or with other fields |
//! | `convert/` | records of several sources in one format |
//! | `target.rs` | what takes the records of a source |
//! | `fill.rs`, `pieces.rs` | which fields are empty and filled from other records; fields as bytes |

mod accession;
mod called_as;
mod cell;
mod citation;
mod columns;
mod convert;
mod copies;
mod disguise;
mod exports;
mod fields;
mod fill;
mod formats;
mod keys;
mod options;
mod pieces;
mod records;
mod row;
mod rows;
mod sample;
mod target;
mod works;
mod writing;
pub use cell::Cell;
pub use columns::Columns;
pub use convert::{Joined, JoinedRows, Rewritten, endings_of_joined, join};
pub use copies::{can_fill, copy, copy_filled, ending_of_copies};
pub use exports::is_text;
pub use options::TableOptions;
pub use row::Row;
pub use rows::{Rows, endings, has_delimiter, has_rows};
pub use sample::Sample;
pub use works::{RowKind, are_references, kind_of_rows};
