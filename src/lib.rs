//! Learned near-duplicate detection.
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod document;
pub mod error;
pub(crate) mod input;
pub mod output;

pub use document::{Document, DocumentId, FieldKind};
pub use error::{Error, ErrorKind, Result};
