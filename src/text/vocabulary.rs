//! The refined words of one document.

use std::ops::Deref;

use super::TermId;

/// One refined word of a document's [`Vocabulary`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Its number.
    pub term: TermId,
    /// How often it stands in the document's body; 0 where it stands in other fields alone.
    pub count: u32,
    /// Where its text ends in those of the vocabulary; it begins where that of the word before ends.
    end: u32,
}

/// Distinct refined words: those of all fields of a document in ascending order of their numbers.
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

    /// The word at a place itself. Panics where there is none.
    pub fn text(&self, place: usize) -> &str {
        let start = place
            .checked_sub(1)
            .map_or(0, |before| self.words[before].end);
        &self.texts[start as usize..self.words[place].end as usize]
    }
}

/// As a list of words.
impl Deref for Vocabulary {
    type Target = [Word];

    fn deref(&self) -> &[Word] {
        &self.words
    }
}
