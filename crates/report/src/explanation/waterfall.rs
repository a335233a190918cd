//! From the score of an average pair to this pair's, feature by feature, and the threshold.

use crate::pair::{PairReport, despite};
use serde::Serialize;
use serde_json::Value;

use super::explanation::Explanation;
use super::json::feature;
use crate::pair::towards;

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
    /// Positions of the score of an average pair, this pair's score and the threshold.
    base: Mark,
    score: Mark,
    threshold: Mark,
    /// The veto that makes it distinct whatever its features say: its score is then that without the veto.
    veto: Option<String>,
    /// True if a published rule looks at one of the features.
    has_published: bool,
    /// The scores at the two ends of the axis.
    ends: [f64; 2],
}

/// A place on the axis.
#[derive(Serialize)]
struct Mark {
    at: f64,
    exact: f64,
}

/// The contribution of one feature, or of the rest together.
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
        let steps = PairReport::new(judged).steps(FEATURES);
        let score = judged.score_without_veto();
        let mut sums = vec![judged.base];
        for (place, step) in steps.iter().enumerate() {
            sums.push(sums[place] + step.effect);
        }
        let others = [judged.threshold, score];
        let axis = Axis::over(sums.iter().copied().chain(others));
        let drawn = steps.into_iter().zip(&sums).map(|(step, &from)| {
            let ends = [from, from + step.effect].map(|score| axis.at(score));
            let row = step.feature;
            Step {
                words: step.words + row.map_or("", despite),
                feature: row.map(|row| feature(judged, row)),
                from: ends[0].min(ends[1]),
                length: (ends[1] - ends[0]).abs(),
                towards: towards(step.effect),
                effect: step.effect,
            }
        });
        Waterfall {
            has_published: judged
                .compared()
                .take(FEATURES)
                .any(|row| judged.published(&row.name).is_some()),
            veto: judged.veto.as_ref().map(|it| it.says.clone()),
            steps: drawn.collect(),
            base: axis.mark(judged.base),
            score: axis.mark(score),
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
}
