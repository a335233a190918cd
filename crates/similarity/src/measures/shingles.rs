//! Resemblance and containment of shingles (003, section 3), over words and over characters, and
//! their cheap relatives: runs that stay inside a sentence, strings between pause marks (001,
//! section II).

use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use super::{
    BoundSketch, CommonRuns, CommonValues, Direction, Effort, Entry, Measure, Overlap, Sketch, View,
};
use crate::corpus::CorpusStats;
use dejalu_text::AnalyzedDocument;
use dejalu_text::shingles::{
    character_shingles, sentence_shingles, strings_between, word_shingles,
};
use dejalu_text::sorted::intersection;

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
pub enum ShingleKind {
    /// Runs of that many words.
    Words(u32),
    /// Runs of that many characters.
    Characters(u32),
    /// Runs of that many words inside a sentence.
    WordsOfSentence(u32),
    /// All words between two pause marks.
    BetweenPauses,
}

/// A document's distinct shingles.
#[derive(Debug)]
pub struct Shingles {
    /// As ascending hashes.
    values: Vec<u64>,
    /// Of runs of words, where there is a whole one: how many words a run has, and the body.
    words: Option<[usize; 2]>,
}

impl View for Shingles {
    type Options = ShingleKind;
    type Joint = usize;

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, run: &ShingleKind) -> Self {
        let values = match *run {
            ShingleKind::Words(w) => word_shingles(document, w as usize),
            ShingleKind::Characters(n) => character_shingles(document, n as usize),
            ShingleKind::WordsOfSentence(k) => sentence_shingles(document, k as usize),
            ShingleKind::BetweenPauses => strings_between(document, &PAUSES),
        };
        let words = match *run {
            ShingleKind::Words(w) => Some([w as usize, document.body().count()]),
            _ => None,
        };
        Shingles {
            values,
            words: words.filter(|[w, all]| w <= all),
        }
    }

    fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// |∩|.
    fn join(&self, other: &Self) -> usize {
        intersection(&self.values, &other.values)
    }

    fn common_runs(&self, other: &Self, shared: &usize) -> Option<CommonRuns> {
        let ([w, ours], [_, theirs]) = (self.words?, other.words?);
        Some(CommonRuns {
            w,
            words: [ours, theirs],
            distinct: [self, other].map(|shingles| shingles.values.len()),
            shared: *shared,
            differences: [0, usize::MAX],
        })
    }

    fn into_sketch(self) -> Option<Sketch> {
        Some(Sketch {
            values: self.values,
            shares: Vec::new(),
        })
    }

    /// Runs are as many as a document has words.
    fn bound_sketch(
        document: &AnalyzedDocument,
        stats: &CorpusStats,
        kind: &ShingleKind,
    ) -> Option<BoundSketch> {
        match kind {
            ShingleKind::BetweenPauses => {
                let strings = Shingles::of(document, stats, kind);
                Some(BoundSketch::of_values(&strings.values))
            }
            _ => None,
        }
    }
}

impl Shingles {
    /// |∩|/|∪|.
    fn resemblance(&self, other: &Shingles, shared: usize) -> f64 {
        shared as f64 / (self.values.len() + other.values.len() - shared) as f64
    }

    /// c(this, other) = |∩|/|this|, and the other way.
    fn containment(&self, other: &Shingles, shared: usize) -> [f64; 2] {
        [self, other].map(|document| shared as f64 / document.values.len() as f64)
    }
}

/// A measure whose parameter is the length of a run.
macro_rules! over_runs {
    (
        $(#[$doc:meta])* $name:ident, $text:literal, $summary:literal, $phrase:expr, $source:literal, $cost:literal,
        $(#[$length:meta])* $run:path { $size:ident = $default:literal $(, $direction:ident)? }
        $($methods:tt)*
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Serialize, Deserialize, SmartDefault)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $(#[$length])*
            #[default($default)]
            pub $size: u32,
            $(
                /// Direction that counts.
                pub $direction: Direction,
            )?
        }

        impl Measure for $name {
            const NAME: &'static str = $text;
            const SUMMARY: &'static str = $summary;
            const PHRASE: &'static str = $phrase;
            const SOURCE: &'static str = $source;
            const COST: &'static str = $cost;
            type View = Shingles;

            fn view(&self) -> ShingleKind {
                $run(self.$size)
            }

            fn check(&self) -> Result<(), String> {
                match self.$size {
                    0 => Err(concat!(stringify!($size), " is 0, expected a whole number from 1").into()),
                    _ => Ok(()),
                }
            }

            $($methods)*
        }
    };
}

over_runs! {
    /// |S(A, w) ∩ S(B, w)| / |S(A, w) ∪ S(B, w)| (003, section 3; Broder et al. 1997). In [0, 1].
    Resemblance, "resemblance",
    "shared runs of w words divided by all runs of both documents",
    "runs of {w} words in common",
    "Pereira and Ziviani 2003 (003), section 3",
    "O(words)",
    /// Words in a shingle; 4, the best published, by default.
    ShingleKind::Words { w = 4 }

    fn overlap(&self) -> Option<Overlap> {
        Some(Overlap::Jaccard)
    }

    fn run_length(&self) -> Option<u32> {
        Some(self.w)
    }

    fn at_most(&self, known: &CommonRuns) -> f64 {
        let longer = known.longer(self.w as usize);
        longer.map_or(1.0, |longer| longer.resemblance())
    }

    fn similarity(&self, left: &Shingles, right: &Shingles, shared: &usize) -> f64 {
        left.resemblance(right, *shared)
    }
}

over_runs! {
    /// c(A, B) = |S(A, w) ∩ S(B, w)| / |S(A, w)| (003, section 3), the larger or smaller of the two
    /// directions. In [0, 1].
    Containment, "containment",
    "share of one document's runs of w words that the other contains",
    "runs of {w} words of {one} document in the other",
    "Pereira and Ziviani 2003 (003), section 3",
    "O(words)",
    /// Words in a shingle; 4, the best published, by default.
    ShingleKind::Words { w = 4, direction }

    fn overlap(&self) -> Option<Overlap> {
        Some(Overlap::Containment(self.direction))
    }

    fn run_length(&self) -> Option<u32> {
        Some(self.w)
    }

    fn at_most(&self, known: &CommonRuns) -> f64 {
        let longer = known.longer(self.w as usize);
        longer.map_or(1.0, |longer| self.direction.combine(longer.containment()))
    }

    fn similarity(&self, left: &Shingles, right: &Shingles, shared: &usize) -> f64 {
        self.direction.combine(left.containment(right, *shared))
    }

    fn directed(&self, left: &Shingles, right: &Shingles, shared: &usize) -> Option<[f64; 2]> {
        Some(left.containment(right, *shared))
    }
}

over_runs! {
    /// Resemblance over runs of n characters. Beyond the papers; blind to word boundaries, so
    /// robust to typing errors and inflection. In [0, 1].
    CharResemblance, "char-resemblance",
    "shared runs of n characters divided by all runs of both documents",
    "runs of {n} characters in common",
    "beyond the papers; resemblance of Pereira and Ziviani 2003 (003), section 3",
    "O(characters)",
    /// Characters in a run; 5 by default.
    ShingleKind::Characters { n = 5 }

    fn overlap(&self) -> Option<Overlap> {
        Some(Overlap::Jaccard)
    }

    fn similarity(&self, left: &Shingles, right: &Shingles, shared: &usize) -> f64 {
        left.resemblance(right, *shared)
    }
}

over_runs! {
    /// Containment over runs of n characters: what of one document's spelling stands in the other.
    /// Beyond the papers. In [0, 1].
    CharContainment, "char-containment",
    "share of one document's runs of n characters that the other contains",
    "runs of {n} characters of {one} document in the other",
    "beyond the papers; containment of Pereira and Ziviani 2003 (003), section 3",
    "O(characters)",
    /// Characters in a run; 5 by default.
    ShingleKind::Characters { n = 5, direction }

    const EFFORT: Effort = Effort::Medium;

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

over_runs! {
    /// Resemblance over runs of k words that stay inside a sentence, so that another order of
    /// sentences changes nothing (001, section II, on Wang and Chang 2009). In [0, 1].
    SentenceGrams, "sentence-grams",
    "shared runs of k words inside sentences, divided by those of both documents",
    "runs of {k} words inside sentences in common",
    "Raveena and Nandini 2014 (001), section II (Wang and Chang 2009)",
    "O(words)",
    /// Words in a run; \[choice\] 4, as for shingles, by default. A shorter sentence is one run.
    ShingleKind::WordsOfSentence { k = 4 }

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
    const PHRASE: &'static str = "strings between punctuation marks in common";
    const SOURCE: &'static str = "Raveena and Nandini 2014 (001), section II (Li et al. 2007)";
    const COST: &'static str = "O(strings)";
    type View = Shingles;

    fn view(&self) -> ShingleKind {
        ShingleKind::BetweenPauses
    }

    fn at_most_of(&self, common: &CommonValues) -> Option<f64> {
        Some(common.jaccard())
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
    use dejalu_text::Analyzer;
    use dejalu_text::document::Document;

    fn view(text: &str, run: ShingleKind) -> Shingles {
        let document = Analyzer::new(Default::default()).analyze(&Document::plain("x", text));
        Shingles::of(&document, &CorpusStats::default(), &run)
    }

    #[test]
    fn a_rose_is_a_rose() {
        // 003, section 3, as checked by script.
        let p = view("uma rosa é uma rosa é uma rosa", ShingleKind::Words(4));
        let c = view(
            "uma rosa é uma rosa vermelha ou branca.",
            ShingleKind::Words(4),
        );
        assert_eq!(p.values.len(), 3);
        assert_eq!(p.containment(&c, p.join(&c))[0], 2.0 / 3.0);
        assert_eq!(p.resemblance(&c, p.join(&c)), 2.0 / 6.0);
    }

    #[test]
    fn a_document_shorter_than_a_shingle_is_one_shingle() {
        assert_eq!(view("one two three", ShingleKind::Words(4)).values.len(), 1);
        assert_eq!(view("one two three", ShingleKind::Words(3)).values.len(), 1);
        assert_eq!(view("one two three", ShingleKind::Words(2)).values.len(), 2);
        assert!(view("... !", ShingleKind::Words(2)).is_empty());
        assert_eq!(view("abc", ShingleKind::Characters(5)).values.len(), 1);
    }

    #[test]
    fn case_and_punctuation_are_of_no_account() {
        let there = view("Ferries, again: Late!", ShingleKind::Words(2));
        let back = view("ferries again late", ShingleKind::Words(2));
        assert_eq!(there.resemblance(&back, there.join(&back)), 1.0);
    }

    #[test]
    fn the_larger_direction_is_that_of_the_contained() {
        let part = view("a b c d e", ShingleKind::Words(2));
        let whole = view("x y a b c d e z", ShingleKind::Words(2));
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
        let there = view("the ferry waits", ShingleKind::Characters(5));
        let back = view("the ferxy waits", ShingleKind::Characters(5));
        assert_eq!(there.resemblance(&back, there.join(&back)), 6.0 / 16.0);
    }

    #[test]
    fn runs_inside_sentences_do_not_mind_the_order_of_the_sentences() {
        let there = "The ferry waits here. Nobody knows why. Go.";
        let back = "Go. Nobody knows why. The ferry waits here.";
        let [left, right] = [there, back].map(|text| view(text, ShingleKind::WordsOfSentence(2)));
        assert_eq!(left.values.len(), 3 + 2 + 1);
        assert_eq!(left.resemblance(&right, left.join(&right)), 1.0);
        let [left, right] = [there, back].map(|text| view(text, ShingleKind::Words(2)));
        assert!(left.resemblance(&right, left.join(&right)) < 1.0);
    }

    #[test]
    fn strings_between_pauses_are_whole_or_not_shared() {
        let left = view(
            "The ferry waits, they say; nobody knows 3.14 why!",
            ShingleKind::BetweenPauses,
        );
        let right = view(
            "They say: the FERRY waits here — nobody knows 314 why",
            ShingleKind::BetweenPauses,
        );
        assert_eq!(left.values.len(), 3);
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
            let fast = [&left, &right].map(|words| view(&words.join(" "), ShingleKind::Words(w as u32)));
            let joint = fast[0].join(&fast[1]);
            prop_assert_eq!(fast[0].resemblance(&fast[1], joint), shared / a.union(&b).count() as f64);
            prop_assert_eq!(
                fast[0].containment(&fast[1], joint),
                [shared / a.len() as f64, shared / b.len() as f64]
            );
        }
    }
}
