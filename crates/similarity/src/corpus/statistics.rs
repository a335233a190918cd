//! [`CorpusStats`]: the statistics of a collection, and what a feature [`Needs`] of them.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::correlation::Correlations;
use super::latent::LatentAxes;
use super::terms::TermWeights;
use dejalu_text::TermId;

/// The statistics of a reference collection that a measure needs. A set, a bit each: needs are
/// united over the features of a run, and only what is needed is collected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Needs(u8);

impl Needs {
    /// Nothing: the measure sees its two documents alone.
    pub const NOTHING: Needs = Needs(0);
    /// Document frequencies of words.
    pub const DOCUMENT_FREQUENCIES: Needs = Needs(1);
    /// Word–word correlations.
    pub const CORRELATIONS: Needs = Needs(1 << 1);
    /// In how many sentences each run of four characters occurs.
    pub const FOUR_GRAMS: Needs = Needs(1 << 2);
    /// Latent axes of the documents.
    pub const LATENT_AXES: Needs = Needs(1 << 3);
    /// Weights of terms, which are learned from labelled pairs and never collected.
    pub const TERM_WEIGHTS: Needs = Needs(1 << 4);

    /// The union of both needs.
    #[must_use]
    pub fn union(self, other: Needs) -> Needs {
        Needs(self.0 | other.0)
    }

    /// Returns whether all of the other is among these.
    pub fn contains(self, other: Needs) -> bool {
        other.0 & !self.0 == 0
    }

    /// The needs, in words.
    pub fn names(self) -> Vec<&'static str> {
        let all = [
            (Needs::DOCUMENT_FREQUENCIES, "document frequencies"),
            (Needs::CORRELATIONS, "word correlations"),
            (Needs::FOUR_GRAMS, "4-gram counts"),
            (Needs::LATENT_AXES, "latent axes"),
            (Needs::TERM_WEIGHTS, "labelled pairs"),
        ];
        let needed = all.into_iter().filter(|(one, _)| self.contains(*one));
        needed.map(|(_, name)| name).collect()
    }

    /// Returns whether nothing is needed.
    pub fn is_nothing(self) -> bool {
        self == Needs::NOTHING
    }
}

/// Statistics of a reference collection. The default is an empty collection: every idf is 1 and
/// no two different words correlate.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusStats {
    /// N, the number of documents counted.
    pub(super) documents: u32,
    /// In how many documents each word stands (body words); absent where not collected.
    #[serde(
        default,
        with = "counts_as_columns",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) document_frequencies: Option<FxHashMap<TermId, u32>>,
    /// Correlated words; absent where not collected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) correlations: Option<Arc<Correlations>>,
    /// In how many sentences each run of four characters stands; absent where not collected.
    #[serde(
        default,
        with = "counts_as_columns",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) four_grams: Option<FxHashMap<TermId, u32>>,
    /// Along which axes its documents lie; absent where not collected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) latent_axes: Option<Arc<LatentAxes>>,
    /// Learned from labelled pairs of its documents; absent where not learned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) term_weights: Option<Arc<TermWeights>>,
}

/// Frequencies of terms, each by its number, in ascending order: empty where they are not needed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Counts {
    /// In how many documents each word stands.
    pub words: Vec<(u64, u32)>,
    /// In how many sentences each run of four characters stands.
    pub four_grams: Vec<(u64, u32)>,
}

impl CorpusStats {
    /// The counts, as lists.
    pub(super) fn counts(self) -> Counts {
        let list = |counts: Option<FxHashMap<TermId, u32>>| {
            let counts = counts.into_iter().flatten();
            let mut list: Vec<(u64, u32)> = counts.map(|(term, count)| (term.0, count)).collect();
            list.sort_unstable();
            list
        };
        Counts {
            words: list(self.document_frequencies),
            four_grams: list(self.four_grams),
        }
    }

    /// Statistics of so many documents that were counted in parts: of what was counted, that which is
    /// needed.
    pub(super) fn of_counts(
        documents: u32,
        counts: Counts,
        correlations: Option<Correlations>,
        needs: Needs,
    ) -> Self {
        let needed = |need, list: Vec<(u64, u32)>| {
            let counts = list.into_iter().map(|(term, count)| (TermId(term), count));
            needs.contains(need).then(|| counts.collect())
        };
        CorpusStats {
            documents,
            document_frequencies: needed(Needs::DOCUMENT_FREQUENCIES, counts.words),
            four_grams: needed(Needs::FOUR_GRAMS, counts.four_grams),
            correlations: correlations.map(Arc::new),
            ..CorpusStats::default()
        }
    }

    /// Makes statistics of a given table of correlations and nothing else.
    pub fn with_correlations(correlations: Correlations) -> Self {
        CorpusStats {
            correlations: Some(correlations.into()),
            ..CorpusStats::default()
        }
    }

    /// Statistics with given document frequencies in `documents` documents: for worked examples and tests. Of a word
    /// that is given twice the last counts.
    pub fn with_document_frequencies(
        documents: u32,
        frequencies: impl IntoIterator<Item = (TermId, u32)>,
    ) -> Self {
        CorpusStats {
            documents,
            document_frequencies: Some(frequencies.into_iter().collect()),
            ..CorpusStats::default()
        }
    }

    /// The same statistics with weights of terms.
    #[must_use]
    pub fn with_term_weights(self, weights: Option<TermWeights>) -> Self {
        CorpusStats {
            term_weights: weights.map(Arc::new),
            ..self
        }
    }

    /// N, the number of documents counted.
    pub fn documents(&self) -> u32 {
        self.documents
    }

    /// Number of distinct words.
    pub fn words(&self) -> usize {
        self.document_frequencies.as_ref().map_or(0, FxHashMap::len)
    }

    /// Returns whether all that is needed was collected.
    pub fn covers(&self, needs: Needs) -> bool {
        (!needs.contains(Needs::DOCUMENT_FREQUENCIES) || self.document_frequencies.is_some())
            && (!needs.contains(Needs::CORRELATIONS) || self.correlations.is_some())
            && (!needs.contains(Needs::FOUR_GRAMS) || self.four_grams.is_some())
            && (!needs.contains(Needs::LATENT_AXES) || self.latent_axes.is_some())
            && (!needs.contains(Needs::TERM_WEIGHTS) || self.term_weights.is_some())
    }

    /// df, in how many documents a word occurs; 1 for one that was never seen.
    pub fn frequency(&self, term: TermId) -> u32 {
        let frequencies = self.document_frequencies.as_ref();
        let seen = frequencies.and_then(|frequencies| frequencies.get(&term));
        seen.copied().unwrap_or(1).max(1)
    }

    /// ln(1 + N/df), with df = 1 for a word that was never seen; 1 for every word where there is
    /// no reference collection (\[choice\]; 001, section 3.2.1 names tf-idf and prints no formula).
    /// In (0, ∞).
    pub fn idf(&self, term: TermId) -> f64 {
        if self.document_frequencies.is_some() && self.documents > 0 {
            (1.0 + f64::from(self.documents) / f64::from(self.frequency(term))).ln()
        } else {
            1.0
        }
    }

    /// In how many sentences of the collection a run of four characters occurs; 0 for one that was
    /// never seen.
    pub fn four_gram_count(&self, gram: TermId) -> u32 {
        let counts = self.four_grams.as_ref();
        counts
            .and_then(|counts| counts.get(&gram))
            .copied()
            .unwrap_or(0)
    }

    /// The correlated words; none where they were not collected.
    pub fn correlations(&self) -> Arc<Correlations> {
        self.correlations.clone().unwrap_or_default()
    }

    /// The axes along which the documents lie, where they were collected.
    pub fn latent_axes(&self) -> Option<&LatentAxes> {
        self.latent_axes.as_deref()
    }

    /// The weights of terms, where they were learned.
    pub fn term_weights(&self) -> Option<&TermWeights> {
        self.term_weights.as_deref()
    }

    /// Checks what a file claims: frequencies within 1..=N, well-formed tables.
    pub fn check(&self) -> Result<(), String> {
        let frequencies = self.document_frequencies.iter().flatten();
        for (_, &frequency) in frequencies {
            if frequency == 0 || frequency > self.documents {
                return Err(format!(
                    "a document frequency of {frequency} in {} documents",
                    self.documents
                ));
            }
        }
        if let Some(table) = &self.correlations {
            table.check()?;
        }
        if let Some(axes) = &self.latent_axes {
            axes.check()?;
        }
        self.term_weights
            .as_ref()
            .map_or(Ok(()), |weights| weights.check())
    }
}

/// Counts as a list of terms in ascending order and a list of numbers: a third of the size of an
/// object with a key a term, and equal tables give equal bytes.
mod counts_as_columns {
    use rustc_hash::FxHashMap;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use dejalu_text::TermId;

    #[derive(Serialize, Deserialize)]
    struct Columns {
        terms: Vec<TermId>,
        counts: Vec<u32>,
    }

    pub(crate) fn serialize<S: Serializer>(
        counts: &Option<FxHashMap<TermId, u32>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let columns = counts.as_ref().map(|counts| {
            let mut rows: Vec<_> = counts.iter().map(|(&term, &count)| (term, count)).collect();
            rows.sort_unstable();
            let (terms, counts) = rows.into_iter().unzip();
            Columns { terms, counts }
        });
        columns.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<FxHashMap<TermId, u32>>, D::Error> {
        let Some(columns) = Option::<Columns>::deserialize(deserializer)? else {
            return Ok(None);
        };
        let (terms, counts) = (columns.terms, columns.counts);
        if terms.len() != counts.len() {
            let problem = format!("{} terms but {} counts", terms.len(), counts.len());
            return Err(serde::de::Error::custom(problem));
        }
        Ok(Some(terms.into_iter().zip(counts).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::CorrelationLimits;
    use dejalu_text::document::Document;
    use dejalu_text::{Analyzer, analyze_all};

    fn collect(texts: &[&str], needs: Needs) -> CorpusStats {
        let documents: Vec<Document> = texts
            .iter()
            .enumerate()
            .map(|(i, text)| Document::plain(i.to_string(), text))
            .collect();
        let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
        CorpusStats::collect(&analyzed, needs, &CorrelationLimits::default()).unwrap()
    }

    #[test]
    fn idf_is_the_logarithm_of_one_plus_documents_by_frequency() {
        let stats = collect(&["cat dog", "cat", "bird"], Needs::DOCUMENT_FREQUENCIES);
        assert_eq!(stats.idf(TermId::of("cat")), (1.0 + 3.0 / 2.0f64).ln());
        assert_eq!(stats.idf(TermId::of("bird")), 4.0f64.ln());
        assert_eq!(stats.idf(TermId::of("unseen")), 4.0f64.ln());
        assert_eq!(CorpusStats::default().idf(TermId::of("cat")), 1.0);
    }

    #[test]
    fn what_was_not_collected_is_not_covered() {
        let stats = collect(&["cat"], Needs::DOCUMENT_FREQUENCIES);
        assert!(stats.covers(Needs::DOCUMENT_FREQUENCIES));
        assert!(!stats.covers(Needs::CORRELATIONS));
    }

    #[test]
    fn order_of_documents_is_of_no_account_and_files_give_back_the_same() {
        let needs = [
            Needs::DOCUMENT_FREQUENCIES,
            Needs::CORRELATIONS,
            Needs::LATENT_AXES,
        ]
        .into_iter()
        .fold(Needs::FOUR_GRAMS, Needs::union);
        let there = collect(
            &["a cat sat", "cat dog", "dog sat cat", "cat sat", "cat sat"],
            needs,
        );
        let back = collect(
            &["cat sat", "cat sat", "dog sat cat", "cat dog", "a cat sat"],
            needs,
        );
        assert_eq!(there, back);
        let json = serde_json::to_string(&there).unwrap();
        assert_eq!(json, serde_json::to_string(&back).unwrap());
        assert_eq!(serde_json::from_str::<CorpusStats>(&json).unwrap(), there);
    }
}
