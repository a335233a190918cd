//! Option for the order of pairs.

use serde::Serialize;

/// In which order pairs get their pages of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum Order {
    /// Least certain first (registry: smallest overlap)
    Doubtful,
    /// Most certain first (registry: largest overlap)
    Surest,
}

impl Order {
    /// Sorts pairs by their scores. Stable: of equally doubtful ones the first stays first.
    pub(in crate::cli) fn sort<P>(self, pairs: &mut [(P, f64)]) {
        pairs.sort_by(|a, b| match self {
            Order::Doubtful => a.1.total_cmp(&b.1),
            Order::Surest => b.1.total_cmp(&a.1),
        });
    }
}
