//! The threshold with the best F1, on average over draws of the rows.

use xxhash_rust::xxh3::xxh3_64;

use crate::evaluation::ranking::{Ranking, all_finite, same_length};
use dejalu_base::error::Result;

/// Number of draws that are averaged; more of them would change the mean by less than two more rows
/// do.
const DRAWS: u64 = 50;

/// The mean of the thresholds with the highest F1 over draws of the rows (bagging: Breiman 1996); `None`
/// where no draw holds a positive. Each negative stands for `weight` of them.
///
/// The threshold of the rows as they are lies between two of them, and jumps to another place when one
/// of many changes; its mean over draws moves as far as the evidence does, and stays where classes lie
/// apart. In a draw each row counts as often as chance says, on average once (Poisson bootstrap: Oza and
/// Russell 2001), by a hash of its place: equal rows give equal thresholds.
///
/// # Errors
///
/// A different number of scores and labels; a score that is not finite.
pub(super) fn bagged_threshold(
    scores: &[f64],
    labels: &[bool],
    weight: f64,
) -> Result<Option<f64>> {
    same_length("scores", scores.len(), labels.len())?;
    all_finite(scores)?;
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&i, &j| scores[j].total_cmp(&scores[i]));
    let best = |draw: u64| {
        let rows = order.iter();
        let drawn = rows.map(|&row| (scores[row], labels[row], times(draw, row)));
        let ranking = Ranking::of_descending(drawn).weighing_negatives(weight);
        Some(ranking.best_f1(0.0)?.threshold)
    };
    let found: Vec<f64> = (0..DRAWS).filter_map(best).collect();
    let mean = found.iter().sum::<f64>() / found.len() as f64;
    Ok(Some(mean).filter(|mean| mean.is_finite()))
}

/// Number of times a row counts in a draw: a Poisson variable of mean 1.
fn times(draw: u64, row: usize) -> u64 {
    let hash = xxh3_64(&[draw.to_le_bytes(), (row as u64).to_le_bytes()].concat());
    let chance = hash as f64 / u64::MAX as f64;
    let (mut count, mut probability) = (0, (-1.0_f64).exp());
    let mut reached = probability;
    while reached < chance && count < 12 {
        count += 1;
        probability /= count as f64;
        reached += probability;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_counts_once_on_average() {
        let counts: Vec<u64> = (0..40_000).map(|row| times(3, row)).collect();
        let mean = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
        let share = |n: u64| counts.iter().filter(|it| **it == n).count() as f64 / 40_000.0;
        assert!((mean - 1.0).abs() < 0.02, "{mean}");
        assert!((share(0) - 0.368).abs() < 0.01 && (share(2) - 0.184).abs() < 0.01);
    }

    #[test]
    fn the_threshold_lies_between_classes_and_hardly_follows_one_row() {
        let apart: Vec<f64> = (0..40).map(|i| if i < 20 { -1.0 } else { 1.0 }).collect();
        let labels: Vec<bool> = (0..40).map(|i| i >= 20).collect();
        assert_eq!(bagged_threshold(&apart, &labels, 1.0).unwrap(), Some(0.0));
        // One positive far below the others: in a third of the draws it is not there.
        let mut scores = apart.clone();
        scores[20] = -0.8;
        let bagged = bagged_threshold(&scores, &labels, 1.0).unwrap().unwrap();
        let at_once = Ranking::new(&scores, &labels)
            .unwrap()
            .best_f1(0.0)
            .unwrap()
            .threshold;
        assert!(
            at_once < -0.85 && bagged > -0.8 && bagged < -0.4,
            "{at_once} {bagged}"
        );
        assert_eq!(bagged_threshold(&apart, &[false; 40], 1.0).unwrap(), None);
        assert_eq!(bagged_threshold(&[], &[], 1.0).unwrap(), None);
    }
}
