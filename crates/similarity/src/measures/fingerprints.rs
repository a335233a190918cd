//! Fingerprints: a document in a few numbers. The baselines that the papers argue against.

use serde::{Deserialize, Serialize};
use sha1::{Digest, Sha1};
use smart_default::SmartDefault;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{BoundSketch, CommonValues, Entry, Measure, View};
use crate::corpus::{CorpusStats, Needs};
use dejalu_text::shingles::word_shingles;
use dejalu_text::sorted::{distinct, intersection};
use dejalu_text::{AnalyzedDocument, TermId, Token, Word};

pub(super) const MEASURES: &[Entry] = &[
    Entry::of::<SimHash>(),
    Entry::of::<IMatch>(),
    Entry::of::<SuperShingles>(),
    Entry::of::<SpotSigs>(),
];

/// More signatures than this are refused: each is a hash of the document.
const MOST_LEXICONS: u32 = 64;

/// 64 bits over tf·idf-weighted words: a bit is 1 iff the words whose hash has it outweigh those
/// whose hash has not (Charikar 2002; 001, section II).
#[derive(Debug)]
pub struct Bits(Option<u64>);

impl View for Bits {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, _options: &()) -> Self {
        let mut sums = [0.0; 64];
        for word in document.body_words() {
            let weight = f64::from(word.count) * stats.idf(word.term);
            for (bit, sum) in sums.iter_mut().enumerate() {
                *sum += if word.term.0 >> bit & 1 == 1 {
                    weight
                } else {
                    -weight
                };
            }
        }
        let bits = sums
            .iter()
            .enumerate()
            .map(|(bit, &sum)| u64::from(sum > 0.0) << bit)
            .sum();
        Bits(document.body_words().next().is_some().then_some(bits))
    }

    fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    fn bound_sketch(
        document: &AnalyzedDocument,
        stats: &CorpusStats,
        options: &(),
    ) -> Option<BoundSketch> {
        Some(BoundSketch::of_bits(Bits::of(document, stats, options).0))
    }
}

/// 1 − Hamming distance / 64 of two simhashes. In [0, 1]; unrelated documents score about 0.5.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SimHash {}

impl Measure for SimHash {
    const NAME: &'static str = "simhash";
    const SUMMARY: &'static str = "equal bits of two 64-bit fingerprints of weighted words";
    const PHRASE: &'static str = "agreement of the SimHash fingerprints";
    const SOURCE: &'static str = "Raveena and Nandini 2014 (001), section II (Charikar 2002)";
    const COST: &'static str = "O(1)";
    const NEEDS: Needs = Needs::DOCUMENT_FREQUENCIES;
    type View = Bits;

    fn view(&self) {}

    fn at_most_of(&self, common: &CommonValues) -> Option<f64> {
        Some(common.equal_bits())
    }

    fn similarity(&self, left: &Bits, right: &Bits, _: &()) -> f64 {
        let differing = left
            .0
            .zip(right.0)
            .map_or(64, |(a, b)| (a ^ b).count_ones());
        1.0 - f64::from(differing) / 64.0
    }
}

/// One SHA-1 a lexicon, of a document's distinct words that are in the lexicon, in one order for all
/// documents (Chowdhury et al. 2002; 001, section II; \[choice\] of the words' numbers, in ascending
/// order). None where no word is left. The first lexicon holds the words that
/// are neither too rare nor too frequent, each further one about two thirds of them, by hash.
#[derive(Debug)]
pub struct Signatures(Vec<Option<[u8; 20]>>);

impl View for Signatures {
    type Options = u32;
    type Joint = ();

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, lexicons: &u32) -> Self {
        // The vocabulary of every document has the same order.
        let kept: Vec<&Word> = document
            .body_words()
            .filter(|word| is_mid_range(stats, word.term))
            .collect();
        let of = |lexicon: u32| {
            kept.iter()
                .copied()
                .filter(move |word| is_in(lexicon, word.term))
        };
        Signatures(
            (0..*lexicons)
                .map(|lexicon| signature(of(lexicon)))
                .collect(),
        )
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}

fn signature<'w>(words: impl Iterator<Item = &'w Word>) -> Option<[u8; 20]> {
    let mut words = words.peekable();
    words.peek()?;
    let mut hash = Sha1::new();
    for word in words {
        hash.update(word.term.0.to_le_bytes());
    }
    Some(hash.finalize().into())
}

/// \[choice\] A third of the words is left out at random, the share of Kołcz et al. 2004 from
/// memory.
fn is_in(lexicon: u32, term: TermId) -> bool {
    let hash = xxh3_64_with_seed(&term.0.to_le_bytes(), lexicon.into());
    lexicon == 0 || !hash.is_multiple_of(3)
}

/// \[choice\] nidf = ln((N + 1)/df) / ln(N + 1) in [0.2, 0.8]; the paper says "mid-range".
fn is_mid_range(stats: &CorpusStats, term: TermId) -> bool {
    let documents = f64::from(stats.documents()) + 1.0;
    let nidf = (documents / f64::from(stats.frequency(term))).ln() / documents.ln();
    (0.2..=0.8).contains(&nidf)
}

/// 1 iff so many of two documents' I-Match signatures are equal as are needed (all that there are
/// where there are fewer), else their number by that. In [0, 1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SmartDefault)]
#[serde(default, deny_unknown_fields)]
pub struct IMatch {
    /// Signatures per document, 1 by default; more make it robust against a single changed word.
    #[default(1)]
    pub lexicons: u32,
    /// Number that must be equal, 1 by default.
    #[default(1)]
    pub needed: u32,
}

impl Measure for IMatch {
    const NAME: &'static str = "i-match";
    const SUMMARY: &'static str = "whether the documents have the same words of medium frequency";
    const PHRASE: &'static str = "words of medium frequency in common";
    const SOURCE: &'static str =
        "Raveena and Nandini 2014 (001), section II (Chowdhury et al. 2002)";
    const COST: &'static str = "O(lexicons)";
    const NEEDS: Needs = Needs::DOCUMENT_FREQUENCIES;
    type View = Signatures;

    fn view(&self) -> u32 {
        self.lexicons
    }

    fn check(&self) -> Result<(), String> {
        let IMatch { lexicons, needed } = *self;
        if (1..=MOST_LEXICONS).contains(&lexicons) && (1..=lexicons).contains(&needed) {
            Ok(())
        } else {
            Err(format!(
                "lexicons is {lexicons} and needed is {needed}, expected 1 ≤ needed ≤ lexicons ≤ {MOST_LEXICONS}"
            ))
        }
    }

    fn similarity(&self, left: &Signatures, right: &Signatures, _: &()) -> f64 {
        let both = || {
            left.0
                .iter()
                .zip(&right.0)
                .filter(|(a, b)| a.is_some() || b.is_some())
        };
        let equal = both().filter(|(a, b)| a == b).count() as f64;
        let needed = (self.needed as usize).min(both().count()) as f64;
        f64::min(1.0, equal / needed)
    }
}

/// Six hashes, each of 14 consecutive min-hashes of 5-word shingles (Fetterly, Manasse and Najork
/// 2003; 002, section 2). None for a document without words.
#[derive(Debug)]
pub struct Groups(Option<[u64; 6]>);

impl View for Groups {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, _options: &()) -> Self {
        const HASHES_IN_GROUP: u64 = 14;
        let shingles = word_shingles(document, 5);
        let least = |seed: u64| {
            let hashes = shingles
                .iter()
                .map(|shingle| xxh3_64_with_seed(&shingle.to_le_bytes(), seed));
            hashes.min().unwrap_or_default()
        };
        let group = |group: u64| {
            let hashes = (0..HASHES_IN_GROUP).map(|i| least(group * HASHES_IN_GROUP + i));
            let bytes: Vec<u8> = hashes.flat_map(u64::to_le_bytes).collect();
            xxh3_64_with_seed(&bytes, group)
        };
        Groups((!shingles.is_empty()).then(|| [0, 1, 2, 3, 4, 5].map(group)))
    }

    fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

/// The share of six super-shingles that are equal, position by position. In [0, 1].
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SuperShingles {}

impl Measure for SuperShingles {
    const NAME: &'static str = "super-shingles";
    const SUMMARY: &'static str =
        "share of six super-shingle hashes of 5-word shingles that are equal";
    const PHRASE: &'static str = "fingerprints of runs of 5 words in common";
    const SOURCE: &'static str =
        "Das, Mathew and Vijayaraghavan (002), section 2 (Fetterly et al. 2003)";
    const COST: &'static str = "O(1)";
    type View = Groups;

    fn view(&self) {}

    fn similarity(&self, left: &Groups, right: &Groups, _: &()) -> f64 {
        let both = left.0.iter().flatten().zip(right.0.iter().flatten());
        both.filter(|(a, b)| a == b).count() as f64 / 6.0
    }
}

/// A document's spot signatures: at each antecedent the next two words that are not stop words
/// (Theobald et al. 2008; 001, section II). Hashed, ascending, distinct.
#[derive(Debug)]
pub struct Spots(Vec<u64>);

const ANTECEDENTS: [&str; 8] = ["a", "an", "the", "is", "was", "were", "can", "be"];

impl View for Spots {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, _options: &()) -> Self {
        let antecedents = ANTECEDENTS.map(TermId::of);
        let tokens: Vec<&Token> = document.body().collect();
        let mut signatures = Vec::new();
        // From the end on, the next words that are not stop words are at hand.
        let mut following = [None; 2];
        for token in tokens.into_iter().rev() {
            if let [Some(first), Some(second)] = following
                && antecedents.contains(&token.raw)
            {
                signatures.push(spot([token.raw, first, second]));
            }
            if !token.is_stop_word {
                following = [Some(token.raw), following[0]];
            }
        }
        Spots(distinct(signatures))
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn bound_sketch(
        document: &AnalyzedDocument,
        stats: &CorpusStats,
        options: &(),
    ) -> Option<BoundSketch> {
        Some(BoundSketch::of_values(
            &Spots::of(document, stats, options).0,
        ))
    }
}

/// An antecedent and the two words that follow it, as a number.
fn spot(words: [TermId; 3]) -> u64 {
    xxh3_64_with_seed(&words.map(|word| word.0.to_le_bytes()).concat(), 0)
}

/// |∩|/|∪| of the documents' spot signatures. In [0, 1]. \[choice\] On sets; Theobald et al. use
/// multisets.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SpotSigs {}

impl Measure for SpotSigs {
    const NAME: &'static str = "spotsigs";
    const SUMMARY: &'static str =
        "shared words after articles and auxiliary verbs, divided by those of both documents";
    const PHRASE: &'static str = "words in common after articles and auxiliary verbs";
    const SOURCE: &'static str =
        "Raveena and Nandini 2014 (001), section II (Theobald et al. 2008)";
    const COST: &'static str = "O(signatures)";
    type View = Spots;

    fn view(&self) {}

    fn at_most_of(&self, common: &CommonValues) -> Option<f64> {
        Some(common.jaccard())
    }

    fn similarity(&self, left: &Spots, right: &Spots, _: &()) -> f64 {
        let shared = intersection(&left.0, &right.0);
        shared as f64 / (left.0.len() + right.0.len() - shared) as f64
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::Document;

    fn view<V: View<Options = ()>>(text: &str, stats: &CorpusStats) -> V {
        V::of(&analyzed(text), stats, &())
    }

    fn analyzed(text: &str) -> AnalyzedDocument {
        Analyzer::new(Default::default()).analyze(&Document::plain("x", text))
    }

    #[test]
    fn one_word_gives_its_own_hash_as_bits() {
        let bits: Bits = view("ferry", &CorpusStats::default());
        assert_eq!(bits.0, Some(TermId::of("ferri").0));
    }

    #[test]
    fn i_match_ignores_words_out_of_the_middle() {
        let frequencies = [("ferri", 30), ("pier", 20), ("storm", 1), ("wait", 990)];
        let frequencies = frequencies.map(|(word, df)| (TermId::of(word), df));
        let stats = CorpusStats::with_document_frequencies(1000, frequencies);
        let signatures = |text| Signatures::of(&analyzed(text), &stats, &1);
        let same = |a, b| IMatch::default().similarity(&signatures(a), &signatures(b), &());
        assert_eq!(same("ferry pier storm", "pier waits, ferry"), 1.0);
        assert_eq!(same("ferry pier", "ferry"), 0.0);
        assert!(signatures("storm waits").is_empty());
    }

    #[test]
    fn further_lexicons_survive_a_changed_word() {
        let words = ["ferri", "pier", "harbour", "anchor"].map(|word| (TermId::of(word), 20));
        let stats = CorpusStats::with_document_frequencies(1000, words);
        let similarity = |lexicons, needed| {
            let [left, right] = ["ferry pier harbour", "ferry pier harbour anchor"]
                .map(|text| Signatures::of(&analyzed(text), &stats, &lexicons));
            IMatch { lexicons, needed }.similarity(&left, &right, &())
        };
        assert_eq!(similarity(1, 1), 0.0);
        // Some of twelve lexicons leave "anchor" out, none but those agree.
        let without = (0..12)
            .filter(|&lexicon| !is_in(lexicon, TermId::of("anchor")))
            .count();
        assert!((1..12).contains(&without));
        assert_eq!(similarity(12, 1), 1.0);
        assert_eq!(similarity(12, 12), without as f64 / 12.0);
        assert!(
            IMatch {
                lexicons: 2,
                needed: 3
            }
            .check()
            .is_err()
        );
    }

    #[test]
    fn a_spot_skips_stop_words_and_needs_two_others() {
        let none = CorpusStats::default();
        let a: Spots = view("The ferry of the old pier", &none);
        // the ferry old; the old pier.
        assert_eq!(a.0.len(), 2);
        let b: Spots = view("the ferry and that old pier", &none);
        assert_eq!(SpotSigs::default().similarity(&a, &b, &()), 1.0 / 2.0);
        assert!(view::<Spots>("the ferry", &none).is_empty());
    }

    /// The definition, antecedent by antecedent.
    fn slow_spots(document: &AnalyzedDocument) -> Vec<u64> {
        let tokens: Vec<&Token> = document.body().collect();
        let antecedents = ANTECEDENTS.map(TermId::of);
        let mut spots = Vec::new();
        for (place, token) in tokens.iter().enumerate() {
            let following = tokens[place + 1..]
                .iter()
                .filter(|token| !token.is_stop_word);
            let words: Vec<TermId> = following.take(2).map(|token| token.raw).collect();
            if let ([first, second], true) = (&words[..], antecedents.contains(&token.raw)) {
                spots.push(spot([token.raw, *first, *second]));
            }
        }
        distinct(spots)
    }

    proptest! {
        #[test]
        fn spots_are_those_of_the_definition(text in "((the|a|can|of|and|ferry|pier|1984|storm)[ .]){0,40}") {
            let document = analyzed(&text);
            let spots = Spots::of(&document, &CorpusStats::default(), &());
            prop_assert_eq!(spots.0, slow_spots(&document));
        }
    }

    #[test]
    fn a_run_of_stop_words_is_read_once() {
        // Looking ahead from each of a million antecedents would not end in a day.
        let document = analyzed(&format!("{} ferry pier", "the ".repeat(1_000_000)));
        let spots = Spots::of(&document, &CorpusStats::default(), &());
        assert_eq!(spots.0, [spot(["the", "ferry", "pier"].map(TermId::of))]);
    }

    #[test]
    fn equal_documents_have_equal_super_shingles_and_others_none() {
        let none = CorpusStats::default();
        let a: Groups = view("one two three four five six seven", &none);
        let b: Groups = view("eight nine ten eleven twelve thirteen", &none);
        assert_eq!(SuperShingles::default().similarity(&a, &a, &()), 1.0);
        assert_eq!(SuperShingles::default().similarity(&a, &b, &()), 0.0);
    }
}
