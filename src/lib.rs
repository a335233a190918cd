//! Learned near-duplicate detection.
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod error;
pub mod ranking;

pub mod document;

pub mod learn;

pub mod evaluate;

pub use document::{Document, DocumentId, FieldKind};
pub use error::{Error, ErrorKind, Result};
