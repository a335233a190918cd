//! What a learned decider can tell beside its figures.

use serde::Serialize;

use super::importance::{Importance, Tally};
use super::mistakes::{Mistake, worst_of_all};
use crate::error::Result;
use crate::evaluation::{Abstention, Reliability};
use crate::learning::{Note, SearchTable};
use crate::similarity::FeatureSet;

/// What is known of a learned decider beside its figures; all of it on pairs that were held out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Learned {
    /// The search of its parameters, over all folds.
    pub search: SearchTable,
    /// Whether its probabilities are what they say.
    pub reliability: Option<Reliability>,
    /// What it would cost to leave the doubtful pairs undecided, in ascending chances of error.
    pub abstention: Vec<Abstention>,
    /// The chance of error above which it does leave them, if it does.
    pub abstains_at: Option<f64>,
    /// What it leans on.
    pub importance: Option<Importance>,
    /// Each pair's probability of a duplicate, in the order of the pairs.
    #[serde(skip)]
    pub probabilities: Vec<f64>,
    /// What it sees of a pair.
    #[serde(skip)]
    pub features: FeatureSet,
    /// Its worst mistakes: false alarms and misses, each the worst first.
    #[serde(skip)]
    pub mistakes: Vec<Mistake>,
}

/// What a learner tells of a fold besides its scores.
pub(super) struct Lesson {
    pub(super) search: SearchTable,
    pub(super) abstains_at: Option<f64>,
    /// The probability of a duplicate, in the order of the test pairs.
    pub(super) probabilities: Vec<f64>,
    /// The same of training pairs, from the inner fold that tested them.
    pub(super) inner: Vec<(usize, f64)>,
    pub(super) tally: Tally,
    pub(super) mistakes: Vec<Mistake>,
    pub(super) notes: Vec<Note>,
}

/// What is gathered of a learned decider, fold by fold.
#[derive(Clone, Default)]
pub(super) struct Lessons {
    pub(super) search: SearchTable,
    pub(super) tallies: Vec<Tally>,
    pub(super) abstains_at: Option<f64>,
    pub(super) mistakes: Vec<Mistake>,
    /// By pair.
    pub(super) probabilities: Vec<f64>,
}

impl Lessons {
    pub(super) fn new(pairs: usize) -> Self {
        Lessons {
            probabilities: vec![0.0; pairs],
            ..Lessons::default()
        }
    }

    /// Takes down what a fold's lesson says of these pairs.
    pub(super) fn record(&mut self, pairs: &[usize], lesson: Lesson) {
        self.search.add(lesson.search);
        self.tallies.push(lesson.tally);
        self.abstains_at = lesson.abstains_at;
        self.mistakes.extend(lesson.mistakes);
        for (&pair, probability) in pairs.iter().zip(lesson.probabilities) {
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
            importance: Importance::of(&self.tallies, &features),
            probabilities,
            features,
            mistakes: worst_of_all(self.mistakes),
        })
    }
}
