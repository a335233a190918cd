//! Metrics of any decider, from labels, scores and decisions.
//!
//! ```
//! use dejalu_learn::evaluation::Counts;
//!
//! let counts = Counts::of(&[true, true, false, false], &[true, false, true, false]);
//! assert_eq!(counts.precision(), Some(0.5));
//! assert_eq!(counts.f1(), Some(0.5));
//! // Without predictions, precision is undefined: `None`, never NaN or 0.
//! assert_eq!(Counts::of(&[true], &[false]).precision(), None);
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `evaluation.rs` | the result: all metrics of one decider |
//! | `counts.rs` | the metrics of a confusion matrix |
//! | `labelled_predictions.rs` | the predictions of a decider for labelled rows |
//! | `clusterings.rs` | metrics of groups |
//! | `ranking.rs` | labels in the order of their scores; whether a score reaches a threshold |
//! | `curves.rs` | curves over all thresholds |
//! | `crossing.rs` | the threshold with equal error rates |
//! | `reliability.rs` | calibration of probabilities |
//! | `abstention.rs` | the effect of leaving uncertain rows undecided |
//! | `base_rate.rs` | metrics where another share is positive |
//! | `kappa.rs` | agreement of two people |
//! | `thesis.rs` | the metrics as Yerra 2005 (000) defines them |
//! | `intervals.rs` | intervals of proportions, tests of two deciders |
//! | `hypergeometric.rs` | exact bounds from a sample of a finite population |
//! | `bootstrap.rs` | intervals of F1 by cluster bootstrap |
//! | `unseen.rs` | how frequent errors may be of which a test holds none |
//! | `stratified.rs` | precision, recall and F1 of a population, from samples of its strata |
//! | `verdict.rs` | verdicts: whether one decider is better than another |

mod abstention;
mod base_rate;
mod bootstrap;
mod clusterings;
mod counts;
mod crossing;
mod curves;
mod evaluation;
mod hypergeometric;
mod intervals;
mod kappa;
mod labelled_predictions;
pub mod ranking;
mod reliability;
mod stratified;
mod thesis;
mod unseen;
mod verdict;
pub use abstention::{Abstention, is_unsure};
pub use base_rate::{BaseRate, BestThreshold, SHARES, WeightedFigures, base_rate, check_share};
pub use bootstrap::{Bootstrap, middle};
pub use clusterings::Agreement;
pub use counts::Counts;
pub use crossing::{ErrorCurves, ErrorRates, error_crossing};
pub use curves::{Point, f1_curve, precision_recall, roc, roc_auc};
pub use evaluation::Evaluation;
pub use hypergeometric::{
    chance_of_so_few, fewest_to_draw, ln_chance_of, most_marked, most_to_find, odds_of_one_more,
};
pub use intervals::{Interval, bound_of_none, mcnemar, wilson};
pub use kappa::cohens_kappa;
pub use labelled_predictions::LabelledPredictions;
pub use reliability::{Reliability, ReliabilityBin};
pub use stratified::{Estimate, SampledStratum, StratifiedEstimates, stratified_estimates};
pub use thesis::ThesisFigures;
pub use verdict::{Change, NOISE, Outcome, Verdict};
