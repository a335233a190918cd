//! Which pairs of documents are judged, and what do people say of them? A [`PairSet`] holds the
//! documents and the pairs; [`reader`] reads one from files; [`quality`] tells what is wrong with
//! it; `folds` deals it into parts that share no document.

pub(crate) mod folds;
mod pair_set;
pub mod quality;
pub mod reader;
mod vectors;
pub use pair_set::{Label, Pair, PairSet};
