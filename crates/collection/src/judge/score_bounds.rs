//! Bounds of a judge's score while some of the similarities are not known.

use super::judge::{Judge, JudgeKind};
use dejalu_experiment::rules;

/// A missing value as a discriminant sees it, scaled.
const MISSING: f64 = 0.0;

impl Judge {
    /// A score below which every pair is distinct at this `threshold`.
    pub(crate) fn distinct_below(&self, threshold: f64) -> f64 {
        match &self.kind {
            JudgeKind::Model(model) => model.distinct_below(threshold),
            JudgeKind::Rule { .. } => threshold,
        }
    }

    /// The largest score that a vector between `low` and `high` may have. Where the two differ its value
    /// is not known yet, and may turn out to be missing.
    pub(crate) fn at_most(&self, low: &[f64], high: &[f64]) -> f64 {
        match &self.kind {
            JudgeKind::Model(model) => {
                let (mut least, mut most) = (model.scaling.row(low), model.scaling.row(high));
                for place in (0..low.len()).filter(|&place| low[place] < high[place]) {
                    // A factor read from a file may be negative, and a mean outside [0, 1].
                    let (a, b) = (least[place], most[place]);
                    least[place] = a.min(b).min(MISSING);
                    most[place] = a.max(b).max(MISSING);
                }
                let (_, value) = model.discriminant.bounds(&least, &most);
                model.capped(high, value)
            }
            JudgeKind::Rule { .. } => self.score(high),
        }
    }

    /// The score without any feature, if it is a sum of [contributions](Self::additive_contribution), except for copies
    /// and a ceiling: of a linear model and of a rule.
    pub(crate) fn additive_base(&self) -> Option<f64> {
        match &self.kind {
            JudgeKind::Model(model) => model.additive_base(),
            JudgeKind::Rule { .. } => Some(0.0),
        }
    }

    /// Contribution to the score of a value of the feature at this place; 0 if the score is not a
    /// sum.
    pub(crate) fn additive_contribution(&self, place: usize, value: f64) -> f64 {
        match &self.kind {
            JudgeKind::Model(model) => model.additive_contribution(place, value),
            JudgeKind::Rule { .. } if place == 0 => rules::score(value),
            JudgeKind::Rule { .. } => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_similarity::measures::Missing;

    #[test]
    fn a_bound_holds_where_what_is_not_known_yet_turns_out_to_be_missing() {
        let mut model = dejalu_experiment::model::builtin::model().unwrap();
        model.features = model.features.with_missing(Missing::Neutral);
        let count = model.features.len();
        // As no training leaves it: every similarity lies above the mean, or every one below.
        for mean in [-1.0, 0.5, 2.0] {
            model.scaling.offsets = vec![mean; count];
            let judge = Judge::model(model.clone());
            for known in [0, 1, count / 2, count] {
                let mut low = vec![0.25; count];
                low[known..].fill(0.0);
                let mut high = low.clone();
                high[known..].fill(1.0);
                let mut missing = low.clone();
                missing[known..].fill(f64::NAN);
                let bound = judge.at_most(&low, &high);
                for vector in [&low, &high, &missing] {
                    let score = judge.score(vector);
                    assert!(score <= bound, "{mean} {known}: {score} {bound}");
                }
            }
        }
    }
}
