//! The project's own documents, where a paper's are not published.

use dejalu_base::error::Result;
use dejalu_base::progress::Progress;
use dejalu_experiment::model::builtin;
use dejalu_experiment::pairs::PairSet;
use dejalu_similarity::corpus::{CorpusStats, CorrelationLimits, Needs};
use dejalu_text::document::Document;
use dejalu_text::{AnalyzedDocument, Analyzer, analyze_all};

use crate::options::ReproduceOptions;

/// Inputs of the exhibits.
pub(crate) struct Inputs<'a> {
    pub(crate) options: &'a ReproduceOptions,
    pub(crate) progress: &'a dyn Progress,
    /// The sixty articles in six versions each, and their labelled pairs.
    pub(crate) articles: PairSet,
    /// Of each article the first version, of which no two are about the same matter.
    pub(crate) originals: Vec<Document>,
    /// The same, analysed.
    pub(crate) analyzed: Vec<AnalyzedDocument>,
    /// The statistics of the originals: the reference collection here.
    pub(crate) statistics: CorpusStats,
}

impl<'a> Inputs<'a> {
    /// Reads the documents.
    ///
    /// # Errors
    ///
    /// Those of [`builtin::pairs`].
    pub(crate) fn read(options: &'a ReproduceOptions, progress: &'a dyn Progress) -> Result<Self> {
        let articles = builtin::pairs()?;
        let mut originals = articles.documents.clone();
        originals.retain(builtin::is_original);
        let analyzed = analyze_all(&Analyzer::new(Default::default()), &originals);
        let needs = Needs::DOCUMENT_FREQUENCIES
            .union(Needs::CORRELATIONS)
            .union(Needs::FOUR_GRAMS);
        let statistics = CorpusStats::collect(&analyzed, needs, &CorrelationLimits::default())?;
        Ok(Inputs {
            options,
            progress,
            articles,
            originals,
            analyzed,
            statistics,
        })
    }
}
