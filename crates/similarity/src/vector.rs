//! [`vector`]: the similarities of two documents, by name.

use super::features::{Feature, FeatureSet};
use super::prepared::PreparedDocuments;
use crate::corpus::CorpusStats;
use dejalu_base::error::Result;
use dejalu_text::document::Document;
use dejalu_text::{Analyzer, analyze_all};

/// Measures how similar two documents or texts are: for each feature its name and its value in \[0, 1\], in the
/// order of the features. NaN where there is nothing to compare, as the numbers of texts without any; 1 throughout
/// for two equal texts.
///
/// They are read as English. Nothing is known of other documents: every word weighs the same, and only
/// equal words correlate. [`similarity_vectors`](super::similarity_vectors) takes statistics, and many pairs at once.
///
/// ```
/// use dejalu_similarity::{FeatureSet, vector};
///
/// let features = FeatureSet::parse("jaccard number-agreement")?;
/// let found = vector("The ferry waits until 9:40.", "The ferry left at 9:40.", &features)?;
/// assert_eq!(found[1], ("number-agreement", 1.0));
/// # Ok::<(), dejalu_base::Error>(())
/// ```
///
/// # Errors
///
/// A feature that no measure gives: a column of the user's own.
pub fn vector(
    a: impl Into<Document>,
    b: impl Into<Document>,
    features: &FeatureSet,
) -> Result<Vec<(&str, f64)>> {
    let analyzer = Analyzer::new(Default::default());
    let documents = analyze_all(&analyzer, &[a.into(), b.into()]);
    let nothing = CorpusStats::collect([], features.needs(), &Default::default())?;
    let vector = PreparedDocuments::new(&documents, features, &nothing)?.vector(0, 1);
    Ok(features.iter().map(Feature::name).zip(vector).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(a: &str, b: &str, features: &FeatureSet) -> Vec<f64> {
        let named = vector(a, b, features).unwrap();
        named.into_iter().map(|(_, value)| value).collect()
    }

    #[test]
    fn every_feature_of_the_default_is_measured_without_a_collection() {
        let features = FeatureSet::parse("default").unwrap();
        let [a, b] = [
            "The ferry waits at the pier.",
            "The ferry is waiting at the old pier.",
        ];
        assert!(values(a, a, &features).iter().all(|it| *it == 1.0));
        let measured = values(a, b, &features);
        assert_eq!(measured.len(), features.len());
        assert!(
            measured
                .iter()
                .all(|it| it.is_nan() || (0.0..=1.0).contains(it))
        );
        let names: Vec<&str> = features.iter().map(Feature::name).collect();
        let named = vector(Document::plain("a", a), b, &features).unwrap();
        assert_eq!(named.iter().map(|it| it.0).collect::<Vec<_>>(), names);
    }

    #[test]
    fn what_no_measure_gives_is_refused() {
        let features = FeatureSet::from_iter([Feature::given("embedding")]);
        let error = vector("a", "b", &features).unwrap_err().to_string();
        assert!(
            error.starts_with("'embedding' is a column of the pairs"),
            "{error}"
        );
    }
}
