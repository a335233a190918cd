//! [`Learner`]: a kernel with its parameters.

use serde::{Deserialize, Serialize};

use super::kernel::Kernel;

/// The solver of the training problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Solver {
    /// The project's solvers: every kernel, memory that does not grow with the square of the rows.
    #[default]
    Own,
    /// linfa-svm, the reference: linear, RBF and polynomial kernels, at most
    /// [`LINFA_MOST_ROWS`](super::LINFA_MOST_ROWS) rows.
    Linfa,
}

impl Solver {
    /// Returns whether it is the default.
    pub(super) fn is_own(&self) -> bool {
        *self == Solver::Own
    }
}

/// A support vector machine that has not seen data yet: C-SVC with the penalty, the kernel and the
/// precision of the solution.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Learner {
    /// The kernel.
    pub kernel: Kernel,
    /// The penalty for a row on the wrong side of the margin, positive and finite: the larger, the
    /// closer the boundary follows the training rows, and the longer a curved one takes.
    pub c: f64,
    /// True if C is scaled by n / (2·n_class) for each class, so that the rare class weighs as much
    /// as the frequent one. Off by default: the operating point is chosen afterwards anyway, and on
    /// five collections the order of the pairs was as good without or better.
    pub class_weights: bool,
    /// The solver stops when no pair of rows violates the optimality conditions by more than this;
    /// positive. The default 1e-3 is LIBSVM's; a smaller one costs much time and changes no decision.
    pub tolerance: f64,
    /// The solver.
    #[serde(default, skip_serializing_if = "Solver::is_own")]
    pub solver: Solver,
}

impl Learner {
    /// A learner without class weights and a tolerance of 1e-3.
    pub fn new(kernel: Kernel, c: f64) -> Self {
        Learner {
            kernel,
            c,
            class_weights: false,
            tolerance: 1e-3,
            solver: Solver::Own,
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, array};

    use super::*;
    use crate::share::ClassWeights;

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
            "feature 0 of row 1 is NaN (rows and features counted from 0); expected scaled values between -1e6 and 1e6; scale the features before training"
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
