//! Documents prepared for comparison.

use super::features::FeatureSet;
use super::measures::{CommonRuns, Comparisons, Tables};
use crate::corpus::CorpusStats;
use dejalu_base::error::{FeatureError, PairError, Result};
use dejalu_text::AnalyzedDocument;

/// Documents prepared for comparison: every feature's view of every document.
pub struct PreparedDocuments<'a> {
    documents: &'a [AnalyzedDocument],
    features: &'a FeatureSet,
    comparisons: Comparisons<'a>,
}

impl<'a> PreparedDocuments<'a> {
    /// Makes the views. Refuses statistics that a feature needs and that were not collected, and a
    /// feature that no measure gives.
    pub fn new(
        documents: &'a [AnalyzedDocument],
        features: &'a FeatureSet,
        stats: &CorpusStats,
    ) -> Result<Self> {
        Ok(PreparedDocuments {
            documents,
            features,
            comparisons: tables(documents, features, stats)?.finish(),
        })
    }

    /// The same, where a document's view is made when it is first compared.
    pub fn lazily(
        documents: &'a [AnalyzedDocument],
        features: &'a FeatureSet,
        stats: &'a CorpusStats,
    ) -> Result<Self> {
        Ok(PreparedDocuments {
            documents,
            features,
            comparisons: tables(documents, features, stats)?.lazily(),
        })
    }

    /// The similarity vector of two documents, given by their places: as many numbers as there
    /// are features, each in [0, 1], or NaN where there is nothing to compare; see [`Missing`]. Two
    /// documents of the same text get 1 throughout.
    ///
    /// [`Missing`]: super::measures::Missing
    pub fn vector(&self, left: usize, right: usize) -> Vec<f64> {
        let mut vector = vec![1.0; self.features.len()];
        self.write_vector(left, right, &mut vector);
        vector
    }

    /// The [`vector`](Self::vector), into one of as many numbers; gives the runs of words in common, where a
    /// feature compares them.
    pub fn write_vector(
        &self,
        left: usize,
        right: usize,
        vector: &mut [f64],
    ) -> Option<CommonRuns> {
        if same_text(self.documents, left, right) {
            vector.fill(1.0);
            None
        } else {
            self.comparisons.similarities(left, right, vector)
        }
    }

    /// Returns whether each feature finds something to compare between two documents, in the order
    /// of the features. Where one does not, what the vector has is no finding, whether NaN, the
    /// number that an older model learned, or 1 as in all of two equal texts.
    pub fn are_comparable(&self, left: usize, right: usize) -> Vec<bool> {
        self.comparisons.are_comparable(left, right)
    }

    /// For features that are directed by nature their two values; in the order of the features.
    pub fn directed(&self, left: usize, right: usize) -> Vec<Option<[f64; 2]>> {
        self.comparisons.directed(left, right)
    }
}

/// The tables of these features' measures, not filled yet.
pub(super) fn tables<'a>(
    documents: &'a [AnalyzedDocument],
    features: &FeatureSet,
    stats: &'a CorpusStats,
) -> Result<Tables<'a>> {
    let mut in_order = features.iter();
    if let Some(feature) = in_order.find(|feature| !stats.covers(feature.needs())) {
        return Err(FeatureError::MissingStatistics {
            feature: feature.name().to_string(),
        }
        .into());
    }
    let mut tables = Tables::new(documents, stats);
    for feature in features {
        let Some(measure) = feature.measure() else {
            let column = feature.name().to_string();
            return Err(PairError::OnlyGiven { column }.into());
        };
        measure.enter(&mut tables, feature.missing());
    }
    Ok(tables)
}

/// Returns whether two documents are the same text, so that every similarity is 1 by definition.
pub(super) fn same_text(documents: &[AnalyzedDocument], left: usize, right: usize) -> bool {
    let identity = documents[left].identity();
    identity.is_some() && identity == documents[right].identity()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Feature;
    use crate::measures::Missing;
    use dejalu_text::document::Document;
    use dejalu_text::{Analyzer, analyze_all};

    #[test]
    fn equal_texts_get_ones_throughout_and_empty_ones_never() {
        let texts = [
            "The of and to.",
            "The  of and\nto.",
            "the of and to",
            "!",
            "!",
        ];
        let documents: Vec<Document> = texts
            .iter()
            .enumerate()
            .map(|(i, text)| Document::plain(i.to_string(), text))
            .collect();
        let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
        let features = FeatureSet::parse("jaccard length-ratio mwo").unwrap();
        let comparable =
            PreparedDocuments::new(&analyzed, &features, &CorpusStats::default()).unwrap();
        assert_eq!(
            comparable.vector(0, 1),
            [1.0; 3],
            "stop words only, but the same text"
        );
        let [jaccard, length_ratio, mwo] = comparable.vector(0, 2)[..] else {
            unreachable!("three features")
        };
        assert!(jaccard.is_nan() && length_ratio == 1.0 && mwo.is_nan());
        let wordless = comparable.vector(3, 4);
        assert!(
            wordless.iter().all(|value| value.is_nan()),
            "no word at all"
        );
        assert_eq!(comparable.are_comparable(0, 2), [false, true, false]);
    }

    #[test]
    fn features_of_older_models_get_a_number_where_there_is_nothing_to_compare() {
        let texts = ["The ferry waits.", "A storm broke the pier.", "!"];
        let documents = texts.map(|text| Document::plain(text, text));
        let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
        let features = FeatureSet::parse("mwo tag-counts number-agreement headline-agreement");
        let features = features.unwrap().with_missing(Missing::Conventional);
        let comparable =
            PreparedDocuments::new(&analyzed, &features, &CorpusStats::default()).unwrap();
        assert_eq!(comparable.vector(0, 1), [0.0, 0.0, 1.0, 1.0]);
        assert_eq!(comparable.vector(0, 2), [0.0; 4], "no word");
        assert_eq!(comparable.are_comparable(0, 1), [true, false, false, false]);
    }

    #[test]
    fn statistics_that_are_missing_are_refused() {
        let features = FeatureSet::parse("cosine").unwrap();
        let error = PreparedDocuments::new(&[], &features, &CorpusStats::default())
            .err()
            .unwrap();
        assert_eq!(
            error.to_string(),
            "feature 'cosine' needs statistics of a reference collection, and none were collected; train on documents or pass background"
        );
    }

    #[test]
    fn a_column_of_the_users_own_cannot_be_measured() {
        let features = FeatureSet::from_iter([Feature::given("embedding")]);
        let error = PreparedDocuments::new(&[], &features, &CorpusStats::default())
            .err()
            .unwrap();
        assert_eq!(
            error.to_string(),
            "'embedding' is a column of the pairs, which documents do not have: classify pairs that have it"
        );
    }
}
