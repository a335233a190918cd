//! linfa-svm as a solver: the reference that others use and check. The project's own solvers are held
//! against it, and are 3 to 300 times faster from 50 rows on.
//!
//! C-support vector classification by sequential minimal optimisation over the whole kernel matrix.
//! Only α and ρ are taken from the crate, and the discriminant g(x) = Σ αⱼ·K(xⱼ, x) − ρ (001, section
//! 3.2; αⱼ carries the sign of the label) is built here.
//!
//! Three of its options are never used, since they failed when they were tried: `shrinking(true)` panics
//! or gives wrong models, `nu_weight` often ends with numbers that are not finite, and `Svm<_, Pr>` fits
//! its probabilities to the scores of its own training rows. It takes NaN and a single class without an
//! error, so what [`Learner::fit`] refuses is refused before.

use linfa::dataset::DatasetBase;
use linfa::traits::Fit;
use linfa_svm::Svm;
use ndarray::{ArrayView1, ArrayView2, Axis, CowArray, Ix2};

use super::discriminant::Discriminant;
use super::kernel::Kernel;
use super::learner::Learner;
use dejalu_base::error::{Error, LearnError, Parameter, Result};

/// The most rows that linfa-svm is given: it builds the whole kernel matrix, 8·n² bytes (0.2 GB at this
/// number, 2 GB and half a minute at 16,000 rows), for a linear kernel too.
pub const LINFA_MOST_ROWS: usize = 5_000;

/// Refuses a kernel that linfa-svm does not have.
pub(super) fn check_kernel(kernel: Kernel) -> Result<()> {
    match kernel {
        Kernel::Linear | Kernel::Rbf { .. } | Kernel::Polynomial { .. } => Ok(()),
        Kernel::Monotone | Kernel::Laplacian { .. } => {
            let expected = format!(
                "expected a kernel that it has: {} linear, rbf or polynomial",
                Parameter::Kernel
            );
            Err(Error::invalid(Parameter::Solver, "linfa", expected))
        }
    }
}

/// Refuses more rows than linfa-svm is given.
pub(super) fn check_rows(rows: usize) -> Result<()> {
    if rows <= LINFA_MOST_ROWS {
        return Ok(());
    }
    Err(LearnError::TooManyRows {
        rows,
        most: LINFA_MOST_ROWS,
    }
    .into())
}

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
        // It has no such kernel.
        Kernel::Laplacian { .. } => return None,
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

    use super::*;
    use crate::testing::two_clouds;

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
}
