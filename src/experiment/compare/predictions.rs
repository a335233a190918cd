//! What every decider says of every pair, and how good that is.

use super::comparison::{Comparison, Decider, FORMAT, Kind};
use super::learned::{Diagnostics, FoldDiagnostics, Learned};
use super::suspect_label::Suspects;
use crate::error::Result;
use crate::evaluation::ranking::reaches;
use crate::evaluation::{Bootstrap, Judged};
use crate::experiment::rules::Origin;
use crate::similarity::FeatureSet;

/// What a competitor says of a fold's test pairs.
pub(super) struct FoldPrediction {
    pub(super) scores: Vec<f64>,
    pub(super) threshold: f64,
    pub(super) diagnostics: Option<FoldDiagnostics>,
}

/// What a decider says of all pairs, gathered fold by fold.
#[derive(Clone)]
pub(super) struct Predictions {
    margins: Vec<f64>,
    decisions: Vec<bool>,
    thresholds: Vec<f64>,
    diagnostics: Option<Diagnostics>,
}

impl Predictions {
    pub(super) fn new(pairs: usize) -> Self {
        Predictions {
            margins: vec![0.0; pairs],
            decisions: vec![false; pairs],
            thresholds: Vec::new(),
            diagnostics: None,
        }
    }

    /// Records the predictions for these pairs.
    pub(super) fn record(&mut self, pairs: &[usize], predicted: FoldPrediction) {
        self.thresholds.push(predicted.threshold);
        for (&pair, &score) in pairs.iter().zip(&predicted.scores) {
            self.margins[pair] = score - predicted.threshold;
            self.decisions[pair] = reaches(score, predicted.threshold);
        }
        if let Some(of_fold) = predicted.diagnostics {
            let all = self.margins.len();
            let diagnostics = self
                .diagnostics
                .get_or_insert_with(|| Diagnostics::new(all));
            diagnostics.record(pairs, of_fold);
        }
    }

    fn learned(&mut self, labels: &[bool], features: FeatureSet) -> Result<Option<Learned>> {
        let diagnostics = self.diagnostics.take();
        let learned = diagnostics.map(|it| it.learned(labels, &self.decisions, features));
        learned.transpose()
    }

    fn median_threshold(&self) -> f64 {
        let mut sorted = self.thresholds.clone();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        match sorted.len() % 2 {
            _ if sorted.is_empty() => 0.0,
            1 => sorted[middle],
            _ => (sorted[middle - 1] + sorted[middle]) / 2.0,
        }
    }
}

/// What a decider is called in a table.
pub(super) struct Title {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) threshold_origin: Option<Origin>,
    pub(super) statistics: Option<String>,
    pub(super) source: Option<String>,
}

impl Title {
    pub(super) fn new(kind: Kind) -> Self {
        Title {
            name: String::new(),
            kind,
            threshold_origin: None,
            statistics: None,
            source: None,
        }
    }
}

/// The decider, its predictions, and its features.
pub(super) struct Entry {
    pub(super) title: Title,
    pub(super) prediction: Predictions,
    pub(super) features: FeatureSet,
}

/// The labelled pairs that all deciders are judged on.
pub(super) struct Evaluator<'a> {
    pub(super) labels: &'a [bool],
    pub(super) clusters: &'a [(u32, u32)],
    pub(super) unseen: &'a [bool],
    pub(super) bootstrap: &'a Bootstrap,
}

impl Evaluator<'_> {
    /// Judges deciders, each compared with the first.
    pub(super) fn judge(&self, entries: Vec<Entry>) -> Result<Comparison> {
        let mut deciders: Vec<Decider> = Vec::with_capacity(entries.len());
        for entry in entries {
            // The first is not compared with itself.
            let other = deciders.first().map(|first| first.decisions.clone());
            deciders.push(self.decider(entry, other.as_deref())?);
        }
        let seen = self.unseen.iter().filter(|&&unseen| !unseen).count();
        Ok(Comparison {
            format: FORMAT,
            pairs: self.labels.len(),
            positives: self.labels.iter().filter(|&&label| label).count(),
            clusters: 0,
            documents: 0,
            seen_share: seen as f64 / self.labels.len().max(1) as f64,
            deciders,
            suspects: Suspects::default(),
            labels: self.labels.to_vec(),
            notes: Vec::new(),
        })
    }

    fn decider(&self, entry: Entry, reference: Option<&[bool]>) -> Result<Decider> {
        let Entry {
            title,
            mut prediction,
            features,
        } = entry;
        let judged = Judged::new(
            self.labels,
            &prediction.margins,
            &prediction.decisions,
            self.clusters,
            self.unseen,
        )?;
        Ok(Decider {
            figures: judged.evaluate(self.bootstrap, reference)?,
            learned: prediction.learned(self.labels, features)?,
            name: title.name,
            kind: title.kind,
            threshold: prediction.median_threshold(),
            threshold_origin: title.threshold_origin,
            statistics: title.statistics,
            source: title.source,
            margins: prediction.margins,
            decisions: prediction.decisions,
        })
    }
}
