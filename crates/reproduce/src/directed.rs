//! What a measure says of two texts, seen from the first.

use dejalu_base::error::Result;
use dejalu_similarity::corpus::CorpusStats;
use dejalu_similarity::{FeatureSet, PreparedDocuments};
use dejalu_text::document::Document;
use dejalu_text::{Analyzer, analyze_all};

/// The value of the first of these features for two texts; where it has a direction, from the first to the second. NaN
/// if there is nothing to compare.
pub(crate) fn directed(feature: &str, texts: [&str; 2]) -> Result<f64> {
    let documents = texts.map(|text| Document::plain(text, text));
    let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
    let features = FeatureSet::parse(feature)?;
    let statistics = CorpusStats::default();
    let prepared = PreparedDocuments::new(&analyzed, &features, &statistics)?;
    let directed = prepared.directed(0, 1).into_iter().flatten().next();
    Ok(directed.map_or_else(|| prepared.vector(0, 1)[0], |[first, _]| first))
}
