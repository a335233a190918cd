//! The predictions of one decider.

use super::decider::Kind;
use super::learned::{Diagnostics, FoldDiagnostics, Learned};
use super::variation::{FoldVariation, Variation, Variations, median};
use crate::model::MinimumScore;
use crate::rules::Origin;
use dejalu_base::error::Result;
use dejalu_base::threshold::reaches;
use dejalu_similarity::FeatureSet;

/// Predictions of a competitor for a fold's test pairs.
pub(super) struct FoldPrediction {
    pub(super) scores: Vec<f64>,
    pub(super) threshold: f64,
    /// The minimum score of each row, where it is not the same for all of them.
    pub(super) minima: Option<Vec<f64>>,
    pub(super) diagnostics: Option<FoldDiagnostics>,
    pub(super) variation: Option<FoldVariation>,
}

impl FoldPrediction {
    /// The prediction of a decider that is not looked into.
    pub(super) fn new(scores: Vec<f64>, threshold: f64) -> Self {
        FoldPrediction {
            scores,
            threshold,
            minima: None,
            diagnostics: None,
            variation: None,
        }
    }
}

/// The minimum score of each pair, given which are of two web pages, and the threshold that is shown: that of texts, unless
/// all are of web pages.
pub(super) fn minima(minimum: MinimumScore, are_pages: &[bool]) -> (Vec<f64>, f64) {
    let minima = are_pages.iter().map(|&it| minimum.of(it)).collect();
    (minima, minimum.of(are_pages.iter().all(|&it| it)))
}

/// Predictions of a decider for all pairs, gathered fold by fold.
#[derive(Clone)]
pub(super) struct Predictions {
    pub(super) scores: Vec<f64>,
    pub(super) margins: Vec<f64>,
    pub(super) decisions: Vec<bool>,
    thresholds: Vec<f64>,
    diagnostics: Option<Diagnostics>,
    variations: Variations,
}

impl Predictions {
    pub(super) fn new(pairs: usize) -> Self {
        Predictions {
            scores: vec![0.0; pairs],
            margins: vec![0.0; pairs],
            decisions: vec![false; pairs],
            thresholds: Vec::new(),
            diagnostics: None,
            variations: Variations::default(),
        }
    }

    /// Records the predictions for these pairs.
    pub(super) fn record(&mut self, pairs: &[usize], predicted: FoldPrediction) {
        self.thresholds.push(predicted.threshold);
        for (row, (&pair, &score)) in pairs.iter().zip(&predicted.scores).enumerate() {
            let minima = predicted.minima.as_ref();
            let minimum = minima.map_or(predicted.threshold, |minima| minima[row]);
            self.scores[pair] = score;
            self.margins[pair] = score - predicted.threshold;
            self.decisions[pair] = reaches(score, minimum);
        }
        if let Some(of_fold) = predicted.diagnostics {
            let all = self.margins.len();
            let diagnostics = self
                .diagnostics
                .get_or_insert_with(|| Diagnostics::new(all));
            diagnostics.record(pairs, of_fold);
        }
        if let Some(of_fold) = predicted.variation {
            self.variations.record(pairs, of_fold);
        }
    }

    pub(super) fn learned(
        &mut self,
        labels: &[bool],
        features: FeatureSet,
    ) -> Result<Option<Learned>> {
        let diagnostics = self.diagnostics.take();
        let learned = diagnostics.map(|it| it.learned(labels, &self.decisions, features));
        learned.transpose()
    }

    pub(super) fn variation(&mut self, labels: &[bool]) -> Result<Option<Variation>> {
        std::mem::take(&mut self.variations).finish(labels)
    }

    pub(super) fn median_threshold(&self) -> f64 {
        median(self.thresholds.clone())
    }
}

/// Description of a decider in a table, besides its figures.
pub(super) struct Description {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// In place of the median over the folds.
    pub(super) threshold: Option<f64>,
    pub(super) threshold_origin: Option<Origin>,
    pub(super) statistics: Option<String>,
    pub(super) source: Option<String>,
}

impl Description {
    pub(super) fn new(kind: Kind) -> Self {
        Description {
            name: String::new(),
            kind,
            threshold: None,
            threshold_origin: None,
            statistics: None,
            source: None,
        }
    }
}
