//! Rows of some features out of rows of others.

use ndarray::{Array2, Axis};

use super::features::FeatureSet;

/// The columns of `wanted` features, out of rows of `features`.
pub fn columns(rows: &Array2<f64>, features: &FeatureSet, wanted: &FeatureSet) -> Array2<f64> {
    let places: Vec<usize> = wanted
        .iter()
        .filter_map(|feature| features.position(feature))
        .collect();
    rows.select(Axis(1), &places)
}

/// Copies the columns of `named` features to their places among `features`.
pub(crate) fn copy_columns(
    from: &Array2<f64>,
    named: &FeatureSet,
    to: &mut Array2<f64>,
    features: &FeatureSet,
) {
    for (column, feature) in named.iter().enumerate() {
        if let Some(place) = features.position(feature) {
            to.column_mut(place).assign(&from.column(column));
        }
    }
}
