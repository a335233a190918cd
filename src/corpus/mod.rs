//! What does a reference collection know about words? [`CorpusStats`] counts in how many documents
//! a word stands, and which words stand together; measures see the collection through it alone.
//!
//! Useful for: idf weights, rare words, correlated words. Not useful for: the documents
//! themselves, which are forgotten.

pub mod background;
mod correlation;
mod latent;
mod lists;
mod singular;
mod statistics;
pub use correlation::{CorrelationLimits, Correlations, Neighbour};
pub use latent::LatentAxes;
pub(crate) use lists::Lists;
pub use statistics::{CorpusStats, Needs};
