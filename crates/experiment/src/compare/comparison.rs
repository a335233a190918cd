//! The result of a comparison: several deciders on the same pairs.

use std::sync::Arc;

use serde::Serialize;

use super::decider::{Decider, Kind};
use super::learning_curve::LearningCurve;
use super::options::{CompareOptions, EvaluateOptions};
use super::plane::Plane;
use super::suspect_label::Suspects;
use crate::model::Outside;
use crate::pairs::PairSet;
use dejalu_learn::evaluation::Bootstrap;

/// The version of the JSON that [`Comparison`] is written as.
pub const FORMAT: u32 = 1;

/// Several deciders on the same pairs.
///
/// ```
/// use dejalu_experiment::compare::Comparison;
///
/// fn print_f1(comparison: &Comparison) {
///     for decider in &comparison.deciders {
///         println!("{}: {:?}", decider.name, decider.figures.f1);
///     }
/// }
/// ```
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    /// [`FORMAT`].
    pub format: u32,
    /// Number of pairs judged.
    pub pairs: usize,
    /// Number of them that are duplicates.
    pub positives: usize,
    /// Number of clusters that their documents form.
    pub clusters: usize,
    /// Number of documents in them.
    pub documents: usize,
    /// The share of judged pairs one of whose documents was in training; in [0, 1]. 0 of vectors that a
    /// finished model judges, which do not say.
    pub seen_share: f64,
    /// The deciders: learned, published, re-tuned, and two trivial baselines.
    pub deciders: Vec<Decider>,
    /// Number of pairs that lie outside the range of the evaluated model's training pairs; `None`
    /// for other experiments, and of a model that does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outside: Option<Outside>,
    /// Labels that look wrong.
    pub suspects: Suspects,
    /// F1 against the number of labelled pairs, where
    /// [`TrainOptions::learning_curve`](crate::train::TrainOptions::learning_curve) asked
    /// for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learning_curve: Option<LearningCurve>,
    /// The labels, in the order of the pairs.
    #[serde(skip)]
    pub labels: Vec<bool>,
    /// The fold in which each pair was tested, from 1; 0 without folds.
    #[serde(skip)]
    pub folds: Vec<usize>,
    /// Notes that the user should read.
    #[serde(skip)]
    pub notes: Vec<String>,
    /// The pairs and their documents, in the order of [`PairSet::in_order`], which is that of the
    /// labels, the margins and the decisions.
    #[serde(skip)]
    pub set: Arc<PairSet>,
    /// Two features and what they alone would decide, where
    /// [`CompareOptions::plane`] asked for it.
    #[serde(skip)]
    pub plane: Option<Plane>,
    /// The experiment that was run.
    #[serde(skip)]
    pub experiment: Experiment,
}

/// The experiment behind a comparison, and its options.
#[derive(Debug, Clone)]
pub enum Experiment {
    /// Several deciders were compared on the same folds.
    Comparison(CompareOptions),
    /// A model was trained, and its procedure measured on folds.
    Training(CompareOptions),
    /// A model judged held-out pairs.
    Evaluation(EvaluateOptions),
}

impl Experiment {
    pub(super) fn bootstrap(&self) -> &Bootstrap {
        match self {
            Experiment::Comparison(options) | Experiment::Training(options) => &options.bootstrap,
            Experiment::Evaluation(options) => &options.bootstrap,
        }
    }

    /// The share of duplicates that was asked for.
    pub fn base_rate(&self) -> Option<f64> {
        match self {
            Experiment::Comparison(options) | Experiment::Training(options) => options.base_rate,
            Experiment::Evaluation(options) => options.base_rate,
        }
    }

    pub(super) fn has_plane(&self) -> bool {
        match self {
            Experiment::Comparison(options) | Experiment::Training(options) => options.plane,
            Experiment::Evaluation(_) => false,
        }
    }
}

impl Comparison {
    /// Returns whether it is known which documents were in training. Vectors that a finished model judges do not say.
    pub fn knows_what_was_seen(&self) -> bool {
        !(self.set.of_vectors && matches!(self.experiment, Experiment::Evaluation(_)))
    }

    /// The learned decider that the others are compared with: the first.
    pub fn reference(&self) -> Option<&Decider> {
        self.deciders.iter().find(|it| it.kind == Kind::Learned)
    }

    /// The deciders that look at pairs: all but the baselines.
    pub fn competitors(&self) -> impl Iterator<Item = &Decider> {
        self.deciders.iter().filter(|it| it.kind != Kind::Baseline)
    }

    /// The decider that calls every pair a duplicate.
    pub fn all_duplicates(&self) -> Option<&Decider> {
        let mut baselines = self.deciders.iter().filter(|it| it.kind == Kind::Baseline);
        baselines.find(|it| it.figures.counts.tn + it.figures.counts.fn_ == 0)
    }

    /// The share of duplicates among the pairs, in \[0, 1\]; 0 without pairs.
    pub fn share(&self) -> f64 {
        self.positives as f64 / self.pairs.max(1) as f64
    }
}
