//! One pair, judged and explained.

use serde_json::json;

use crate::corpus::CorpusStats;
use crate::document::Document;
use crate::error::Result;
use crate::model::{Judgement, Model};
use crate::rules::{self, Origin};
use crate::vectors::{Comparable, FeatureSet};

/// What a model and the published rules say of two documents, and why.
#[derive(Debug, Clone)]
pub struct PairReport {
    /// The documents' names.
    pub ids: [String; 2],
    /// What the model says.
    pub judgement: Judgement,
    /// The score from which on the model says duplicate.
    pub threshold: f64,
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
    /// The similarity, in [0, 1].
    pub value: f64,
    /// How far it moves the score from where its average over the training pairs would leave it.
    pub effect: f64,
}

/// What a published rule says of the pair.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleRow {
    /// Its name, with a † where the cut is ours.
    pub name: String,
    /// The similarity it looks at, in [0, 1].
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
        let analyzed = model.analyze(documents);
        let comparable = model.comparable(&analyzed)?;
        let vector = comparable.vector(0, 1);
        let effects = model.effects(&vector);
        let mut features: Vec<FeatureRow> = model
            .features
            .iter()
            .zip(vector.iter().zip(effects))
            .map(|(feature, (&value, effect))| FeatureRow {
                name: feature.name().to_string(),
                value,
                effect,
            })
            .collect();
        features.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
        let mut said = Vec::new();
        for rule in rules::published()?
            .into_iter()
            .filter(|rule| rule.applies_to(&analyzed))
        {
            let needs = rule.feature.needs();
            let none = CorpusStats::collect([], needs, &Default::default());
            let stats = match model.statistics.covers(needs) {
                true => &model.statistics,
                false => &none,
            };
            let looked_at = FeatureSet::from_iter([rule.feature.clone()]);
            let value = Comparable::new(&analyzed, &looked_at, stats)?.vector(0, 1)[0];
            let dagger = if rule.origin == Origin::Choice {
                "†"
            } else {
                ""
            };
            said.push(RuleRow {
                name: format!("{}{dagger}", rule.name),
                value,
                at: rule.at,
                duplicate: rule.decide(value),
            });
        }
        let nothing = comparable.nothing_to_compare(0, 1);
        Ok(PairReport {
            ids: [0, 1].map(|side: usize| documents[side].id.to_string()),
            judgement: model.judge(&vector),
            threshold: model.operating_point.threshold,
            features,
            nothing_to_compare: nothing
                .iter()
                .map(|feature| feature.name().to_string())
                .collect(),
            rules: said,
        })
    }

    /// The judgement in one sentence.
    pub fn verdict(&self) -> String {
        let Judgement {
            decision,
            score,
            probability,
        } = self.judgement;
        let agree = self
            .rules
            .iter()
            .filter(|rule| rule.duplicate == decision.is_duplicate());
        format!(
            "{decision} (probability of a duplicate {probability:.2}; score {score:.2}, duplicate from {:.2}); {} of {} published rules agree",
            self.threshold,
            agree.count(),
            self.rules.len()
        )
    }

    /// What moved the model, in one sentence.
    pub fn reason(&self) -> String {
        let strongest = |towards: fn(f64) -> bool| {
            let features = self
                .features
                .iter()
                .filter(|row| towards(row.effect))
                .take(2);
            let names: Vec<&str> = features.map(|row| row.name.as_str()).collect();
            names.join(" and ")
        };
        let (for_it, against) = (
            strongest(|effect| effect > 0.0),
            strongest(|effect| effect < 0.0),
        );
        match (for_it.as_str(), against.as_str()) {
            ("", "") => "No feature moves the score.".to_string(),
            (_, "") => format!("Everything speaks for duplicate, most of all {for_it}."),
            ("", _) => format!("Everything speaks for distinct, most of all {against}."),
            _ => format!("Most of all {for_it} speak for duplicate, {against} for distinct."),
        }
    }

    /// For a terminal: the verdict, the features that move the score, the rules.
    pub fn text(&self) -> String {
        let [left, right] = &self.ids;
        let mut text = format!("{left}\n{right}\n{}\n{}\n\n", self.verdict(), self.reason());
        text.push_str("  feature                                similarity  moves the score by\n");
        for row in &self.features {
            text.push_str(&format!(
                "  {:<38} {:>10.3}  {:>+18.2}\n",
                row.name, row.value, row.effect
            ));
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
            "nothing_to_compare": self.nothing_to_compare,
            "rules": rules,
        });
        format!("{whole:#}\n")
    }
}
