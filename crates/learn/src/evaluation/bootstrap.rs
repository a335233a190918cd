//! Intervals of F1 by cluster bootstrap.

use std::collections::BTreeSet;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use super::counts::Counts;
use super::intervals::Interval;
use super::labelled_predictions::LabelledPredictions;
use super::unseen::Unseen;

/// The cluster bootstrap: percentile intervals from resampled clusters of documents.
///
/// Pairs that share documents are not independent, so whole clusters are drawn with replacement,
/// never pairs. A pair inside a cluster counts as often as its cluster is drawn; a pair across two
/// clusters as often as the product: the *pigeonhole* bootstrap (Owen 2007), whose variance is at
/// least the true one, up to lower orders; the interval is cautious.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, SmartDefault)]
pub struct Bootstrap {
    /// The number of bootstrap samples.
    #[default(1000)]
    pub draws: u32,
    /// The confidence, in (0, 1).
    #[default(0.95)]
    pub level: f64,
    /// The seed; equal seeds draw equal clusters, so that intervals of several deciders compare.
    #[default(42)]
    pub seed: u64,
}

impl Bootstrap {
    /// The maximum number of samples; all are in memory at once, of up to 300 bytes
    /// each where they are drawn at [other shares](super::BaseRate) as well.
    pub const MOST_DRAWS: u32 = 1_000_000;

    /// The interval of F1. `None` with fewer than two clusters, or where F1 does not exist in most
    /// draws. Where errors are few some draws hold none, and where there are none no draw holds one: the
    /// low end allows at least for the errors that a test without any would not rule out (Clopper & Pearson 1934),
    /// as in [`WeightedFigures`](super::WeightedFigures).
    pub fn f1(&self, predictions: &LabelledPredictions) -> Option<Interval> {
        let drawn = self.interval(predictions.clusters, |weights| {
            weighted(predictions.labels, predictions.decisions, weights).f1()
        })?;
        let least = Unseen::of(predictions, self.level).least_f1();
        Some(Interval {
            low: drawn.low.min(least),
            ..drawn
        })
    }

    /// The interval of F1 of `predictions` minus F1 of a `reference` decider's decisions on the same
    /// rows; both are drawn together. `None` as for [`Bootstrap::f1`]. Two deciders that decide every row
    /// alike, as two without an error do, do not differ in any draw: \[0, 0\] says that these rows
    /// show no difference, and makes no verdict.
    pub fn f1_difference(
        &self,
        predictions: &LabelledPredictions,
        reference: &[bool],
    ) -> Option<Interval> {
        self.interval(predictions.clusters, |weights| {
            let ours = weighted(predictions.labels, predictions.decisions, weights).f1()?;
            let theirs = weighted(predictions.labels, reference, weights).f1()?;
            Some(ours - theirs)
        })
    }

    /// The percentile interval of `statistic`, which is given one weight for each row.
    fn interval(
        &self,
        clusters: &[(u32, u32)],
        statistic: impl Fn(&[u64]) -> Option<f64> + Sync,
    ) -> Option<Interval> {
        self.percentiles(self.drawn(clusters, statistic)?)
    }

    /// The `statistic` of every draw, which is given one weight for each row. `None` with fewer than two
    /// clusters, or for a level outside (0, 1).
    pub(super) fn drawn<T: Send>(
        &self,
        clusters: &[(u32, u32)],
        statistic: impl Fn(&[u64]) -> T + Sync,
    ) -> Option<Vec<T>> {
        let (pairs, count) = numbered(clusters);
        if count < 2 || !(self.level > 0.0 && self.level < 1.0) {
            return None;
        }
        let draw = |index: u32| statistic(&self.weights(index, &pairs, count));
        Some((0..self.draws).into_par_iter().map(draw).collect())
    }

    /// The percentile interval of a figure, of which `drawn` holds one for each draw.
    pub(super) fn percentiles(
        &self,
        drawn: impl IntoIterator<Item = Option<f64>>,
    ) -> Option<Interval> {
        let values: Vec<f64> = drawn.into_iter().flatten().collect();
        // An interval of a minority of the draws would describe other data than the user's.
        if 2 * values.len() < self.draws as usize {
            return None;
        }
        middle(values, self.level)
    }

    /// The weight of each pair in one draw, which has a generator of its own: the result cannot
    /// depend on which thread draws what.
    fn weights(&self, draw: u32, pairs: &[(usize, usize)], clusters: usize) -> Vec<u64> {
        let mut times = vec![0u64; clusters];
        let mut generator = SplitMix64::new(self.seed, draw);
        for _ in 0..clusters {
            times[generator.below(clusters)] += 1;
        }
        let weight = |&(a, b): &(usize, usize)| {
            if a == b {
                times[a]
            } else {
                times[a] * times[b]
            }
        };
        pairs.iter().map(weight).collect()
    }
}

/// Decisions counted by label, each row as often as it weighs.
pub(super) fn weighted(labels: &[bool], decisions: &[bool], weights: &[u64]) -> Counts {
    let mut counts = Counts::default();
    for ((&label, &decision), &weight) in labels.iter().zip(decisions).zip(weights) {
        counts.add(label, decision, weight);
    }
    counts
}

/// Clusters renumbered from 0 without gaps, and how many there are.
fn numbered(clusters: &[(u32, u32)]) -> (Vec<(usize, usize)>, usize) {
    let distinct: BTreeSet<u32> = clusters.iter().flat_map(|&(a, b)| [a, b]).collect();
    let distinct: Vec<u32> = distinct.into_iter().collect();
    let number = |cluster: u32| distinct.partition_point(|&other| other < cluster);
    let pairs = clusters.iter().map(|&(a, b)| (number(a), number(b)));
    (pairs.collect(), distinct.len())
}

/// The interval that holds the middle `level` of the values, by linear interpolation. `None` of
/// fewer than two.
pub fn middle(mut values: Vec<f64>, level: f64) -> Option<Interval> {
    if values.len() < 2 {
        return None;
    }
    values.sort_by(f64::total_cmp);
    let tail = (1.0 - level) / 2.0;
    Some(Interval {
        low: quantile(&values, tail)?,
        high: quantile(&values, 1.0 - tail)?,
    })
}

/// The quantile of sorted values by linear interpolation. `None` of nothing.
fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let place = share.clamp(0.0, 1.0) * sorted.len().checked_sub(1)? as f64;
    let below = sorted[place.floor() as usize];
    let above = sorted[place.ceil() as usize];
    Some(below + (above - below) * place.fract())
}

/// Steele, Lea & Flood's generator (2014).
struct SplitMix64(u64);

impl SplitMix64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

    /// The generator of one draw. The draw's number is mixed before it is used: added as it is, the
    /// streams of neighbouring draws would be the same one, shifted by a step.
    fn new(seed: u64, draw: u32) -> Self {
        let start = SplitMix64(u64::from(draw)).next();
        SplitMix64(seed ^ start)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::STEP);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `count`; the bias of the multiplication is below count / 2⁶⁴.
    fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.next()) * count as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(work)
    }

    /// Pairs inside `clusters` clusters, five each, of which `right` of five are decided rightly.
    fn inside(clusters: u32, right: u32) -> (Vec<bool>, Vec<bool>, Vec<(u32, u32)>) {
        let rows = clusters * 5;
        let labels = (0..rows).map(|row| row % 2 == 0).collect::<Vec<_>>();
        let decide = |row: u32| labels[row as usize] == ((row * 7 + row / 5) % 5 < right);
        let decisions = (0..rows).map(decide).collect();
        (
            labels.clone(),
            decisions,
            (0..rows).map(|row| (row / 5, row / 5)).collect(),
        )
    }

    fn predictions<'a>(
        of: &'a (Vec<bool>, Vec<bool>, Vec<(u32, u32)>),
        scores: &'a [f64],
    ) -> LabelledPredictions<'a> {
        LabelledPredictions::new(&of.0, scores, &of.1, &of.2, &[]).unwrap()
    }

    #[test]
    fn the_interval_holds_the_figure_and_narrows_with_clusters() {
        let scores = vec![0.0; 5000];
        let width = |clusters: u32| {
            let of = inside(clusters, 4);
            let predictions = predictions(&of, &scores[..of.0.len()]);
            let f1 = Counts::of(&of.0, &of.1).f1().unwrap();
            let found = Bootstrap::default().f1(&predictions).unwrap();
            assert!(found.low < f1 && f1 < found.high, "{found:?} {f1}");
            found.high - found.low
        };
        let ratio = width(40) / width(1000);
        assert!(
            (3.5..7.5).contains(&ratio),
            "a 25th of the clusters is 5 times as wide: {ratio}"
        );
    }

    #[test]
    fn where_no_error_was_seen_the_interval_allows_for_some() {
        let of = inside(20, 5);
        let scores: Vec<f64> = of.0.iter().map(|&label| f64::from(label)).collect();
        let predictions = predictions(&of, &scores);
        let bootstrap = Bootstrap::default();
        let found = bootstrap.f1(&predictions).unwrap();
        // Of 20 clusters half hold three positives and half two: 50² / 130 = 19.2 count.
        let right = 0.05_f64.powf(1.0 / 19.0);
        let least = 2.0 * right / (1.0 + right);
        assert!((found.low - least).abs() < 1e-12, "{found:?}");
        assert_eq!(found.high, 1.0);
        // The classes are as large as each other.
        let at_half = &predictions.base_rates(&bootstrap, 0.0, None).unwrap()[0].figures;
        let low = at_half.f1_interval.unwrap().low;
        assert!((low - found.low).abs() < 1e-12, "{low}");
    }

    #[test]
    fn one_error_less_does_not_lower_the_low_end() {
        // Fifty independent pairs of each class; an error, then none.
        let labels: Vec<bool> = (0..100).map(|row| row % 2 == 0).collect();
        let clusters: Vec<(u32, u32)> = (0..100).map(|row| (row, row)).collect();
        let low = |errors: usize| {
            let decide = |(row, &label): (usize, &bool)| label == (row >= errors);
            let decisions = labels.iter().enumerate().map(decide).collect();
            let of = (labels.clone(), decisions, clusters.clone());
            let found = Bootstrap::default()
                .f1(&predictions(&of, &[0.0; 100]))
                .unwrap();
            found.low
        };
        let lows: Vec<f64> = (0..6).map(low).collect();
        assert!(lows.is_sorted_by(|fewer, more| fewer >= more), "{lows:?}");
        let right = 0.05_f64.powf(1.0 / 50.0);
        assert!((lows[0] - 2.0 * right / (1.0 + right)).abs() < 1e-12);
        assert!(lows[1] > 0.94 && lows[5] < 0.94, "{lows:?}");
    }

    #[test]
    fn of_independent_pairs_it_is_the_binomial_spread() {
        // Each pair its own cluster, recall only (no negatives): F1 = 2r / (1 + r).
        let n = 400;
        let of = (
            vec![true; n],
            (0..n).map(|row| row % 4 > 0).collect::<Vec<_>>(),
            (0..n as u32).map(|row| (row, row)).collect::<Vec<_>>(),
        );
        let found = Bootstrap::default()
            .f1(&predictions(&of, &vec![0.0; n]))
            .unwrap();
        let f1 = |recall: f64| 2.0 * recall / (1.0 + recall);
        let reach = 1.96 * (0.75_f64 * 0.25 / n as f64).sqrt();
        assert!((found.low - f1(0.75 - reach)).abs() < 0.01, "{found:?}");
        assert!((found.high - f1(0.75 + reach)).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn pairs_across_clusters_weigh_the_product() {
        let bootstrap = Bootstrap::default();
        let pairs = [(0, 0), (1, 1), (0, 1)];
        for draw in 0..50 {
            let weights = bootstrap.weights(draw, &pairs, 2);
            assert_eq!(weights[0] + weights[1], 2);
            assert_eq!(weights[2], weights[0] * weights[1]);
        }
    }

    #[test]
    fn draws_are_evenly_spread_and_unlike_each_other() {
        let bootstrap = Bootstrap::default();
        let pairs: Vec<_> = (0..10).map(|cluster| (cluster, cluster)).collect();
        let draws: Vec<_> = (0..2000)
            .map(|draw| bootstrap.weights(draw, &pairs, 10))
            .collect();
        for cluster in 0..10 {
            let drawn: u64 = draws.iter().map(|weights| weights[cluster]).sum();
            assert!((1850..2150).contains(&drawn), "{drawn}");
        }
        let shifted = draws.windows(2).filter(|pair| pair[0] == pair[1]).count();
        assert_eq!(shifted, 0);
    }

    #[test]
    fn a_decider_does_not_differ_from_itself() {
        let of = inside(20, 4);
        let scores = vec![0.0; 100];
        let predictions = predictions(&of, &scores);
        let none = Interval {
            low: 0.0,
            high: 0.0,
        };
        let bootstrap = Bootstrap::default();
        assert_eq!(bootstrap.f1_difference(&predictions, &of.1), Some(none));
        let better = bootstrap
            .f1_difference(&predictions, &inside(20, 1).1)
            .unwrap();
        assert!(better.low > 0.0, "{better:?}");
    }

    #[test]
    fn without_clusters_to_draw_there_is_no_interval() {
        let one = (vec![true; 3], vec![true; 3], vec![(7, 7); 3]);
        assert_eq!(Bootstrap::default().f1(&predictions(&one, &[0.0; 3])), None);
        let of = inside(10, 4);
        let scores = vec![0.0; 50];
        let none = Bootstrap {
            draws: 0,
            ..Bootstrap::default()
        };
        assert_eq!(none.f1(&predictions(&of, &scores)), None);
        let silent = (vec![false; 4], vec![false; 4], vec![(0, 1); 4]);
        assert_eq!(
            Bootstrap::default().f1(&predictions(&silent, &[0.0; 4])),
            None
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn fewer_errors_never_lower_a_low_end(rows in prop::collection::vec((any::<bool>(), prop::bool::weighted(0.9), 0u32..9, 0u32..9), 4..40), mended in 0usize..40) {
            let labels: Vec<bool> = rows.iter().map(|row| row.0).collect();
            let decisions: Vec<bool> = rows.iter().map(|row| row.0 == row.1).collect();
            // Both documents of a duplicate pair are of one cluster.
            let cluster = |row: &(bool, bool, u32, u32)| (row.2, if row.0 { row.2 } else { row.3 });
            let clusters: Vec<(u32, u32)> = rows.iter().map(cluster).collect();
            let scores = vec![0.0; rows.len()];
            let mut better = decisions.clone();
            let mended = mended % rows.len();
            better[mended] = labels[mended];
            let bootstrap = Bootstrap { draws: 200, ..Bootstrap::default() };
            let lows = |decisions: &[bool]| -> Vec<f64> {
                let predictions = LabelledPredictions::new(&labels, &scores, decisions, &clusters, &[]).unwrap();
                let mut all = vec![bootstrap.f1(&predictions)];
                for at in predictions.base_rates(&bootstrap, 0.0, None).unwrap() {
                    all.extend([at.figures.recall_interval, at.figures.f1_interval]);
                }
                all.into_iter().map(|it| it.map_or(f64::NAN, |it| it.low)).collect()
            };
            for (before, after) in lows(&decisions).into_iter().zip(lows(&better)) {
                prop_assert!(before.is_nan() || after.is_nan() || after >= before - 1e-12, "{before} {after}");
            }
        }

        #[test]
        fn threads_do_not_change_the_interval(rows in prop::collection::vec((any::<bool>(), any::<bool>(), 0u32..9, 0u32..9), 1..40), seed: u64) {
            let labels: Vec<bool> = rows.iter().map(|row| row.0).collect();
            let decisions: Vec<bool> = rows.iter().map(|row| row.1).collect();
            let clusters: Vec<(u32, u32)> = rows.iter().map(|row| (row.2, row.3)).collect();
            let scores = vec![0.0; rows.len()];
            let predictions = LabelledPredictions::new(&labels, &scores, &decisions, &clusters, &[]).unwrap();
            let bootstrap = Bootstrap { seed, draws: 100, ..Bootstrap::default() };
            let one = in_pool(1, || bootstrap.f1(&predictions));
            prop_assert_eq!(one, in_pool(2, || bootstrap.f1(&predictions)));
            if let Some(interval) = one {
                prop_assert!(0.0 <= interval.low && interval.low <= interval.high && interval.high <= 1.0);
            }
        }
    }
}
