//! From the score of an average pair to this pair's, feature by feature, and the threshold.

use serde::Serialize;
use serde_json::Value;

use super::explanation::Explanation;
use super::json::feature;
use crate::experiment::FeatureEffect;
use crate::plural::counted;
use crate::report::figures::number;

/// The length of the axis.
const LENGTH: f64 = 1000.0;

/// The most features that have a row of their own.
const FEATURES: usize = 12;

/// Room on the axis beyond the outermost mark, as a share of what is marked.
const MARGIN: f64 = 0.04;

/// Steps that add up.
#[derive(Serialize)]
pub(super) struct Waterfall {
    steps: Vec<Step>,
    /// Where the score of an average pair, this pair's score and the threshold lie.
    base: Mark,
    score: Mark,
    threshold: Mark,
    /// The scores at the two ends of the axis.
    ends: [f64; 2],
}

/// A place on the axis.
#[derive(Serialize)]
struct Mark {
    at: f64,
    exact: f64,
}

/// What one feature adds, or the rest of them together.
#[derive(Serialize)]
struct Step {
    words: String,
    /// The feature; none where there are several.
    feature: Option<Value>,
    from: f64,
    length: f64,
    towards: &'static str,
    effect: f64,
}

impl Explanation {
    /// The steps, the largest first; those beyond the first dozen are one, and so are those with nothing
    /// to compare.
    pub(super) fn waterfall(&self) -> Waterfall {
        let judged = &self.judged;
        let compared: Vec<&FeatureEffect> = judged.compared().collect();
        let (shown, rest) = compared.split_at(compared.len().min(FEATURES));
        let rest_effect: f64 = rest.iter().map(|row| row.effect).sum();
        let (nothing, nothing_effect) = judged.nothing_to_compare();
        let last = [rest_effect, nothing_effect, judged.capping];
        let effects = shown.iter().map(|row| row.effect).chain(last);
        let mut sum = judged.base;
        let sums = effects.map(|effect| {
            sum += effect;
            sum
        });
        let sums: Vec<f64> = std::iter::once(judged.base).chain(sums).collect();
        let marked = sums
            .iter()
            .chain([&judged.threshold, &judged.judgement.score]);
        let axis = Axis::over(marked.copied());

        let mut steps: Vec<Step> = Vec::new();
        for (row, ends) in shown.iter().zip(sums.windows(2)) {
            steps.push(Step {
                feature: Some(feature(judged, row)),
                ..axis.step([&row.words, row.despite()].concat(), row.effect, ends[0])
            });
        }
        if !rest.is_empty() {
            let words = number(rest.len(), "more feature");
            steps.push(axis.step(words, rest_effect, sums[shown.len()]));
        }
        if !nothing.is_empty() {
            let words = counted(
                nothing.len() as u64,
                "feature with nothing to compare",
                "features with nothing to compare",
            );
            steps.push(axis.step(words, nothing_effect, sums[shown.len() + 1]));
        }
        if let Some(why) = judged.capped() {
            steps.push(axis.step(why.to_string(), judged.capping, sums[shown.len() + 2]));
        }
        Waterfall {
            steps,
            base: axis.mark(judged.base),
            score: axis.mark(judged.judgement.score),
            threshold: axis.mark(judged.threshold),
            ends: [axis.from, axis.to],
        }
    }
}

/// The scores from one end to the other.
struct Axis {
    from: f64,
    to: f64,
}

impl Axis {
    fn over(marked: impl Iterator<Item = f64>) -> Self {
        let (from, to) = marked.fold((f64::INFINITY, f64::NEG_INFINITY), |(from, to), value| {
            (from.min(value), to.max(value))
        });
        let margin = ((to - from) * MARGIN).max(1e-6);
        Axis {
            from: from - margin,
            to: to + margin,
        }
    }

    fn at(&self, score: f64) -> f64 {
        let at = (score - self.from) / (self.to - self.from) * LENGTH;
        (at * 10.0).round() / 10.0
    }

    fn mark(&self, score: f64) -> Mark {
        Mark {
            at: self.at(score),
            exact: score,
        }
    }

    fn step(&self, words: String, effect: f64, from: f64) -> Step {
        let (one, other) = (self.at(from), self.at(from + effect));
        Step {
            words,
            feature: None,
            from: one.min(other),
            length: (other - one).abs(),
            towards: if effect < 0.0 {
                "distinct"
            } else {
                "duplicate"
            },
            effect,
        }
    }
}
