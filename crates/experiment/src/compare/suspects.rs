//! Finds labels that are probably wrong.

use super::decider::{Decider, Kind};
use super::learned::FoldDiagnostics;
use super::suspect_label::{SuspectLabel, Suspects};
use crate::cross_validation::CrossValidation;
use crate::pairs::Label;

/// A label is suspect when every model that had not seen the pair gives it at most this
/// probability.
const SUSPICION: f64 = 0.1;

/// The most suspects that are listed.
const LISTED: usize = 100;

/// Votes of models on the labels of pairs that they have not seen.
pub(super) struct LabelVotes(Vec<LabelVote>);

#[derive(Clone, Default)]
struct LabelVote {
    models: usize,
    /// Number of them that give the label no more than [`SUSPICION`].
    against: usize,
    /// The sum of the probabilities of the label.
    sum: f64,
}

impl LabelVotes {
    pub(super) fn new(pairs: usize) -> Self {
        LabelVotes(vec![LabelVote::default(); pairs])
    }

    /// Records what a learner's models say of the labels of pairs that they have not seen: the
    /// pairs of the fold, and those that its inner folds held out.
    pub(super) fn record(
        &mut self,
        diagnostics: &FoldDiagnostics,
        tested: &[usize],
        labels: &[bool],
    ) {
        let probabilities = diagnostics.probabilities.iter().copied();
        let tested = tested.iter().copied().zip(probabilities);
        for (pair, probability) in tested.chain(diagnostics.inner.iter().copied()) {
            let of_label = if labels[pair] {
                probability
            } else {
                1.0 - probability
            };
            self.add(pair, of_label);
        }
    }

    fn add(&mut self, pair: usize, probability: f64) {
        let vote = &mut self.0[pair];
        vote.models += 1;
        vote.against += usize::from(probability <= SUSPICION);
        vote.sum += probability;
    }

    /// Forgets what was said of some pairs: the model had seen them.
    pub(super) fn forget(&mut self, seen: impl Fn(usize) -> bool) {
        for (pair, vote) in self.0.iter_mut().enumerate() {
            if seen(pair) {
                *vote = LabelVote::default();
            }
        }
    }

    /// The pairs whose label every model contradicts.
    pub(super) fn suspects(&self, cv: &CrossValidation, deciders: &[Decider]) -> Suspects {
        let learned = deciders.iter().find(|it| it.kind == Kind::Learned);
        let rules: Vec<&Decider> = deciders
            .iter()
            .filter(|it| it.kind == Kind::Retuned)
            .collect();
        let suspect = |pair: usize| {
            let vote = &self.0[pair];
            let label = cv.labels()[pair];
            let against = rules.iter().filter(|rule| rule.decisions[pair] != label);
            SuspectLabel {
                pair,
                ids: cv.ids(pair),
                label: if label {
                    Label::Duplicate
                } else {
                    Label::Distinct
                },
                margin: learned.map_or(0.0, |it| it.margins[pair]),
                probability: vote.sum / vote.models as f64,
                models: vote.models,
                rules_against: against.count(),
                rules: rules.len(),
            }
        };
        let is_suspect = |pair: &usize| {
            let vote = &self.0[*pair];
            vote.models > 0 && vote.against == vote.models
        };
        let mut pairs: Vec<SuspectLabel> =
            (0..self.0.len()).filter(is_suspect).map(suspect).collect();
        pairs.sort_by(|a, b| {
            let by_probability = a.probability.total_cmp(&b.probability);
            by_probability.then(a.pair.cmp(&b.pair))
        });
        let count = pairs.len();
        pairs.truncate(LISTED);
        Suspects { count, pairs }
    }
}
