//! Compares deciders on the same pairs: learned discriminants, published rules, and rules re-tuned.
//!
//! | file | contents |
//! |---|---|
//! | `compare.rs`, `options.rs` | [`compare()`]: who takes part, and the loop over the folds |
//! | `comparison.rs`, `decider.rs` | the result |
//! | `built_in.rs` | the built-in model beside what is learned |
//! | `baseline.rs` | deciders that look at nothing |
//! | `competitor.rs` | one decider on one fold |
//! | `predictions.rs`, `all_predictions.rs` | predictions for all pairs, and their metrics |
//! | `held_out.rs` | the predictions as a table |
//! | `variation.rs` | the second threshold of the rule of sentences |
//! | `evaluate.rs` | [`evaluate()`]: a model on held-out pairs |
//! | `learned.rs` | diagnostics of a learned decider |
//! | `learning_curve.rs` | F1 against the number of labelled pairs |
//! | `importance.rs` | feature importance |
//! | `mistakes.rs` | wrong decisions and their reasons |
//! | `suspects.rs`, `suspect_label.rs` | labels that are probably wrong |
//! | `plane.rs` | a model of two features, for the report |

mod all_predictions;
mod baseline;
mod built_in;
mod compare;
mod comparison;
mod competitor;
mod decider;
mod evaluate;
mod held_out;
mod importance;
mod learned;
mod learning_curve;
mod mistakes;
mod options;
mod plane;
mod predictions;
mod suspect_label;
mod suspects;
mod variation;
pub use compare::{compare, cross_validation, predict};
pub use comparison::{Comparison, Experiment, FORMAT};
pub use decider::{Decider, Kind, highest};
pub use evaluate::evaluate;
pub use held_out::HeldOut;
pub use importance::{FeatureImportance, Importance, ImportanceKind};
pub use learned::Learned;
pub use learning_curve::{FEWEST_OF_A_LABEL, LearningCurve, LearningCurvePoint, label_counts};
pub use mistakes::Mistake;
pub use options::{CompareOptions, EvaluateOptions};
pub use plane::Plane;
pub use suspect_label::{SuspectLabel, Suspects};
pub use variation::Variation;
