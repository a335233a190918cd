//! Pairs the sentences of two documents. Every sentence gets at most one counterpart, so that a
//! reader can be led from one to the other.

use std::collections::HashSet;
use std::ops::Range;

use serde::Serialize;

use super::alike::{Alike, Compared, Stretches};
use super::chain::{Link, heaviest_chain};
use super::difference::{Difference, raw_words};
use super::links;
use super::values::numbers;
use dejalu_similarity::measures::fuzzy::Thresholds;
use dejalu_text::Token;

/// Share of each of two sentences that must be found in the other to count as rewritten. \[choice\]
/// Below 000's permissible threshold a sentence is no longer "the same", but where half of it occurs
/// in a counterpart a reader wants to see it.
pub(super) const REWRITTEN: f64 = 0.5;

/// This many words in a row that the counterpart lacks are no rewording: a clause or an entry is gone.
const OMITTED: usize = 8;

/// The most sentences that are taken for one that was split, or that were merged into one.
const LONGEST_JOIN: u32 = 3;

/// The minimum share by which each of two sentences must be found in the other to be looked at.
pub(super) fn least(thresholds: &Thresholds) -> f64 {
    thresholds.permissible.min(REWRITTEN)
}

/// The correspondence of two stretches of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchKind {
    /// Word for word; case and punctuation may differ.
    Identical,
    /// The same by 000's thresholds, EQ = 1.
    Reworded,
    /// One sentence on the left became several on the right, which together are EQ to it.
    Split,
    /// Several on the left became one on the right.
    Merged,
    /// EQ, but with another number, date or name, or without a whole clause.
    Altered,
    /// Not EQ, but at least half of the words of each are found in the other.
    Rewritten,
}

impl MatchKind {
    /// Returns whether such a sentence *occurs in* the other document: it has a counterpart of its
    /// own there that says the same, with the same numbers, dates and names. This is what all shares
    /// of evidence count.
    pub fn is_contained(self) -> bool {
        !matches!(self, MatchKind::Altered | MatchKind::Rewritten)
    }
}

/// Sentences of two documents that correspond.
#[derive(Debug, Clone, PartialEq)]
pub struct SentenceMatch {
    /// Kind of the match.
    pub kind: MatchKind,
    /// Their places in the two documents; one sentence on one side at least.
    pub sentences: [Range<u32>; 2],
    /// Sim(left, right) and Sim(right, left), each in \[0, 1\] (000, equation 3.3).
    pub similarities: [f64; 2],
    /// True if they are in a different order than the rest.
    pub moved: bool,
    /// Words that differ.
    pub difference: Difference,
}

/// The matches of two documents, ascending by their place on the left, given their sentences one by
/// one.
///
/// \[choice\] 000 lists all pairs with EQ = 1. Of these the ones that keep their order and have most
/// words in common are taken first, so that repeated sentences find the repetition that stands at
/// the same place; then the others, the most words in common first; then sentences that were split
/// or merged; then, of what is left, the rewritten ones. Numbers count as words, so that the rows of a
/// table find those of the same figures.
pub(super) fn matches(singly: &Stretches, thresholds: &Thresholds) -> Vec<SentenceMatch> {
    let mut pairing = Pairing {
        sides: singly.sides,
        thresholds,
        least: least(thresholds),
        taken: singly.sides.map(|side| vec![false; side.sentences.len()]),
        matches: Vec::new(),
    };
    let is_equal = |[there, back]: [f64; 2]| thresholds.are_equal(there, back);
    let is_rewritten = |[there, back]: [f64; 2]| there.min(back) >= REWRITTEN;
    let equal = singly.alike(is_equal);
    let rewritten = singly.alike(|it| is_rewritten(it) && !is_equal(it));

    for (index, places) in links::chain(&equal) {
        pairing.take(singly, &equal[index], places);
    }
    pairing.take_heaviest_first(singly, equal);
    for side in [0, 1] {
        let joins = pairing.joins(side);
        let equal = joins.alike(is_equal);
        pairing.take_heaviest_first(&joins, equal);
    }
    pairing.take_heaviest_first(singly, rewritten);
    pairing.finish()
}

struct Pairing<'a> {
    sides: [&'a Compared<'a>; 2],
    thresholds: &'a Thresholds,
    /// The minimum share by which two sentences are looked at.
    least: f64,
    /// On each side, which sentences have their counterpart.
    taken: [Vec<bool>; 2],
    matches: Vec<(SentenceMatch, f64)>,
}

impl<'a> Pairing<'a> {
    fn is_free(&self, side: usize, sentences: &Range<u32>) -> bool {
        let taken = &self.taken[side][sentences.start as usize..sentences.end as usize];
        !taken.contains(&true)
    }

    /// Takes those whose sentences are free when their turn comes; of equally heavy ones that which
    /// stands first on the left, and then on the right.
    fn take_heaviest_first(&mut self, stretches: &Stretches, mut alike: Vec<Alike>) {
        alike.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        for tied in alike.chunk_by(|a, b| a.weight.total_cmp(&b.weight).is_eq()) {
            self.take_in_order(stretches, tied);
        }
    }

    /// Every stretch on the left, in order, with the first on the right that is free. No pair of
    /// stretches is looked at twice, nor are all: what has been taken on the right stays so.
    fn take_in_order(&mut self, stretches: &Stretches, tied: &[Alike]) {
        let mut turns: Vec<(u32, usize)> = Vec::new();
        for (index, alike) in tied.iter().enumerate() {
            turns.extend(alike.stretches[0].iter().map(|&left| (left, index)));
        }
        turns.sort_unstable();
        let mut rights = tied
            .iter()
            .map(|alike| alike.stretches[1])
            .collect::<Vec<_>>();
        for turn in turns.chunk_by(|a, b| a.0 == b.0) {
            let left = turn[0].0;
            if !self.is_free(0, &stretches.sentences[0][left as usize]) {
                continue;
            }
            let free = turn.iter().filter_map(|&(_, index)| {
                let rights = &mut rights[index];
                while let Some((first, rest)) = rights.split_first() {
                    if self.is_free(1, &stretches.sentences[1][*first as usize]) {
                        return Some((*first, index));
                    }
                    *rights = rest;
                }
                None
            });
            if let Some((right, index)) = free.min() {
                self.take(stretches, &tied[index], [left, right]);
            }
        }
    }

    /// Takes two stretches, given by their indices.
    fn take(&mut self, stretches: &Stretches, alike: &Alike, pair: [u32; 2]) {
        let sentences = [0, 1].map(|side| stretches.sentences[side][pair[side] as usize].clone());
        for (taken, sentences) in self.taken.iter_mut().zip(&sentences) {
            taken[sentences.start as usize..sentences.end as usize].fill(true);
        }
        let documents = self.sides.map(|side| side.document);
        let tokens = [0, 1].map(|side| self.sides[side].tokens(&sentences[side]));
        let difference = Difference::new(documents, tokens);
        let [there, back] = alike.similarities;
        let kind = match sentences.each_ref().map(|range| range.len()) {
            [1, 1] if difference.is_none() => MatchKind::Identical,
            [1, 1] if !self.thresholds.are_equal(there, back) => MatchKind::Rewritten,
            _ if self.is_altered(&difference) => MatchKind::Altered,
            [1, 1] => MatchKind::Reworded,
            [1, _] => MatchKind::Split,
            _ => MatchKind::Merged,
        };
        let found = SentenceMatch {
            kind,
            sentences,
            similarities: alike.similarities,
            moved: false,
            difference,
        };
        self.matches.push((found, alike.weight));
    }

    /// Returns whether one side has a number or a name that the other lacks, or a whole clause.
    /// Names are looked for in all of the other side: their order may change, that of numbers may
    /// not.
    fn is_altered(&self, difference: &Difference) -> bool {
        let numbers = |side: usize| numbers(self.sides[side].document, &difference.tokens[side]);
        if !numbers(0).eq(numbers(1)) {
            return true;
        }
        let raw = |side: usize| raw_words(self.sides[side].document, &difference.tokens[side]);
        let words = [0, 1].map(|side| raw(side).collect::<HashSet<_>>());
        [0, 1].into_iter().any(|side| {
            let compared = self.sides[side];
            difference.only(side).any(|run| {
                let run = &compared.document.tokens[run.start as usize..run.end as usize];
                let missing = |token: &&Token| !words[1 - side].contains(&token.raw);
                let mut names = run.iter().filter(missing);
                names.any(|token| compared.names.contain(token))
                    || run.iter().filter(missing).count() >= OMITTED
            })
        })
    }

    /// Neighbouring free sentences on one side, and single ones on the other that they may equal
    /// together.
    fn joins(&self, side: usize) -> Stretches<'a> {
        let free = |side: usize, length: u32| {
            let all = self.sides[side].sentences.len() as u32 + 1;
            let stretches = (0..all.saturating_sub(length)).map(move |at| at..at + length);
            stretches.filter(move |it| self.is_free(side, it))
        };
        let joins = (2..=LONGEST_JOIN)
            .flat_map(|length| free(side, length))
            .collect();
        let single = free(1 - side, 1).collect();
        let stretches = match side {
            0 => [joins, single],
            _ => [single, joins],
        };
        Stretches::new(self.sides, stretches, self.least)
    }

    /// The matches in order; those off the heaviest chain have moved.
    fn finish(self) -> Vec<SentenceMatch> {
        let mut matches = self.matches;
        matches.sort_by_key(|(found, _)| found.sentences[0].start);
        let link = |(found, weight): &(SentenceMatch, f64)| Link {
            places: [0, 1].map(|side| found.sentences[side].start),
            weight: *weight,
        };
        let chain = heaviest_chain(&matches.iter().map(link).collect::<Vec<_>>());
        let mut matches: Vec<SentenceMatch> = matches.into_iter().map(|(found, _)| found).collect();
        matches.iter_mut().for_each(|found| found.moved = true);
        for index in chain {
            matches[index].moved = false;
        }
        matches
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::evidence::sentences::sentences;
    use crate::evidence::values::Names;
    use dejalu_text::Analyzer;
    use dejalu_text::document::Document;

    /// The same as [`matches`], every pair of sentences by itself.
    fn slow(singly: &Stretches, thresholds: &Thresholds) -> Vec<SentenceMatch> {
        let mut pairing = Pairing {
            sides: singly.sides,
            thresholds,
            least: least(thresholds),
            taken: singly.sides.map(|side| vec![false; side.sentences.len()]),
            matches: Vec::new(),
        };
        let is_equal = |[there, back]: [f64; 2]| thresholds.are_equal(there, back);
        let is_rewritten =
            |it: [f64; 2]| it.iter().all(|&share| share >= REWRITTEN) && !is_equal(it);
        let equal = singly.alike(is_equal);
        let every = every_pair(&equal);
        let link = |&(alike, places): &(&Alike, [u32; 2])| Link {
            places,
            weight: alike.weight,
        };
        let links: Vec<Link> = every.iter().map(link).collect();
        for index in heaviest_chain(&links) {
            pairing.take(singly, every[index].0, every[index].1);
        }
        take_all(&mut pairing, singly, &equal);
        for side in [0, 1] {
            let joins = pairing.joins(side);
            take_all(&mut pairing, &joins, &joins.alike(is_equal));
        }
        take_all(&mut pairing, singly, &singly.alike(is_rewritten));
        pairing.finish()
    }

    /// Every pair of stretches, ascending.
    fn every_pair<'a>(alike: &'a [Alike]) -> Vec<(&'a Alike<'a>, [u32; 2])> {
        let pairs = alike.iter().flat_map(|alike| {
            let [lefts, rights] = alike.stretches;
            let pairs = lefts
                .iter()
                .flat_map(move |&left| rights.iter().map(move |&right| [left, right]));
            pairs.map(move |pair| (alike, pair))
        });
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_by_key(|&(_, pair)| pair);
        pairs
    }

    fn take_all(pairing: &mut Pairing, stretches: &Stretches, alike: &[Alike]) {
        let mut every = every_pair(alike);
        every.sort_by(|a, b| b.0.weight.total_cmp(&a.0.weight));
        for (alike, pair) in every {
            let is_free = |side: usize| {
                pairing.is_free(side, &stretches.sentences[side][pair[side] as usize])
            };
            if is_free(0) && is_free(1) {
                pairing.take(stretches, alike, pair);
            }
        }
    }

    /// Sentences of few words, so that many are repeated, reworded, split or merged.
    fn text() -> impl Strategy<Value = String> {
        let words = ["storm", "pier", "ferry", "milk", "cheese", "council"];
        let sentence = prop::collection::vec(prop::sample::select(words.to_vec()), 1..6);
        let sentence = sentence.prop_map(|words| format!("{}.", words.join(" ")));
        prop::collection::vec(sentence, 0..14).prop_map(|sentences| sentences.join(" "))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]
        #[test]
        fn equals_what_every_pair_by_itself_gives(texts in prop::array::uniform2(text())) {
            let analyzer = Analyzer::new(Default::default());
            let documents = texts.map(|text| analyzer.analyze(&Document::plain("a", &text)));
            let sentences = sentences(documents.each_ref());
            let compared = [0, 1].map(|side: usize| Compared {
                document: &documents[side],
                sentences: &sentences[side],
                names: Names::of(&documents[side]),
                correlations: Default::default(),
            });
            let thresholds = Thresholds::default();
            let singly = Stretches::singly(compared.each_ref(), least(&thresholds));
            prop_assert_eq!(matches(&singly, &thresholds), slow(&singly, &thresholds));
        }
    }
}
