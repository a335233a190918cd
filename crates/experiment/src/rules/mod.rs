//! Rules: a measure with a threshold. The papers published theirs; any rule can be re-tuned on
//! labelled pairs.
//!
//! ```
//! let rules = dejalu_experiment::rules::published()?;
//! let simhash = rules.iter().find(|rule| rule.name == "simhash").unwrap();
//! // At most 3 of 64 bits differ.
//! assert!(simhash.decide(61.0 / 64.0) && !simhash.decide(60.0 / 64.0));
//! # Ok::<(), dejalu_base::Error>(())
//! ```

mod rule;
mod tuning;
pub use rule::{Origin, Rule, features, published, score};
pub use tuning::{EqualityCalibration, Tuning, over_differences, retune};
