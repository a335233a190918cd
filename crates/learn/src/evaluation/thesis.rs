//! The figures as the thesis defines them (000).

use serde::{Deserialize, Serialize};

/// Precision, recall and F as 000 uses the words ([`Counts::thesis`](super::Counts::thesis)), or as its table 4.8 prints them
/// ([`Counts::thesis_as_printed`](super::Counts::thesis_as_printed)).
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct ThesisFigures {
    /// Its precision.
    pub precision: Option<f64>,
    /// Its recall.
    pub recall: Option<f64>,
    /// Its F-measure.
    pub f1: Option<f64>,
}
