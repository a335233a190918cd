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
