//! One pair, judged and explained.

use serde_json::json;

use super::features::in_words;
use super::figures::decimal;
use super::sanitize::sanitize_line;
use crate::corpus::CorpusStats;
use crate::document::Document;
use crate::error::Result;
use crate::experiment::rules::{self, Origin};
use crate::model::{Decision, Judgement, Model};
use crate::similarity::{Feature, FeatureSet, PreparedDocuments};
use crate::text::AnalyzedDocument;

/// What a model and the published rules say of two documents, and why.
#[derive(Debug, Clone)]
pub struct PairReport {
    /// The documents' names.
    pub ids: [String; 2],
    /// What the model says.
    pub judgement: Judgement,
    /// The minimum score of a duplicate.
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
    /// What the published rules say.
    pub rules: Vec<RuleRow>,
}

/// A feature of the pair.
#[derive(Debug, Clone, PartialEq)]
pub struct FeatureRow {
    /// Its name.
    pub name: String,
    /// What it measures, as a noun phrase: `the same numbers`.
    pub words: String,
    /// The similarity, in [0, 1]; `None` where there was nothing to compare, so it says nothing
    /// about the pair.
    pub value: Option<f64>,
    /// How many standard deviations it lies above its average over the training pairs.
    pub deviation: f64,
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
    /// The minimum similarity that it calls a duplicate.
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
        let deviations = model.scaling.row(&vector);
        let mut features: Vec<FeatureRow> = model
            .features
            .iter()
            .zip(vector.iter().zip(effects))
            .zip(directed)
            .zip(deviations)
            .map(
                |(((feature, (&value, effect)), directed), deviation)| FeatureRow {
                    directed,
                    ..FeatureRow::new(feature, value, deviation, effect)
                },
            )
            .collect();
        for (row, is_comparable) in features.iter_mut().zip(comparable.are_comparable(0, 1)) {
            if !is_comparable {
                row.found_nothing();
            }
        }
        features.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
        let mut said = Vec::new();
        for rule in rules::published()?
            .into_iter()
            .filter(|rule| rule.applies_to(analyzed))
        {
            let needs = rule.feature.needs();
            let none = CorpusStats::collect([], needs, &Default::default())?;
            let stats = if model.statistics.covers(needs) {
                &model.statistics
            } else {
                &none
            };
            let looked_at = FeatureSet::from_iter([rule.feature.clone()]);
            let value = PreparedDocuments::new(analyzed, &looked_at, stats)?.vector(0, 1)[0];
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
            raised if raised > 0.0 => Some("identical texts get the highest score"),
            _ => Some("no pair scores higher than identical texts"),
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

    /// The features that compared something, the one that moves the score most first.
    pub fn compared(&self) -> impl Iterator<Item = &FeatureRow> {
        self.features.iter().filter(|row| row.value.is_some())
    }

    /// The features that had nothing to compare, and how far they move the score together.
    pub fn nothing_to_compare(&self) -> (Vec<&str>, f64) {
        let rows = self.features.iter().filter(|row| row.value.is_none());
        let (names, effects): (Vec<_>, Vec<f64>) =
            rows.map(|row| (row.name.as_str(), row.effect)).unzip();
        (names, effects.iter().sum())
    }

    /// What moved the model, in a few sentences.
    pub fn reason(&self) -> String {
        reason(&self.features)
    }

    /// For a terminal: the verdict, the features that move the score, the rules. The documents' names
    /// cannot control it.
    pub fn text(&self) -> String {
        let [left, right] = self.ids.each_ref().map(|id| sanitize_line(id));
        let mut text = format!("{left}\n{right}\n{}\n{}\n\n", self.verdict(), self.reason());
        text.push_str("  feature                                similarity   effect on score\n");
        for row in self.compared() {
            text.push_str(&format!(
                "  {:<38} {:>10.3}  {:>+18.2}\n",
                row.name,
                row.value.unwrap_or_default(),
                row.effect
            ));
        }
        let (nothing, effect) = self.nothing_to_compare();
        if !nothing.is_empty() {
            let names = nothing.join(", ");
            let label = "features with nothing to compare";
            text.push_str(&format!("  {label:<38} {:>10}  {effect:>+18.2}\n", ""));
            text.push_str(&format!("    {names}\n"));
        }
        if let Some(why) = self.capped() {
            text.push_str(&format!("  {why:<50}  {:>+18.2}\n", self.capping));
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
            "nothing_to_compare": self.nothing_to_compare().0,
            "rules": rules,
        });
        format!("{whole:#}\n")
    }
}

/// An effect below this share of the largest is not worth a word.
const SLIGHT: f64 = 0.1;

/// What moved a score, the strongest feature first, in a few sentences: at most two features each.
///
/// A feature speaks for duplicate where it is more alike than usual and raises the score, for distinct
/// where it is less alike and lowers it. One that moves the score the other way round (a weight that
/// corrects another feature) is said to raise or to lower it, and no more; one that had nothing to
/// compare speaks for nothing.
pub(super) fn reason(features: &[FeatureRow]) -> String {
    let largest = features
        .iter()
        .map(|row| row.effect.abs())
        .fold(0.0, f64::max);
    let felt = |role: Role| -> Vec<String> {
        let rows = features
            .iter()
            .filter(|row| row.effect.abs() > SLIGHT * largest && row.role() == role);
        rows.take(2).map(FeatureRow::in_words).collect()
    };
    let (for_it, against) = (felt(Role::ForDuplicate), felt(Role::ForDistinct));
    let others = [
        (
            "Raises the score despite low similarity",
            felt(Role::Raises),
        ),
        (
            "Lowers the score despite high similarity",
            felt(Role::Lowers),
        ),
        (
            "Changes the score with nothing to compare",
            felt(Role::Nothing),
        ),
    ];
    let mut sentences = Vec::new();
    let mut say = |what: &str, rows: &[String]| {
        if !rows.is_empty() {
            sentences.push(format!("{what}: {}.", rows.join(" and ")));
        }
    };
    say("Evidence for duplicate", &for_it);
    say("Evidence for distinct", &against);
    others.iter().for_each(|(what, rows)| say(what, rows));
    match (for_it.is_empty(), against.is_empty(), sentences.is_empty()) {
        (_, _, true) => sentences.push("No feature changes the score.".to_string()),
        (false, true, _) | (true, false, _) => {
            sentences.insert(1, "No strong evidence against it.".to_string());
        }
        _ => {}
    }
    sentences.join(" ")
}

/// What a feature says of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// More alike than usual, and it raises the score.
    ForDuplicate,
    /// Less alike than usual, and it lowers it.
    ForDistinct,
    /// Less alike than usual, and yet it raises the score.
    Raises,
    /// More alike than usual, and yet it lowers it.
    Lowers,
    /// It had nothing to compare.
    Nothing,
}

impl FeatureRow {
    pub(super) fn new(feature: &Feature, value: f64, deviation: f64, effect: f64) -> Self {
        FeatureRow {
            name: feature.name().to_string(),
            words: in_words(feature),
            value: Some(value),
            deviation,
            directed: None,
            effect,
        }
    }

    /// Takes back its similarity: there was nothing to compare.
    pub(super) fn found_nothing(&mut self) {
        self.value = None;
        self.directed = None;
    }

    fn role(&self) -> Role {
        match (self.value, self.effect > 0.0, self.deviation > 0.0) {
            (None, ..) => Role::Nothing,
            (_, true, true) => Role::ForDuplicate,
            (_, false, false) => Role::ForDistinct,
            (_, true, false) => Role::Raises,
            (_, false, true) => Role::Lowers,
        }
    }

    /// A suffix where it moves the score the other way than its likeness would; else nothing.
    pub(super) fn despite(&self) -> &'static str {
        match self.role() {
            Role::Raises => ", despite low similarity",
            Role::Lowers => ", despite high similarity",
            Role::ForDuplicate | Role::ForDistinct | Role::Nothing => "",
        }
    }

    /// `the same numbers (number-agreement 0.93)`
    fn in_words(&self) -> String {
        match self.value {
            Some(value) => format!("{} ({} {})", self.words, self.name, decimal(value, 2)),
            None => format!("{} ({})", self.words, self.name),
        }
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
            value: Some(value),
            deviation: value - 0.4,
            directed: None,
            effect,
        }
    }

    #[test]
    fn a_name_cannot_control_the_terminal() {
        let model = crate::model::builtin::model().unwrap();
        let names = ["a\x1b[2J\u{9b}31m", "b\n\u{202e}"];
        let documents = names.map(|name| Document::plain(name, "Boats wait at the pier."));
        let text = PairReport::new(&model, &documents).unwrap().text();
        assert_eq!(text, crate::report::sanitize::sanitize(&text));
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
            "Evidence for duplicate: the same numbers (number-agreement 0.93) and the same \
             words by title, heading, link and text (mwo 0.50). Evidence for distinct: the same \
             runs of 2 words (resemblance:w=2 0.12)."
        );
        assert_eq!(
            reason(&rows[1..2]),
            "Evidence for distinct: the same runs of 2 words (resemblance:w=2 0.12). No strong \
             evidence against it."
        );
        assert_eq!(
            reason(&[row("mwo", 0.5, 0.0)]),
            "No feature changes the score."
        );
        assert_eq!(reason(&[]), "No feature changes the score.");
    }

    #[test]
    fn what_moves_the_score_against_its_likeness_speaks_for_neither() {
        let rows = [
            row("mwo", 0.9, 0.5),
            row("resemblance:w=2", 0.0, 0.4),
            row("length-ratio", 1.0, -0.3),
        ];
        assert_eq!(
            reason(&rows),
            "Evidence for duplicate: the same words by title, heading, link and text (mwo 0.90). \
             No strong evidence against it. Raises the score despite low similarity: the same runs of \
             2 words (resemblance:w=2 0.00). Lowers the score despite high similarity: the same length \
             (length-ratio 1.00)."
        );
        assert_eq!(
            reason(&rows[1..2]),
            "Raises the score despite low similarity: the same runs of 2 words (resemblance:w=2 0.00)."
        );
    }

    #[test]
    fn what_had_nothing_to_compare_speaks_for_nothing() {
        let mut nothing = row("headline-agreement", 1.0, 0.5);
        nothing.found_nothing();
        assert_eq!(
            reason(&[nothing, row("mwo", 0.9, 0.4)]),
            "Evidence for duplicate: the same words by title, heading, link and text (mwo 0.90). \
             No strong evidence against it. Changes the score with nothing to compare: the same \
             headline (headline-agreement)."
        );
    }

    #[test]
    fn plain_texts_agree_on_no_headline_no_number_and_no_markup() {
        let model = crate::model::builtin::model().unwrap();
        let texts = [
            "Boats wait at the pier until the storm is over.",
            "Boats wait at the pier until a storm is over.",
        ];
        let documents = texts.map(|text| Document::plain(text, text));
        let report = PairReport::new(&model, &documents).unwrap();
        let (nothing, effect) = report.nothing_to_compare();
        for name in ["number-agreement", "name-agreement", "tag-paths"] {
            assert!(nothing.contains(&name), "{name} is not in {nothing:?}");
        }
        let effects: f64 = report.compared().map(|row| row.effect).sum();
        let sum = report.base + effects + effect + report.capping;
        assert!((sum - report.judgement.score).abs() < 1e-9);
        let said = format!("{} {}", report.reason(), report.text());
        assert!(
            !said.contains("the same numbers (number-agreement 1.00)"),
            "{said}"
        );
        let line = format!("  features with nothing to compare {effect:>+36.2}\n");
        assert!(said.contains(&line), "{line}{said}");
        let json: serde_json::Value = serde_json::from_str(&report.json()).unwrap();
        let rows = json["features"].as_array().unwrap().iter();
        let row = rows
            .clone()
            .find(|row| row["feature"] == "number-agreement");
        assert!(row.unwrap()["similarity"].is_null());
    }
}
