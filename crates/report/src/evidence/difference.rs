//! The words of two matched pieces of text that differ.

use std::ops::Range;

use dejalu_text::alignment::{MatchingBlock, Sequence, align};
use dejalu_text::{AnalyzedDocument, TermId};

/// Two stretches of text, word by word: what both hold, in order. Case and punctuation count as
/// nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The two stretches, as ranges of their documents' tokens.
    pub tokens: [Range<u32>; 2],
    /// The runs of equal words, ascending, each counted from the beginning of its stretch.
    pub common: Vec<MatchingBlock>,
}

/// A run of words that both stretches hold, or that only one of them holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run {
    /// Both hold it: the tokens on the left and on the right.
    Common([Range<u32>; 2]),
    /// Only one side (0 is the left) holds it.
    Only(usize, Range<u32>),
}

impl Difference {
    /// Aligns two ranges of tokens.
    pub fn new(documents: [&AnalyzedDocument; 2], tokens: [Range<u32>; 2]) -> Self {
        let [left, right] = [0, 1].map(|side| {
            let words = raw_words(documents[side], &tokens[side]);
            Sequence::from(words.map(|term| term.0).collect::<Vec<u64>>())
        });
        let common = align(&left, &right);
        Difference { tokens, common }
    }

    /// Returns whether all words of both stretches are the same, in the same order.
    pub fn is_none(&self) -> bool {
        let length = |side: usize| self.tokens[side].len();
        let common: usize = self.common.iter().map(|block| block.len).sum();
        common == length(0) && common == length(1)
    }

    /// The runs in reading order; of two that occur in the same place the left one comes first.
    pub fn runs(&self) -> Vec<Run> {
        let mut runs = Vec::new();
        let mut at = [self.tokens[0].start, self.tokens[1].start];
        let end = MatchingBlock {
            left: self.tokens[0].len(),
            right: self.tokens[1].len(),
            len: 0,
        };
        for block in self.common.iter().chain([&end]) {
            let starts = [block.left, block.right];
            let mut common = [0..0, 0..0];
            for side in [0, 1] {
                let start = self.tokens[side].start + starts[side] as u32;
                if at[side] < start {
                    runs.push(Run::Only(side, at[side]..start));
                }
                at[side] = start + block.len as u32;
                common[side] = start..at[side];
            }
            if block.len > 0 {
                runs.push(Run::Common(common));
            }
        }
        runs
    }

    /// The runs that one side alone holds, ascending.
    pub fn only(&self, side: usize) -> impl Iterator<Item = Range<u32>> {
        let runs = self.runs().into_iter();
        runs.filter_map(move |run| match run {
            Run::Only(of, tokens) if of == side => Some(tokens),
            _ => None,
        })
    }
}

/// The raw forms of a range of tokens.
pub(super) fn raw_words<'a>(
    document: &'a AnalyzedDocument,
    tokens: &Range<u32>,
) -> impl Iterator<Item = TermId> + 'a {
    let tokens = &document.tokens[tokens.start as usize..tokens.end as usize];
    tokens.iter().map(|token| token.raw)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::Document;

    fn analyzed(text: &str) -> AnalyzedDocument {
        Analyzer::new(Default::default()).analyze(&Document::plain("a", text))
    }

    fn difference(left: &AnalyzedDocument, right: &AnalyzedDocument) -> Difference {
        let all = [left, right].map(|it| 0..it.tokens.len() as u32);
        Difference::new([left, right], all)
    }

    /// `common [-left-] {+right+}`, as `git diff --word-diff` writes it.
    fn marked(left: &str, right: &str) -> String {
        let documents = [&analyzed(left), &analyzed(right)];
        let text = |side: usize, tokens: &Range<u32>| {
            let document = documents[side];
            let (first, last) = (tokens.start as usize, tokens.end as usize - 1);
            let span = document.tokens[first].span.start..document.tokens[last].span.end;
            document.text[span.start as usize..span.end as usize].to_string()
        };
        let run = |run: Run| match run {
            Run::Common([left, _]) => text(0, &left),
            Run::Only(0, tokens) => format!("[-{}-]", text(0, &tokens)),
            Run::Only(_, tokens) => format!("{{+{}+}}", text(1, &tokens)),
        };
        let runs = difference(documents[0], documents[1]).runs();
        runs.into_iter().map(run).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_that_differ_are_marked() {
        assert_eq!(
            marked(
                "The cleric arrived Friday, in Britain.",
                "the cleric travelled to Britain at noon"
            ),
            "The cleric [-arrived Friday, in-] {+travelled to+} Britain {+at noon+}"
        );
        assert_eq!(marked("Boats wait.", "Boats wait!"), "Boats wait");
        assert_eq!(marked("One", "Two"), "[-One-] {+Two+}");
    }

    proptest! {
        #[test]
        fn runs_cover_both_sides_without_gap(left in "[abc ]{0,30}", right in "[abc ]{0,30}") {
            let (left, right) = (analyzed(&left), analyzed(&right));
            let difference = difference(&left, &right);
            let mut at = [0, 0];
            for run in difference.runs() {
                let parts = match run {
                    Run::Common([a, b]) => vec![(0, a), (1, b)],
                    Run::Only(side, tokens) => vec![(side, tokens)],
                };
                for (side, tokens) in parts {
                    prop_assert_eq!(tokens.start, at[side]);
                    prop_assert!(tokens.end > tokens.start);
                    at[side] = tokens.end;
                }
            }
            prop_assert_eq!(at, [left.tokens.len() as u32, right.tokens.len() as u32]);
            let words = |it: &AnalyzedDocument| it.tokens.iter().map(|token| token.raw).collect::<Vec<_>>();
            prop_assert_eq!(difference.is_none(), words(&left) == words(&right));
        }
    }
}
