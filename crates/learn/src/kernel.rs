//! K(x, y): how alike two rows are to the support vector machine.

use std::fmt;
use std::ops::{Add, Div, Mul};

use serde::{Deserialize, Serialize};

use super::checks::check_positive;
use dejalu_base::error::{Error, Parameter, Result};

/// The largest degree of a polynomial. Beyond a few it only overfits; at this one, with the
/// [`LARGEST_FACTOR`] and rows within [`LARGEST_VALUE`](super::checks::LARGEST_VALUE), no score overflows.
pub const LARGEST_DEGREE: u32 = 10;

/// The largest gamma, and the largest coef0 of a polynomial.
pub const LARGEST_FACTOR: f64 = 1e6;

/// K(x, y) (001, section 3.2).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Kernel {
    /// x·y, with weights that are not negative on the features that rise
    /// ([`Prior::rising`](super::Prior::rising)): no likeness speaks against the positive class.
    Monotone,
    /// x·y: a flat boundary, whose weights can be read.
    Linear,
    /// (gamma·x·y + coef0)^degree: a boundary bent by products of up to `degree` features.
    Polynomial {
        /// From 1 to [`LARGEST_DEGREE`].
        degree: u32,
        /// Positive, at most [`LARGEST_FACTOR`].
        gamma: f64,
        /// Weight of the products of fewer features, from 0 (not at all) to [`LARGEST_FACTOR`].
        coef0: f64,
    },
    /// exp(−gamma·‖x − y‖²), in (0, 1]: a boundary as curved as gamma is large.
    Rbf {
        /// Positive, at most [`LARGEST_FACTOR`].
        gamma: f64,
    },
    /// exp(−gamma·Σ|xᵢ − yᵢ|), in (0, 1]: a boundary that may bend sharply where a single feature changes, as a
    /// decision tree's does (Chapelle, Haffner and Vapnik, "Support vector machines for histogram-based image
    /// classification", IEEE Transactions on Neural Networks 10, 1999). Or the mean of it at gamma, 3·gamma and
    /// 9·gamma, which is flat where rows are few and sharp where they are many, so that gamma need not be searched.
    Laplacian {
        /// Positive, at most [`LARGEST_FACTOR`].
        gamma: f64,
        /// 3 for the mean of three, as the search has it; 1 for the plain kernel, of the models whose search chose gamma.
        #[serde(default = "plain", skip_serializing_if = "is_plain")]
        scales: u8,
    },
}

/// [`Kernel::Laplacian`] at one gamma alone.
fn plain() -> u8 {
    1
}

fn is_plain(scales: &u8) -> bool {
    *scales == plain()
}

impl Kernel {
    /// The Laplacian kernel at gamma, 3·gamma and 9·gamma.
    pub(crate) fn laplacian(gamma: f64) -> Self {
        Kernel::Laplacian { gamma, scales: 3 }
    }

    /// K(x, y); symmetric. Of rows of different length the common part counts.
    pub fn value(&self, x: &[f64], y: &[f64]) -> f64 {
        let both = x.iter().zip(y);
        match *self {
            Kernel::Linear | Kernel::Monotone => both.map(|(a, b)| a * b).sum(),
            Kernel::Polynomial {
                degree,
                gamma,
                coef0,
            } => {
                let product: f64 = both.map(|(a, b)| a * b).sum();
                power(gamma * product + coef0, degree)
            }
            Kernel::Rbf { gamma } => {
                let distance: f64 = both.map(|(a, b)| (a - b) * (a - b)).sum();
                (-gamma * distance).exp()
            }
            Kernel::Laplacian { gamma, scales } => {
                let distance: f64 = both.map(|(a, b)| (a - b).abs()).sum();
                let value = (-gamma * distance).exp();
                if scales == 1 {
                    value
                } else {
                    at_three_scales(value)
                }
            }
        }
    }

    /// Refuses parameters that no solver can use.
    pub(super) fn check(&self) -> Result<()> {
        match *self {
            Kernel::Linear | Kernel::Monotone => Ok(()),
            Kernel::Rbf { gamma } => check_gamma(gamma),
            Kernel::Laplacian { gamma, scales } => {
                if ![1, 3].contains(&scales) {
                    return Err(Error::invalid(
                        Parameter::Kernel,
                        self,
                        "expected 1 or 3 scales",
                    ));
                }
                check_gamma(gamma)
            }
            Kernel::Polynomial {
                degree,
                gamma,
                coef0,
            } => {
                check_gamma(gamma)?;
                if !(1..=LARGEST_DEGREE).contains(&degree) {
                    let expected = format!("expected a whole number from 1 to {LARGEST_DEGREE}");
                    return Err(Error::invalid(Parameter::Degree, degree, expected));
                }
                check_factor(Parameter::Coef0, coef0)
            }
        }
    }
}

fn check_gamma(gamma: f64) -> Result<()> {
    check_positive(Parameter::Gamma, gamma)?;
    check_factor(Parameter::Gamma, gamma)
}

fn check_factor(parameter: Parameter, value: f64) -> Result<()> {
    if (0.0..=LARGEST_FACTOR).contains(&value) {
        return Ok(());
    }
    let expected = format!("expected a number from 0 to {LARGEST_FACTOR:?}");
    Err(Error::invalid(parameter, value, expected))
}

/// The mean of u, u³ and u⁹, which are the Laplacian kernel at gamma, 3·gamma and 9·gamma.
#[inline(always)]
pub(super) fn at_three_scales<T>(u: T) -> T
where
    T: Copy + Add<Output = T> + Mul<Output = T> + Div<Output = T> + From<u8>,
{
    let cube = u * u * u;
    (u + cube + cube * cube * cube) / T::from(3)
}

/// xⁿ for n ≥ 1, multiplied from the left: the same bits in scalar and in vector form.
#[inline(always)]
pub(super) fn power<T: Copy + Mul<Output = T>>(x: T, n: u32) -> T {
    (1..n).fold(x, |product, _| product * x)
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kernel::Monotone => f.write_str("monotone"),
            Kernel::Linear => f.write_str("linear"),
            Kernel::Polynomial {
                degree,
                gamma,
                coef0,
            } => write!(
                f,
                "polynomial (degree = {degree}, gamma = {gamma:?}, coef0 = {coef0:?})"
            ),
            Kernel::Rbf { gamma } => write!(f, "rbf (gamma = {gamma:?})"),
            Kernel::Laplacian { gamma, scales: 1 } => write!(f, "laplacian (gamma = {gamma:?})"),
            Kernel::Laplacian { gamma, scales } => {
                write!(f, "laplacian (gamma = {gamma:?}, {scales} scales)")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUBIC: Kernel = Kernel::Polynomial {
        degree: 3,
        gamma: 0.5,
        coef0: 1.0,
    };

    #[test]
    fn kernels_are_symmetric_and_written_readably() {
        let (x, y) = ([0.0, 1.0], [2.0, 0.5]);
        let rbf = Kernel::Rbf { gamma: 0.5 };
        let plain = Kernel::Laplacian {
            gamma: 0.5,
            scales: 1,
        };
        let laplacian = Kernel::laplacian(0.5);
        assert_eq!(Kernel::Linear.value(&x, &y), 0.5);
        assert_eq!(rbf.value(&x, &y), (-0.5_f64 * 4.25).exp());
        let at = |gamma: f64| (-gamma * 2.5).exp();
        assert_eq!(plain.value(&x, &y), at(0.5));
        let mean = (at(0.5) + at(1.5) + at(4.5)) / 3.0;
        assert!((laplacian.value(&x, &y) - mean).abs() < 1e-15);
        assert_eq!(CUBIC.value(&x, &y), 1.25 * 1.25 * 1.25);
        for kernel in [rbf, plain, laplacian, CUBIC] {
            assert_eq!(kernel.value(&x, &y), kernel.value(&y, &x));
        }
        assert_eq!(rbf.to_string(), "rbf (gamma = 0.5)");
        assert_eq!(plain.to_string(), "laplacian (gamma = 0.5)");
        assert_eq!(laplacian.to_string(), "laplacian (gamma = 0.5, 3 scales)");
        assert_eq!(
            CUBIC.to_string(),
            "polynomial (degree = 3, gamma = 0.5, coef0 = 1.0)"
        );
    }

    #[test]
    fn powers_are_products() {
        assert_eq!([1, 2, 5].map(|n| power(-2.0, n)), [-2.0, 4.0, -32.0]);
    }

    #[test]
    fn a_kernel_without_scales_is_the_plain_one() {
        let plain = Kernel::Laplacian {
            gamma: 0.5,
            scales: 1,
        };
        let stored = r#"{"laplacian":{"gamma":0.5}}"#;
        assert_eq!(serde_json::from_str::<Kernel>(stored).unwrap(), plain);
        assert_eq!(serde_json::to_string(&plain).unwrap(), stored);
        let two = Kernel::Laplacian {
            gamma: 0.5,
            scales: 2,
        };
        assert_eq!(
            two.check().unwrap_err().to_string(),
            "kernel 'laplacian (gamma = 0.5, 2 scales)': expected 1 or 3 scales"
        );
        assert!(Kernel::laplacian(1e7).check().is_err());
    }

    #[test]
    fn polynomials_that_could_overflow_are_refused() {
        let refusal = |degree, gamma, coef0| {
            let kernel = Kernel::Polynomial {
                degree,
                gamma,
                coef0,
            };
            kernel.check().unwrap_err().to_string()
        };
        assert!(CUBIC.check().is_ok());
        assert_eq!(
            refusal(0, 1.0, 1.0),
            "degree '0': expected a whole number from 1 to 10"
        );
        assert_eq!(
            refusal(2, 1e7, 1.0),
            "gamma '10000000': expected a number from 0 to 1000000.0"
        );
        assert_eq!(
            refusal(2, 1.0, -1.0),
            "coef0 '-1': expected a number from 0 to 1000000.0"
        );
        assert_eq!(
            refusal(2, f64::NAN, 1.0),
            "gamma 'NaN': expected a finite number above 0"
        );
    }
}
