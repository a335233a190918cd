//! The vectors of pairs that need no folds: of pairs without labels, or for tools that split folds
//! of their own.

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use super::pair_set::PairSet;
use dejalu_base::error::Result;
use dejalu_base::progress::Progress;
use dejalu_similarity::FeatureSet;
use dejalu_similarity::corpus::background::Background;
use dejalu_similarity::corpus::{CorpusStats, CorrelationLimits};
use dejalu_text::{AnalysisOptions, AnalyzedDocument, Analyzer, analyze_with_progress};

/// Features, and all that they need to know of a reference collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vectorizer {
    /// Options by which documents are read.
    pub analysis: AnalysisOptions,
    /// The features of a vector.
    pub features: FeatureSet,
    /// The statistics that the features need.
    pub statistics: Arc<CorpusStats>,
}

impl Vectorizer {
    /// Features under statistics that were counted beforehand.
    pub fn with_background(features: FeatureSet, background: &Background) -> Self {
        Vectorizer {
            analysis: background.analysis.clone(),
            features,
            statistics: background.statistics.clone(),
        }
    }

    /// Counts what the features need over the documents of these pairs, whatever their labels and
    /// clusters: a table of vectors tells nothing of them, and a pair without a label gets the values
    /// that it gets with one.
    ///
    /// # Errors
    ///
    /// Those of [`CorpusStats::collect`].
    pub fn fit(
        set: &PairSet,
        features: FeatureSet,
        analysis: AnalysisOptions,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let analysis = analysis.resolved(&set.documents);
        let documents = read(set, &analysis, progress);
        Vectorizer::of(&documents, features, analysis)
    }

    /// [`fit`](Self::fit) and the [`vectors`](Self::vectors) of the same pairs, whose documents are
    /// read once.
    ///
    /// # Errors
    ///
    /// As [`fit`](Self::fit).
    pub fn fit_vectors(
        set: &PairSet,
        features: FeatureSet,
        analysis: AnalysisOptions,
        progress: &dyn Progress,
    ) -> Result<(Self, Array2<f64>)> {
        let analysis = analysis.resolved(&set.documents);
        let documents = read(set, &analysis, progress);
        let fitted = Vectorizer::of(&documents, features, analysis)?;
        let rows = fitted.rows(set, &documents, progress)?;
        Ok((fitted, rows))
    }

    /// The similarity vectors of pairs (pairs × features), each value in [0, 1], or NaN where there is
    /// nothing to compare.
    ///
    /// # Errors
    ///
    /// Statistics that a feature needs are missing, or a column that is a feature.
    pub fn vectors(&self, set: &PairSet, progress: &dyn Progress) -> Result<Array2<f64>> {
        self.rows(set, &read(set, &self.analysis, progress), progress)
    }

    /// Counts what the features need over these documents.
    ///
    /// # Errors
    ///
    /// Those of [`CorpusStats::collect`].
    pub(crate) fn of(
        documents: &[AnalyzedDocument],
        features: FeatureSet,
        analysis: AnalysisOptions,
    ) -> Result<Self> {
        let limits = CorrelationLimits::default();
        let statistics = CorpusStats::collect(documents, features.needs(), &limits)?.into();
        Ok(Vectorizer {
            analysis,
            features,
            statistics,
        })
    }

    fn rows(
        &self,
        set: &PairSet,
        documents: &[AnalyzedDocument],
        progress: &dyn Progress,
    ) -> Result<Array2<f64>> {
        progress.begin("comparing pairs", set.pairs.len());
        set.vectors(documents, &self.features, &self.statistics, progress)
    }
}

fn read(
    set: &PairSet,
    analysis: &AnalysisOptions,
    progress: &dyn Progress,
) -> Vec<AnalyzedDocument> {
    analyze_with_progress(&Analyzer::new(analysis.clone()), &set.documents, progress)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_base::progress::Silent;

    #[test]
    fn labels_and_clusters_change_no_vector() {
        let labelled = crate::model::builtin::pairs().unwrap();
        let mut bare = labelled.clone();
        bare.pairs.iter_mut().for_each(|pair| {
            pair.label = None;
            pair.group = None;
        });
        bare.documents.iter_mut().for_each(|it| it.cluster = None);
        let features = FeatureSet::parse("cosine mwo").unwrap();
        let fit = |set| Vectorizer::fit(set, features.clone(), Default::default(), &Silent);
        let (fitted, unlabelled) = (fit(&labelled).unwrap(), fit(&bare).unwrap());
        assert_eq!(fitted, unlabelled);
        assert_eq!(
            fitted.statistics.documents(),
            labelled.documents.len() as u32
        );
    }

    #[test]
    fn fitting_and_comparing_in_one_go_gives_the_same() {
        let set = crate::model::builtin::pairs().unwrap();
        let features = FeatureSet::parse("cosine mwo fuzzy-resemblance length-ratio").unwrap();
        let analysis = AnalysisOptions::default();
        let (fitted, rows) =
            Vectorizer::fit_vectors(&set, features.clone(), analysis.clone(), &Silent).unwrap();
        let again = Vectorizer::fit(&set, features, analysis, &Silent).unwrap();
        assert_eq!(fitted, again);
        assert_eq!(again.vectors(&set, &Silent).unwrap(), rows);
        assert_eq!(rows.dim(), (set.pairs.len(), 4));
    }
}
