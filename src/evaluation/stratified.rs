//! Precision, recall and F1 of all pairs of a population, from random samples of its strata.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_distr::{Beta, Distribution};
use serde::Serialize;

use super::bootstrap::Bootstrap;
use super::counts::Counts;
use super::intervals::Interval;

/// A stratum, and what is known of a simple random sample of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SampledStratum {
    /// How many pairs it has.
    pub size: u64,
    /// The sample: what people say against what a decider says.
    pub counts: Counts,
    /// The share of all its pairs that the decider calls duplicates, where that is known.
    pub called: Option<f64>,
}

/// A figure and its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The figure, in [0, 1].
    pub value: f64,
    /// Where it lies, at the level asked for.
    pub interval: Interval,
}

impl Estimate {
    /// Half the width of the interval.
    pub fn half_width(&self) -> f64 {
        (self.interval.high - self.interval.low) / 2.0
    }
}

/// Figures of a whole population.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct StratifiedEstimates {
    /// Precision; `None` where nothing seems to be called a duplicate.
    pub precision: Option<Estimate>,
    /// Recall; `None` where nothing seems to be one.
    pub recall: Option<Estimate>,
    /// F1, likewise.
    pub f1: Option<Estimate>,
}

/// Which end of an interval is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// Errors that the samples do not show may be there (Jeffreys' prior, half an error and half a
    /// right decision).
    Low,
    /// Only errors that the samples show are there (no error, one right decision).
    High,
}

/// Pairs of a population by what they are and what they are called.
#[derive(Debug, Clone, Copy, Default)]
struct Totals {
    tp: f64,
    fp: f64,
    fn_: f64,
}

/// Estimates from samples of all strata. `None` while a stratum that is not empty has no sample, and
/// for a level outside (0, 1).
///
/// The intervals are those of the design: what varies is which pairs were drawn. In each stratum the
/// share of a decider's decisions that are wrong is drawn from a Beta distribution, for pairs called
/// duplicates and for the others, so that no stratum has a width of zero just because all of a few
/// pairs agree; where all its pairs were seen nothing is left to chance. The lower end is a percentile
/// of draws in which unseen errors may be, the upper one of draws in which they are not: one prior for
/// both ends would add half an error in each of ten strata, thousands of pairs where strata are large,
/// and no interval would reach up to the truth.
pub fn stratified_estimates(
    strata: &[SampledStratum],
    bootstrap: &Bootstrap,
) -> Option<StratifiedEstimates> {
    let strata: Vec<SampledStratum> = strata.iter().copied().filter(|it| it.size > 0).collect();
    let are_sampled = strata.iter().all(|it| it.counts.total() > 0);
    let level = bootstrap.level;
    if strata.is_empty() || !are_sampled || !(level > 0.0 && level < 1.0) {
        return None;
    }
    let totals = Totals::sum(strata.iter().map(SampledStratum::expected));
    let [low, high] = [End::Low, End::High].map(|end| draws(&strata, end, bootstrap));
    let of = |figure: fn(&Totals) -> Option<f64>| {
        let value = figure(&totals)?;
        let interval = Interval {
            low: percentile(&low, figure, (1.0 - level) / 2.0)?.min(value),
            high: percentile(&high, figure, (1.0 + level) / 2.0)?.max(value),
        };
        Some(Estimate { value, interval })
    };
    Some(StratifiedEstimates {
        precision: of(Totals::precision),
        recall: of(Totals::recall),
        f1: of(Totals::f1),
    })
}

fn draws(strata: &[SampledStratum], end: End, bootstrap: &Bootstrap) -> Vec<Totals> {
    let mut chance = ChaCha8Rng::seed_from_u64(bootstrap.seed);
    let mut draw = |_| Totals::sum(strata.iter().map(|it| it.drawn(end, &mut chance)));
    (0..bootstrap.draws).map(&mut draw).collect()
}

fn percentile(draws: &[Totals], figure: fn(&Totals) -> Option<f64>, share: f64) -> Option<f64> {
    let mut drawn: Vec<f64> = draws.iter().filter_map(figure).collect();
    drawn.sort_unstable_by(f64::total_cmp);
    let last = drawn.len().checked_sub(1)?;
    drawn.get((share * last as f64).round() as usize).copied()
}

impl SampledStratum {
    /// The pairs called duplicates of which the sample says nothing, and the others; at a given share
    /// of all that are called so.
    fn unseen(&self, called: f64) -> (f64, f64) {
        let Counts { tp, fp, tn, fn_ } = self.counts;
        let size = self.size.max(self.counts.total()) as f64;
        let of = |share: f64, seen: u64| (size * share - seen as f64).max(0.0);
        (of(called, tp + fp), of(1.0 - called, tn + fn_))
    }

    /// The share that is called duplicates, if it is known and both kinds were sampled.
    fn known(&self) -> Option<f64> {
        let Counts { tp, fp, tn, fn_ } = self.counts;
        let called = self.called?;
        let is_sampled = (tp + fp > 0 || called <= 0.0) && (tn + fn_ > 0 || called >= 1.0);
        is_sampled.then_some(called)
    }

    fn totals(&self, called: f64, wrong: f64, missed: f64) -> Totals {
        let (called, others) = self.unseen(called);
        let Counts { tp, fp, fn_, .. } = self.counts;
        Totals {
            tp: tp as f64 + called * (1.0 - wrong),
            fp: fp as f64 + called * wrong,
            fn_: fn_ as f64 + others * missed,
        }
    }

    fn expected(&self) -> Totals {
        let Counts { tp, fp, tn, fn_ } = self.counts;
        let share = |of: u64, others: u64| of as f64 / (of + others).max(1) as f64;
        let called = self.known().unwrap_or(share(tp + fp, tn + fn_));
        self.totals(called, share(fp, tp), share(fn_, tn))
    }

    fn drawn(&self, end: End, chance: &mut ChaCha8Rng) -> Totals {
        let Counts { tp, fp, tn, fn_ } = self.counts;
        let (duplicates, others) = (tp + fp, tn + fn_);
        let is_whole = self.counts.total() >= self.size;
        let called = match self.known() {
            Some(called) => called,
            None if is_whole || duplicates == 0 || others == 0 => {
                duplicates as f64 / (duplicates + others) as f64
            }
            None => beta(duplicates as f64 + 0.5, others as f64 + 0.5, chance),
        };
        let [wrong, missed] = [(fp, tp), (fn_, tn)].map(|(errors, right)| {
            let (errors, right) = (errors as f64, right as f64);
            match end {
                End::Low => beta(errors + 0.5, right + 0.5, chance),
                End::High if errors == 0.0 => 0.0,
                End::High => beta(errors, right + 1.0, chance),
            }
        });
        self.totals(called, wrong, missed)
    }
}

/// A draw; both parameters are positive.
fn beta(a: f64, b: f64, chance: &mut ChaCha8Rng) -> f64 {
    Beta::new(a, b).map_or(0.5, |beta| beta.sample(chance))
}

impl Totals {
    fn sum(parts: impl Iterator<Item = Totals>) -> Self {
        parts.fold(Totals::default(), |sum, it| Totals {
            tp: sum.tp + it.tp,
            fp: sum.fp + it.fp,
            fn_: sum.fn_ + it.fn_,
        })
    }

    fn precision(&self) -> Option<f64> {
        share(self.tp, self.tp + self.fp)
    }

    fn recall(&self) -> Option<f64> {
        share(self.tp, self.tp + self.fn_)
    }

    fn f1(&self) -> Option<f64> {
        share(2.0 * self.tp, 2.0 * self.tp + self.fp + self.fn_)
    }
}

fn share(part: f64, of: f64) -> Option<f64> {
    (of > 0.0).then(|| part / of)
}

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom;
    use rayon::prelude::*;

    use super::*;

    fn counts(tp: u64, fp: u64, tn: u64, fn_: u64) -> Counts {
        Counts { tp, fp, tn, fn_ }
    }

    fn stratum(size: u64, counts: Counts) -> SampledStratum {
        SampledStratum {
            size,
            counts,
            called: None,
        }
    }

    #[test]
    fn each_pair_counts_for_those_that_its_sample_stands_for() {
        let strata = [
            stratum(1_000, counts(0, 0, 9, 1)),
            stratum(100, counts(8, 2, 0, 0)),
        ];
        let found = stratified_estimates(&strata, &Bootstrap::default()).unwrap();
        // 80 right, 20 wrong, 100 missed.
        assert!((found.precision.unwrap().value - 0.8).abs() < 1e-9);
        assert!((found.recall.unwrap().value - 80.0 / 180.0).abs() < 1e-9);
        assert!((found.f1.unwrap().value - 160.0 / 280.0).abs() < 1e-9);
        let Interval { low, high } = found.precision.unwrap().interval;
        assert!(
            low < 0.6 && low > 0.4 && high > 0.9 && high < 0.99,
            "{low} {high}"
        );
    }

    #[test]
    fn what_was_seen_whole_leaves_nothing_to_chance() {
        let strata = [stratum(10, counts(6, 1, 2, 1))];
        let found = stratified_estimates(&strata, &Bootstrap::default()).unwrap();
        let f1 = found.f1.unwrap();
        assert!((f1.value - 12.0 / 14.0).abs() < 1e-9);
        assert!(f1.half_width() < 1e-9);
    }

    #[test]
    fn a_sample_without_an_error_has_a_width_and_holds_its_figure() {
        let strata = [
            stratum(5_000, counts(0, 0, 30, 0)),
            stratum(500, counts(30, 0, 0, 0)),
        ];
        let found = stratified_estimates(&strata, &Bootstrap::default()).unwrap();
        for estimate in [found.precision.unwrap(), found.recall.unwrap()] {
            assert_eq!((estimate.value, estimate.interval.high), (1.0, 1.0));
            assert!(estimate.interval.low < 0.96);
        }
    }

    #[test]
    fn nothing_is_said_before_every_stratum_was_sampled() {
        let strata = [
            stratum(100, counts(1, 0, 0, 0)),
            stratum(5, counts(0, 0, 0, 0)),
        ];
        assert_eq!(stratified_estimates(&strata, &Bootstrap::default()), None);
        assert_eq!(stratified_estimates(&[], &Bootstrap::default()), None);
        let nothing = [stratum(100, counts(0, 0, 9, 0))];
        let found = stratified_estimates(&nothing, &Bootstrap::default()).unwrap();
        assert_eq!((found.precision, found.recall), (None, None));
    }

    /// A population of known truth in ten strata: the higher, the likelier a duplicate and the
    /// likelier called one.
    const SIZES: [u64; 10] = [30_000, 9_000, 3_000, 1_000, 400, 300, 300, 400, 800, 1_500];
    const KINDS: [f64; 10] = [0.0005, 0.002, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.998];
    const CALLS: [f64; 10] = [0.0, 0.0, 0.0, 0.0, 0.1, 0.6, 0.95, 1.0, 1.0, 1.0];

    /// Every pair of a stratum: a duplicate that is called one, called alone, duplicate alone, neither.
    fn population(stratum: usize) -> Vec<Counts> {
        let (kind, call, size) = (KINDS[stratum], CALLS[stratum], SIZES[stratum]);
        // Of those called duplicates more are some.
        let both = (call * kind + 0.5 * call * (1.0 - call) * kind).min(call.min(kind));
        let pairs = |share: f64| (share * size as f64).round() as usize;
        let (tp, called, duplicates) = (pairs(both), pairs(call), pairs(kind));
        let one = Counts::default();
        let mut all = vec![Counts { tp: 1, ..one }; tp];
        all.resize(called, Counts { fp: 1, ..one });
        all.resize(called + duplicates - tp, Counts { fn_: 1, ..one });
        all.resize(size as usize, Counts { tn: 1, ..one });
        all
    }

    fn truth(populations: &[Vec<Counts>]) -> [f64; 3] {
        let mut truth = Totals::default();
        for pair in populations.iter().flatten() {
            truth.tp += pair.tp as f64;
            truth.fp += pair.fp as f64;
            truth.fn_ += pair.fn_ as f64;
        }
        [truth.precision(), truth.recall(), truth.f1()].map(Option::unwrap)
    }

    /// In how many of 500 audits the intervals of precision, recall and F1 hold the truth, and the mean
    /// number of answers. Every so many answers an audit is looked at; it ends when `is_enough` says so of
    /// the answers and of the half-width of F1.
    fn coverage(
        step: usize,
        is_known: bool,
        is_enough: impl Fn(usize, f64) -> bool + Sync,
    ) -> ([usize; 3], f64) {
        let populations: Vec<Vec<Counts>> = (0..SIZES.len()).map(population).collect();
        let truth = truth(&populations);
        let bootstrap = Bootstrap {
            draws: 200,
            ..Bootstrap::default()
        };
        let audit = |run: u64| {
            let mut chance = ChaCha8Rng::seed_from_u64(run);
            let mut order = populations.clone();
            order
                .iter_mut()
                .for_each(|pairs| pairs.shuffle(&mut chance));
            for each in (step / SIZES.len()..).step_by(step / SIZES.len()) {
                let strata: Vec<SampledStratum> = (0..SIZES.len())
                    .map(|h| SampledStratum {
                        size: SIZES[h],
                        counts: order[h].iter().take(each).fold(
                            Counts::default(),
                            |mut sum, &pair| {
                                sum += pair;
                                sum
                            },
                        ),
                        called: is_known.then_some(CALLS[h]),
                    })
                    .collect();
                let found = stratified_estimates(&strata, &bootstrap).unwrap();
                let half_width = found.f1.map_or(1.0, |f1| f1.half_width());
                let answers = each * SIZES.len();
                if is_enough(answers, half_width) {
                    let found = [found.precision, found.recall, found.f1].map(Option::unwrap);
                    let covers = [0, 1, 2].map(|figure: usize| {
                        let Interval { low, high } = found[figure].interval;
                        usize::from((low..=high).contains(&truth[figure]))
                    });
                    return (covers, answers);
                }
            }
            unreachable!("a population that was seen whole is known");
        };
        let audits: Vec<_> = (0..500).into_par_iter().map(audit).collect();
        let covered = [0, 1, 2].map(|figure: usize| audits.iter().map(|it| it.0[figure]).sum());
        let answers: usize = audits.iter().map(|it| it.1).sum();
        (covered, answers as f64 / 500.0)
    }

    #[test]
    fn intervals_of_95_percent_cover_the_truth_in_93_of_a_hundred_audits() {
        for (size, is_known) in [(100, false), (300, true)] {
            let (covered, _) = coverage(size, is_known, |_, _| true);
            let is_enough = covered.iter().all(|&covered| covered >= 465);
            assert!(is_enough, "{size} {is_known}: {covered:?} of 500");
        }
    }

    #[test]
    fn and_in_audits_that_end_when_f1_is_known_well_enough() {
        for is_known in [false, true] {
            let (covered, answers) = coverage(200, is_known, |_, half_width| half_width <= 0.03);
            assert!(
                answers > 300.0,
                "{answers} answers are too few to test much"
            );
            let is_enough = covered.iter().all(|&covered| covered >= 465);
            assert!(is_enough, "{is_known}: {covered:?} of 500");
        }
    }
}
