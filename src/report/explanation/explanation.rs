//! [`Explanation`]: one judged pair and its evidence.

use crate::corpus::WeightedTerm;
use crate::document::Document;
use crate::error::Result;
use crate::evidence::Evidence;
use crate::experiment::JudgedPair;
use crate::model::Model;
use crate::similarity::measures::fuzzy::Thresholds;
use crate::similarity::measures::terms::DifferenceTerms;
use crate::text::AnalyzedDocument;

/// The most terms that are named for a duplicate, and against one.
const TERMS: usize = 8;

/// One pair, judged, and the evidence for the judgement.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// What the model and the published rules say.
    pub judged: JudgedPair,
    /// What the documents share.
    pub evidence: Evidence,
    /// The terms that stand in one document alone and weigh most with the model, for a duplicate and
    /// against one; none with a model that has not learned which words differ.
    pub terms: [Vec<WeightedTerm>; 2],
    /// The documents as the model read them.
    pub documents: [AnalyzedDocument; 2],
}

impl Explanation {
    /// Judges two documents and gathers the evidence, under the model's analysis and statistics and
    /// the thesis's thresholds for equal sentences.
    ///
    /// # Errors
    ///
    /// A feature that needs statistics which the model lacks.
    ///
    /// ```
    /// use dejalu::Document;
    /// use dejalu::report::Explanation;
    ///
    /// let documents = [ Document::plain("old", "Boats wait. A storm broke the old timber pier of
    /// Vellan harbour."), Document::plain("new", "Boats wait. A storm smashed the old timber pier
    /// of Vellan harbour."), ]; let explanation =
    /// Explanation::new(&dejalu::model::builtin::model()?, &documents)?;
    /// assert!(explanation.verdict().contains("both sentences of A are in B, 1 of them reworded"));
    /// # Ok::<(), dejalu::Error>(())
    /// ```
    pub fn new(model: &Model, documents: &[Document; 2]) -> Result<Self> {
        let analyzed = model.analyze(documents);
        let both = [&analyzed[0], &analyzed[1]];
        let thresholds = Thresholds::default();
        Ok(Explanation {
            judged: JudgedPair::of(model, &analyzed)?,
            evidence: Evidence::new(documents.each_ref(), both, &model.statistics, &thresholds),
            terms: DifferenceTerms::heaviest(both[0], both[1], &model.statistics, TERMS),
            documents: both.map(AnalyzedDocument::clone),
        })
    }
}

#[cfg(test)]
mod tests;
