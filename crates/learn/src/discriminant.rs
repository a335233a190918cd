//! The result of training: a function from a row to a score.

use std::borrow::Cow;

use ndarray::{Array2, ArrayView1, ArrayView2, Axis};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::kernel::Kernel;
use super::kernel_sum::{KernelSum, kernel_sum};
use dejalu_base::error::{Error, Result};

/// g(x), the learned function of a scaled row: positive on the side of the positives, ±1 on the
/// margins (001, section 3.2, equations 7 and 12).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Discriminant {
    /// g(x) = w·x + b.
    Linear {
        /// One weight a feature.
        weights: Vec<f64>,
        /// The score of a row of zeros.
        bias: f64,
    },
    /// g(x) = Σ cⱼ·K(xⱼ, x) + b over the support vectors xⱼ.
    Kernel {
        /// The kernel K.
        kernel: Kernel,
        /// The support vectors, one per row (m × d), in the order of the training rows.
        #[serde(with = "rows")]
        vectors: Array2<f64>,
        /// cⱼ = αⱼ·tⱼ, the sign of the label included; one a support vector.
        coefficients: Vec<f64>,
        /// b.
        bias: f64,
    },
    /// g(x) = Σ gᵢ(x), a sum of others of the same features.
    Sum {
        /// The gᵢ; none of them is a sum.
        parts: Vec<Discriminant>,
    },
}

impl Discriminant {
    /// The sum of these; linear ones become one.
    pub(super) fn sum(parts: impl IntoIterator<Item = Discriminant>) -> Self {
        let mut all: Vec<Discriminant> = Vec::new();
        for part in parts {
            let is_linear = |it: &&mut Discriminant| matches!(it, Discriminant::Linear { .. });
            match (all.iter_mut().find(is_linear), part) {
                (
                    Some(Discriminant::Linear { weights, bias }),
                    Discriminant::Linear {
                        weights: more,
                        bias: shift,
                    },
                ) => {
                    weights.iter_mut().zip(more).for_each(|(w, x)| *w += x);
                    *bias += shift;
                }
                (_, part) => all.push(part),
            }
        }
        match all.len() {
            1 => all.remove(0),
            _ => Discriminant::Sum { parts: all },
        }
    }

    /// factor·g(x) + shift.
    pub(super) fn scaled(self, factor: f64, shift: f64) -> Self {
        let times = |values: Vec<f64>| values.into_iter().map(|x| factor * x).collect();
        match self {
            Discriminant::Linear { weights, bias } => Discriminant::Linear {
                weights: times(weights),
                bias: factor * bias + shift,
            },
            Discriminant::Kernel {
                kernel,
                vectors,
                coefficients,
                bias,
            } => Discriminant::Kernel {
                kernel,
                vectors,
                coefficients: times(coefficients),
                bias: factor * bias + shift,
            },
            Discriminant::Sum { parts } => {
                let shift = shift / parts.len().max(1) as f64;
                let parts = parts.into_iter().map(|part| part.scaled(factor, shift));
                Discriminant::Sum {
                    parts: parts.collect(),
                }
            }
        }
    }

    /// The score of a scaled row; 0 is the bare margin's boundary. Finite for every row that
    /// [`Scaling`](super::scaling::Scaling) makes. Features missing from a short row count as absent.
    pub fn score(&self, row: &[f64]) -> f64 {
        match self {
            Discriminant::Linear { weights, bias } => Kernel::Linear.value(weights, row) + bias,
            Discriminant::Kernel {
                kernel,
                vectors,
                coefficients,
                bias,
            } => kernel_sum(*kernel, vectors.view(), coefficients, row) + bias,
            Discriminant::Sum { parts } => parts.iter().map(|part| part.score(row)).sum(),
        }
    }

    /// The scores of n scaled rows, in their order, each with the bits of [`Discriminant::score`];
    /// rows are shared out over threads, each row is summed by one, so that the bits do not depend
    /// on their number.
    pub fn scores(&self, rows: ArrayView2<f64>) -> Vec<f64> {
        if let Discriminant::Sum { parts } = self {
            let scores = parts.iter().map(|part| part.scores(rows));
            let scores: Vec<Vec<f64>> = scores.collect();
            let of_row = |row: usize| scores.iter().map(|part| part[row]).sum();
            return (0..rows.nrows()).map(of_row).collect();
        }
        let rows: Vec<_> = rows.axis_iter(Axis(0)).collect();
        let rows = rows.par_iter().map(contiguous);
        match self {
            Discriminant::Linear { .. } | Discriminant::Sum { .. } => {
                rows.map(|row| self.score(&row)).collect()
            }
            Discriminant::Kernel {
                kernel,
                vectors,
                coefficients,
                bias,
            } => {
                let sum = KernelSum::new(*kernel, vectors.view(), coefficients);
                rows.map(|row| sum.at(&row) + bias).collect()
            }
        }
    }

    /// The number of support vectors; `None` for a linear discriminant, which keeps none.
    pub fn support_vectors(&self) -> Option<usize> {
        match self {
            Discriminant::Linear { .. } => None,
            Discriminant::Kernel { coefficients, .. } => Some(coefficients.len()),
            Discriminant::Sum { parts } => {
                let vectors = parts.iter().filter_map(Discriminant::support_vectors);
                vectors.reduce(|all, more| all + more)
            }
        }
    }

    /// Refuses a discriminant, read from a file, that is not one of `features` finite features, or that no
    /// training writes.
    ///
    /// # Errors
    ///
    /// Another number of features or coefficients; a number that is not finite; a kernel that is linear, or
    /// whose parameter is out of range; a sum of nothing or of sums.
    pub fn check(&self, features: usize) -> Result<()> {
        match self {
            Discriminant::Linear { weights, bias } => {
                check_count(weights.len(), features)?;
                check_finite(weights.iter().chain([bias]))
            }
            Discriminant::Kernel {
                kernel: kernel @ (Kernel::Linear | Kernel::Monotone),
                ..
            } => Err(damaged(format!(
                "it has support vectors of a {kernel} kernel"
            ))),
            Discriminant::Kernel {
                kernel,
                vectors,
                coefficients,
                bias,
            } => {
                // Without a support vector there is no row to count the features of.
                if vectors.nrows() > 0 {
                    check_count(vectors.ncols(), features)?;
                }
                if vectors.nrows() != coefficients.len() {
                    return Err(damaged(format!(
                        "{} support vectors and {} coefficients",
                        vectors.nrows(),
                        coefficients.len()
                    )));
                }
                check_finite(vectors.iter().chain(coefficients).chain([bias]))?;
                kernel.check().map_err(|error| damaged(error.to_string()))
            }
            Discriminant::Sum { parts } if parts.is_empty() => {
                Err(damaged("it is a sum of nothing".to_string()))
            }
            Discriminant::Sum { parts } => parts.iter().try_for_each(|part| match part {
                Discriminant::Sum { .. } => Err(damaged("a sum holds another".to_string())),
                _ => part.check(features),
            }),
        }
    }
}

/// A row as a slice, copied only where the matrix is not stored by rows.
fn contiguous<'a>(row: &'a ArrayView1<f64>) -> Cow<'a, [f64]> {
    match row.as_slice() {
        Some(row) => Cow::Borrowed(row),
        None => Cow::Owned(row.to_vec()),
    }
}

fn check_count(found: usize, features: usize) -> Result<()> {
    if found == features {
        return Ok(());
    }
    let problem = format!("{found} features where {features} are named");
    Err(damaged(problem))
}

fn check_finite<'a>(mut numbers: impl Iterator<Item = &'a f64>) -> Result<()> {
    if numbers.all(|x| x.is_finite()) {
        return Ok(());
    }
    Err(damaged("it holds a number that is not finite".to_string()))
}

fn damaged(problem: String) -> Error {
    super::checks::damaged("discriminant", problem)
}

/// A matrix as a list of rows, the form that people and other programs read.
mod rows {
    use ndarray::Array2;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(rows: &Array2<f64>, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(rows.outer_iter().map(|row| row.to_vec()))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Array2<f64>, D::Error> {
        let rows: Vec<Vec<f64>> = Deserialize::deserialize(from)?;
        let columns = rows.first().map_or(0, Vec::len);
        let shape = (rows.len(), columns);
        if rows.iter().any(|row| row.len() != columns) {
            return Err(D::Error::custom("support vectors of different length"));
        }
        Array2::from_shape_vec(shape, rows.concat()).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;
    use crate::learner::Learner;
    use crate::testing::{in_pool, two_clouds};

    fn fitted(kernel: Kernel) -> (Discriminant, Array2<f64>) {
        let (rows, labels) = two_clouds(80, 3, 3);
        let learner = Learner::new(kernel, 1.0);
        (learner.fit(rows.view(), &labels).unwrap(), rows)
    }

    #[test]
    fn scores_do_not_depend_on_threads_or_layout() {
        for kernel in [Kernel::Linear, Kernel::Rbf { gamma: 0.5 }] {
            let (discriminant, rows) = fitted(kernel);
            let one = in_pool(1, || discriminant.scores(rows.view()));
            assert_eq!(one, in_pool(2, || discriminant.scores(rows.view())));
            let columns_first = rows.t().as_standard_layout().into_owned();
            assert_eq!(one, discriminant.scores(columns_first.t()));
        }
    }

    #[test]
    fn saved_and_read_again_every_bit_is_the_same() {
        for kernel in [Kernel::Linear, Kernel::Rbf { gamma: 0.1 }] {
            let (discriminant, _) = fitted(kernel);
            let json = serde_json::to_string(&discriminant).unwrap();
            let again: Discriminant = serde_json::from_str(&json).unwrap();
            assert_eq!(again, discriminant);
            assert!(again.check(3).is_ok());
        }
    }

    #[test]
    fn the_saved_form_is_plain() {
        let discriminant = Discriminant::Kernel {
            kernel: Kernel::Rbf { gamma: 0.5 },
            vectors: array![[1.0, 2.0], [3.0, 4.0]],
            coefficients: vec![1.0, -1.0],
            bias: 0.25,
        };
        assert_eq!(
            serde_json::to_string(&discriminant).unwrap(),
            r#"{"kind":"kernel","kernel":{"rbf":{"gamma":0.5}},"vectors":[[1.0,2.0],[3.0,4.0]],"coefficients":[1.0,-1.0],"bias":0.25}"#
        );
    }

    #[test]
    fn damaged_files_are_refused() {
        let ragged = r#"{"kind":"kernel","kernel":"linear","vectors":[[1.0],[]],"coefficients":[1.0,2.0],"bias":0.0}"#;
        assert!(serde_json::from_str::<Discriminant>(ragged).is_err());
        let empty = r#"{"kind":"kernel","kernel":{"rbf":{"gamma":0.5}},"vectors":[[],[]],"coefficients":[1.0,2.0],"bias":0.0}"#;
        let empty: Discriminant = serde_json::from_str(empty).unwrap();
        assert_eq!(
            empty.check(3).unwrap_err().to_string(),
            "the learned discriminant is damaged: 0 features where 3 are named; train the model again"
        );
        let short = Discriminant::Kernel {
            kernel: Kernel::Rbf { gamma: 0.5 },
            vectors: array![[1.0]],
            coefficients: vec![],
            bias: 0.0,
        };
        assert_eq!(
            short.check(1).unwrap_err().to_string(),
            "the learned discriminant is damaged: 1 support vectors and 0 coefficients; train the model again"
        );
        let infinite = Discriminant::Linear {
            weights: vec![f64::INFINITY],
            bias: 0.0,
        };
        assert!(infinite.check(1).is_err());
        assert!(infinite.check(2).is_err());
        assert_eq!(short.score(&[1.0]), 0.0);
    }

    #[test]
    fn what_no_training_writes_is_refused() {
        let refusal = |json: &str| {
            let read: Discriminant = serde_json::from_str(json).unwrap();
            read.check(1).unwrap_err().to_string()
        };
        assert_eq!(
            refusal(r#"{"kind":"sum","parts":[]}"#),
            "the learned discriminant is damaged: it is a sum of nothing; train the model again"
        );
        let sum = r#"{"kind":"sum","parts":[{"kind":"sum","parts":[]}]}"#;
        assert_eq!(
            refusal(sum),
            "the learned discriminant is damaged: a sum holds another; train the model again"
        );
        for kernel in ["linear", "monotone"] {
            let json = format!(
                r#"{{"kind":"kernel","kernel":"{kernel}","vectors":[[1.0]],"coefficients":[1.0],"bias":0.0}}"#
            );
            assert_eq!(
                refusal(&json),
                format!(
                    "the learned discriminant is damaged: it has support vectors of a {kernel} kernel; train the model again"
                )
            );
        }
    }
}
