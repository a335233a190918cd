//! Intervals and tests: proportions and two deciders.

use serde::{Deserialize, Serialize};
use statrs::function::erf::{erfc, erfc_inv};

/// A confidence interval; written as `[low, high]`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(into = "[f64; 2]", from = "[f64; 2]")]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> Self {
        [interval.low, interval.high]
    }
}

impl From<[f64; 2]> for Interval {
    fn from([low, high]: [f64; 2]) -> Self {
        Interval { low, high }
    }
}

/// Wilson's interval (1927) of a proportion at confidence `level` (0.95), within \[0, 1\]: it stays
/// sensible for few trials and shares near 0 and 1. `None` without trials, with more successes than
/// trials, or for a level outside (0, 1). It takes trials as independent; where pairs share
/// documents, [`Bootstrap`](super::bootstrap::Bootstrap) is the honest one.
pub fn wilson(successes: u64, trials: u64, level: f64) -> Option<Interval> {
    let sensible = level > 0.0 && level < 1.0 && trials > 0 && successes <= trials;
    if !sensible {
        return None;
    }
    let z = std::f64::consts::SQRT_2 * erfc_inv(1.0 - level);
    let n = trials as f64;
    let p = successes as f64 / n;
    let under = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / under;
    let reach = z / under * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    Some(Interval {
        // At the ends the exact value is 0 or 1, which rounding would miss.
        low: if successes == 0 {
            0.0
        } else {
            (centre - reach).max(0.0)
        },
        high: if successes == trials {
            1.0
        } else {
            (centre + reach).min(1.0)
        },
    })
}

/// The highest rate of an event that `trials` independent trials without one allow at confidence
/// `level`: 1 − (1 − level)^(1/n), the exact bound of Clopper & Pearson (1934), at 0.95 just below 3/n.
/// In (0, 1\]; `None` without trials, or for a level outside (0, 1).
pub fn bound_of_none(trials: u64, level: f64) -> Option<f64> {
    let sensible = level > 0.0 && level < 1.0 && trials > 0;
    // 1 − e^x, which keeps its digits where x is small.
    sensible.then(|| -((1.0 - level).ln() / trials as f64).exp_m1())
}

/// McNemar's test (1947) that two deciders err equally often: the two-sided p in \[0, 1\] from the
/// rows where exactly one of them is right. Up to 25 such rows the exact binomial, above it the χ²
/// with continuity correction. 1 where they are never right apart: no evidence of a difference.
pub fn mcnemar(only_first_right: u64, only_second_right: u64) -> f64 {
    let (b, c) = (only_first_right, only_second_right);
    let n = b.saturating_add(c);
    if n <= 25 {
        return (2.0 * binomial_tail(n, b.min(c))).min(1.0);
    }
    let excess = (b.abs_diff(c) as f64 - 1.0).max(0.0);
    // The tail of χ² with one degree of freedom.
    erfc(excess / (2.0 * n as f64).sqrt()).clamp(0.0, 1.0)
}

/// P(X ≤ k) of n fair coins; exact for the small n it is called with.
fn binomial_tail(n: u64, k: u64) -> f64 {
    let mut ways = 1.0;
    let mut sum = 1.0;
    for i in 1..=k {
        ways *= (n - i + 1) as f64 / i as f64;
        sum += ways;
    }
    sum / 2.0_f64.powf(n as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_gives_the_published_values() {
        // Newcombe 1998, table I, the score method without continuity correction.
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(successes, trials, 0.95).unwrap();
            assert!((found.low - low).abs() < 5e-5, "{found:?}");
            assert!((found.high - high).abs() < 5e-5, "{found:?}");
        }
        assert_eq!(wilson(20, 20, 0.95).unwrap().high, 1.0);
        for (successes, trials, level) in
            [(0, 0, 0.95), (3, 2, 0.95), (1, 2, 1.0), (1, 2, f64::NAN)]
        {
            assert_eq!(wilson(successes, trials, level), None);
        }
    }

    #[test]
    fn the_rule_of_three_bounds_what_was_never_seen() {
        // Clopper & Pearson, one-sided: 1 − 0.05^(1/n), by hand for n = 1, 2, 100.
        for (trials, bound) in [(1, 0.95), (2, 0.776_393_202_25), (100, 0.029_513_049_607)] {
            let found = bound_of_none(trials, 0.95).unwrap();
            assert!((found - bound).abs() < 1e-9, "{found}");
            assert!(found < 3.0 / trials as f64);
        }
        for (trials, level) in [(0, 0.95), (5, 1.0), (5, 0.0), (5, f64::NAN)] {
            assert_eq!(bound_of_none(trials, level), None);
        }
    }

    #[test]
    fn mcnemar_is_exact_for_few_and_chi_square_for_many() {
        assert_eq!(mcnemar(0, 0), 1.0);
        assert_eq!(mcnemar(5, 5), 1.0);
        assert_eq!(mcnemar(0, 6), 2.0 / 64.0);
        assert!((mcnemar(3, 12) - 0.03515625).abs() < 1e-15);
        // χ² = (|59 − 6| − 1)² / 65 = 41.6
        assert!(
            (mcnemar(6, 59) / 1.1206e-10 - 1.0).abs() < 1e-3,
            "{}",
            mcnemar(6, 59)
        );
        assert_eq!(mcnemar(6, 59), mcnemar(59, 6));
        assert_eq!(mcnemar(100, 100), 1.0);
        assert!((0.0..=1.0).contains(&mcnemar(u64::MAX, 0)));
    }
}
