//! The variation threshold of the rule of sentences, as calibrated (000, section 3.2.2).

use serde::Serialize;

use crate::rules;
use dejalu_base::error::Result;
use dejalu_learn::evaluation::ErrorCurves;

/// The calibrated variation threshold of the rule of sentences: its second threshold (000, section 3.2.2).
#[derive(Debug, Clone, Serialize)]
pub struct Variation {
    /// The most by which the two similarities of a duplicate may differ; the median over the folds.
    #[serde(rename = "variation_threshold")]
    pub threshold: f64,
    /// The errors over it, of the held-out pairs that reach the permissible threshold of their fold.
    #[serde(skip)]
    pub errors: ErrorCurves,
}

/// Its variation in one fold.
pub(super) struct FoldVariation {
    pub(super) threshold: f64,
    /// By how much the two similarities of each tested pair differ; none below the permissible threshold.
    pub(super) differences: Vec<Option<f64>>,
}

/// Its variations over the folds.
#[derive(Clone, Default)]
pub(super) struct Variations {
    thresholds: Vec<f64>,
    differences: Vec<(usize, f64)>,
}

impl Variations {
    /// Records what a fold tells of these pairs.
    pub(super) fn record(&mut self, pairs: &[usize], of_fold: FoldVariation) {
        self.thresholds.push(of_fold.threshold);
        let known = pairs.iter().zip(of_fold.differences);
        self.differences
            .extend(known.filter_map(|(&pair, difference)| Some((pair, difference?))));
    }

    /// The threshold and its errors; none of a decider without one.
    pub(super) fn finish(mut self, labels: &[bool]) -> Result<Option<Variation>> {
        if self.thresholds.is_empty() {
            return Ok(None);
        }
        self.differences.sort_unstable_by_key(|(pair, _)| *pair);
        let labels: Vec<bool> = self.differences.iter().map(|it| labels[it.0]).collect();
        let differences: Vec<f64> = self.differences.iter().map(|it| it.1).collect();
        Ok(Some(Variation {
            threshold: median(self.thresholds),
            errors: rules::over_differences(&differences, &labels)?,
        }))
    }
}

/// The median; 0 of nothing.
pub(super) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    match numbers.len() % 2 {
        _ if numbers.is_empty() => 0.0,
        1 => numbers[middle],
        _ => (numbers[middle - 1] + numbers[middle]) / 2.0,
    }
}
