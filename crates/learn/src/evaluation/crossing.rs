//! The threshold at which both error rates are equal, as Yerra 2005 (000) calibrates it.

use serde::{Deserialize, Serialize};

use super::ranking::Ranking;
use dejalu_base::threshold::reaches;

/// The step of a sweep (000, section 3.2.2).
const STEP: f64 = 0.05;

/// The error rates of a rule at the thresholds of a sweep, and the point where they cross (000,
/// section 3.2.2 and figure 3.2).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ErrorCurves {
    /// The sweep, in ascending thresholds; empty where one class is missing.
    pub points: Vec<ErrorRates>,
    /// The point at which false positives and false negatives are equally frequent; `None` without
    /// points.
    pub crossing: Option<ErrorRates>,
}

impl ErrorCurves {
    /// Sweeps the threshold from `from`, in \[0, 1\], to 1 by 0.05; the thesis begins at 0.5, a rule that it
    /// does not name at 0. \[choice\] The curves are rates, false positives of the negatives and false
    /// negatives of the positives, so that the crossing does not move with the share of positives.
    pub fn sweep(ranking: &Ranking, from: f64) -> Self {
        let steps = ((1.0 - from) / STEP).round() as usize;
        let count = steps.max(1) as f64;
        let thresholds = (0..=steps).map(|step| from + step as f64 * (1.0 - from) / count);
        ErrorCurves::at(ranking, thresholds)
    }

    /// The error rates at these thresholds, given in ascending order.
    pub fn at(ranking: &Ranking, thresholds: impl IntoIterator<Item = f64>) -> Self {
        let (positives, negatives) = (ranking.positives() as f64, ranking.negatives() as f64);
        if ranking.positives() == 0 || ranking.negatives() == 0 {
            return ErrorCurves::default();
        }
        let cuts = ranking.cuts();
        let rates = |at: f64| {
            // The cuts descend; the last one that reaches the threshold counts what is called
            // positive there.
            let called = cuts.partition_point(|cut| reaches(cut.score, at));
            let (tp, fp) = match called.checked_sub(1) {
                Some(last) => (cuts[last].true_positives, cuts[last].false_positives),
                None => (0, 0),
            };
            ErrorRates {
                at,
                false_positives: fp as f64 / negatives,
                false_negatives: (ranking.positives() - tp) as f64 / positives,
            }
        };
        let points: Vec<ErrorRates> = thresholds.into_iter().map(rates).collect();
        ErrorCurves {
            crossing: error_crossing(&points),
            points,
        }
    }
}

/// The error rates at a threshold.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ErrorRates {
    /// The threshold.
    pub at: f64,
    /// The share of the negatives that are called positive.
    pub false_positives: f64,
    /// The share of the positives that are called negative.
    pub false_negatives: f64,
}

/// The point at which false positives and false negatives are equal, by linear interpolation between
/// neighbouring thresholds (000, section 3.2.2, figure 3.2).
///
/// The points are in ascending thresholds. Of several crossings the one with the least sum of errors is
/// taken, of equal ones the first; without any, the point with the least difference. `None` without
/// points, or with numbers that are not finite.
pub fn error_crossing(points: &[ErrorRates]) -> Option<ErrorRates> {
    let is_finite = |it: &ErrorRates| {
        let numbers = [it.at, it.false_positives, it.false_negatives];
        numbers.into_iter().all(f64::is_finite)
    };
    if !points.iter().all(is_finite) {
        return None;
    }
    let points = points.iter().copied();
    let equal = points.clone().filter(|point| point.difference() == 0.0);
    let between = points.clone().zip(points.clone().skip(1));
    let crossings = equal.chain(between.filter_map(|(left, right)| interpolate(left, right)));
    let best = crossings.min_by(|a, b| a.sum().total_cmp(&b.sum()).then(a.at.total_cmp(&b.at)));
    best.or_else(|| points.min_by(|a, b| a.difference().abs().total_cmp(&b.difference().abs())))
}

impl ErrorRates {
    fn sum(&self) -> f64 {
        self.false_positives + self.false_negatives
    }

    fn difference(&self) -> f64 {
        self.false_positives - self.false_negatives
    }
}

fn interpolate(left: ErrorRates, right: ErrorRates) -> Option<ErrorRates> {
    let (before, after) = (left.difference(), right.difference());
    let crosses = (before > 0.0 && after < 0.0) || (before < 0.0 && after > 0.0);
    if !crosses {
        return None;
    }
    let share = before / (before - after);
    let blend = |a: f64, b: f64| a + share * (b - a);
    let errors = blend(left.false_positives, right.false_positives);
    Some(ErrorRates {
        at: blend(left.at, right.at),
        false_positives: errors,
        false_negatives: errors,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rates([at, false_positives, false_negatives]: [f64; 3]) -> ErrorRates {
        ErrorRates {
            at,
            false_positives,
            false_negatives,
        }
    }

    #[test]
    fn errors_cross_between_two_thresholds() {
        let points = [[0.5, 0.4, 0.0], [0.6, 0.2, 0.1], [0.7, 0.1, 0.3]].map(rates);
        let found = error_crossing(&points).unwrap();
        assert!((found.at - 0.6333333333333333).abs() < 1e-12);
        assert!((found.false_positives - 0.16666666666666669).abs() < 1e-12);
        assert_eq!(found.false_positives, found.false_negatives);
    }

    #[test]
    fn of_several_crossings_the_one_with_the_least_errors() {
        let points = [
            [0.1, 0.5, 0.3],
            [0.2, 0.3, 0.5],
            [0.3, 0.2, 0.2],
            [0.4, 0.2, 0.1],
        ]
        .map(rates);
        assert_eq!(error_crossing(&points), Some(points[2]));
    }

    #[test]
    fn without_a_crossing_the_closest_point() {
        let points = [[0.1, 0.5, 0.1], [0.2, 0.4, 0.3], [0.3, 0.9, 0.1]].map(rates);
        assert_eq!(error_crossing(&points), Some(points[1]));
        assert_eq!(error_crossing(&[]), None);
        assert_eq!(error_crossing(&[rates([0.1, f64::NAN, 0.1])]), None);
    }

    #[test]
    fn a_sweep_counts_errors_of_each_class() {
        let scores = [0.9, 0.8, 0.6, 0.75, 0.4, 0.2];
        let labels = [true, true, true, false, false, false];
        let ranking = Ranking::new(&scores, &labels).unwrap();
        let curves = ErrorCurves::sweep(&ranking, 0.5);
        assert_eq!(curves.points.len(), 11);
        assert_eq!(curves.points[0], rates([0.5, 1.0 / 3.0, 0.0]));
        assert_eq!(curves.points[10], rates([1.0, 0.0, 1.0]));
        // From 0.65 on a positive is missed, up to 0.75 a negative is called positive.
        let crossing = curves.crossing.unwrap();
        assert_eq!(crossing.false_positives, crossing.false_negatives);
        assert!((crossing.at - 0.65).abs() < 1e-12, "{crossing:?}");
        assert_eq!(ErrorCurves::sweep(&ranking, 0.0).points.len(), 21);
        let last = ErrorCurves::sweep(&ranking, 1.0).points;
        assert_eq!(last, [curves.points[10]]);
        let one_class = Ranking::new(&[0.5], &[true]).unwrap();
        assert_eq!(ErrorCurves::sweep(&one_class, 0.0), ErrorCurves::default());
    }

    proptest! {
        #[test]
        fn the_rates_are_those_of_counting(rows in prop::collection::vec((0u8..=20, any::<bool>()), 2..60)) {
            let scores: Vec<f64> = rows.iter().map(|row| f64::from(row.0) / 20.0).collect();
            let labels: Vec<bool> = rows.iter().map(|row| row.1).collect();
            let curves = ErrorCurves::sweep(&Ranking::new(&scores, &labels).unwrap(), 0.0);
            for point in &curves.points {
                let called = |label: bool| rows.iter().zip(&scores).filter(move |(row, score)| row.1 == label && reaches(**score, point.at)).count() as f64;
                let of = |label: bool| labels.iter().filter(|&&l| l == label).count() as f64;
                prop_assert_eq!(point.false_positives, called(false) / of(false));
                prop_assert_eq!(point.false_negatives, (of(true) - called(true)) / of(true));
            }
        }
    }
}
