//! Bounds of the score of a row with features that are not known yet.
//!
//! A decision that is sure before a dear feature is computed needs none of it. The bounds are
//! exact: no row within the box has a score outside them, rounding included.

use ndarray::ArrayView1;

use super::discriminant::Discriminant;
use super::kernel::{Kernel, at_three_scales};

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
                let rows = RowBox {
                    middle: &middle,
                    reach: &reach,
                };
                let terms = vectors.outer_iter().zip(coefficients.iter().copied());
                let (sum, swing) = match *kernel {
                    Kernel::Rbf { gamma } => rows.rbf(gamma, terms),
                    Kernel::Laplacian { gamma, scales } => {
                        rows.laplacian(value_and_steepness(gamma, scales), terms)
                    }
                    _ => return (f64::NEG_INFINITY, f64::INFINITY),
                };
                let size = coefficients.iter().map(|c| c.abs()).sum::<f64>() + bias.abs();
                let plain = around(sum.middle + bias, sum.reach, size);
                let centred = around(self.score(&middle), swing, size + swing);
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

/// The interval `middle` ± `reach`.
#[derive(Clone, Copy, Default)]
struct Interval {
    middle: f64,
    reach: f64,
}

impl Interval {
    fn between(least: f64, most: f64) -> Self {
        Interval {
            middle: (most + least) / 2.0,
            reach: (most - least) / 2.0,
        }
    }

    fn times(self, factor: f64) -> Self {
        Interval {
            middle: factor * self.middle,
            reach: factor.abs() * self.reach,
        }
    }

    fn plus(self, other: Interval) -> Self {
        Interval {
            middle: self.middle + other.middle,
            reach: self.reach + other.reach,
        }
    }

    /// The largest absolute value.
    fn largest(self) -> f64 {
        self.middle.abs() + self.reach
    }
}

/// A box of rows: for each feature its middle, and how far the box reaches from there.
///
/// Over it, each Kⱼ lies between its values at the largest and the least distance of the box to xⱼ, and so Σ cⱼKⱼ lies
/// in the sum of these intervals. That alone is loose, since what one support vector loses its neighbour gains. By
/// the mean value theorem the sum also lies within its value in the middle ± Σₖ hₖ·max|∂ₖ|, its *swing*, with ∂ₖ bounded
/// in the same way: nearly as tight as for a plane where γ is small.
#[derive(Clone, Copy)]
struct RowBox<'a> {
    middle: &'a [f64],
    reach: &'a [f64],
}

impl RowBox<'_> {
    /// Σ cⱼ·exp(−γ‖xⱼ − x‖²) and its swing, from ∂ₖ = 2γ·(Σ cⱼxⱼₖKⱼ − xₖ·Σ cⱼKⱼ).
    fn rbf<'v>(
        self,
        gamma: f64,
        terms: impl Iterator<Item = (ArrayView1<'v, f64>, f64)>,
    ) -> (Interval, f64) {
        let at = |distance: f64| {
            let value = (-gamma * distance).exp();
            (value, 2.0 * gamma * value)
        };
        let sums = self.sums(at, |d| d * d, terms, |term, x, _| term.times(x));
        let swing = sums.slopes.into_iter().map(|(k, slope)| {
            let at_middle = slope.plus(sums.steepness.times(-self.middle[k]));
            self.reach[k] * (at_middle.largest() + self.reach[k] * sums.steepness.largest())
        });
        (sums.value, swing.sum())
    }

    /// Σ cⱼ·K(Σ|xⱼₖ − xₖ|) and its swing, from ∂ₖ = −Σ cⱼ·sign(xⱼₖ − xₖ)·K′, where `at` gives K and −K′. The sign is
    /// known if xⱼₖ lies outside the box; within it is a kink, where the sum is still the integral of its slope.
    fn laplacian<'v>(
        self,
        at: impl Fn(f64) -> (f64, f64),
        terms: impl Iterator<Item = (ArrayView1<'v, f64>, f64)>,
    ) -> (Interval, f64) {
        let slope = |term: Interval, x: f64, k: usize| {
            let from_middle = x - self.middle[k];
            if from_middle.abs() >= self.reach[k] {
                return term.times(from_middle.signum());
            }
            Interval {
                middle: 0.0,
                reach: term.largest(),
            }
        };
        let sums = self.sums(at, |d| d, terms, slope);
        let swing = sums.slopes.into_iter();
        let swing = swing.map(|(k, slope)| self.reach[k] * slope.largest());
        (sums.value, swing.sum())
    }

    /// The sums over the terms cⱼ, xⱼ of cⱼ times what `at` gives at the distance Σₖ `size`(|xⱼₖ − xₖ|): the kernel and
    /// its steepness, neither of which rises with the distance. `slope` makes of a steepness, xⱼₖ and k what its
    /// feature adds to ∂ₖ.
    fn sums<'v>(
        self,
        at: impl Fn(f64) -> (f64, f64),
        size: impl Fn(f64) -> f64,
        terms: impl Iterator<Item = (ArrayView1<'v, f64>, f64)>,
        slope: impl Fn(Interval, f64, usize) -> Interval,
    ) -> Sums {
        let open = (0..self.reach.len()).filter(|&k| self.reach[k] > 0.0);
        let mut sums = Sums {
            value: Interval::default(),
            steepness: Interval::default(),
            slopes: open.map(|k| (k, Interval::default())).collect(),
        };
        for (vector, c) in terms {
            let (mut near, mut far) = (0.0, 0.0);
            for ((x, m), r) in vector.iter().zip(self.middle).zip(self.reach) {
                let distance = (x - m).abs();
                near += size((distance - r).max(0.0));
                far += size(distance + r);
            }
            let (near, far) = (at(near), at(far));
            let steepness = Interval::between(far.1, near.1).times(c);
            sums.value = sums.value.plus(Interval::between(far.0, near.0).times(c));
            sums.steepness = sums.steepness.plus(steepness);
            for (k, of_feature) in &mut sums.slopes {
                *of_feature = of_feature.plus(slope(steepness, vector[*k], *k));
            }
        }
        sums
    }
}

/// A sum over support vectors.
struct Sums {
    value: Interval,
    steepness: Interval,
    /// ∂ₖ of each feature k that the box leaves open.
    slopes: Vec<(usize, Interval)>,
}

/// The Laplacian kernel at a distance, and how steeply it falls there.
fn value_and_steepness(gamma: f64, scales: u8) -> impl Fn(f64) -> (f64, f64) {
    move |distance| {
        let value = (-gamma * distance).exp();
        if scales == 1 {
            return (value, gamma * value);
        }
        let cube = value.powi(3);
        let steepness = value + 3.0 * cube + 9.0 * cube.powi(3);
        (at_three_scales(value), gamma * steepness / 3.0)
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
            (bias, kernel) in (-2.0..2.0f64, 0..3u8),
        ) {
            let reach: Vec<f64> = open.iter().map(|&open| if open { 1.5 } else { 0.0 }).collect();
            let along = |by: &dyn Fn(usize) -> f64| -> Vec<f64> {
                (0..4).map(|k| middle[k] + by(k) * reach[k]).collect()
            };
            let row = along(&|k| at[k]);
            let kernel = Discriminant::Kernel {
                kernel: match kernel {
                    0 => Kernel::Rbf { gamma },
                    1 => Kernel::Laplacian { gamma, scales: 1 },
                    _ => Kernel::laplacian(gamma),
                },
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
