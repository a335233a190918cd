//! Refined words and their texts, of a document or of all that were read.

use std::ops::Deref;

use super::TermId;

/// One refined word of a [`Vocabulary`], which knows its text.
#[derive(Debug, Clone)]
pub struct Word {
    /// Its number.
    pub term: TermId,
    /// Number of occurrences in the document's body; 0 if it occurs in other fields alone.
    pub count: u32,
    /// End of its text among the texts of all; it begins where that of the word before ends.
    end: u32,
}

/// Whatever words stand before it.
impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        (self.term, self.count) == (other.term, other.count)
    }
}

impl Eq for Word {}

/// Distinct refined words. Those of a document, of all its fields, ascend by number; a
/// [`Token`](super::Token) knows its word by its place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Vocabulary {
    words: Vec<Word>,
    /// The texts of all words, one after the other: they are shared with nobody and come and go with
    /// the document.
    texts: String,
}

impl Vocabulary {
    pub(super) fn with_capacity(words: usize) -> Self {
        const USUAL_LENGTH: usize = 7;
        Vocabulary {
            words: Vec::with_capacity(words),
            texts: String::with_capacity(words * USUAL_LENGTH),
        }
    }

    /// Adds a word that is not there yet.
    pub(super) fn push(&mut self, term: TermId, count: u32, text: &str) {
        self.texts.push_str(text);
        let end = self.texts.len() as u32;
        self.words.push(Word { term, count, end });
    }

    /// The word at a place itself.
    ///
    /// # Panics
    ///
    /// There is no such place.
    pub fn text(&self, place: usize) -> &str {
        let start = place
            .checked_sub(1)
            .map_or(0, |before| self.words[before].end);
        &self.texts[start as usize..self.words[place].end as usize]
    }

    /// Size of the texts in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.texts.len()
    }
}

/// As a list of words.
impl Deref for Vocabulary {
    type Target = [Word];

    fn deref(&self) -> &[Word] {
        &self.words
    }
}
