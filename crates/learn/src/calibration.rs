//! The probability that a score stands for.
//!
//! It is fitted on out-of-fold scores: on its own training rows a support vector machine is surer than
//! it will ever be again, since training pushes their scores out of the margin.

use serde::{Deserialize, Serialize};

use super::checks::damaged;
use super::share::ClassWeights;
use crate::evaluation::ranking::{all_finite, same_length};
use dejalu_base::error::Result;

/// Platt's sigmoid: the probability of a positive with score g is 1 / (1 + exp(a·g + b)) (Platt
/// 1999), fitted as Lin, Lin & Weng (2007) do.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// The slope, never above 0: a higher score is never less probable.
    pub a: f64,
    /// The log odds *against* a positive at score 0.
    pub b: f64,
}

impl Calibration {
    /// Fits the sigmoid to out-of-fold `scores` and their `labels`.
    ///
    /// The labels are replaced by Platt's targets (n₊ + 1) / (n₊ + 2) and 1 / (n₋ + 2), so that
    /// perfectly separated scores still have a finite slope. Where higher scores are *less* often
    /// positive, where all scores are equal, or where one class is missing, the slope is 0 and every
    /// score has the smoothed share of positives.
    ///
    /// # Errors
    ///
    /// A different number of scores and labels; a score that is not finite.
    pub fn fit(scores: &[f64], labels: &[bool]) -> Result<Self> {
        Calibration::fit_weighted(scores, labels, ClassWeights::EQUAL)
    }

    /// The same for a set with another share of positives: every score counts by its class.
    ///
    /// # Errors
    ///
    /// As [`fit`](Self::fit).
    pub fn fit_weighted(scores: &[f64], labels: &[bool], weights: ClassWeights) -> Result<Self> {
        same_length("scores", scores.len(), labels.len())?;
        all_finite(scores)?;
        let (positives, negatives) = super::checks::count(labels);
        let flat = Calibration {
            a: 0.0,
            b: ((weights.negative * negatives as f64 + 1.0)
                / (weights.positive * positives as f64 + 1.0))
                .ln(),
        };
        let Some((centre, reach)) = spread(scores) else {
            return Ok(flat);
        };
        if positives == 0 || negatives == 0 {
            return Ok(flat);
        }
        let high = (positives as f64 + 1.0) / (positives as f64 + 2.0);
        let low = 1.0 / (negatives as f64 + 2.0);
        let rows: Vec<Target> = scores
            .iter()
            .zip(labels)
            .map(|(&score, &label)| Target {
                x: (score - centre) / reach,
                t: if label { high } else { low },
                weight: weights.of(label),
            })
            .collect();
        let (slope, intercept) = newton(&rows, flat.b);
        let a = slope / reach;
        let b = intercept - a * centre;
        if a < 0.0 && a.is_finite() && b.is_finite() {
            return Ok(Calibration { a, b });
        }
        Ok(flat)
    }

    /// The probability of a positive, in (0, 1) and never falling as the score rises. A NaN score
    /// has the probability of score 0.
    pub fn probability(&self, score: f64) -> f64 {
        let z = self.a * if score.is_nan() { 0.0 } else { score } + self.b;
        // 0·∞ is no number; the slope 0 means that the score does not matter.
        let z = if z.is_nan() { self.b } else { z };
        sigmoid(z).clamp(f64::EPSILON, 1.0 - f64::EPSILON)
    }

    /// The log-odds of a positive with this score, before the bounds of
    /// [`probability`](Self::probability).
    pub(super) fn log_odds(&self, score: f64) -> f64 {
        -(self.a * score + self.b)
    }

    /// The mean negative log-likelihood of `labels` under the probabilities of `scores`, in nats, each
    /// row weighted by its class; 0 without rows.
    pub(super) fn log_loss(&self, scores: &[f64], labels: &[bool], weights: ClassWeights) -> f64 {
        let (mut sum, mut total) = (0.0, 0.0);
        for (&score, &label) in scores.iter().zip(labels) {
            let p = self.probability(score);
            let weight = weights.of(label);
            sum -= weight * if label { p } else { 1.0 - p }.ln();
            total += weight;
        }
        if total > 0.0 { sum / total } else { 0.0 }
    }

    /// The score whose probability this is; `None` where the score does not matter, or for a
    /// probability outside (0, 1).
    pub fn score_at(&self, probability: f64) -> Option<f64> {
        let score = (((1.0 - probability) / probability).ln() - self.b) / self.a;
        score.is_finite().then_some(score)
    }

    /// Refuses a calibration, read from a file, that is not finite or falls with the score.
    ///
    /// # Errors
    ///
    /// A number that is not finite; a slope above 0.
    pub fn check(&self) -> Result<()> {
        if self.a.is_finite() && self.b.is_finite() && self.a <= 0.0 {
            return Ok(());
        }
        let problem = format!("a is {} and b is {}", self.a, self.b);
        Err(damaged("calibration", problem))
    }
}

/// 1 / (1 + eᶻ), with an exponent that never overflows.
fn sigmoid(z: f64) -> f64 {
    if z >= 0.0 {
        let e = (-z).exp();
        e / (1.0 + e)
    } else {
        1.0 / (1.0 + z.exp())
    }
}

/// Middle and half width of the scores; `None` where they do not differ. Newton's steps are taken
/// on scores brought into \[−1, 1\], where its 2 × 2 system is well conditioned.
fn spread(scores: &[f64]) -> Option<(f64, f64)> {
    let low = scores.iter().copied().reduce(f64::min)?;
    let high = scores.iter().copied().reduce(f64::max)?;
    let reach = high / 2.0 - low / 2.0;
    (reach > 1e-12 * low.abs().max(high.abs())).then_some((high / 2.0 + low / 2.0, reach))
}

struct Target {
    x: f64,
    t: f64,
    weight: f64,
}

/// −log likelihood of the targets under the sigmoid with a and b (Lin, Lin & Weng 2007, formula 17).
fn loss(rows: &[Target], a: f64, b: f64) -> f64 {
    let of = |row: &Target| {
        let z = a * row.x + b;
        let loss = if z >= 0.0 {
            row.t * z + (-z).exp().ln_1p()
        } else {
            (row.t - 1.0) * z + z.exp().ln_1p()
        };
        row.weight * loss
    };
    rows.iter().map(of).sum()
}

/// Newton's method with backtracking (Lin, Lin & Weng 2007, algorithm 1) from a = 0. The loss is
/// convex; when no step improves it any more the best point found is the answer, not an error.
///
/// Why not linfa's `platt_newton_method`: on perfectly separated scores from −10⁹ to 10⁹, on scores
/// around 10⁶, and on none it ends with an error; on scores around 10⁻⁶ it stops at slope 0; its
/// slope may rise. Where it succeeds both agree (a test).
fn newton(rows: &[Target], b: f64) -> (f64, f64) {
    const RIDGE: f64 = 1e-12;
    let (mut a, mut b) = (0.0, b);
    let mut best = loss(rows, a, b);
    for _ in 0..100 {
        let (mut h11, mut h22, mut h21) = (RIDGE, RIDGE, 0.0);
        let (mut g1, mut g2) = (0.0, 0.0);
        for row in rows {
            let p = sigmoid(a * row.x + b);
            let curvature = row.weight * p * (1.0 - p);
            h11 += row.x * row.x * curvature;
            h22 += curvature;
            h21 += row.x * curvature;
            let error = row.weight * (row.t - p);
            g1 += row.x * error;
            g2 += error;
        }
        if g1.abs().max(g2.abs()) < 1e-9 * rows.len() as f64 {
            break;
        }
        let determinant = h11 * h22 - h21 * h21;
        let da = -(h22 * g1 - h21 * g2) / determinant;
        let db = -(h11 * g2 - h21 * g1) / determinant;
        let descent = g1 * da + g2 * db;
        let steps = std::iter::successors(Some(1.0), |step| Some(step / 2.0));
        let improved = steps
            .take(34)
            .map(|step| (step, loss(rows, a + step * da, b + step * db)))
            .find(|(step, next)| *next < best + 1e-4 * step * descent);
        let Some((step, next)) = improved else {
            break;
        };
        (a, b, best) = (a + step * da, b + step * db, next);
    }
    (a, b)
}

#[cfg(test)]
mod tests {
    use linfa::ParamGuard;
    use linfa::composing::platt_scaling::{PlattParams, platt_newton_method};
    use ndarray::ArrayView1;
    use proptest::prelude::*;

    use super::*;

    /// Scores −3 … 3 whose labels overlap between −1 and 1.
    fn overlapping() -> (Vec<f64>, Vec<bool>) {
        let scores: Vec<f64> = (0..200).map(|i| f64::from(i) * 0.03 - 3.0).collect();
        let labels = (0..200)
            .map(|i| i > 130 || (i > 70 && i * 7 % 3 == 0))
            .collect();
        (scores, labels)
    }

    #[test]
    fn the_sigmoid_is_that_of_another_implementation() {
        let (scores, labels) = overlapping();
        let ours = Calibration::fit(&scores, &labels).unwrap();
        let parameters = PlattParams::<f64, ()>::default().check().unwrap();
        let (scores, labels) = (ArrayView1::from(&scores), ArrayView1::from(&labels));
        let (a, b) = platt_newton_method(scores, labels, &parameters).unwrap();
        assert!((ours.a - a).abs() < 1e-3, "{ours:?} {a} {b}");
        assert!((ours.b - b).abs() < 1e-3, "{ours:?} {a} {b}");
    }

    #[test]
    fn expected_positives_are_the_smoothed_positives() {
        // The condition of the optimum for b: probabilities sum to the targets.
        let (scores, labels) = overlapping();
        let fitted = Calibration::fit(&scores, &labels).unwrap();
        let n = labels.iter().filter(|&&label| label).count() as f64;
        let targets = n * (n + 1.0) / (n + 2.0) + (200.0 - n) / (202.0 - n);
        let sum: f64 = scores.iter().map(|&s| fitted.probability(s)).sum();
        assert!((sum - targets).abs() < 1e-5, "{sum} {targets}");
    }

    #[test]
    fn degenerate_scores_have_the_share_of_positives() {
        let share = |scores: &[f64], labels: &[bool]| {
            let fitted = Calibration::fit(scores, labels).unwrap();
            assert_eq!(fitted.a, 0.0);
            fitted.probability(scores.first().copied().unwrap_or(0.0))
        };
        assert!((share(&[], &[]) - 0.5).abs() < 1e-12);
        assert!((share(&[2.0, 2.0, 2.0], &[true, false, false]) - 0.4).abs() < 1e-12);
        assert!((share(&[1.0, 2.0], &[true, true]) - 0.75).abs() < 1e-12);
        // Higher scores less often positive: no slope rather than a falling one.
        assert!((share(&[1.0, 2.0], &[true, false]) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_weight_is_so_many_equal_rows() {
        // So many that the smoothing of the targets, which knows how many there truly are, vanishes.
        let (scores, labels) = overlapping();
        let (scores, labels) = (scores.repeat(20), labels.repeat(20));
        let positives = scores.iter().zip(&labels).filter(|(_, label)| **label);
        let positives: Vec<f64> = positives.map(|(&score, _)| score).collect();
        let doubled = [scores.clone(), positives.clone()].concat();
        let all = [labels.clone(), vec![true; positives.len()]].concat();
        let weights = ClassWeights {
            positive: 2.0,
            negative: 1.0,
        };
        let weighted = Calibration::fit_weighted(&scores, &labels, weights).unwrap();
        let counted = Calibration::fit(&doubled, &all).unwrap();
        let apart = |score| (weighted.probability(score) - counted.probability(score)).abs();
        let most = scores.iter().map(|&score| apart(score)).fold(0.0, f64::max);
        assert!(most < 0.002, "{most}");
    }

    #[test]
    fn a_probability_has_its_score() {
        let (scores, labels) = overlapping();
        let fitted = Calibration::fit(&scores, &labels).unwrap();
        for probability in [0.01, 0.3, 0.5, 0.99] {
            let score = fitted.score_at(probability).unwrap();
            assert!((fitted.probability(score) - probability).abs() < 1e-12);
        }
        assert_eq!(Calibration { a: 0.0, b: 1.0 }.score_at(0.3), None);
        assert_eq!(fitted.score_at(0.0), None);
    }

    #[test]
    fn separated_scores_have_a_finite_slope() {
        let fitted =
            Calibration::fit(&[-1e9, -2.0, 2.0, 1e9], &[false, false, true, true]).unwrap();
        assert!(fitted.check().is_ok() && fitted.a < 0.0, "{fitted:?}");
        let fitted =
            Calibration::fit(&[-2.0, -1.0, 1.0, 2.0], &[false, false, true, true]).unwrap();
        // Four rows can never say more than (2 + 1) / (2 + 2).
        assert!((0.7..0.9).contains(&fitted.probability(2.0)), "{fitted:?}");
    }

    #[test]
    fn extreme_scores_stay_inside_0_and_1() {
        let fitted = Calibration { a: -2.0, b: 0.1 };
        for score in [
            f64::NEG_INFINITY,
            -1e300,
            -50.0,
            50.0,
            1e300,
            f64::INFINITY,
            f64::NAN,
        ] {
            let p = fitted.probability(score);
            assert!(p > 0.0 && p < 1.0, "{score}: {p}");
        }
        let flat = Calibration { a: 0.0, b: 0.0 };
        assert_eq!(flat.probability(f64::INFINITY), 0.5);
        assert!(Calibration { a: 1.0, b: 0.0 }.check().is_err());
    }

    proptest! {
        #[test]
        fn the_probability_never_falls(rows in prop::collection::vec((-5.0..5.0f64, any::<bool>()), 0..40), scale in 1e-6..1e6f64) {
            let scores: Vec<f64> = rows.iter().map(|row| row.0 * scale).collect();
            let labels: Vec<bool> = rows.iter().map(|row| row.1).collect();
            let fitted = Calibration::fit(&scores, &labels).unwrap();
            prop_assert!(fitted.check().is_ok());
            let mut sorted = scores.clone();
            sorted.sort_by(f64::total_cmp);
            let probabilities: Vec<f64> = sorted.iter().map(|&s| fitted.probability(s)).collect();
            prop_assert!(probabilities.windows(2).all(|pair| pair[0] <= pair[1]));
        }
    }
}
