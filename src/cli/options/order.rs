//! Option for the order of pairs.

use serde::Serialize;

/// In which order pairs get their pages of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum Order {
    /// Scores nearest to the threshold first.
    Doubtful,
    /// Most certain first.
    Surest,
}
