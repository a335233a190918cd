//! One pair, explained: what the model and the rules say of it.

use serde::Serialize;

use super::figures::{counted, decimal, percent};

/// One pair of documents, and what the model and the rules say of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The first document's name.
    pub left: String,
    /// The second document's name.
    pub right: String,
    /// `duplicate`, `distinct` or `unsure`.
    pub decision: String,
    /// The probability that the pair is a duplicate, in [0, 1], if the model is calibrated.
    pub probability: Option<f64>,
    /// The model's score.
    pub score: f64,
    /// The score from which on a pair is called a duplicate.
    pub threshold: f64,
    /// What the model looked at.
    pub features: Vec<SampleFeature>,
    /// What the rules say.
    pub rules: Vec<SampleRule>,
    /// The explanation in a sentence or two.
    pub words: String,
}

/// A feature of a [`Sample`].
#[derive(Debug, Clone, PartialEq)]
pub struct SampleFeature {
    /// The feature's name.
    pub name: String,
    /// The pair's similarity, in [0, 1].
    pub value: f64,
    /// What it adds to the score: positive towards duplicate. `None` where a model cannot say.
    pub effect: Option<f64>,
}

/// A rule's word on a [`Sample`].
#[derive(Debug, Clone, PartialEq)]
pub struct SampleRule {
    /// The rule's name.
    pub name: String,
    /// The pair's similarity by the rule's measure, in [0, 1].
    pub value: f64,
    /// The rule's threshold.
    pub at: f64,
    /// Whether it calls the pair a duplicate.
    pub duplicate: bool,
}

/// A sample in written figures, for the page.
#[derive(Serialize)]
pub(super) struct Told<'a> {
    left: &'a str,
    right: &'a str,
    decision: &'a str,
    words: &'a str,
    probability: Option<String>,
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
    effect: Option<String>,
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
    pub(super) fn of(sample: &'a Sample) -> Self {
        let effects = sample.features.iter().filter_map(|it| it.effect);
        let largest = effects.map(f64::abs).fold(f64::MIN_POSITIVE, f64::max);
        let duplicates = sample.rules.iter().filter(|it| it.duplicate).count();
        let rules = counted(sample.rules.len() as u64, "rule", "rules");
        let call = if duplicates == 1 { "calls" } else { "call" };
        Told {
            left: &sample.left,
            right: &sample.right,
            decision: &sample.decision,
            words: &sample.words,
            probability: sample.probability.map(|it| percent(Some(it))),
            score: decimal(sample.score, 3),
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
    fn of(feature: &'a SampleFeature, largest: f64) -> Self {
        let effect = feature.effect.unwrap_or(0.0);
        let length = (effect.abs() / largest * 1000.0).round() / 10.0;
        let against = effect < 0.0;
        ToldFeature {
            name: &feature.name,
            value: decimal(feature.value, 3),
            effect: feature.effect.map(signed),
            bar: [if against { -length } else { 0.0 }, length],
            towards: if against { "distinct" } else { "duplicate" },
        }
    }
}

impl<'a> ToldRule<'a> {
    fn of(rule: &'a SampleRule) -> Self {
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
        let feature = |effect| SampleFeature {
            name: "mwo".to_string(),
            value: 0.5,
            effect,
        };
        let bar = |effect| ToldFeature::of(&feature(effect), 2.0).bar;
        assert_eq!(bar(Some(2.0)), [0.0, 100.0]);
        assert_eq!(bar(Some(-0.5)), [-25.0, 25.0]);
        assert_eq!(bar(None), [0.0, 0.0]);
    }
}
