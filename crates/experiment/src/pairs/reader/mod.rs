//! Pairs from tables and streams.
//!
//! A table names its documents in one of three ways, recognised by its columns: ids of a
//! collection, inline texts or pages, or paths of files. Columns of numbers may be features; in a
//! table of vectors all of them are, and its documents are only names.
//!
//! | file | contents |
//! |---|---|
//! | `reader.rs` | pairs, and what is odd about them |
//! | `options.rs` | the names of the columns, and what may be left out |
//! | `latest.rs` | which rows of a file of answers count |
//! | `pool.rs` | the documents of the pairs |
//! | `side.rs` | one document of a row |
//! | `given.rs` | columns of numbers as features |

mod given;
mod latest;
mod options;
mod pool;
mod reader;
mod side;
pub use options::{Labels, PairOptions};
pub use reader::{LoadedPairs, RowNames, Warning, named, read, read_columns};
