//! Chunks: a document's sentences as copy detection counts them (004, section 5.2.1; methods,
//! section 6).
//!
//! A full stop, question mark, exclamation mark, colon, comma or semicolon ends a sentence, as
//! does the end of a block; its refined words are kept, a repeated one once; repeated sentences
//! and sentences of one word are dropped.

use std::ops::Range;

use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_64;

use super::{AnalyzedDocument, TermId, Token};

/// A sentence of two or more distinct words. It is its sequence of words: the same words in
/// another order are another sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Its words, each once, in order.
    pub words: Vec<TermId>,
    /// A number that two chunks share iff their words are the same in the same order. A 64-bit
    /// hash: chance collisions are neglected.
    pub sequence: u64,
    /// Where it stands first in [`AnalyzedDocument::text`], in bytes.
    pub span: Range<u32>,
}

/// The marks that end a chunk.
const ENDS: [char; 6] = ['.', '?', '!', ':', ',', ';'];

impl AnalyzedDocument {
    /// The distinct chunks of the body, in reading order.
    ///
    /// ```
    /// use dejalu::text::Analyzer;
    /// use dejalu::Document;
    ///
    /// let text = "Ferries wait, storms rise; piers break. Nobody. Ferries, wait! Storms rise";
    /// let document = Analyzer::new(Default::default()).analyze(&Document::plain("a", text));
    /// let chunks = document.chunks();
    /// let texts = chunks.iter().map(|chunk| &text[chunk.span.start as usize..chunk.span.end as usize]);
    /// assert!(texts.eq(["Ferries wait", "storms rise", "piers break"]));
    /// ```
    pub fn chunks(&self) -> Vec<Chunk> {
        let refined = |token: &&Token| self.refined(token).map(|word| word.term);
        let sentence = |tokens: Vec<&Token>| {
            let (first, last) = (tokens.first()?, tokens.last()?);
            let span = first.span.start..last.span.end;
            Some((tokens.iter().filter_map(refined).collect(), span))
        };
        let sentences = self.between_marks(&ENDS).into_iter();
        distinct(sentences.filter_map(sentence))
    }
}

/// Sentences as chunks: repeated words, repeated sentences and sentences of one word are dropped,
/// in this order.
pub(crate) fn distinct(
    sentences: impl IntoIterator<Item = (Vec<TermId>, Range<u32>)>,
) -> Vec<Chunk> {
    let mut met = FxHashSet::default();
    let chunks = sentences.into_iter().map(|(mut words, span)| {
        let mut once = FxHashSet::default();
        words.retain(|&word| once.insert(word));
        Chunk {
            sequence: sequence(words.iter().copied()),
            words,
            span,
        }
    });
    chunks
        .filter(|chunk| chunk.words.len() > 1 && met.insert(chunk.sequence))
        .collect()
}

/// [`Chunk::sequence`] of these words.
pub(crate) fn sequence(words: impl Iterator<Item = TermId>) -> u64 {
    let bytes: Vec<u8> = words.flat_map(|word| word.0.to_le_bytes()).collect();
    xxh3_64(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::text::Analyzer;

    fn chunks(text: &str) -> Vec<(usize, String)> {
        let document = Analyzer::new(Default::default()).analyze(&Document::plain("x", text));
        let shown = |chunk: Chunk| {
            let span = chunk.span.start as usize..chunk.span.end as usize;
            (chunk.words.len(), text[span].to_string())
        };
        document.chunks().into_iter().map(shown).collect()
    }

    #[test]
    fn chunks_end_at_marks_and_short_or_repeated_ones_are_dropped() {
        let text = "Ferries wait, storms rise; piers break. Piers break! Nobody. Ferries, wait";
        let texts: Vec<_> = chunks(text).into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["Ferries wait", "storms rise", "piers break"]);
    }

    #[test]
    fn a_chunk_spans_its_stop_words_and_a_blank_line_ends_it() {
        let text = "In the storm of 1984 the ferries and\nthe storm waited\n\nand the piers broke";
        let expected = [
            (
                3,
                "In the storm of 1984 the ferries and\nthe storm waited".to_string(),
            ),
            (2, "and the piers broke".to_string()),
        ];
        assert_eq!(chunks(text), expected);
    }

    #[test]
    fn the_order_of_words_makes_the_sentence() {
        assert_eq!(chunks("storms rise, rise storms").len(), 2);
        assert_eq!(chunks("storms rise, the storms will rise").len(), 1);
        assert!(chunks("").is_empty());
    }
}
