//! Labelled pairs made ready to learn from: documents analysed once, clusters found, and for every
//! fold the statistics of its training documents and the vectors of its pairs.
//!
//! Whatever trains or compares goes through a `CrossValidation`, so that the one rule of methods, section
//! 9 holds everywhere.

pub mod compare;
mod cross_validation;
pub mod rules;
pub mod train;
mod vectorizer;
pub use vectorizer::Vectorizer;
