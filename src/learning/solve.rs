//! Which solver finds the margin, and the discriminant that its solution stands for.

use ndarray::{ArrayView2, Axis};

use super::checks::{check_labels, check_positive, check_scale, count};
use super::discriminant::Discriminant;
use super::kernel::Kernel;
use super::learner::Learner;
use super::prior::Prior;
use super::share::ClassWeights;
use super::{linear, smo, svm};
use crate::error::{LearnError, Parameter, Result};

/// Up to so many rows the solver of `svm.rs` trains, an implementation that others use and check;
/// beyond it the project's own do. They find the same decisions (tests) sooner at any size, but only
/// from here on does anyone notice. Milliseconds, 10 overlapping features, own against reference:
///
/// | rows | RBF, C = 1 | RBF, C = 100 | linear, C = 0.01 | linear, C = 1 |
/// |---|---|---|---|---|
/// | 50 | 0.04 / 0.13 | 0.06 / 0.18 | 0.06 / 0.17 | 0.07 / 0.40 |
/// | 200 | 0.2 / 1.5 | 0.8 / 23 | 0.4 / 20 | 0.3 / 118 |
/// | 1,000 | 16 / 315 | 84 / 1,285 | 1.6 / 300 | 1.7 / 1,068 |
const REFERENCE_ROWS: usize = 200;

/// The memory for kernel rows of one fit: 40 MiB, the whole matrix up to 3,200 rows. With 256 MiB a
/// fit took as long at 8,000 rows, a seventh less at 30,000 (C = 10), and at 10,000 (C = 1), where
/// few rows are needed twice, more: fresh memory costs time as well.
const CACHE: usize = 40 << 20;

/// Fits checked rows and labels, with C of the positive and of the negative class, and the places of
/// the features that rise.
pub(super) fn fit(
    learner: &Learner,
    rows: ArrayView2<f64>,
    labels: &[bool],
    penalties: (f64, f64),
    rising: &[usize],
) -> Result<Discriminant> {
    // The reference knows no signs.
    let found = if rows.nrows() <= REFERENCE_ROWS && learner.kernel != Kernel::Monotone {
        svm::fit(learner, rows, labels, penalties)
    } else {
        fit_own(learner, rows, labels, penalties, rising)
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

/// The bytes that the kernel rows of a fit to `rows` rows may take.
pub(super) fn memory(rows: usize) -> u64 {
    let matrix = (rows as u64).saturating_mul(rows as u64);
    if rows <= REFERENCE_ROWS {
        return matrix * 8;
    }
    matrix.saturating_mul(4).min(CACHE as u64)
}

/// Fits with the project's own solvers; `None` where they give up.
fn fit_own(
    learner: &Learner,
    rows: ArrayView2<f64>,
    labels: &[bool],
    penalties: (f64, f64),
    rising: &[usize],
) -> Option<Discriminant> {
    match learner.kernel {
        Kernel::Linear => fit_linear(learner, rows, labels, penalties, &[]),
        Kernel::Monotone => fit_linear(learner, rows, labels, penalties, rising),
        _ => fit_kernel(learner, rows, labels, penalties),
    }
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
        super::solve::memory(rows)
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
        self.check()?;
        check_labels(rows, labels)?;
        check_scale(rows)?;
        let weights = ClassWeights::restoring(prior.share, labels);
        let rising = prior.rising_places(rows.ncols());
        super::solve::fit(self, rows, labels, self.penalties(labels, weights), &rising)
    }

    /// Refuses parameters that no solver can use.
    pub(crate) fn check(&self) -> Result<()> {
        check_positive(Parameter::C, self.c)?;
        check_positive(Parameter::Tolerance, self.tolerance)?;
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
mod tests {
    use ndarray::{Array2, array};

    use super::*;
    use crate::learning::share::ClassWeights;
    use crate::learning::testing::{in_pool, overlapping};

    /// ½‖w‖² + Σ Cᵢ·max(0, 1 − tᵢ·g(xᵢ)), what both solvers minimise.
    fn objective(
        learner: &Learner,
        found: &Discriminant,
        rows: &Array2<f64>,
        labels: &[bool],
    ) -> f64 {
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
                let ours = fit_own(learner, rows.view(), &labels, penalties, &[]).unwrap();
                let theirs = svm::fit(learner, rows.view(), &labels, penalties).unwrap();
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
            polynomial(3, 0.1),
        ] {
            let learner = Learner::new(kernel, 10.0);
            let run = || learner.fit(rows.view(), &labels).unwrap();
            assert_eq!(in_pool(1, run), in_pool(2, run));
        }
    }

    #[test]
    fn many_rows_that_cannot_be_told_apart_give_a_finite_model() {
        let n = 2 * REFERENCE_ROWS;
        let labels: Vec<bool> = (0..n).map(|i| i % 4 == 0).collect();
        let rows = Array2::from_shape_fn((n, 2), |(_, j)| j as f64);
        for c in [1e-6, 1.0, 1e6] {
            for kernel in [
                Kernel::Monotone,
                Kernel::Linear,
                Kernel::Rbf { gamma: 0.5 },
                polynomial(2, 1.0),
            ] {
                let fitted = Learner::new(kernel, c).fit(rows.view(), &labels).unwrap();
                assert!(fitted.score(&[0.0, 1.0]).is_finite());
            }
        }
    }

    #[test]
    fn memory_is_bounded() {
        assert_eq!(memory(100), 80_000);
        assert_eq!(memory(1000), 4_000_000);
        assert_eq!(memory(usize::MAX), CACHE as u64);
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
}
