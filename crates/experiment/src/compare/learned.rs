//! Diagnostics of a learned decider.

use serde::Serialize;

use super::importance::{FoldImportance, Importance};
use super::mistakes::{Mistake, worst_of_all};
use dejalu_base::error::Result;
use dejalu_learn::evaluation::{Abstention, Reliability};
use dejalu_learn::{Note, SearchTable};
use dejalu_similarity::FeatureSet;

/// Diagnostics of a learned decider besides its figures, all on held-out pairs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Learned {
    /// The search of its parameters, over all folds.
    pub search: SearchTable,
    /// Whether its probabilities hold.
    pub reliability: Option<Reliability>,
    /// The cost of leaving the doubtful pairs undecided, in ascending chances of error.
    pub abstention: Vec<Abstention>,
    /// The chance of error above which it does leave them, if it does.
    pub abstains_at: Option<f64>,
    /// Feature importance.
    pub importance: Option<Importance>,
    /// Each pair's probability of a duplicate, in the order of the pairs.
    #[serde(skip)]
    pub probabilities: Vec<f64>,
    /// Its features.
    #[serde(skip)]
    pub features: FeatureSet,
    /// Its worst mistakes: false alarms and misses, each the worst first.
    #[serde(skip)]
    pub mistakes: Vec<Mistake>,
}

/// The diagnostics of a learner on a fold, besides its scores.
pub(super) struct FoldDiagnostics {
    pub(super) search: SearchTable,
    pub(super) abstains_at: Option<f64>,
    /// The probability of a duplicate, in the order of the test pairs.
    pub(super) probabilities: Vec<f64>,
    /// The same for training pairs, from the inner fold that tested them.
    pub(super) inner: Vec<(usize, f64)>,
    pub(super) importance: FoldImportance,
    pub(super) mistakes: Vec<Mistake>,
    pub(super) notes: Vec<Note>,
}

/// Diagnostics of a learned decider, gathered fold by fold.
#[derive(Clone, Default)]
pub(super) struct Diagnostics {
    pub(super) search: SearchTable,
    pub(super) importances: Vec<FoldImportance>,
    pub(super) abstains_at: Option<f64>,
    pub(super) mistakes: Vec<Mistake>,
    /// By pair.
    pub(super) probabilities: Vec<f64>,
}

impl Diagnostics {
    pub(super) fn new(pairs: usize) -> Self {
        Diagnostics {
            probabilities: vec![0.0; pairs],
            ..Diagnostics::default()
        }
    }

    /// Records what a fold's diagnostics say of these pairs.
    pub(super) fn record(&mut self, pairs: &[usize], diagnostics: FoldDiagnostics) {
        self.search.add(diagnostics.search);
        self.importances.push(diagnostics.importance);
        self.abstains_at = diagnostics.abstains_at;
        self.mistakes.extend(diagnostics.mistakes);
        for (&pair, probability) in pairs.iter().zip(diagnostics.probabilities) {
            self.probabilities[pair] = probability;
        }
    }

    pub(super) fn learned(
        self,
        labels: &[bool],
        decisions: &[bool],
        features: FeatureSet,
    ) -> Result<Learned> {
        let (probabilities, asked) = (self.probabilities, self.abstains_at);
        Ok(Learned {
            search: self.search,
            reliability: Reliability::of(labels, &probabilities)?,
            abstention: Abstention::table(labels, decisions, &probabilities, asked)?,
            abstains_at: asked,
            importance: Importance::of(&self.importances, &features),
            probabilities,
            features,
            mistakes: worst_of_all(self.mistakes),
        })
    }
}
