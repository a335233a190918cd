//! Versions of the analysis.

use serde::{Deserialize, Serialize};

/// By which rules words and sentences are found. What was saved before a rule changed keeps the rules that
/// it was made with, and so its scores.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(into = "u8", try_from = "u8")]
pub enum AnalysisVersion {
    /// No word goes over the end of a line, a text in lower case is one sentence, and marks and case
    /// are folded as one language or another needs it.
    First,
    /// Words hyphenated at the end of a line are one; sentences in lower case are told apart, and more
    /// abbreviations are known; marks are folded ([`Marks`](super::Marks)), and case by Unicode's rules.
    #[default]
    Second,
}

impl AnalysisVersion {
    /// The version of a file that names none, written when there was only one.
    pub(super) fn unsaid() -> Self {
        AnalysisVersion::First
    }

    pub(super) fn is_unsaid(&self) -> bool {
        *self == AnalysisVersion::First
    }

    /// Returns whether a word may be hyphenated at the end of a line.
    pub(super) fn joins_lines(self) -> bool {
        self >= AnalysisVersion::Second
    }
}

impl From<AnalysisVersion> for u8 {
    fn from(version: AnalysisVersion) -> u8 {
        match version {
            AnalysisVersion::First => 1,
            AnalysisVersion::Second => 2,
        }
    }
}

impl TryFrom<u8> for AnalysisVersion {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        match number {
            1 => Ok(AnalysisVersion::First),
            2 => Ok(AnalysisVersion::Second),
            _ => Err(format!(
                "version {number} of the analysis, of which 1 and 2 are known"
            )),
        }
    }
}
