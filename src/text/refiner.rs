//! A language's rules: which form stands for a word.

use std::borrow::Cow;
use std::collections::HashSet;

use rust_stemmers::Stemmer;
use rustc_hash::FxBuildHasher;

use super::normal_forms::{is_spelled, raw_form};
use super::{Language, TermId};

/// Refines raw words of one language.
pub(super) struct Refiner {
    language: Language,
    stop_words: HashSet<String, FxBuildHasher>,
    stemmer: Option<Stemmer>,
}

/// A word in its two forms.
pub(super) struct Refined {
    pub(super) raw: TermId,
    /// Whether the language's list holds it.
    pub(super) is_stop_word: bool,
    /// None for a stop word, and for a word with a character that is no letter (methods,
    /// conventions).
    pub(super) stem: Option<String>,
}

impl Refiner {
    pub(super) fn new(language: Language) -> Self {
        // In the form in which they are met: don't → dont.
        let raw = |word: &&str| raw_form(word, language).into_owned();
        Refiner {
            language,
            stop_words: language.stop_words().iter().map(raw).collect(),
            stemmer: language.stemmer().map(Stemmer::create),
        }
    }

    pub(super) fn language(&self) -> Language {
        self.language
    }

    /// Refines a word; none if it holds no letter or digit.
    pub(super) fn refine(&self, word: &str) -> Option<Refined> {
        let raw = raw_form(word, self.language);
        if raw.is_empty() {
            return None;
        }
        let core = match self.after_elision(word) {
            Some(core) => raw_form(core, self.language),
            None => Cow::Borrowed(&*raw),
        };
        let is_stop_word = self.stop_words.contains(&*core);
        Some(Refined {
            is_stop_word,
            stem: (is_spelled(word) && !is_stop_word).then(|| self.stem(&core)),
            raw: TermId::of(&raw),
        })
    }

    fn stem(&self, word: &str) -> String {
        match &self.stemmer {
            Some(stemmer) => stemmer.stem(word).into_owned(),
            None => word.to_owned(),
        }
    }

    /// What follows a short word that lost its vowel: homme of l'homme. Such words are on the
    /// lists, and aujourd' of aujourd'hui is not.
    fn after_elision<'w>(&self, word: &'w str) -> Option<&'w str> {
        if !self.language.elides() {
            return None;
        }
        let (short, rest) = word.split_once(['\'', '\u{2019}'])?;
        let elided = self.stop_words.contains(&*raw_form(short, self.language));
        (elided && rest.contains(char::is_alphanumeric)).then_some(rest)
    }
}

#[cfg(test)]
mod tests;
