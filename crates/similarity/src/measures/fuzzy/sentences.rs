//! The sentences of a document, and how alike those of two documents are.

use std::sync::Arc;

use serde::Serialize;

use super::equal::EqualPairs;
use super::occurrences::Occurrences;
use super::thresholds::Thresholds;
use crate::corpus::{CorpusStats, Correlations};
use crate::measures::View;
use dejalu_text::sorted::distinct;
use dejalu_text::{AnalyzedDocument, TermId};

/// A document's sentences as sets of refined words, indexed both ways. Those of the same words are
/// held once.
#[derive(Debug)]
pub struct Sentences {
    /// Each distinct sentence's distinct words, as indices into `words`; in the order in which the
    /// sentences first occur.
    pub(super) sentences: Vec<Vec<u32>>,
    pub(super) occurrences: Arc<Occurrences>,
    /// Each distinct word's row in the table, if it correlates with another.
    pub(super) words: Vec<Option<u32>>,
    /// The distinct sentences that hold each word, ascending.
    pub(super) holders: Vec<Vec<u32>>,
    /// (term, index into `words`), ascending.
    pub(super) by_term: Vec<(TermId, u32)>,
    /// (row in the table, index into `words`), ascending.
    by_row: Vec<(u32, u32)>,
    correlations: Arc<Correlations>,
    /// The minimum share by which both of a pair must be alike to be found.
    least: f64,
}

/// The unit that is taken for a sentence.
#[derive(Debug, Clone, Copy, Serialize)]
pub enum Unit {
    /// Each sentence by itself; of pairs those alone are found that are alike by `least` in both
    /// directions, which is what of long documents has room.
    Sentence {
        /// In [0, 1].
        least: f64,
    },
    /// All words of the body together.
    Body,
}

impl View for Sentences {
    type Options = Unit;
    type Joint = Similarities;

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, unit: &Unit) -> Self {
        let term = |index: u32| document.vocabulary[index as usize].term;
        let sentences: Vec<Vec<TermId>> = match unit {
            Unit::Sentence { .. } => {
                let sentences = document.refined_sentences();
                sentences
                    .map(|words| words.into_iter().map(term).collect())
                    .collect()
            }
            Unit::Body => vec![document.body_words().map(|word| word.term).collect()],
        };
        let least = match unit {
            Unit::Sentence { least } => *least,
            Unit::Body => 0.0,
        };
        Sentences {
            least,
            ..Sentences::new(sentences, stats.correlations())
        }
    }

    fn is_empty(&self) -> bool {
        self.sentences.is_empty()
    }

    fn join(&self, other: &Self) -> Similarities {
        Similarities::of(self, other)
    }
}

/// Similarities of the distinct sentences of two documents: the pairs alike in both directions,
/// ascending; all others are not alike at all in one of them, or less than was asked for.
#[derive(Debug, Default)]
pub struct Similarities {
    pub(super) pairs: Vec<SentencePair>,
    /// The places of the sentences of each document.
    pub(super) occurrences: [Arc<Occurrences>; 2],
}

/// Two distinct sentences, and how far each is like the other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SentencePair {
    /// The two sentences, of the left and of the right document, counted in the order in which they
    /// first occur.
    pub distinct: [u32; 2],
    /// Sim(S1, S2) and Sim(S2, S1), each in (0, 1].
    pub similarities: [f64; 2],
}

impl Similarities {
    /// The similarities of two documents' sentences.
    pub fn of(left: &Sentences, right: &Sentences) -> Self {
        Similarities::at_least(left, right, left.least.min(right.least))
    }

    /// The same of those alone that are alike by `least` in both directions.
    pub(super) fn at_least(left: &Sentences, right: &Sentences, least: f64) -> Self {
        let mut back = right.similarities(left, least);
        back.sort_unstable_by_key(|&([from, to], _)| [to, from]);
        let mut back = back.into_iter().peekable();
        let both = left
            .similarities(right, least)
            .into_iter()
            .filter_map(|(distinct, there)| {
                while back
                    .next_if(|&([from, to], _)| [to, from] < distinct)
                    .is_some()
                {}
                let (_, back) = back.next_if(|&([from, to], _)| [to, from] == distinct)?;
                Some(SentencePair {
                    distinct,
                    similarities: [there, back],
                })
            });
        Similarities {
            pairs: both.collect(),
            occurrences: [left, right].map(|it| it.occurrences.clone()),
        }
    }

    /// The pairs of distinct sentences that are alike in both directions, ascending.
    pub fn pairs(&self) -> &[SentencePair] {
        &self.pairs
    }

    /// Sim(S1, S2) and Sim(S2, S1) of the documents' first sentences.
    pub fn of_first(&self) -> [f64; 2] {
        self.pairs
            .first()
            .filter(|pair| pair.distinct == [0, 0])
            .map_or([0.0; 2], |pair| pair.similarities)
    }

    /// The pairs of sentences that are treated as the same, EQ = 1 (000, equation 3.4).
    pub fn equal(&self, thresholds: &Thresholds) -> EqualPairs {
        let equal =
            |pair: &&SentencePair| thresholds.are_equal(pair.similarities[0], pair.similarities[1]);
        let distinct = self
            .pairs
            .iter()
            .filter(equal)
            .map(|pair| pair.distinct)
            .collect();
        EqualPairs::new(distinct, self.occurrences.clone())
    }

    /// The places of the sentences of the left document and of the right one.
    pub fn occurrences(&self) -> &[Arc<Occurrences>; 2] {
        &self.occurrences
    }

    /// Number of sentences in each document.
    pub fn sentences(&self) -> [usize; 2] {
        self.occurrences.each_ref().map(|it| it.sentences())
    }

    /// RS(left, right) and RS(right, left): the share of each document's sentences that have at
    /// least one equal sentence in the other. In [0, 1]. \[choice\] 000's formula 4.1 counts every
    /// equal pair and can pass 1; the thesis's words and its odds ratio need [0, 1].
    pub fn resemblance(&self, thresholds: &Thresholds) -> [f64; 2] {
        let equal = self.equal(thresholds);
        [0, 1].map(|side| equal.matched(side) as f64 / self.sentences()[side] as f64)
    }
}

impl Sentences {
    /// Sentences of refined words. Repeated words count once (\[choice\]: else a repeated word
    /// would weigh its own repetition); sentences without a word are dropped.
    pub fn new(
        sentences: impl IntoIterator<Item = Vec<TermId>>,
        correlations: Arc<Correlations>,
    ) -> Self {
        let mut sentences: Vec<Vec<TermId>> = sentences.into_iter().collect();
        sentences.retain(|terms| !terms.is_empty());
        let terms = distinct(sentences.iter().flatten().copied());
        let indexed = |sentence: Vec<TermId>| -> Vec<u32> {
            let sentence = distinct(sentence);
            let index = |term| terms.partition_point(|&other| other < term) as u32;
            sentence.into_iter().map(index).collect()
        };
        let (sentences, occurrences) =
            Occurrences::of(sentences.into_iter().map(indexed).collect());
        let mut holders = vec![Vec::new(); terms.len()];
        for (place, sentence) in sentences.iter().enumerate() {
            for &word in sentence {
                holders[word as usize].push(place as u32);
            }
        }
        let words: Vec<Option<u32>> = terms.iter().map(|&term| correlations.row(term)).collect();
        let rows = words
            .iter()
            .zip(0..)
            .filter_map(|(row, index)| Some(((*row)?, index)));
        let mut by_row: Vec<(u32, u32)> = rows.collect();
        by_row.sort_unstable();
        Sentences {
            by_term: terms.into_iter().zip(0..).collect(),
            sentences,
            occurrences: Arc::new(occurrences),
            words,
            holders,
            by_row,
            correlations,
            least: 0.0,
        }
    }

    /// μ_{i,S} = 1 − Π_{k∈S} (1 − c_ik) of a word i with every sentence S of this document where
    /// it is above 0 (000, equation 3.2). Scattered from the word's neighbours to the sentences
    /// that hold them, so that the cost follows what correlates and not all pairs of words.
    fn memberships(
        &self,
        term: TermId,
        row: Option<u32>,
        scratch: &mut Scratch,
    ) -> Vec<(u32, f64)> {
        for (word, factor) in self.related(term, row) {
            for &sentence in &self.holders[word as usize] {
                *scratch.at(sentence, 1.0) *= 1.0 - factor;
            }
        }
        scratch
            .drain()
            .map(|(sentence, product)| (sentence, 1.0 - product))
            .collect()
    }

    /// The words of this document that a word correlates with, and how far: itself first.
    pub(super) fn related(
        &self,
        term: TermId,
        row: Option<u32>,
    ) -> impl Iterator<Item = (u32, f64)> {
        let equal = self
            .by_term
            .binary_search_by_key(&term, |&(term, _)| term)
            .ok();
        let equal = equal.map(|place| (self.by_term[place].1, 1.0));
        let neighbours = row.map_or(&[][..], |row| self.correlations.neighbours(row));
        let mut rows = &self.by_row[..];
        let correlated = neighbours.iter().filter_map(move |neighbour| {
            rows = &rows[rows.partition_point(|&(row, _)| row < neighbour.row)..];
            let &(row, word) = rows.first()?;
            (row == neighbour.row).then_some((word, neighbour.factor))
        });
        equal.into_iter().chain(correlated)
    }

    /// Sim(S1, S2) for every distinct sentence S1 of this document and S2 of `other` where it is
    /// above 0 and at least `least`, ascending: the mean of μ_{i,S2} over the words i of S1 (000, equation 3.3). In (0, 1].
    fn similarities(&self, other: &Sentences, least: f64) -> Vec<([u32; 2], f64)> {
        let mut scratch = Scratch::new(other.sentences.len());
        let memberships: Vec<Vec<(u32, f64)>> = self
            .by_term
            .iter()
            .map(|&(term, word)| other.memberships(term, self.words[word as usize], &mut scratch))
            .collect();
        let mut found = Vec::new();
        for (place, sentence) in self.sentences.iter().enumerate() {
            for &word in sentence {
                for &(partner, membership) in &memberships[word as usize] {
                    *scratch.at(partner, 0.0) += membership;
                }
            }
            let words = sentence.len() as f64;
            let of_place = scratch
                .drain()
                .map(|(partner, sum)| ([place as u32, partner], sum / words));
            found.extend(of_place.filter(|&(_, similarity)| similarity >= least));
        }
        found
    }
}

/// One number a sentence, most of them at rest.
struct Scratch {
    values: Vec<f64>,
    touched: Vec<u32>,
}

impl Scratch {
    fn new(sentences: usize) -> Self {
        Scratch {
            values: vec![f64::NAN; sentences],
            touched: Vec::new(),
        }
    }

    /// The sentence's number; `initial` where it was at rest.
    fn at(&mut self, sentence: u32, initial: f64) -> &mut f64 {
        let value = &mut self.values[sentence as usize];
        if value.is_nan() {
            *value = initial;
            self.touched.push(sentence);
        }
        value
    }

    /// The numbers that were touched, ascending by sentence; all are at rest again.
    fn drain(&mut self) -> impl Iterator<Item = (u32, f64)> {
        self.touched.sort_unstable();
        let values = &mut self.values;
        let mut take =
            move |sentence: u32| std::mem::replace(&mut values[sentence as usize], f64::NAN);
        self.touched
            .drain(..)
            .map(move |sentence| (sentence, take(sentence)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The definitions, sentence by sentence and word by word.
    fn slow(from: &[Vec<TermId>], to: &[Vec<TermId>], table: &Correlations) -> Vec<Vec<f64>> {
        let distinct = |words: &[TermId]| {
            words
                .iter()
                .copied()
                .collect::<std::collections::BTreeSet<_>>()
        };
        let membership = |word: TermId, sentence: &[TermId]| {
            let product: f64 = distinct(sentence)
                .iter()
                .map(|&k| 1.0 - table.factor(word, k))
                .product();
            1.0 - product
        };
        let similarity = |s1: &[TermId], s2: &[TermId]| {
            let words = distinct(s1);
            words.iter().map(|&word| membership(word, s2)).sum::<f64>() / words.len() as f64
        };
        from.iter()
            .map(|s1| to.iter().map(|s2| similarity(s1, s2)).collect())
            .collect()
    }

    fn document() -> impl Strategy<Value = Vec<Vec<TermId>>> {
        let words = prop::collection::vec(0u64..15, 1..6);
        prop::collection::vec(
            words.prop_map(|words| words.into_iter().map(TermId).collect()),
            1..6,
        )
    }

    proptest! {
        #[test]
        fn scattering_equals_the_definition(
            a in document(),
            b in document(),
            factors in prop::collection::btree_map((0u64..15, 0u64..15), 0.05f64..1.0, 0..60),
            permissible in prop::sample::select(vec![0.3, 0.5, 0.825]),
        ) {
            let factors = factors
                .into_iter()
                .filter(|((i, j), _)| i < j)
                .map(|((i, j), factor)| (TermId(i), TermId(j), factor));
            let table = Arc::new(Correlations::from_factors(factors));
            let (there, back) = (slow(&a, &b, &table), slow(&b, &a, &table));
            let views = [&a, &b].map(|document| Sentences::new(document.clone(), table.clone()));
            let mut similarities = vec![vec![0.0; b.len()]; a.len()];
            for ([i, j], similarity) in views[0].similarities(&views[1], 0.0) {
                for &i in views[0].occurrences.places(i) {
                    views[1].occurrences.places(j).iter().for_each(|&j| similarities[i as usize][j as usize] = similarity);
                }
            }
            for (fast, slow) in similarities.iter().flatten().zip(there.iter().flatten()) {
                prop_assert!((fast - slow).abs() < 1e-12);
            }
            let thresholds = Thresholds { permissible, variation: 0.15 };
            // At a threshold to the last bit rounding may decide either way.
            let margin = |i: usize, j: usize| {
                let least = there[i][j].min(back[j][i]) - permissible;
                let difference = (there[i][j] - back[j][i]).abs() - 0.15;
                least.abs() > 1e-9 && difference.abs() > 1e-9
            };
            let pairs = views[0].join(&views[1]).equal(&thresholds);
            for i in 0..a.len() {
                for j in 0..b.len() {
                    if margin(i, j) {
                        let found = pairs
                            .groups()
                            .any(|[left, right]| left.contains(&(i as u32)) && right.contains(&(j as u32)));
                        prop_assert_eq!(found, thresholds.are_equal(there[i][j], back[j][i]));
                    }
                }
            }
        }
    }
}
