//! The result of the analysis of a document.

use std::borrow::Cow;
use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::hyphenation::unbroken;
use super::refiner::Refiner;
use super::spelling::Spelling;
use super::{Language, TermId, Vocabulary, Word};
use crate::document::html::Structure;
use crate::document::{DocumentId, Field, FieldKinds, identity_of};

/// A word where it stands. In scripts without spaces between words every two neighbouring
/// characters are one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its place in [`AnalyzedDocument::text`], in bytes. Spans ascend and never overlap: two
    /// characters that are a word stand at the place of the first, the last two of a run at that of
    /// both.
    pub span: Range<u32>,
    /// The fields it occurs in.
    pub kinds: FieldKinds,
    /// Its raw form: lower-cased letters and digits.
    pub raw: TermId,
    /// True if it is a stop word.
    pub is_stop_word: bool,
    /// Its refined form, an index into [`AnalyzedDocument::vocabulary`]; none for stop words and
    /// for words with a character that is not a letter.
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

/// A document, analysed.
#[derive(Debug, Clone)]
pub struct AnalyzedDocument {
    /// The document's name.
    pub id: DocumentId,
    /// The language it was read in.
    pub language: Language,
    /// The rules of that language.
    pub(super) refiner: Arc<Refiner>,
    /// True if a word may go over the end of a line.
    pub(super) joins_lines: bool,
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
    /// Its refined words, ascending by number: what [`Token::word`] is a place in.
    pub vocabulary: Vocabulary,
    /// The fields of a record, each analysed as a document of its own; none of other documents.
    pub parts: Vec<(Arc<str>, AnalyzedDocument)>,
    /// Its [identity](Self::identity), once it was asked for.
    pub(super) identity: OnceLock<Option<u128>>,
}

impl AnalyzedDocument {
    /// Equal in two documents of the same text ([`Document::identity`](crate::Document::identity)), whichever
    /// of its words are hyphenated at the end of a line. Worked out when it is first asked for: it takes as
    /// long as finding the words.
    pub fn identity(&self) -> Option<u128> {
        *self.identity.get_or_init(|| match self.unbroken() {
            None => identity_of(&self.text, &self.fields),
            Some((text, fields)) => identity_of(&text, &fields),
        })
    }

    /// Returns whether it is a web page, with markup that is known.
    pub fn is_page(&self) -> bool {
        self.structure.is_some()
    }

    /// The text and its fields without hyphens at the ends of lines; none if there are none.
    fn unbroken(&self) -> Option<(String, Vec<Field>)> {
        if !self.joins_lines || matches!(unbroken(&self.text), Cow::Borrowed(_)) {
            return None;
        }
        let parts = self.fields.iter();
        let parts = parts.map(|field| unbroken(&self.text[field.span.clone()]));
        let parts: Vec<Cow<'_, str>> = parts.collect();
        let mut end = 0;
        let place = |(field, part): (&Field, &Cow<'_, str>)| {
            let start = end;
            end += part.len();
            Field {
                kinds: field.kinds,
                span: start..end,
            }
        };
        let fields = self.fields.iter().zip(&parts).map(place).collect();
        Some((parts.concat(), fields))
    }

    /// The spelling rules of its words.
    pub fn spelling(&self) -> Spelling {
        self.refiner.spelling()
    }

    /// A field of the record, by its name; none where the record lacks it.
    pub fn part(&self, name: &str) -> Option<&AnalyzedDocument> {
        let mut named = self.parts.iter().filter(|(known, _)| **known == *name);
        named.next().map(|(_, part)| part)
    }

    /// A document without a word, in the same language.
    pub fn without_words(&self) -> AnalyzedDocument {
        AnalyzedDocument {
            id: self.id.clone(),
            language: self.language,
            refiner: self.refiner.clone(),
            joins_lines: self.joins_lines,
            text: "".into(),
            fields: Vec::new(),
            structure: None,
            tokens: Vec::new(),
            sentences: Vec::new(),
            vocabulary: Vocabulary::default(),
            parts: Vec::new(),
            identity: OnceLock::new(),
        }
    }

    /// The words of the body, in reading order.
    pub fn body(&self) -> impl Iterator<Item = &Token> {
        self.tokens.iter().filter(|token| token.kinds.is_body())
    }

    /// The words of the body within a sentence, or another range of tokens.
    pub fn body_of(&self, tokens: Range<u32>) -> impl Iterator<Item = &Token> {
        let tokens = &self.tokens[tokens.start as usize..tokens.end as usize];
        tokens.iter().filter(|token| token.kinds.is_body())
    }

    /// A word as it is written.
    pub fn written(&self, token: &Token) -> &str {
        &self.text[token.span.start as usize..token.span.end as usize]
    }

    /// The byte range in the text of a range of tokens, not empty.
    pub fn span_of(&self, tokens: &Range<u32>) -> Range<usize> {
        let (first, last) = (tokens.start as usize, tokens.end as usize - 1);
        self.tokens[first].span.start as usize..self.tokens[last].span.end as usize
    }

    /// The body's capitalised words that may be names. \[choice\] The first word of a sentence is
    /// capitalised anyway, and a sentence without a word in lower case (a headline, a clause in
    /// capitals) capitalises all: neither names anything.
    pub fn capitalised(&self) -> Vec<&Token> {
        let mut names = Vec::new();
        for sentence in &self.sentences {
            let body = || self.body_of(sentence.clone());
            if body().any(|token| self.written(token).starts_with(char::is_lowercase)) {
                names.extend(body().skip(1).filter(|token| {
                    let word = self.written(token);
                    word.starts_with(char::is_uppercase) && word.chars().nth(1).is_some()
                }));
            }
        }
        names
    }

    /// The refined form of one of its words; none for a stop word, and for a word with a character
    /// that is not a letter.
    pub fn refined(&self, token: &Token) -> Option<&Word> {
        token.word.map(|word| &self.vocabulary[word.get() as usize])
    }

    /// The text of the body unchanged, each stretch that no other field interrupts.
    pub fn body_text(&self) -> impl Iterator<Item = &str> {
        self.body_stretches().map(|stretch| &self.text[stretch])
    }

    /// The ranges of the pieces of [`body_text`](Self::body_text), in bytes.
    pub fn body_stretches(&self) -> impl Iterator<Item = Range<usize>> {
        let stretches = self
            .fields
            .chunk_by(|a, b| a.kinds.is_body() == b.kinds.is_body());
        stretches.filter_map(|fields| match fields {
            [first, ..] if first.kinds.is_body() => Some(first.span.start..fields.last()?.span.end),
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
            let words = self
                .body_of(sentence.clone())
                .filter_map(|token| token.word);
            let words: Vec<u32> = words.map(WordIndex::get).collect();
            (!words.is_empty()).then_some(words)
        })
    }

    /// The body's sentences, each its refined words joined without spaces (000, section 3.2.1).
    pub fn joined_sentences(&self) -> impl Iterator<Item = String> {
        let text = |word: u32| self.vocabulary.text(word as usize);
        self.refined_sentences()
            .map(move |words| words.into_iter().map(text).collect())
    }

    /// The refined words of all fields, ascending by number, each with the sum of its occurrences'
    /// weights; those that weigh nothing are left out.
    pub fn weighted_terms(&self, weight: impl Fn(FieldKinds) -> f64) -> Vec<(TermId, f64)> {
        let mut weights = vec![0.0; self.vocabulary.len()];
        // Most words stand in the fields of the word before.
        let mut last = (FieldKinds::default(), weight(FieldKinds::default()));
        for token in &self.tokens {
            if let Some(word) = token.word {
                if token.kinds != last.0 {
                    last = (token.kinds, weight(token.kinds));
                }
                weights[word.get() as usize] += last.1;
            }
        }
        let words = self.vocabulary.iter().zip(weights);
        words
            .filter(|&(_, weight)| weight > 0.0)
            .map(|(word, weight)| (word.term, weight))
            .collect()
    }

    /// The distinct refined words of the body, in ascending order of their numbers.
    pub fn body_words(&self) -> impl Iterator<Item = &Word> {
        self.vocabulary.iter().filter(|word| word.count > 0)
    }
}
