//! How good are decisions: figures of any decider from labels, scores and decisions alone.
//!
//! ```
//! use dejalu::evaluation::Counts;
//!
//! let counts = Counts::of(&[true, true, false, false], &[true, false, true, false]);
//! assert_eq!(counts.precision(), Some(0.5));
//! assert_eq!(counts.f1(), Some(0.5));
//! // No prediction, no precision: a ratio that does not exist is absent, never NaN or 0.
//! assert_eq!(Counts::of(&[true], &[false]).precision(), None);
//! ```
//!
//! | file | the question it answers |
//! |---|---|
//! | `mod.rs` | what follows from four counts |
//! | `judged.rs` | all figures of one decider on one labelled set |
//! | `clusterings.rs` | how good are groups |
//! | `curves.rs` | what would another threshold have given |
//! | `crossing.rs` | where are both kinds of error equally frequent |
//! | `reliability.rs` | are probabilities what they say |
//! | `abstention.rs` | what does it cost to leave the doubtful undecided |
//! | `intervals.rs` | how much of it is chance: proportions, two deciders |
//! | `bootstrap.rs` | how much of it is chance: F1, resampling clusters |
//! | `verdict.rs` | is one decider better than another, and which test says so |

mod abstention;
mod bootstrap;
mod clusterings;
mod counts;
mod crossing;
mod curves;
mod evaluation;
mod intervals;
mod judged;
pub mod ranking;
mod reliability;
mod thesis;
mod verdict;
pub use abstention::Abstention;
pub(crate) use abstention::is_unsure;
pub use bootstrap::Bootstrap;
pub(crate) use bootstrap::middle;
pub use clusterings::Agreement;
pub use counts::Counts;
pub(crate) use crossing::error_crossing;
pub use crossing::{Crossing, ErrorCurves};
pub(crate) use curves::f1_curve;
pub use curves::{Point, precision_recall, roc, roc_auc};
pub use evaluation::Evaluation;
pub use intervals::{Interval, mcnemar, wilson};
pub use judged::Judged;
pub use reliability::{Reliability, ReliabilityBin};
pub use thesis::ThesisFigures;
pub use verdict::{Change, NOISE, Outcome, Verdict};
