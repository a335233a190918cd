//! A judged pair in written figures, for the page.

use crate::pair::PairReport;
use serde::Serialize;
use serde_json::Value;

use crate::figures::{signed, tenths};
use crate::pair::towards;
use crate::sanitize::sanitize_line;
use dejalu_base::plural::counted;
use dejalu_experiment::model::Judgement;
use dejalu_experiment::model::{FeatureEffect, JudgedPair};

/// A smaller effect is written as 0.00.
const FELT: f64 = 0.005;

/// A [`JudgedPair`] in written figures.
#[derive(Serialize)]
pub(super) struct OnePair<'a> {
    ids: [String; 2],
    judgement: Judgement,
    threshold: f64,
    reason: String,
    /// Those that compared something and move the score visibly.
    features: Vec<FeatureRow<'a>>,
    /// Describes the features that had nothing to compare.
    nothing: String,
    /// Describes the other features.
    rest: String,
    rules: Vec<Value>,
    agree: String,
}

#[derive(Serialize)]
struct FeatureRow<'a> {
    name: &'a str,
    words: &'a str,
    value: Option<f64>,
    effect: f64,
    /// Start and length of its bar, in hundredths of the longest.
    bar: [f64; 2],
    towards: &'static str,
}

impl<'a> OnePair<'a> {
    pub(super) fn of(sample: &'a JudgedPair) -> Self {
        let report = PairReport::new(sample);
        let effects = sample.features.iter().map(|it| it.effect);
        let largest = effects.map(f64::abs).fold(f64::MIN_POSITIVE, f64::max);
        let felt = sample.compared().filter(|it| it.effect.abs() >= FELT);
        let features: Vec<FeatureRow> = felt.map(|it| FeatureRow::of(it, largest)).collect();
        OnePair {
            rest: rest(sample.compared().count() - features.len()),
            nothing: nothing(sample.nothing_to_compare()),
            features,
            ids: sample.ids.each_ref().map(|id| sanitize_line(id)),
            judgement: sample.judgement,
            threshold: sample.threshold,
            reason: report.reason(),
            rules: report.rule_values(),
            agree: report.agreement().unwrap_or_default(),
        }
    }
}

/// `3 more features change the score by less than 0.01.`
fn rest(features: usize) -> String {
    match features {
        0 => String::new(),
        _ => counted(
            features,
            "more feature changes the score by less than 0.01.",
            "more features change the score by less than 0.01.",
        ),
    }
}

/// `Features with nothing to compare: tag-paths, year-agreement.`, and what they do if they do
/// something: in an older model, and of two equal texts.
fn nothing((names, effect): (Vec<&str>, f64)) -> String {
    if names.is_empty() {
        return String::new();
    }
    let names = names.join(", ");
    if effect == 0.0 {
        format!("Features with nothing to compare: {names}.")
    } else {
        let effect = signed(effect);
        format!("Features with nothing to compare change the score by {effect}: {names}.")
    }
}

impl<'a> FeatureRow<'a> {
    fn of(feature: &'a FeatureEffect, largest: f64) -> Self {
        let effect = feature.effect;
        let length = tenths(effect.abs() / largest);
        FeatureRow {
            name: &feature.name,
            words: &feature.words,
            value: feature.value,
            effect,
            bar: [if effect < 0.0 { -length } else { 0.0 }, length],
            towards: towards(effect),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_had_nothing_to_compare_is_named_with_what_it_does() {
        assert_eq!(nothing((vec![], 0.0)), "");
        assert_eq!(
            nothing((vec!["mwo", "dice"], 0.0)),
            "Features with nothing to compare: mwo, dice."
        );
        assert_eq!(
            nothing((vec!["mwo"], 0.123)),
            "Features with nothing to compare change the score by +0.12: mwo."
        );
    }

    #[test]
    fn bars_are_measured_by_the_longest() {
        let feature = |effect| FeatureEffect {
            field: None,
            name: "mwo".to_string(),
            words: "words in common".to_string(),
            value: Some(0.5),
            deviation: 0.0,
            directed: None,
            effect,
        };
        let bar = |effect| FeatureRow::of(&feature(effect), 2.0).bar;
        assert_eq!(bar(2.0), [0.0, 100.0]);
        assert_eq!(bar(-0.5), [-25.0, 25.0]);
        assert_eq!(bar(0.0), [0.0, 0.0]);
    }
}
