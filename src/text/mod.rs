//! Which words, in which sentences, does a document hold? An [`Analyzer`] answers once for every
//! document; what it finds, an [`AnalyzedDocument`], is a function of the document and of the
//! [`AnalysisOptions`] alone.
//!
//! Two forms of every word are kept: the *raw* one (lower-cased, punctuation deleted), of which
//! shingles are made, and the *refined* one (letters only, no stop words, stemmed), which is what
//! "word" means everywhere else. Offsets into the document's own text are kept through every
//! stage, so that evidence can point at it.

use std::borrow::Cow;
use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use xxhash_rust::xxh3::xxh3_64;

use crate::document::html::Structure;
use crate::document::{Document, DocumentId, Field, FieldKinds, MainContent};
use crate::progress::{Progress, Silent};

pub mod alignment;
mod analyzer;
pub(crate) mod chunks;
mod detection;
mod ignore;
mod language;
mod normal_forms;
mod reader;
mod refiner;
mod sentences;
pub mod shingles;
pub mod sistrings;
pub mod sorted;
mod stretches;
mod words;

pub use analyzer::Analyzer;
pub use chunks::Chunk;
pub use detection::LanguageChoice;
pub use ignore::Ignored;
pub use language::Language;
pub(crate) use sentences::blocks as blocks_between_blank_lines;

/// What shapes an analysis. Saved with every model, so that a document is read at use as it was
/// read at training.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AnalysisOptions {
    /// The language of stop words and stems.
    pub language: LanguageChoice,
    /// How the main content of pages was found: the analysis takes documents as they are, but who
    /// compares others with them has to read them in the same way.
    #[serde(skip_serializing_if = "is_default")]
    pub main_content: MainContent,
}

fn is_default(main_content: &MainContent) -> bool {
    *main_content == MainContent::default()
}

impl AnalysisOptions {
    /// The same options with the languages of this collection, where they are to be found: what a
    /// model saves.
    #[must_use]
    pub fn resolved(mut self, documents: &[Document]) -> Self {
        if self.language == LanguageChoice::Auto {
            self.language = LanguageChoice::of_collection(documents);
        }
        self
    }
}

/// A term's number: a fixed hash of its normal form, the same on every run and machine. Two terms
/// share a number with probability 2⁻⁶⁴, which is neglected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub(crate) u64);

impl TermId {
    /// The number of a normal form.
    pub fn of(normal_form: &str) -> Self {
        TermId(xxh3_64(normal_form.as_bytes()))
    }
}

/// In JSON a term is 16 hexadecimal digits, since a number there would lose its last bits; in binary
/// files it is the number.
impl Serialize for TermId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => serializer.collect_str(&format_args!("{:016x}", self.0)),
            false => serializer.serialize_u64(self.0),
        }
    }
}

impl<'de> Deserialize<'de> for TermId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return u64::deserialize(deserializer).map(TermId);
        }
        let digits = Cow::<str>::deserialize(deserializer)?;
        let number = u64::from_str_radix(&digits, 16);
        number.map(TermId).map_err(serde::de::Error::custom)
    }
}

/// A word where it stands. In scripts without spaces between words every two neighbouring
/// characters are one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its place in [`AnalyzedDocument::text`], in bytes. Spans ascend and never overlap: two
    /// characters that are a word stand at the place of the first, the last two of a run at that of
    /// both.
    pub span: Range<u32>,
    /// The fields it stands in.
    pub kinds: FieldKinds,
    /// Its raw form: lower-cased letters and digits.
    pub raw: TermId,
    /// Whether it is a stop word.
    pub is_stop_word: bool,
    /// Its refined form, an index into [`AnalyzedDocument::vocabulary`]; none for stop words and
    /// for words with a character that is no letter.
    pub word: Option<WordIndex>,
}

/// A place in [`AnalyzedDocument::vocabulary`]. With its absence it takes four bytes, which makes a
/// token a quarter smaller than a plain number does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordIndex(NonZeroU32);

impl WordIndex {
    pub(crate) fn new(place: u32) -> Self {
        WordIndex(NonZeroU32::MIN.saturating_add(place))
    }

    /// The place, from 0.
    pub fn get(self) -> u32 {
        self.0.get() - 1
    }
}

/// One refined word of a document's vocabulary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word itself.
    pub text: Arc<str>,
    /// Its number.
    pub term: TermId,
    /// How often it stands in the document's body; 0 where it stands in other fields alone.
    pub count: u32,
}

/// A document, analysed.
#[derive(Debug, Clone)]
pub struct AnalyzedDocument {
    /// The document's name.
    pub id: DocumentId,
    /// The language it was read in.
    pub language: Language,
    /// The document's text, which all spans point into.
    pub text: Arc<str>,
    /// The parts of the text, as the document has them.
    pub fields: Vec<Field>,
    /// The markup of a web page; none for other texts.
    pub structure: Option<Arc<Structure>>,
    /// Every word, in reading order.
    pub tokens: Vec<Token>,
    /// The sentences: ascending, disjoint ranges of [`tokens`](Self::tokens), none empty.
    pub sentences: Vec<Range<u32>>,
    /// The distinct refined words of all fields, in ascending order of their text.
    pub vocabulary: Vec<Word>,
    /// Equal in two documents of the same text ([`Document::identity`]).
    pub identity: Option<u128>,
}

impl AnalyzedDocument {
    /// The words of the body, in reading order.
    pub fn body(&self) -> impl Iterator<Item = &Token> {
        self.tokens.iter().filter(|token| token.kinds.is_body())
    }

    /// The refined form of one of its words; none for a stop word, and for a word with a character
    /// that is no letter.
    pub fn refined(&self, token: &Token) -> Option<&Word> {
        token.word.map(|word| &self.vocabulary[word.get() as usize])
    }

    /// The text of the body as it stands, each stretch that no other field interrupts.
    pub fn body_text(&self) -> impl Iterator<Item = &str> {
        let stretches = self
            .fields
            .chunk_by(|a, b| a.kinds.is_body() == b.kinds.is_body());
        stretches.filter_map(|fields| match fields {
            [first, ..] if first.kinds.is_body() => {
                let end = fields.last()?.span.end;
                Some(&self.text[first.span.start..end])
            }
            _ => None,
        })
    }

    /// The body's words in stretches between any of these marks, none empty; a blank line ends a
    /// stretch too.
    pub fn between_marks(&self, marks: &[char]) -> Vec<Vec<&Token>> {
        let mut stretches: Vec<Vec<&Token>> = Vec::new();
        let mut previous: Option<&Token> = None;
        for token in self.body() {
            let goes_on = previous.is_some_and(|previous| {
                let between = &self.text[previous.span.end as usize..token.span.start as usize];
                !between.contains(marks) && !between.contains("\n\n")
            });
            match stretches.last_mut() {
                Some(open) if goes_on => open.push(token),
                _ => stretches.push(vec![token]),
            }
            previous = Some(token);
        }
        stretches
    }

    /// The body's sentences as refined words (indices into the vocabulary, in order); sentences
    /// without a refined word are left out.
    pub fn refined_sentences(&self) -> impl Iterator<Item = Vec<u32>> {
        self.sentences.iter().filter_map(|sentence| {
            let tokens = &self.tokens[sentence.start as usize..sentence.end as usize];
            let words: Vec<u32> = tokens
                .iter()
                .filter(|token| token.kinds.is_body())
                .filter_map(|token| token.word.map(WordIndex::get))
                .collect();
            (!words.is_empty()).then_some(words)
        })
    }

    /// The body's sentences, each its refined words joined without spaces (000, section 3.2.1).
    pub fn joined_sentences(&self) -> impl Iterator<Item = String> {
        let text = |word: u32| &*self.vocabulary[word as usize].text;
        self.refined_sentences()
            .map(move |words| words.into_iter().map(text).collect())
    }

    /// The refined words of all fields, ascending by number, each with the sum of its occurrences'
    /// weights; those that weigh nothing are left out.
    pub fn weighted_terms(&self, weight: impl Fn(FieldKinds) -> f64) -> Vec<(TermId, f64)> {
        let mut weights = vec![0.0; self.vocabulary.len()];
        for token in &self.tokens {
            if let Some(word) = token.word {
                weights[word.get() as usize] += weight(token.kinds);
            }
        }
        let words = self.vocabulary.iter().zip(weights);
        let mut terms: Vec<(TermId, f64)> = words
            .filter(|&(_, weight)| weight > 0.0)
            .map(|(word, weight)| (word.term, weight))
            .collect();
        terms.sort_unstable_by_key(|&(term, _)| term);
        terms
    }

    /// The distinct refined words of the body, in ascending order of their text.
    pub fn body_words(&self) -> impl Iterator<Item = &Word> {
        self.vocabulary.iter().filter(|word| word.count > 0)
    }
}

/// Analyses many documents, in parallel, in order.
pub fn analyze_all(analyzer: &Analyzer, documents: &[Document]) -> Vec<AnalyzedDocument> {
    analyze_telling(analyzer, documents, &Silent)
}

/// [`analyze_all`], as a stage of long work that tells how far it is.
pub fn analyze_telling(
    analyzer: &Analyzer,
    documents: &[Document],
    progress: &dyn Progress,
) -> Vec<AnalyzedDocument> {
    use rayon::prelude::*;
    progress.begin("reading words", documents.len());
    let analyze = |document| {
        let analyzed = analyzer.analyze(document);
        progress.advance(1);
        analyzed
    };
    documents.par_iter().map(analyze).collect()
}

/// The first `length` bytes of a text, or one to three fewer where they would cut a character.
fn up_to(text: &str, length: usize) -> &str {
    let mut end = text.len().min(length);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
