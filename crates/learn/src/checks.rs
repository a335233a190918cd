//! Refuses numbers that no learner can use.

use ndarray::ArrayView2;

use crate::evaluation::ranking::same_length;
use dejalu_base::error::{Error, LearnError, Parameter, Result};

/// The largest size of a scaled value: a million standard deviations, far outside any training
/// set, and small enough that no kernel and no score can overflow.
pub const LARGEST_VALUE: f64 = 1e6;

/// Refuses unscaled rows and labels that nothing can be learned from. NaN stands for a missing value.
pub(super) fn check_rows(rows: ArrayView2<f64>, labels: &[bool]) -> Result<()> {
    check_labels(rows, labels)?;
    check_finite(rows)
}

/// Refuses labels that are not as many as the rows, or of one class.
pub(super) fn check_labels(rows: ArrayView2<f64>, labels: &[bool]) -> Result<()> {
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
    Ok(())
}

/// Refuses infinite values; NaN is a missing one.
pub(super) fn check_finite(rows: ArrayView2<f64>) -> Result<()> {
    let mut broken = rows.indexed_iter().filter(|(_, value)| value.is_infinite());
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

/// Refuses values that no scaling makes.
pub(super) fn check_scale(rows: ArrayView2<f64>) -> Result<()> {
    let range = -LARGEST_VALUE..=LARGEST_VALUE;
    let mut values = rows.indexed_iter();
    match values.find(|(_, value)| !range.contains(value)) {
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

pub(super) fn check_positive(parameter: Parameter, value: f64) -> Result<()> {
    if value.is_finite() && value > 0.0 {
        return Ok(());
    }
    let expected = "expected a finite number above 0";
    Err(Error::invalid(parameter, value, expected))
}

/// Refuses a part of a model that was not learned.
pub(super) fn damaged(part: &'static str, problem: String) -> Error {
    LearnError::BadLearned { part, problem }.into()
}

/// Positives and negatives.
pub(super) fn count(labels: &[bool]) -> (usize, usize) {
    let positives = labels.iter().filter(|&&label| label).count();
    (positives, labels.len() - positives)
}
