//! The scores that a model gives, before there is one.

use ndarray::{ArrayView1, ArrayView2};

use crate::learning::Fitted;
use crate::similarity::FeatureSet;

/// The scores of these unscaled rows of `features`, none above the ceiling.
pub(crate) fn capped_scores(
    fitted: &Fitted,
    features: &FeatureSet,
    rows: ArrayView2<f64>,
) -> Vec<f64> {
    let scores = rows.outer_iter().zip(fitted.scores(rows));
    let capped = |(row, score): (ArrayView1<f64>, f64)| {
        features.capped(&row.to_vec(), score, fitted.ceiling)
    };
    scores.map(capped).collect()
}
