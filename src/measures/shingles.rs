//! Resemblance and containment of shingles (003, section 3), over words and over characters.

use serde::{Deserialize, Serialize};

use super::{Direction, Entry, Measure, View};
use crate::corpus::CorpusStats;
use crate::text::AnalyzedDocument;
use crate::text::shingles::{character_shingles, intersection, word_shingles};

pub(super) const MEASURES: &[Entry] = &[
    Entry::of::<Resemblance>(),
    Entry::of::<Containment>(),
    Entry::of::<CharResemblance>(),
    Entry::of::<CharContainment>(),
];

/// Of what, and how long, a document's shingles are.
#[derive(Debug, Clone, Copy, Serialize)]
pub enum Run {
    /// Runs of that many words.
    Words(u32),
    /// Runs of that many characters.
    Characters(u32),
}

/// A document's distinct shingles, as ascending hashes.
#[derive(Debug)]
pub struct Shingles(Vec<u64>);

impl View for Shingles {
    type Options = Run;

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, run: &Run) -> Self {
        Shingles(match *run {
            Run::Words(w) => word_shingles(document, w as usize),
            Run::Characters(n) => character_shingles(document, n as usize),
        })
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Shingles {
    /// |∩|/|∪|.
    fn resemblance(&self, other: &Shingles) -> f64 {
        let shared = intersection(&self.0, &other.0);
        shared as f64 / (self.0.len() + other.0.len() - shared) as f64
    }

    /// c(this, other) = |∩|/|this|, and the other way.
    fn containment(&self, other: &Shingles) -> [f64; 2] {
        let shared = intersection(&self.0, &other.0) as f64;
        [shared / self.0.len() as f64, shared / other.0.len() as f64]
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

            fn similarity(&self, left: &Shingles, right: &Shingles) -> f64 {
                left.resemblance(right)
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

            fn similarity(&self, left: &Shingles, right: &Shingles) -> f64 {
                self.direction.combine(left.containment(right))
            }

            fn directed(&self, left: &Shingles, right: &Shingles) -> Option<[f64; 2]> {
                Some(left.containment(right))
            }
        }
    };
}

over_runs! {
    Run::Words, w = 4, "Words in a shingle; 4, the best published, by default.", "O(words)";
    /// |S(A, w) ∩ S(B, w)| / |S(A, w) ∪ S(B, w)| (003, section 3; Broder et al. 1997). In [0, 1].
    Resemblance, "resemblance",
    "shared runs of w words of all runs of either document",
    "003, section 3";
    /// c(A, B) = |S(A, w) ∩ S(B, w)| / |S(A, w)| (003, section 3), the larger or smaller of the two
    /// directions. In [0, 1].
    Containment, "containment",
    "share of one document's runs of w words that stand in the other",
    "003, section 3";
}

over_runs! {
    Run::Characters, n = 5, "Characters in a run; 5 by default.", "O(characters)";
    /// Resemblance over runs of n characters. Beyond the papers; blind to word boundaries, so
    /// robust to typing errors and inflection. In [0, 1].
    CharResemblance, "char-resemblance",
    "shared runs of n characters of all runs of either document",
    "beyond the papers; resemblance of 003, section 3";
    /// Containment over runs of n characters: what of one document's spelling stands in the other.
    /// Beyond the papers. In [0, 1].
    CharContainment, "char-containment",
    "share of one document's runs of n characters that stand in the other",
    "beyond the papers; containment of 003, section 3";
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
        assert_eq!(p.containment(&c)[0], 2.0 / 3.0);
        assert_eq!(p.resemblance(&c), 2.0 / 6.0);
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
        assert_eq!(there.resemblance(&back), 1.0);
    }

    #[test]
    fn the_larger_direction_is_that_of_the_contained() {
        let part = view("a b c d e", Run::Words(2));
        let whole = view("x y a b c d e z", Run::Words(2));
        assert_eq!(part.containment(&whole), [1.0, 4.0 / 7.0]);
        let least = Containment { direction: Direction::Min, ..Containment::default() };
        assert_eq!(least.similarity(&part, &whole), 4.0 / 7.0);
    }

    #[test]
    fn a_typing_error_costs_as_many_runs_as_hold_it() {
        let there = view("the ferry waits", Run::Characters(5));
        let back = view("the ferxy waits", Run::Characters(5));
        assert_eq!(there.resemblance(&back), 6.0 / 16.0);
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
            prop_assert_eq!(fast[0].resemblance(&fast[1]), shared / a.union(&b).count() as f64);
            prop_assert_eq!(
                fast[0].containment(&fast[1]),
                [shared / a.len() as f64, shared / b.len() as f64]
            );
        }
    }
}
