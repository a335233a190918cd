//! Shapley values of a sum of kernels that are products over the features: RBF and Laplacian ones.

use ndarray::ArrayView2;

use super::quadrature::gauss_legendre;

/// The Shapley values of Σ cᵢ·Πⱼ `factor`(sᵢⱼ, xⱼ).
pub(super) fn product(
    factor: impl Fn(f64, f64) -> f64,
    vectors: ArrayView2<f64>,
    coefficients: &[f64],
    row: &[f64],
) -> Vec<f64> {
    let points = gauss_legendre(row.len().div_ceil(2));
    let mut values = vec![0.0; row.len()];
    let mut before = vec![1.0; row.len()];
    for (vector, c) in vectors.outer_iter().zip(coefficients) {
        let factors = vector.iter().zip(row);
        // Each feature's factor where it is absent, and what changes where it is present.
        let factors: Vec<(f64, f64)> = factors
            .map(|(&s, &x)| (factor(s, 0.0), factor(s, x) - factor(s, 0.0)))
            .collect();
        for &(t, weight) in &points {
            let mixed = |feature: usize| factors[feature].0 + t * factors[feature].1;
            for feature in 1..factors.len() {
                before[feature] = before[feature - 1] * mixed(feature - 1);
            }
            let mut after = c * weight;
            for feature in (0..factors.len()).rev() {
                values[feature] += factors[feature].1 * before[feature] * after;
                after *= mixed(feature);
            }
        }
    }
    values
}
