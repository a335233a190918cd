//! The solver finds the least objective, degenerate problems included.

use ndarray::{Array2, Axis, array};
use proptest::prelude::*;

use super::*;
use crate::linear::problem::CHUNK;
use crate::testing::{in_pool, overlapping};

fn objective(
    rows: &Array2<f64>,
    labels: &[bool],
    (positive, negative): (f64, f64),
    (weights, bias): (&[f64], f64),
) -> f64 {
    let hinge = rows.outer_iter().zip(labels).map(|(row, &label)| {
        let score: f64 = row.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>() + bias;
        if label {
            positive * (1.0 - score).max(0.0)
        } else {
            negative * (1.0 + score).max(0.0)
        }
    });
    hinge.sum::<f64>() + weights.iter().map(|w| w * w).sum::<f64>() / 2.0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    /// The objective is convex: where no small change of w or b betters it, it is the least.
    #[test]
    fn no_change_betters_the_objective(
        n in 2..200usize, d in 0..6usize, seed in 0..1000u64, exponent in -4..5i32,
        to in prop::collection::vec(-1.0..1.0f64, 7), reach in 1e-4..1.0f64,
    ) {
        let (rows, labels) = overlapping(n, d, seed);
        let c = 10f64.powi(exponent);
        let found = solve(rows.view(), &labels, (3.0 * c, c), &[], 1e-6);
        prop_assert!(found.solved);
        let least = objective(&rows, &labels, (3.0 * c, c), (&found.weights, found.bias));
        let moved: Vec<f64> = found.weights.iter().zip(&to).map(|(w, t)| w + reach * t).collect();
        let other = objective(&rows, &labels, (3.0 * c, c), (&moved, found.bias + reach * to[6]));
        prop_assert!(least <= other * (1.0 + 3e-6), "{least} {other}");
    }
}

/// Bold steps alone never solve these.
#[test]
fn steps_that_go_round_in_circles_are_left() {
    for (n, d, seed, c) in [(17, 5, 103, 100.0), (4, 3, 528, 10.0), (5, 2, 264, 1e3)] {
        let (rows, labels) = overlapping(n, d, seed);
        assert!(solve(rows.view(), &labels, (3.0 * c, c), &[], 1e-6).solved);
    }
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let (rows, labels) = overlapping(3 * CHUNK + 7, 3, 5);
    let run = || {
        let found = solve(rows.view(), &labels, (1.0, 1.0), &[], 1e-6);
        (found.weights, found.bias)
    };
    assert_eq!(in_pool(1, run), in_pool(2, run));
}

#[test]
fn what_is_degenerate_ends_finite() {
    let twice = array![[1.0, 2.0], [1.0, 2.0], [1.0, 2.0], [3.0, 2.0]];
    let labels = [true, false, false, true];
    for c in [1e-9, 1.0, 1e9] {
        for rows in [twice.clone(), &twice * 1e5, Array2::zeros((4, 2))] {
            for rising in [&[][..], &[0, 1]] {
                let found = solve(rows.view(), &labels, (c, c), rising, 1e-6);
                assert!(found.solved, "{c} {rows} {rising:?}");
                assert!(found.bias.is_finite() && found.weights.iter().all(|w| w.is_finite()));
            }
        }
    }
}

#[test]
fn two_rows_are_parted_in_the_middle() {
    let found = solve(
        array![[1.0], [3.0]].view(),
        &[false, true],
        (1e3, 1e3),
        &[],
        1e-10,
    );
    assert!((found.weights[0] - 1.0).abs() < 1e-6, "{:?}", found.weights);
    assert!((found.bias + 2.0).abs() < 1e-6, "{}", found.bias);
}

/// The least objective with weights of at least 0 at `rising`, by trying which of them are 0: the
/// solution is the unlimited one of the other features.
fn least_by_enumeration(
    rows: &Array2<f64>,
    labels: &[bool],
    penalties: (f64, f64),
    rising: &[usize],
) -> f64 {
    let objectives = (0..1 << rising.len()).map(|zeros: u32| {
        let is_zero = |place: usize| {
            let bit = rising.iter().position(|&it| it == place);
            bit.is_some_and(|bit| zeros >> bit & 1 == 1)
        };
        let others: Vec<usize> = (0..rows.ncols()).filter(|&j| !is_zero(j)).collect();
        let found = solve(
            rows.select(Axis(1), &others).view(),
            labels,
            penalties,
            &[],
            1e-10,
        );
        assert!(found.solved);
        let mut weights = vec![0.0; rows.ncols()];
        for (&place, &weight) in others.iter().zip(&found.weights) {
            let low = if rising.contains(&place) {
                0.0
            } else {
                f64::NEG_INFINITY
            };
            weights[place] = weight.max(low);
        }
        objective(rows, labels, penalties, (&weights, found.bias))
    });
    objectives.fold(f64::INFINITY, f64::min)
}

/// Refuses a solution that a limit is violated by, or that is not as good as the enumerated one.
fn check_limited(rows: &Array2<f64>, labels: &[bool], penalties: (f64, f64), rising: &[usize]) {
    let least = least_by_enumeration(rows, labels, penalties, rising);
    for precision in [1e-6, 1e-9] {
        let found = solve(rows.view(), labels, penalties, rising, precision);
        assert!(found.solved, "{rows} {labels:?} {penalties:?} {rising:?}");
        assert!(rising.iter().all(|&place| found.weights[place] >= 0.0));
        let ours = objective(rows, labels, penalties, (&found.weights, found.bias));
        let relative = ours / least.max(f64::MIN_POSITIVE) - 1.0;
        assert!(
            relative.abs() < 3.0 * precision.max(3e-7),
            "{relative} {least} {penalties:?} {rising:?} {:?}",
            found.weights
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn weights_that_are_not_negative_are_those_of_the_enumeration(
        n in 2..120usize, d in 0..5usize, seed in 0..1000u64, exponent in -4..4i32,
        rising in prop::collection::vec(any::<bool>(), 5),
        signs in prop::collection::vec(prop::sample::select(vec![-1.0, 0.0, 1.0]), 5),
    ) {
        let (mut rows, labels) = overlapping(n, d, seed);
        for (mut column, sign) in rows.columns_mut().into_iter().zip(signs) {
            column *= sign;
        }
        let c = 10f64.powi(exponent);
        let rising: Vec<usize> = (0..d).filter(|&place| rising[place]).collect();
        check_limited(&rows, &labels, (3.0 * c, c), &rising);
    }
}

#[test]
fn limits_that_all_bind_leave_no_weight() {
    let (rows, labels) = overlapping(300, 4, 8);
    let falling = -rows;
    let found = solve(falling.view(), &labels, (1.0, 1.0), &[0, 1, 2, 3], 1e-6);
    assert_eq!(found.weights, [0.0; 4]);
    check_limited(&falling, &labels, (1.0, 1.0), &[0, 1, 2, 3]);
    // As good as nothing: a constant feature, and one beside its own opposite.
    let twice = array![[1.0, -1.0, 2.0], [2.0, -2.0, 2.0], [0.0, 0.0, 2.0]];
    check_limited(&twice, &[false, true, false], (1.0, 1.0), &[0, 1, 2]);
    check_limited(&twice, &[true, false, true], (1e3, 1.0), &[0, 1, 2]);
}

#[test]
fn limits_that_do_not_bind_change_nothing() {
    let (rows, labels) = overlapping(500, 3, 4);
    let free = solve(rows.view(), &labels, (1.0, 1.0), &[], 1e-10);
    assert!(free.weights.iter().all(|&weight| weight > 0.0));
    let limited = solve(rows.view(), &labels, (1.0, 1.0), &[0, 1, 2], 1e-10);
    for (a, b) in free.weights.iter().zip(&limited.weights) {
        assert!((a - b).abs() < 1e-5, "{a} {b}");
    }
    assert!((free.bias - limited.bias).abs() < 1e-5);
}

#[test]
fn small_separable_sets_are_solved_within_the_limits() {
    for seed in 0..400 {
        let (n, d) = (2 + seed as usize % 17, 1 + seed as usize % 5);
        let (rows, labels) = overlapping(n, d, seed);
        let rising: Vec<usize> = (0..d).step_by(1 + seed as usize % 2).collect();
        for c in [1e-3, 1.0, 1e3] {
            let found = solve(rows.view(), &labels, (c, c), &rising, 1e-6);
            assert!(found.solved, "{n} {d} {seed} {c}");
        }
    }
}

/// Many features that say nearly the same, as similarities do, and a small C: steps went in circles
/// that narrowed by a millionth each time.
#[test]
fn correlated_features_are_solved_with_a_small_penalty() {
    for seed in 0..200 {
        let (common, labels) = overlapping(29, 1, seed);
        let (own, _) = overlapping(29, 34, seed + 1_000);
        let rows = Array2::from_shape_fn((29, 34), |(i, j)| common[[i, 0]] + 0.2 * own[[i, j]]);
        for c in [1e-3, 1e-2] {
            let found = solve(rows.view(), &labels, (2.0 * c, c), &[], 1e-6);
            assert!(found.solved, "{seed} {c}");
        }
    }
}
