//! Copy detection by whole sentences: OS-CDS, SCAM and COPS (004).
//!
//! All three compare a document's [`Chunk`]s. A sentence is its sequence of words: the same words
//! in another order match by overlap, not exactly, which is how OS-CDS beats SCAM.

use std::cell::Cell;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use super::{Direction, Effort, Entry, Measure, View};
use crate::corpus::{CorpusStats, Lists};
use dejalu_base::threshold::MARGIN;
use dejalu_text::sorted::multiset_intersection;
use dejalu_text::{AnalyzedDocument, Chunk};

pub(super) const MEASURES: &[Entry] = &[
    Entry::of::<OsCds>(),
    Entry::of::<Scam>(),
    Entry::of::<Cops>(),
];

/// A document's distinct sentences of two words or more.
#[derive(Debug, Default)]
pub struct Chunks {
    /// Each sentence's sequence of words, hashed, with its place in the document; ascending.
    sequences: Vec<(u64, u32)>,
    /// Each sentence's distinct words, ascending; in the order of the document.
    words: Vec<Vec<u64>>,
    /// The same words by their numbers in the vocabulary.
    numbers: Vec<Vec<u32>>,
    /// The words of all, ascending, each with the places of the sentences that hold it.
    vocabulary: Vec<u64>,
    holders: Lists<u32>,
}

/// The number of a word that a vocabulary has not.
const NONE: u32 = u32::MAX;

/// Matches between the sentences of two documents.
#[derive(Debug, Default)]
pub struct Matches {
    /// Flags of the sentences that match exactly, in the left and in the right document; empty where none does.
    exact: [Vec<bool>; 2],
    /// EM, the number of exact matches.
    count: usize,
    /// OP_r of the left document against the right one, and back, at the threshold that was asked for
    /// last: measures that differ in their direction alone share it.
    overlap: Cell<Option<(OverlapThreshold, [f64; 2])>>,
}

impl View for Chunks {
    type Options = ();
    type Joint = Matches;

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, _options: &()) -> Self {
        Chunks::new(document.chunks())
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    fn join(&self, other: &Self) -> Matches {
        let mut matches = Matches::default();
        let (mut ours, mut theirs) = (&self.sequences[..], &other.sequences[..]);
        while let ([(x, here), our_rest @ ..], [(y, there), their_rest @ ..]) = (ours, theirs) {
            if x == y {
                let sides = [(self, here), (other, there)];
                for (exact, (chunks, &place)) in matches.exact.iter_mut().zip(sides) {
                    exact.resize(chunks.len(), false);
                    exact[place as usize] = true;
                }
                matches.count += 1;
            }
            ours = if x <= y { our_rest } else { ours };
            theirs = if y <= x { their_rest } else { theirs };
        }
        matches
    }
}

impl Chunks {
    fn new(sentences: Vec<Chunk>) -> Self {
        let mut chunks = Chunks {
            numbers: vec![Vec::new(); sentences.len()],
            ..Chunks::default()
        };
        let mut held = Vec::new();
        for (place, sentence) in (0..).zip(sentences) {
            let mut words: Vec<u64> = sentence.words.into_iter().map(|word| word.0).collect();
            held.extend(words.iter().map(|&word| (word, place)));
            words.sort_unstable();
            chunks.sequences.push((sentence.sequence, place));
            chunks.words.push(words);
        }
        chunks.sequences.sort_unstable();
        held.sort_unstable();
        for holders in held.chunk_by(|a, b| a.0 == b.0) {
            for &(_, place) in holders {
                chunks.numbers[place as usize].push(chunks.vocabulary.len() as u32);
            }
            chunks.vocabulary.push(holders[0].0);
            chunks.holders.push(holders.iter().map(|&(_, place)| place));
        }
        chunks
    }

    /// N, the number of sentences.
    fn len(&self) -> usize {
        self.words.len()
    }

    /// The places of the sentences that hold a word of this number, ascending; none of a word that
    /// there is not.
    fn holding(&self, number: u32) -> &[u32] {
        match number {
            NONE => &[],
            _ => self.holders.get(number),
        }
    }

    /// For every word of either vocabulary its number in the other one.
    fn translations(&self, other: &Chunks) -> [Vec<u32>; 2] {
        let mut there = vec![NONE; self.vocabulary.len()];
        let mut back = vec![NONE; other.vocabulary.len()];
        let (mut i, mut j) = (0, 0);
        while let (Some(x), Some(y)) = (self.vocabulary.get(i), other.vocabulary.get(j)) {
            if x == y {
                (there[i], back[j]) = (j as u32, i as u32);
            }
            let (step, other_step) = (x <= y, y <= x);
            i += usize::from(step);
            j += usize::from(other_step);
        }
        [there, back]
    }

    /// The overlaps OM(NS, S) = common words / words of NS of this document's sentences NS with
    /// sentences S of `other` that reach the threshold, both without an exact match.
    ///
    /// Of n words, at least k common, k occur in the other document at all, and one of any n − k + 1 is
    /// common: only the sentences that hold one of these are compared. Any will do where they meet few
    /// sentences; else those that are rarest in the other document, whose numbers for our words
    /// `translation` gives.
    fn overlaps(
        &self,
        other: &Chunks,
        translation: &[u32],
        [ours, theirs]: [&[bool]; 2],
        threshold: OverlapThreshold,
    ) -> Vec<SentenceOverlap> {
        // The last of our sentences that each of theirs was compared with; counted from 1.
        let mut compared = vec![0; other.len()];
        let mut holding = Vec::new();
        let mut found = Vec::new();
        for (place, (words, numbers)) in (0..).zip(self.words.iter().zip(&self.numbers)) {
            let least = threshold.least(words.len());
            let Some(last) = words.len().checked_sub(least) else {
                continue;
            };
            let known = numbers
                .iter()
                .filter(|&&it| translation[it as usize] != NONE);
            if is_exact(ours, place) || known.count() < least {
                continue;
            }
            let held = |&number: &u32| other.holding(translation[number as usize]);
            holding.clear();
            holding.extend(numbers[..=last].iter().map(held));
            let met: usize = holding.iter().map(|holders| holders.len()).sum();
            if met > words.len() {
                holding.extend(numbers[last + 1..].iter().map(held));
                holding.sort_by_key(|holders| holders.len());
            }
            for &partner in holding[..=last].iter().copied().flatten() {
                let before = std::mem::replace(&mut compared[partner as usize], place + 1);
                if before == place + 1 || is_exact(theirs, partner) {
                    continue;
                }
                let common = multiset_intersection(words, &other.words[partner as usize]) as u32;
                if threshold.is_reached(common, words.len()) {
                    found.push(SentenceOverlap {
                        places: [place, partner],
                        common,
                        of: words.len() as u32,
                    });
                }
            }
        }
        found
    }

    /// OP_r of this document against another and of the other against this one.
    fn both_ways(
        &self,
        other: &Chunks,
        matches: &Matches,
        threshold: OverlapThreshold,
    ) -> [f64; 2] {
        if let Some((_, both)) = matches.overlap.get().filter(|&(at, _)| at == threshold) {
            return both;
        }
        let [ours, theirs] = matches.exact.each_ref().map(Vec::as_slice);
        let sentences = [self.len(), other.len()];
        let [there, back] = self.translations(other);
        let both = [
            self.overlaps(other, &there, [ours, theirs], threshold),
            other.overlaps(self, &back, [theirs, ours], threshold),
        ];
        let both = both
            .map(|overlaps| overlap_percentage(matches.count, &one_to_one(overlaps), sentences));
        matches.overlap.set(Some((threshold, both)));
        both
    }
}

/// Returns whether the sentence at a place is among the exact matches; see [`Matches::exact`].
fn is_exact(exact: &[bool], place: u32) -> bool {
    exact.get(place as usize).is_some_and(|&exact| exact)
}

/// OM: two sentences that share words and do not match exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SentenceOverlap {
    /// The sentences' places, in the probed document and in the registered one.
    pub places: [u32; 2],
    /// Number of words that they share.
    pub common: u32,
    /// Number of words in the probed one.
    pub of: u32,
}

impl SentenceOverlap {
    /// Common words / words of the probed sentence (004, section 5.2.4).
    pub fn share(&self) -> f64 {
        f64::from(self.common) / f64::from(self.of)
    }
}

/// The overlaps that count: a sentence matches one other.
///
/// \[choice\] Exact matches leave both documents first; the rest is matched greedily by descending
/// overlap (ties: earlier in the probed document, then in the registered one). The paper's literal
/// sum over all overlaps reaches 3 on {abcd} against {ab, bc, cd}.
pub fn one_to_one(mut overlaps: Vec<SentenceOverlap>) -> Vec<SentenceOverlap> {
    overlaps.sort_unstable_by(|a, b| {
        let descending =
            (u64::from(b.common) * u64::from(a.of)).cmp(&(u64::from(a.common) * u64::from(b.of)));
        descending.then(a.places.cmp(&b.places))
    });
    let (mut here, mut there) = (FxHashSet::default(), FxHashSet::default());
    overlaps.retain(|SentenceOverlap { places, .. }| {
        let free = !here.contains(&places[0]) && !there.contains(&places[1]);
        free && here.insert(places[0]) && there.insert(places[1])
    });
    overlaps
}

/// OP_r = (EM + SOM) / min(N_d, N_r), in [0, 1]: `exact` is EM, `sentences` are N_d and N_r, of
/// which none is 0 (004, section 5.3).
pub fn overlap_percentage(exact: usize, matched: &[SentenceOverlap], sentences: [usize; 2]) -> f64 {
    (exact as f64 + overlap_sum(matched)) / sentences[0].min(sentences[1]) as f64
}

/// SOM, the sum of the overlaps that count.
pub fn overlap_sum(matched: &[SentenceOverlap]) -> f64 {
    // The library's sum of nothing is −0.
    matched
        .iter()
        .fold(0.0, |sum, overlap| sum + overlap.share())
}

/// The overlap threshold S_th in billionths, so that shares are compared as integers: 4 of 5 words
/// reach 0.8, 2 of 3 reach 2/3.
///
/// \[choice\] An overlap counts if it reaches the threshold; the paper says "above".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverlapThreshold(u64);

impl OverlapThreshold {
    /// A share in (0, 1].
    pub fn of(share: f64) -> Self {
        let billionths = ((share - MARGIN) * OverlapThreshold::WHOLE as f64).ceil();
        OverlapThreshold(billionths as u64)
    }

    const WHOLE: u64 = 1_000_000_000;

    /// Returns whether so many common words of so many reach it.
    pub fn is_reached(self, common: u32, words: usize) -> bool {
        common as usize >= self.least(words)
    }

    /// The fewest common words that reach it.
    pub fn least(self, words: usize) -> usize {
        ((self.0 * words as u64).div_ceil(OverlapThreshold::WHOLE) as usize).max(1)
    }
}

/// OP_r = (EM + SOM) / min(N_d, N_r): exactly matching sentences and the overlaps of the rest
/// (004, section 5). In [0, 1].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, SmartDefault)]
#[serde(default, deny_unknown_fields)]
pub struct OsCds {
    /// S_th, the minimum overlap of two sentences that counts; 0.8, the best of eight in 004, by
    /// default.
    #[default(0.8)]
    pub threshold: f64,
    /// The document that is taken for the probed one.
    pub direction: Direction,
}

impl Measure for OsCds {
    const NAME: &'static str = "os-cds";
    const SUMMARY: &'static str = "share of sentences that match exactly or overlap";
    const PHRASE: &'static str = "sentences of {one} document that overlap with one of the other";
    const SOURCE: &'static str = "Ismail, Saad and Badr (004), section 5";
    const COST: &'static str = "O(words + overlapping sentences)";
    const EFFORT: Effort = Effort::Medium;
    type View = Chunks;

    fn view(&self) {}

    fn check(&self) -> Result<(), String> {
        if self.threshold > 0.0 && self.threshold <= 1.0 {
            Ok(())
        } else {
            Err(format!(
                "threshold is {}, expected a number above 0 and at most 1",
                self.threshold
            ))
        }
    }

    fn similarity(&self, left: &Chunks, right: &Chunks, matches: &Matches) -> f64 {
        let threshold = OverlapThreshold::of(self.threshold);
        self.direction
            .combine(left.both_ways(right, matches, threshold))
    }

    fn directed(&self, left: &Chunks, right: &Chunks, matches: &Matches) -> Option<[f64; 2]> {
        let threshold = OverlapThreshold::of(self.threshold);
        Some(left.both_ways(right, matches, threshold))
    }
}

/// EM / min(N_d, N_r): exactly matching sentences alone (004, section 7's baseline). In [0, 1].
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scam {}

impl Measure for Scam {
    const NAME: &'static str = "scam";
    const SUMMARY: &'static str = "share of sentences that match exactly";
    const PHRASE: &'static str = "sentences in common";
    const SOURCE: &'static str = "Ismail, Saad and Badr (004), section 7";
    const COST: &'static str = "O(sentences)";
    type View = Chunks;

    fn view(&self) {}

    fn similarity(&self, left: &Chunks, right: &Chunks, matches: &Matches) -> f64 {
        matches.count as f64 / left.len().min(right.len()) as f64
    }
}

/// The share of one document's distinct sentences whose hash occurs in the other (COPS, as 004,
/// section 2 describes it). In [0, 1]. Documents of fewer than ten sentences are outside its range.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cops {
    /// The document whose sentences are counted.
    pub direction: Direction,
}

impl Measure for Cops {
    const NAME: &'static str = "cops";
    const SUMMARY: &'static str = "share of one document's sentences that the other contains";
    const PHRASE: &'static str = "sentences of {one} document in the other (meant for ten or more)";
    const SOURCE: &'static str = "Ismail, Saad and Badr (004), section 2";
    const LIMITS: &'static str = "made for documents of ten sentences or more";
    const COST: &'static str = "O(sentences)";
    type View = Chunks;

    fn view(&self) {}

    fn similarity(&self, left: &Chunks, right: &Chunks, matches: &Matches) -> f64 {
        self.direction.combine(both_shares(left, right, matches))
    }

    fn directed(&self, left: &Chunks, right: &Chunks, matches: &Matches) -> Option<[f64; 2]> {
        Some(both_shares(left, right, matches))
    }
}

fn both_shares(left: &Chunks, right: &Chunks, matches: &Matches) -> [f64; 2] {
    [left, right].map(|chunks| matches.count as f64 / chunks.len() as f64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use dejalu_text::TermId;
    use dejalu_text::chunks::distinct;

    /// One sentence a string, one word a letter.
    fn chunks(sentences: &[&str]) -> Chunks {
        let letters = sentences
            .iter()
            .map(|sentence| sentence.bytes().map(u64::from).collect());
        numbered(&letters.collect::<Vec<_>>())
    }

    fn numbered(sentences: &[Vec<u64>]) -> Chunks {
        let words = |numbers: &Vec<u64>| (numbers.iter().copied().map(TermId).collect(), 0..0);
        Chunks::new(distinct(sentences.iter().map(words)))
    }

    fn overlap(there: &[&str], back: &[&str], threshold: f64) -> Vec<f64> {
        let threshold = OverlapThreshold::of(threshold);
        let [there, back] = [there, back].map(chunks);
        let [translation, _] = there.translations(&back);
        let overlaps = there.overlaps(&back, &translation, [&[], &[]], threshold);
        overlaps
            .iter()
            .map(|o| f64::from(o.common) / f64::from(o.of))
            .collect()
    }

    fn overlap_percentage(probed: &Chunks, registered: &Chunks, threshold: f64) -> f64 {
        let matches = probed.join(registered);
        probed.both_ways(registered, &matches, OverlapThreshold::of(threshold))[0]
    }

    fn similarity(measure: &impl Measure<View = Chunks>, left: &Chunks, right: &Chunks) -> f64 {
        measure.similarity(left, right, &left.join(right))
    }

    #[test]
    fn overlaps_are_shares_of_the_new_sentence() {
        // 004, section 5: NS 4 words, S 5, 3 common.
        assert_eq!(overlap(&["abcd"], &["abcxy"], 0.1), [0.75]);
        assert_eq!(overlap(&["abcxy"], &["abcd"], 0.1), [0.6]);
        assert_eq!(overlap(&["abcd"], &["acd"], 0.1), [0.75]);
        assert_eq!(overlap(&["acd"], &["abcd"], 0.1), [1.0]);
    }

    #[test]
    fn only_overlaps_at_the_threshold_are_summed() {
        // Overlaps of 60 and 90 % at a threshold of 65 %: SOM = 0.9.
        let probed = chunks(&["abcdefghij", "klmnopqrst"]);
        let registered = chunks(&["abcdefghiX", "klmnopWXYZ"]);
        let percentage = overlap_percentage(&probed, &registered, 0.65);
        assert_eq!(percentage, 0.9 / 2.0);
        assert_eq!(
            overlap(&["abcde"], &["abcdX"], 0.8),
            [0.8],
            "4 of 5 words reach 80 %"
        );
    }

    #[test]
    fn an_overlap_at_any_threshold_counts() {
        for words in 1..40u64 {
            for common in 1..=words {
                let threshold = OverlapThreshold::of(common as f64 / words as f64);
                assert!(
                    threshold.is_reached(common as u32, words as usize),
                    "{common} of {words}"
                );
                assert!(!threshold.is_reached(common as u32 - 1, words as usize));
                assert_eq!(threshold.least(words as usize), common as usize);
            }
        }
    }

    #[test]
    fn numbers_end_sentences_and_leave_their_words() {
        let chunks = |text: &str| {
            let analyzer = dejalu_text::Analyzer::new(Default::default());
            let document = analyzer.analyze(&dejalu_text::Document::plain("x", text));
            Chunks::of(&document, &CorpusStats::default(), &())
        };
        let shares = chunks("It rained in Paris: the owner received 1.8 million shares.");
        let coins = chunks("It snowed at sea: the owner received 2.5 billion coins.");
        assert_eq!([shares.len(), coins.len()], [3, 3]);
        assert_eq!(similarity(&Scam::default(), &shares, &coins), 1.0 / 3.0);
    }

    #[test]
    fn sentences_are_matched_one_to_one() {
        let one = chunks(&["abcd"]);
        let parts = chunks(&["ab", "bc", "cd"]);
        let percentage = overlap_percentage(&parts, &one, 0.8);
        assert_eq!(percentage, 1.0);
    }

    /// The definition, pair by pair: exact matches leave, then the largest overlap that is left is
    /// taken, the earliest of equals.
    fn slow(probed: &[Vec<u64>], registered: &[Vec<u64>], percent: u64) -> f64 {
        let distinct = |sentences: &[Vec<u64>]| -> Vec<Vec<u64>> {
            let mut kept: Vec<Vec<u64>> = Vec::new();
            for sentence in sentences {
                let mut words: Vec<u64> = Vec::new();
                sentence.iter().for_each(|word| {
                    if !words.contains(word) {
                        words.push(*word);
                    }
                });
                if words.len() > 1 && !kept.contains(&words) {
                    kept.push(words);
                }
            }
            kept
        };
        let (mut probed, mut registered) = (distinct(probed), distinct(registered));
        let least = probed.len().min(registered.len()) as f64;
        let exact: Vec<Vec<u64>> = probed
            .iter()
            .filter(|words| registered.contains(words))
            .cloned()
            .collect();
        probed.retain(|words| !exact.contains(words));
        registered.retain(|words| !exact.contains(words));
        let mut sum = 0.0;
        loop {
            let mut best: Option<(usize, usize, usize, usize)> = None;
            for (i, ns) in probed.iter().enumerate() {
                for (j, s) in registered.iter().enumerate() {
                    let common = ns.iter().filter(|word| s.contains(word)).count();
                    let counts = common > 0 && common as u64 * 100 >= percent * ns.len() as u64;
                    let better = best.is_none_or(|(_, _, most, of)| common * of > most * ns.len());
                    if counts && better {
                        best = Some((i, j, common, ns.len()));
                    }
                }
            }
            let Some((i, j, common, of)) = best else {
                return (exact.len() as f64 + sum) / least;
            };
            sum += common as f64 / of as f64;
            // Nothing is common to a sentence that was taken.
            probed[i].clear();
            registered[j].clear();
        }
    }

    fn document() -> impl Strategy<Value = Vec<Vec<u64>>> {
        prop::collection::vec(prop::collection::vec(0u64..7, 1..6), 1..7).prop_filter(
            "one sentence at least",
            |sentences| {
                sentences
                    .iter()
                    .any(|words| words.iter().any(|word| *word != words[0]))
            },
        )
    }

    proptest! {
        #[test]
        fn equals_the_definition(
            probed in document(),
            registered in document(),
            percent in prop::sample::select(vec![1u64, 50, 75, 80, 100]),
        ) {
            let [new, old] = [&probed, &registered].map(|document| numbered(document));
            // Both ways, and at two thresholds of one pair.
            let matches = new.join(&old);
            for percent in [percent, 66, percent] {
                let threshold = OverlapThreshold::of(percent as f64 / 100.0);
                let [there, back] = new.both_ways(&old, &matches, threshold);
                let slow_there = slow(&probed, &registered, percent);
                let slow_back = slow(&registered, &probed, percent);
                prop_assert!((there - slow_there).abs() < 1e-12, "{there} {slow_there}");
                prop_assert!((back - slow_back).abs() < 1e-12, "{back} {slow_back}");
            }
        }
    }

    #[test]
    fn another_order_of_words_overlaps_but_does_not_match() {
        let (there, back) = (chunks(&["abc"]), chunks(&["cba"]));
        assert_eq!(similarity(&Scam::default(), &there, &back), 0.0);
        assert_eq!(similarity(&OsCds::default(), &there, &back), 1.0);
    }
}
