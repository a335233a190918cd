//! The three least-frequent 4-grams of a sentence (000, section 3.2.1).

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{Direction, Entry, Measure, View};
use crate::corpus::{CorpusStats, Needs};
use dejalu_text::shingles::four_grams;
use dejalu_text::sorted::distinct;
use dejalu_text::{AnalyzedDocument, TermId};

pub(super) const MEASURES: &[Entry] = &[Entry::of::<FourGrams>()];

/// The representations of a document's sentences, hashed, in order.
#[derive(Debug)]
pub struct Representations {
    sentences: Vec<u64>,
    /// The same, ascending and without repetition.
    distinct: Vec<u64>,
}

impl View for Representations {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, _options: &()) -> Self {
        Representations::new(document.joined_sentences(), |gram| {
            stats.four_gram_count(gram)
        })
    }

    fn is_empty(&self) -> bool {
        self.sentences.is_empty()
    }
}

impl Representations {
    /// Of sentences, each its refined words joined, given the count of every 4-gram.
    fn new(sentences: impl Iterator<Item = String>, count: impl Fn(TermId) -> u32) -> Self {
        let hash = |sentence: String| xxh3_64(representation(&sentence, &count).as_bytes());
        let sentences: Vec<u64> = sentences.map(hash).collect();
        let distinct = distinct(sentences.iter().copied());
        Representations {
            sentences,
            distinct,
        }
    }

    /// The share of these sentences that have an equal one in `other`.
    fn share_in(&self, other: &Representations) -> f64 {
        let equal = |sentence: &&u64| other.distinct.binary_search(sentence).is_ok();
        self.sentences.iter().filter(equal).count() as f64 / self.sentences.len() as f64
    }
}

/// A sentence's representation: its three least frequent 4-grams, ties by position, joined in the
/// order in which they stand. With fewer than three 4-grams all; with fewer than four characters
/// the sentence itself.
fn representation(sentence: &str, count: impl Fn(TermId) -> u32) -> String {
    let grams = four_grams(sentence);
    if grams.is_empty() {
        return sentence.to_string();
    }
    let mut rarest: Vec<(u32, usize)> = grams
        .iter()
        .enumerate()
        .map(|(place, gram)| (count(TermId::of(gram)), place))
        .collect();
    rarest.sort_unstable();
    let mut places: Vec<usize> = rarest.into_iter().take(3).map(|(_, place)| place).collect();
    places.sort_unstable();
    places.into_iter().map(|place| grams[place]).collect()
}

/// The share of sentences that have a sentence of the same three least-frequent 4-grams in the
/// other document (000, section 3.2.1). In [0, 1].
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FourGrams {
    /// The document whose sentences are counted.
    pub direction: Direction,
}

impl Measure for FourGrams {
    const NAME: &'static str = "four-grams";
    const SUMMARY: &'static str =
        "share of sentences whose three rarest 4-grams occur in the other document";
    const PHRASE: &'static str = "sentences of {one} document with the same rarest 4-grams";
    const SOURCE: &'static str = "Yerra 2005 (000), section 3.2.1";
    const COST: &'static str = "O(sentences log sentences)";
    const NEEDS: Needs = Needs::FOUR_GRAMS;
    type View = Representations;

    fn view(&self) {}

    fn similarity(&self, left: &Representations, right: &Representations, _: &()) -> f64 {
        self.direction
            .combine([left.share_in(right), right.share_in(left)])
    }

    fn directed(
        &self,
        left: &Representations,
        right: &Representations,
        _: &(),
    ) -> Option<[f64; 2]> {
        Some([left.share_in(right), right.share_in(left)])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_4_grams_of_novel_creations() {
        // 000, section 3.2.1.
        let expected = "nove ovel velc elcr lcre crea reat eati atio tion ions";
        assert_eq!(four_grams("novelcreations").join(" "), expected);
    }

    #[test]
    fn the_representation_of_iraqs_top_shiite() {
        let rare = ["raqs", "aqst", "qsto"].map(TermId::of);
        let count = |gram| if rare.contains(&gram) { 1 } else { 9 };
        assert_eq!(representation("iraqstopshiite", count), "raqsaqstqsto");
        let grams = four_grams("iraqstopshiite");
        assert_eq!(grams[..6], ["iraq", "raqs", "aqst", "qsto", "stop", "tops"]);
    }

    #[test]
    fn short_sentences_stand_for_themselves() {
        assert_eq!(representation("abc", |_| 0), "abc");
        assert_eq!(representation("abcde", |_| 0), "abcdbcde");
        // Ties go to the earlier position, and a repeated 4-gram counts once.
        assert_eq!(representation("aaaaaab", |_| 0), "aaaaaaab");
    }

    /// 000, section 3.2.1, to the letter: the most frequent 4-gram goes, the last of equals, until
    /// three are left.
    fn slow(sentence: &str, count: impl Fn(TermId) -> u32) -> String {
        let characters: Vec<char> = sentence.chars().collect();
        let mut grams: Vec<String> = Vec::new();
        for gram in characters.windows(4).map(String::from_iter) {
            if !grams.contains(&gram) {
                grams.push(gram);
            }
        }
        if grams.is_empty() {
            return sentence.into();
        }
        while grams.len() > 3 {
            let frequency = |&place: &usize| count(TermId::of(&grams[place]));
            // Of several largest, `max_by_key` gives the last.
            let most = (0..grams.len()).max_by_key(frequency).unwrap();
            grams.remove(most);
        }
        grams.concat()
    }

    proptest! {
        #[test]
        fn equals_the_definition(
            left in prop::collection::vec("[abé]{1,9}", 1..8),
            right in prop::collection::vec("[abé]{1,9}", 1..8),
            frequencies in 1u64..6,
        ) {
            let count = |gram: TermId| (gram.0 % frequencies) as u32;
            let [fast, other] =
                [&left, &right].map(|text| Representations::new(text.iter().cloned(), count));
            let slow = |text: &[String]| -> Vec<String> {
                text.iter().map(|sentence| slow(sentence, count)).collect()
            };
            let (slow, others) = (slow(&left), slow(&right));
            let equal = slow.iter().filter(|sentence| others.contains(sentence)).count();
            prop_assert_eq!(fast.share_in(&other), equal as f64 / left.len() as f64);
            for (sentence, slow) in left.iter().zip(slow) {
                prop_assert_eq!(representation(sentence, count), slow);
            }
        }

        #[test]
        fn sentences_without_a_common_4_gram_are_never_equal(
            left in "[abé]{4,12}",
            right in "[abé]{4,12}",
            frequencies in 1u64..6,
        ) {
            let count = |gram: TermId| (gram.0 % frequencies) as u32;
            let theirs = four_grams(&right);
            prop_assume!(four_grams(&left).iter().all(|gram| !theirs.contains(gram)));
            prop_assert_ne!(representation(&left, count), representation(&right, count));
        }
    }
}
