//! A judged pair for a terminal and for programs.

use serde_json::{Value, json};

use super::figures::{compared, decimal, number};
use super::sanitize::sanitize_line;
use dejalu_base::plural::counted;
use dejalu_experiment::model::{
    Decision, FeatureEffect, JudgedPair, Judgement, NearestLevels, RuleDecision,
};

/// A judged pair in words, for a terminal and for programs.
#[derive(Debug, Clone, Copy)]
pub struct PairReport<'a>(&'a JudgedPair);

impl<'a> PairReport<'a> {
    /// Words what was judged.
    pub fn new(pair: &'a JudgedPair) -> Self {
        PairReport(pair)
    }

    /// The judgement in one sentence.
    pub fn verdict(&self) -> String {
        let Judgement {
            decision,
            score,
            probability,
        } = self.0.judgement;
        let [score, threshold] = compared(score, self.0.threshold, 2);
        let agreement = self.agreement();
        let agreement = agreement.map_or(String::new(), |agreement| format!("; {agreement}"));
        if let Some(veto) = &self.0.veto {
            return format!("{decision} (never joined: {}{agreement})", veto.says);
        }
        let level = self
            .level()
            .map_or(String::new(), |level| format!("; {level}"));
        format!(
            "{decision} (probability of a duplicate {probability:.2}; score {score}, duplicate from {threshold}{level}){agreement}",
        )
    }

    /// The level that the pair reaches, and the next stricter one: `level revision, copy from 0.87`. Nothing with a model
    /// without levels, or of a pair that a veto holds of.
    pub fn level(&self) -> Option<String> {
        let NearestLevels { reached, missed } = self.0.levels;
        if self.0.veto.is_some() || reached.is_none() && missed.is_none() {
            return None;
        }
        let score = self.0.judgement.score;
        let next = missed.map(|it| format!("{} from {}", it.level, compared(score, it.from, 2)[1]));
        Some(match (reached, next) {
            (Some(reached), Some(next)) => format!("level {}, {next}", reached.level),
            (Some(reached), None) => format!("level {}", reached.level),
            (None, next) => format!("no level, {}", next.unwrap_or_default()),
        })
    }

    /// Describes the effect of the ceiling or of a veto, if it has one.
    pub fn capped(&self) -> Option<String> {
        let why = match (&self.0.veto, self.0.capping) {
            (Some(veto), _) => return Some(format!("never joined: {}", veto.says)),
            (None, 0.0) => return None,
            (None, raised) if raised > 0.0 => "identical texts get the highest score",
            _ => "no pair scores higher than identical texts",
        };
        Some(why.to_owned())
    }

    /// States how many published rules agree: `9 of the 13 published rules agree`. With a model that leaves the pair
    /// undecided no rule can agree: `9 of the 13 published rules call it a duplicate`. Nothing where no rule applies.
    pub fn agreement(&self) -> Option<String> {
        let duplicate = self.0.rules.iter().filter(|rule| rule.duplicate).count();
        let all = self.0.rules.len();
        let (said, what) = match self.0.judgement.decision {
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

    /// That the pair is of another kind than those that the model learned from, if it is.
    pub fn extrapolation(&self) -> Option<String> {
        const NAMED: usize = 3;
        let (outside, all) = (self.0.outside.len(), self.0.features.len());
        let named = self.0.outside.iter().take(NAMED);
        let named: Vec<&str> = named.map(String::as_str).collect();
        let rest = if outside > NAMED { " …" } else { "" };
        self.0.is_extrapolated().then(|| {
            format!(
                "{outside} of {all} similarities lie outside what the model learned from ({}{rest}), \
                 so the score is an extrapolation",
                named.join(", ")
            )
        })
    }

    /// Explains in a few sentences what moved the model.
    pub fn reason(&self) -> String {
        reason(&self.0.features)
    }

    /// For a terminal: the verdict, the features that move the score, the rules. The documents' names
    /// cannot control it.
    pub fn text(&self) -> String {
        let [left, right] = self.0.ids.each_ref().map(|id| sanitize_line(id));
        let warning = self.extrapolation();
        let warning = warning.map_or_else(String::new, |it| format!("warning: {it}\n"));
        let (verdict, reason) = (self.verdict(), self.reason());
        let mut text = format!("{left}\n{right}\n{verdict}\n{warning}{reason}\n\n");
        text.push_str("  feature                                similarity   effect on score\n");
        for row in self.0.compared() {
            text.push_str(&format!(
                "  {:<38} {:>10.3}  {:>+18.2}\n",
                row.name,
                row.value.unwrap_or_default(),
                row.effect
            ));
        }
        let (nothing, effect) = self.0.nothing_to_compare();
        if !nothing.is_empty() {
            let names = nothing.join(", ");
            let label = "features with nothing to compare";
            text.push_str(&format!("  {label:<38} {:>10}  {effect:>+18.2}\n", ""));
            text.push_str(&format!("    {names}\n"));
        }
        if let Some(why) = self.capped() {
            text.push_str(&format!("  {why:<50}  {:>+18.2}\n", self.0.capping));
        }
        text.push_str("\n  published rule                         similarity  duplicate from\n");
        for rule in &self.0.rules {
            let verdict = if rule.duplicate {
                "duplicate"
            } else {
                "distinct"
            };
            let [value, at] = match rule.value {
                Some(value) => compared(value, rule.at, 3),
                None => [decimal(f64::NAN, 3), decimal(rule.at, 3)],
            };
            text.push_str(&format!(
                "  {:<38} {value:>10}  {at:>14}  {verdict}\n",
                rule.name
            ));
        }
        text
    }

    /// For programs.
    pub fn json(&self) -> String {
        let features: Vec<_> = self
            .0
            .features
            .iter()
            .map(
                |row| json!({ "feature": row.name, "similarity": row.value, "effect": row.effect }),
            )
            .collect();
        let rules: Vec<_> = self.0
            .rules
            .iter()
            .map(|row| json!({ "rule": row.name, "similarity": row.value, "at": row.at, "duplicate": row.duplicate }))
            .collect();
        let whole = json!({
            "id_a": self.0.ids[0],
            "id_b": self.0.ids[1],
            "decision": self.0.judgement.decision,
            "score": self.0.judgement.score,
            "probability": self.0.judgement.probability,
            "threshold": self.0.threshold,
            "level": self.0.levels.reached.map(|it| it.level),
            "next_level": self.0.levels.missed,
            "outside": self.0.outside,
            "features": features,
            "capping": self.0.capping,
            "veto": self.0.veto.as_ref().map(|veto| &veto.name),
            "nothing_to_compare": self.0.nothing_to_compare().0,
            "rules": rules,
        });
        format!("{whole:#}\n")
    }

    /// The decisions of the published rules, under their names in JSON.
    pub(super) fn rule_values(&self) -> Vec<Value> {
        let rules = self.0.rules.iter();
        let value = |row: &RuleDecision| json!({ "rule": row.name, "feature": row.feature, "similarity": row.value, "at": row.at, "duplicate": row.duplicate });
        rules.map(value).collect()
    }

    /// From the score of an average pair to this one's, without a veto: the `most` features that move it most, the
    /// rest as one step, with those that do not move it, and so what had nothing to compare, and the ceiling.
    pub(super) fn steps(&self, most: usize) -> Vec<Step<'a>> {
        let step = |words: String, effect| Step {
            words,
            effect,
            feature: None,
            nothing: Vec::new(),
        };
        let moving = self.0.compared().filter(|row| row.effect != 0.0);
        let most = moving.count().min(most);
        let mut steps: Vec<Step> = self
            .0
            .compared()
            .take(most)
            .map(|row| Step {
                feature: Some(row),
                ..step(words(row), row.effect)
            })
            .collect();
        let rest: Vec<f64> = self.0.compared().skip(most).map(|row| row.effect).collect();
        if !rest.is_empty() {
            let words = number(rest.len(), "more feature");
            steps.push(step(words, rest.iter().sum()));
        }
        let (nothing, effect) = self.0.nothing_to_compare();
        if !nothing.is_empty() {
            let [one, many] =
                ["feature", "features"].map(|it| format!("{it} with nothing to compare"));
            let words = counted(nothing.len(), &one, &many);
            steps.push(Step {
                nothing,
                ..step(words, effect)
            });
        }
        let capped = self.capped().filter(|_| self.0.veto.is_none());
        steps.extend(capped.map(|why| step(why, self.0.capping)));
        steps
    }
}

/// A step of a score: a feature, or several together.
pub(super) struct Step<'a> {
    pub words: String,
    pub effect: f64,
    /// None where they are several.
    pub feature: Option<&'a FeatureEffect>,
    /// Those that had nothing to compare.
    pub nothing: Vec<&'a str>,
}

/// The class that an effect makes likelier.
pub(super) fn towards(effect: f64) -> &'static str {
    if effect < 0.0 {
        "distinct"
    } else {
        "duplicate"
    }
}

/// An effect below this share of the largest is not worth a word.
const SLIGHT: f64 = 0.1;

/// Explains what moved a score, the strongest feature first, in a few sentences: at most two
/// features each.
///
/// A feature speaks for duplicate where it is more alike than usual and raises the score, for distinct
/// where it is less alike and lowers it. One that moves the score the other way round (a weight that
/// corrects another feature) is said to raise or to lower it, and no more; one that had nothing to
/// compare speaks for nothing.
pub(super) fn reason(features: &[FeatureEffect]) -> String {
    let largest = features
        .iter()
        .map(|row| row.effect.abs())
        .fold(0.0, f64::max);
    let felt = |wanted: Role| -> Vec<String> {
        let rows = features
            .iter()
            .filter(|row| row.effect.abs() > SLIGHT * largest && role(row) == wanted);
        rows.take(2).map(with_value).collect()
    };
    let said = [
        (
            "Similar, which suggests duplicate",
            felt(Role::ForDuplicate),
        ),
        (
            "Dissimilar, which suggests distinct",
            felt(Role::ForDistinct),
        ),
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
    let sentences = said.iter().filter(|(_, rows)| !rows.is_empty());
    let mut sentences: Vec<String> = sentences
        .map(|(what, rows)| format!("{what}: {}.", rows.join(" and ")))
        .collect();
    let [(_, for_it), (_, against), ..] = &said;
    match (for_it.is_empty(), against.is_empty(), sentences.is_empty()) {
        (_, _, true) => sentences.push("No feature changes the score.".to_string()),
        (false, true, _) => {
            sentences.insert(1, "Nothing strong suggests distinct.".to_string());
        }
        (true, false, _) => {
            sentences.insert(1, "Nothing strong suggests duplicate.".to_string());
        }
        _ => {}
    }
    sentences.join(" ")
}

/// The role of a feature in a pair's score.
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

fn role(row: &FeatureEffect) -> Role {
    match (row.value, row.effect > 0.0, row.deviation > 0.0) {
        (None, ..) => Role::Nothing,
        (_, true, true) => Role::ForDuplicate,
        (_, false, false) => Role::ForDistinct,
        (_, true, false) => Role::Raises,
        (_, false, true) => Role::Lowers,
    }
}

/// A suffix where a feature moves the score the other way than its likeness would; else nothing.
pub(super) fn despite(row: &FeatureEffect) -> &'static str {
    match role(row) {
        Role::Raises => ", despite low similarity",
        Role::Lowers => ", despite high similarity",
        Role::ForDuplicate | Role::ForDistinct | Role::Nothing => "",
    }
}

/// What a feature says of a pair: `doi: the same code`. One that is the absence of something else, which is not absent and
/// lowers the score, says that it is there: not `no other pages` but `pages: other pages`.
fn words(row: &FeatureEffect) -> String {
    let is_there = row.value.is_some_and(|value| value < 1.0) && row.effect < 0.0;
    let absent = row.words.strip_prefix("no ").filter(|_| is_there);
    let words = absent.unwrap_or(&row.words);
    match &row.field {
        Some(field) => format!("{}: {words}", sanitize_line(field)),
        None => words.to_owned(),
    }
}

/// `numbers in common (number-agreement 0.93)`
fn with_value(row: &FeatureEffect) -> String {
    match row.value {
        Some(value) => format!("{} ({} {})", row.words, row.name, decimal(value, 2)),
        None => format!("{} ({})", row.words, row.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_similarity::Feature;
    use dejalu_text::document::Document;

    fn row(name: &str, value: f64, effect: f64) -> FeatureEffect {
        let feature: Feature = name.parse().unwrap();
        FeatureEffect {
            name: name.to_string(),
            words: feature.description(),
            field: None,
            value: Some(value),
            deviation: value - 0.4,
            directed: None,
            effect,
        }
    }

    #[test]
    fn a_name_cannot_control_the_terminal() {
        let model = dejalu_experiment::model::builtin::model().unwrap();
        let names = ["a\x1b[2J\u{9b}31m", "b\n\u{202e}"];
        let documents = names.map(|name| Document::plain(name, "Boats wait at the pier."));
        let judged = model.explain(&documents[0], &documents[1]).unwrap();
        let text = PairReport::new(&judged).text();
        assert_eq!(text, crate::sanitize::sanitize(&text));
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
            "Similar, which suggests duplicate: numbers in common (number-agreement 0.93) and \
             words in common by title, heading, link and text (mwo 0.50). Dissimilar, which suggests distinct: \
             runs of 2 words in common (resemblance:w=2 0.12)."
        );
        assert_eq!(
            reason(&rows[1..2]),
            "Dissimilar, which suggests distinct: runs of 2 words in common (resemblance:w=2 0.12). \
             Nothing strong suggests duplicate."
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
            "Similar, which suggests duplicate: words in common by title, heading, link and text (mwo 0.90). \
             Nothing strong suggests distinct. Raises the score despite low similarity: runs of 2 words in \
             common (resemblance:w=2 0.00). Lowers the score despite high similarity: agreement in length \
             (length-ratio 1.00)."
        );
        assert_eq!(
            reason(&rows[1..2]),
            "Raises the score despite low similarity: runs of 2 words in common (resemblance:w=2 0.00)."
        );
    }

    #[test]
    fn what_had_nothing_to_compare_speaks_for_nothing() {
        let mut nothing = row("headline-agreement", 1.0, 0.5);
        nothing.found_nothing();
        assert_eq!(
            reason(&[nothing, row("mwo", 0.9, 0.4)]),
            "Similar, which suggests duplicate: words in common by title, heading, link and text (mwo 0.90). \
             Nothing strong suggests distinct. Changes the score with nothing to compare: agreement \
             of the headlines (headline-agreement)."
        );
    }

    #[test]
    fn plain_texts_agree_on_no_headline_no_number_and_no_markup() {
        let model = dejalu_experiment::model::builtin::model().unwrap();
        let texts = [
            "Boats wait at the pier until the storm is over.",
            "Boats wait at the pier until a storm is over.",
        ];
        let documents = texts.map(|text| Document::plain(text, text));
        let judged = model.explain(&documents[0], &documents[1]).unwrap();
        let report = PairReport::new(&judged);
        let (nothing, effect) = judged.nothing_to_compare();
        for name in ["number-agreement", "name-agreement", "tag-paths"] {
            assert!(nothing.contains(&name), "{name} is not in {nothing:?}");
        }
        let effects: f64 = judged.compared().map(|row| row.effect).sum();
        let sum = judged.base + effects + effect + judged.capping;
        assert!((sum - judged.judgement.score).abs() < 1e-9);
        let said = format!("{} {}", report.reason(), report.text());
        assert!(
            !said.contains("numbers in common (number-agreement 1.00)"),
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
