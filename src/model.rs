//! The saved whole: everything that is needed to judge a pair, and how it was learned.
//!
//! A [`Model`] is self-contained. How documents are read, what the features are, the statistics of
//! the collection it was trained on, scaling, discriminant, calibration and operating point are
//! all in it, so that a mismatch cannot be typed. Equal models are equal bytes.

use serde::{Deserialize, Serialize};

use crate::corpus::CorpusStats;
use crate::document::Document;
use crate::error::Result;
use crate::evaluate::{Bootstrap, Evaluation};
use crate::learn::{
    Calibration, Discriminant, Learner, LearnerOptions, OperatingPoint, Scaling, SearchPoint,
};
use crate::pairs::Label;
use crate::progress::Progress;
use crate::study::StudyOptions;
use crate::text::{AnalysisOptions, AnalyzedDocument, Analyzer, analyze_all};
use crate::vectors::{Comparable, FeatureSet};

mod file;

pub use file::FORMAT;

/// A trained model.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The program and version that wrote it.
    pub made_by: String,
    /// How documents are read.
    pub analysis: AnalysisOptions,
    /// What a similarity vector holds.
    pub features: FeatureSet,
    /// Statistics of the collection it was trained on.
    pub statistics: CorpusStats,
    /// Makes the features of a vector comparable.
    pub scaling: Scaling,
    /// Gives a scaled vector its score.
    pub discriminant: Discriminant,
    /// Turns a score into a probability.
    pub calibration: Calibration,
    /// Turns a score into a decision.
    pub operating_point: OperatingPoint,
    /// How it was learned.
    pub training: TrainingRecord,
}

/// How a model was learned: what `model verify` needs to learn it again, and what a person asks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingRecord {
    /// How many pairs were learned from.
    pub pairs: usize,
    /// How many of them are duplicates.
    pub positives: usize,
    /// How many documents stand in them.
    pub documents: usize,
    /// How many clusters these form.
    pub clusters: usize,
    /// The splits that were kept; empty where all were.
    pub splits: Vec<String>,
    /// Folds, seed, analysis.
    pub study: StudyOptions,
    /// What was searched.
    pub options: LearnerOptions,
    /// How the intervals of its figures were drawn.
    pub bootstrap: Bootstrap,
    /// What the search chose.
    pub learner: Learner,
    /// Every point of the search.
    pub search: Vec<SearchPoint>,
    /// The figures of the same procedure on the outer folds.
    pub cross_validation: Evaluation,
    /// What was cut short.
    pub notes: Vec<String>,
    /// Short hashes of the texts that were learned from, ascending: whoever evaluates can tell
    /// which documents the model has seen.
    pub seen: Vec<String>,
}

impl TrainingRecord {
    /// How a document is written in [`seen`](Self::seen); none for a text without words.
    pub fn mark(document: &AnalyzedDocument) -> Option<String> {
        document
            .identity
            .map(|identity| format!("{:012x}", identity as u64 >> 16))
    }

    /// Whether the model has learned from a document of this text.
    pub fn has_seen(&self, document: &AnalyzedDocument) -> bool {
        Self::mark(document).is_some_and(|mark| self.seen.binary_search(&mark).is_ok())
    }
}

/// What a model says of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Judgement {
    /// Duplicate iff the score reaches the operating point.
    pub decision: Label,
    /// The discriminant's value g(x); 0 is the bare margin (001, section 3.2.4).
    pub score: f64,
    /// The probability that the pair is a duplicate, in (0, 1): Platt's sigmoid of the score,
    /// fitted on pairs that were held out.
    pub probability: f64,
}

impl Model {
    /// Judges a similarity vector of the model's features.
    pub fn judge(&self, vector: &[f64]) -> Judgement {
        let score = self.discriminant.score(&self.scaling.row(vector));
        Judgement {
            decision: match self.operating_point.decide(score) {
                true => Label::Duplicate,
                false => Label::Distinct,
            },
            score,
            probability: self.calibration.probability(score),
        }
    }

    /// How far each feature moves the score: the score less what it would be if that feature alone
    /// were at its average over the training pairs. For a linear model these add up to the score
    /// less its bias; for a kernel they need not.
    pub fn effects(&self, vector: &[f64]) -> Vec<f64> {
        let row = self.scaling.row(vector);
        let score = self.discriminant.score(&row);
        let without = |feature: usize| {
            let mut row = row.clone();
            // A scaled feature is 0 at its average.
            row[feature] = 0.0;
            self.discriminant.score(&row)
        };
        (0..row.len())
            .map(|feature| score - without(feature))
            .collect()
    }

    /// Reads documents as the model's training documents were read.
    pub fn analyze(&self, documents: &[Document]) -> Vec<AnalyzedDocument> {
        analyze_all(&Analyzer::new(self.analysis.clone()), documents)
    }

    /// Makes analysed documents ready for comparison under the model's features and statistics.
    pub fn comparable<'a>(&'a self, documents: &'a [AnalyzedDocument]) -> Result<Comparable<'a>> {
        Comparable::new(documents, &self.features, &self.statistics)
    }

    /// Judges pairs of documents, given by their places, in order; with their vectors.
    pub fn classify(
        &self,
        documents: &[Document],
        pairs: &[(usize, usize)],
        progress: &dyn Progress,
    ) -> Result<Vec<(Judgement, Vec<f64>)>> {
        use rayon::prelude::*;
        progress.begin("reading words", documents.len());
        let documents = self.analyze(documents);
        let comparable = self.comparable(&documents)?;
        progress.begin("judging pairs", pairs.len());
        let judge = |&(left, right): &(usize, usize)| {
            let vector = comparable.vector(left, right);
            progress.advance(1);
            (self.judge(&vector), vector)
        };
        Ok(pairs.par_iter().map(judge).collect())
    }
}
