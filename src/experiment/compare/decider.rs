//! A decider and its figures.

use serde::Serialize;

use super::learned::Learned;
use crate::evaluation::Evaluation;
use crate::experiment::rules::Origin;

/// What kind of decider it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A discriminant learned from the training pairs.
    Learned,
    /// A rule with the threshold that was published.
    Published,
    /// A rule with a threshold chosen on the training pairs.
    Retuned,
}

impl Kind {
    /// `learned`, `published` or `re-tuned`.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Learned => "learned",
            Kind::Published => "published",
            Kind::Retuned => "re-tuned",
        }
    }
}

/// A decider and how good it was.
#[derive(Debug, Clone, Serialize)]
pub struct Decider {
    /// `svm-rbf`, or the rule's name.
    pub name: String,
    /// Learned, published or re-tuned.
    pub kind: Kind,
    /// Minimum score of a duplicate; the median over folds, or the model's (`train`).
    pub threshold: f64,
    /// Whose threshold a published rule has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold_origin: Option<Origin>,
    /// Whose document frequencies and correlations it used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<String>,
    /// Paper and section of a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// All figures.
    #[serde(flatten)]
    pub figures: Evaluation,
    /// What a learned decider can tell besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learned: Option<Learned>,
    /// Each pair's score less the threshold, so that scores of different folds compare.
    #[serde(skip)]
    pub margins: Vec<f64>,
    /// Each pair's decision.
    #[serde(skip)]
    pub decisions: Vec<bool>,
}
