//! The words of a document in their raw form alone, which is all that its runs of words are made of.

use std::ops::Range;

use super::shingles::runs;
use super::sorted::distinct;
use super::{TermId, Token};

/// The raw form of every word of a document, in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawWords {
    words: Box<[TermId]>,
    /// Ranges of those in the body: ascending, disjoint ranges, none empty.
    body: Box<[Range<u32>]>,
}

impl RawWords {
    pub(super) fn of(tokens: &[Token]) -> Self {
        let mut body = Vec::new();
        let mut start = 0;
        for stretch in tokens.chunk_by(|a, b| a.kinds.is_body() == b.kinds.is_body()) {
            let end = start + stretch.len() as u32;
            if stretch[0].kinds.is_body() {
                body.push(start..end);
            }
            start = end;
        }
        RawWords {
            words: tokens.iter().map(|token| token.raw).collect(),
            body: body.into(),
        }
    }

    /// Size in memory.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.words) + size_of_val(&*self.body)
    }

    /// Every run of `w` words of all fields, as [`word_runs`](super::shingles::word_runs) of the analysed
    /// document; of fewer words none.
    pub fn runs(&self, w: usize) -> Vec<u64> {
        if self.words.len() < w {
            return Vec::new();
        }
        runs(self.words.iter().copied(), w)
    }

    /// The distinct runs of `w` words of the body, as [`word_shingles`](super::shingles::word_shingles) of the
    /// analysed document; fewer words are one.
    pub fn shingles(&self, w: usize) -> Vec<u64> {
        let stretch = |range: &Range<u32>| &self.words[range.start as usize..range.end as usize];
        distinct(runs(self.body.iter().flat_map(stretch).copied(), w))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::Analyzer;
    use crate::document::Document;
    use crate::shingles::{word_runs, word_shingles};

    proptest! {
        #[test]
        fn runs_are_those_of_the_analysed_document(
            title in "[a-cA-C .!]{0,12}",
            body in prop::collection::vec("[a-cA-C0-9é渡輪' .!\n]{0,20}", 0..6),
            is_page in any::<bool>(),
            w in 1usize..9,
        ) {
            let document = if is_page {
                let links = body.iter().map(|text| format!("<p>{text}<a href='/x'>{title}</a></p>"));
                let page = format!("<title>{title}</title><meta name='keywords' content='{title}'>");
                Document::html("a", &(page + &links.collect::<String>()), Some("https://a.org/b"))
            } else {
                Document::plain("a", &body.join("\n\n"))
            };
            let analyzer = Analyzer::new(Default::default());
            let (words, analyzed) = (analyzer.raw_words(&document), analyzer.analyze(&document));
            prop_assert_eq!(words.runs(w), word_runs(&analyzed, w));
            prop_assert_eq!(words.shingles(w), word_shingles(&analyzed, w));
        }
    }
}
