//! Curves over all thresholds, and their areas.
//!
//! All curves come from one [`Ranking`], so each costs one sort, and equal scores are one point, as
//! in scikit-learn.

use serde::{Deserialize, Serialize};

use super::ranking::{Cut, Ranking};

/// A point of a curve.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The horizontal value.
    pub x: f64,
    /// The vertical value.
    pub y: f64,
    /// Rows with at least this score are called positive; `None` if none is.
    pub threshold: Option<f64>,
}

/// The ROC curve: true positive rate (y) over false positive rate (x), both in \[0, 1\], from the
/// origin, where nothing is called positive, to (1, 1). Empty where one class is missing.
pub fn roc(ranking: &Ranking) -> Vec<Point> {
    let (positives, negatives) = (ranking.positives() as f64, ranking.negatives() as f64);
    if ranking.positives() == 0 || ranking.negatives() == 0 {
        return Vec::new();
    }
    curve(ranking, Some((0.0, 0.0)), |cut| {
        let false_positives = cut.false_positives as f64 / negatives;
        (false_positives, cut.true_positives as f64 / positives)
    })
}

/// The precision–recall curve: precision (y) over recall (x), both in \[0, 1\], from recall 0,
/// where precision is drawn as 1, to the threshold that calls everything positive. Empty without a
/// positive.
pub fn precision_recall(ranking: &Ranking) -> Vec<Point> {
    if ranking.positives() == 0 {
        return Vec::new();
    }
    let positives = ranking.positives() as f64;
    curve(ranking, Some((0.0, 1.0)), |cut| {
        (cut.true_positives as f64 / positives, cut.precision())
    })
}

/// F1 (y, in \[0, 1\]) over the threshold (x), one point for each distinct score from the highest
/// down. Empty without a positive.
pub fn f1_curve(ranking: &Ranking) -> Vec<Point> {
    if ranking.positives() == 0 {
        return Vec::new();
    }
    curve(ranking, None, |cut| (cut.score, ranking.f1(cut)))
}

/// A point a cut, after one where nothing is called positive.
fn curve(
    ranking: &Ranking,
    of_nothing: Option<(f64, f64)>,
    of: impl Fn(&Cut) -> (f64, f64),
) -> Vec<Point> {
    let point = |(x, y), threshold| Point { x, y, threshold };
    let nothing = of_nothing.map(|at| point(at, None));
    let cuts = ranking.cuts().iter();
    let cuts = cuts.map(|cut| point(of(cut), Some(cut.score)));
    nothing.into_iter().chain(cuts).collect()
}

/// The area under the ROC curve, in \[0, 1\]: the probability that a positive outscores a negative,
/// ties counting half. Summed in integers. `None` where one class is missing.
pub fn roc_auc(ranking: &Ranking) -> Option<f64> {
    let pairs = u128::from(ranking.positives()) * u128::from(ranking.negatives());
    if pairs == 0 {
        return None;
    }
    let mut doubled: u128 = 0;
    let (mut tp, mut fp) = (0, 0);
    for cut in ranking.cuts() {
        let width = u128::from(cut.false_positives - fp);
        doubled += width * u128::from(cut.true_positives + tp);
        (tp, fp) = (cut.true_positives, cut.false_positives);
    }
    Some(doubled as f64 / (2 * pairs) as f64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_roc_curve_starts_at_the_origin() {
        let ranking = Ranking::new(&[3.0, 2.0, 2.0, 1.0], &[true, true, false, false]).unwrap();
        let points: Vec<_> = roc(&ranking).iter().map(|p| (p.x, p.y)).collect();
        assert_eq!(points, [(0.0, 0.0), (0.0, 0.5), (0.5, 1.0), (1.0, 1.0)]);
        assert_eq!(roc_auc(&ranking), Some(0.875));
        let f1: Vec<_> = f1_curve(&ranking).iter().map(|p| (p.x, p.y)).collect();
        assert_eq!(f1, [(3.0, 2.0 / 3.0), (2.0, 0.8), (1.0, 2.0 / 3.0)]);
    }

    #[test]
    fn curves_of_one_class_are_absent() {
        let negative = Ranking::new(&[1.0], &[false]).unwrap();
        assert!(roc(&negative).is_empty() && precision_recall(&negative).is_empty());
        assert!(f1_curve(&negative).is_empty());
        assert_eq!(roc_auc(&negative), None);
    }

    proptest! {
        #[test]
        fn the_area_is_the_share_of_pairs_in_order(rows in prop::collection::vec((-6i8..6, any::<bool>()), 0..50)) {
            let scores: Vec<f64> = rows.iter().map(|row| f64::from(row.0)).collect();
            let labels: Vec<bool> = rows.iter().map(|row| row.1).collect();
            let (mut pairs, mut won) = (0.0, 0.0);
            for positive in rows.iter().filter(|row| row.1) {
                for negative in rows.iter().filter(|row| !row.1) {
                    pairs += 1.0;
                    won += match positive.0.cmp(&negative.0) {
                        std::cmp::Ordering::Greater => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Less => 0.0,
                    };
                }
            }
            match roc_auc(&Ranking::new(&scores, &labels).unwrap()) {
                None => prop_assert_eq!(pairs, 0.0),
                Some(area) => prop_assert!((area - won / pairs).abs() < 1e-12),
            }
        }
    }
}
