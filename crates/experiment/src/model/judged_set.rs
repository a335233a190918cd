//! All pairs of a set, judged.

use dejalu_base::error::Result;
use dejalu_base::progress::Progress;

use super::levels::MinimumScore;
use super::model::{Judgement, Model};
use super::nearest_levels::NearestLevels;
use crate::pairs::{Pair, PairSet};

/// A pair of a set, judged.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedRow {
    /// The decision, the score and the probability.
    pub judgement: Judgement,
    /// The level that the pair reaches, and the next stricter one.
    pub levels: NearestLevels,
    /// Its vector.
    pub vector: Vec<f64>,
}

impl Model {
    /// Returns whether both documents of a pair are web pages, as the set says, or its vector.
    pub(crate) fn set_has_pages(&self, set: &PairSet, pair: &Pair, vector: &[f64]) -> bool {
        if set.of_vectors {
            self.are_pages(vector)
        } else {
            set.are_pages(pair)
        }
    }

    /// Judges all pairs of a set, in order, where duplicates have at least a minimum score. Of vectors alone the
    /// measures of markup tell whether both documents are web pages ([`are_pages`](Model::are_pages)).
    ///
    /// # Errors
    ///
    /// As [`judge_all`](Model::judge_all).
    pub fn judge_all_at(
        &self,
        set: &PairSet,
        minimum: MinimumScore,
        progress: &dyn Progress,
    ) -> Result<Vec<JudgedRow>> {
        let judged = self.judge_all(set, progress)?.into_iter();
        let rows = set.pairs.iter().zip(judged);
        let row = rows.map(|(pair, (judgement, vector))| {
            let are_pages = self.set_has_pages(set, pair, &vector);
            let decision = self.decide_at(judgement.score, minimum.of(are_pages));
            JudgedRow {
                judgement: Judgement {
                    decision,
                    ..judgement
                },
                levels: self.nearest_levels(judgement.score, are_pages),
                vector,
            }
        });
        Ok(row.collect())
    }
}
