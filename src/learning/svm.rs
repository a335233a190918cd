//! The solver for few rows, and the reference for the others: C-support vector classification by
//! sequential minimal optimisation over the whole kernel matrix (8n² bytes).
//!
//! This is the only file that names the solver's crate. Only α and ρ are taken from it, and the
//! discriminant g(x) = Σ αⱼ·K(xⱼ, x) − ρ (001, section 3.2; αⱼ carries the sign of the label) is
//! built here, so that a saved model depends on nothing else. Of the crate's options, shrinking is
//! never turned on (it panics or gives wrong models) and ν is not offered (it often ends with
//! numbers that are not finite).

use linfa::dataset::DatasetBase;
use linfa::traits::Fit;
use linfa_svm::Svm;
use ndarray::{ArrayView1, ArrayView2, Axis, CowArray, Ix2};

use super::discriminant::Discriminant;
use super::kernel::Kernel;
use super::learner::Learner;

/// Rows whose |α| is not above this are no support vectors: the solver's own limit.
const NO_SUPPORT: f64 = 100.0 * f64::EPSILON;

/// Fits checked rows and labels; `None` where the solver finds nothing.
pub(super) fn fit(
    learner: &Learner,
    rows: ArrayView2<f64>,
    labels: &[bool],
    penalties: (f64, f64),
) -> Option<Discriminant> {
    let solution = solve(learner, rows, labels, penalties)?;
    Some(discriminant(
        learner.kernel,
        rows,
        &solution.alpha,
        solution.rho,
    ))
}

fn solve(
    learner: &Learner,
    rows: ArrayView2<f64>,
    labels: &[bool],
    (positive, negative): (f64, f64),
) -> Option<Svm<f64, bool>> {
    let parameters = Svm::<f64, bool>::params()
        .pos_neg_weights(positive, negative)
        .eps(learner.tolerance);
    let parameters = match learner.kernel {
        Kernel::Linear | Kernel::Monotone => parameters.linear_kernel(),
        Kernel::Polynomial { degree, coef0, .. } => {
            parameters.polynomial_kernel(coef0, f64::from(degree))
        }
        // The solver's Gaussian is exp(−‖x − y‖² / eps).
        Kernel::Rbf { gamma } => parameters.gaussian_kernel(1.0 / gamma),
    };
    let rows = widened(learner.kernel, rows);
    parameters
        .fit(&DatasetBase::new(rows.view(), ArrayView1::from(labels)))
        .ok()
}

/// The solver's polynomial has no gamma: the rows take its root.
fn widened(kernel: Kernel, rows: ArrayView2<f64>) -> CowArray<f64, Ix2> {
    match kernel {
        Kernel::Polynomial { gamma, .. } => (&rows * gamma.sqrt()).into(),
        _ => rows.into(),
    }
}

fn discriminant(kernel: Kernel, rows: ArrayView2<f64>, alpha: &[f64], rho: f64) -> Discriminant {
    if kernel == Kernel::Linear {
        let mut weights = vec![0.0; rows.ncols()];
        for (row, &a) in rows.outer_iter().zip(alpha) {
            for (weight, &x) in weights.iter_mut().zip(row) {
                *weight += a * x;
            }
        }
        return Discriminant::Linear {
            weights,
            bias: -rho,
        };
    }
    let support: Vec<usize> = (0..alpha.len().min(rows.nrows()))
        .filter(|&i| alpha[i].is_nan() || alpha[i].abs() > NO_SUPPORT)
        .collect();
    Discriminant::Kernel {
        kernel,
        vectors: rows.select(Axis(0), &support),
        coefficients: support.iter().map(|&i| alpha[i]).collect(),
        bias: -rho,
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;
    use crate::learning::testing::two_clouds;

    fn learners() -> [Learner; 4] {
        let square = Kernel::Polynomial {
            degree: 2,
            gamma: 0.7,
            coef0: 1.0,
        };
        [
            Learner::new(square, 1.0),
            Learner::new(Kernel::Linear, 1.0),
            Learner::new(Kernel::Rbf { gamma: 0.3 }, 10.0),
            Learner::new(Kernel::Rbf { gamma: 2.0 }, 0.5),
        ]
    }

    #[test]
    fn our_scores_are_the_solvers_own() {
        let (rows, labels) = two_clouds(120, 4, 7);
        for learner in learners() {
            let solution = solve(&learner, rows.view(), &labels, (learner.c, learner.c)).unwrap();
            let ours = fit(&learner, rows.view(), &labels, (learner.c, learner.c)).unwrap();
            for row in rows.outer_iter() {
                let wide = widened(learner.kernel, row.insert_axis(Axis(0)));
                let theirs = solution.weighted_sum(&wide.row(0)) - solution.rho;
                let scale = 1.0 + theirs.abs();
                assert!((ours.score(&row.to_vec()) - theirs).abs() <= 1e-12 * scale);
            }
        }
    }

    #[test]
    fn fitting_twice_gives_the_same_bits() {
        let (rows, labels) = two_clouds(90, 3, 1);
        for learner in learners() {
            let once = fit(&learner, rows.view(), &labels, (learner.c, learner.c)).unwrap();
            assert_eq!(
                once,
                fit(&learner, rows.view(), &labels, (learner.c, learner.c)).unwrap()
            );
        }
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
        let Discriminant::Linear { weights, bias } =
            fit(&learner, rows.view(), &labels, (learner.c, learner.c)).unwrap()
        else {
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
        let fitted = fit(&learner, rows.view(), &labels, (learner.c, learner.c)).unwrap();
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
            let rows = ndarray::Array2::zeros((4, columns));
            for learner in learners() {
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
}
