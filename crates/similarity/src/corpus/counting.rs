//! A collection counted in parts that know nothing of each other: the statistics are those of
//! [`Background::collect`].
//!
//! First each part counts words and runs of four characters in its documents, and counts are added up. Then
//! documents are distributed to the parts of their words: a part that has all documents of a word knows all its
//! partners.

use rustc_hash::FxHashMap;

use super::background::Background;
use super::correlation::{CorrelationLimits, Correlations, WordOrder};
use super::statistics::{CorpusStats, Counts, Needs};
use dejalu_base::error::{ParallelError, Result};
use dejalu_text::document::Document;
use dejalu_text::{AnalysisOptions, Analyzer, LanguageChoice, TermId, analyze_all};

/// Counts the documents of each part.
#[derive(Debug)]
pub struct Counting {
    analysis: AnalysisOptions,
    needs: Needs,
    limits: CorrelationLimits,
    analyzer: Analyzer,
}

impl Counting {
    /// Of what is needed, in documents that are read in this way.
    ///
    /// # Errors
    ///
    /// Latent axes, and languages that are to be found: both need all documents at once.
    pub fn new(analysis: AnalysisOptions, needs: Needs, limits: CorrelationLimits) -> Result<Self> {
        if needs.contains(Needs::LATENT_AXES) {
            return Err(ParallelError::LatentAxes.into());
        }
        if analysis.language == LanguageChoice::Auto {
            return Err(ParallelError::LanguageUnknown.into());
        }
        Ok(Counting {
            analyzer: Analyzer::new(analysis.clone()),
            analysis,
            needs,
            limits,
        })
    }

    /// Returns whether correlated words are needed.
    pub fn correlates(&self) -> bool {
        self.needs.contains(Needs::CORRELATIONS)
    }

    /// Counts some documents.
    ///
    /// # Errors
    ///
    /// Those of [`CorpusStats::collect`].
    pub fn count(&self, documents: &[Document]) -> Result<Counts> {
        let analyzed = analyze_all(&self.analyzer, documents);
        let counts_words = self.needs.contains(Needs::DOCUMENT_FREQUENCIES) || self.correlates();
        let mut needs = Needs::NOTHING;
        if counts_words {
            needs = needs.union(Needs::DOCUMENT_FREQUENCIES);
        }
        if self.needs.contains(Needs::FOUR_GRAMS) {
            needs = needs.union(Needs::FOUR_GRAMS);
        }
        Ok(CorpusStats::collect(&analyzed, needs, &self.limits)?.counts())
    }

    /// The words that may have partners, given in how many documents each word stands.
    pub fn correlating(&self, words: &[(u64, u32)]) -> CorrelatingWords {
        let words = words
            .iter()
            .map(|&(word, documents)| (TermId(word), documents));
        let frequencies: FxHashMap<TermId, u32> = words.collect();
        CorrelatingWords {
            order: WordOrder::new(&frequencies, self.limits.documents),
            limits: self.limits,
        }
    }

    /// Documents distributed to so many parts, at least one: in each the words that may correlate, of every
    /// document that has one of the part's own.
    pub fn distribute(
        &self,
        documents: &[Document],
        words: &CorrelatingWords,
        parts: u32,
    ) -> Vec<Vec<Vec<u32>>> {
        let mut distributed = vec![Vec::new(); parts.max(1) as usize];
        for document in analyze_all(&self.analyzer, documents) {
            let bag: Vec<TermId> = document.body_words().map(|word| word.term).collect();
            let ranks = words.order.ranks(&bag);
            let mut of: Vec<usize> = ranks
                .iter()
                .map(|rank| *rank as usize % distributed.len())
                .collect();
            of.sort_unstable();
            of.dedup();
            for part in of {
                distributed[part].push(ranks.clone());
            }
        }
        distributed
    }

    /// The statistics of so many documents: what was counted, and which words are among each other's
    /// strongest partners, each pair once.
    pub fn finish(
        &self,
        documents: u32,
        counts: Counts,
        factors: impl IntoIterator<Item = (u64, u64, f64)>,
    ) -> Background {
        let factors = factors.into_iter();
        let factors = factors.map(|(a, b, factor)| (TermId(a), TermId(b), factor));
        let correlations = self
            .correlates()
            .then(|| Correlations::from_factors(factors));
        Background {
            analysis: self.analysis.clone(),
            limits: self.limits,
            statistics: CorpusStats::of_counts(documents, counts, correlations, self.needs).into(),
        }
    }
}

/// Words that may have partners, in the order of how often they occur.
#[derive(Debug)]
pub struct CorrelatingWords {
    order: WordOrder,
    limits: CorrelationLimits,
}

impl CorrelatingWords {
    /// The strongest partners of the words of a part, given all that was distributed to it: the word, its partner,
    /// the factor. A pair counts iff each is found to be the other's.
    pub fn partners(&self, documents: &[Vec<u32>], part: u32, parts: u32) -> Vec<(u64, u64, f64)> {
        let is_own = |rank| rank % parts.max(1) == part;
        let found = self.order.partners(documents, &self.limits, is_own);
        found
            .into_iter()
            .map(|(a, b, factor)| (a.0, b.0, factor))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    const NEEDS: [Needs; 3] = [
        Needs::DOCUMENT_FREQUENCIES,
        Needs::CORRELATIONS,
        Needs::FOUR_GRAMS,
    ];

    fn needs(of: &[Needs]) -> Needs {
        of.iter().copied().fold(Needs::NOTHING, Needs::union)
    }

    fn added<'a>(counts: impl Iterator<Item = &'a (u64, u32)>) -> Vec<(u64, u32)> {
        let mut sums: BTreeMap<u64, u32> = BTreeMap::new();
        for &(term, count) in counts {
            *sums.entry(term).or_default() += count;
        }
        sums.into_iter().collect()
    }

    proptest! {
        #[test]
        fn in_parts_the_statistics_are_those_of_the_whole(
            texts in prop::collection::vec("(cat |dog |ferry |pier |storm |lamp |tide ){0,6}", 1..14),
            few in 0usize..4,
            neighbours in 1usize..4,
            least in 1u32..4,
            factor in prop::sample::select(vec![0.0, 0.05, 0.4]),
            parts in 1u32..4,
        ) {
            let documents = texts.iter().enumerate();
            let document = |(place, text): (usize, &String)| Document::plain(place.to_string(), text);
            let documents: Vec<Document> = documents.map(document).collect();
            let limits = CorrelationLimits { factor, documents: least, neighbours };
            let needs = needs(&NEEDS[..few]);
            let whole = Background::collect(&documents, AnalysisOptions::default(), needs, limits).unwrap();

            let counting = Counting::new(AnalysisOptions::default(), needs, limits).unwrap();
            let counted: Vec<Counts> = documents.chunks(3).map(|it| counting.count(it).unwrap()).collect();
            let counts = Counts {
                words: added(counted.iter().flat_map(|it| &it.words)),
                four_grams: added(counted.iter().flat_map(|it| &it.four_grams)),
            };
            let words = counting.correlating(&counts.words);
            let mut together = vec![Vec::new(); parts as usize];
            for documents in documents.chunks(2) {
                for (part, distributed) in counting.distribute(documents, &words, parts).into_iter().enumerate() {
                    together[part].extend(distributed);
                }
            }
            let each = (0..).zip(&together);
            let found: BTreeMap<(u64, u64), f64> = each
                .flat_map(|(part, documents)| words.partners(documents, part, parts))
                .map(|(a, b, factor)| ((a, b), factor))
                .collect();
            let mutual = found.iter().filter(|((a, b), _)| a < b && found.contains_key(&(*b, *a)));
            let factors = mutual.map(|(&(a, b), &factor)| (a, b, factor));
            prop_assert_eq!(counting.finish(documents.len() as u32, counts, factors), whole);
        }
    }

    #[test]
    fn what_needs_all_documents_at_once_is_refused() {
        let limits = CorrelationLimits::default();
        let refused = |analysis, needs| {
            Counting::new(analysis, needs, limits)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            refused(AnalysisOptions::default(), Needs::LATENT_AXES),
            "latent axes are computed from all documents at once, not in parts; leave out the features that need them, or use one machine"
        );
        let auto = AnalysisOptions {
            language: LanguageChoice::Auto,
            ..AnalysisOptions::default()
        };
        assert_eq!(
            refused(auto, Needs::DOCUMENT_FREQUENCIES),
            "the languages of a collection are detected in all documents at once; name them"
        );
    }
}
