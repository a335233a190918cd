//! [`Explanation`]: one judged pair and its evidence.

use super::reused::ReusedPassages;
use crate::evidence::{Evidence, FieldMatch};
use dejalu_base::error::Result;
use dejalu_experiment::model::JudgedPair;
use dejalu_experiment::model::{MinimumScore, Model};
use dejalu_similarity::corpus::WeightedTerm;
use dejalu_similarity::measures::fuzzy::Thresholds;
use dejalu_similarity::measures::terms::DifferenceTerms;
use dejalu_text::document::Document;
use dejalu_text::{AnalyzedDocument, Omission, Shortened};

/// The most terms that are named for a duplicate, and against one.
const TERMS: usize = 8;

/// One pair, judged, and the evidence for the judgement.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The decisions of the model and of the published rules.
    pub judged: JudgedPair,
    /// The parts that the documents share.
    pub evidence: Evidence,
    /// The fields of two records, one by one; none of documents that are not described in fields.
    pub fields: Vec<FieldMatch>,
    /// The reused passages, and how much of both documents they are.
    pub passages: ReusedPassages,
    /// The terms that stand in one document alone and weigh most with the model, for a duplicate and
    /// against one; none with a model that has not learned which words differ.
    pub terms: [Vec<WeightedTerm>; 2],
    /// The documents as the model read them.
    pub documents: [AnalyzedDocument; 2],
    /// The passages that were left out of them before.
    pub left_out: [Vec<Omission>; 2],
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
    /// use dejalu_text::Document;
    /// use dejalu_report::Explanation;
    ///
    /// let documents = [ Document::plain("old", "Boats wait. A storm broke the old timber pier of
    /// Vellan harbour."), Document::plain("new", "Boats wait. A storm smashed the old timber pier
    /// of Vellan harbour."), ]; let explanation =
    /// Explanation::new(&dejalu_experiment::model::builtin::model()?, &documents)?;
    /// assert!(explanation.verdict().contains("both sentences of A are in B, 1 of them reworded"));
    /// # Ok::<(), dejalu_base::Error>(())
    /// ```
    pub fn new(model: &Model, documents: &[Document; 2]) -> Result<Self> {
        Self::of_shortened(model, documents.clone().map(Shortened::whole))
    }

    /// The same of documents of which passages are left out: they are not compared, and shown as such.
    ///
    /// # Errors
    ///
    /// As [`Explanation::new`].
    pub fn of_shortened(model: &Model, shortened: [Shortened; 2]) -> Result<Self> {
        let left_out = shortened.each_ref().map(|it| it.omissions.clone());
        let documents = &shortened.map(|it| it.document);
        let analyzed = model.analyze(documents);
        let both = [&analyzed[0], &analyzed[1]];
        let thresholds = Thresholds::default();
        let judged = JudgedPair::of(model, &analyzed)?;
        Ok(Explanation {
            fields: FieldMatch::all(model, both, &judged),
            judged,
            passages: ReusedPassages::of(documents),
            evidence: Evidence::new(documents.each_ref(), both, &model.statistics, &thresholds),
            terms: DifferenceTerms::heaviest(both[0], both[1], &model.statistics, TERMS),
            documents: both.map(AnalyzedDocument::clone),
            left_out,
        })
    }

    /// The same where duplicates begin at another score than the model's own, as in a collection.
    pub fn decided_at(self, model: &Model, minimum: impl Into<MinimumScore>) -> Self {
        Explanation {
            judged: self.judged.decided_at(model, minimum),
            ..self
        }
    }
}

#[cfg(test)]
mod tests;
