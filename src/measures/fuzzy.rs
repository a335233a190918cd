//! Fuzzy-set resemblance: sentences are alike if their words correlate, not only if they are equal
//! (000, sections 3.2.2 and 4.2).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Direction, Entry, Measure, View};
use crate::corpus::{CorpusStats, Correlations, Needs};
use crate::text::{AnalyzedDocument, TermId};

pub(super) const MEASURES: &[Entry] = &[
    Entry::of::<FuzzyResemblance>(),
    Entry::of::<FuzzySentence>(),
];

/// A document's sentences as sets of refined words, indexed both ways.
#[derive(Debug)]
pub struct Sentences {
    /// Each sentence's distinct words, as indices into `words`.
    sentences: Vec<Vec<u32>>,
    /// Each distinct word's row in the table, if it correlates with another.
    words: Vec<Option<u32>>,
    /// The sentences that hold each word, ascending.
    holders: Vec<Vec<u32>>,
    /// (term, index into `words`), ascending.
    by_term: Vec<(TermId, u32)>,
    /// (row in the table, index into `words`), ascending.
    by_row: Vec<(u32, u32)>,
    correlations: Arc<Correlations>,
}

/// What is taken for a sentence.
#[derive(Debug, Clone, Copy, Serialize)]
pub enum Unit {
    /// Each sentence by itself.
    Sentence,
    /// All words of the body together.
    Body,
}

impl View for Sentences {
    type Options = Unit;

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, unit: &Unit) -> Self {
        let term = |index: u32| document.vocabulary[index as usize].term;
        let sentences: Vec<Vec<TermId>> = match unit {
            Unit::Sentence => {
                let sentences = document.refined_sentences();
                sentences.map(|words| words.into_iter().map(term).collect()).collect()
            }
            Unit::Body => vec![document.body_words().map(|word| word.term).collect()],
        };
        Sentences::new(sentences, stats.correlations())
    }

    fn is_empty(&self) -> bool {
        self.sentences.is_empty()
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
        let mut terms: Vec<TermId> = sentences.iter().flatten().copied().collect();
        terms.sort_unstable();
        terms.dedup();
        let indexed = |mut sentence: Vec<TermId>| -> Vec<u32> {
            sentence.sort_unstable();
            sentence.dedup();
            let index = |term| terms.partition_point(|&other| other < term) as u32;
            sentence.into_iter().map(index).collect()
        };
        let sentences: Vec<Vec<u32>> = sentences.into_iter().map(indexed).collect();
        let mut holders = vec![Vec::new(); terms.len()];
        for (place, sentence) in sentences.iter().enumerate() {
            for &word in sentence {
                holders[word as usize].push(place as u32);
            }
        }
        let words: Vec<Option<u32>> = terms.iter().map(|&term| correlations.row(term)).collect();
        let rows = words.iter().zip(0..).filter_map(|(row, index)| Some(((*row)?, index)));
        let mut by_row: Vec<(u32, u32)> = rows.collect();
        by_row.sort_unstable();
        Sentences {
            by_term: terms.into_iter().zip(0..).collect(),
            sentences,
            words,
            holders,
            by_row,
            correlations,
        }
    }

    /// μ_{i,S} = 1 − Π_{k∈S} (1 − c_ik) of a word i with every sentence S of this document where
    /// it is above 0 (000, equation 3.2). Scattered from the word's neighbours to the sentences
    /// that hold them, so that the cost follows what correlates and not all pairs of words.
    fn memberships(&self, term: TermId, row: Option<u32>, scratch: &mut Scratch) -> Vec<(u32, f64)> {
        let equal = self.by_term.binary_search_by_key(&term, |&(term, _)| term).ok();
        let equal = equal.map(|place| (self.by_term[place].1, 1.0));
        let neighbours = row.map_or(&[][..], |row| self.correlations.neighbours(row));
        let mut rows = &self.by_row[..];
        let correlated = neighbours.iter().filter_map(|neighbour| {
            rows = &rows[rows.partition_point(|&(row, _)| row < neighbour.row)..];
            let &(row, word) = rows.first()?;
            (row == neighbour.row).then_some((word, neighbour.factor))
        });
        for (word, factor) in equal.into_iter().chain(correlated) {
            for &sentence in &self.holders[word as usize] {
                *scratch.at(sentence, 1.0) *= 1.0 - factor;
            }
        }
        scratch.drain().map(|(sentence, product)| (sentence, 1.0 - product)).collect()
    }

    /// Sim(S1, S2) for every sentence S1 of this document and S2 of `other` where it is above 0,
    /// ascending: the mean of μ_{i,S2} over the words i of S1 (000, equation 3.3). In (0, 1].
    fn similarities(&self, other: &Sentences) -> Vec<SentencePair> {
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
            found.extend(scratch.drain().map(|(partner, sum)| SentencePair {
                sentences: [place as u32, partner],
                similarity: sum / words,
            }));
        }
        found
    }

    /// The pairs of sentences that are treated as the same, EQ = 1, as (place in this document,
    /// place in `other`), ascending (000, equation 3.4).
    pub fn equal_sentences(&self, other: &Sentences, thresholds: &Thresholds) -> Vec<[u32; 2]> {
        let permissible = |pair: &SentencePair| pair.similarity >= thresholds.permissible;
        let mut forward = self.similarities(other);
        forward.retain(permissible);
        let mut backward = other.similarities(self);
        backward.retain(permissible);
        for pair in &mut backward {
            pair.sentences.reverse();
        }
        backward.sort_unstable_by_key(|pair| pair.sentences);
        let equal = forward.iter().filter(|pair| {
            let place = backward.binary_search_by_key(&pair.sentences, |pair| pair.sentences);
            place.is_ok_and(|place| {
                thresholds.are_equal(pair.similarity, backward[place].similarity)
            })
        });
        equal.map(|pair| pair.sentences).collect()
    }

    /// RS(this, other) and RS(other, this): the share of each document's sentences that have at
    /// least one equal sentence in the other. In [0, 1]. \[choice\] 000's formula 4.1 counts every
    /// equal pair and can pass 1; the thesis's words and its odds ratio need [0, 1].
    pub fn resemblance(&self, other: &Sentences, thresholds: &Thresholds) -> [f64; 2] {
        let pairs = self.equal_sentences(other, thresholds);
        [(0, self), (1, other)].map(|(side, document)| {
            let mut matched: Vec<u32> = pairs.iter().map(|pair| pair[side]).collect();
            matched.sort_unstable();
            matched.dedup();
            matched.len() as f64 / document.sentences.len() as f64
        })
    }
}

/// Two sentences and how far the first is like the second.
#[derive(Debug, Clone, Copy)]
struct SentencePair {
    sentences: [u32; 2],
    similarity: f64,
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
        let mut take = move |sentence: u32| std::mem::replace(&mut values[sentence as usize], f64::NAN);
        self.touched.drain(..).map(move |sentence| (sentence, take(sentence)))
    }
}

/// When two sentences are treated as the same (000, section 3.2.2 and figure 3.2).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Thresholds {
    /// The permissible threshold: the least of the two similarities; 0.825 by default.
    pub permissible: f64,
    /// The variation threshold: the most by which they may differ; 0.15 by default.
    pub variation: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds {
            permissible: 0.825,
            variation: 0.15,
        }
    }
}

impl Thresholds {
    /// EQ of two sentences, given Sim(S1, S2) and Sim(S2, S1).
    pub fn are_equal(&self, there: f64, back: f64) -> bool {
        there.min(back) >= self.permissible && self.within_variation(there, back)
    }

    fn within_variation(&self, there: f64, back: f64) -> bool {
        (there - back).abs() <= self.variation
    }

    fn check(&self) -> Result<(), String> {
        let named = [("permissible", self.permissible), ("variation", self.variation)];
        match named.into_iter().find(|(_, value)| !(0.0..=1.0).contains(value)) {
            Some((name, value)) => Err(format!("{name} is {value}, expected a number from 0 to 1")),
            None => Ok(()),
        }
    }
}

/// The thesis's odds ratio of a combined resemblance p, min(100, p/(1 − p)), for people to read
/// (000, section 4.2). In [0, 100]. \[choice\] the cap: the thesis's own stand-in of 100 for
/// infinity would otherwise rank an identical pair below p = 0.998.
pub fn odds(combined: f64) -> f64 {
    match combined < 1.0 {
        true => f64::min(100.0, combined / (1.0 - combined)),
        false => 100.0,
    }
}

/// How the two degrees of resemblance become one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Combination {
    /// p = RS(d1, d2)·RS(d2, d1), from which the thesis makes its odds ratio.
    #[default]
    Combined,
    /// The larger.
    Max,
    /// The smaller.
    Min,
}

/// The share of sentences with an equal sentence in the other document (000, section 4.2). In
/// [0, 1]. Without correlations only shared words count.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FuzzyResemblance {
    /// [`Thresholds::permissible`].
    pub permissible: f64,
    /// [`Thresholds::variation`].
    pub variation: f64,
    /// How the two directions become one.
    pub direction: Combination,
}

impl Default for FuzzyResemblance {
    fn default() -> Self {
        let Thresholds {
            permissible,
            variation,
        } = Thresholds::default();
        FuzzyResemblance {
            permissible,
            variation,
            direction: Combination::Combined,
        }
    }
}

impl FuzzyResemblance {
    fn thresholds(&self) -> Thresholds {
        Thresholds {
            permissible: self.permissible,
            variation: self.variation,
        }
    }
}

impl Measure for FuzzyResemblance {
    const NAME: &'static str = "fuzzy-resemblance";
    const SUMMARY: &'static str = "share of sentences with a sentence of correlated words in the other document";
    const SOURCE: &'static str = "000, section 4.2";
    const COST: &'static str = "O(words × neighbours)";
    type View = Sentences;

    fn view(&self) -> Unit {
        Unit::Sentence
    }

    fn needs(&self) -> Needs {
        Needs::CORRELATIONS
    }

    fn check(&self) -> Result<(), String> {
        self.thresholds().check()
    }

    fn similarity(&self, left: &Sentences, right: &Sentences) -> f64 {
        let both = left.resemblance(right, &self.thresholds());
        match self.direction {
            Combination::Combined => both[0] * both[1],
            Combination::Max => Direction::Max.combine(both),
            Combination::Min => Direction::Min.combine(both),
        }
    }

    fn directed(&self, left: &Sentences, right: &Sentences) -> Option<[f64; 2]> {
        Some(left.resemblance(right, &self.thresholds()))
    }
}

/// min(Sim(S1, S2), Sim(S2, S1)) of two texts, each taken as one sentence; 0 where the two differ
/// by more than the variation threshold, so that EQ = 1 iff it reaches the permissible threshold
/// (000, equation 3.4). In [0, 1]. For texts of one sentence it is the thesis's measure; for longer
/// ones its extension to their bags of words.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FuzzySentence {
    /// [`Thresholds::variation`].
    pub variation: f64,
}

impl Default for FuzzySentence {
    fn default() -> Self {
        FuzzySentence {
            variation: Thresholds::default().variation,
        }
    }
}

impl FuzzySentence {
    fn thresholds(&self) -> Thresholds {
        Thresholds {
            variation: self.variation,
            ..Thresholds::default()
        }
    }
}

impl Measure for FuzzySentence {
    const NAME: &'static str = "fuzzy-sentence";
    const SUMMARY: &'static str = "how far every word of each text correlates with the other text";
    const SOURCE: &'static str = "000, section 3.2.2";
    const COST: &'static str = "O(words × neighbours)";
    type View = Sentences;

    fn view(&self) -> Unit {
        Unit::Body
    }

    fn needs(&self) -> Needs {
        Needs::CORRELATIONS
    }

    fn check(&self) -> Result<(), String> {
        self.thresholds().check()
    }

    fn similarity(&self, left: &Sentences, right: &Sentences) -> f64 {
        let [there, back] = self.both_ways(left, right);
        match self.thresholds().within_variation(there, back) {
            true => there.min(back),
            false => 0.0,
        }
    }

    fn directed(&self, left: &Sentences, right: &Sentences) -> Option<[f64; 2]> {
        Some(self.both_ways(left, right))
    }
}

impl FuzzySentence {
    fn both_ways(&self, left: &Sentences, right: &Sentences) -> [f64; 2] {
        [(left, right), (right, left)].map(|(from, to)| {
            from.similarities(to).first().map_or(0.0, |pair| pair.similarity)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn term(word: &str) -> TermId {
        TermId::of(word)
    }

    fn sentence(words: &[&str], table: &Arc<Correlations>) -> Sentences {
        let words = words.iter().map(|word| term(word)).collect();
        Sentences::new([words], table.clone())
    }

    /// A table of the thesis: one row a word of S2, one column a word of S1.
    fn table(columns: &[&str], rows: &[(&str, &[f64])]) -> Arc<Correlations> {
        let factors = rows.iter().flat_map(|(row, factors)| {
            columns.iter().zip(*factors).map(move |(column, &factor)| (term(row), term(column), factor))
        });
        Arc::new(Correlations::from_factors(factors))
    }

    fn memberships(of: &[&str], to: &Sentences) -> Vec<f64> {
        let mut scratch = Scratch::new(1);
        of.iter()
            .map(|word| {
                let row = to.correlations.row(term(word));
                to.memberships(term(word), row, &mut scratch)[0].1
            })
            .collect()
    }

    fn close(found: &[f64], expected: &[f64]) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 0.00051, "{found} is not {expected}");
        }
    }

    const S1: [&str; 4] = ["global", "aid", "tsunami", "rise"];
    const S2: [&str; 4] = ["international", "community", "increase", "disaster"];

    #[test]
    fn example_1_of_the_thesis_is_the_same() {
        // 000, table 3.3.
        let table = table(&S1, &[
            (S2[0], &[0.800, 0.496, 0.579, 0.177]),
            (S2[1], &[0.430, 0.771, 0.117, 0.334]),
            (S2[2], &[0.123, 0.643, 0.661, 0.900]),
            (S2[3], &[0.611, 0.414, 0.900, 0.394]),
        ]);
        let (s1, s2) = (sentence(&S1, &table), sentence(&S2, &table));
        close(&memberships(&S2, &s1), &[0.965, 0.923, 0.989, 0.986]);
        close(&memberships(&S1, &s2), &[0.961, 0.976, 0.987, 0.967]);
        let both = FuzzySentence::default().both_ways(&s1, &s2);
        close(&both, &[0.973, 0.966]);
        assert!(Thresholds::default().are_equal(both[0], both[1]));
        assert_eq!(s1.resemblance(&s2, &Thresholds::default()), [1.0, 1.0]);
    }

    #[test]
    fn example_2_of_the_thesis_is_different() {
        // 000, table 3.4; three figures are misprinted there and recomputed here.
        let columns = ["please", "hesitate", "contact"];
        let rows = ["reach", "phone"];
        let table = table(&columns, &[(rows[0], &[0.059, 0.038, 0.683]), (rows[1], &[0.058, 0.036, 0.593])]);
        let (s1, s2) = (sentence(&columns, &table), sentence(&rows, &table));
        close(&memberships(&rows, &s1), &[0.713, 0.630]);
        close(&memberships(&columns, &s2), &[0.114, 0.073, 0.871]);
        let both = FuzzySentence::default().both_ways(&s1, &s2);
        close(&both, &[0.352, 0.672]);
        assert!(!Thresholds::default().are_equal(both[0], both[1]));
        assert_eq!(FuzzySentence::default().similarity(&s1, &s2), 0.0);
    }

    #[test]
    fn the_twelve_printed_pairs_are_judged_as_printed() {
        // 000, tables 4.3 to 4.6.
        let printed = [
            (0.95, 0.95, true), (0.87, 0.73, false), (0.86, 0.91, true), (0.85, 0.83, true),
            (0.61, 0.41, false), (0.23, 0.1, false), (0.91, 0.95, true), (0.63, 0.11, false),
            (0.85, 0.97, true), (0.25, 0.12, false), (0.89, 0.85, true), (0.83, 0.85, true),
        ];
        for (there, back, equal) in printed {
            assert_eq!(Thresholds::default().are_equal(there, back), equal, "{there} {back}");
        }
    }

    #[test]
    fn odds_are_those_of_the_thesis() {
        // 000, table 4.1 and example 4.
        for (there, back, expected) in
            [(0.9, 0.9, 4.263), (0.1, 0.9, 0.0989), (0.91, 0.98, 8.242), (0.93, 0.97, 9.215), (1.0, 1.0, 100.0)]
        {
            assert!((odds(there * back) - expected).abs() < 0.0006, "{there} {back}");
        }
        assert_eq!(odds(0.999), 100.0);
    }

    #[test]
    fn without_correlations_shared_words_decide() {
        let none = Arc::new(Correlations::default());
        let (a, b) = (sentence(&["ferry", "pier"], &none), sentence(&["ferry", "storm"], &none));
        assert_eq!(FuzzySentence::default().similarity(&a, &b), 0.5);
    }

    /// The definitions, sentence by sentence and word by word.
    fn slow(from: &[Vec<TermId>], to: &[Vec<TermId>], table: &Correlations) -> Vec<Vec<f64>> {
        let distinct = |words: &[TermId]| {
            words.iter().copied().collect::<std::collections::BTreeSet<_>>()
        };
        let membership = |word: TermId, sentence: &[TermId]| {
            let product: f64 = distinct(sentence).iter().map(|&k| 1.0 - table.factor(word, k)).product();
            1.0 - product
        };
        let similarity = |s1: &[TermId], s2: &[TermId]| {
            let words = distinct(s1);
            words.iter().map(|&word| membership(word, s2)).sum::<f64>() / words.len() as f64
        };
        from.iter().map(|s1| to.iter().map(|s2| similarity(s1, s2)).collect()).collect()
    }

    fn document() -> impl Strategy<Value = Vec<Vec<TermId>>> {
        let words = prop::collection::vec(0u64..15, 1..6);
        prop::collection::vec(words.prop_map(|words| words.into_iter().map(TermId).collect()), 1..6)
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
            for pair in views[0].similarities(&views[1]) {
                similarities[pair.sentences[0] as usize][pair.sentences[1] as usize] = pair.similarity;
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
            let pairs = views[0].equal_sentences(&views[1], &thresholds);
            for i in 0..a.len() {
                for j in 0..b.len() {
                    if margin(i, j) {
                        let found = pairs.contains(&[i as u32, j as u32]);
                        prop_assert_eq!(found, thresholds.are_equal(there[i][j], back[j][i]));
                    }
                }
            }
        }
    }
}
