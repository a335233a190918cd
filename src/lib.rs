//! Learned near-duplicate detection.
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod corpus;
pub mod document;
pub mod error;
pub mod measures;
pub mod pairs;
pub mod progress;
pub mod text;
pub mod vectors;

pub use document::{Document, DocumentId, FieldKind};
pub use error::{Error, ErrorKind, Result};
