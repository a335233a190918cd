//! Experiments on labelled pairs. Documents are analysed once and clusters found; for every fold
//! the statistics of its training documents and the vectors of its pairs are computed.
//!
//! Training and comparing both use `CrossValidation`, so both split documents into folds in the same
//! way (`pairs/folds.rs`).

pub mod compare;
mod cross_validation;
mod scores;
mod search_folds;
mod terms;
pub mod train;
pub(crate) use compare::{FEWEST_OF_A_LABEL, label_counts};
pub(crate) use scores::capped_scores;
pub(crate) use search_folds::search_folds;

#[cfg(test)]
pub(crate) mod testing;
