//! Which decider is best? The learned discriminant, the published rules and the rules re-tuned,
//! on the same pairs and the same folds.
//!
//! | file | the question it answers |
//! |---|---|
//! | `mod.rs` | what comes out, and who is compared |
//! | `contestant.rs` | what does each say of a fold |
//! | `ballot.rs` | what do they say of all pairs, and how good is that |
//! | `held_out.rs` | how good is a model on pairs held out |
//! | `learned.rs` | what can a learned decider tell beside its figures |
//! | `importance.rs` | which features does it lean on |
//! | `mistakes.rs` | what was decided wrongly, and why |
//! | `suspects.rs` | which labels look wrong |
//! | `plane.rs` | what would a model of two features alone decide |

mod ballot;
mod compare;
mod comparison;
mod contestant;
mod held_out;
mod importance;
mod learned;
mod mistakes;
mod plane;
mod suspect_label;
mod suspects;
pub use compare::{CompareOptions, KERNELS, compare, compare_in, cross_validate, study};
pub use comparison::{Comparison, Decider, FORMAT, Kind};
pub use contestant::Contestant;
pub use held_out::evaluate;
pub use importance::{FeatureImportance, Importance, ImportanceKind};
pub use learned::Learned;
pub use mistakes::Mistake;
pub use plane::Plane;
pub use suspect_label::{SuspectLabel, Suspects};
