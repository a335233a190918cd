//! Experiments on labelled pairs. Documents are analysed once and clusters found; for every fold
//! the statistics of its training documents and the vectors of its pairs are computed.
//!
//! It holds what labelled pairs are made into: [pairs], [rules], a [model], and [generated](generate) documents that train the
//! built-in one. It must never know a collection whose pairs nobody labelled.
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
//! | `pairs/` | labelled pairs, their quality and their folds |
//! | `rules/` | a measure with a threshold: published or re-tuned |
//! | `model/` | all that classifies a pair, in one file |
//! | `generate/` | documents whose similarity is known |
#![deny(missing_docs)]
// `pub` items are reachable from outside; everything else is `pub(crate)`.
#![warn(unreachable_pub)]
// No input makes the library panic, and what it has to say goes to the caller. Where a value must be there,
// the reason stands beside it.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

pub mod compare;
mod cross_validation;
pub mod generate;
pub mod model;
pub mod pairs;
pub mod rules;
mod search_folds;
mod terms;
pub mod train;
pub use compare::{FEWEST_OF_A_LABEL, label_counts};
pub use cross_validation::FEWEST_TO_TRAIN;
pub use model::Model;
pub use pairs::{Label, PairSet};
pub use search_folds::search_folds;

#[cfg(test)]
pub mod testing;
