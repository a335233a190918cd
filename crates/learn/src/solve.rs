//! Chooses the solver that finds the margin, and builds the discriminant of its solution.

use ndarray::{ArrayView2, Axis};

use super::checks::{check_labels, check_positive, check_scale, count};
use super::discriminant::Discriminant;
use super::kernel::Kernel;
use super::learner::{Learner, Solver};
use super::prior::Prior;
use super::share::ClassWeights;
use super::{linear, linfa_solver, smo};
use dejalu_base::error::{LearnError, Parameter, Result};

/// The memory for kernel rows of one fit: 40 MiB, the whole matrix up to 3,200 rows. With 256 MiB a
/// fit took as long at 8,000 rows, a seventh less at 30,000 (C = 10), and at 10,000 (C = 1), where
/// few rows are needed twice, more: fresh memory costs time as well.
const CACHE: usize = 40 << 20;

/// Fits checked rows and labels, with C of the positive and of the negative class, and the places of the
/// features that rise.
fn fit(
    learner: &Learner,
    rows: ArrayView2<f64>,
    labels: &[bool],
    penalties: (f64, f64),
    rising: &[usize],
) -> Result<Discriminant> {
    let found = match learner.kernel {
        _ if learner.solver == Solver::Linfa => linfa_solver::fit(learner, rows, labels, penalties),
        Kernel::Linear => fit_linear(learner, rows, labels, penalties, &[]),
        Kernel::Monotone => fit_linear(learner, rows, labels, penalties, rising),
        _ => fit_kernel(learner, rows, labels, penalties),
    };
    let usable = found.filter(|found| found.check(rows.ncols()).is_ok());
    usable.ok_or_else(|| {
        LearnError::Unsolved {
            c: learner.c,
            kernel: learner.kernel.to_string(),
        }
        .into()
    })
}

/// With weights of at least 0 at these places.
fn fit_linear(
    learner: &Learner,
    rows: ArrayView2<f64>,
    labels: &[bool],
    penalties: (f64, f64),
    rising: &[usize],
) -> Option<Discriminant> {
    let precision = learner.tolerance * 1e-3;
    let solution = linear::solve(rows, labels, penalties, rising, precision);
    solution.solved.then_some(Discriminant::Linear {
        weights: solution.weights,
        bias: solution.bias,
    })
}

fn fit_kernel(
    learner: &Learner,
    rows: ArrayView2<f64>,
    labels: &[bool],
    penalties: (f64, f64),
) -> Option<Discriminant> {
    let solution = smo::solve(&smo::Task {
        rows: rows.view(),
        labels,
        penalties,
        kernel: learner.kernel,
        tolerance: learner.tolerance,
        cache: CACHE,
        // LIBSVM's limit; 8,000 overlapping rows at C = 100 take 166,000 steps.
        steps: labels.len().saturating_mul(100).max(10_000_000),
    });
    let beta = solution.beta;
    let support: Vec<usize> = (0..beta.len()).filter(|&row| beta[row] != 0.0).collect();
    solution.solved.then(|| Discriminant::Kernel {
        kernel: learner.kernel,
        vectors: rows.select(Axis(0), &support),
        coefficients: support.iter().map(|&row| beta[row]).collect(),
        bias: solution.bias,
    })
}

impl Learner {
    /// The most bytes that a fit to `rows` rows takes for kernel values, whatever the kernel.
    pub fn memory(rows: usize) -> u64 {
        let matrix = (rows as u64).saturating_mul(rows as u64);
        matrix.saturating_mul(4).min(CACHE as u64)
    }

    /// Finds the discriminant of `rows` (n rows × d features, scaled) with `labels` (n).
    ///
    /// # Errors
    ///
    /// Refused before anything is fitted: fewer than 2 rows; another number of labels; one class only; a value that is not finite or larger than
    /// [`LARGEST_VALUE`](super::LARGEST_VALUE); a C, tolerance or parameter of the kernel out of range. Afterwards: a
    /// solution that is not finite, or was not reached in a bounded number of steps.
    pub fn fit(&self, rows: ArrayView2<f64>, labels: &[bool]) -> Result<Discriminant> {
        self.fit_with(rows, labels, Prior::of(labels))
    }

    /// The same where more is known. Classes are weighted to the share of positives, which does not
    /// matter where [`class_weights`](Self::class_weights) balance them, whatever it is.
    ///
    /// # Errors
    ///
    /// As [`fit`](Self::fit).
    pub fn fit_with(
        &self,
        rows: ArrayView2<f64>,
        labels: &[bool],
        prior: Prior<'_>,
    ) -> Result<Discriminant> {
        let weights = ClassWeights::restoring(prior.share, labels);
        let rising = prior.rising_places(rows.ncols());
        self.fit_penalised(rows, labels, self.penalties(labels, weights), &rising)
    }

    /// The same with C of the positive and of the negative class, and the places of the features that rise.
    pub(super) fn fit_penalised(
        &self,
        rows: ArrayView2<f64>,
        labels: &[bool],
        penalties: (f64, f64),
        rising: &[usize],
    ) -> Result<Discriminant> {
        self.check()?;
        check_labels(rows, labels)?;
        check_scale(rows)?;
        if self.solver == Solver::Linfa {
            linfa_solver::check_rows(labels.len())?;
        }
        fit(self, rows, labels, penalties, rising)
    }

    /// Refuses parameters that no solver can use.
    pub(crate) fn check(&self) -> Result<()> {
        check_positive(Parameter::C, self.c)?;
        check_positive(Parameter::Tolerance, self.tolerance)?;
        if self.solver == Solver::Linfa {
            linfa_solver::check_kernel(self.kernel)?;
        }
        self.kernel.check()
    }

    /// C of the positive and of the negative class.
    pub(super) fn penalties(&self, labels: &[bool], weights: ClassWeights) -> (f64, f64) {
        if !self.class_weights {
            return (self.c * weights.positive, self.c * weights.negative);
        }
        let (positives, negatives) = count(labels);
        let half = labels.len() as f64 / 2.0;
        (
            self.c * half / positives as f64,
            self.c * half / negatives as f64,
        )
    }
}

#[cfg(test)]
mod tests;
