//! Counts and figures of answers.

use serde::Serialize;

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
    /// Of the answers to a random sample of so many removals; `None` without one.
    pub(super) fn of(tally: Tally, of: u64) -> Option<Self> {
        let (answered, wrong) = (tally.all(), tally.distinct + tally.unsure);
        let of = of.max(answered as u64);
        let most = most_marked(wrong as u64, answered as u64, of, 0.95);
        (answered > 0).then(|| AuditedRemovals {
            answered,
            wrong,
            of,
            wrong_at_most: most as f64 / of as f64,
        })
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
