//! Resemblance and containment of shingles (003, section 3), over words and over characters, and
//! their cheap relatives: runs that stay inside a sentence, strings between pause marks (001,
//! section II).

use serde::{Deserialize, Serialize};

use super::{Direction, Entry, Measure, Overlap, Sketch, View};
use crate::corpus::CorpusStats;
use crate::text::AnalyzedDocument;
use crate::text::shingles::{
    character_shingles, sentence_shingles, strings_between, word_shingles,
};
use crate::text::sorted::intersection;

pub(super) const MEASURES: &[Entry] = &[
    Entry::of::<Resemblance>(),
    Entry::of::<Containment>(),
    Entry::of::<CharResemblance>(),
    Entry::of::<CharContainment>(),
    Entry::of::<SentenceGrams>(),
    Entry::of::<PauseStrings>(),
];

/// The marks at which a reader pauses, Western and East Asian.
const PAUSES: [char; 15] = [
    '.', ',', ';', ':', '?', '!', '…', '—', '。', '，', '、', '；', '：', '？', '！',
];

/// Of what, and how long, a document's shingles are.
#[derive(Debug, Clone, Copy, Serialize)]
pub enum Run {
    /// Runs of that many words.
    Words(u32),
    /// Runs of that many characters.
    Characters(u32),
    /// Runs of that many words inside a sentence.
    WordsOfSentence(u32),
    /// All words between two pause marks.
    BetweenPauses,
}

/// A document's distinct shingles, as ascending hashes.
#[derive(Debug)]
pub struct Shingles(Vec<u64>);

impl View for Shingles {
    type Options = Run;
    type Joint = usize;

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, run: &Run) -> Self {
        Shingles(match *run {
            Run::Words(w) => word_shingles(document, w as usize),
            Run::Characters(n) => character_shingles(document, n as usize),
            Run::WordsOfSentence(k) => sentence_shingles(document, k as usize),
            Run::BetweenPauses => strings_between(document, &PAUSES),
        })
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// |∩|.
    fn join(&self, other: &Self) -> usize {
        intersection(&self.0, &other.0)
    }

    fn into_sketch(self) -> Option<Sketch> {
        Some(Sketch {
            values: self.0,
            shares: Vec::new(),
        })
    }
}

impl Shingles {
    /// |∩|/|∪|.
    fn resemblance(&self, other: &Shingles, shared: usize) -> f64 {
        shared as f64 / (self.0.len() + other.0.len() - shared) as f64
    }

    /// c(this, other) = |∩|/|this|, and the other way.
    fn containment(&self, other: &Shingles, shared: usize) -> [f64; 2] {
        [self, other].map(|document| shared as f64 / document.0.len() as f64)
    }
}

fn at_least_one(parameter: &str, length: u32) -> Result<(), String> {
    match length {
        0 => Err(format!("{parameter} is 0, expected a whole number from 1")),
        _ => Ok(()),
    }
}

/// A resemblance and a containment over one kind of run.
macro_rules! over_runs {
    (
        $run:path, $size:ident = $default:literal, $what:literal, $cost:literal;
        $(#[$resembles:meta])* $resemblance:ident, $resemblance_name:literal, $resemblance_summary:literal, $resemblance_source:literal;
        $(#[$contains:meta])* $containment:ident, $containment_name:literal, $containment_summary:literal, $containment_source:literal;
    ) => {
        $(#[$resembles])*
        #[derive(Debug, Clone, Copy, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $resemblance {
            #[doc = $what]
            pub $size: u32,
        }

        impl Default for $resemblance {
            fn default() -> Self {
                $resemblance { $size: $default }
            }
        }

        impl Measure for $resemblance {
            const NAME: &'static str = $resemblance_name;
            const SUMMARY: &'static str = $resemblance_summary;
            const SOURCE: &'static str = $resemblance_source;
            const COST: &'static str = $cost;
            type View = Shingles;

            fn view(&self) -> Run {
                $run(self.$size)
            }

            fn check(&self) -> Result<(), String> {
                at_least_one(stringify!($size), self.$size)
            }

            fn overlap(&self) -> Option<Overlap> {
                Some(Overlap::Jaccard)
            }

            fn similarity(&self, left: &Shingles, right: &Shingles, shared: &usize) -> f64 {
                left.resemblance(right, *shared)
            }
        }

        $(#[$contains])*
        #[derive(Debug, Clone, Copy, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $containment {
            #[doc = $what]
            pub $size: u32,
            /// Which direction counts.
            pub direction: Direction,
        }

        impl Default for $containment {
            fn default() -> Self {
                $containment {
                    $size: $default,
                    direction: Direction::Max,
                }
            }
        }

        impl Measure for $containment {
            const NAME: &'static str = $containment_name;
            const SUMMARY: &'static str = $containment_summary;
            const SOURCE: &'static str = $containment_source;
            const COST: &'static str = $cost;
            type View = Shingles;

            fn view(&self) -> Run {
                $run(self.$size)
            }

            fn check(&self) -> Result<(), String> {
                at_least_one(stringify!($size), self.$size)
            }

            fn overlap(&self) -> Option<Overlap> {
                Some(Overlap::Containment(self.direction))
            }

            fn similarity(&self, left: &Shingles, right: &Shingles, shared: &usize) -> f64 {
                self.direction.combine(left.containment(right, *shared))
            }

            fn directed(&self, left: &Shingles, right: &Shingles, shared: &usize) -> Option<[f64; 2]> {
                Some(left.containment(right, *shared))
            }
        }
    };
}

over_runs! {
    Run::Words, w = 4, "Words in a shingle; 4, the best published, by default.", "O(words)";
    /// |S(A, w) ∩ S(B, w)| / |S(A, w) ∪ S(B, w)| (003, section 3; Broder et al. 1997). In [0, 1].
    Resemblance, "resemblance",
    "shared runs of w words divided by all runs of both documents",
    "Pereira and Ziviani 2003 (003), section 3";
    /// c(A, B) = |S(A, w) ∩ S(B, w)| / |S(A, w)| (003, section 3), the larger or smaller of the two
    /// directions. In [0, 1].
    Containment, "containment",
    "share of one document's runs of w words that the other contains",
    "Pereira and Ziviani 2003 (003), section 3";
}

over_runs! {
    Run::Characters, n = 5, "Characters in a run; 5 by default.", "O(characters)";
    /// Resemblance over runs of n characters. Beyond the papers; blind to word boundaries, so
    /// robust to typing errors and inflection. In [0, 1].
    CharResemblance, "char-resemblance",
    "shared runs of n characters divided by all runs of both documents",
    "beyond the papers; resemblance of Pereira and Ziviani 2003 (003), section 3";
    /// Containment over runs of n characters: what of one document's spelling occurs in the other.
    /// Beyond the papers. In [0, 1].
    CharContainment, "char-containment",
    "share of one document's runs of n characters that the other contains",
    "beyond the papers; containment of Pereira and Ziviani 2003 (003), section 3";
}

/// Resemblance over runs of k words that stay inside a sentence, so that another order of sentences
/// changes nothing (001, section II, on Wang and Chang 2009). In [0, 1].
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SentenceGrams {
    /// Words in a run; \[choice\] 4, as for shingles, by default. A shorter sentence is one run.
    pub k: u32,
}

impl Default for SentenceGrams {
    fn default() -> Self {
        SentenceGrams { k: 4 }
    }
}

impl Measure for SentenceGrams {
    const NAME: &'static str = "sentence-grams";
    const SUMMARY: &'static str =
        "shared runs of k words inside sentences, divided by those of both documents";
    const SOURCE: &'static str = "Raveena and Nandini 2014 (001), section II (Wang and Chang 2009)";
    const COST: &'static str = "O(words)";
    type View = Shingles;

    fn view(&self) -> Run {
        Run::WordsOfSentence(self.k)
    }

    fn check(&self) -> Result<(), String> {
        at_least_one("k", self.k)
    }

    fn similarity(&self, left: &Shingles, right: &Shingles, shared: &usize) -> f64 {
        left.resemblance(right, *shared)
    }
}

/// |∩|/|∪| of the strings between pause marks (001, section II, on Li et al. 2007). In [0, 1].
/// \[choice\] The marks are full stop, comma, semicolon, colon, question and exclamation mark,
/// ellipsis and dash, and their East Asian forms; the paper prints none.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PauseStrings {}

impl Measure for PauseStrings {
    const NAME: &'static str = "pause-strings";
    const SUMMARY: &'static str =
        "shared strings between punctuation marks, divided by those of both documents";
    const SOURCE: &'static str = "Raveena and Nandini 2014 (001), section II (Li et al. 2007)";
    const COST: &'static str = "O(strings)";
    type View = Shingles;

    fn view(&self) -> Run {
        Run::BetweenPauses
    }

    fn similarity(&self, left: &Shingles, right: &Shingles, shared: &usize) -> f64 {
        left.resemblance(right, *shared)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::document::Document;
    use crate::text::Analyzer;

    fn view(text: &str, run: Run) -> Shingles {
        let document = Analyzer::new(Default::default()).analyze(&Document::plain("x", text));
        Shingles::of(&document, &CorpusStats::default(), &run)
    }

    #[test]
    fn a_rose_is_a_rose() {
        // 003, section 3, as checked by script.
        let p = view("uma rosa é uma rosa é uma rosa", Run::Words(4));
        let c = view("uma rosa é uma rosa vermelha ou branca.", Run::Words(4));
        assert_eq!(p.0.len(), 3);
        assert_eq!(p.containment(&c, p.join(&c))[0], 2.0 / 3.0);
        assert_eq!(p.resemblance(&c, p.join(&c)), 2.0 / 6.0);
    }

    #[test]
    fn a_document_shorter_than_a_shingle_is_one_shingle() {
        assert_eq!(view("one two three", Run::Words(4)).0.len(), 1);
        assert_eq!(view("one two three", Run::Words(3)).0.len(), 1);
        assert_eq!(view("one two three", Run::Words(2)).0.len(), 2);
        assert!(view("... !", Run::Words(2)).is_empty());
        assert_eq!(view("abc", Run::Characters(5)).0.len(), 1);
    }

    #[test]
    fn case_and_punctuation_are_of_no_account() {
        let there = view("Ferries, again: Late!", Run::Words(2));
        let back = view("ferries again late", Run::Words(2));
        assert_eq!(there.resemblance(&back, there.join(&back)), 1.0);
    }

    #[test]
    fn the_larger_direction_is_that_of_the_contained() {
        let part = view("a b c d e", Run::Words(2));
        let whole = view("x y a b c d e z", Run::Words(2));
        assert_eq!(
            part.containment(&whole, part.join(&whole)),
            [1.0, 4.0 / 7.0]
        );
        let least = Containment {
            direction: Direction::Min,
            ..Containment::default()
        };
        assert_eq!(
            least.similarity(&part, &whole, &part.join(&whole)),
            4.0 / 7.0
        );
    }

    #[test]
    fn a_typing_error_costs_as_many_runs_as_hold_it() {
        let there = view("the ferry waits", Run::Characters(5));
        let back = view("the ferxy waits", Run::Characters(5));
        assert_eq!(there.resemblance(&back, there.join(&back)), 6.0 / 16.0);
    }

    #[test]
    fn runs_inside_sentences_do_not_mind_the_order_of_the_sentences() {
        let there = "The ferry waits here. Nobody knows why. Go.";
        let back = "Go. Nobody knows why. The ferry waits here.";
        let [left, right] = [there, back].map(|text| view(text, Run::WordsOfSentence(2)));
        assert_eq!(left.0.len(), 3 + 2 + 1);
        assert_eq!(left.resemblance(&right, left.join(&right)), 1.0);
        let [left, right] = [there, back].map(|text| view(text, Run::Words(2)));
        assert!(left.resemblance(&right, left.join(&right)) < 1.0);
    }

    #[test]
    fn strings_between_pauses_are_whole_or_not_shared() {
        let left = view(
            "The ferry waits, they say; nobody knows 3.14 why!",
            Run::BetweenPauses,
        );
        let right = view(
            "They say: the FERRY waits here — nobody knows 314 why",
            Run::BetweenPauses,
        );
        assert_eq!(left.0.len(), 3);
        assert_eq!(left.resemblance(&right, left.join(&right)), 2.0 / 4.0);
    }

    proptest! {
        #[test]
        fn equals_sets_of_words(
            left in prop::collection::vec("[abc]", 1..30),
            right in prop::collection::vec("[abc]", 1..30),
            w in 1usize..6,
        ) {
            let slow = |words: &[String]| -> HashSet<Vec<String>> {
                if words.len() < w { return [words.to_vec()].into(); }
                words.windows(w).map(<[String]>::to_vec).collect()
            };
            let (a, b) = (slow(&left), slow(&right));
            let shared = a.intersection(&b).count() as f64;
            let fast = [&left, &right].map(|words| view(&words.join(" "), Run::Words(w as u32)));
            let joint = fast[0].join(&fast[1]);
            prop_assert_eq!(fast[0].resemblance(&fast[1], joint), shared / a.union(&b).count() as f64);
            prop_assert_eq!(
                fast[0].containment(&fast[1], joint),
                [shared / a.len() as f64, shared / b.len() as f64]
            );
        }
    }
}
