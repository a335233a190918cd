use ndarray::{Array2, array};

use super::super::linfa_solver;
use super::*;
use crate::share::ClassWeights;
use crate::testing::{in_pool, overlapping};

/// ½‖w‖² + Σ Cᵢ·max(0, 1 − tᵢ·g(xᵢ)), what every solver minimises.
fn objective(learner: &Learner, found: &Discriminant, rows: &Array2<f64>, labels: &[bool]) -> f64 {
    let (positive, negative) = learner.penalties(labels, ClassWeights::EQUAL);
    let scores = found.scores(rows.view());
    let hinge = scores.iter().zip(labels).map(|(score, &label)| {
        if label {
            positive * (1.0 - score).max(0.0)
        } else {
            negative * (1.0 + score).max(0.0)
        }
    });
    let square: f64 = match found {
        Discriminant::Linear { weights, .. } => weights.iter().map(|w| w * w).sum(),
        Discriminant::Kernel {
            vectors,
            coefficients,
            bias,
            ..
        } => {
            let scores = found.scores(vectors.view());
            let terms = scores.iter().zip(coefficients);
            terms.map(|(score, c)| (score - bias) * c).sum()
        }
        Discriminant::Sum { .. } => unreachable!("a solver finds one"),
    };
    square / 2.0 + hinge.sum::<f64>()
}

fn polynomial(degree: u32, gamma: f64) -> Kernel {
    Kernel::Polynomial {
        degree,
        gamma,
        coef0: 1.0,
    }
}

#[test]
fn our_solvers_find_what_the_reference_finds() {
    let mut learners = vec![
        Learner::new(Kernel::Rbf { gamma: 0.01 }, 1.0),
        Learner::new(Kernel::Rbf { gamma: 0.1 }, 10.0),
        Learner::new(Kernel::Rbf { gamma: 1.0 }, 100.0),
        Learner::new(Kernel::Linear, 0.01),
        Learner::new(Kernel::Linear, 1.0),
        Learner::new(polynomial(2, 0.3), 1.0),
        Learner::new(polynomial(3, 0.1), 10.0),
    ];
    learners[1].class_weights = true;
    learners[3].class_weights = true;
    // Precise, so that the solutions are compared and not the places where each stops.
    learners
        .iter_mut()
        .for_each(|learner| learner.tolerance = 1e-5);
    for (n, d) in [(60, 3), (400, 6)] {
        let (rows, labels) = overlapping(n, d, 11);
        let (fresh, _) = overlapping(2000, d, 12);
        for learner in &learners {
            let penalties = learner.penalties(&labels, ClassWeights::EQUAL);
            let ours = fit(learner, rows.view(), &labels, penalties, &[]).unwrap();
            let theirs = linfa_solver::fit(learner, rows.view(), &labels, penalties).unwrap();
            let least = objective(learner, &theirs, &rows, &labels);
            let relative = objective(learner, &ours, &rows, &labels) / least - 1.0;
            assert!(relative.abs() < 1e-3, "{n} {learner:?}: {relative}");
            let (a, b) = (ours.scores(fresh.view()), theirs.scores(fresh.view()));
            let scores = a.iter().zip(&b);
            let differ = scores.filter(|(a, b)| b.abs() > 0.02 && (**a > 0.0) != (**b > 0.0));
            assert_eq!(differ.count(), 0, "{n} {learner:?}");
        }
    }
}

#[test]
fn weights_of_what_rises_are_not_negative() {
    for n in [60, 400] {
        let (mut rows, labels) = overlapping(n, 3, 7);
        rows.column_mut(1).mapv_inplace(|x| -x);
        let mut learner = Learner::new(Kernel::Monotone, 1.0);
        learner.tolerance = 1e-5;
        learner.class_weights = true;
        let weights = |learner: &Learner, rising: &[bool]| {
            let prior = Prior {
                rising,
                ..Prior::of(&labels)
            };
            match learner.fit_with(rows.view(), &labels, prior).unwrap() {
                Discriminant::Linear { weights, .. } => weights,
                other => panic!("{other:?}"),
            }
        };
        let all = weights(&learner, &[]);
        assert!(all[0] > 0.0 && all[1] == 0.0 && all[2] > 0.0, "{n} {all:?}");
        let free = weights(&learner, &[true, false]);
        learner.kernel = Kernel::Linear;
        let linear = weights(&learner, &[]);
        for (a, b) in free.iter().zip(&linear) {
            assert!((a - b).abs() < 1e-3, "{n} {free:?} {linear:?}");
        }
    }
}

#[test]
fn a_large_fit_has_the_same_bits_for_any_number_of_threads() {
    let (rows, labels) = overlapping(900, 4, 3);
    for kernel in [
        Kernel::Monotone,
        Kernel::Linear,
        Kernel::Rbf { gamma: 0.1 },
        Kernel::laplacian(0.1),
        polynomial(3, 0.1),
    ] {
        let learner = Learner::new(kernel, 10.0);
        let run = || learner.fit(rows.view(), &labels).unwrap();
        assert_eq!(in_pool(1, run), in_pool(2, run));
    }
}

#[test]
fn many_rows_that_cannot_be_told_apart_give_a_finite_model() {
    let n = 400;
    let labels: Vec<bool> = (0..n).map(|i| i % 4 == 0).collect();
    let rows = Array2::from_shape_fn((n, 2), |(_, j)| j as f64);
    for c in [1e-6, 1.0, 1e6] {
        for kernel in [
            Kernel::Monotone,
            Kernel::Linear,
            Kernel::Rbf { gamma: 0.5 },
            Kernel::laplacian(0.5),
            polynomial(2, 1.0),
        ] {
            let fitted = Learner::new(kernel, c).fit(rows.view(), &labels).unwrap();
            assert!(fitted.score(&[0.0, 1.0]).is_finite());
        }
    }
}

#[test]
fn memory_is_bounded() {
    assert_eq!(Learner::memory(100), 40_000);
    assert_eq!(Learner::memory(1000), 4_000_000);
    assert_eq!(Learner::memory(usize::MAX), CACHE as u64);
}

#[test]
fn what_overflows_is_unsolved() {
    let learner = Learner::new(Kernel::Linear, f64::MAX);
    let error = learner.fit(array![[0.0], [1.0]].view(), &[true, false]);
    let message = error.map_or_else(|error| error.to_string(), |_| String::new());
    assert!(
        message.is_empty() || message.contains("choose a smaller C"),
        "{message}"
    );
}

#[test]
fn separable_rows_get_the_widest_margin() {
    // The closest rows are (1, 0) and (3, 0): the boundary is x = 2 and the margins ±1.
    let rows = array![
        [0.0, 1.0],
        [1.0, 0.0],
        [0.0, -1.0],
        [3.0, 0.0],
        [4.0, 2.0],
        [4.0, -2.0]
    ];
    let labels = [false, false, false, true, true, true];
    let mut learner = Learner::new(Kernel::Linear, 1e3);
    learner.tolerance = 1e-9;
    let Discriminant::Linear { weights, bias } = learner.fit(rows.view(), &labels).unwrap() else {
        panic!("a linear kernel gives weights");
    };
    assert!((weights[0] - 1.0).abs() < 1e-6, "{weights:?}");
    assert!(weights[1].abs() < 1e-6, "{weights:?}");
    assert!((bias + 2.0).abs() < 1e-6, "{bias}");
}

#[test]
fn an_rbf_kernel_separates_what_a_line_cannot() {
    let rows = array![[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]];
    let labels = [true, true, false, false];
    let learner = Learner::new(Kernel::Rbf { gamma: 1.0 }, 100.0);
    let fitted = learner.fit(rows.view(), &labels).unwrap();
    let scores = fitted.scores(rows.view());
    assert!(
        scores
            .iter()
            .zip(labels)
            .all(|(&score, label)| (score > 0.0) == label)
    );
}

#[test]
fn rows_without_features_or_difference_give_a_finite_model() {
    for columns in [0, 2] {
        let rows = Array2::zeros((4, columns));
        for learner in [
            Learner::new(polynomial(2, 0.7), 1.0),
            Learner::new(Kernel::Monotone, 1.0),
            Learner::new(Kernel::Linear, 1.0),
            Learner::new(Kernel::Rbf { gamma: 0.3 }, 10.0),
        ] {
            let fitted = learner
                .fit(rows.view(), &[true, false, true, false])
                .unwrap();
            assert!(
                fitted
                    .scores(rows.view())
                    .iter()
                    .all(|score| score.is_finite())
            );
        }
    }
}
