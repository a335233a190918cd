//! Words and their two normal forms.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use rust_stemmers::{Algorithm, Stemmer};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use crate::error::ErrorKind;

/// The language whose stop words are dropped and whose endings are stemmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// NLTK's stop words, Snowball's English ("Porter 2") stemmer. \[choice\] No paper prints its
    /// stop list, and the stems that 000 prints are not Porter's either; the ISO list would drop
    /// *top*, *novel* and *information*, which occur in the papers' examples.
    #[default]
    English,
}

impl FromStr for Language {
    type Err = crate::Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name.to_lowercase().as_str() {
            "english" | "en" => Ok(Language::English),
            _ => Err(ErrorKind::Option {
                option: "--language".into(),
                found: name.into(),
                expected: "expected 'english' (or 'en')".into(),
            }
            .into()),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Language::English => f.write_str("english"),
        }
    }
}

/// Refines raw words of one language.
pub(super) struct Refiner {
    stop_words: HashSet<String, rustc_hash::FxBuildHasher>,
    stemmer: Stemmer,
}

impl Refiner {
    pub(super) fn new(language: Language) -> Self {
        let (stop_words, algorithm) = match language {
            Language::English => (stop_words::Language::English, Algorithm::English),
        };
        Refiner {
            // In the form in which they are met: don't → dont.
            stop_words: stop_words::get(stop_words)
                .iter()
                .map(|word| raw_form(word).into_owned())
                .collect(),
            stemmer: Stemmer::create(algorithm),
        }
    }

    /// Whether a word, in its raw form, is on the language's list.
    pub(super) fn is_stop_word(&self, raw: &str) -> bool {
        self.stop_words.contains(raw)
    }

    /// The refined form of a word whose raw form is known, or none if it is a stop word or holds
    /// a character that is no letter (methods, conventions).
    pub(super) fn refine(&self, word: &str, raw: &str) -> Option<String> {
        let letters_only = word
            .chars()
            .all(|c| c.is_alphabetic() || is_joint(c) || is_combining(c));
        if !letters_only || raw.is_empty() || self.is_stop_word(raw) {
            return None;
        }
        Some(self.stemmer.stem(raw).into_owned())
    }
}

/// The words of a text: Unicode's word boundaries (UAX 29), and parts joined by one hyphen are
/// one word.
pub(super) fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut parts = text
        .unicode_word_indices()
        .map(|(start, part)| start..start + part.len())
        .peekable();
    std::iter::from_fn(move || {
        let mut word = parts.next()?;
        while let Some(next) = parts.next_if(|next| is_one_hyphen(&text[word.end..next.start])) {
            word.end = next.end;
        }
        Some(word)
    })
}

/// The raw form of a word: lower-cased, what is no letter or digit deleted, the parts joined
/// (Shi'ite → shiite, al-Sistani → alsistani). Compatibility forms are made equal first (NFKC),
/// so that é is the same letter however it is encoded.
pub(super) fn raw_form(word: &str) -> Cow<'_, str> {
    if word
        .bytes()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    {
        return Cow::Borrowed(word);
    }
    if word.is_ascii() {
        let kept = word.chars().filter(char::is_ascii_alphanumeric);
        return Cow::Owned(kept.map(|c| c.to_ascii_lowercase()).collect());
    }
    let kept = word.nfkc().filter(|c| c.is_alphanumeric());
    Cow::Owned(kept.flat_map(char::to_lowercase).collect())
}

fn is_one_hyphen(between: &str) -> bool {
    matches!(between, "-" | "\u{2010}" | "\u{2011}")
}

/// Characters that join the parts of a word: hyphens and apostrophes.
fn is_joint(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{2010}' | '\u{2011}' | '\'' | '\u{2019}' | '\u{2018}' | '\u{02BC}' | '\u{AD}'
    )
}

fn is_combining(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refined(text: &str) -> Vec<String> {
        let refiner = Refiner::new(Language::English);
        words(text)
            .filter_map(|span| {
                let word = &text[span];
                refiner.refine(word, &raw_form(word))
            })
            .collect()
    }

    #[test]
    fn hyphens_and_apostrophes_join_the_parts_of_a_word() {
        assert_eq!(raw_form("Shi'ite"), "shiite");
        let text = "al-Sistani said";
        let first = words(text).next().unwrap();
        assert_eq!(raw_form(&text[first]), "alsistani");
        assert_eq!(words("well - known").count(), 2);
    }

    #[test]
    fn words_with_a_digit_have_a_raw_form_only() {
        assert_eq!(refined("In 1984 Winston7 drank gin"), ["drank", "gin"]);
        assert_eq!(raw_form("3,5"), "35");
    }

    #[test]
    fn stop_words_are_dropped_in_every_spelling() {
        assert!(refined("I don\u{2019}t, I don't, THE and The").is_empty());
    }

    #[test]
    fn words_of_the_papers_survive_the_stop_list() {
        assert_eq!(refined("top novel information").len(), 3);
    }

    #[test]
    fn composed_and_decomposed_letters_are_equal() {
        assert_eq!(raw_form("caf\u{e9}"), raw_form("cafe\u{301}"));
        assert_eq!(refined("cafe\u{301}"), refined("caf\u{e9}"));
    }
}
