//! Learned near-duplicate detection.
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod document;
pub mod error;

pub use document::{Document, DocumentId, FieldKind};
pub use error::{Error, ErrorKind, Result};
