//! Lists every decider's prediction for every pair, as a table for other statistics.

use super::comparison::Comparison;
use super::decider::{Decider, Kind};
use dejalu_text::document::DocumentId;

/// The prediction of a decider for a pair that it had not learned from.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldOut<'c> {
    /// The pair's documents.
    pub ids: [&'c DocumentId; 2],
    /// True if it is labelled a duplicate.
    pub label: bool,
    /// The decider: `mwo` as published, `mwo-retuned` where it is re-tuned.
    pub decider: String,
    /// The fold in which the pair was tested, from 1; 0 without folds.
    pub fold: usize,
    /// The decider's score.
    pub score: f64,
    /// True if the decider calls it a duplicate, by the threshold of that fold.
    pub decision: bool,
}

impl Comparison {
    /// The predictions of all deciders but the baselines, decider by decider, each in the order of the pairs.
    pub fn held_out(&self) -> impl Iterator<Item = HeldOut<'_>> {
        self.competitors().flat_map(move |decider| {
            let name = self.own_name(decider);
            (0..self.labels.len()).map(move |pair| HeldOut {
                ids: self.set.pairs[pair]
                    .documents
                    .map(|at| &self.set.documents[at].id),
                label: self.labels[pair],
                decider: name.clone(),
                fold: self.folds[pair],
                score: decider.scores[pair],
                decision: decider.decisions[pair],
            })
        })
    }

    /// The decider's name, told apart from that of the published rule.
    fn own_name(&self, decider: &Decider) -> String {
        let is_published = |it: &Decider| it.kind == Kind::Published && it.name == decider.name;
        match decider.kind {
            Kind::Retuned if self.deciders.iter().any(is_published) => {
                format!("{}-retuned", decider.name)
            }
            _ => decider.name.clone(),
        }
    }
}
