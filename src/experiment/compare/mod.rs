//! Compares deciders: the learned discriminant, the published rules and the re-tuned rules, on the
//! same pairs and the same folds.
//!
//! | file | contents |
//! |---|---|
//! | `compare.rs`, `comparison.rs` | the comparison and its deciders |
//! | `competitor.rs` | one decider on one fold |
//! | `predictions.rs` | predictions for all pairs, and their metrics |
//! | `held_out.rs` | evaluation of a model on held-out pairs |
//! | `learned.rs` | diagnostics of a learned decider |
//! | `importance.rs` | feature importance |
//! | `mistakes.rs` | wrong decisions and their reasons |
//! | `suspects.rs` | labels that are probably wrong |
//! | `plane.rs` | a model of two features, for the report |

mod compare;
mod comparison;
mod competitor;
mod held_out;
mod importance;
mod learned;
mod mistakes;
mod plane;
mod predictions;
mod suspect_label;
mod suspects;
pub use compare::{CompareOptions, KERNELS, compare, compare_in, cross_validate, study};
pub use comparison::{Comparison, Decider, FORMAT, Kind};
pub use competitor::Competitor;
pub use held_out::evaluate;
pub use importance::{FeatureImportance, Importance, ImportanceKind};
pub use learned::Learned;
pub use mistakes::Mistake;
pub use plane::Plane;
pub use suspect_label::{SuspectLabel, Suspects};
