//! Known truths, audited again and again.

use rand::Rng;
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
    // Of the 990 unseen pairs of the large stratum up to 30 % may be called duplicates, and none is.
    let Interval { low, high } = found.precision.unwrap().interval;
    assert!(
        low > 0.1 && low < 0.3 && high > 0.95 && high < 0.99,
        "{low} {high}"
    );
}

#[test]
fn what_was_seen_whole_leaves_nothing_to_chance() {
    let strata = [stratum(10, counts(6, 1, 2, 1))];
    let found = stratified_estimates(&strata, &Bootstrap::default()).unwrap();
    let f1 = found.f1.unwrap();
    assert!((f1.value - 12.0 / 14.0).abs() < 1e-9);
    assert!(f1.margin() < 1e-9);
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

/// Ten strata of known truth: how large they are, which shares of them are duplicates, and which are
/// called so.
struct Truth {
    sizes: [u64; 10],
    kinds: [f64; 10],
    calls: [f64; 10],
}

/// The higher, the likelier a duplicate and the likelier called one.
const HARD: Truth = Truth {
    sizes: [30_000, 9_000, 3_000, 1_000, 400, 300, 300, 400, 800, 1_500],
    kinds: [0.0005, 0.002, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.998],
    calls: [0.0, 0.0, 0.0, 0.0, 0.1, 0.6, 0.95, 1.0, 1.0, 1.0],
};

impl Truth {
    /// Duplicates begin somewhere, some soon and some in the highest stratum alone, and a decider begins
    /// somewhere else, more or less sharply.
    fn drawn(seed: u64) -> Self {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut between = |low: f64, high: f64| chance.gen_range(low..high);
        let sizes = [(); 10].map(|()| between(4.0, 8.0).exp() as u64);
        let mut rising = |begins: f64, steepest: f64| {
            let (middle, steepness) = (between(begins, 9.5), between(0.7, steepest));
            let places = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
            places.map(|place: f64| 1.0 / (1.0 + (steepness * (middle - place)).exp()))
        };
        Truth {
            sizes,
            kinds: rising(2.0, 3.0),
            calls: rising(0.0, 6.0),
        }
    }

    /// Every pair of a stratum: a duplicate that is called one, called alone, duplicate alone, neither.
    fn pairs(&self, stratum: usize) -> Vec<Counts> {
        let (kind, call) = (self.kinds[stratum], self.calls[stratum]);
        let size = self.sizes[stratum];
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

    /// In how many of so many audits the intervals of precision, recall and F1 hold the truth, and the
    /// mean number of answers. Every so many answers an audit is looked at; it ends when `is_enough` says
    /// so of the margin of F1.
    fn coverage(
        &self,
        audits: u64,
        step: usize,
        is_known: bool,
        is_enough: impl Fn(f64) -> bool + Sync,
    ) -> ([usize; 3], f64) {
        let populations: Vec<Vec<Counts>> = (0..10).map(|it| self.pairs(it)).collect();
        let truth = figures(&populations);
        let shares = populations.iter().map(|pairs| {
            let called = pairs.iter().filter(|pair| pair.tp + pair.fp > 0);
            is_known.then(|| called.count() as f64 / pairs.len() as f64)
        });
        let shares: Vec<Option<f64>> = shares.collect();
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
            for each in (step / 10..).step_by(step / 10) {
                let sampled = order.iter().zip(&shares).map(|(pairs, &called)| {
                    let mut counts = Counts::default();
                    pairs.iter().take(each).for_each(|&pair| counts += pair);
                    SampledStratum {
                        size: pairs.len() as u64,
                        counts,
                        called,
                    }
                });
                let strata: Vec<SampledStratum> = sampled.collect();
                let found = stratified_estimates(&strata, &bootstrap).unwrap();
                if is_enough(found.f1.map_or(1.0, |f1| f1.margin())) {
                    let found = [found.precision, found.recall, found.f1];
                    let covers = [0, 1, 2].map(|figure: usize| {
                        // What is not told is not wrong.
                        usize::from(found[figure].is_none_or(|it| {
                            let Interval { low, high } = it.interval;
                            (low - 1e-9..=high + 1e-9).contains(&truth[figure])
                        }))
                    });
                    return (covers, each * 10);
                }
            }
            unreachable!("a population that was seen whole is known");
        };
        let found: Vec<_> = (0..audits).into_par_iter().map(audit).collect();
        let covered = [0, 1, 2].map(|figure: usize| found.iter().map(|it| it.0[figure]).sum());
        let answers: usize = found.iter().map(|it| it.1).sum();
        (covered, answers as f64 / audits as f64)
    }
}

fn figures(populations: &[Vec<Counts>]) -> [f64; 3] {
    let mut truth = Totals::default();
    for pair in populations.iter().flatten() {
        truth.tp += pair.tp as f64;
        truth.fp += pair.fp as f64;
        truth.fn_ += pair.fn_ as f64;
    }
    [truth.precision(), truth.recall(), truth.f1()].map(Option::unwrap)
}

#[test]
fn intervals_of_95_percent_cover_the_truth_in_93_of_a_hundred_audits() {
    for (answers, is_known) in [(100, false), (300, true)] {
        let (covered, _) = HARD.coverage(500, answers, is_known, |_| true);
        let is_enough = covered.iter().all(|&covered| covered >= 465);
        assert!(is_enough, "{answers} {is_known}: {covered:?} of 500");
    }
}

#[test]
fn and_whatever_the_truth_is() {
    for (answers, is_known) in [(50, false), (90, true)] {
        let mut all = [0; 3];
        for seed in 0..30 {
            let (covered, _) = Truth::drawn(seed).coverage(50, answers, is_known, |_| true);
            // Of 50 audits at 95 % fewer than 43 would be a chance of 1 in 1,000.
            let is_enough = covered.iter().all(|&covered| covered >= 43);
            assert!(
                is_enough,
                "truth {seed}, {answers} {is_known}: {covered:?} of 50"
            );
            covered
                .iter()
                .zip(&mut all)
                .for_each(|(covered, all)| *all += covered);
        }
        let is_enough = all.iter().all(|&covered| covered >= 1_395);
        assert!(is_enough, "{answers} {is_known}: {all:?} of 1,500");
    }
}

#[test]
fn a_decider_that_calls_most_of_it_duplicates_is_given_no_precision_that_it_has_not() {
    // As the built-in model on a small collection of alike texts: 45 duplicates, 840 called so.
    let truth = Truth {
        sizes: [175, 391, 202, 158, 179, 169, 198, 147, 91, 60],
        kinds: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.03, 0.7],
        calls: [0.0, 0.0, 0.1, 0.3, 0.7, 0.9, 1.0, 1.0, 1.0, 1.0],
    };
    for is_known in [false, true] {
        let (covered, _) = truth.coverage(200, 90, is_known, |_| true);
        let is_enough = covered.iter().all(|&covered| covered >= 186);
        assert!(is_enough, "{is_known}: {covered:?} of 200");
    }
}

#[test]
fn and_in_audits_that_end_when_f1_is_known_well_enough() {
    for is_known in [false, true] {
        let (covered, answers) = HARD.coverage(500, 500, is_known, |margin| margin <= 0.03);
        assert!(
            answers > 300.0,
            "{answers} answers are too few to test much"
        );
        let is_enough = covered.iter().all(|&covered| covered >= 465);
        assert!(is_enough, "{is_known}: {covered:?} of 500");
    }
}
