//! Shapley values of a discriminant.

use super::polynomial::Polynomial;
use super::product::product;
use crate::discriminant::Discriminant;
use crate::exponential::exp64;
use crate::kernel::Kernel;

impl Discriminant {
    /// Contribution of each feature to the score of a scaled row: with [`base`](Self::base) they sum
    /// to the score, except for rounding.
    ///
    /// ```
    /// use dejalu_learn::Discriminant;
    ///
    /// let linear = Discriminant::Linear { weights: vec![2.0, -1.0], bias: 0.5 };
    /// assert_eq!(linear.contributions(&[1.0, 3.0]), [2.0, -3.0]);
    /// assert_eq!(linear.base(), 0.5);
    /// assert_eq!(linear.score(&[1.0, 3.0]), -0.5);
    /// ```
    pub fn contributions(&self, row: &[f64]) -> Vec<f64> {
        match self {
            // A negative weight times 0 is -0, which is written so.
            Discriminant::Linear { weights, .. } => {
                weights.iter().zip(row).map(|(w, x)| w * x + 0.0).collect()
            }
            Discriminant::Kernel {
                kernel,
                vectors,
                coefficients,
                ..
            } => match *kernel {
                Kernel::Linear | Kernel::Monotone => {
                    Polynomial::PRODUCT.contributions(vectors.view(), coefficients, row)
                }
                Kernel::Rbf { gamma } => {
                    let factor = |s: f64, x: f64| exp64(-gamma * (s - x) * (s - x));
                    product(factor, vectors.view(), coefficients, row)
                }
                Kernel::Laplacian { gamma, scales } => {
                    let at = |gamma: f64| {
                        let factor = |s: f64, x: f64| exp64(-gamma * (s - x).abs());
                        product(factor, vectors.view(), coefficients, row)
                    };
                    match scales {
                        1 => at(gamma),
                        _ => mean(&[gamma, 3.0 * gamma, 9.0 * gamma].map(at)),
                    }
                }
                Kernel::Polynomial {
                    degree,
                    gamma,
                    coef0,
                } => Polynomial {
                    degree,
                    gamma,
                    coef0,
                }
                .contributions(vectors.view(), coefficients, row),
            },
            // Shapley values are additive.
            Discriminant::Sum { parts } => {
                let mut sum = vec![0.0; row.len()];
                for part in parts {
                    let values = part.contributions(row);
                    sum.iter_mut().zip(values).for_each(|(all, x)| *all += x);
                }
                sum
            }
        }
    }

    /// The score of a row of zeros, from which contributions are counted.
    pub fn base(&self) -> f64 {
        match self {
            Discriminant::Linear { bias, .. } => *bias,
            Discriminant::Kernel { vectors, .. } => self.score(&vec![0.0; vectors.ncols()]),
            Discriminant::Sum { parts } => parts.iter().map(Discriminant::base).sum(),
        }
    }
}

/// The mean of these values of each feature.
fn mean(values: &[Vec<f64>; 3]) -> Vec<f64> {
    let [first, second, third] = values;
    let all = first.iter().zip(second).zip(third);
    all.map(|((a, b), c)| (a + b + c) / 3.0).collect()
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;
    use proptest::prelude::*;

    use super::*;
    use crate::attribution::quadrature::gauss_legendre;

    /// The definition: every set of the other features, weighed by how many orders have just these
    /// before the feature.
    fn slow(discriminant: &Discriminant, row: &[f64]) -> Vec<f64> {
        let d = row.len();
        let score = |present: usize| {
            let kept = |j: usize| if present >> j & 1 == 1 { row[j] } else { 0.0 };
            discriminant.score(&(0..d).map(kept).collect::<Vec<_>>())
        };
        let factorial = |n: usize| (1..=n).product::<usize>() as f64;
        let value = |j: usize| {
            let without = (0..1usize << d).filter(|set| set >> j & 1 == 0);
            let terms = without.map(|set| {
                let size = set.count_ones() as usize;
                let orders = factorial(size) * factorial(d - 1 - size) / factorial(d);
                orders * (score(set | 1 << j) - score(set))
            });
            terms.sum()
        };
        (0..d).map(value).collect()
    }

    /// The largest value that a sum may hold on its way, at least 1: what rounding is measured by.
    fn size(discriminant: &Discriminant, row: &[f64]) -> f64 {
        let Discriminant::Kernel {
            kernel,
            vectors,
            coefficients,
            ..
        } = discriminant
        else {
            return 1.0;
        };
        let positive: Vec<f64> = row.iter().map(|x| x.abs()).collect();
        let value = |vector: Vec<f64>| kernel.value(&vector, &positive).abs().max(1.0);
        let vectors = vectors
            .outer_iter()
            .map(|vector| vector.mapv(f64::abs).to_vec());
        let terms = vectors
            .zip(coefficients)
            .map(|(vector, c)| c.abs() * value(vector));
        terms.sum::<f64>().max(1.0)
    }

    fn kernel() -> impl Strategy<Value = Kernel> {
        prop_oneof![
            Just(Kernel::Linear),
            (0.001f64..3.0).prop_map(|gamma| Kernel::Rbf { gamma }),
            (0.001f64..3.0, prop::sample::select(vec![1u8, 3]))
                .prop_map(|(gamma, scales)| Kernel::Laplacian { gamma, scales }),
            (1u32..=4, 0.01f64..1.0, 0.0f64..2.0).prop_map(|(degree, gamma, coef0)| {
                Kernel::Polynomial {
                    degree,
                    gamma,
                    coef0,
                }
            })
        ]
    }

    /// A discriminant of m support vectors and d features, and a row.
    fn case(d: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = (Discriminant, Vec<f64>)> {
        let sizes = (0usize..6, d);
        sizes.prop_flat_map(|(m, d)| {
            let number = -4.0f64..4.0;
            (
                kernel(),
                prop::collection::vec(number.clone(), m * d),
                prop::collection::vec(number.clone(), m),
                prop::collection::vec(number.clone(), d),
                number,
            )
                .prop_map(move |(kernel, vectors, coefficients, row, bias)| {
                    let vectors = Array2::from_shape_vec((m, d), vectors).unwrap();
                    (
                        Discriminant::Kernel {
                            kernel,
                            vectors,
                            coefficients,
                            bias,
                        },
                        row,
                    )
                })
        })
    }

    proptest! {
        #[test]
        fn contributions_are_the_average_over_all_orders((discriminant, row) in case(1..=5)) {
            let fast = discriminant.contributions(&row);
            for (fast, slow) in fast.iter().zip(slow(&discriminant, &row)) {
                prop_assert!((fast - slow).abs() <= 1e-10 * size(&discriminant, &row), "{fast} {slow}");
            }
        }

        #[test]
        fn with_the_base_they_sum_to_the_score((discriminant, row) in case(1..=40)) {
            let sum: f64 = discriminant.contributions(&row).iter().sum();
            let score = discriminant.score(&row);
            let difference = (discriminant.base() + sum - score).abs();
            prop_assert!(difference <= 1e-10 * size(&discriminant, &row), "{sum} {score}");
        }
    }

    #[test]
    fn without_features_or_vectors_there_is_nothing_to_add() {
        let discriminant = |m, d| Discriminant::Kernel {
            kernel: Kernel::Rbf { gamma: 1.0 },
            vectors: Array2::zeros((m, d)),
            coefficients: vec![1.0; m],
            bias: 0.25,
        };
        assert_eq!(discriminant(0, 2).contributions(&[1.0, 2.0]), [0.0, 0.0]);
        assert_eq!(discriminant(0, 2).base(), 0.25);
        assert!(discriminant(1, 0).contributions(&[]).is_empty());
    }

    #[test]
    fn far_rows_give_finite_contributions() {
        let discriminant = Discriminant::Kernel {
            kernel: Kernel::Rbf { gamma: 1e3 },
            vectors: Array2::from_elem((3, 2), -1e6),
            coefficients: vec![1e6, -1e6, 3.0],
            bias: 0.0,
        };
        let row = [1e6, 0.0];
        let values = discriminant.contributions(&row);
        assert!(values.iter().all(|value| value.is_finite()), "{values:?}");
    }

    #[test]
    fn the_rule_integrates_powers_exactly() {
        for n in 1..=40 {
            let points = gauss_legendre(n);
            for power in 0..2 * n as i32 {
                let sum: f64 = points
                    .iter()
                    .map(|(t, weight)| weight * t.powi(power))
                    .sum();
                assert!(
                    (sum - 1.0 / f64::from(power + 1)).abs() < 1e-13,
                    "{n} {power} {sum}"
                );
            }
        }
    }
}
