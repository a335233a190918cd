//! [`Counts`]: true and false positives and negatives, and the metrics of them.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::thesis::ThesisFigures;

/// The confusion matrix: decisions counted by label. `true` is the positive class, the duplicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Positives called positive.
    pub tp: u64,
    /// Negatives called positive.
    pub fp: u64,
    /// Negatives called negative.
    pub tn: u64,
    /// Positives called negative.
    #[serde(rename = "fn")]
    pub fn_: u64,
}

/// Rows counted apart, counted together.
impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.tp += other.tp;
        self.fp += other.fp;
        self.tn += other.tn;
        self.fn_ += other.fn_;
    }
}

impl Counts {
    /// Counts `decisions` against `labels`, row by row; of slices of different length the common
    /// part.
    pub fn of(labels: &[bool], decisions: &[bool]) -> Self {
        let mut counts = Counts::default();
        for (&label, &decision) in labels.iter().zip(decisions) {
            counts.add(label, decision, 1);
        }
        counts
    }

    /// Counts `weight` pairs of this label for which this was decided.
    pub fn add(&mut self, label: bool, decision: bool, weight: u64) {
        let count = match (label, decision) {
            (true, true) => &mut self.tp,
            (false, true) => &mut self.fp,
            (false, false) => &mut self.tn,
            (true, false) => &mut self.fn_,
        };
        *count = count.saturating_add(weight);
    }

    /// All rows.
    pub fn total(&self) -> u64 {
        self.tp + self.fp + self.tn + self.fn_
    }

    /// TP / (TP + FP), in \[0, 1\]; `None` where nothing is called positive.
    pub fn precision(&self) -> Option<f64> {
        ratio(self.tp, self.tp + self.fp)
    }

    /// TP / (TP + FN), in \[0, 1\]; `None` where nothing is positive.
    pub fn recall(&self) -> Option<f64> {
        ratio(self.tp, self.tp + self.fn_)
    }

    /// 2·TP / (2·TP + FP + FN), in \[0, 1\]: the harmonic mean of precision and recall where both
    /// exist, 0 where nothing is called positive but something is. `None` where neither anything is
    /// positive nor called so.
    pub fn f1(&self) -> Option<f64> {
        ratio(2 * self.tp, 2 * self.tp + self.fp + self.fn_)
    }

    /// (1 + β²)·TP / ((1 + β²)·TP + β²·FN + FP), in \[0, 1\]: recall weighs β times as much as
    /// precision. `None` as for [`Counts::f1`], or where β is not finite.
    pub fn f_beta(&self, beta: f64) -> Option<f64> {
        let square = beta * beta;
        let over = (1.0 + square) * self.tp as f64;
        quotient(over, over + square * self.fn_ as f64 + self.fp as f64)
    }

    /// The share of correct decisions, in \[0, 1\]; `None` without rows.
    pub fn accuracy(&self) -> Option<f64> {
        ratio(self.tp + self.tn, self.total())
    }

    /// Matthews' correlation of labels and decisions, in \[−1, 1\]; `None` where either is constant.
    pub fn mcc(&self) -> Option<f64> {
        let called = [self.tp + self.fp, self.tn + self.fn_];
        let labelled = [self.tp + self.fn_, self.tn + self.fp];
        // Paired so that both factors of a perfect decider are exact squares, and MCC exactly 1.
        let root = |i: usize| (called[i] as f64 * labelled[i] as f64).sqrt();
        let over = self.tp as f64 * self.tn as f64 - self.fp as f64 * self.fn_ as f64;
        quotient(over, root(0) * root(1)).map(|mcc| mcc.clamp(-1.0, 1.0))
    }

    /// FP / (FP + TN), in \[0, 1\]: the negatives called positive. `None` without negatives.
    pub fn false_positive_rate(&self) -> Option<f64> {
        ratio(self.fp, self.fp + self.tn)
    }

    /// FN / (FN + TP), in \[0, 1\]: the positives missed. `None` without positives.
    pub fn false_negative_rate(&self) -> Option<f64> {
        ratio(self.fn_, self.fn_ + self.tp)
    }

    /// The figures as 000, section 4.4 defines them: Correct = TP + TN, precision = Correct /
    /// (Correct + FP), recall = Correct / (Correct + FN). They flatter: where duplicates are rare
    /// the true negatives drown every error.
    pub fn thesis(&self) -> ThesisFigures {
        let correct = self.tp + self.tn;
        ThesisFigures {
            precision: ratio(correct, correct + self.fp),
            recall: ratio(correct, correct + self.fn_),
            f1: ratio(2 * correct, 2 * correct + self.fp + self.fn_),
        }
    }

    /// The figures as 000 prints them in table 4.8, which are not those of its own formulas:
    /// 1 / (1 + false positive rate) and 1 / (1 + false negative rate), each per class as in its
    /// table 4.7. (It cuts them to two digits, and F is that of the cut ones.)
    pub fn thesis_as_printed(&self) -> ThesisFigures {
        let precision = self.false_positive_rate().map(|rate| 1.0 / (1.0 + rate));
        let recall = self.false_negative_rate().map(|rate| 1.0 / (1.0 + rate));
        let f1 = precision
            .zip(recall)
            .map(|(precision, recall)| 2.0 / (1.0 / precision + 1.0 / recall));
        ThesisFigures {
            precision,
            recall,
            f1,
        }
    }
}

pub(super) fn ratio(over: u64, under: u64) -> Option<f64> {
    quotient(over as f64, under as f64)
}

fn quotient(over: f64, under: f64) -> Option<f64> {
    (under != 0.0)
        .then_some(over / under)
        .filter(|quotient| quotient.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_that_do_not_exist_are_absent() {
        let nothing = Counts::default();
        let figures = [
            nothing.precision(),
            nothing.recall(),
            nothing.f1(),
            nothing.f_beta(2.0),
            nothing.accuracy(),
            nothing.mcc(),
            nothing.thesis().f1,
            nothing.thesis_as_printed().f1,
        ];
        assert_eq!(figures, [None; 8]);
        let silent = Counts::of(&[true, false], &[false, false]);
        assert_eq!((silent.precision(), silent.f1()), (None, Some(0.0)));
        assert_eq!(silent.f_beta(f64::NAN), None);
        assert_eq!(silent.f_beta(f64::INFINITY), None);
    }

    #[test]
    fn mcc_reaches_both_ends() {
        let labels = [true, true, true, false, false, false, false];
        let opposite = labels.map(|label| !label);
        assert_eq!(Counts::of(&labels, &labels).mcc(), Some(1.0));
        let mcc = Counts::of(&labels, &opposite).mcc().unwrap();
        assert!((mcc + 1.0).abs() < 1e-15);
    }

    #[test]
    fn precision_and_recall_are_not_exchanged() {
        // One false positive and two misses: exchanged, precision would be 1/3.
        let labels = [true, true, true, false];
        let counts = Counts::of(&labels, &[true, false, false, true]);
        assert_eq!(counts.precision(), Some(0.5));
        assert_eq!(counts.recall(), Some(1.0 / 3.0));
    }

    #[test]
    fn counts_are_written_under_their_usual_names() {
        let counts = Counts::of(&[true, false], &[false, true]);
        let json = serde_json::to_string(&counts).unwrap();
        assert_eq!(json, r#"{"tp":0,"fp":1,"tn":0,"fn":1}"#);
    }
}
