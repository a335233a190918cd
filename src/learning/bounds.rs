//! Bounds of the score of a row with features that are not known yet.
//!
//! A decision that is sure before a dear feature is computed needs none of it. The bounds are
//! exact: no row within the box has a score outside them, rounding included.

use ndarray::{ArrayView1, ArrayView2};

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
                kernel,
                vectors,
                coefficients,
                bias,
            } => {
                let place = Place {
                    middle: &middle,
                    reach: &reach,
                };
                let Some(sum) = KernelSum::over(place, *kernel, vectors.view(), coefficients)
                else {
                    return (f64::NEG_INFINITY, f64::INFINITY);
                };
                let size = coefficients.iter().map(|c| c.abs()).sum::<f64>() + bias.abs();
                let plain = around(sum.value + bias, sum.spread, size);
                let centred = around(self.score(&middle), sum.swing, size + sum.swing);
                (plain.0.max(centred.0), plain.1.min(centred.1))
            }
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

/// A box of rows: for each feature its middle, and how far the box reaches from there.
#[derive(Clone, Copy)]
struct Place<'a> {
    middle: &'a [f64],
    reach: &'a [f64],
}

/// Σ cⱼ·Kⱼ over a box of rows, and how far it may be from its value in the middle.
///
/// Each Kⱼ lies within mⱼ ± rⱼ, from the least and largest distance of the box to xⱼ; so the sum
/// lies within Σ cⱼmⱼ ± Σ |cⱼ|rⱼ. That alone is loose, since what one support vector loses its
/// neighbour gains. By the mean value theorem the sum also lies within its value in the middle
/// ± Σₖ hₖ·max|∂ₖ|, with ∂ₖ bounded in the same way: nearly as tight as for a plane where γ is small.
struct KernelSum {
    /// Σ cⱼmⱼ.
    value: f64,
    /// Σ |cⱼ|rⱼ.
    spread: f64,
    /// Σₖ hₖ·max|∂ₖ|.
    swing: f64,
}

impl KernelSum {
    /// `None` for a kernel without a known bound.
    fn over(
        place: Place<'_>,
        kernel: Kernel,
        vectors: ArrayView2<f64>,
        coefficients: &[f64],
    ) -> Option<Self> {
        let terms = vectors.outer_iter().zip(coefficients);
        Some(match kernel {
            Kernel::Rbf { gamma } => KernelSum::of_rbf(place, gamma, terms),
            Kernel::Laplacian { gamma } => KernelSum::of_laplacian(place, gamma, terms),
            _ => return None,
        })
    }

    /// ∂ₖ = 2γ·Σ cⱼ·(xⱼₖ − xₖ)·Kⱼ.
    fn of_rbf<'v>(
        place: Place<'_>,
        gamma: f64,
        terms: impl Iterator<Item = (ArrayView1<'v, f64>, &'v f64)>,
    ) -> Self {
        let open = place.open();
        // For each of these features: Σ cⱼxⱼₖmⱼ and Σ |cⱼxⱼₖ|rⱼ.
        let mut slopes = vec![(0.0, 0.0); open.len()];
        let (mut value, mut spread) = (0.0, 0.0);
        for (vector, &c) in terms {
            let (m, r) = place.kernel(vector, |distance| (-gamma * distance).exp(), |d| d * d);
            value += c * m;
            spread += c.abs() * r;
            for (slope, &k) in slopes.iter_mut().zip(&open) {
                slope.0 += c * vector[k] * m;
                slope.1 += (c * vector[k]).abs() * r;
            }
        }
        let total = value.abs() + spread;
        let steepest = |(&(slope, slope_spread), &k): (&(f64, f64), &usize)| {
            let (middle, reach) = (place.middle[k], place.reach[k]);
            let at_middle = (slope - middle * value).abs() + slope_spread + middle.abs() * spread;
            reach * (at_middle + reach * total)
        };
        let swing = slopes.iter().zip(&open).map(steepest).sum::<f64>();
        KernelSum {
            value,
            spread,
            swing: 2.0 * gamma * swing,
        }
    }

    /// ∂ₖ = γ·Σ cⱼ·sign(xⱼₖ − xₖ)·Kⱼ, where the sign is known if xⱼₖ lies outside the box. Within the box there is
    /// a kink, which the mean value theorem allows: the sum is the integral of its slope.
    fn of_laplacian<'v>(
        place: Place<'_>,
        gamma: f64,
        terms: impl Iterator<Item = (ArrayView1<'v, f64>, &'v f64)>,
    ) -> Self {
        let open = place.open();
        let mut slopes = vec![(0.0, 0.0); open.len()];
        let (mut value, mut spread) = (0.0, 0.0);
        for (vector, &c) in terms {
            let (m, r) = place.kernel(vector, |distance| (-gamma * distance).exp(), |d| d);
            value += c * m;
            spread += c.abs() * r;
            for (slope, &k) in slopes.iter_mut().zip(&open) {
                let from_middle = vector[k] - place.middle[k];
                if from_middle.abs() >= place.reach[k] {
                    slope.0 += c * from_middle.signum() * m;
                    slope.1 += c.abs() * r;
                } else {
                    slope.1 += c.abs() * (m + r);
                }
            }
        }
        let steepest = |(&(slope, slope_spread), &k): (&(f64, f64), &usize)| {
            place.reach[k] * (slope.abs() + slope_spread)
        };
        let swing = slopes.iter().zip(&open).map(steepest).sum::<f64>();
        KernelSum {
            value,
            spread,
            swing: gamma * swing,
        }
    }
}

impl Place<'_> {
    /// The features with a reach.
    fn open(&self) -> Vec<usize> {
        let features = 0..self.reach.len();
        features.filter(|&k| self.reach[k] > 0.0).collect()
    }

    /// The middle and the reach of a kernel that is `value` of the sum of `size` of the distances in each feature.
    fn kernel(
        &self,
        vector: ArrayView1<f64>,
        value: impl Fn(f64) -> f64,
        size: impl Fn(f64) -> f64,
    ) -> (f64, f64) {
        let (mut near, mut far) = (0.0, 0.0);
        for ((x, m), r) in vector.iter().zip(self.middle).zip(self.reach) {
            let distance = (x - m).abs();
            near += size((distance - r).max(0.0));
            far += size(distance + r);
        }
        let (most, least) = (value(near), value(far));
        ((most + least) / 2.0, (most - least) / 2.0)
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
            (bias, is_laplacian) in (-2.0..2.0f64, any::<bool>()),
        ) {
            let reach: Vec<f64> = open.iter().map(|&open| if open { 1.5 } else { 0.0 }).collect();
            let along = |by: &dyn Fn(usize) -> f64| -> Vec<f64> {
                (0..4).map(|k| middle[k] + by(k) * reach[k]).collect()
            };
            let row = along(&|k| at[k]);
            let kernel = Discriminant::Kernel {
                kernel: if is_laplacian { Kernel::Laplacian { gamma } } else { Kernel::Rbf { gamma } },
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
