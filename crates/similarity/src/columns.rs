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

/// Copies the columns of `named` features to their places among `features`. A missing value becomes
/// what the feature there has for it.
pub fn copy_columns(
    from: &Array2<f64>,
    named: &FeatureSet,
    to: &mut Array2<f64>,
    features: &FeatureSet,
) {
    for (place, feature) in features.iter().enumerate() {
        let Some(column) = named.position(feature) else {
            continue;
        };
        let missing = feature.of_empty_cell();
        let values = from
            .column(column)
            .mapv(|value| if value.is_nan() { missing } else { value });
        to.column_mut(place).assign(&values);
    }
}
