//! [`Question`]: is this pair a duplicate?

use std::sync::Arc;

use dejalu_experiment::pairs::{Drawn, LabelRow, Opinion, Ranked, Stream};
use dejalu_text::document::DocumentId;

/// A pair that people are asked about.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The documents; of an audited removal the one that would be removed comes first.
    pub pair: [DocumentId; 2],
    /// The use of the answer.
    pub stream: Stream,
    /// Of which part of the pairs it was drawn, or why.
    pub stratum: String,
    /// The probability of having been drawn, where it is known.
    pub probability: Option<f64>,
    /// The draw it came from, if known.
    pub drawn: Option<Arc<Drawn>>,
    /// The removal's place in that draw, if known.
    pub ranked: Option<Ranked>,
}

/// A pair whatever its order: what tells one question from another.
pub(super) type Key = [DocumentId; 2];

pub(super) fn key(pair: &[DocumentId; 2]) -> Key {
    let mut key = pair.clone();
    key.sort();
    key
}

impl Question {
    pub(super) fn of(row: &LabelRow) -> Self {
        Question {
            pair: row.pair.clone(),
            stream: row.stream,
            stratum: row.stratum.clone(),
            probability: row.probability,
            drawn: row.drawn.clone(),
            ranked: row.ranked,
        }
    }

    pub(super) fn key(&self) -> Key {
        key(&self.pair)
    }

    /// The line that says this of it, or that an answer was taken back.
    pub(super) fn answered(&self, opinion: Option<Opinion>, note: &str) -> LabelRow {
        LabelRow {
            pair: self.pair.clone(),
            opinion,
            stream: self.stream,
            stratum: self.stratum.clone(),
            probability: self.probability,
            note: note.to_string(),
            drawn: self.drawn.clone(),
            ranked: self.ranked,
        }
    }
}
