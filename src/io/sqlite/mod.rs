//! Databases in one file (SQLite), in which every value has a checksum, and what is missing is noticed.

mod checksum;
mod database;
mod directory;
mod draft;
pub(crate) use checksum::{row, with_checksum};
pub(crate) use database::{Database, Kind, PATIENCE};
pub(crate) use directory::Directory;
pub(crate) use draft::{Draft, beside};
