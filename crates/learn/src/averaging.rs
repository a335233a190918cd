//! One discriminant of several: the weighted mean of their log-odds.

use super::calibration::Calibration;
use super::discriminant::Discriminant;
use super::search::Chosen;

/// The calibration of a score that is log-odds already.
const LOG_ODDS: Calibration = Calibration { a: -1.0, b: 0.0 };

/// The mean of the discriminants of the chosen learners. One alone is left as it is: its score has a
/// margin, which log-odds have not.
pub(super) fn average(
    mut parts: Vec<Discriminant>,
    chosen: &[Chosen],
) -> (Discriminant, Calibration) {
    if let [one] = chosen {
        return (parts.remove(0), one.calibration);
    }
    let log_odds = |(part, of): (Discriminant, &Chosen)| {
        let Calibration { a, b } = of.calibration;
        part.scaled(-of.weight * a, -of.weight * b)
    };
    let parts = parts.into_iter().zip(chosen).map(log_odds);
    (Discriminant::sum(parts), LOG_ODDS)
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
        let part = |it: &Chosen| Some(it.weight * it.calibration.log_odds(it.out_of_fold[row]?));
        chosen.iter().map(part).sum()
    };
    (0..first.out_of_fold.len()).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Kernel;
    use crate::learner::Learner;
    use crate::testing::two_clouds;

    #[test]
    fn the_score_is_the_mean_of_the_log_odds() {
        let (rows, labels) = two_clouds(60, 3, 2);
        let kernels = [Kernel::Monotone, Kernel::Linear, Kernel::laplacian(0.4)];
        let parts: Vec<Discriminant> = kernels
            .iter()
            .map(|&kernel| Learner::new(kernel, 1.0).fit(rows.view(), &labels).unwrap())
            .collect();
        let chosen: Vec<Chosen> = parts
            .iter()
            .zip([0.5, 0.3, 0.2])
            .map(|(part, weight)| Chosen {
                point: 0,
                weight,
                calibration: Calibration::fit(&part.scores(rows.view()), &labels).unwrap(),
                out_of_fold: Vec::new(),
            })
            .collect();
        let (discriminant, calibration) = average(parts.clone(), &chosen);
        for row in rows.outer_iter().map(|row| row.to_vec()) {
            let log_odds = parts
                .iter()
                .zip(&chosen)
                .map(|(part, of)| of.weight * of.calibration.log_odds(part.score(&row)));
            let mean = log_odds.sum::<f64>();
            assert!((discriminant.score(&row) - mean).abs() < 1e-9);
            let p = 1.0 / (1.0 + (-mean).exp());
            assert!((calibration.probability(discriminant.score(&row)) - p).abs() < 1e-9);
        }
        let alone = average(parts[2..].to_vec(), &chosen[2..]);
        assert_eq!(alone, (parts[2].clone(), chosen[2].calibration));
    }

    #[test]
    fn a_row_without_a_score_of_each_has_none() {
        let chosen = |score: Option<f64>| Chosen {
            point: 0,
            weight: 0.5,
            calibration: Calibration { a: -2.0, b: 1.0 },
            out_of_fold: vec![Some(1.0), score],
        };
        let scores = average_scores(&[chosen(Some(2.0)), chosen(None)]);
        assert_eq!(scores, [Some(1.0), None]);
        assert_eq!(average_scores(&[chosen(Some(2.0))]), [Some(1.0), Some(2.0)]);
    }
}
