//! Which labels look wrong?

use serde::Serialize;

use crate::document::DocumentId;
use crate::pairs::Label;
use crate::study::Study;

use super::{Decider, Kind};

/// A label is suspect when every model that had not seen the pair gives it at most this
/// probability.
const SUSPICION: f64 = 0.05;

/// The most suspects that are listed.
const LISTED: usize = 100;

/// Labels that look wrong: pairs that every model that had not seen them decides the other way,
/// and is sure of it (after Northcutt, Jiang & Chuang 2021). Some will be hard pairs rightly
/// labelled: at a probability of 5 % one in twenty is.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Suspects {
    /// How many there are.
    pub count: usize,
    /// The worst, at most a hundred, the least probable label first.
    pub pairs: Vec<SuspectLabel>,
}

/// A pair whose label looks wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SuspectLabel {
    /// The pair's place in the order of the comparison.
    #[serde(skip)]
    pub pair: usize,
    /// Its documents.
    pub ids: [DocumentId; 2],
    /// What people say of it.
    pub label: Label,
    /// The first learned decider's score less its threshold, from the fold that tested the pair.
    pub score: f64,
    /// The probability of the label, on average over the models.
    pub probability: f64,
    /// How many models had not seen the pair; all of them contradict the label.
    pub models: usize,
    /// How many rules, re-tuned, contradict it too.
    pub rules_against: usize,
    /// Of so many.
    pub rules: usize,
}

impl SuspectLabel {
    /// Why the label looks wrong, in a sentence.
    pub fn reason(&self) -> String {
        let other = match self.label {
            Label::Duplicate => Label::Distinct,
            Label::Distinct => Label::Duplicate,
        };
        let models = match self.models {
            1 => "the model, which had not seen it, says".to_string(),
            n => format!("all {n} models that had not seen it say"),
        };
        let rules = match self.rules {
            0 => String::new(),
            all => format!(", as do {} of {all} re-tuned rules", self.rules_against),
        };
        format!(
            "labelled {}; {models} {other} ({:.1} % on average){rules}",
            self.label,
            100.0 * (1.0 - self.probability)
        )
    }
}

/// What models say of the labels of pairs that they have not seen.
pub(super) struct Doubts(Vec<Doubt>);

#[derive(Clone, Default)]
struct Doubt {
    models: usize,
    /// How many of them give the label no more than [`SUSPICION`].
    against: usize,
    /// The sum of the probabilities of the label.
    sum: f64,
}

impl Doubts {
    pub(super) fn new(pairs: usize) -> Self {
        Doubts(vec![Doubt::default(); pairs])
    }

    /// Takes note of a model that gives a pair's label this `probability`.
    pub(super) fn hear(&mut self, pair: usize, probability: f64) {
        let doubt = &mut self.0[pair];
        doubt.models += 1;
        doubt.against += usize::from(probability <= SUSPICION);
        doubt.sum += probability;
    }

    /// Forgets what was said of some pairs: the model had seen them.
    pub(super) fn forget(&mut self, seen: impl Fn(usize) -> bool) {
        for (pair, doubt) in self.0.iter_mut().enumerate() {
            if seen(pair) {
                *doubt = Doubt::default();
            }
        }
    }

    /// The pairs whose label every model contradicts.
    pub(super) fn suspects(&self, study: &Study, deciders: &[Decider]) -> Suspects {
        let learned = deciders.iter().find(|it| it.kind == Kind::Learned);
        let rules: Vec<&Decider> = deciders
            .iter()
            .filter(|it| it.kind == Kind::Retuned)
            .collect();
        let suspect = |pair: usize| {
            let doubt = &self.0[pair];
            let label = study.labels()[pair];
            let against = rules.iter().filter(|rule| rule.decisions[pair] != label);
            SuspectLabel {
                pair,
                ids: study.ids(pair),
                label: if label {
                    Label::Duplicate
                } else {
                    Label::Distinct
                },
                score: learned.map_or(0.0, |it| it.margins[pair]),
                probability: doubt.sum / doubt.models as f64,
                models: doubt.models,
                rules_against: against.count(),
                rules: rules.len(),
            }
        };
        let is_suspect = |pair: &usize| {
            let doubt = &self.0[*pair];
            doubt.models > 0 && doubt.against == doubt.models
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
