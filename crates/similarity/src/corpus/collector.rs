//! [`Collector`]: statistics that are being counted.

use std::borrow::Borrow;

use rustc_hash::FxHashMap;

use super::correlation::{CorrelationLimits, Correlations};
use super::latent::{self, LatentAxes};
use super::statistics::{CorpusStats, Needs};
use dejalu_base::error::Result;
use dejalu_text::shingles::four_grams;
use dejalu_text::{AnalyzedDocument, TermId};

impl CorpusStats {
    /// Counts what is needed over a collection. The result does not depend on the order of the
    /// documents or the number of threads. Of documents known to be duplicates of each other pass
    /// one: the rewrites of one article would make all its words correlate.
    ///
    /// # Errors
    ///
    /// Latent axes are needed and the collection is too large for them.
    pub fn collect<'a>(
        documents: impl IntoIterator<Item = &'a AnalyzedDocument>,
        needs: Needs,
        limits: &CorrelationLimits,
    ) -> Result<Self> {
        let mut counting = Collector::new(needs);
        documents
            .into_iter()
            .for_each(|document| counting.add(document));
        counting.finish(limits)
    }
}

/// Statistics that are being counted, document by document. It holds each document's distinct words, 8 bytes
/// each, where correlations are needed; and the documents themselves where latent axes are, up to the
/// largest collection for which these can be computed.
pub(super) struct Collector<D> {
    needs: Needs,
    documents: u32,
    frequencies: FxHashMap<TermId, u32>,
    four_grams: FxHashMap<TermId, u32>,
    /// Each document's distinct words.
    bags: Vec<Vec<TermId>>,
    held: Vec<D>,
    /// The distinct words of those that are held.
    entries: usize,
}

impl<D: Borrow<AnalyzedDocument>> Collector<D> {
    pub(super) fn new(needs: Needs) -> Self {
        Collector {
            needs,
            documents: 0,
            frequencies: FxHashMap::default(),
            four_grams: FxHashMap::default(),
            bags: Vec::new(),
            held: Vec::new(),
            entries: 0,
        }
    }

    pub(super) fn add(&mut self, counted: D) {
        let document = counted.borrow();
        self.documents += 1;
        if self.needs.contains(Needs::FOUR_GRAMS) {
            for sentence in document.joined_sentences() {
                for gram in four_grams(&sentence) {
                    *self.four_grams.entry(TermId::of(gram)).or_insert(0) += 1;
                }
            }
        }
        let correlates = self.needs.contains(Needs::CORRELATIONS);
        if correlates || self.needs.contains(Needs::DOCUMENT_FREQUENCIES) {
            let bag: Vec<TermId> = document.body_words().map(|word| word.term).collect();
            for &term in &bag {
                *self.frequencies.entry(term).or_insert(0) += 1;
            }
            if correlates {
                self.bags.push(bag);
            }
        }
        if self.needs.contains(Needs::LATENT_AXES) {
            let entries = document.vocabulary.len();
            if self.entries <= latent::MOST_ENTRIES {
                self.entries += entries;
                self.held.push(counted);
            }
        }
    }

    pub(super) fn finish(self, limits: &CorrelationLimits) -> Result<CorpusStats> {
        let mut stats = CorpusStats {
            documents: self.documents,
            ..CorpusStats::default()
        };
        if self.needs.contains(Needs::FOUR_GRAMS) {
            stats.four_grams = Some(self.four_grams);
        }
        if self.needs.contains(Needs::LATENT_AXES) {
            let documents: Vec<&AnalyzedDocument> = self.held.iter().map(D::borrow).collect();
            stats.latent_axes = Some(LatentAxes::collect(&documents)?.into());
        }
        if self.needs.contains(Needs::CORRELATIONS) {
            let table = Correlations::collect(&self.bags, &self.frequencies, limits);
            stats.correlations = Some(table.into());
        }
        if self.needs.contains(Needs::DOCUMENT_FREQUENCIES) {
            stats.document_frequencies = Some(self.frequencies);
        }
        Ok(stats)
    }
}
