//! Errors of training data and of trained models.

use super::parameter::Parameter;
use crate::plural::{count, counted};

/// The kinds of error that training and evaluation can meet.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LearnError {
    /// Values that belong to labels are not as many as the labels.
    #[error(
        "{found} {what} for {expected} labels; expected one for each; pass slices of equal length"
    )]
    LengthMismatch {
        /// Name of the values: `scores`, `rows`.
        what: &'static str,
        /// Number of values.
        found: usize,
        /// Number of labels.
        expected: usize,
    },

    /// A score cannot be ranked.
    #[error(
        "the score of row {row} is {found}; expected a finite number; leave the row out or correct its score"
    )]
    NonFiniteScore {
        /// The row, counted from 0.
        row: usize,
        /// The score.
        found: f64,
    },

    /// A feature's value cannot be learned from.
    #[error(
        "feature {column} of row {row} is {found} (rows and features counted from 0; {count} such values); expected a finite number, or NaN for a missing one; correct the input or leave the feature out"
    )]
    NonFiniteFeature {
        /// The first such row, counted from 0.
        row: usize,
        /// Its first such feature, counted from 0.
        column: usize,
        /// The value.
        found: f64,
        /// Number of infinite values in all.
        count: usize,
    },

    /// A feature's value is far outside the scale of the learner.
    #[error(
        "feature {column} of row {row} is {found:e} (rows and features counted from 0); expected scaled values between -{limit:e} and {limit:e}; scale the features before training"
    )]
    UnscaledFeature {
        /// The row, counted from 0.
        row: usize,
        /// The feature, counted from 0.
        column: usize,
        /// The value.
        found: f64,
        /// The largest size allowed.
        limit: f64,
    },

    /// Training needs both classes.
    #[error(
        "{positives} duplicate and {negatives} distinct pairs to train on; expected at least one of each; add labelled pairs of the missing class"
    )]
    OneClass {
        /// Pairs labelled as duplicates.
        positives: usize,
        /// Pairs labelled as distinct.
        negatives: usize,
    },

    /// A fold whose training pairs are of one class.
    #[error(
        "without the documents of fold {fold} of {folds}, {positives} duplicate and {negatives} distinct pairs remain to train on; expected at least one of each; label pairs of more documents"
    )]
    OneClassFold {
        /// The fold, counted from 1.
        fold: usize,
        /// Number of folds.
        folds: usize,
        /// Pairs labelled as duplicates.
        positives: usize,
        /// Pairs labelled as distinct.
        negatives: usize,
    },

    /// There is nothing to train on.
    #[error(
        "{} to train on; expected at least 2; add labelled pairs",
        counted(*.found, "labelled pair", "labelled pairs")
    )]
    TooFewRows {
        /// The pairs found.
        found: usize,
    },

    /// linfa-svm would need the whole kernel matrix.
    #[error(
        "{} to train on; expected at most {} with {} linfa, whose memory grows with their square; use {} own, or fewer pairs",
        counted(*.rows, "pair", "pairs"), count(*.most), Parameter::Solver, Parameter::Solver
    )]
    TooManyRows {
        /// The rows to train on.
        rows: usize,
        /// The most allowed.
        most: usize,
    },

    /// The solver ended with numbers that are not finite.
    #[error(
        "training with C = {c:?} and kernel {kernel} did not converge; expected finite weights within the limit of steps; {}",
        remedy(*.c, .kernel)
    )]
    Unsolved {
        /// The penalty.
        c: f64,
        /// The kernel and its parameters.
        kernel: String,
    },

    /// A search without a point to try.
    #[error("the grid is empty; expected at least one learner to try")]
    EmptyGrid,

    /// Folds that cannot be used for cross-validation.
    #[error(
        "fold {fold} of {folds}: {problem}; expected folds that test each row at most once and never train on it; split the pairs again"
    )]
    BadFold {
        /// The fold, counted from 0.
        fold: usize,
        /// Number of folds.
        folds: usize,
        /// The fault.
        problem: String,
    },

    /// No fold can be trained.
    #[error(
        "none of {folds} folds trains on both classes ({positives} duplicate and {negatives} distinct pairs in all); expected at least one such fold; label more pairs of the rarer class, from other documents"
    )]
    NoUsableFold {
        /// The folds given.
        folds: usize,
        /// Pairs labelled as duplicates.
        positives: usize,
        /// Pairs labelled as distinct.
        negatives: usize,
    },

    /// No threshold is as precise, or finds as much, as was asked for.
    #[error(
        "no threshold reaches {asked} on the held-out pairs; choose a lower target or add features"
    )]
    Unreachable {
        /// The target: `precision 0.99`.
        asked: String,
    },

    /// A saved discriminant or scaling does not fit together.
    #[error("the learned {part} is damaged: {problem}; train the model again")]
    BadLearned {
        /// `discriminant`, `scaling` or `calibration`.
        part: &'static str,
        /// The fault.
        problem: String,
    },
}

/// Suggests a remedy if training did not converge.
fn remedy(c: f64, kernel: &str) -> &'static str {
    const SMALL: f64 = 1e-3;
    match kernel.contains("gamma") {
        _ if c < SMALL => "choose a larger C (0.001 to 100 is usual)",
        true => "choose a smaller C (0.001 to 100 is usual) or gamma",
        false => "choose a smaller C (0.001 to 100 is usual)",
    }
}
