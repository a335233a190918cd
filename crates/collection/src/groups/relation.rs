//! Relates two documents of a group, and counts what of one the other lacks.

use serde::{Deserialize, Serialize};

use dejalu_base::error::shown_by_name;
use dejalu_text::sorted::intersection;

/// The length of the runs of words whose loss is counted.
pub(crate) const RUN: usize = 3;

/// A document holds another from this share of its runs on.
const HOLDS: f64 = 0.9;

/// Two documents are versions of one text if each holds this share of the other.
const IS_VERSION: f64 = 0.5;

/// The relation of a removed document to the one kept in its place, judged by their runs of three
/// words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// It is the same text ([`Document::identity`](dejalu_text::document::Document::identity)).
    Identical,
    /// The kept one holds at least nine tenths of it, and more besides.
    Contained,
    /// It holds at least nine tenths of the kept one, and more besides.
    Contains,
    /// Each holds at least half of the other.
    Revised,
    /// They share less than that.
    Shares,
}

impl Relation {
    /// By the shares of the removed and of the kept document that both hold.
    fn of(removed: f64, kept: f64) -> Self {
        match (removed >= HOLDS, kept >= HOLDS) {
            (true, false) => Relation::Contained,
            (false, true) => Relation::Contains,
            _ if removed.min(kept) >= IS_VERSION => Relation::Revised,
            _ => Relation::Shares,
        }
    }
}

shown_by_name!(Relation);

/// Number of distinct runs of words in two documents: both, the one that is removed, and the one that is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Runs {
    shared: u32,
    removed: u32,
    kept: u32,
}

impl Runs {
    /// Of two documents with these runs, ascending.
    pub(crate) fn of(removed: &[u64], kept: &[u64]) -> Self {
        Runs {
            shared: intersection(removed, kept) as u32,
            removed: removed.len() as u32,
            kept: kept.len() as u32,
        }
    }

    /// The same with the other one removed.
    #[cfg(feature = "store")]
    pub(crate) fn turned(self) -> Self {
        Runs {
            removed: self.kept,
            kept: self.removed,
            ..self
        }
    }

    fn held(self, runs: u32) -> Option<f64> {
        (runs > 0).then(|| f64::from(self.shared) / f64::from(runs))
    }

    pub(crate) fn relation(self) -> Relation {
        let [removed, kept] = [self.removed, self.kept].map(|runs| self.held(runs));
        Relation::of(removed.unwrap_or(0.0), kept.unwrap_or(0.0))
    }

    /// The share of the removed document that the kept one lacks; `None` where it has no runs.
    pub(crate) fn lost(self) -> Option<f64> {
        self.held(self.removed).map(|held| 1.0 - held)
    }
}
