//! A judged pair in written figures, for the page.

use serde::Serialize;

use super::figures::{counted, decimal, percent};
use super::pair::{FeatureRow, PairReport, RuleRow};

/// A [`PairReport`] in written figures.
#[derive(Serialize)]
pub(super) struct Told<'a> {
    left: &'a str,
    right: &'a str,
    decision: String,
    words: String,
    probability: String,
    score: String,
    threshold: String,
    features: Vec<ToldFeature<'a>>,
    rules: Vec<ToldRule<'a>>,
    agree: String,
}

#[derive(Serialize)]
struct ToldFeature<'a> {
    name: &'a str,
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
    pub(super) fn of(sample: &'a PairReport) -> Self {
        let effects = sample.features.iter().map(|it| it.effect);
        let largest = effects.map(f64::abs).fold(f64::MIN_POSITIVE, f64::max);
        let duplicates = sample.rules.iter().filter(|it| it.duplicate).count();
        let rules = counted(sample.rules.len() as u64, "rule", "rules");
        let call = if duplicates == 1 { "calls" } else { "call" };
        Told {
            left: &sample.ids[0],
            right: &sample.ids[1],
            decision: sample.judgement.decision.to_string(),
            words: sample.reason(),
            probability: percent(Some(sample.judgement.probability)),
            score: decimal(sample.judgement.score, 3),
            threshold: decimal(sample.threshold, 3),
            features: sample
                .features
                .iter()
                .map(|it| ToldFeature::of(it, largest))
                .collect(),
            rules: sample.rules.iter().map(ToldRule::of).collect(),
            agree: format!("{duplicates} of {rules} {call} it a duplicate"),
        }
    }
}

impl<'a> ToldFeature<'a> {
    fn of(feature: &'a FeatureRow, largest: f64) -> Self {
        let effect = feature.effect;
        let length = (effect.abs() / largest * 1000.0).round() / 10.0;
        let against = effect < 0.0;
        ToldFeature {
            name: &feature.name,
            value: decimal(feature.value, 3),
            effect: signed(effect),
            bar: [if against { -length } else { 0.0 }, length],
            towards: if against { "distinct" } else { "duplicate" },
        }
    }
}

impl<'a> ToldRule<'a> {
    fn of(rule: &'a RuleRow) -> Self {
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

/// `+0.31`, `-0.02`, `0.00`.
fn signed(value: f64) -> String {
    let text = decimal(value, 2);
    let some = text
        .bytes()
        .any(|byte| byte.is_ascii_digit() && byte != b'0');
    match value > 0.0 && some {
        true => format!("+{text}"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_carry_their_sign() {
        let effects = [0.314, -0.02, 0.001, -0.001].map(signed);
        assert_eq!(effects, ["+0.31", "-0.02", "0.00", "0.00"]);
    }

    #[test]
    fn bars_are_measured_by_the_longest() {
        let feature = |effect| FeatureRow {
            name: "mwo".to_string(),
            value: 0.5,
            effect,
        };
        let bar = |effect| ToldFeature::of(&feature(effect), 2.0).bar;
        assert_eq!(bar(2.0), [0.0, 100.0]);
        assert_eq!(bar(-0.5), [-25.0, 25.0]);
        assert_eq!(bar(0.0), [0.0, 0.0]);
    }
}
