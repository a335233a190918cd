//! Counts and figures of answers.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::document::DocumentId;
use crate::evaluation::{Estimate, most_marked};
use crate::pairs::{LabelRow, Opinion};

/// Answers of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Tally {
    /// Pairs called duplicates.
    pub duplicates: usize,
    /// Pairs called distinct.
    pub distinct: usize,
    /// Pairs of which nobody was sure.
    pub unsure: usize,
}

impl Tally {
    /// All of them.
    pub fn all(&self) -> usize {
        self.duplicates + self.distinct + self.unsure
    }

    pub(super) fn of<'a>(rows: impl Iterator<Item = &'a LabelRow>) -> Self {
        let mut tally = Tally::default();
        for row in rows {
            match row.opinion {
                Some(Opinion::Sure(label)) if label.is_duplicate() => tally.duplicates += 1,
                Some(Opinion::Sure(_)) => tally.distinct += 1,
                Some(Opinion::Unsure) => tally.unsure += 1,
                None => {}
            }
        }
        tally
    }
}

/// Removed documents that people have looked at.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct AuditedRemovals {
    /// How many.
    pub answered: usize,
    /// How many were not removed in favour of a duplicate; "unsure" counts as wrong.
    pub wrong: usize,
    /// How many documents would be removed.
    pub of: u64,
    /// The largest share of them that may be wrong, with 95 % confidence.
    pub wrong_at_most: f64,
}

impl AuditedRemovals {
    /// Of the answers about a random sample of so many removed documents, drawn with this probability; `None`
    /// without one. A document that was asked about beside several kept ones, at several thresholds, is wrong
    /// if it is no duplicate of one of them.
    pub(super) fn of<'r>(
        answers: impl Iterator<Item = &'r LabelRow>,
        (asked, probability): (usize, f64),
    ) -> Option<Self> {
        let mut is_wrong: BTreeMap<&DocumentId, bool> = BTreeMap::new();
        for row in answers {
            let Some(opinion) = row.opinion else {
                continue;
            };
            let is_duplicate = matches!(opinion, Opinion::Sure(label) if label.is_duplicate());
            *is_wrong.entry(&row.pair[0]).or_default() |= !is_duplicate;
        }
        let answered = is_wrong.len();
        let wrong = is_wrong.into_values().filter(|&it| it).count();
        let of = (asked.max(answered) as f64 / probability).round() as u64;
        (answered > 0).then(|| AuditedRemovals::bounded(answered, wrong, of))
    }

    /// So many wrong ones of those that were looked at, and of all.
    pub(super) fn bounded(answered: usize, wrong: usize, of: u64) -> Self {
        let most = most_marked(wrong as u64, answered as u64, of, 0.95);
        AuditedRemovals {
            answered,
            wrong,
            of,
            wrong_at_most: most as f64 / of as f64,
        }
    }
}

/// F1 with so many answers to learn from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct CurvePoint {
    /// How many.
    pub answers: usize,
    /// F1 on the answers of the audit, where it can be told.
    pub f1: Option<Estimate>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairs::{Label, Stream};

    #[test]
    fn removed_documents_are_counted_and_not_their_pairs() {
        let row = |removed: &str, kept: &str, opinion| LabelRow {
            pair: [removed.into(), kept.into()],
            opinion,
            stream: Stream::Audit,
            stratum: "removal".into(),
            probability: Some(0.5),
            note: String::new(),
        };
        let said = |label| Some(Opinion::Sure(label));
        let rows = [
            row("a", "k", said(Label::Duplicate)),
            row("a", "l", said(Label::Duplicate)),
            row("b", "k", said(Label::Duplicate)),
            row("b", "l", said(Label::Distinct)),
            row("c", "k", Some(Opinion::Unsure)),
            row("d", "k", None),
        ];
        let found = AuditedRemovals::of(rows.iter(), (4, 0.5)).unwrap();
        assert_eq!((found.answered, found.wrong, found.of), (3, 2, 8));
        assert_eq!(AuditedRemovals::of(rows[5..].iter(), (4, 0.5)), None);
    }
}
