//! Learning: from rows of numbers to a discriminant.
//!
//! It is of use alone: rows of numbers and labels in, a decision with a probability out, with the figures that say how
//! good it is ([`evaluation`]). It must never know what a document is.
//!
//! This folder sees rows of features and their labels, never documents or pairs; `true` is the
//! positive class. [`fit_calibrated`] does all of it:
//!
//! ```
//! use dejalu_learn::{Fold, LearnerOptions, fit_calibrated};
//! use ndarray::Array2;
//!
//! // Forty rows of one feature; the positives lie above 0.5.
//! let rows = Array2::from_shape_fn((40, 1), |(i, _)| i as f64 / 40.0);
//! let labels: Vec<bool> = (0..40).map(|i| i >= 20).collect();
//! let folds: Vec<Fold> = (0..4)
//!     .map(|k| Fold::new((0..40).filter(|i| i % 4 != k), (0..40).filter(|i| i % 4 == k)))
//!     .collect();
//!
//! let fitted = fit_calibrated(rows.view(), &labels, &[folds], &LearnerOptions::default())?;
//! assert!(fitted.decide(&[0.9]) && !fitted.decide(&[0.1]));
//! assert!(fitted.probability(&[0.9]) > 0.5);
//! # Ok::<(), dejalu_base::Error>(())
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `learner.rs` | learners |
//! | `kernel.rs` | kernel functions |
//! | `scaling.rs` | scaling of features |
//! | `ranges.rs` | the range of each feature over the training rows |
//! | `solve.rs` | the choice of solver |
//! | `smo/` | the solver for non-linear kernels |
//! | `linear/` | the solver for linear kernels, and for the monotone one |
//! | `sparse.rs` | the solver for sparse rows of very many columns |
//! | `linfa_solver.rs` | linfa-svm as a solver |
//! | `svm.rs` | the learners behind linfa's traits |
//! | `discriminant.rs` | the trained decision function |
//! | `bounds.rs` | bounds of a score |
//! | `attribution/` | Shapley values |
//! | `kernel_sum.rs`, `exponential.rs` | fast evaluation |
//! | `prior.rs` | what is known besides the rows: which features rise, the share of positives |
//! | `share.rs` | row weights for a different share of positives |
//! | `fold.rs` | folds |
//! | `sampling.rs` | samples of rows |
//! | `search.rs` | the search of kernel, C and gamma |
//! | `search_table.rs` | the results of the search |
//! | `averaging.rs` | one discriminant of several |
//! | `calibration.rs` | probabilities of scores |
//! | `operating.rs`, `bagging.rs`, `expected_f1.rs` | the choice of the threshold |
//! | `options.rs`, `choices.rs` | the options of a user, and how they are written |
//! | `checks.rs` | rejection of numbers that no learner can use |
//! | `fitted.rs` | all of it together |
//! | `evaluation/` | metrics of decisions and of groups |
//!
//! The language of learners in Rust is linfa's. [`Svm`] implements its traits, so that a program that
//! uses `linfa_svm::Svm` changes the line that imports it; `Solver::Linfa` trains with linfa-svm itself,
//! the reference that the project's solvers are tested against; and
//! `PairSet::dataset` of `dejalu-experiment` makes similarity vectors a linfa `Dataset`, on which every
//! other linfa learner trains.
//!
//! Everything here is deterministic: no chance, no clock, and the same bits for any number of
//! threads.
#![deny(missing_docs)]
// `pub` items are reachable from outside; everything else is `pub(crate)`.
#![warn(unreachable_pub)]
// No input makes the library panic, and what it has to say goes to the caller. Where a value must be there,
// the reason stands beside it.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

mod attribution;
mod averaging;
mod bagging;
mod bounds;
mod calibration;
mod checks;
mod choices;
mod discriminant;
pub mod evaluation;
mod expected_f1;
mod exponential;
mod fitted;
mod fold;
mod kernel;
mod kernel_sum;
mod learner;
mod linear;
mod linfa_solver;
mod operating;
mod options;
mod prior;
mod ranges;
mod sampling;
mod scaling;
mod search;
mod search_table;
mod share;
mod smo;
mod solve;
mod sparse;
mod svm;
#[cfg(test)]
mod testing;
pub use calibration::Calibration;
pub use checks::LARGEST_VALUE;
pub use choices::chance_of_error;
pub use discriminant::Discriminant;
pub use expected_f1::kinds_threshold;
pub use fitted::{Fitted, Note, fit_calibrated, fit_calibrated_with};
pub use fold::Fold;
pub use kernel::{Kernel, LARGEST_DEGREE, LARGEST_FACTOR};
pub use learner::{Learner, Solver};
pub use linfa_solver::LINFA_MOST_ROWS;
pub use operating::{OperatingPoint, OperatingRule};
pub use options::{KernelChoice, LearnerOptions, Limits, Setting};
pub use prior::Prior;
pub use ranges::Ranges;
pub use sampling::sample_training;
pub use scaling::Scaling;
pub use search::{Chosen, Search, SearchPoint, search};
pub use search_table::{SearchRow, SearchTable};
pub use share::{ClassWeights, share_of};
pub use sparse::SparseLinear;
pub use svm::{Svm, SvmError, SvmParams, SvmValidParams};
