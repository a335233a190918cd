//! One pair, judged and explained.

use serde_json::json;

use super::features::in_words;
use super::figures::decimal;
use super::harmless::harmless_line;
use crate::corpus::CorpusStats;
use crate::document::Document;
use crate::error::Result;
use crate::model::{Decision, Judgement, Model};
use crate::rules::{self, Origin};
use crate::text::AnalyzedDocument;
use crate::vectors::{Comparable, Feature, FeatureSet};

/// What a model and the published rules say of two documents, and why.
#[derive(Debug, Clone)]
pub struct PairReport {
    /// The documents' names.
    pub ids: [String; 2],
    /// What the model says.
    pub judgement: Judgement,
    /// The score from which on the model says duplicate.
    pub threshold: f64,
    /// The probability of a duplicate at that score, in (0, 1).
    pub threshold_probability: f64,
    /// The probability of being wrong above which the model leaves a pair undecided; `None`: never.
    pub abstain: Option<f64>,
    /// The score of an average pair; with the effects of the features and the capping it sums to this
    /// pair's.
    pub base: f64,
    /// What the ceiling of the model's scores adds ([`Model::capping`]); 0 for nearly all pairs.
    pub capping: f64,
    /// The features, the one that moves the score most first.
    pub features: Vec<FeatureRow>,
    /// The features that found nothing to compare.
    pub nothing_to_compare: Vec<String>,
    /// What the published rules say.
    pub rules: Vec<RuleRow>,
}

/// A feature of the pair.
#[derive(Debug, Clone, PartialEq)]
pub struct FeatureRow {
    /// Its name.
    pub name: String,
    /// What it looks at, as a noun phrase: `the same numbers`.
    pub words: String,
    /// The similarity, in [0, 1].
    pub value: f64,
    /// Of a measure that is directed by nature its two values: the first document in the second,
    /// and back.
    pub directed: Option<[f64; 2]>,
    /// How far it moves the score from where its average over the training pairs would leave it
    /// ([`Model::contributions`]).
    pub effect: f64,
}

/// What a published rule says of the pair.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleRow {
    /// Its name, with a † where the cut is ours.
    pub name: String,
    /// The feature it looks at.
    pub feature: String,
    /// The similarity, in [0, 1].
    pub value: f64,
    /// The least similarity that it calls a duplicate.
    pub at: f64,
    /// Whether it calls the pair a duplicate.
    pub duplicate: bool,
}

impl PairReport {
    /// Judges two documents. Rules whose statistics the model lacks use none: every word then
    /// weighs the same and only equal words correlate.
    pub fn new(model: &Model, documents: &[Document; 2]) -> Result<Self> {
        PairReport::of(model, &model.analyze(documents))
    }

    /// The same of the first two of some documents that the model has analysed.
    pub(super) fn of(model: &Model, analyzed: &[AnalyzedDocument]) -> Result<Self> {
        let comparable = model.comparable(analyzed)?;
        let vector = comparable.vector(0, 1);
        let directed = comparable.directed(0, 1);
        let effects = model.contributions(&vector);
        let mut features: Vec<FeatureRow> = model
            .features
            .iter()
            .zip(vector.iter().zip(effects))
            .zip(directed)
            .map(|((feature, (&value, effect)), directed)| FeatureRow {
                directed,
                ..FeatureRow::new(feature, value, effect)
            })
            .collect();
        features.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
        let mut said = Vec::new();
        for rule in rules::published()?
            .into_iter()
            .filter(|rule| rule.applies_to(analyzed))
        {
            let needs = rule.feature.needs();
            let none = CorpusStats::collect([], needs, &Default::default())?;
            let stats = match model.statistics.covers(needs) {
                true => &model.statistics,
                false => &none,
            };
            let looked_at = FeatureSet::from_iter([rule.feature.clone()]);
            let value = Comparable::new(analyzed, &looked_at, stats)?.vector(0, 1)[0];
            let dagger = if rule.origin == Origin::Choice {
                "†"
            } else {
                ""
            };
            said.push(RuleRow {
                name: format!("{}{dagger}", rule.name),
                feature: rule.feature.name().to_string(),
                value,
                at: rule.at,
                duplicate: rule.decide(value),
            });
        }
        let nothing = comparable.nothing_to_compare(0, 1);
        Ok(PairReport {
            ids: [0, 1].map(|side: usize| analyzed[side].id.to_string()),
            judgement: model.judge(&vector),
            threshold: model.operating_point.threshold,
            threshold_probability: model
                .calibration
                .probability(model.operating_point.threshold),
            abstain: model.operating_point.abstain,
            base: model.base_score(),
            capping: model.capping(&vector),
            features,
            nothing_to_compare: nothing
                .iter()
                .map(|feature| feature.name().to_string())
                .collect(),
            rules: said,
        })
    }

    /// The published rule that looks at a feature; of several the first.
    pub fn published(&self, feature: &str) -> Option<&RuleRow> {
        self.rules.iter().find(|rule| rule.feature == feature)
    }

    /// The judgement in one sentence.
    pub fn verdict(&self) -> String {
        let Judgement {
            decision,
            score,
            probability,
        } = self.judgement;
        let agreement = self.agreement();
        let agreement = agreement.map_or(String::new(), |agreement| format!("; {agreement}"));
        format!(
            "{decision} (probability of a duplicate {probability:.2}; score {score:.2}, duplicate from {:.2}){agreement}",
            self.threshold,
        )
    }

    /// What the ceiling does, in words, where it does something.
    pub fn capped(&self) -> Option<&'static str> {
        match self.capping {
            0.0 => None,
            raised if raised > 0.0 => Some("the same text has the highest score"),
            _ => Some("no pair scores more than the same text"),
        }
    }

    /// How many published rules say the same: `9 of the 13 published rules agree`. With a model that
    /// leaves the pair undecided no rule can agree: `9 of the 13 published rules call it a duplicate`.
    /// Nothing where no rule applies.
    pub fn agreement(&self) -> Option<String> {
        let duplicate = self.rules.iter().filter(|rule| rule.duplicate).count();
        let all = self.rules.len();
        let (said, what) = match self.judgement.decision {
            Decision::Duplicate => (duplicate, ["agrees", "agree"]),
            Decision::Distinct => (all - duplicate, ["agrees", "agree"]),
            Decision::Unsure => (duplicate, ["calls it a duplicate", "call it a duplicate"]),
        };
        let what = what[usize::from(said != 1)];
        let rules = match all {
            0 => return None,
            1 => "the one published rule".to_string(),
            _ => format!("the {all} published rules"),
        };
        Some(format!("{said} of {rules} {what}"))
    }

    /// What moved the model, in one or two sentences.
    pub fn reason(&self) -> String {
        reason(&self.features)
    }

    /// For a terminal: the verdict, the features that move the score, the rules. The documents' names
    /// cannot control it.
    pub fn text(&self) -> String {
        let [left, right] = self.ids.each_ref().map(|id| harmless_line(id));
        let mut text = format!("{left}\n{right}\n{}\n{}\n\n", self.verdict(), self.reason());
        text.push_str("  feature                                similarity  moves the score by\n");
        for row in &self.features {
            text.push_str(&format!(
                "  {:<38} {:>10.3}  {:>+18.2}\n",
                row.name, row.value, row.effect
            ));
        }
        if let Some(why) = self.capped() {
            text.push_str(&format!("  {why:<50}  {:>+18.2}\n", self.capping));
        }
        if !self.nothing_to_compare.is_empty() {
            let names = self.nothing_to_compare.join(", ");
            text.push_str(&format!("  nothing to compare, so 0: {names}\n"));
        }
        text.push_str("\n  published rule                         similarity  duplicate from\n");
        for rule in &self.rules {
            let verdict = if rule.duplicate {
                "duplicate"
            } else {
                "distinct"
            };
            text.push_str(&format!(
                "  {:<38} {:>10.3}  {:>14.3}  {verdict}\n",
                rule.name, rule.value, rule.at
            ));
        }
        text
    }

    /// For programs.
    pub fn json(&self) -> String {
        let features: Vec<_> = self
            .features
            .iter()
            .map(
                |row| json!({ "feature": row.name, "similarity": row.value, "effect": row.effect }),
            )
            .collect();
        let rules: Vec<_> = self
            .rules
            .iter()
            .map(|row| json!({ "rule": row.name, "similarity": row.value, "at": row.at, "duplicate": row.duplicate }))
            .collect();
        let whole = json!({
            "id_a": self.ids[0],
            "id_b": self.ids[1],
            "decision": self.judgement.decision,
            "score": self.judgement.score,
            "probability": self.judgement.probability,
            "threshold": self.threshold,
            "features": features,
            "capping": self.capping,
            "nothing_to_compare": self.nothing_to_compare,
            "rules": rules,
        });
        format!("{whole:#}\n")
    }
}

/// An effect below this share of the largest is not worth a word.
const SLIGHT: f64 = 0.1;

/// What moved a score, the strongest feature first, in one or two sentences: at most two features
/// a side.
pub(super) fn reason(features: &[FeatureRow]) -> String {
    let largest = features
        .iter()
        .map(|row| row.effect.abs())
        .fold(0.0, f64::max);
    let side = |towards: f64| -> Vec<String> {
        let felt = features
            .iter()
            .filter(|row| row.effect * towards > SLIGHT * largest);
        felt.take(2).map(FeatureRow::told).collect()
    };
    let (for_it, against) = (side(1.0).join(" and "), side(-1.0).join(" and "));
    match (for_it.as_str(), against.as_str()) {
        ("", "") => "Nothing moves the score.".to_string(),
        (_, "") => {
            format!("What speaks for duplicate: {for_it}. Nothing of weight speaks against.")
        }
        ("", _) => {
            format!("What speaks for distinct: {against}. Nothing of weight speaks against.")
        }
        _ => format!("What speaks for duplicate: {for_it}. What speaks for distinct: {against}."),
    }
}

impl FeatureRow {
    pub(super) fn new(feature: &Feature, value: f64, effect: f64) -> Self {
        FeatureRow {
            name: feature.name().to_string(),
            words: in_words(feature),
            value,
            directed: None,
            effect,
        }
    }

    /// `the same numbers (number-agreement 0.93)`
    fn told(&self) -> String {
        format!("{} ({} {})", self.words, self.name, decimal(self.value, 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, value: f64, effect: f64) -> FeatureRow {
        let feature = name.parse().unwrap();
        FeatureRow {
            name: name.to_string(),
            words: in_words(&feature),
            value,
            directed: None,
            effect,
        }
    }

    #[test]
    fn a_name_cannot_control_the_terminal() {
        let model = crate::bundled::model().unwrap();
        let names = ["a\x1b[2J\u{9b}31m", "b\n\u{202e}"];
        let documents = names.map(|name| Document::plain(name, "Boats wait at the pier."));
        let text = PairReport::new(&model, &documents).unwrap().text();
        assert_eq!(text, crate::report::harmless(&text));
        assert!(
            text.starts_with("a\u{fffd}[2J\u{fffd}31m\nb \u{fffd}\n"),
            "{text:?}"
        );
    }

    #[test]
    fn a_reason_names_what_weighs_on_either_side() {
        let rows = [
            row("number-agreement", 0.93, 0.45),
            row("resemblance:w=2", 0.12, -0.3),
            row("mwo", 0.5, 0.2),
            row("dice", 0.5, 0.1),
            row("length-ratio", 0.9, -0.01),
        ];
        assert_eq!(
            reason(&rows),
            "What speaks for duplicate: the same numbers (number-agreement 0.93) and the same \
             words by title, heading, link and text (mwo 0.50). What speaks for distinct: the same \
             runs of 2 words (resemblance:w=2 0.12)."
        );
        assert_eq!(
            reason(&rows[4..]),
            "What speaks for distinct: the same length (length-ratio 0.90). Nothing of weight \
             speaks against."
        );
        assert_eq!(reason(&[row("mwo", 0.5, 0.0)]), "Nothing moves the score.");
        assert_eq!(reason(&[]), "Nothing moves the score.");
    }
}
