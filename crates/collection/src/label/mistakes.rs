//! Answers that are probably mistakes, for a person to look at again.

use serde::Serialize;

use dejalu_experiment::pairs::{Label, LabelRow, Stream};
use dejalu_text::document::DocumentId;

/// An answer, and how probable it is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mistake {
    /// The documents.
    pub pair: [DocumentId; 2],
    /// The answer.
    pub label: Label,
    /// The use of the answer.
    #[serde(skip)]
    pub stream: Stream,
    /// The probability of this answer according to models that have not seen it, in [0, 1].
    pub probability: f64,
}

impl Mistake {
    /// Returns whether the opposite is more probable.
    pub fn is_doubtful(&self) -> bool {
        self.probability < 0.5
    }

    /// A sure answer whose pair is a duplicate with this probability.
    pub(super) fn new(row: &LabelRow, duplicate: f64) -> Option<Self> {
        let label = row.sure()?;
        Some(Mistake {
            pair: row.pair.clone(),
            label,
            stream: row.stream,
            probability: match label {
                Label::Duplicate => duplicate,
                Label::Distinct => 1.0 - duplicate,
            },
        })
    }
}

/// Puts the least probable answers first.
pub(super) fn ranked(mut mistakes: Vec<Mistake>) -> Vec<Mistake> {
    mistakes.sort_by(|a, b| {
        let by_probability = a.probability.total_cmp(&b.probability);
        by_probability.then_with(|| a.pair.cmp(&b.pair))
    });
    mistakes
}
