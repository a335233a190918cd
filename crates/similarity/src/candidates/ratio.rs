//! A threshold as an exact fraction.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use dejalu_base::error::{Error, Parameter};
use dejalu_base::threshold::MARGIN;

/// A number from 0 to 1 as a fraction in lowest terms, so that "at least 0.8 of 15" is a question
/// of integers: in binary floating point 0.8 × 15 is not 12, and pairs that sit exactly at a
/// threshold are lost.
///
/// ```
/// use dejalu_similarity::candidates::Ratio;
///
/// let t: Ratio = "0.8".parse()?;
/// assert_eq!(t.of(15), 12);
/// assert_eq!("2/3".parse::<Ratio>()?.of(4), 3);
/// # Ok::<(), dejalu_base::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Ratio {
    numerator: u64,
    denominator: u64,
}

/// The finest fraction: products with sizes of documents stay within 64 bits.
const FINEST: u64 = 1_000_000_000;

impl Ratio {
    /// 0.
    pub const ZERO: Ratio = Ratio {
        numerator: 0,
        denominator: 1,
    };

    fn new(numerator: u64, denominator: u64) -> Option<Self> {
        if denominator == 0 || denominator > FINEST || numerator > denominator {
            return None;
        }
        let by = greatest_common_divisor(numerator, denominator);
        Some(Ratio {
            numerator: numerator / by,
            denominator: denominator / by,
        })
    }

    /// The largest multiple of 1/`steps` (at least 1, at most a billion) that is not above a
    /// number in [0, 1]; 0 for a number outside.
    pub fn at_most(value: f64, steps: u32) -> Self {
        let steps = u64::from(steps).clamp(1, FINEST);
        let floor = |over: u64| Ratio::new(over, steps).unwrap_or(Ratio::ZERO);
        let nearest = (value * steps as f64).round() as u64;
        // The product may have been rounded up.
        if floor(nearest).value() <= value {
            floor(nearest)
        } else {
            floor(nearest.saturating_sub(1))
        }
    }

    /// A little less, so that whatever reaches t ([`reaches`](dejalu_base::threshold::reaches)) is not below:
    /// 2/3 reaches 0.666666667.
    pub(super) fn less_the_margin(self) -> Self {
        Ratio::at_most(self.value() - MARGIN, FINEST as u32)
    }

    /// ⌈t·n⌉.
    pub fn of(self, n: u32) -> u32 {
        (self.numerator * u64::from(n)).div_ceil(self.denominator) as u32
    }

    /// ⌈t/(1 + t)·n⌉: what two sets of n values together must share to have Jaccard t.
    pub(super) fn shared_of(self, n: u64) -> u32 {
        (self.numerator * n).div_ceil(self.denominator + self.numerator) as u32
    }

    /// As a floating-point number: the nearest one.
    pub fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    match b {
        0 => a.max(1),
        _ => greatest_common_divisor(b, a % b),
    }
}

/// As a decimal where it is one, else as a fraction: `0.8`, `2/3`.
impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match FINEST % self.denominator {
            0 => write!(f, "{}", self.value()),
            _ => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

impl FromStr for Ratio {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let parsed = match text.split_once('/') {
            Some((over, under)) => fraction(over, under),
            None => decimal(text),
        };
        parsed.ok_or_else(|| {
            let expected = "expected a number from 0 to 1 with at most nine decimals (0.8), or a fraction (2/3)";
            Error::invalid(Parameter::Threshold, text, expected)
        })
    }
}

fn fraction(over: &str, under: &str) -> Option<Ratio> {
    Ratio::new(over.trim().parse().ok()?, under.trim().parse().ok()?)
}

fn decimal(text: &str) -> Option<Ratio> {
    let text = text.trim();
    let (whole, decimals) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let digits = whole.len() + decimals.len();
    let plain = digits > 0
        && format!("{whole}{decimals}")
            .bytes()
            .all(|b| b.is_ascii_digit());
    if !plain || decimals.len() > 9 || whole.len() > 9 {
        return None;
    }
    let under = 10u64.pow(decimals.len() as u32);
    Ratio::new(format!("{whole}{decimals}").parse().ok()?, under)
}

impl From<Ratio> for String {
    fn from(ratio: Ratio) -> Self {
        ratio.to_string()
    }
}

impl TryFrom<String> for Ratio {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_and_fractions_are_exact_and_written_as_they_are_read() {
        for (text, written) in [
            ("0.8", "0.8"),
            ("8/10", "0.8"),
            ("2/3", "2/3"),
            ("1", "1"),
            ("0", "0"),
            ("1.0", "1"),
            (".5", "0.5"),
            ("0,5", "0.5"),
            ("0.000000001", "0.000000001"),
        ] {
            let ratio: Ratio = text.parse().unwrap();
            assert_eq!(ratio.to_string(), written);
            assert_eq!(written.parse::<Ratio>().unwrap(), ratio);
        }
    }

    #[test]
    fn what_is_no_share_is_refused_in_one_sentence() {
        for text in [
            "",
            ".",
            "1.1",
            "-0.5",
            "3/2",
            "1/0",
            "nan",
            "0.1234567891",
            "1e-3",
        ] {
            let error = text.parse::<Ratio>().unwrap_err().to_string();
            assert_eq!(
                error,
                format!(
                    "threshold '{text}': expected a number from 0 to 1 with at most nine decimals (0.8), or a fraction (2/3)"
                )
            );
        }
    }

    #[test]
    fn rounding_is_never_upward() {
        for (value, steps, written) in [
            (0.2719, 1000, "0.271"),
            (0.3, 10, "0.3"),
            (1.0, 1000, "1"),
            (0.0004, 1000, "0"),
            (2.0 / 3.0, 3, "2/3"),
        ] {
            let ratio = Ratio::at_most(value, steps);
            assert_eq!(ratio.to_string(), written);
            assert!(ratio.value() <= value);
        }
        assert_eq!(Ratio::at_most(f64::NAN, 10), Ratio::ZERO);
    }
}
