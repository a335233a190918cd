//! Errors of which a test holds none, and how frequent they may be all the same.

use std::collections::BTreeMap;

use super::intervals::bound_of_none;
use super::labelled_predictions::LabelledPredictions;

/// The highest rates of errors that a test without any does not rule out ([`bound_of_none`]).
///
/// At worst all rows of a cluster err together. Rows are therefore counted by Kish's effective number
/// (1965): of equally large clusters, as many as there are clusters.
///
/// The rates follow from the labels and the clusters alone, and every low end allows for them,
/// whatever the errors: so fewer errors never give a lower end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Unseen {
    /// Of the positives, those called negative.
    pub missed: f64,
    /// Of the negatives, those called positive.
    pub called: f64,
}

impl Unseen {
    /// The bounds that the labelled rows allow at confidence `level`; 0 for a class without rows.
    pub(super) fn of(predictions: &LabelledPredictions, level: f64) -> Self {
        let rate =
            |class: bool| bound_of_none(effective_rows(predictions, class), level).unwrap_or(0.0);
        Unseen {
            missed: rate(true),
            called: rate(false),
        }
    }

    /// The least F1 for which a lack of errors is no surprise. All rows that are positive or called
    /// so are then right, and the share of those that are, F* = TP / (TP + FP + FN), is a plain
    /// proportion, of which F1 = 2F* / (1 + F*) (Hand, Christen & Kirielle 2021).
    pub(super) fn least_f1(&self) -> f64 {
        let right = 1.0 - self.missed;
        2.0 * right / (1.0 + right)
    }
}

/// Number of independent rows that the rows of a class are worth, rounded down. A row across two
/// clusters belongs to either by half.
fn effective_rows(predictions: &LabelledPredictions, class: bool) -> u64 {
    let mut sizes: BTreeMap<u32, f64> = BTreeMap::new();
    let rows = predictions.labels.iter().zip(predictions.clusters);
    let of_class = rows.filter(|(label, _)| **label == class);
    let mut count = 0;
    for (_, &(left, right)) in of_class {
        count += 1;
        for cluster in [left, right] {
            *sizes.entry(cluster).or_default() += 0.5;
        }
    }
    let squares: f64 = sizes.values().map(|size| size * size).sum();
    let rows = f64::from(count);
    if count == 0 {
        0
    } else {
        // A class with rows has at least one; of halves there may be more clusters than rows.
        (rows * rows / squares).min(rows).max(1.0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effective(clusters: &[(u32, u32)]) -> u64 {
        let rows = clusters.len();
        let (labels, scores) = (vec![true; rows], vec![0.0; rows]);
        let predictions =
            LabelledPredictions::new(&labels, &scores, &labels, clusters, &[]).unwrap();
        assert_eq!(effective_rows(&predictions, false), 0);
        effective_rows(&predictions, true)
    }

    #[test]
    fn rows_of_a_cluster_count_together() {
        assert_eq!(effective(&[(0, 0), (1, 1), (2, 2)]), 3);
        assert_eq!(effective(&[(0, 0), (0, 0), (1, 1), (1, 1)]), 2);
        // (9 + 1)² / (81 + 1) = 1.2
        let mut uneven = vec![(0, 0); 9];
        uneven.push((1, 1));
        assert_eq!(effective(&uneven), 1);
        assert_eq!(effective(&[(0, 1), (2, 3), (4, 5)]), 3);
        assert_eq!(effective(&[(0, 1), (0, 2), (1, 2)]), 3);
        assert_eq!(effective(&[(0, 1), (0, 2), (0, 3), (0, 4)]), 3);
    }
}
