use std::collections::BTreeSet;

use proptest::prelude::*;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::stopping_points::{StoppingPoint, StoppingPoints};
use super::{Missing, Outcome, Promise, TestPlan, Trial, Verdict, wrong_between};
use dejalu_learn::evaluation::ln_chance_of;

fn promise(wrong_at_most: f64, confidence: f64) -> Promise {
    Promise {
        wrong_at_most,
        confidence,
        looks: 1,
    }
}

fn points(list: &[(u64, u64)]) -> StoppingPoints {
    let point = |&(drawn, wrong): &(u64, u64)| StoppingPoint { drawn, wrong };
    let (last, earlier) = list.split_last().unwrap();
    StoppingPoints::new(earlier.iter().map(point), point(last))
}

/// The share of all orders of so many removals, so many of them wrong, that pass.
fn by_counting(points: &StoppingPoints, population: u64, wrong: u64) -> f64 {
    let orders = (0u64..1 << population).filter(|order| u64::from(order.count_ones()) == wrong);
    let found = |order: u64, drawn: u64| u64::from((order & ((1 << drawn) - 1)).count_ones());
    let passes = |order: &u64| {
        points
            .iter()
            .any(|point| found(*order, point.drawn) <= point.wrong)
    };
    let orders: Vec<u64> = orders.collect();
    orders.iter().filter(|order| passes(order)).count() as f64 / orders.len() as f64
}

proptest! {
    #[test]
    fn the_walk_is_the_count_of_all_orders(
        population in 1u64..=12,
        steps in prop::collection::vec((1u64..4, 1u64..3), 1..5),
        first_wrong in 0u64..2,
    ) {
        let mut list: Vec<(u64, u64)> = Vec::new();
        let (mut drawn, mut wrong) = (0, first_wrong);
        for (answers, more) in steps {
            drawn += answers;
            if drawn > population {
                break;
            }
            list.push((drawn, wrong));
            wrong += more;
        }
        prop_assume!(!list.is_empty());
        let points = points(&list);
        for wrong in 0..=population {
            let exact = by_counting(&points, population, wrong);
            let chance = points.chance_to_pass(population, wrong);
            prop_assert!((chance - exact).abs() < 1e-12, "{list:?} {wrong}: {chance} {exact}");
        }
    }
}

#[test]
fn the_fewest_answers_are_those_that_no_procedure_can_do_without() {
    for (share, removals, fewest) in [
        (0.02, 100, 63),
        (0.02, 300, 104),
        (0.02, 1_000, 132),
        (0.02, 10_503, 147),
        (0.02, 100_000, 149),
        (0.05, 100, 39),
        (0.05, 300, 50),
        (0.05, 1_000, 56),
        (0.05, 10_000_000, 59),
    ] {
        let promise = promise(share, 0.95);
        let found = TestPlan::fewest_answers(removals, &promise);
        assert_eq!(found, Some(fewest), "{share} of {removals}");
        // With one answer less nothing is tested; with them all removals are.
        assert!(
            TestPlan::new(removals, fewest - 1, promise)
                .chains
                .is_empty()
        );
        let plan = TestPlan::new(removals, fewest, promise);
        assert_eq!(plan.sets().last().unwrap().size, removals);
    }
    assert_eq!(TestPlan::fewest_answers(0, &promise(0.02, 0.95)), None);
}

#[test]
fn three_hundred_answers_about_ten_thousand_removals() {
    let plan = TestPlan::new(10_503, 300, promise(0.02, 0.95));
    assert_eq!(plan.chains.len(), 1);
    let all = plan.sets().last().unwrap();
    assert_eq!(all.size, 10_503);
    assert_eq!(all.stopping_points, points(&[(166, 0), (261, 1)]));
}

#[test]
fn two_chains_begin_at_three_times_the_fewest_answers() {
    for (share, answers) in [(0.02, 447), (0.05, 177)] {
        let plan = |answers| TestPlan::new(10_000_000, answers, promise(share, 0.95));
        assert_eq!(plan(answers - 1).chains.len(), 1);
        // With few more the second chain could pass nothing, and the first has the whole level.
        let enough = 2 * answers;
        let [first, second] = &plan(enough).chains[..] else {
            panic!("two chains");
        };
        let sizes = |chain: &[super::TestedSet]| chain.iter().map(|it| it.size).collect::<Vec<_>>();
        let (first, second) = (sizes(first), sizes(second));
        assert!(
            second
                .iter()
                .all(|size| 2 * size >= first[0] && *size < first[0])
        );
    }
}

/// Over many designs the chance that the smallest number of wrong ones which breaks the promise passes is at most the
/// level, and more wrong ones pass no more often.
#[test]
fn no_design_passes_wrongly_more_often_than_its_level() {
    let mut designs = 0;
    for removals in [7, 40, 150, 900, 100_000] {
        for answers in [20, 60, 150, 300, 500] {
            for (share, confidence) in [(0.02, 0.95), (0.05, 0.95), (0.1, 0.9), (0.3, 0.6)] {
                let promise = promise(share, confidence);
                let plan = TestPlan::new(removals, answers, promise);
                let level = 1.0 - confidence;
                let shares = if plan.chains.len() > 1 {
                    [0.8, 0.2]
                } else {
                    [1.0, 0.0]
                };
                for (chain, part) in plan.chains.iter().zip(shares) {
                    for set in chain {
                        designs += 1;
                        let least = promise.too_many(set.size);
                        let more = [least, least + 1, 2 * least, set.size];
                        let mut before = part * level + 1e-12;
                        for wrong in more.into_iter().filter(|&it| it <= set.size) {
                            let chance = set.stopping_points.chance_to_pass(set.size, wrong);
                            assert!(chance <= before, "{removals} {answers} {set:?}: {chance}");
                            before = chance + 1e-12;
                        }
                        let most = answers.min(removals) * set.size / removals;
                        assert!(set.stopping_points.last() <= most);
                    }
                }
            }
        }
    }
    assert!(designs >= 150, "{designs}");
}

/// The share of wrong ones in what has passed is too large in at most so many of all orders of questions, for
/// every truth about a few removals.
#[test]
fn the_whole_test_keeps_its_promise_in_all_orders() {
    let removals = 6;
    let orders = permutations(removals);
    for (share, confidence, answers) in [(0.2, 0.5, 5), (0.34, 0.7, 4), (0.1, 0.6, 6)] {
        let plan = TestPlan::new(removals, answers, promise(share, confidence));
        assert!(!plan.chains.is_empty());
        let mut passes = 0;
        for truth in 0u64..1 << removals {
            let mut is_broken = |order: &Vec<u64>| {
                let trial = Trial::new(plan.clone(), order.clone());
                let verdict =
                    trial.verdict(Missing::Waits, |place| Some(truth >> order[place] & 1 == 1));
                passes += u64::from(verdict.passed > 0);
                let wrong = (truth & ((1 << verdict.passed) - 1)).count_ones();
                f64::from(wrong) > share * verdict.passed as f64 + 1e-9
            };
            let broken = orders.iter().filter(|it| is_broken(it)).count();
            let chance = broken as f64 / orders.len() as f64;
            assert!(chance <= 1.0 - confidence + 1e-9, "{truth:b}: {chance}");
        }
        assert!(passes > 0, "{share} {confidence}");
    }
}

fn permutations(count: u64) -> Vec<Vec<u64>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let longer = |shorter: &Vec<u64>| -> Vec<Vec<u64>> {
        let at = |place: usize| {
            let mut longer = shorter.clone();
            longer.insert(place, count - 1);
            longer
        };
        (0..=shorter.len()).map(at).collect()
    };
    permutations(count - 1).iter().flat_map(longer).collect()
}

/// A test whose questions are asked one by one until it is decided.
struct Asked {
    verdict: Verdict,
    answers: usize,
}

fn ask(plan: &TestPlan, wrong: &BTreeSet<u64>, random: &mut ChaCha8Rng) -> Asked {
    let mut places: Vec<u64> = (0..plan.removals).collect();
    places.shuffle(random);
    let trial = Trial::new(plan.clone(), places.clone());
    let mut answers: BTreeSet<usize> = BTreeSet::new();
    let questions: BTreeSet<usize> = trial.questions().into_iter().collect();
    loop {
        let is_wrong = |place: usize| {
            let is_answered = answers.contains(&place);
            is_answered.then(|| wrong.contains(&places[place]))
        };
        let verdict = trial.verdict(Missing::Waits, is_wrong);
        let Some(next) = verdict.next else {
            return Asked {
                answers: answers.len(),
                verdict,
            };
        };
        assert!(questions.contains(&next), "the file holds what is asked");
        assert!(answers.insert(next), "nothing is asked twice");
    }
}

/// As on newsgroup posts: 56 of 10,503 removals are wrong, all in the riskiest hundredth.
#[test]
fn a_good_order_of_risk_removes_nearly_all_and_stops_early() {
    let removals = 10_503;
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for (share, budget, least, answers) in [
        (0.02, 300, 0.98, 250.0),
        (0.02, 150, 0.95, 150.0),
        (0.05, 60, 0.97, 60.0),
    ] {
        let plan = TestPlan::new(removals, budget, promise(share, 0.95));
        let runs = 60;
        let (mut removed, mut asked) = (0, 0);
        for _ in 0..runs {
            let riskiest = removals - removals / 100;
            let mut wrong = BTreeSet::new();
            while wrong.len() < 56 {
                wrong.insert(random.gen_range(riskiest..removals));
            }
            let run = ask(&plan, &wrong, &mut random);
            removed += run.verdict.passed;
            asked += run.answers;
        }
        let removed = removed as f64 / (runs * removals) as f64;
        let asked = asked as f64 / runs as f64;
        assert!(
            removed >= least && asked <= answers,
            "{budget}: {removed} {asked}"
        );
    }
}

#[test]
fn where_nothing_can_pass_few_answers_show_it() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let removals = 1_000;
    let wrong: BTreeSet<u64> = (0..removals).step_by(3).collect();
    let plan = TestPlan::new(removals, 300, promise(0.02, 0.95));
    let runs: Vec<Asked> = (0..40).map(|_| ask(&plan, &wrong, &mut random)).collect();
    assert!(runs.iter().all(|run| run.verdict.passed == 0));
    let asked = runs.iter().map(|run| run.answers).sum::<usize>() / runs.len();
    assert!(asked < 20, "{asked}");
}

/// Truths that are made to break the promise: just too many wrong ones in the whole, in one of the sets, evenly, in
/// the least doubted, in the most doubted.
#[test]
fn adversarial_truths_break_the_promise_no_more_often_than_chance_has_it() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let share = 0.05;
    for (removals, budget) in [(200, 80), (2_000, 100), (2_000, 250)] {
        let plan = TestPlan::new(removals, budget, promise(share, 0.95));
        let too_many = |size: u64| (share * size as f64 + 1e-9).floor() as u64 + 1;
        let half = removals / 2;
        let truths: [(u64, std::ops::Range<u64>); 5] = [
            (too_many(removals), 0..removals),
            (too_many(half), 0..half),
            (too_many(removals), 0..removals / 10),
            (too_many(removals), removals * 9 / 10..removals),
            (
                too_many(removals * 95 / 100),
                removals * 9 / 10..removals * 95 / 100,
            ),
        ];
        for (count, range) in truths {
            let runs = 300;
            let broken = (0..runs).filter(|_| {
                let mut places: Vec<u64> = range.clone().collect();
                places.shuffle(&mut random);
                let wrong: BTreeSet<u64> = places.into_iter().take(count as usize).collect();
                let mut places: Vec<u64> = (0..removals).collect();
                places.shuffle(&mut random);
                let trial = Trial::new(plan.clone(), places.clone());
                let verdict =
                    trial.verdict(Missing::Waits, |place| Some(wrong.contains(&places[place])));
                let passed = verdict.passed;
                let inside = wrong.range(..passed).count() as f64;
                inside > share * passed as f64 + 1e-9
            });
            let broken = broken.count() as f64 / f64::from(runs);
            // Three standard errors of a chance of 0.05.
            assert!(
                broken <= 0.05 + 0.038,
                "{removals} {budget} {range:?}: {broken}"
            );
        }
    }
}

#[test]
fn a_missing_answer_leaves_the_set_open() {
    let plan = TestPlan::new(100, 100, promise(0.2, 0.8));
    let trial = Trial::new(plan, (0..100).collect());
    let verdict = trial.verdict(Missing::Waits, |_| None);
    assert_eq!(verdict.next, Some(0));
    assert_eq!(verdict.passed, 0);
    let verdict = trial.verdict(Missing::Waits, |place| (place != 1).then_some(false));
    assert_eq!(verdict.tested[0].outcome, Outcome::Open(1));
    let verdict = trial.verdict(Missing::Waits, |_| Some(false));
    assert_eq!((verdict.passed, verdict.next), (100, None));
}

proptest! {
    /// A verdict before all is answered passes what it would if each missing answer were wrong, and its intervals hold
    /// whatever they are.
    #[test]
    fn missing_answers_count_as_wrong_and_are_told_apart(
        answers in prop::collection::vec(prop::option::weighted(0.9, prop::bool::weighted(0.1)), 60),
    ) {
        let trial = Trial::new(TestPlan::new(60, 50, promise(0.2, 0.9)), (0..60).collect());
        let verdict = trial.verdict(Missing::CountsAsWrong, |place| answers[place]);
        let with = |missing: bool| {
            trial.verdict(Missing::Waits, |place| Some(answers[place].unwrap_or(missing)))
        };
        let (best, worst) = (with(false), with(true));
        prop_assert_eq!(verdict.passed, worst.passed);
        prop_assert_eq!(verdict.next, None);
        for (tested, worst) in verdict.tested.iter().zip(&worst.tested) {
            prop_assert_eq!(tested.outcome, worst.outcome);
            prop_assert_eq!(tested.wrong + tested.missing, worst.wrong);
            prop_assert_eq!(tested.interval[1], worst.interval[1]);
            prop_assert!(tested.interval[0] <= worst.interval[0]);
        }
        let looked = verdict.tested.iter().zip(&best.tested);
        for (tested, best) in looked.filter(|(tested, best)| tested.drawn == best.drawn) {
            prop_assert_eq!(tested.interval[0], best.interval[0]);
        }
    }

    #[test]
    fn either_end_of_an_interval_rises_with_the_wrong_ones(
        population in 1u64..400, part in 0.0..1.0, doubt in 0.001..0.5,
    ) {
        let drawn = (part * population as f64) as u64;
        let intervals = (0..=drawn).map(|found| wrong_between(found, drawn, population, doubt));
        let intervals: Vec<[u64; 2]> = intervals.collect();
        prop_assert!(intervals.is_sorted_by(|a, b| a[0] <= b[0] && a[1] <= b[1]));
    }
}

#[test]
fn more_answers_than_removals_are_all_of_them() {
    let chains = |answers| TestPlan::new(120, answers, promise(0.05, 0.95)).chains;
    assert_eq!(chains(300), chains(120));
}

#[test]
fn to_stop_after_more_than_there_are_is_to_stop_after_all() {
    let points = points(&[(5, 0), (9, 1), (20, 2)]);
    for wrong in 0..=9 {
        let passes = f64::from(u8::from(wrong <= 2));
        assert_eq!(points.chance_to_pass(4, wrong), passes, "{wrong} of 4");
    }
}

#[test]
fn a_design_for_many_removals_and_answers_is_made_at_once() {
    for (removals, answers) in [(100_000, 300), (10_000_000, 1_500)] {
        let plan = TestPlan::new(removals, answers, promise(0.02, 0.95));
        assert_eq!(plan.sets().map(|it| it.size).max(), Some(removals));
        let none_wrong = plan.chains[0].last().unwrap();
        let chance = none_wrong
            .stopping_points
            .chance_to_pass(none_wrong.size, none_wrong.size / 200);
        assert!(chance > 0.6, "{answers}: {chance}");
    }
}

/// The sum over all numbers of wrong ones, as it is defined.
fn slow_interval(found: u64, drawn: u64, population: u64, doubt: f64) -> [u64; 2] {
    let chance = |wrong: u64| ln_chance_of(found, drawn, wrong, population).exp();
    // Beta-binomial (1, 20), by its recurrence.
    let mut prior = vec![1.0; population as usize + 1];
    for w in 1..=population {
        let rest = (population - w) as f64;
        // P(w) / P(w - 1) = (n - w + 1) w / (w (n - w + 20)).
        prior[w as usize] = prior[w as usize - 1] * (rest + 1.0) / (rest + 20.0);
    }
    let all: f64 = prior.iter().sum();
    let mixed: f64 = (0..=population)
        .map(|w| prior[w as usize] / all * chance(w))
        .sum();
    let kept = (0..=population).filter(|&w| mixed < chance(w) / doubt);
    let kept: Vec<u64> = kept.collect();
    [kept[0], kept[kept.len() - 1]]
}

#[test]
fn the_interval_is_what_its_definition_keeps() {
    for population in [1, 5, 30, 77] {
        for drawn in [0, 1, population / 3, population] {
            for found in [0, drawn / 9, drawn] {
                let fast = wrong_between(found, drawn, population, 0.05);
                let slow = slow_interval(found, drawn, population, 0.05);
                assert_eq!(fast, slow, "{found} of {drawn} of {population}");
            }
        }
    }
    assert_eq!(wrong_between(3, 500, 500, 0.05), [3, 3]);
}

#[test]
fn the_interval_holds_whenever_one_stops() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let population = 200;
    for wrong in [0, 4, 40] {
        let runs = 400;
        let missed = (0..runs).filter(|_| {
            let mut order: Vec<bool> = (0..population).map(|place| place < wrong).collect();
            order.shuffle(&mut random);
            let mut found = 0;
            (1..=population).zip(&order).any(|(drawn, is_wrong)| {
                found += u64::from(*is_wrong);
                let [low, high] = wrong_between(found, drawn, population, 0.1);
                !(low..=high).contains(&wrong)
            })
        });
        let missed = missed.count() as f64 / f64::from(runs);
        assert!(missed <= 0.1 + 0.045, "{wrong}: {missed}");
    }
}
