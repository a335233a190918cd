//! Shapley values of a sum of polynomial kernels.

use ndarray::ArrayView2;

use super::quadrature::gauss_legendre;

/// The means of the powers 0, 1, … of a number that depends on which features are present.
type Moments = Vec<f64>;

/// K(x, y) = (gamma·x·y + coef0)^degree.
pub(super) struct Polynomial {
    pub(super) degree: u32,
    pub(super) gamma: f64,
    pub(super) coef0: f64,
}

impl Polynomial {
    /// x·y.
    pub(super) const PRODUCT: Polynomial = Polynomial {
        degree: 1,
        gamma: 1.0,
        coef0: 0.0,
    };

    /// The Shapley values of Σ cᵢ·K(sᵢ, x).
    ///
    /// Where every feature but j is present with probability t, what j adds on average is
    /// Σ_{k<n} C(n, k)·uⱼⁿ⁻ᵏ·E[Yᵏ] with n the degree, uⱼ = γ·sᵢⱼ·xⱼ and Y the sum without j; it is of
    /// degree n − 1 in t.
    pub(super) fn contributions(
        &self,
        vectors: ArrayView2<f64>,
        coefficients: &[f64],
        row: &[f64],
    ) -> Vec<f64> {
        let degree = self.degree as usize;
        let binomials = binomials(degree);
        let points = gauss_legendre(degree.div_ceil(2));
        let mut values = vec![0.0; row.len()];
        for (vector, c) in vectors.outer_iter().zip(coefficients) {
            let part = |(s, x): (&f64, &f64)| self.gamma * s * x;
            let parts: Vec<f64> = vector.iter().zip(row).map(part).collect();
            for &(t, weight) in &points {
                let with = |moments: &Moments, part: f64| with(moments, part, t, &binomials);
                // The sum of coef0 and the features before each one, then of those after it.
                let mut before = vec![powers(self.coef0, degree)];
                for &part in &parts {
                    before.push(with(&before[before.len() - 1], part));
                }
                let mut after = powers(0.0, degree);
                for (feature, &part) in parts.iter().enumerate().rev() {
                    let others = sum(&before[feature], &after, &binomials);
                    values[feature] += c * weight * added(&others, part, &binomials[degree]);
                    after = with(&after, part);
                }
            }
        }
        values
    }
}

/// The powers of a number below the degree.
fn powers(number: f64, degree: usize) -> Moments {
    (0..degree as i32).map(|k| number.powi(k)).collect()
}

/// The moments of a sum with one more part, which is present with probability t.
fn with(moments: &Moments, part: f64, t: f64, binomials: &[Vec<f64>]) -> Moments {
    let moment = |k: usize| moments[k] + t * added(moments, part, &binomials[k]);
    (0..moments.len()).map(moment).collect()
}

/// By how much the mean of the n-th power grows with one more part; `row` has the binomial
/// coefficients C(n, k).
fn added(moments: &Moments, part: f64, row: &[f64]) -> f64 {
    let n = row.len() as i32 - 1;
    let terms = row.iter().zip(moments).zip(0..n);
    terms
        .map(|((binomial, moment), k)| binomial * part.powi(n - k) * moment)
        .sum()
}

/// The moments of the sum of two independent numbers.
fn sum(one: &Moments, other: &Moments, binomials: &[Vec<f64>]) -> Moments {
    let moment = |n: usize| {
        (0..=n)
            .map(|k| binomials[n][k] * one[k] * other[n - k])
            .sum()
    };
    (0..one.len()).map(moment).collect()
}

/// The binomial coefficients C(n, 0), …, C(n, n) of every n up to the degree.
fn binomials(degree: usize) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![1.0]];
    for n in 1..=degree {
        let above = |k: usize| rows[n - 1].get(k).copied().unwrap_or(0.0);
        let row = (0..=n)
            .map(|k| above(k) + if k > 0 { above(k - 1) } else { 0.0 })
            .collect();
        rows.push(row);
    }
    rows
}
