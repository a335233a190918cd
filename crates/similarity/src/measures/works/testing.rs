//! Helpers of the tests of fields.

use crate::corpus::CorpusStats;
use crate::{FeatureSet, PreparedDocuments};
use dejalu_text::document::Document;
use dejalu_text::{Analyzer, analyze_all};

/// The value of a measure of two texts, the same in either order; none where it is missing. The texts are not equal to
/// the vector, which would say 1 of every measure.
pub(super) fn values(measure: &str, left: &str, right: &str) -> Option<f64> {
    let texts = [format!("{left} "), format!("{right}\n.")];
    let documents = texts.map(|text| Document::plain("x", &text));
    let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
    let features = FeatureSet::parse(measure).unwrap();
    let prepared = PreparedDocuments::new(&analyzed, &features, &CorpusStats::default()).unwrap();
    let [one, other] = [prepared.vector(0, 1)[0], prepared.vector(1, 0)[0]];
    assert_eq!(one.to_bits(), other.to_bits(), "{measure} {left} {right}");
    (!one.is_nan()).then_some(one)
}
