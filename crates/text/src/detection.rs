//! Language detection.
//!
//! A collection in one language should be read in it throughout: the detector takes a few short
//! Danish texts for Norwegian, and two versions of a text that are stemmed by different rules look
//! less alike than they are. A collection in several languages should be read each document in its
//! own. So the languages are found in two steps: first those of the collection, as the languages of
//! a share of its documents that no chance gives; then, for every document, the one of these that
//! it is in. What was found in the first step is saved with the model, so that a document is read
//! at use as it was read at training, whatever stands beside it.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;
use whatlang::{Detector, Lang};

use super::Language;
use crate::document::Document;
use dejalu_base::error::Error;

/// A language is one of a collection's if at least one document in so many is in it.
const ONE_IN: usize = 50;

/// Number of bytes of a document that are examined: more hardly ever change the answer.
const BEGINNING: usize = 4096;

/// In which language documents are read.
#[derive(Debug, Clone, PartialEq, Eq, Hash, SmartDefault, Serialize, Deserialize)]
#[serde(into = "Stored", try_from = "Stored")]
pub enum LanguageChoice {
    /// All in this one.
    #[default]
    One(Language),
    /// Each in the one of these that it is in; where that cannot be determined, in the first.
    Among(Vec<Language>),
    /// In the languages of the collection, which are found when it is
    /// [analysed](super::AnalysisOptions::resolved).
    Auto,
}

impl LanguageChoice {
    fn of(mut languages: Vec<Language>) -> Self {
        let mut met = Vec::new();
        languages.retain(|language| {
            let new = !met.contains(language);
            met.push(*language);
            new
        });
        match languages[..] {
            [] => LanguageChoice::default(),
            [only] => LanguageChoice::One(only),
            _ => LanguageChoice::Among(languages),
        }
    }

    /// The languages that documents may be read in; all while they are not yet found.
    pub fn languages(&self) -> &[Language] {
        match self {
            LanguageChoice::One(language) => std::slice::from_ref(language),
            LanguageChoice::Among(languages) => languages,
            LanguageChoice::Auto => Language::ALL,
        }
    }

    /// The languages of a collection, the most frequent first; the same for any order of its
    /// documents.
    pub(super) fn of_collection(documents: &[Document]) -> Self {
        use rayon::prelude::*;
        let detector = Detector::new();
        let reliable = |document: &Document| {
            let found = detector.detect(&beginning(document))?;
            found.is_reliable().then(|| Language::from(found.lang()))
        };
        let found: Vec<Language> = documents.par_iter().filter_map(reliable).collect();
        let mut counts: BTreeMap<Language, usize> = BTreeMap::new();
        for &language in &found {
            *counts.entry(language).or_default() += 1;
        }
        counts.retain(|_, count| *count * ONE_IN >= found.len());
        let mut languages: Vec<(Language, usize)> = counts.into_iter().collect();
        languages.sort_by_key(|&(language, count)| (std::cmp::Reverse(count), language));
        LanguageChoice::of(
            languages
                .into_iter()
                .map(|(language, _)| language)
                .collect(),
        )
    }
}

/// Tells the languages of a choice apart.
pub(super) struct LanguageDetector {
    languages: Vec<Language>,
    detector: Detector,
}

impl LanguageDetector {
    pub(super) fn new(choice: &LanguageChoice) -> Self {
        let languages = choice.languages().to_vec();
        let possible = |lang: &&Lang| languages.contains(&Language::from(**lang));
        let allowed = Lang::all().iter().filter(possible).copied().collect();
        LanguageDetector {
            detector: Detector::with_allowlist(allowed),
            languages,
        }
    }

    /// The place, among the choice's languages, of the one that the document is in.
    pub(super) fn place_of(&self, document: &Document) -> usize {
        if self.languages.len() == 1 {
            return 0;
        }
        let found = self.detector.detect_lang(&beginning(document));
        let place = |found: Lang| {
            let language = Language::from(found);
            self.languages.iter().position(|&known| known == language)
        };
        found.and_then(place).unwrap_or(0)
    }
}

/// The first text of the body.
fn beginning(document: &Document) -> String {
    let mut text = String::new();
    for field in document.fields.iter().filter(|field| field.kinds.is_body()) {
        let field = document.field_text(field);
        let room = BEGINNING.saturating_sub(text.len());
        text.push_str(up_to(field, room));
        text.push('\n');
        if room < field.len() {
            break;
        }
    }
    text
}

/// The first `length` bytes of a text, or one to three fewer where they would cut a character.
pub(super) fn up_to(text: &str, length: usize) -> &str {
    let mut end = text.len().min(length);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Reads `auto`, a language, or several separated by commas.
impl FromStr for LanguageChoice {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if text.trim().eq_ignore_ascii_case("auto") {
            return Ok(LanguageChoice::Auto);
        }
        let languages: Result<_, Error> = text.split(',').map(str::parse).collect();
        languages.map(LanguageChoice::of)
    }
}

impl fmt::Display for LanguageChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == LanguageChoice::Auto {
            return f.write_str("auto");
        }
        let names: Vec<String> = self.languages().iter().map(Language::to_string).collect();
        f.write_str(&names.join(","))
    }
}

/// A choice as a file holds it: `"english"`, `["english","french"]` or `"auto"`.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Stored {
    One(String),
    Several(Vec<Language>),
}

impl From<LanguageChoice> for Stored {
    fn from(choice: LanguageChoice) -> Self {
        match choice {
            LanguageChoice::Among(languages) => Stored::Several(languages),
            one => Stored::One(one.to_string()),
        }
    }
}

impl TryFrom<Stored> for LanguageChoice {
    type Error = Error;

    fn try_from(stored: Stored) -> Result<Self, Error> {
        match stored {
            Stored::One(name) => name.parse(),
            Stored::Several(languages) => Ok(LanguageChoice::of(languages)),
        }
    }
}

#[cfg(test)]
mod tests;
