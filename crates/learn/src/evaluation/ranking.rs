//! Labels in the order of their scores: what best thresholds, curves and areas are read from.
//!
//! Both the learner (its operating point) and the evaluation (its curves) ask the same question:
//! *if everything scored at least this much were called positive, what would be right?* A
//! [`Ranking`] answers it for every possible threshold after one sort, in O(n log n).

use std::cmp::Ordering;

use dejalu_base::error::{LearnError, Result};
use dejalu_base::threshold::reaches;

/// Everything whose score [`reaches`] `score` is called positive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cut {
    /// The threshold: the highest of the scores that this cut adds, which differ by [`MARGIN`](dejalu_base::threshold::MARGIN) at
    /// most.
    pub score: f64,
    /// Positives whose scores reach `score`.
    pub true_positives: u64,
    /// Negatives whose scores reach `score`.
    pub false_positives: u64,
}

/// All distinct cuts of a scored, labelled set, from the highest score down.
///
/// Rows whose scores are equal within [`MARGIN`](dejalu_base::threshold::MARGIN) cannot be distinguished by a threshold, so they
/// form one cut.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    cuts: Vec<Cut>,
    positives: u64,
    negatives: u64,
    /// For how many negatives each one stands.
    weight: f64,
}

/// The threshold with the highest F1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestF1 {
    /// Rows with at least this score are called positive.
    pub threshold: f64,
    /// F1 there.
    pub f1: f64,
}

impl Ranking {
    /// Ranks `labels` (`true` is positive) by `scores`, one score for each label.
    ///
    /// # Errors
    ///
    /// A different number of scores and labels; a score that is not finite.
    pub fn new(scores: &[f64], labels: &[bool]) -> Result<Self> {
        same_length("scores", scores.len(), labels.len())?;
        all_finite(scores)?;
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|&i, &j| scores[j].total_cmp(&scores[i]));
        let rows = order.into_iter().map(|row| (scores[row], labels[row], 1));
        Ok(Ranking::of_descending(rows))
    }

    /// Ranks rows (score, label, how often it counts) whose finite scores do not rise.
    pub(crate) fn of_descending(rows: impl Iterator<Item = (f64, bool, u64)>) -> Self {
        let mut ranking = Ranking {
            cuts: Vec::new(),
            positives: 0,
            negatives: 0,
            weight: 1.0,
        };
        for (score, label, count) in rows.filter(|&(.., count)| count > 0) {
            ranking.push(score, label, count);
        }
        ranking
    }

    /// The same where each negative stands for `weight` of them, positive and finite, as in a set
    /// with another share of positives: thresholds, F1 and precision are those of that set.
    pub fn weighing_negatives(self, weight: f64) -> Self {
        Ranking { weight, ..self }
    }

    fn push(&mut self, score: f64, positive: bool, count: u64) {
        let class = if positive {
            &mut self.positives
        } else {
            &mut self.negatives
        };
        *class += count;
        let cut = |score| Cut {
            score,
            true_positives: self.positives,
            false_positives: self.negatives,
        };
        match self.cuts.last_mut() {
            Some(last) if reaches(score, last.score) => *last = cut(last.score),
            _ => self.cuts.push(cut(score)),
        }
    }

    /// The cuts, highest score first; empty for an empty set.
    pub fn cuts(&self) -> &[Cut] {
        &self.cuts
    }

    /// The number of positive labels.
    pub fn positives(&self) -> u64 {
        self.positives
    }

    /// The number of negative labels.
    pub fn negatives(&self) -> u64 {
        self.negatives
    }

    /// The threshold that makes cut number `index`: half-way to the next lower score, which leaves
    /// as much room on either side as the data allow; the lowest score itself at the last cut.
    /// `None` past the end.
    pub fn threshold(&self, index: usize) -> Option<f64> {
        let upper = self.cuts.get(index)?.score;
        let lower = self.cuts.get(index + 1).map_or(upper, |cut| cut.score);
        // Halved before the sum, so that huge scores do not overflow.
        let middle = upper / 2.0 + lower / 2.0;
        // Of close neighbours the lower one would reach the middle too.
        Some(if reaches(lower, middle) {
            upper
        } else {
            middle
        })
    }

    /// The threshold (call positive what scores at least as much) with the highest F1.
    ///
    /// Equal F1 are decided by the distance to `near` (0 for an SVM's margin, the published cut for
    /// a rule), then by the higher threshold. `None` without a positive label.
    pub fn best_f1(&self, near: f64) -> Option<BestF1> {
        if self.positives == 0 {
            return None;
        }
        let best = (0..self.cuts.len()).min_by(|&i, &j| {
            let by_f1 = self.compare_f1(j, i);
            by_f1.then_with(|| {
                self.distance(i, near)
                    .total_cmp(&self.distance(j, near))
                    .then(i.cmp(&j))
            })
        })?;
        Some(BestF1 {
            threshold: self.threshold(best)?,
            f1: self.f1(&self.cuts[best]),
        })
    }

    /// The threshold with the highest recall among those whose precision is at least `precision`.
    /// `None` where no threshold is that precise.
    pub fn at_precision(&self, precision: f64) -> Option<f64> {
        let precise = |cut: &Cut| self.precision(cut) >= precision;
        let candidates = (0..self.cuts.len()).filter(|&i| precise(&self.cuts[i]));
        // At equal recall the higher cut is the more precise one.
        let best =
            candidates.max_by_key(|&i| (self.cuts[i].true_positives, std::cmp::Reverse(i)))?;
        self.threshold(best)
    }

    /// The threshold with the highest precision among those whose recall is at least `recall`, the
    /// lower one where two are equally precise. `None` without a positive label, or above 1.
    pub fn at_recall(&self, recall: f64) -> Option<f64> {
        if self.positives == 0 {
            return None;
        }
        let reached = |cut: &Cut| cut.true_positives as f64 / self.positives as f64 >= recall;
        let best = (0..self.cuts.len())
            .filter(|&i| reached(&self.cuts[i]))
            .max_by(|&i, &j| {
                self.precision(&self.cuts[i])
                    .total_cmp(&self.precision(&self.cuts[j]))
            })?;
        self.threshold(best)
    }

    /// Average precision, Σ (Rᵢ − Rᵢ₋₁)·Pᵢ over the cuts from the highest score down, in \[0, 1\];
    /// no interpolation, as scikit-learn's `average_precision_score`. `None` without a positive.
    pub fn average_precision(&self) -> Option<f64> {
        if self.positives == 0 {
            return None;
        }
        let mut previous = 0;
        let mut sum = 0.0;
        for cut in &self.cuts {
            sum += (cut.true_positives - previous) as f64 * self.precision(cut);
            previous = cut.true_positives;
        }
        Some((sum / self.positives as f64).min(1.0))
    }

    /// F1 of a cut of this ranking: 2·TP / (2·TP + FP + FN), in \[0, 1\]; 0 where nothing is right.
    pub fn f1(&self, cut: &Cut) -> f64 {
        if cut.true_positives == 0 {
            return 0.0;
        }
        let right = (cut.true_positives + self.positives) as f64;
        2.0 * cut.true_positives as f64 / (right + self.weight * cut.false_positives as f64)
    }

    /// F1 rises with TP / (P + FP). Without weights that is compared as fractions of integers, so
    /// that equal F1 are equal and not a rounding apart.
    fn compare_f1(&self, left: usize, right: usize) -> Ordering {
        let (left, right) = (&self.cuts[left], &self.cuts[right]);
        if self.weight != 1.0 {
            return self.f1(left).total_cmp(&self.f1(right));
        }
        let under = |cut: &Cut| u128::from(self.positives + cut.false_positives);
        let over = |cut: &Cut| u128::from(cut.true_positives);
        (over(left) * under(right)).cmp(&(over(right) * under(left)))
    }

    /// TP / (TP + FP), in \[0, 1\].
    fn precision(&self, cut: &Cut) -> f64 {
        let right = cut.true_positives as f64;
        // A cut of a ranking holds at least one row.
        right / (right + self.weight * cut.false_positives as f64)
    }

    fn distance(&self, index: usize, near: f64) -> f64 {
        self.threshold(index)
            .map_or(f64::INFINITY, |threshold| (threshold - near).abs())
    }
}

impl Cut {
    /// The share of positives among what is called positive, in \[0, 1\].
    pub fn precision(&self) -> f64 {
        let called = self.true_positives + self.false_positives;
        // A cut of a ranking holds at least one row.
        self.true_positives as f64 / called.max(1) as f64
    }
}

/// Refuses `found` values of `what` beside `expected` labels.
pub(crate) fn same_length(what: &'static str, found: usize, expected: usize) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(LearnError::LengthMismatch {
        what,
        found,
        expected,
    }
    .into())
}

/// Refuses the first score that is not finite.
pub(crate) fn all_finite(scores: &[f64]) -> Result<()> {
    match scores.iter().position(|score| !score.is_finite()) {
        Some(row) => Err(LearnError::NonFiniteScore {
            row,
            found: scores[row],
        }
        .into()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn f1_at(scores: &[f64], labels: &[bool], threshold: f64) -> f64 {
        let (mut tp, mut wrong) = (0.0, 0.0);
        for (&score, &label) in scores.iter().zip(labels) {
            match (reaches(score, threshold), label) {
                (true, true) => tp += 1.0,
                (false, false) => {}
                _ => wrong += 1.0,
            }
        }
        if tp == 0.0 {
            0.0
        } else {
            2.0 * tp / (2.0 * tp + wrong)
        }
    }

    fn best(threshold: f64, f1: f64) -> BestF1 {
        BestF1 { threshold, f1 }
    }

    #[test]
    fn a_weight_is_so_many_equal_negatives() {
        let scores = [5.0, 4.0, 3.0, 2.0, 1.0];
        let labels = [true, false, true, false, true];
        let weighted = Ranking::new(&scores, &labels)
            .unwrap()
            .weighing_negatives(2.0);
        let doubled = [&scores[..], &[4.0, 2.0]].concat();
        let all = [&labels[..], &[false, false]].concat();
        let counted = Ranking::new(&doubled, &all).unwrap();
        assert_eq!(weighted.best_f1(0.0), counted.best_f1(0.0));
        assert_eq!(weighted.at_precision(0.6), counted.at_precision(0.6));
        assert_eq!(weighted.at_precision(0.5), counted.at_precision(0.5));
        assert_eq!(weighted.average_precision(), counted.average_precision());
        let lighter = Ranking::new(&scores, &labels)
            .unwrap()
            .weighing_negatives(0.1);
        assert_eq!(lighter.best_f1(0.0).unwrap().threshold, 1.0);
    }

    #[test]
    fn the_threshold_lies_half_way_between_neighbours() {
        let ranking = Ranking::new(&[1.0, 0.5, -1.5], &[true, true, false]).unwrap();
        assert_eq!(ranking.best_f1(0.0), Some(best(-0.5, 1.0)));
    }

    #[test]
    fn equal_f1_are_decided_by_the_distance_to_the_margin() {
        // Cuts after the 1st and after the 4th row both have F1 2/3.
        let scores = [4.0, 3.0, 2.0, 1.0, -5.0];
        let labels = [true, false, false, true, false];
        let ranking = Ranking::new(&scores, &labels).unwrap();
        assert_eq!(ranking.best_f1(0.0).map(|best| best.threshold), Some(-2.0));
        assert_eq!(ranking.best_f1(4.0).map(|best| best.threshold), Some(3.5));
    }

    #[test]
    fn scores_a_rounding_apart_are_one_and_close_ones_are_still_separated() {
        let low = 0.1_f64;
        let ranked = |high| Ranking::new(&[high, low], &[true, false]).unwrap();
        let rounded = ranked(low.next_up());
        assert_eq!(rounded.cuts().len(), 1);
        assert_eq!(rounded.best_f1(0.0), Some(best(low.next_up(), 2.0 / 3.0)));
        let close = low + 1.5e-9;
        assert_eq!(ranked(close).best_f1(0.0), Some(best(close, 1.0)));
    }

    #[test]
    fn what_sits_at_a_threshold_reaches_it() {
        for parts in 2..60 {
            let share = 1.0 / f64::from(parts);
            for count in 1..=parts {
                let sum: f64 = (0..count).map(|_| share).sum();
                let exact = f64::from(count) / f64::from(parts);
                assert!(
                    reaches(sum, exact) && reaches(exact, sum),
                    "{count} of {parts}"
                );
                assert!(!reaches(sum - 1e-8, exact));
            }
        }
    }

    #[test]
    fn thresholds_for_a_wanted_precision_or_recall() {
        let scores = [5.0, 4.0, 3.0, 2.0, 1.0];
        let labels = [true, false, true, true, false];
        let ranking = Ranking::new(&scores, &labels).unwrap();
        assert_eq!(ranking.at_precision(0.75), Some(1.5));
        assert_eq!(ranking.at_precision(0.9), Some(4.5));
        assert_eq!(ranking.at_recall(0.3), Some(4.5));
        assert_eq!(ranking.at_recall(1.0), Some(1.5));
        assert_eq!(ranking.at_recall(1.1), None);
        let hopeless = Ranking::new(&[1.0, 0.0], &[false, true]).unwrap();
        assert_eq!(hopeless.at_precision(0.6), None);
    }

    #[test]
    fn nothing_to_rank_has_no_threshold() {
        let empty = Ranking::new(&[], &[]).unwrap();
        assert_eq!(empty.best_f1(0.0), None);
        assert_eq!(empty.average_precision(), None);
        let negative = Ranking::new(&[0.5], &[false]).unwrap();
        assert_eq!(negative.best_f1(0.0), None);
    }

    #[test]
    fn scores_that_cannot_be_ranked_are_refused() {
        let error = Ranking::new(&[0.0, f64::NAN], &[true, false]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the score of row 1 is NaN; expected a finite number; leave the row out or correct its score"
        );
        let error = Ranking::new(&[0.0], &[true, false]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "1 scores for 2 labels; expected one for each; pass slices of equal length"
        );
    }

    proptest! {
        #[test]
        fn the_sweep_equals_brute_force(rows in prop::collection::vec((-8i8..8, any::<bool>()), 1..60)) {
            let scores: Vec<f64> = rows.iter().map(|row| f64::from(row.0) / 4.0).collect();
            let labels: Vec<bool> = rows.iter().map(|row| row.1).collect();
            let slow = scores.iter().map(|&s| f1_at(&scores, &labels, s)).fold(0.0, f64::max);
            let ranking = Ranking::new(&scores, &labels).unwrap();
            match ranking.best_f1(0.0) {
                None => prop_assert!(labels.iter().all(|label| !label)),
                Some(BestF1 { threshold, f1 }) => {
                    prop_assert!((f1 - slow).abs() < 1e-12);
                    prop_assert!((f1_at(&scores, &labels, threshold) - slow).abs() < 1e-12);
                }
            }
        }

        #[test]
        fn every_cut_is_decided_by_its_threshold(steps in prop::collection::vec((0u8..4, any::<bool>()), 1..30)) {
            // Neighbours are equal, or a rounding, three halves of the margin, or a tenth apart.
            let mut score = 0.3;
            let scores: Vec<f64> = steps.iter().map(|&(step, _)| {
                score += [0.0, 1e-16, 1.5e-9, 0.1][usize::from(step)];
                score
            }).collect();
            let labels: Vec<bool> = steps.iter().map(|step| step.1).collect();
            let ranking = Ranking::new(&scores, &labels).unwrap();
            for (index, cut) in ranking.cuts().iter().enumerate() {
                for threshold in [ranking.threshold(index).unwrap(), cut.score] {
                    let called = |wanted: bool| {
                        let rows = scores.iter().zip(&labels);
                        rows.filter(|(score, label)| **label == wanted && reaches(**score, threshold)).count() as u64
                    };
                    prop_assert_eq!(called(true), cut.true_positives);
                    prop_assert_eq!(called(false), cut.false_positives);
                }
            }
        }

        #[test]
        fn any_finite_scores_give_a_finite_threshold(scores in prop::collection::vec(prop::num::f64::NORMAL | prop::num::f64::ZERO | prop::num::f64::SUBNORMAL, 1..20)) {
            let labels: Vec<bool> = (0..scores.len()).map(|i| i % 2 == 0).collect();
            let ranking = Ranking::new(&scores, &labels).unwrap();
            let BestF1 { threshold, f1 } = ranking.best_f1(0.0).unwrap();
            prop_assert!(threshold.is_finite());
            prop_assert!((f1_at(&scores, &labels, threshold) - f1).abs() < 1e-12);
        }
    }
}
