//! What should be seen: which decider is best, how well the classes are apart, how much the
//! threshold matters.

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
