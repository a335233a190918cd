//! What differs, rather than what is shared: measures of one alignment of the two documents'
//! words ([`text::alignment`](crate::text::alignment)). A licence with one more clause and a
//! licence with as many words changed here and there share equally much; they differ in one long
//! run, or in many short ones.
//!
//! All measures of the family want the same alignment. The last one made is therefore remembered
//! by the thread that made it, under what the two views hold, so that a pair is aligned once
//! however many of the measures are in the feature set.

use std::cell::Cell;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::{Direction, Entry, Measure, View};
use crate::corpus::{CorpusStats, Needs};
use crate::text::alignment::{Block, Sequence, align};
use crate::text::{AnalyzedDocument, Token};

pub(super) const MEASURES: &[Entry] = &[
    Entry::of::<CommonOrder>(),
    Entry::of::<LongestCommonRun>(),
    Entry::of::<SameWords>(),
    Entry::of::<LongestDifference>(),
    Entry::of::<DifferenceRuns>(),
    Entry::of::<DifferenceWeight>(),
];

const SOURCE: &str = "beyond the papers; longest common subsequence of words (Hyyrö 2004)";
const COST: &str = "O(nm/64) for n and m words, at most O(64·√(nm)); once for the family";

/// A document's raw words in order, and what each weighs.
#[derive(Debug)]
pub struct Body {
    words: Sequence,
    weights: Vec<f64>,
    /// Equal in two bodies of equal words and weights; chance collisions are neglected.
    digest: u128,
}

impl View for Body {
    type Options = ();

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, _options: &()) -> Self {
        let words: Vec<u64> = document.body().map(|token| token.raw.0).collect();
        let weights: Vec<f64> = document.body().map(|token| weight(document, stats, token)).collect();
        let mut hash = Xxh3::new();
        for (word, weight) in words.iter().zip(&weights) {
            hash.update(&word.to_le_bytes());
            hash.update(&weight.to_le_bytes());
        }
        Body { words: words.into(), weights, digest: hash.digest128() }
    }

    fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }
}

/// The idf of the refined word. \[choice\] A number, which the reference collection does not
/// count, weighs as an unseen word does; a stop word weighs ln 2, as a word of every document.
fn weight(document: &AnalyzedDocument, stats: &CorpusStats, token: &Token) -> f64 {
    let text = &document.text[token.span.start as usize..token.span.end as usize];
    match token.word {
        Some(word) => stats.idf(document.vocabulary[word as usize].term),
        None if text.contains(char::is_numeric) => stats.idf(token.raw),
        None => std::f64::consts::LN_2,
    }
}

/// What the measures want to know of an alignment. Counts are of words, unless they say otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Comparison {
    shorter: usize,
    longer: usize,
    common: usize,
    longest_run: usize,
    /// Runs that differ.
    differences: usize,
    /// The longest of those with common words on both sides; all words where none is common.
    middle: usize,
    /// The longer of those at the start and at the end; all words where none is common.
    edge: usize,
    /// The weight of the words that differ, of both documents, by the weight of all words.
    different_weight: f64,
}

thread_local! {
    static LAST: Cell<Option<((u128, u128), Comparison)>> = const { Cell::new(None) };
}

impl Comparison {
    /// The comparison of two bodies, the same for both orders.
    fn of(left: &Body, right: &Body) -> Comparison {
        // Which of several longest common subsequences is found depends on the order of the two.
        let (left, right) = match left.digest <= right.digest {
            true => (left, right),
            false => (right, left),
        };
        let key = (left.digest, right.digest);
        match LAST.get() {
            Some((known, comparison)) if known == key => comparison,
            _ => {
                let comparison = Comparison::made(left, right);
                LAST.set(Some((key, comparison)));
                comparison
            }
        }
    }

    fn made(left: &Body, right: &Body) -> Comparison {
        let (n, m) = (left.weights.len(), right.weights.len());
        let mut made = Comparison {
            shorter: n.min(m),
            longer: n.max(m),
            common: 0,
            longest_run: 0,
            differences: 0,
            middle: 0,
            edge: 0,
            different_weight: 0.0,
        };
        let mut different = 0.0;
        let (mut i, mut j) = (0, 0);
        for block in align(&left.words, &right.words).into_iter().chain([Block { left: n, right: m, len: 0 }]) {
            let difference = (block.left - i).max(block.right - j);
            made.differences += usize::from(difference > 0);
            let (at_start, at_end) = (i + j == 0, block.len == 0);
            if at_start || at_end {
                made.edge = made.edge.max(difference);
            }
            if at_start == at_end {
                made.middle = made.middle.max(difference);
            }
            different += left.weights[i..block.left].iter().sum::<f64>();
            different += right.weights[j..block.right].iter().sum::<f64>();
            made.common += block.len;
            made.longest_run = made.longest_run.max(block.len);
            (i, j) = (block.left + block.len, block.right + block.len);
        }
        let all = left.weights.iter().sum::<f64>() + right.weights.iter().sum::<f64>();
        made.different_weight = different / all;
        made
    }
}

/// One measure of the family without parameters.
macro_rules! aligned {
    ($(#[$doc:meta])* $name:ident, $text:literal, $summary:literal, $needs:expr, |$pair:ident| $similarity:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {}

        impl Measure for $name {
            const NAME: &'static str = $text;
            const SUMMARY: &'static str = $summary;
            const SOURCE: &'static str = SOURCE;
            const COST: &'static str = COST;
            type View = Body;

            fn view(&self) {}

            fn needs(&self) -> Needs {
                $needs
            }

            fn similarity(&self, left: &Body, right: &Body) -> f64 {
                let $pair = Comparison::of(left, right);
                $similarity
            }
        }
    };
}

aligned! {
    /// The longest run of words that both documents hold at the same point of the alignment, by
    /// the length of the shorter document. In [0, 1]: 0 where no word is common.
    LongestCommonRun, "longest-common-run",
    "longest run of equal words in the alignment, by the shorter document",
    Needs::NOTHING,
    |pair| pair.longest_run as f64 / pair.shorter as f64
}

aligned! {
    /// 2·LCS/(n + m) for documents of n and m words with LCS words in common order: one less the
    /// share of words that differ. In [0, 1]: 0 where no word is common.
    SameWords, "same-words",
    "share of both documents' words that stand in common order",
    Needs::NOTHING,
    |pair| (2 * pair.common) as f64 / (pair.shorter + pair.longer) as f64
}

aligned! {
    /// 1/(1 + runs that differ). In [0, 1]: 1 where nothing differs; \[choice\] 0 where no word is
    /// common, which would count as a single run.
    DifferenceRuns, "difference-runs",
    "in how few places the documents differ",
    Needs::NOTHING,
    |pair| match pair.common {
        0 => 0.0,
        _ => 1.0 / (1 + pair.differences) as f64,
    }
}

aligned! {
    /// One less the weight of the words that differ by the weight of all words, both of either
    /// document: idf for a refined word, that of an unseen word for a number, ln 2 for a stop
    /// word. In [0, 1]: 0 where no word is common.
    DifferenceWeight, "difference-weight",
    "how little of the documents' idf weight differs",
    Needs::DOCUMENT_FREQUENCIES,
    |pair| 1.0 - pair.different_weight
}

/// LCS/n, with LCS the number of words in common order and n those of the longer document (`min`)
/// or of the shorter one (`max`): containment that minds the order throughout. In [0, 1]: 0 where
/// no word is common.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CommonOrder {
    /// Which direction counts.
    pub direction: Direction,
}

impl Measure for CommonOrder {
    const NAME: &'static str = "common-order";
    const SUMMARY: &'static str = "share of one document's words that stand in the other, in order";
    const SOURCE: &'static str = SOURCE;
    const COST: &'static str = COST;
    type View = Body;

    fn view(&self) {}

    fn similarity(&self, left: &Body, right: &Body) -> f64 {
        self.direction.combine(order(left, right))
    }

    fn directed(&self, left: &Body, right: &Body) -> Option<[f64; 2]> {
        Some(order(left, right))
    }
}

fn order(left: &Body, right: &Body) -> [f64; 2] {
    let common = Comparison::of(left, right).common as f64;
    [left, right].map(|body| common / body.weights.len() as f64)
}

/// Where a run that differs stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// Between common words: another clause, another wording.
    #[default]
    Middle,
    /// Before the first or after the last common word: a header, a notice, a signature.
    Edge,
}

/// 1 − ln(1 + d)/ln(1 + n) with d the words of the longest run that differs at the place asked for
/// (of its two sides the longer) and n the words of the longer document. In [0, 1]: 1 where
/// nothing differs there, 0 where no word is common.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LongestDifference {
    /// Which runs count.
    pub place: Place,
}

impl Measure for LongestDifference {
    const NAME: &'static str = "longest-difference";
    const SUMMARY: &'static str = "how short the longest run is that differs, in the middle or at the edges";
    const SOURCE: &'static str = SOURCE;
    const COST: &'static str = COST;
    type View = Body;

    fn view(&self) {}

    fn similarity(&self, left: &Body, right: &Body) -> f64 {
        let pair = Comparison::of(left, right);
        let difference = match self.place {
            Place::Middle => pair.middle,
            Place::Edge => pair.edge,
        };
        1.0 - (difference as f64).ln_1p() / (pair.longer as f64).ln_1p()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::text::Analyzer;

    fn body(text: &str) -> Body {
        let document = Analyzer::new(Default::default()).analyze(&Document::plain("x", text));
        Body::of(&document, &CorpusStats::default(), &())
    }

    fn compare(left: &str, right: &str) -> Comparison {
        let (left, right) = (body(left), body(right));
        let there = Comparison::made(&left, &right);
        assert_eq!(Comparison::of(&left, &right), Comparison::of(&right, &left));
        there
    }

    #[test]
    fn one_more_clause_is_one_long_difference_in_the_middle() {
        let pair = compare("keep this notice and do not blame us", "keep this notice and do not use our name and do not blame us");
        assert_eq!((pair.common, pair.differences), (8, 1));
        assert_eq!((pair.middle, pair.edge), (6, 0));
    }

    #[test]
    fn another_header_is_a_difference_at_the_edge() {
        let pair = compare("Copyright Ann 1998. Keep this notice", "All rights reserved by Bob. Keep this notice");
        assert_eq!((pair.common, pair.longest_run, pair.differences), (3, 3, 1));
        assert_eq!((pair.middle, pair.edge), (0, 5));
    }

    #[test]
    fn scattered_changes_are_many_short_differences() {
        let pair = compare("one two three four five six", "one 2 three 4 five six");
        assert_eq!((pair.common, pair.longest_run), (4, 2));
        assert_eq!((pair.differences, pair.middle, pair.edge), (2, 1, 0));
    }

    #[test]
    fn documents_without_a_common_word_differ_in_every_respect() {
        let (left, right) = (body("ferry pier storm"), body("beetle fungus"));
        assert_eq!(DifferenceRuns::default().similarity(&left, &right), 0.0);
        assert_eq!(DifferenceWeight::default().similarity(&left, &right), 0.0);
        for place in [Place::Middle, Place::Edge] {
            assert_eq!(LongestDifference { place }.similarity(&left, &right), 0.0);
        }
    }

    #[test]
    fn stop_words_weigh_less_than_others() {
        let text = "the ferry waits";
        let weight = |other: &str| DifferenceWeight::default().similarity(&body(text), &body(other));
        assert!(weight("a ferry waits") > weight("the beetle waits"));
    }

    #[test]
    fn what_is_remembered_is_never_another_pairs() {
        let bodies = ["one two three", "one two four", "four two one", "one two three"].map(body);
        for left in &bodies {
            for right in &bodies {
                let made = match left.digest <= right.digest {
                    true => Comparison::made(left, right),
                    false => Comparison::made(right, left),
                };
                assert_eq!(Comparison::of(left, right), made);
            }
        }
    }
}
