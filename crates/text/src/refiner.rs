//! Stop words and stemming of a language.

use std::collections::HashSet;
use std::fmt;

use rust_stemmers::Stemmer;
use rustc_hash::FxBuildHasher;
use unicode_normalization::UnicodeNormalization;

/// In bytes.
const LONGEST_STEMMED: usize = 1_000;

use super::TermId;
use super::normal_forms::{
    APOSTROPHES, is_letter, is_spelled, listed_form, raw_form, spelled_form,
};
use super::spelling::Spelling;
use super::words::{begins_unspaced, words};

/// Refines raw words of one language.
pub(super) struct Refiner {
    spelling: Spelling,
    /// In the form in which they are met ([`listed_form`]).
    stop_words: HashSet<String, FxBuildHasher>,
    stemmer: Option<Stemmer>,
}

/// A word in its two forms.
pub(super) struct Refined {
    pub(super) raw: TermId,
    /// True if the language's list holds it.
    pub(super) is_stop_word: bool,
    /// None for a stop word, and for a word with a character that is not a letter.
    pub(super) stem: Option<String>,
}

impl Refiner {
    pub(super) fn new(spelling: Spelling) -> Self {
        let language = spelling.language();
        let listed = |word: &&str| listed_form(word, spelling).into_owned();
        Refiner {
            spelling,
            stop_words: language.stop_words().iter().map(listed).collect(),
            stemmer: language.stemmer().map(Stemmer::create),
        }
    }

    pub(super) fn spelling(&self) -> Spelling {
        self.spelling
    }

    /// Refines a word; none if it holds no letter or digit.
    pub(super) fn refine(&self, word: &str) -> Option<Refined> {
        let raw = raw_form(word, self.spelling);
        if raw.is_empty() {
            return None;
        }
        let core = self.after_elision(word).unwrap_or(word);
        let is_stop_word = self.stop_words.contains(&*listed_form(core, self.spelling));
        let stem = || self.stem(core);
        Some(Refined {
            is_stop_word,
            stem: (is_spelled(word) && !is_stop_word).then(stem),
            raw: TermId::of(&raw),
        })
    }

    /// The refined words of a run of characters without white space, all but its letters deleted
    /// (004, section 5.2.1): one, unless its script is written without spaces.
    ///
    /// \[choice\] The paper deletes before it asks the stop list; here the list is asked for a
    /// contraction unchanged, since *we'll* is on it and *well* is another word.
    pub(super) fn refine_letters(&self, run: &str) -> Vec<TermId> {
        let is_kept = |c: &char| is_letter(*c) || APOSTROPHES.contains(c);
        let kept: String = if run.is_ascii() {
            // Normalised, and of a script with spaces.
            run.chars().filter(is_kept).collect()
        } else {
            run.nfkc().filter(is_kept).collect()
        };
        let unspaced = |(place, c): (usize, char)| is_letter(c) && begins_unspaced(&kept[place..]);
        let stem = |word: &str| Some(TermId::of(&self.refine(word)?.stem?));
        if !kept.is_ascii() && kept.char_indices().any(unspaced) {
            words(&kept, 0..kept.len(), false)
                .filter_map(|word| stem(&kept[word.form]))
                .collect()
        } else {
            stem(&kept).into_iter().collect()
        }
    }

    /// A stemmer may take time that grows with the square of a word's length, and no word of a language is
    /// as long as what encoded data look like: such a word stays as it is.
    fn stem(&self, word: &str) -> String {
        let folded = raw_form(word, self.spelling);
        let Some(stemmer) = self
            .stemmer
            .as_ref()
            .filter(|_| folded.len() <= LONGEST_STEMMED)
        else {
            return folded.into_owned();
        };
        let spelled = || spelled_form(word, self.spelling);
        let stem = stemmer
            .stem(&self.spelling.for_stemmer(spelled, folded))
            .into_owned();
        self.spelling.folded(stem.into()).into_owned()
    }

    /// The word after a short one that lost its vowel: homme of l'homme. Such words are on the
    /// lists, and aujourd' of aujourd'hui is not.
    fn after_elision<'w>(&self, word: &'w str) -> Option<&'w str> {
        if !self.spelling.language().elides() {
            return None;
        }
        let (short, rest) = word.split_once(APOSTROPHES)?;
        let elided = self.stop_words.contains(&*raw_form(short, self.spelling));
        (elided && rest.contains(char::is_alphanumeric)).then_some(rest)
    }
}

impl fmt::Debug for Refiner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refiner")
            .field("spelling", &self.spelling)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
