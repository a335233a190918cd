//! Calibration of probabilities. Of the rows that a decider gives 80 %, eight in ten should be
//! positive.

use serde::{Deserialize, Serialize};

use super::intervals::{Interval, wilson};
use super::ranking::{all_finite, same_length};
use dejalu_base::error::Result;

/// Bins of equal width, the usual number of a reliability diagram.
const BINS: usize = 10;

/// Reliability of a decider's probabilities: the reliability diagram (DeGroot & Fienberg 1983) and
/// the two figures that sum it up. Only probabilities of rows that were held out say anything.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reliability {
    /// The mean squared difference of probability and label (Brier 1950): in \[0, 1\], 0 the best.
    /// Saying the share of positives for every row gives share·(1 − share).
    pub brier: f64,
    /// The expected calibration error: how far the share of positives of a bin lies from its mean
    /// probability, averaged over rows (Naeini, Cooper & Hauskrecht 2015). In \[0, 1\], 0 the best.
    pub ece: f64,
    /// The bins that hold rows, in ascending probability.
    pub bins: Vec<ReliabilityBin>,
}

/// The rows whose probabilities lie in one range.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ReliabilityBin {
    /// The least probability.
    pub low: f64,
    /// The probability below which it ends; the last bin holds 1 too.
    pub high: f64,
    /// Number of rows.
    pub rows: u64,
    /// Number of them that are positive.
    pub positives: u64,
    /// The mean of their probabilities.
    pub probability: f64,
    /// The share of positives, with Wilson's 95 % interval.
    pub share: f64,
    /// That interval.
    pub interval: Interval,
}

impl Reliability {
    /// Compares the `probabilities` of a positive with `labels`. `None` without rows.
    ///
    /// # Errors
    ///
    /// A different number of probabilities and labels; a probability that is not finite.
    pub fn of(labels: &[bool], probabilities: &[f64]) -> Result<Option<Self>> {
        same_length("probabilities", probabilities.len(), labels.len())?;
        all_finite(probabilities)?;
        if labels.is_empty() {
            return Ok(None);
        }
        let rows = labels.len() as f64;
        let squares = labels.iter().zip(probabilities).map(|(&label, p)| {
            let target = if label { 1.0 } else { 0.0 };
            (p - target) * (p - target)
        });
        let bins: Vec<ReliabilityBin> = (0..BINS)
            .filter_map(|bin| ReliabilityBin::of(bin, labels, probabilities))
            .collect();
        let errors = bins
            .iter()
            .map(|bin| bin.rows as f64 * (bin.share - bin.probability).abs());
        Ok(Some(Reliability {
            brier: squares.sum::<f64>() / rows,
            ece: errors.sum::<f64>() / rows,
            bins,
        }))
    }
}

impl ReliabilityBin {
    fn of(bin: usize, labels: &[bool], probabilities: &[f64]) -> Option<Self> {
        let inside = |p: f64| ((p * BINS as f64) as usize).min(BINS - 1) == bin;
        let rows = labels.iter().zip(probabilities);
        let (rows, positives, sum) = rows
            .filter(|(_, p)| inside(**p))
            .fold((0, 0, 0.0), |(rows, positives, sum), (&label, p)| {
                (rows + 1, positives + u64::from(label), sum + p)
            });
        let interval = wilson(positives, rows, 0.95)?;
        Some(ReliabilityBin {
            low: bin as f64 / BINS as f64,
            high: (bin + 1) as f64 / BINS as f64,
            rows,
            positives,
            probability: sum / rows as f64,
            share: positives as f64 / rows as f64,
            interval,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bins_hold_what_the_probabilities_say() {
        let probabilities = [0.0, 0.04, 0.25, 0.25, 0.95, 1.0];
        let labels = [false, true, false, true, true, true];
        let found = Reliability::of(&labels, &probabilities).unwrap().unwrap();
        let seen: Vec<_> = found
            .bins
            .iter()
            .map(|bin| (bin.low, bin.rows, bin.positives, bin.share))
            .collect();
        assert_eq!(seen, [(0.0, 2, 1, 0.5), (0.2, 2, 1, 0.5), (0.9, 2, 2, 1.0)]);
        assert!((found.bins[2].probability - 0.975).abs() < 1e-12);
        // |0.5 − 0.02|, |0.5 − 0.25| and |1 − 0.975|, a third of the rows each.
        assert!((found.ece - (0.48 + 0.25 + 0.025) / 3.0).abs() < 1e-12);
        let squares = 0.96 * 0.96 + 0.25 * 0.25 + 0.75 * 0.75 + 0.05 * 0.05;
        assert!((found.brier - squares / 6.0).abs() < 1e-12);
        assert_eq!(found.bins[2].interval, wilson(2, 2, 0.95).unwrap());
    }

    #[test]
    fn nothing_has_no_reliability_and_unequal_slices_are_refused() {
        assert_eq!(Reliability::of(&[], &[]).unwrap(), None);
        let error = Reliability::of(&[true], &[]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "0 probabilities for 1 labels; expected one for each; pass slices of equal length"
        );
        assert!(Reliability::of(&[true], &[f64::NAN]).is_err());
    }

    proptest! {
        #[test]
        fn every_row_is_in_one_bin(rows in prop::collection::vec((0.0..=1.0f64, any::<bool>()), 1..80)) {
            let probabilities: Vec<f64> = rows.iter().map(|row| row.0).collect();
            let labels: Vec<bool> = rows.iter().map(|row| row.1).collect();
            let found = Reliability::of(&labels, &probabilities).unwrap().unwrap();
            prop_assert_eq!(found.bins.iter().map(|bin| bin.rows).sum::<u64>(), rows.len() as u64);
            prop_assert!((0.0..=1.0).contains(&found.brier) && (0.0..=1.0).contains(&found.ece));
            for bin in &found.bins {
                prop_assert!(bin.low <= bin.probability + 1e-12 && bin.probability <= bin.high + 1e-12);
                prop_assert!(bin.interval.low <= bin.share && bin.share <= bin.interval.high);
            }
        }
    }
}
