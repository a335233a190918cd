//! A decider and its figures.

use serde::Serialize;

use super::learned::Learned;
use super::variation::Variation;
use crate::rules::Origin;
use dejalu_learn::evaluation::{BaseRate, Evaluation};

/// The kind of a decider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A discriminant learned from the training pairs.
    Learned,
    /// The built-in model, which has learned from none of the pairs.
    #[serde(rename = "built-in")]
    BuiltIn,
    /// A rule with the threshold that was published.
    Published,
    /// A rule with a threshold chosen on the training pairs.
    Retuned,
    /// A decider that looks at nothing: every pair a duplicate, or none.
    Baseline,
}

impl Kind {
    /// `learned`, `built-in`, `published`, `re-tuned` or `baseline`.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Learned => "learned",
            Kind::BuiltIn => "built-in",
            Kind::Published => "published",
            Kind::Retuned => "re-tuned",
            Kind::Baseline => "baseline",
        }
    }
}

/// A decider and how good it was.
#[derive(Debug, Clone, Serialize)]
pub struct Decider {
    /// `svm-auto`, or the rule's name.
    pub name: String,
    /// Learned, published, re-tuned or a baseline.
    pub kind: Kind,
    /// Minimum score of a duplicate; the median over folds, or the model's (`train`). A baseline
    /// scores every pair 1 or every pair 0, and its threshold is 1.
    pub threshold: f64,
    /// The second threshold that the calibration of the rule of sentences finds.
    #[serde(flatten)]
    pub variation: Option<Variation>,
    /// The source of a published rule's threshold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold_origin: Option<Origin>,
    /// The source of the document frequencies and correlations it used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<String>,
    /// Paper and section of a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// All figures.
    #[serde(flatten)]
    pub figures: Evaluation,
    /// The figures at other shares of duplicates, the largest share first: of the learned deciders and
    /// of the best published rule. Empty where a class has no pair.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub base_rates: Vec<BaseRate>,
    /// Diagnostics of a learned decider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learned: Option<Learned>,
    /// Each pair's score.
    #[serde(skip)]
    pub scores: Vec<f64>,
    /// Each pair's score less the threshold, so that scores of different folds compare; of a model with another
    /// minimum for web pages less the one that is shown.
    #[serde(skip)]
    pub margins: Vec<f64>,
    /// Each pair's decision.
    #[serde(skip)]
    pub decisions: Vec<bool>,
}

/// The highest F1; of equal ones the first. `None` where none has an F1.
pub fn highest<'a>(deciders: impl Iterator<Item = &'a Decider>) -> Option<&'a Decider> {
    let better = |best: &'a Decider, next: &'a Decider| {
        if next.figures.f1 > best.figures.f1 {
            next
        } else {
            best
        }
    };
    deciders.reduce(better).filter(|it| it.figures.f1.is_some())
}
