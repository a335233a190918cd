//! A judged pair in written figures, for the page.

use serde::Serialize;

use crate::experiment::{FeatureEffect, JudgedPair, RuleDecision};
use crate::plural::counted;
use crate::report::figures::{decimal, percent, signed};
use crate::report::sanitize::sanitize_line;

/// A smaller effect is written as 0.00.
const FELT: f64 = 0.005;

/// A [`JudgedPair`] in written figures.
#[derive(Serialize)]
pub(super) struct Told<'a> {
    left: String,
    right: String,
    decision: String,
    words: String,
    probability: String,
    score: String,
    threshold: String,
    /// Those that compared something and move the score visibly.
    features: Vec<ToldFeature<'a>>,
    /// What those do that had nothing to compare.
    nothing: String,
    /// What the others do.
    rest: String,
    rules: Vec<ToldRule<'a>>,
    agree: String,
}

#[derive(Serialize)]
struct ToldFeature<'a> {
    name: &'a str,
    words: &'a str,
    value: String,
    effect: String,
    /// Where its bar begins and how long it is, in hundredths of the longest.
    bar: [f64; 2],
    towards: &'static str,
}

#[derive(Serialize)]
struct ToldRule<'a> {
    name: &'a str,
    value: String,
    at: String,
    verdict: &'static str,
}

impl<'a> Told<'a> {
    pub(super) fn of(sample: &'a JudgedPair) -> Self {
        let effects = sample.features.iter().map(|it| it.effect);
        let largest = effects.map(f64::abs).fold(f64::MIN_POSITIVE, f64::max);
        let felt = sample.compared().filter(|it| it.effect.abs() >= FELT);
        let features: Vec<ToldFeature> = felt.map(|it| ToldFeature::of(it, largest)).collect();
        Told {
            rest: rest(sample.compared().count() - features.len()),
            nothing: nothing(sample.nothing_to_compare()),
            features,
            left: sanitize_line(&sample.ids[0]),
            right: sanitize_line(&sample.ids[1]),
            decision: sample.judgement.decision.to_string(),
            words: sample.reason(),
            probability: percent(Some(sample.judgement.probability)),
            score: decimal(sample.judgement.score, 3),
            threshold: decimal(sample.threshold, 3),
            rules: sample.rules.iter().map(ToldRule::of).collect(),
            agree: sample.agreement().unwrap_or_default(),
        }
    }
}

/// `3 more features change the score by less than 0.01.`
fn rest(features: usize) -> String {
    match features {
        0 => String::new(),
        _ => counted(
            features as u64,
            "more feature changes the score by less than 0.01.",
            "more features change the score by less than 0.01.",
        ),
    }
}

/// `Features with nothing to compare move it by +0.12: tag-paths, year-agreement.`
fn nothing((names, effect): (Vec<&str>, f64)) -> String {
    if names.is_empty() {
        String::new()
    } else {
        format!(
            "Features with nothing to compare change the score by {}: {}.",
            signed(effect),
            names.join(", ")
        )
    }
}

impl<'a> ToldFeature<'a> {
    fn of(feature: &'a FeatureEffect, largest: f64) -> Self {
        let effect = feature.effect;
        let length = (effect.abs() / largest * 1000.0).round() / 10.0;
        let against = effect < 0.0;
        ToldFeature {
            name: &feature.name,
            words: &feature.words,
            value: feature
                .value
                .map_or_else(String::new, |value| decimal(value, 3)),
            effect: signed(effect),
            bar: [if against { -length } else { 0.0 }, length],
            towards: if against { "distinct" } else { "duplicate" },
        }
    }
}

impl<'a> ToldRule<'a> {
    fn of(rule: &'a RuleDecision) -> Self {
        ToldRule {
            name: &rule.name,
            value: decimal(rule.value, 3),
            at: decimal(rule.at, 3),
            verdict: if rule.duplicate {
                "duplicate"
            } else {
                "distinct"
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_measured_by_the_longest() {
        let feature = |effect| FeatureEffect {
            name: "mwo".to_string(),
            words: "the same words".to_string(),
            value: Some(0.5),
            deviation: 0.0,
            directed: None,
            effect,
        };
        let bar = |effect| ToldFeature::of(&feature(effect), 2.0).bar;
        assert_eq!(bar(2.0), [0.0, 100.0]);
        assert_eq!(bar(-0.5), [-25.0, 25.0]);
        assert_eq!(bar(0.0), [0.0, 0.0]);
    }
}
