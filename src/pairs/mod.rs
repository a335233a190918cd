//! Labelled pairs of documents. A [`PairSet`] holds the documents and the pairs; [`reader`] reads
//! it from files; [`quality`] checks it; `folds` splits it into folds of whole clusters. A
//! [`LabelRow`] is one answer of a person, in a file that grows as people answer.

pub(crate) mod folds;
mod labels;
mod pair_set;
pub mod quality;
pub mod reader;
mod vectorizer;
mod vectors;
pub use labels::{LabelRow, Opinion, Stream, read_labels, write_labels};
pub use pair_set::{Label, Pair, PairSet};
pub use vectorizer::Vectorizer;
