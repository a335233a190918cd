//! Measures of how two documents differ. All measures of the family read their value from one
//! [`Alignment`].

use super::View;
use crate::corpus::CorpusStats;
use dejalu_text::alignment::{MatchingBlock, Sequence, align};
use dejalu_text::{AnalyzedDocument, Token};

/// A document's raw words in order, and what each weighs.
#[derive(Debug)]
pub struct Body {
    words: Sequence,
    weights: Vec<f64>,
    /// The weight of all of them.
    weight: f64,
}

impl View for Body {
    type Options = ();
    type Joint = Alignment;

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, _options: &()) -> Self {
        let words: Vec<u64> = document.body().map(|token| token.raw.0).collect();
        let weights: Vec<f64> = document
            .body()
            .map(|token| weight(document, stats, token))
            .collect();
        Body {
            words: words.into(),
            weight: weights.iter().sum(),
            weights,
        }
    }

    fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    fn join(&self, other: &Self) -> Alignment {
        Alignment::of(self, other)
    }
}

impl Body {
    pub(super) fn len(&self) -> usize {
        self.weights.len()
    }
}

/// The idf of the refined word. \[choice\] A number, which the reference collection does not
/// count, weighs as an unseen word does; a stop word weighs ln 2, as a word of every document.
fn weight(document: &AnalyzedDocument, stats: &CorpusStats, token: &Token) -> f64 {
    match document.refined(token) {
        Some(word) => stats.idf(word.term),
        None if document.written(token).contains(char::is_numeric) => stats.idf(token.raw),
        None => std::f64::consts::LN_2,
    }
}

/// The figures of an alignment that the measures use. Counts are of words, unless they say
/// otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Alignment {
    pub(super) shorter: usize,
    pub(super) longer: usize,
    pub(super) common: usize,
    pub(super) longest_run: usize,
    /// Runs that differ.
    pub(super) differences: usize,
    /// The longest of those with common words on both sides; all words where none is common.
    pub(super) middle: usize,
    /// The longer of those at the start and at the end; all words where none is common.
    pub(super) edge: usize,
    /// The weight of the words that differ, of both documents, by the weight of all words.
    pub(super) different_weight: f64,
}

impl Alignment {
    /// The comparison of two bodies, the same for both orders.
    fn of(left: &Body, right: &Body) -> Alignment {
        // Which of several longest common subsequences is found depends on the order of the two:
        // that of their words, so that no weight has a say in it.
        let (left, right) = if left.words.words() <= right.words.words() {
            (left, right)
        } else {
            (right, left)
        };
        let (n, m) = (left.weights.len(), right.weights.len());
        let mut made = Alignment {
            shorter: n.min(m),
            longer: n.max(m),
            ..Alignment::default()
        };
        let mut different = 0.0;
        let sum = |weights: &[f64]| weights.iter().sum::<f64>();
        let end = MatchingBlock {
            left: n,
            right: m,
            len: 0,
        };
        let (mut i, mut j) = (0, 0);
        for block in align(&left.words, &right.words).into_iter().chain([end]) {
            let difference = (block.left - i).max(block.right - j);
            made.differences += usize::from(difference > 0);
            let (at_start, at_end) = (i + j == 0, block.len == 0);
            if at_start || at_end {
                made.edge = made.edge.max(difference);
            }
            if at_start == at_end {
                made.middle = made.middle.max(difference);
            }
            different += sum(&left.weights[i..block.left]);
            different += sum(&right.weights[j..block.right]);
            made.common += block.len;
            made.longest_run = made.longest_run.max(block.len);
            (i, j) = (block.left + block.len, block.right + block.len);
        }
        made.different_weight = different / (left.weight + right.weight);
        made
    }
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::Document;

    pub(in crate::measures) fn body(text: &str) -> Body {
        let document = Analyzer::new(Default::default()).analyze(&Document::plain("x", text));
        Body::of(&document, &CorpusStats::default(), &())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::testing::body;
    use super::*;

    fn compare(left: &str, right: &str) -> Alignment {
        Alignment::of(&body(left), &body(right))
    }

    #[test]
    fn one_more_clause_is_one_long_difference_in_the_middle() {
        let pair = compare(
            "keep this notice and do not blame us",
            "keep this notice and do not use our name and do not blame us",
        );
        assert_eq!((pair.common, pair.differences), (8, 1));
        assert_eq!((pair.middle, pair.edge), (6, 0));
    }

    #[test]
    fn another_header_is_a_difference_at_the_edge() {
        let pair = compare(
            "Copyright Ann 1998. Keep this notice",
            "All rights reserved by Bob. Keep this notice",
        );
        assert_eq!((pair.common, pair.longest_run, pair.differences), (3, 3, 1));
        assert_eq!((pair.middle, pair.edge), (0, 5));
    }

    #[test]
    fn scattered_changes_are_many_short_differences() {
        let pair = compare("one two three four five six", "one 2 three 4 five six");
        assert_eq!((pair.common, pair.longest_run), (4, 2));
        assert_eq!((pair.differences, pair.middle, pair.edge), (2, 1, 0));
    }

    proptest! {
        #[test]
        fn order_is_of_no_account_and_the_mirror_image_has_as_many_words_in_common(
            left in prop::collection::vec("[abcde]", 1..40),
            right in prop::collection::vec("[abcde]", 1..40),
        ) {
            let mirrored = |words: &[String]| {
                body(&words.iter().rev().cloned().collect::<Vec<_>>().join(" "))
            };
            let there = compare(&left.join(" "), &right.join(" "));
            prop_assert_eq!(there, compare(&right.join(" "), &left.join(" ")));
            let backwards = Alignment::of(&mirrored(&left), &mirrored(&right));
            prop_assert_eq!(backwards.common, there.common);
            prop_assert!(there.middle.max(there.edge) <= there.longer);
            prop_assert!(there.common <= there.shorter && there.longest_run <= there.common);
        }
    }
}
