//! [`Model`]: features, statistics, discriminant and calibration in one value.

use ndarray::{Array2, ArrayView2};
use serde::{Deserialize, Serialize};

use super::levels::Levels;
use super::one_or_many;
use super::veto::{Veto, Vetoes};
use crate::model::CrossValidationOptions;
use crate::pairs::PairSet;
use dejalu_base::error::{PairError, Result, shown_by_name};
use dejalu_base::progress::{Progress, Silent};
use dejalu_base::threshold::reaches;
use dejalu_learn::evaluation::{Bootstrap, Evaluation, is_unsure};
use dejalu_learn::{
    Calibration, Discriminant, KernelChoice, Learner, LearnerOptions, OperatingPoint, Ranges,
    Scaling, SearchPoint, Solver,
};
use dejalu_similarity::candidates::Blocking;
use dejalu_similarity::corpus::CorpusStats;
use dejalu_similarity::corpus::background::BackgroundName;
use dejalu_similarity::{Feature, FeatureSet, PreparedDocuments};
use dejalu_text::document::Document;
use dejalu_text::{AnalysisOptions, AnalyzedDocument, Analyzer, analyze_with_progress};

/// A trained model.
///
/// ```
/// use dejalu_base::Silent;
/// use dejalu_experiment::model::builtin;
/// use dejalu_text::Document;
///
/// let model = builtin::model()?;
/// let documents = ["The ferry waits at the pier.", "The ferry waits at the old pier."];
/// let documents = documents.map(|text| Document::plain(text, text));
/// let judged = model.classify(&documents, &[(0, 1)], &Silent)?;
/// println!("{}: {:.2}", judged[0].decision, judged[0].probability);
/// # Ok::<(), dejalu_base::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The program and version that wrote it.
    pub made_by: String,
    /// Options by which documents are read.
    pub analysis: AnalysisOptions,
    /// The features of a similarity vector, and its value for a missing one: NaN, or in a model of format 1 to 3 a
    /// number ([`FeatureSet::missing`]).
    pub features: FeatureSet,
    /// Statistics of the collection it was trained on.
    pub statistics: CorpusStats,
    /// Makes the features of a vector comparable.
    pub scaling: Scaling,
    /// The range of each feature over the training vectors; `None` in a model of a format before 4.
    pub range: Option<Ranges>,
    /// Gives a scaled vector its score.
    pub discriminant: Discriminant,
    /// Turns a score into a probability.
    pub calibration: Calibration,
    /// Turns a score into a decision.
    pub operating_point: OperatingPoint,
    /// Named thresholds, if it was trained on pairs of several kinds.
    pub levels: Levels,
    /// The score of two documents of the same text, which no pair exceeds: the largest of their
    /// vector and of the training vectors. `None` in a model of format 1, which does not say; there
    /// such documents score as much as a duplicate needs, if their vector does not already. `None`
    /// as well where all features are columns of the user's own, which do not tell copies.
    pub ceiling: Option<f64>,
    /// Conditions under which a pair is never a duplicate, whatever its score.
    pub vetoes: Vetoes,
    /// The filter of the pairs of a collection it is applied to; `None` for all.
    pub blocking: Option<Blocking>,
    /// A record of its training.
    pub training: TrainingRecord,
}

/// A record of a model's training, for `model verify` to repeat it and for people to read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingRecord {
    /// Number of training pairs.
    pub pairs: usize,
    /// Number of them that are duplicates.
    pub positives: usize,
    /// Number of documents in them.
    pub documents: usize,
    /// Number of clusters that these form.
    pub clusters: usize,
    /// The splits that were kept; empty where all were.
    pub splits: Vec<String>,
    /// Folds, seed, analysis.
    #[serde(rename = "study")]
    pub cross_validation_options: CrossValidationOptions,
    /// Options of the search.
    pub options: LearnerOptions,
    /// Options of the intervals of its figures.
    pub bootstrap: Bootstrap,
    /// The choice of the search: one learner, or several whose log-odds are averaged.
    #[serde(rename = "learner", with = "one_or_many")]
    pub learners: Vec<Learner>,
    /// Every point of the search.
    pub search: Vec<SearchPoint>,
    /// The figures of the same procedure on the outer folds.
    pub cross_validation: Evaluation,
    /// True if it was learned from vectors alone, so that nothing is known of their documents.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_vectors: bool,
    /// Notes that the user should read about the training.
    pub notes: Vec<String>,
    /// Short hashes of the texts that were learned from, ascending: an evaluation can tell which
    /// documents the model has seen.
    pub seen: Vec<String>,
    /// The reference collection whose statistics it holds, where they were counted beforehand and
    /// not over the training documents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub background: Option<BackgroundName>,
}

impl TrainingRecord {
    /// The kernel, or [`KernelChoice::Auto`] of several.
    pub fn kernel(&self) -> KernelChoice {
        match self.learners[..] {
            [learner] => learner.kernel.into(),
            _ => KernelChoice::Auto,
        }
    }

    /// The solver that trained it.
    pub fn solver(&self) -> Solver {
        let first = self.learners.first();
        first.map_or(Solver::Own, |learner| learner.solver)
    }

    /// The mark of a document in [`seen`](Self::seen); none for a text without words.
    pub fn mark(document: &AnalyzedDocument) -> Option<String> {
        document
            .identity()
            .map(|identity| format!("{:012x}", identity as u64 >> 16))
    }

    /// Returns whether the model has learned from a document of this text.
    pub fn has_seen(&self, document: &AnalyzedDocument) -> bool {
        Self::mark(document).is_some_and(|mark| self.seen.binary_search(&mark).is_ok())
    }
}

/// The decision of a model about a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The score reaches the operating point.
    Duplicate,
    /// It does not.
    Distinct,
    /// Either answer would be wrong too often; see [`OperatingPoint::abstain`].
    Unsure,
}

impl Decision {
    /// Returns whether it is [`Decision::Duplicate`].
    pub fn is_duplicate(self) -> bool {
        self == Decision::Duplicate
    }
}

shown_by_name!(Decision);

/// More than any rounding between a probability and its score.
const ROUNDING: f64 = 1e-9;

/// The judgement of a model on a pair.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Judgement {
    /// Duplicate iff the score reaches the operating point, unless the model is to leave doubtful
    /// pairs undecided and this is one.
    pub decision: Decision,
    /// The discriminant's value g(x), where 0 is the bare margin (001, section 3.2.4), except for
    /// the [`ceiling`](Model::ceiling).
    pub score: f64,
    /// The probability that the pair is a duplicate, in (0, 1): Platt's sigmoid of the score,
    /// fitted on pairs that were held out.
    pub probability: f64,
}

impl Model {
    /// Judges a similarity vector of the model's features, with NaN for a missing value. Measures of markup tell whether
    /// both documents are web pages ([`are_pages`](Self::are_pages)).
    pub fn judge(&self, vector: &[f64]) -> Judgement {
        self.judge_pair(vector, self.are_pages(vector))
    }

    /// Judges the vector of a pair of which it is known whether both documents are web pages.
    pub(super) fn judge_pair(&self, vector: &[f64], are_pages: bool) -> Judgement {
        let score = self.score(vector);
        let decision = match self.levels.default {
            Some(_) => self.decide_at(score, self.minimum().of(are_pages)),
            None => self.decide(score),
        };
        Judgement {
            decision,
            score,
            probability: self.calibration.probability(score),
        }
    }

    /// The score of a similarity vector: the discriminant's value, capped by the
    /// [`ceiling`](Self::ceiling).
    pub fn score(&self, vector: &[f64]) -> f64 {
        self.capped(vector, self.discriminant.score(&self.scaling.row(vector)))
    }

    /// The scores of vectors (n × d), in parallel, each with the bits of [`score`](Self::score).
    pub fn scores(&self, vectors: ArrayView2<f64>) -> Vec<f64> {
        let scores = self.discriminant.scores(self.scaling.rows(vectors).view());
        let rows = vectors.outer_iter().zip(scores);
        rows.map(|(vector, score)| self.capped(&vector.to_vec(), score))
            .collect()
    }

    /// The score of no feature, where it is a sum of what each one
    /// [adds](Self::additive_contribution) under the ceiling: of a linear discriminant.
    pub fn additive_base(&self) -> Option<f64> {
        match &self.discriminant {
            Discriminant::Linear { bias, .. } => Some(*bias),
            _ => None,
        }
    }

    /// Contribution to the score of a value of the feature at this place; 0 if the score is not a
    /// sum.
    pub fn additive_contribution(&self, place: usize, value: f64) -> f64 {
        match &self.discriminant {
            Discriminant::Linear { weights, .. } => {
                let weight = weights.get(place).copied().unwrap_or_default();
                weight * self.scaling.value(place, value)
            }
            _ => 0.0,
        }
    }

    /// The amount that the ceiling adds to the discriminant's value to make the score; 0 for nearly all vectors.
    pub fn capping(&self, vector: &[f64]) -> f64 {
        let value = self.discriminant.score(&self.scaling.row(vector));
        self.capped(vector, value) - value
    }

    /// The veto that holds of a vector, if one does: none of documents of the same text.
    pub fn veto(&self, vector: &[f64]) -> Option<&Veto> {
        let veto = self.vetoes.first(vector)?;
        (!self.features.are_identical(vector)).then_some(veto)
    }

    /// The model without the vetoes of these names.
    ///
    /// # Errors
    ///
    /// A name that none of its vetoes has.
    pub fn without_vetoes(mut self, names: &[String]) -> Result<Self> {
        self.vetoes = self.vetoes.without(names)?;
        Ok(self)
    }

    /// The score of every pair that a veto holds of: less than that of any vector.
    fn floor(&self) -> f64 {
        let count = self.features.len();
        let scaled = |value: f64| self.scaling.row(&vec![value; count]);
        let (zeros, ones) = (scaled(0.0), scaled(1.0));
        // A missing value is 0 once scaled.
        let ends = zeros.iter().zip(&ones);
        let low: Vec<f64> = ends.clone().map(|(a, b)| a.min(*b).min(0.0)).collect();
        let high: Vec<f64> = ends.map(|(a, b)| a.max(*b).max(0.0)).collect();
        self.discriminant.bounds(&low, &high).0 - 1.0
    }

    /// Returns whether a score is that of a pair that a veto holds of.
    fn is_vetoed(&self, score: f64) -> bool {
        !self.vetoes.is_empty() && score <= self.floor()
    }

    /// The score of a vector whose discriminant has this value there. Of upper bounds of both it is an
    /// upper bound: none scores more than copies do, only where all may be 1 can they be copies, and a veto that
    /// holds of an upper bound holds of whatever is below.
    pub fn capped(&self, vector: &[f64], value: f64) -> f64 {
        if self.veto(vector).is_some() {
            return self.floor();
        }
        match self.ceiling {
            Some(ceiling) => self.features.capped(vector, value, ceiling),
            None if self.features.are_identical(vector) => value.max(self.sure_from()),
            None => value,
        }
    }

    /// The decision on a score at the model's own operating point. Never falls as the score rises.
    pub fn decide(&self, score: f64) -> Decision {
        if self.is_vetoed(score) {
            return Decision::Distinct;
        }
        let duplicate = self.operating_point.decide(score);
        let probability = self.calibration.probability(score);
        let unsure = |error| is_unsure(duplicate, probability, error);
        if self.operating_point.abstain.is_some_and(unsure) {
            Decision::Unsure
        } else if duplicate {
            Decision::Duplicate
        } else {
            Decision::Distinct
        }
    }

    /// The decision on a score if duplicates begin at `threshold`. A model that abstains is unsure of the same pairs at
    /// any threshold, and of the others it calls none a duplicate that [`decide`](Self::decide) does not.
    pub fn decide_at(&self, score: f64, threshold: f64) -> Decision {
        if self.is_vetoed(score) {
            return Decision::Distinct;
        }
        let reaches = reaches(score, threshold);
        match self.operating_point.abstain.map(|_| self.decide(score)) {
            Some(Decision::Unsure) => Decision::Unsure,
            Some(Decision::Duplicate) | None if reaches => Decision::Duplicate,
            _ => Decision::Distinct,
        }
    }

    /// A score below which [`decide_at`](Self::decide_at) says distinct, whatever else is known.
    pub fn distinct_below(&self, threshold: f64) -> f64 {
        let Some(error) = self.operating_point.abstain else {
            return threshold;
        };
        match self.calibration.score_at(error) {
            Some(edge) => {
                let own = self.operating_point.threshold;
                own.min(edge - ROUNDING * (1.0 + edge.abs()))
            }
            // Every score has the same probability.
            None => f64::NEG_INFINITY,
        }
    }

    /// The score from which [`decide`](Self::decide) says duplicate, if there is one.
    pub fn sure_from(&self) -> f64 {
        let threshold = self.operating_point.threshold;
        let sure = self.operating_point.abstain.map(|error| 1.0 - error);
        let edge = sure.and_then(|sure| self.calibration.score_at(sure));
        edge.map_or(threshold, |edge| {
            threshold.max(edge + ROUNDING * (1.0 + edge.abs()))
        })
    }

    /// Contribution of each feature to the score; with [`base_score`](Self::base_score) and [`capping`](Self::capping)
    /// they sum to it. Of a linear model the weighted values, of a kernel's the Shapley values
    /// ([`Discriminant::contributions`]). 0 of a missing value.
    pub fn contributions(&self, vector: &[f64]) -> Vec<f64> {
        self.discriminant.contributions(&self.scaling.row(vector))
    }

    /// The score of a pair that is average in every feature, as measured on the training pairs.
    pub fn base_score(&self) -> f64 {
        self.discriminant.base()
    }

    /// Reads documents as the model's training documents were read.
    pub fn analyze(&self, documents: &[Document]) -> Vec<AnalyzedDocument> {
        self.analyze_with_progress(documents, &Silent)
    }

    /// [`analyze`](Model::analyze), as a stage of a longer task that reports its progress.
    pub fn analyze_with_progress(
        &self,
        documents: &[Document],
        progress: &dyn Progress,
    ) -> Vec<AnalyzedDocument> {
        analyze_with_progress(&Analyzer::new(self.analysis.clone()), documents, progress)
    }

    /// Refuses a model that documents alone do not tell enough: one that was learned from vectors, or
    /// with a feature that is a column of the user's own.
    pub fn check_measurable(&self) -> Result<()> {
        if self.training.of_vectors {
            return Err(PairError::OfVectors.into());
        }
        match self.features.iter().find(|it| it.measure().is_none()) {
            None => Ok(()),
            Some(feature) => {
                let column = feature.name().to_string();
                Err(PairError::OnlyGiven { column }.into())
            }
        }
    }

    /// Returns whether it measures documents by statistics of its own, by which vectors from elsewhere were not
    /// measured.
    pub fn has_own_statistics(&self) -> bool {
        let is_counted = |it: &Feature| !it.needs().is_nothing();
        self.statistics.documents() > 0 && self.features.iter().any(is_counted)
    }

    /// Refuses a set without what the model's features need.
    pub(crate) fn check_set(&self, set: &PairSet) -> Result<()> {
        if self.training.of_vectors && !set.of_vectors {
            return Err(PairError::OfVectors.into());
        }
        set.check_offers(&self.features)
    }

    /// The features that a table of pairs has to give: columns of the user's own.
    pub fn columns(&self) -> Vec<String> {
        let own = self.features.iter().filter(|it| it.measure().is_none());
        own.map(|feature| feature.name().to_string()).collect()
    }

    /// Makes analysed documents ready for comparison under the model's features and statistics.
    /// Refuses what [`check_measurable`](Model::check_measurable) refuses.
    pub fn comparable<'a>(
        &'a self,
        documents: &'a [AnalyzedDocument],
    ) -> Result<PreparedDocuments<'a>> {
        self.check_measurable()?;
        PreparedDocuments::new(documents, &self.features, &self.statistics)
    }

    /// The vectors of a set's pairs (pairs × features); `documents` are the set's, as
    /// [`analyze`](Model::analyze) reads them.
    ///
    /// # Errors
    ///
    /// A feature that the set does not offer; documents where the model was learned from vectors.
    pub fn vectors(
        &self,
        set: &PairSet,
        documents: &[AnalyzedDocument],
        progress: &dyn Progress,
    ) -> Result<Array2<f64>> {
        self.check_set(set)?;
        set.vectors(documents, &self.features, &self.statistics, progress)
    }

    /// Judges all pairs of a set, in order; with their vectors.
    ///
    /// # Errors
    ///
    /// As [`vectors`](Model::vectors).
    pub fn judge_all(
        &self,
        set: &PairSet,
        progress: &dyn Progress,
    ) -> Result<Vec<(Judgement, Vec<f64>)>> {
        use rayon::prelude::*;
        let documents = self.analyze_with_progress(&set.documents, progress);
        progress.begin("classifying pairs", set.pairs.len());
        let rows = self.vectors(set, &documents, progress)?;
        let judged = set.pairs.par_iter().enumerate().map(|(row, pair)| {
            let vector = rows.row(row).to_vec();
            let are_pages = self.set_has_pages(set, pair, &vector);
            (self.judge_pair(&vector, are_pages), vector)
        });
        Ok(judged.collect())
    }

    /// Classifies pairs of documents, given by their places, in order.
    pub fn classify(
        &self,
        documents: &[Document],
        pairs: &[(usize, usize)],
        progress: &dyn Progress,
    ) -> Result<Vec<Judgement>> {
        use rayon::prelude::*;
        let documents = self.analyze_with_progress(documents, progress);
        let comparable = self.comparable(&documents)?;
        progress.begin("classifying pairs", pairs.len());
        let judge = |&(left, right): &(usize, usize)| {
            let are_pages = documents[left].is_page() && documents[right].is_page();
            let judgement = self.judge_pair(&comparable.vector(left, right), are_pages);
            progress.advance(1);
            judgement
        };
        Ok(pairs.par_iter().map(judge).collect())
    }
}
