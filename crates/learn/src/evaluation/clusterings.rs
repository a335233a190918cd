//! Metrics of groups: compares two partitions of the same items.

use std::collections::BTreeMap;

use serde::Serialize;

use super::counts::Counts;

/// Agreement of a partition with the true one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Agreement {
    /// Over all pairs of items: together in both partitions, only in the found one, only in the
    /// true one.
    pub pairs: Counts,
    /// The average, over items, of the share of its found group that truly belongs to it (Bagga
    /// and Baldwin 1998). In (0, 1]; `None` without items.
    pub b_cubed_precision: Option<f64>,
    /// The average, over items, of the share of its true group that was found with it.
    pub b_cubed_recall: Option<f64>,
    /// The adjusted Rand index (Hubert and Arabie 1985): 1 for equal partitions, about 0 for
    /// unrelated ones, below 0 for worse.
    pub adjusted_rand: f64,
}

impl Agreement {
    /// Compares two partitions, given as a group number for each item; of lists of different
    /// length the common part.
    ///
    /// ```
    /// use dejalu_learn::evaluation::Agreement;
    ///
    /// let agreement = Agreement::of(&[0, 0, 1, 1], &[0, 0, 0, 1]);
    /// assert_eq!(agreement.pairs.precision(), Some(0.5));
    /// assert_eq!(agreement.pairs.recall(), Some(1.0 / 3.0));
    /// assert_eq!(agreement.b_cubed_precision, Some(0.75));
    /// assert_eq!(agreement.adjusted_rand, 0.0);
    /// ```
    pub fn of(found: &[u32], truth: &[u32]) -> Self {
        let both: Vec<(u32, u32)> = found.iter().copied().zip(truth.iter().copied()).collect();
        let cells = sizes(both.iter().copied());
        let rows = sizes(both.iter().map(|cell| cell.0));
        let columns = sizes(both.iter().map(|cell| cell.1));
        let items = both.len() as u64;

        let together: u64 = cells.values().copied().map(pairs).sum();
        let found_together: u64 = rows.values().copied().map(pairs).sum();
        let truly_together: u64 = columns.values().copied().map(pairs).sum();
        let counts = Counts {
            tp: together,
            fp: found_together - together,
            fn_: truly_together - together,
            tn: pairs(items) + together - found_together - truly_together,
        };
        // Ordered maps: the sums have the same bits on every run.
        let average = |sizes: &dyn Fn(&(u32, u32)) -> u64| {
            let part =
                |(cell, &size): (&(u32, u32), &u64)| (size * size) as f64 / sizes(cell) as f64;
            (items > 0).then(|| cells.iter().map(part).sum::<f64>() / items as f64)
        };
        Agreement {
            pairs: counts,
            b_cubed_precision: average(&|cell| rows[&cell.0]),
            b_cubed_recall: average(&|cell| columns[&cell.1]),
            adjusted_rand: adjusted_rand(together, found_together, truly_together, pairs(items)),
        }
    }

    /// The harmonic mean of B-cubed precision and recall.
    pub fn b_cubed_f1(&self) -> Option<f64> {
        let (precision, recall) = (self.b_cubed_precision?, self.b_cubed_recall?);
        Some(2.0 * precision * recall / (precision + recall))
    }
}

fn sizes<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, u64> {
    let mut sizes = BTreeMap::new();
    for key in keys {
        *sizes.entry(key).or_insert(0) += 1;
    }
    sizes
}

/// n·(n − 1)/2.
fn pairs(items: u64) -> u64 {
    items * items.saturating_sub(1) / 2
}

fn adjusted_rand(together: u64, found: u64, truth: u64, all: u64) -> f64 {
    let expected = found as f64 * truth as f64 / all.max(1) as f64;
    let most = (found + truth) as f64 / 2.0;
    if most == expected {
        // Both all apart or both all together: equal.
        1.0
    } else {
        (together as f64 - expected) / (most - expected)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn equal_partitions_agree_fully_whatever_their_numbers() {
        for (found, truth) in [
            (&[0, 0, 1, 2][..], &[7, 7, 3, 1][..]),
            (&[0, 1, 2], &[5, 4, 3]),
            (&[0, 0, 0], &[1, 1, 1]),
        ] {
            let agreement = Agreement::of(found, truth);
            assert_eq!(agreement.adjusted_rand, 1.0);
            assert_eq!(agreement.b_cubed_f1(), Some(1.0));
            assert_eq!(agreement.pairs.fp + agreement.pairs.fn_, 0);
        }
        let nothing = Agreement::of(&[], &[]);
        assert_eq!((nothing.b_cubed_f1(), nothing.adjusted_rand), (None, 1.0));
    }

    #[test]
    fn a_worked_example() {
        // By hand: 2 pairs together in both, 4 and 7 in either, of 15.
        let agreement = Agreement::of(&[0, 0, 0, 1, 1, 2], &[0, 0, 1, 1, 1, 1]);
        assert!((agreement.adjusted_rand - 4.0 / 109.0).abs() < 1e-15);
        let precision = (2.0 * 2.0 / 3.0 + 1.0 / 3.0 + 2.0 * 1.0 + 1.0) / 6.0;
        assert!((agreement.b_cubed_precision.unwrap() - precision).abs() < 1e-15);
        let recall = (2.0 * 1.0 + 1.0 / 4.0 + 2.0 * 2.0 / 4.0 + 1.0 / 4.0) / 6.0;
        assert!((agreement.b_cubed_recall.unwrap() - recall).abs() < 1e-15);
    }

    proptest! {
        #[test]
        fn pairs_are_counted_as_one_by_one(groups in prop::collection::vec((0u32..5, 0u32..5), 0..30)) {
            let (found, truth): (Vec<u32>, Vec<u32>) = groups.iter().copied().unzip();
            let mut slow = Counts::default();
            for (i, a) in groups.iter().enumerate() {
                for b in &groups[..i] {
                    slow.add(a.1 == b.1, a.0 == b.0, 1);
                }
            }
            prop_assert_eq!(Agreement::of(&found, &truth).pairs, slow);
        }
    }
}
