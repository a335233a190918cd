//! From numbers to a discriminant: how a decision is learned.
//!
//! This folder sees rows of features and their labels, never documents or pairs; `true` is the
//! positive class. [`fit_calibrated`] is the whole way:
//!
//! ```
//! use dejalu::learn::{Fold, LearnerOptions, fit_calibrated};
//! use ndarray::Array2;
//!
//! // Forty rows of one feature; the positives lie above 0.5.
//! let rows = Array2::from_shape_fn((40, 1), |(i, _)| i as f64 / 40.0);
//! let labels: Vec<bool> = (0..40).map(|i| i >= 20).collect();
//! let folds: Vec<Fold> = (0..4)
//!     .map(|k| Fold::new((0..40).filter(|i| i % 4 != k), (0..40).filter(|i| i % 4 == k)))
//!     .collect();
//!
//! let fitted = fit_calibrated(rows.view(), &labels, &folds, &LearnerOptions::default())?;
//! assert!(fitted.decide(&[0.9]) && !fitted.decide(&[0.1]));
//! assert!(fitted.probability(&[0.9]) > 0.5);
//! # Ok::<(), dejalu::Error>(())
//! ```
//!
//! | file | the question it answers |
//! |---|---|
//! | `mod.rs` | what is learned, with which penalty, and what is refused |
//! | `kernel.rs` | how alike are two rows |
//! | `scaling.rs` | how are features of different size made comparable |
//! | `solve.rs` | which solver finds the margin |
//! | `svm.rs` | the solver for few rows (the only file that names its crate) |
//! | `smo.rs` | the solver for many rows and a curved boundary |
//! | `linear.rs` | the solver for many rows and a flat boundary |
//! | `discriminant.rs` | what is left after training: a function of a row |
//! | `bounds.rs` | what can a score still become |
//! | `attribution.rs` | what did each feature add to a score |
//! | `kernel_sum.rs`, `exponential.rs` | how is it computed fast |
//! | `share.rs` | by which weights do rows stand for another share of positives |
//! | `search.rs` | which C and gamma |
//! | `search_table.rs` | how good were the others |
//! | `calibration.rs` | what probability has a score |
//! | `operating.rs` | from which score on is it a yes |
//! | `options.rs`, `choices.rs` | what may a user choose, and how is it written |
//! | `fitted.rs` | all of it together |
//!
//! Everything here is deterministic: no chance, no clock, and the same bits for any number of
//! threads.

mod attribution;
mod bounds;
mod calibration;
mod choices;
mod discriminant;
mod exponential;
mod fitted;
mod kernel;
mod kernel_sum;
mod linear;
mod operating;
mod options;
mod scaling;
mod search;
mod search_table;
mod share;
mod smo;
mod solve;
mod svm;
#[cfg(test)]
mod testing;

pub use calibration::Calibration;
pub use choices::chance_of_error;
pub use discriminant::Discriminant;
pub use fitted::{Fitted, Note, fit_calibrated, fit_calibrated_at};
pub use kernel::{Kernel, LARGEST_DEGREE, LARGEST_FACTOR};
pub use operating::{OperatingPoint, OperatingRule};
pub use options::{KernelChoice, LearnerOptions, Limits, Setting};
pub use scaling::Scaling;
pub use search::{Fold, Search, SearchPoint, search};
pub use search_table::{SearchRow, SearchTable};
pub use share::{ClassWeights, share_of};

use ndarray::ArrayView2;
use serde::{Deserialize, Serialize};

use crate::error::{Error, LearnError, Parameter, Result};
use crate::ranking::same_length;

/// The largest size of a scaled value: a million standard deviations, far outside any training
/// set, and small enough that no kernel and no score can overflow.
pub const LARGEST_VALUE: f64 = 1e6;

/// A support vector machine that has not seen data yet: C-SVC with the penalty, the kernel and the
/// precision of the solution.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Learner {
    /// The kernel.
    pub kernel: Kernel,
    /// The penalty for a row on the wrong side of the margin, positive and finite: the larger, the
    /// closer the boundary follows the training rows, and the longer a curved one takes.
    pub c: f64,
    /// Whether C is scaled by n / (2·n_class) for each class, so that the rare class weighs as much
    /// as the frequent one. Off by default: the operating point is chosen afterwards anyway, and on
    /// five collections the order of the pairs was as good without or better (`docs/results.md`).
    pub class_weights: bool,
    /// The solver stops when no pair of rows violates the optimality conditions by more than this;
    /// positive. The default 1e-3 is LIBSVM's; smaller costs much and changes no decision.
    pub tolerance: f64,
}

impl Learner {
    /// A learner without class weights and a tolerance of 1e-3.
    pub fn new(kernel: Kernel, c: f64) -> Self {
        Learner {
            kernel,
            c,
            class_weights: false,
            tolerance: 1e-3,
        }
    }

    /// The most bytes that a fit to `rows` rows takes for kernel values, whatever the kernel.
    pub fn memory(rows: usize) -> u64 {
        solve::memory(rows)
    }

    /// Finds the discriminant of `rows` (n rows × d features, scaled) with `labels` (n).
    ///
    /// # Errors
    ///
    /// Refused before anything is fitted: fewer than 2 rows; another number of labels; one class only; a value that is not finite or larger than
    /// [`LARGEST_VALUE`]; a C, tolerance or parameter of the kernel out of range. Afterwards: a
    /// solution that is not finite, or was not reached in a bounded number of steps.
    pub fn fit(&self, rows: ArrayView2<f64>, labels: &[bool]) -> Result<Discriminant> {
        self.fit_weighted(rows, labels, ClassWeights::EQUAL)
    }

    /// The same where a row counts by its class. Weights are of no account where
    /// [`class_weights`](Self::class_weights) balance the classes, whatever their share.
    ///
    /// # Errors
    ///
    /// As [`fit`](Self::fit).
    pub fn fit_weighted(
        &self,
        rows: ArrayView2<f64>,
        labels: &[bool],
        weights: ClassWeights,
    ) -> Result<Discriminant> {
        self.check()?;
        check_rows(rows, labels)?;
        check_scale(rows)?;
        solve::fit(self, rows, labels, self.penalties(labels, weights))
    }

    /// Refuses parameters that no solver can use.
    pub(crate) fn check(&self) -> Result<()> {
        check_positive(Parameter::C, self.c)?;
        check_positive(Parameter::Tolerance, self.tolerance)?;
        self.kernel.check()
    }

    /// C of the positive and of the negative class.
    fn penalties(&self, labels: &[bool], weights: ClassWeights) -> (f64, f64) {
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

/// Refuses rows and labels that nothing can be learned from.
fn check_rows(rows: ArrayView2<f64>, labels: &[bool]) -> Result<()> {
    same_length("rows", rows.nrows(), labels.len())?;
    if labels.len() < 2 {
        return Err(LearnError::TooFewRows {
            found: labels.len(),
        }
        .into());
    }
    let (positives, negatives) = count(labels);
    if positives == 0 || negatives == 0 {
        return Err(LearnError::OneClass {
            positives,
            negatives,
        }
        .into());
    }
    check_finite(rows)
}

fn check_finite(rows: ArrayView2<f64>) -> Result<()> {
    let mut broken = rows.indexed_iter().filter(|(_, value)| !value.is_finite());
    let Some(((row, column), &found)) = broken.next() else {
        return Ok(());
    };
    Err(LearnError::NonFiniteFeature {
        row,
        column,
        found,
        count: 1 + broken.count(),
    }
    .into())
}

fn check_scale(rows: ArrayView2<f64>) -> Result<()> {
    let mut values = rows.indexed_iter();
    match values.find(|(_, value)| value.abs() > LARGEST_VALUE) {
        None => Ok(()),
        Some(((row, column), &found)) => Err(LearnError::UnscaledFeature {
            row,
            column,
            found,
            limit: LARGEST_VALUE,
        }
        .into()),
    }
}

fn check_positive(parameter: Parameter, value: f64) -> Result<()> {
    if value.is_finite() && value > 0.0 {
        return Ok(());
    }
    let expected = "expected a finite number above 0";
    Err(Error::invalid(parameter, value, expected))
}

/// Positives and negatives.
fn count(labels: &[bool]) -> (usize, usize) {
    let positives = labels.iter().filter(|&&label| label).count();
    (positives, labels.len() - positives)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::{Array2, array};

    fn refusal(learner: Learner, rows: Array2<f64>, labels: &[bool]) -> String {
        learner.fit(rows.view(), labels).unwrap_err().to_string()
    }

    #[test]
    fn what_cannot_be_learned_from_is_refused_with_counts() {
        let learner = Learner::new(Kernel::Linear, 1.0);
        let both = [true, false];
        assert_eq!(
            refusal(
                learner,
                array![[0.0, 1.0], [f64::NAN, f64::INFINITY]],
                &both
            ),
            "feature 0 of row 1 is NaN (rows and features counted from 0; 2 such values); expected a finite number; correct the input or leave the feature out"
        );
        assert_eq!(
            refusal(learner, array![[0.0], [1.0]], &[true, true]),
            "2 duplicate and 0 distinct pairs to train on; expected at least one of each; add labelled pairs of the missing class"
        );
        assert_eq!(
            refusal(learner, array![[0.0]], &[true]),
            "1 labelled pair to train on; expected at least 2; add labelled pairs"
        );
        assert_eq!(
            refusal(learner, array![[0.0], [1.0]], &[true]),
            "2 rows for 1 labels; expected one for each; pass slices of equal length"
        );
        assert_eq!(
            refusal(learner, array![[0.0], [1e9]], &both),
            "feature 0 of row 1 is 1e9 (rows and features counted from 0); expected scaled values between -1e6 and 1e6; scale the features before training"
        );
    }

    #[test]
    fn parameters_that_no_solver_can_use_are_refused() {
        let rows = array![[0.0], [1.0]];
        let labels = [true, false];
        for c in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let error = refusal(Learner::new(Kernel::Linear, c), rows.clone(), &labels);
            assert_eq!(error, format!("c '{c}': expected a finite number above 0"));
        }
        let learner = Learner::new(Kernel::Rbf { gamma: f64::NAN }, 1.0);
        let error = refusal(learner, rows, &labels);
        assert_eq!(error, "gamma 'NaN': expected a finite number above 0");
    }

    #[test]
    fn class_weights_balance_the_classes() {
        let labels = [true, false, false, false];
        let mut learner = Learner::new(Kernel::Linear, 3.0);
        let weights = ClassWeights::restoring(0.5, &labels);
        assert_eq!(learner.penalties(&labels, ClassWeights::EQUAL), (3.0, 3.0));
        assert_eq!(learner.penalties(&labels, weights), (6.0, 2.0));
        learner.class_weights = true;
        for weights in [ClassWeights::EQUAL, weights] {
            assert_eq!(learner.penalties(&labels, weights), (6.0, 2.0));
        }
    }
}
