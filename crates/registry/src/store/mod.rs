//! The store: one file, an SQLite database.
//!
//! One process writes, or many read; within the process that writes, other connections read on,
//! each from the last commit before it began. What is committed is on disk. At rest the store is
//! one file; while it is written to, `-wal` beside it holds the batch that is not yet merged, and
//! after a crash the next who opens it merges that. Until then the two belong together.
//!
//! | file | contents |
//! |---|---|
//! | `store.rs` | opens, reads and writes the database |
//! | `schema.rs` | the SQL schema |
//! | `table.rs` | the names of the tables, and the number of rows in each |
//! | `tables.rs` | the tables (004, section 5.1), and their rows |
//! | `blocks.rs` | lists, in blocks of ascending numbers |
//! | `log.rs` | the check of the log that a writer left |

mod blocks;
mod log;
mod schema;
mod store;
mod table;
mod tables;
pub(super) use blocks::{Block, Holder, Item, Occurrence};
pub(crate) use store::Store;
pub use store::{Access, FORMAT};
pub(super) use table::Table;
pub(super) use tables::{DocumentRow, Passage, SentenceRow};
