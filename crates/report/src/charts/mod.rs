//! Charts that show which decider is best, how well the classes are apart, how much the threshold
//! matters.
//!
//! | file | contents |
//! |---|---|
//! | `charts.rs` | the charts of a comparison, in groups |
//! | `precision_recall.rs`, `roc.rs`, `curves.rs` | precision over recall, the ROC curve, and what they share |
//! | `f1_by_threshold.rs`, `error_crossing.rs` | F1, false alarms and misses over the threshold |
//! | `confusion.rs`, `categories.rs` | the four counts of a decision; decisions by category of pairs |
//! | `scores.rs`, `reliability.rs`, `abstention.rs` | scores of both classes; probabilities; pairs left undecided |
//! | `importance.rs`, `plane.rs` | the features of learned deciders; pairs in the plane of two features |
//! | `learning_curve.rs`, `search.rs` | F1 by the number of labels; the search of the parameters |
//! | `scale.rs`, `theme.rs` | widths and deciders shown; how a decider looks |

mod abstention;
mod categories;
mod charts;
mod confusion;
mod curves;
mod error_crossing;
mod f1_by_threshold;
mod importance;
mod learning_curve;
mod plane;
mod precision_recall;
mod reliability;
mod roc;
mod scale;
mod scores;
mod search;
mod theme;
pub(crate) use charts::{Chart, Group, charts, drawn};
pub(crate) use scale::WIDTH;
