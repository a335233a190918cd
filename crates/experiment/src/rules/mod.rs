//! Rules: a measure with a threshold. The papers published theirs; any rule can be re-tuned on
//! labelled pairs.

mod rule;
mod tuning;
pub use rule::{Origin, Rule, features, published, score};
pub use tuning::{EqualityCalibration, Tuning, over_differences, retune};
