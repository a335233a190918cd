//! Databases in one file (SQLite), in which every value has a checksum, and what is missing is noticed.

mod checksum;
mod database;
mod directory;
mod draft;
pub use checksum::{row, with_checksum};
pub use database::{Database, PATIENCE};
pub use directory::Directory;
pub use draft::{Draft, beside};
