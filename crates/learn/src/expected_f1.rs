//! The threshold with the largest expected F1.

use super::calibration::Calibration;
use super::share::ClassWeights;
use dejalu_base::error::Result;

/// The score from which calling rows positive has the largest expected F1, half-way between two
/// scores; `None` without rows or where every score has the same probability.
///
/// Where the rows with a score of at least t are called positive, and p is the calibrated
/// probability of a row, about 2·Σ_{score ≥ t} p / (#{score ≥ t} + Σ p) is expected. Unlike the F1 of
/// the labels it changes little from one row to the next, and so does its maximum. `rows` are scores
/// and for how many rows each counts.
pub(super) fn expected_f1_threshold(
    calibration: &Calibration,
    mut rows: Vec<(f64, f64)>,
) -> Option<f64> {
    if calibration.a == 0.0 {
        return None;
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let positives = |&(score, weight): &(f64, f64)| weight * calibration.probability(score);
    let all: f64 = rows.iter().map(positives).sum();
    let (mut called, mut right) = (0.0, 0.0);
    let mut best: Option<(f64, usize)> = None;
    for (place, row) in rows.iter().enumerate() {
        called += row.1;
        right += positives(row);
        let f1 = 2.0 * right / (called + all);
        if best.is_none_or(|(known, _)| f1 > known) {
            best = Some((f1, place));
        }
    }
    let (_, last) = best?;
    let below = rows.get(last + 1).unwrap_or(&rows[last]);
    Some(f64::midpoint(rows[last].0, below.0))
}

/// The score that tells rows of one kind from rows of a weaker one: that with the largest expected F1 under a sigmoid
/// fitted to both, as if `share` (above 0, below 1) of all rows were of the stronger kind. `None` if the scores do not
/// tell them apart, or one kind has no rows.
///
/// ```
/// use dejalu_learn::kinds_threshold;
///
/// let threshold = kinds_threshold(&[2.0, 1.5, 1.2], &[0.1, -0.2, 0.3, -0.5], 0.5)?;
/// assert!(threshold.is_some_and(|it| it > 0.3 && it < 1.2));
/// assert_eq!(kinds_threshold(&[1.0], &[], 0.5)?, None);
/// assert_eq!(kinds_threshold(&[0.0, -1.0], &[1.0, 2.0], 0.5)?, None);
/// # Ok::<(), dejalu_base::Error>(())
/// ```
///
/// # Errors
///
/// A score that is not finite.
pub fn kinds_threshold(stronger: &[f64], weaker: &[f64], share: f64) -> Result<Option<f64>> {
    let scores = [stronger, weaker].concat();
    let labels: Vec<bool> = (0..scores.len()).map(|row| row < stronger.len()).collect();
    let weights = ClassWeights::restoring(share, &labels);
    let calibration = Calibration::fit_weighted(&scores, &labels, weights)?;
    // Where the stronger kind does not score higher, or the best is to take all rows, scores do not tell the two apart.
    if calibration.a >= 0.0 {
        return Ok(None);
    }
    let lowest = scores.iter().copied().reduce(f64::min);
    let counted = labels.iter().map(|&label| weights.of(label));
    let rows = scores.iter().copied().zip(counted).collect();
    let best = expected_f1_threshold(&calibration, rows);
    Ok(best.filter(|&best| lowest.is_some_and(|lowest| best > lowest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOGISTIC: Calibration = Calibration { a: -1.0, b: 0.0 };

    #[test]
    fn the_threshold_is_where_a_row_no_longer_helps() {
        // p = 0.88, 0.5 and 0.12: expected F1 0.74, 0.79 and 0.67.
        let rows = vec![(-2.0, 1.0), (0.0, 1.0), (2.0, 1.0)];
        assert_eq!(expected_f1_threshold(&LOGISTIC, rows), Some(-1.0));
        // Where the middle row stands for many, they cost more precision than they bring recall.
        let rows = vec![(-2.0, 1.0), (-1.0, 9.0), (2.0, 3.0)];
        assert_eq!(expected_f1_threshold(&LOGISTIC, rows), Some(0.5));
    }

    #[test]
    fn many_rows_give_half_of_the_best_f1() {
        // The best threshold is where the probability is half of the F1 there (Lipton, Elkan and
        // Narayanaswamy 2014).
        let rows: Vec<(f64, f64)> = (-4_000..4_000).map(|i| (f64::from(i) / 1e3, 1.0)).collect();
        let threshold = expected_f1_threshold(&LOGISTIC, rows.clone()).unwrap();
        let p = |score: f64| LOGISTIC.probability(score);
        let sum = |from: f64| {
            rows.iter()
                .filter(|it| it.0 >= from)
                .map(|it| p(it.0))
                .sum::<f64>()
        };
        let called = rows.iter().filter(|it| it.0 >= threshold).count() as f64;
        let f1 = 2.0 * sum(threshold) / (called + sum(f64::NEG_INFINITY));
        assert!(
            (p(threshold) - f1 / 2.0).abs() < 1e-3,
            "{} {f1}",
            p(threshold)
        );
    }

    #[test]
    fn scores_that_tell_nothing_have_no_threshold() {
        let flat = Calibration { a: 0.0, b: 0.3 };
        assert_eq!(expected_f1_threshold(&flat, vec![(1.0, 1.0)]), None);
        assert_eq!(expected_f1_threshold(&LOGISTIC, Vec::new()), None);
        assert_eq!(
            expected_f1_threshold(&LOGISTIC, vec![(1.0, 1.0)]),
            Some(1.0)
        );
    }
}
