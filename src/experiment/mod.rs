//! Experiments on labelled pairs. Documents are analysed once and clusters found; for every fold
//! the statistics of its training documents and the vectors of its pairs are computed.
//!
//! Training and comparing both use `CrossValidation`, so both split documents into folds in the same
//! way (`pairs/folds.rs`).
//!
//! | file | contents |
//! |---|---|
//! | `train.rs` | [`train()`](train::train): a model of all pairs, and what to expect of it |
//! | `compare/` | deciders on the same folds |
//! | `cross_validation.rs` | the analysed documents, the folds, and the data of each fold |
//! | `search_folds.rs` | the folds on which parameters are searched |
//! | `terms.rs` | learning which words differ |

pub mod compare;
mod cross_validation;
mod search_folds;
mod terms;
pub mod train;
pub(crate) use compare::{FEWEST_OF_A_LABEL, label_counts};
pub(crate) use cross_validation::FEWEST_TO_TRAIN;
pub(crate) use search_folds::search_folds;

#[cfg(test)]
pub(crate) mod testing;
