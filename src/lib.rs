//! Learned near-duplicate detection.
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod compare;
pub mod corpus;
pub mod document;
pub mod error;
pub mod evaluate;
pub(crate) mod input;
pub mod learn;
pub mod measures;
pub mod model;
pub(crate) mod output;
pub mod pairs;
pub mod progress;
pub mod ranking;
pub mod report;
pub mod rules;
pub mod study;
pub mod text;
pub mod train;
pub mod vectors;

pub use document::{Document, DocumentId, FieldKind};
pub use error::{Error, ErrorKind, Result};
