//! What a comparison tells: several deciders on the same pairs.

use serde::Serialize;

use super::learned::Learned;
use super::suspect_label::Suspects;
use crate::evaluation::Evaluation;
use crate::experiment::rules::Origin;

/// The version of the JSON that [`Comparison`] is written as.
pub const FORMAT: u32 = 1;

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

/// Several deciders on the same pairs.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    /// [`FORMAT`].
    pub format: u32,
    /// How many pairs were judged.
    pub pairs: usize,
    /// How many of them are duplicates.
    pub positives: usize,
    /// How many clusters their documents form.
    pub clusters: usize,
    /// How many documents occur in them.
    pub documents: usize,
    /// The share of judged pairs one of whose documents was in training; in [0, 1].
    pub seen_share: f64,
    /// The deciders: learned, published, re-tuned.
    pub deciders: Vec<Decider>,
    /// Labels that look wrong.
    pub suspects: Suspects,
    /// The labels, in the order of the pairs.
    #[serde(skip)]
    pub labels: Vec<bool>,
    /// What the user should know.
    #[serde(skip)]
    pub notes: Vec<String>,
}

impl Comparison {
    /// The learned decider that the others are compared with: the first.
    pub fn reference(&self) -> Option<&Decider> {
        self.deciders
            .iter()
            .find(|decider| decider.kind == Kind::Learned)
    }
}

/// A decider and how good it was.
#[derive(Debug, Clone, Serialize)]
pub struct Decider {
    /// `svm-rbf`, or the rule's name.
    pub name: String,
    /// Learned, published or re-tuned.
    pub kind: Kind,
    /// What is called a duplicate scores at least this; the median over folds where each has its
    /// own.
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
