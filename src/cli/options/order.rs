//! Which pairs come first.

use serde::Serialize;

/// In which order pairs get their pages of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum Order {
    /// Those that were nearly left out.
    Doubtful,
    /// Those beyond doubt.
    Surest,
}
