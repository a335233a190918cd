//! Pairs from tables and streams.
//!
//! A table names its documents in one of three ways, told apart by its columns: ids of a
//! collection, texts or pages inline, or paths of files beside it. Columns of numbers may be features;
//! of a table of vectors all are, and its documents are names alone.

mod given;
mod options;
mod pool;
mod reader;
pub use options::PairOptions;
pub use reader::{LoadedPairs, Warning, read, read_columns};
