//! Labelled pairs of documents. A [`PairSet`] holds the documents and the pairs; [`reader`] reads
//! it from files; [`quality`] checks it; `folds` splits it into folds of whole clusters.

pub(crate) mod folds;
mod pair_set;
pub mod quality;
pub mod reader;
mod vectors;
pub use pair_set::{Label, Pair, PairSet};
