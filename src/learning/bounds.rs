//! Bounds of the score of a row with features that are not known yet.
//!
//! A decision that is sure before a dear feature is computed needs none of it. The bounds are
//! exact: no row within the box has a score outside them, rounding included.

use ndarray::ArrayView2;

use super::discriminant::Discriminant;
use super::kernel::Kernel;

/// More than any rounding of a sum of terms whose sizes add up to 1.
const ROUNDING: f64 = 1e-9;

impl Discriminant {
    /// The smallest and the largest score of any scaled row between `low` and `high`, feature by
    /// feature, or a wider interval. A kernel without a known bound gives (−∞, ∞).
    pub fn bounds(&self, low: &[f64], high: &[f64]) -> (f64, f64) {
        let middle: Vec<f64> = low.iter().zip(high).map(|(l, h)| (l + h) / 2.0).collect();
        let reach: Vec<f64> = low
            .iter()
            .zip(high)
            .map(|(l, h)| (h - l).abs() / 2.0)
            .collect();
        match self {
            Discriminant::Linear { weights, bias } => {
                let swing: f64 = weights.iter().zip(&reach).map(|(w, r)| w.abs() * r).sum();
                let size: f64 = weights
                    .iter()
                    .zip(&middle)
                    .map(|(w, m)| (w * m).abs())
                    .sum();
                around(self.score(&middle), swing, size + swing + bias.abs())
            }
            Discriminant::Kernel {
                kernel: Kernel::Rbf { gamma },
                vectors,
                coefficients,
                bias,
            } => {
                let sum = RbfSum::new(*gamma, vectors.view(), coefficients, &middle, &reach);
                let size = coefficients.iter().map(|c| c.abs()).sum::<f64>() + bias.abs();
                let plain = around(sum.value + bias, sum.spread, size);
                let centred = around(self.score(&middle), sum.swing(), size + sum.swing());
                (plain.0.max(centred.0), plain.1.min(centred.1))
            }
            Discriminant::Kernel { .. } => (f64::NEG_INFINITY, f64::INFINITY),
            Discriminant::Sum { parts } => {
                let bounds = parts.iter().map(|part| part.bounds(low, high));
                bounds.fold((0.0, 0.0), |all, part| (all.0 + part.0, all.1 + part.1))
            }
        }
    }
}

fn around(middle: f64, swing: f64, size: f64) -> (f64, f64) {
    let swing = swing + ROUNDING * (1.0 + size);
    (middle - swing, middle + swing)
}

/// Σ cⱼ·Kⱼ over a box of rows, and how fast it can change in each direction.
///
/// Each Kⱼ lies within mⱼ ± rⱼ, from the least and largest distance of the box to xⱼ; so the sum
/// lies within Σ cⱼmⱼ ± Σ |cⱼ|rⱼ. That alone is loose, since what one support vector loses its
/// neighbour gains. By the mean value theorem the sum also lies within its value in the middle
/// ± Σₖ hₖ·max|∂ₖ|, with ∂ₖ = 2γ·Σ cⱼ·(xⱼₖ − xₖ)·Kⱼ bounded in the same way: nearly as tight as
/// for a plane where γ is small.
struct RbfSum {
    gamma: f64,
    /// Σ cⱼmⱼ.
    value: f64,
    /// Σ |cⱼ|rⱼ.
    spread: f64,
    /// For each feature with a reach: Σ cⱼxⱼₖmⱼ, Σ |cⱼxⱼₖ|rⱼ, the middle, the reach.
    slopes: Vec<[f64; 4]>,
}

impl RbfSum {
    fn new(
        gamma: f64,
        vectors: ArrayView2<f64>,
        coefficients: &[f64],
        middle: &[f64],
        reach: &[f64],
    ) -> Self {
        let open: Vec<usize> = (0..reach.len()).filter(|&k| reach[k] > 0.0).collect();
        let mut sum = RbfSum {
            gamma,
            value: 0.0,
            spread: 0.0,
            slopes: open
                .iter()
                .map(|&k| [0.0, 0.0, middle[k], reach[k]])
                .collect(),
        };
        for (vector, &c) in vectors.outer_iter().zip(coefficients) {
            let (mut near, mut far) = (0.0, 0.0);
            for ((x, m), r) in vector.iter().zip(middle).zip(reach) {
                let distance = (x - m).abs();
                let least = (distance - r).max(0.0);
                near += least * least;
                far += (distance + r) * (distance + r);
            }
            let (most, least) = ((-gamma * near).exp(), (-gamma * far).exp());
            let (m, r) = ((most + least) / 2.0, (most - least) / 2.0);
            sum.value += c * m;
            sum.spread += c.abs() * r;
            for (slope, &k) in sum.slopes.iter_mut().zip(&open) {
                slope[0] += c * vector[k] * m;
                slope[1] += (c * vector[k]).abs() * r;
            }
        }
        sum
    }

    /// Σₖ hₖ·max|∂ₖ|.
    fn swing(&self) -> f64 {
        let total = self.value.abs() + self.spread;
        let steepest = |[value, spread, middle, reach]: &[f64; 4]| {
            let at_middle =
                (value - middle * self.value).abs() + spread + middle.abs() * self.spread;
            reach * (at_middle + reach * total)
        };
        2.0 * self.gamma * self.slopes.iter().map(steepest).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;
    use proptest::prelude::*;

    use super::*;

    fn numbers(count: usize) -> impl Strategy<Value = Vec<f64>> {
        prop::collection::vec(-3.0..3.0f64, count)
    }

    proptest! {
        #[test]
        fn no_row_of_the_box_scores_outside(
            (middle, open, at) in (numbers(4), prop::collection::vec(any::<bool>(), 4), prop::collection::vec(-1.0..1.0f64, 4)),
            (vectors, coefficients) in (numbers(20), numbers(5)),
            gamma in prop::sample::select(vec![1e-3, 0.1, 2.0]),
            bias in -2.0..2.0f64,
        ) {
            let reach: Vec<f64> = open.iter().map(|&open| if open { 1.5 } else { 0.0 }).collect();
            let along = |by: &dyn Fn(usize) -> f64| -> Vec<f64> {
                (0..4).map(|k| middle[k] + by(k) * reach[k]).collect()
            };
            let row = along(&|k| at[k]);
            let kernel = Discriminant::Kernel {
                kernel: Kernel::Rbf { gamma },
                vectors: Array2::from_shape_vec((5, 4), vectors).unwrap(),
                coefficients,
                bias,
            };
            let linear = Discriminant::Linear { weights: middle.clone(), bias };
            let parts = vec![linear.clone(), kernel.clone()];
            for discriminant in [kernel, linear, Discriminant::Sum { parts }] {
                let (least, most) = discriminant.bounds(&along(&|_| -1.0), &along(&|_| 1.0));
                let score = discriminant.score(&row);
                prop_assert!((least..=most).contains(&score), "{} {} {}", least, score, most);
                if open.iter().all(|open| !open) {
                    prop_assert!(most - least < 1e-6);
                }
            }
        }
    }

    #[test]
    fn a_wide_kernel_is_bounded_nearly_as_tightly_as_a_plane() {
        // Two vectors of opposite sign, as of a margin: the plane between them has slope 4γ.
        let gamma = 1e-3;
        let discriminant = Discriminant::Kernel {
            kernel: Kernel::Rbf { gamma },
            vectors: Array2::from_shape_vec((2, 2), vec![1.0, 0.0, -1.0, 0.0]).unwrap(),
            coefficients: vec![100.0, -100.0],
            bias: 0.0,
        };
        let (least, most) = discriminant.bounds(&[-1.0, 2.0], &[1.0, 2.0]);
        let plane = 2.0 * 100.0 * 4.0 * gamma;
        assert!(most - least < 1.2 * plane, "{least} {most}");
    }
}
