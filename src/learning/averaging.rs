//! One discriminant of several: the mean of their log-odds.

use super::calibration::Calibration;
use super::discriminant::Discriminant;
use super::search::Chosen;

/// The calibration of a score that is log-odds already.
const LOG_ODDS: Calibration = Calibration { a: -1.0, b: 0.0 };

/// Whose mean is taken, each with the calibration of its scores. One alone is left as it is: its
/// score has a margin, which log-odds have not.
pub(super) fn average(mut parts: Vec<(Discriminant, Calibration)>) -> (Discriminant, Calibration) {
    if parts.len() == 1 {
        return parts.remove(0);
    }
    let share = 1.0 / parts.len() as f64;
    let log_odds = |(part, calibration): (Discriminant, Calibration)| {
        part.scaled(-share * calibration.a, -share * calibration.b)
    };
    (Discriminant::sum(parts.into_iter().map(log_odds)), LOG_ODDS)
}

/// The out-of-fold scores of what [`average`] makes of the chosen learners.
pub(super) fn average_scores(chosen: &[Chosen]) -> Vec<Option<f64>> {
    let [first, others @ ..] = chosen else {
        return Vec::new();
    };
    if others.is_empty() {
        return first.out_of_fold.clone();
    }
    let mean = |row: usize| {
        let scores = chosen
            .iter()
            .map(|it| Some(it.calibration.log_odds(it.out_of_fold[row]?)));
        let sum: Option<f64> = scores.sum();
        Some(sum? / chosen.len() as f64)
    };
    (0..first.out_of_fold.len()).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::kernel::Kernel;
    use crate::learning::learner::Learner;
    use crate::learning::testing::two_clouds;

    #[test]
    fn the_score_is_the_mean_of_the_log_odds() {
        let (rows, labels) = two_clouds(60, 3, 2);
        let kernels = [Kernel::Monotone, Kernel::Linear, Kernel::Rbf { gamma: 0.4 }];
        let parts: Vec<(Discriminant, Calibration)> = kernels
            .iter()
            .map(|&kernel| {
                let fitted = Learner::new(kernel, 1.0).fit(rows.view(), &labels).unwrap();
                let calibration = Calibration::fit(&fitted.scores(rows.view()), &labels).unwrap();
                (fitted, calibration)
            })
            .collect();
        let (discriminant, calibration) = average(parts.clone());
        for row in rows.outer_iter().map(|row| row.to_vec()) {
            let log_odds = parts.iter().map(|(part, of)| of.log_odds(part.score(&row)));
            let mean = log_odds.sum::<f64>() / 3.0;
            assert!((discriminant.score(&row) - mean).abs() < 1e-9);
            let p = 1.0 / (1.0 + (-mean).exp());
            assert!((calibration.probability(discriminant.score(&row)) - p).abs() < 1e-9);
        }
        assert_eq!(average(parts[2..].to_vec()), parts[2]);
    }

    #[test]
    fn a_row_without_a_score_of_each_has_none() {
        let chosen = |score: Option<f64>| Chosen {
            point: 0,
            calibration: Calibration { a: -2.0, b: 1.0 },
            out_of_fold: vec![Some(1.0), score],
        };
        let scores = average_scores(&[chosen(Some(2.0)), chosen(None)]);
        assert_eq!(scores, [Some(1.0), None]);
        assert_eq!(average_scores(&[chosen(Some(2.0))]), [Some(1.0), Some(2.0)]);
    }
}
