//! Models: everything that is needed to classify a pair, and the record of the training.
//!
//! A [`Model`] is self-contained. How documents are read, what the features are, the statistics of
//! the collection it was trained on, scaling, discriminant, calibration and operating point are
//! all in it, so that a mismatch cannot be typed. Equal models are equal bytes.
//!
//! | file | contents |
//! |---|---|
//! | `model.rs` | the model, its decisions and the record of its training |
//! | `levels.rs` | named thresholds, from copies to rewritings |
//! | `nearest_levels.rs` | the levels that a pair reaches and misses |
//! | `learned_levels.rs` | levels learned from labelled pairs of several kinds |
//! | `veto.rs` | conditions under which a pair is never a duplicate |
//! | `judged_pair.rs` | what a model and the published rules say of one pair, and why |
//! | `judged_set.rs` | all pairs of a set, judged |
//! | `file.rs` | the model file |
//! | `outside.rs` | how many pairs lie outside what a model learned from |
//! | `one_or_many.rs` | one value or several, as a file holds them |
//! | `cross_validation_options.rs` | the options of a cross-validation, which the record of a training contains |
//! | `builtin.rs` | the built-in model and its labelled documents |
//!
//! ```
//! let model = dejalu_experiment::model::builtin::model()?;
//! let explained = model.explain("The ferry waits at the pier.", "Beetles farm fungus.")?;
//! assert!(!explained.judgement.decision.is_duplicate());
//! # Ok::<(), dejalu_base::Error>(())
//! ```

pub mod builtin;
mod cross_validation_options;
mod file;
mod judged_pair;
mod judged_set;
mod learned_levels;
mod levels;
mod model;
mod nearest_levels;
mod one_or_many;
mod outside;
mod veto;
pub use cross_validation_options::CrossValidationOptions;
pub use file::FORMAT;
pub use judged_pair::{FeatureEffect, JudgedPair, RuleDecision};
pub use judged_set::JudgedRow;
pub use levels::{Level, LevelThreshold, Levels, MinimumScore};
pub use model::{Decision, Judgement, Model, TrainingRecord};
pub use nearest_levels::NearestLevels;
pub use outside::{Outside, OutsideFeature};
pub use veto::{Limit, Veto, Vetoes};
