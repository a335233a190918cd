//! Which words, in which sentences, does a document hold? An [`Analyzer`] answers once for every
//! document; what it finds, an [`AnalyzedDocument`], is a function of the document and of the
//! [`AnalysisOptions`] alone.
//!
//! Two forms of every word are kept: the *raw* one (lower-cased, punctuation deleted), of which
//! shingles are made, and the *refined* one (letters only, no stop words, stemmed), which is what
//! "word" means everywhere else. Offsets into the document's own text are kept through every
//! stage, so that evidence can point at it.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::document::{Document, DocumentId, FieldKinds};

pub mod alignment;
mod analyzer;
mod sentences;
pub mod shingles;
mod terms;

pub use analyzer::Analyzer;
pub use terms::Language;

/// What shapes an analysis. Saved with every model, so that a document is read at use as it was
/// read at training.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AnalysisOptions {
    /// The language of stop words and stems.
    pub language: Language,
}

/// A term's number: a fixed hash of its normal form, the same on every run and machine. Two terms
/// share a number with probability 2⁻⁶⁴, which is neglected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct TermId(pub(crate) u64);

impl TermId {
    /// The number of a normal form.
    pub fn of(normal_form: &str) -> Self {
        TermId(xxh3_64(normal_form.as_bytes()))
    }
}

/// In files a term is 16 hexadecimal digits: a JSON number would lose its last bits.
impl From<TermId> for String {
    fn from(term: TermId) -> Self {
        format!("{:016x}", term.0)
    }
}

impl TryFrom<String> for TermId {
    type Error = std::num::ParseIntError;

    fn try_from(digits: String) -> Result<Self, Self::Error> {
        u64::from_str_radix(&digits, 16).map(TermId)
    }
}

/// A word where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its place in [`AnalyzedDocument::text`], in bytes.
    pub span: Range<u32>,
    /// The fields it stands in.
    pub kinds: FieldKinds,
    /// Its raw form: lower-cased letters and digits.
    pub raw: TermId,
    /// Whether it is a stop word.
    pub is_stop_word: bool,
    /// Its refined form, an index into [`AnalyzedDocument::vocabulary`]; none for stop words and
    /// for words with a character that is no letter.
    pub word: Option<u32>,
}

/// One refined word of a document's vocabulary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word itself.
    pub text: Box<str>,
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
    /// The document's text, which all spans point into.
    pub text: Arc<str>,
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

    /// The body's sentences as refined words (indices into the vocabulary, in order); sentences
    /// without a refined word are left out.
    pub fn refined_sentences(&self) -> impl Iterator<Item = Vec<u32>> {
        self.sentences.iter().filter_map(|sentence| {
            let tokens = &self.tokens[sentence.start as usize..sentence.end as usize];
            let words: Vec<u32> = tokens
                .iter()
                .filter(|token| token.kinds.is_body())
                .filter_map(|token| token.word)
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

    /// The distinct refined words of the body, in ascending order of their text.
    pub fn body_words(&self) -> impl Iterator<Item = &Word> {
        self.vocabulary.iter().filter(|word| word.count > 0)
    }
}

/// Analyses many documents, in parallel, in order.
pub fn analyze_all(analyzer: &Analyzer, documents: &[Document]) -> Vec<AnalyzedDocument> {
    use rayon::prelude::*;
    documents
        .par_iter()
        .map(|document| analyzer.analyze(document))
        .collect()
}
