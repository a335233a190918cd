//! Statistics of a reference collection. [`CorpusStats`] counts document frequencies and
//! co-occurring words; measures see the collection only through it.
//!
//! Useful for: idf weights, rare words, correlated words, learned weights of terms. Not useful for: the documents themselves,
//! which are not kept.

pub mod background;
mod collector;
mod correlation;
mod counting;
mod latent;
mod lists;
mod singular;
mod statistics;
mod terms;
pub use correlation::{CorrelationLimits, Correlations, Neighbour};
pub use counting::{CorrelatingWords, Counting};
pub use latent::LatentAxes;
pub(crate) use lists::Lists;
pub use statistics::{CorpusStats, Counts, Needs};
pub(crate) use terms::heaviest;
pub use terms::{TermWeights, WeightedTerm};
