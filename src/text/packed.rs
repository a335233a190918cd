//! An analysed document as bytes: analysed once, sent to wherever it is compared.
//!
//! The bytes are a version, and then the document in `postcard`'s format. A text is borrowed while it is
//! written, and copied once when it is read, into the document that holds it. A word that occurs again is
//! written once: what a token has of its own takes four or five bytes.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{AnalyzedDocument, Analyzer, Language, TermId, Token, Vocabulary, WordIndex};
use crate::document::html::Structure;
use crate::document::{Field, FieldKinds};
use crate::error::{DocumentError, Result};

/// The version of the bytes that are written, and the only one that is read: they are made and used by
/// the same program.
const VERSION: u8 = 1;

/// A document and its fields, where it is a record.
#[derive(Serialize, Deserialize)]
struct Packed<'a> {
    #[serde(borrow)]
    whole: Text<'a>,
    parts: Vec<(&'a str, Text<'a>)>,
}

/// A text and what was found in it.
#[derive(Serialize, Deserialize)]
struct Text<'a> {
    id: &'a str,
    language: Language,
    identity: Option<u128>,
    text: &'a str,
    fields: Vec<(u8, u64, u64)>,
    structure: Option<Arc<Structure>>,
    words: Vec<Word>,
    #[serde(borrow)]
    stems: &'a str,
    forms: Vec<Form>,
    tokens: Vec<Place>,
    /// Before each the tokens that no sentence holds, and then its own.
    sentences: Vec<(u32, u32)>,
}

/// A refined word.
#[derive(Serialize, Deserialize)]
struct Word {
    #[serde(with = "postcard::fixint::le")]
    term: u64,
    count: u32,
    /// The bytes of its stem.
    length: u32,
}

/// What all occurrences of a word have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Form {
    #[serde(with = "postcard::fixint::le")]
    raw: u64,
    is_stop_word: bool,
    word: Option<u32>,
}

/// An occurrence of a word: the bytes since the one before, its own, its fields, its form.
#[derive(Serialize, Deserialize)]
struct Place(u32, u32, u8, u32);

impl AnalyzedDocument {
    /// The document as bytes that [`Analyzer::unpack`] reads: about three times its text.
    ///
    /// ```
    /// use dejalu::text::Analyzer;
    /// use dejalu::Document;
    ///
    /// let analyzer = Analyzer::new(Default::default());
    /// let document = analyzer.analyze(&Document::plain("a", "The ferry waits."));
    /// let back = analyzer.unpack(&document.pack())?;
    /// assert_eq!((back.text, back.tokens), (document.text, document.tokens));
    /// # Ok::<(), dejalu::Error>(())
    /// ```
    pub fn pack(&self) -> Vec<u8> {
        let parts = self.parts.iter();
        let packed = Packed {
            whole: text_of(self),
            parts: parts.map(|(name, part)| (&**name, text_of(part))).collect(),
        };
        // Into memory, of plain values: writing them cannot fail.
        postcard::to_extend(&packed, vec![VERSION]).unwrap_or_default()
    }
}

impl Analyzer {
    /// The document of these bytes, which an analyser with the same options made.
    ///
    /// # Errors
    ///
    /// Bytes of another version, cut short or damaged; a language that this analyser does not read.
    pub fn unpack(&self, bytes: &[u8]) -> Result<AnalyzedDocument> {
        let damaged = || DocumentError::BadPacked {
            problem: "they are cut short or damaged".into(),
        };
        let (&version, bytes) = bytes.split_first().ok_or_else(damaged)?;
        if version != VERSION {
            let problem = format!("their version is {version}, and this program reads {VERSION}");
            return Err(DocumentError::BadPacked { problem }.into());
        }
        let packed: Packed<'_> = match postcard::take_from_bytes(bytes) {
            Ok((packed, [])) => packed,
            _ => return Err(damaged().into()),
        };
        let language = packed.whole.language;
        let readers = self.readers_in(language);
        let refiner = readers.map(|readers| readers.refiner().clone());
        let refiner = refiner.ok_or_else(|| DocumentError::BadPacked {
            problem: format!("they are in {language}, which these options do not read"),
        })?;
        let analyzed = |text: &Text<'_>| -> Option<AnalyzedDocument> {
            let fields = fields(text)?;
            let vocabulary = vocabulary(text)?;
            let tokens = tokens(text, vocabulary.len())?;
            let sentences = sentences(text, tokens.len())?;
            Some(AnalyzedDocument {
                id: text.id.into(),
                language,
                refiner: refiner.clone(),
                text: text.text.into(),
                fields,
                structure: text.structure.clone(),
                tokens,
                sentences,
                vocabulary,
                parts: Vec::new(),
                identity: text.identity,
            })
        };
        let part = |(name, text): &(&str, Text<'_>)| Some((Arc::from(*name), analyzed(text)?));
        let parts: Option<Vec<_>> = packed.parts.iter().map(part).collect();
        let whole = analyzed(&packed.whole).ok_or_else(damaged)?;
        Ok(AnalyzedDocument {
            parts: parts.ok_or_else(damaged)?,
            ..whole
        })
    }
}

fn text_of(document: &AnalyzedDocument) -> Text<'_> {
    let mut number_of: FxHashMap<Form, u32> = FxHashMap::default();
    let mut forms = Vec::new();
    let mut end = 0;
    let place = |token: &Token| {
        let form = Form {
            raw: token.raw.0,
            is_stop_word: token.is_stop_word,
            word: token.word.map(WordIndex::get),
        };
        let form = *number_of.entry(form).or_insert_with(|| {
            forms.push(form);
            forms.len() as u32 - 1
        });
        let since = token.span.start - std::mem::replace(&mut end, token.span.end);
        Place(since, token.span.len() as u32, token.kinds.bits(), form)
    };
    let tokens = document.tokens.iter().map(place).collect();
    let vocabulary = &document.vocabulary;
    let words = vocabulary.iter().enumerate().map(|(place, word)| Word {
        term: word.term.0,
        count: word.count,
        length: vocabulary.text(place).len() as u32,
    });
    let mut last = 0;
    let sentences = document.sentences.iter().map(|sentence| {
        let since = sentence.start - std::mem::replace(&mut last, sentence.end);
        (since, sentence.len() as u32)
    });
    let fields = document.fields.iter().map(|field| {
        let span = &field.span;
        (field.kinds.bits(), span.start as u64, span.end as u64)
    });
    Text {
        id: document.id.as_str(),
        language: document.language,
        identity: document.identity,
        text: &document.text,
        fields: fields.collect(),
        structure: document.structure.clone(),
        words: words.collect(),
        stems: vocabulary.texts(),
        forms,
        tokens,
        sentences: sentences.collect(),
    }
}

/// The fields: ascending, disjoint, none empty.
fn fields(text: &Text<'_>) -> Option<Vec<Field>> {
    let mut end = 0;
    let field = |&(kinds, from, to): &(u8, u64, u64)| {
        let span = usize::try_from(from).ok()?..usize::try_from(to).ok()?;
        let follows = span.start >= end && !text.text.get(span.clone())?.is_empty();
        end = span.end;
        let kinds = FieldKinds::from_bits(kinds);
        follows.then_some(Field { kinds, span })
    };
    text.fields.iter().map(field).collect()
}

/// The refined words: ascending by number.
fn vocabulary(text: &Text<'_>) -> Option<Vocabulary> {
    let mut vocabulary = Vocabulary::with_capacity(text.words.len());
    let mut left = text.stems;
    for word in &text.words {
        let (stem, rest) = left.split_at_checked(word.length as usize)?;
        let ascends = vocabulary.last().is_none_or(|last| last.term.0 < word.term);
        if !ascends {
            return None;
        }
        vocabulary.push(TermId(word.term), word.count, stem);
        left = rest;
    }
    left.is_empty().then_some(vocabulary)
}

/// The words where they stand: each a piece of the text, after the one before.
fn tokens(text: &Text<'_>, words: usize) -> Option<Vec<Token>> {
    let mut end = 0u32;
    let token = |&Place(since, length, kinds, form): &Place| {
        let form = text.forms.get(form as usize)?;
        let start = end.checked_add(since)?;
        end = start.checked_add(length)?;
        text.text.get(start as usize..end as usize)?;
        if form.word.is_some_and(|word| word as usize >= words) {
            return None;
        }
        Some(Token {
            span: start..end,
            kinds: FieldKinds::from_bits(kinds),
            raw: TermId(form.raw),
            is_stop_word: form.is_stop_word,
            word: form.word.map(WordIndex::new),
        })
    };
    text.tokens.iter().map(token).collect()
}

/// The sentences: ascending, disjoint, none empty.
fn sentences(text: &Text<'_>, tokens: usize) -> Option<Vec<Range<u32>>> {
    let mut end = 0u32;
    let sentence = |&(since, length): &(u32, u32)| {
        let start = end.checked_add(since)?;
        end = start.checked_add(length)?;
        (length > 0 && end as usize <= tokens).then_some(start..end)
    };
    text.sentences.iter().map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::Document;

    fn analyzer() -> Analyzer {
        Analyzer::new(Default::default())
    }

    /// All that a measure may look at.
    fn said(document: &AnalyzedDocument) -> String {
        let parts = document.parts.iter();
        let parts: Vec<String> = parts
            .map(|(name, part)| format!("{name}: {}", said(part)))
            .collect();
        format!(
            "{:?}",
            (
                (&document.id, document.language, &document.text),
                (&document.fields, &document.structure, &document.tokens),
                (&document.sentences, &document.vocabulary, parts),
                document.identity,
            )
        )
    }

    proptest! {
        #[test]
        fn a_text_comes_back_as_it_was_analysed(text in "[a-cA-C0-9é汉.!?, \n]{0,80}|\\PC{0,40}") {
            let analyzer = analyzer();
            let document = analyzer.analyze(&Document::plain("a", &text));
            let back = analyzer.unpack(&document.pack()).unwrap();
            prop_assert_eq!(said(&back), said(&document));
        }

        #[test]
        fn whatever_bytes_come_are_refused_or_read(
            text in "[a-c. ]{0,40}",
            place in any::<prop::sample::Index>(),
            byte in any::<u8>(),
            cut in any::<prop::sample::Index>(),
        ) {
            let analyzer = analyzer();
            let mut bytes = analyzer.analyze(&Document::plain("a", &text)).pack();
            prop_assert!(analyzer.unpack(&bytes[..cut.index(bytes.len())]).is_err());
            let place = place.index(bytes.len());
            bytes[place] = byte;
            if let Ok(document) = analyzer.unpack(&bytes) {
                document.tokens.iter().for_each(|token| {
                    document.written(token);
                    document.refined(token);
                });
                document.joined_sentences().for_each(drop);
            }
        }
    }

    #[test]
    fn pages_and_records_come_back_too() {
        let page = "<title>Ferries</title><h1>Old pier</h1><p>It <a href='/x'>broke</a>.</p>";
        let kinds = FieldKinds::BODY;
        let record = crate::document::Builder::new("r")
            .named(&"title".into(), kinds, "The old ferry")
            .named(&"year".into(), kinds, "1998")
            .build();
        let analyzer = analyzer();
        for document in [Document::html("p", page, None), record] {
            let document = analyzer.analyze(&document);
            let back = analyzer.unpack(&document.pack()).unwrap();
            assert_eq!(said(&back), said(&document));
        }
    }

    #[test]
    fn other_versions_and_languages_are_refused() {
        let document = analyzer().analyze(&Document::plain("a", "The ferry waits."));
        let mut bytes = document.pack();
        let refusal = |analyzer: &Analyzer, bytes: &[u8]| {
            let error = analyzer.unpack(bytes).unwrap_err().to_string();
            let said = error.strip_prefix("not the bytes of an analysed document (");
            let said = said.and_then(|it| it.strip_suffix("); pack it again with this program"));
            said.unwrap_or(&error).to_string()
        };
        let german = Analyzer::new(super::super::AnalysisOptions {
            language: "german".parse().unwrap(),
            ..Default::default()
        });
        assert_eq!(
            refusal(&german, &bytes),
            "they are in english, which these options do not read"
        );
        assert_eq!(refusal(&german, &[]), "they are cut short or damaged");
        bytes[0] = 9;
        assert_eq!(
            refusal(&analyzer(), &bytes),
            "their version is 9, and this program reads 1"
        );
    }
}
