//! A label that looks wrong.

use serde::Serialize;

use crate::pairs::Label;
use dejalu_text::document::DocumentId;

/// Labels that look wrong: pairs that every model that had not seen them decides the other way,
/// and is sure of it (after Northcutt, Jiang & Chuang 2021). Some will be hard pairs rightly
/// labelled: at a probability of 5 % one in twenty is.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Suspects {
    /// Number of such labels.
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
    /// Its label.
    pub label: Label,
    /// The first learned decider's score less its threshold, from the fold that tested the pair.
    #[serde(rename = "score")]
    pub margin: f64,
    /// The probability of the label, on average over the models.
    pub probability: f64,
    /// Number of models that had not seen the pair; all of them contradict the label.
    pub models: usize,
    /// Number of re-tuned rules that contradict it too.
    pub rules_against: usize,
    /// Number of rules.
    pub rules: usize,
}

impl SuspectLabel {
    /// Explains in a sentence why the label looks wrong.
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
