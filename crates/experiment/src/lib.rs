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
//!
//! ```
//! use dejalu_base::Silent;
//! use dejalu_experiment::model::builtin;
//! use dejalu_experiment::train::{TrainOptions, train};
//! use dejalu_learn::KernelChoice;
//! use dejalu_similarity::FeatureSet;
//!
//! let mut pairs = builtin::pairs()?;
//! pairs.pairs.truncate(150);
//! let options = TrainOptions::default()
//!     .with_features(FeatureSet::parse("jaccard resemblance:w=2")?)
//!     .with_kernel(KernelChoice::Linear)
//!     .with_candidate_recall(None);
//! let trained = train(&pairs, &options, &Silent)?;
//! assert!(trained.comparison.deciders[0].figures.f1 > Some(0.5));
//! # Ok::<(), dejalu_base::Error>(())
//! ```
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
