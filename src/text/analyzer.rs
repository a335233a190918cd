//! The analyser: documents in, words and sentences out.

use std::collections::HashMap;
use std::fmt;

use super::terms::{Refiner, raw_form, words};
use super::{AnalysisOptions, AnalyzedDocument, TermId, Token, Word, sentences};
use crate::document::{Document, FieldKinds};

/// Analyses documents under fixed options. Made once, shared by threads.
pub struct Analyzer {
    options: AnalysisOptions,
    refiner: Refiner,
}

impl fmt::Debug for Analyzer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyzer")
            .field("options", &self.options)
            .finish()
    }
}

impl Analyzer {
    /// An analyser with these options.
    pub fn new(options: AnalysisOptions) -> Self {
        Analyzer {
            refiner: Refiner::new(options.language),
            options,
        }
    }

    /// The options it was made with.
    pub fn options(&self) -> &AnalysisOptions {
        &self.options
    }

    /// Analyses one document. Any text is accepted; one without words gives no tokens. Texts
    /// beyond 4 GiB are cut there, since spans hold 32 bits.
    ///
    /// ```
    /// use dejalu::text::Analyzer;
    /// use dejalu::Document;
    ///
    /// let analyzed = Analyzer::new(Default::default())
    ///     .analyze(&Document::plain("a", "The ferries waited. No ferry left."));
    /// let words: Vec<&str> = analyzed.vocabulary.iter().map(|word| &*word.text).collect();
    /// assert_eq!(words, ["ferri", "left", "wait"]);
    /// assert_eq!(analyzed.sentences.len(), 2);
    /// ```
    pub fn analyze(&self, document: &Document) -> AnalyzedDocument {
        let text = within_spans(&document.text);
        let mut tokens = Vec::new();
        let mut sentence_ranges = Vec::new();
        let mut words_met = Words::default();
        let mut kinds_at = KindsAt::new(document);
        for sentence in sentences::sentences(text) {
            let first = tokens.len() as u32;
            for span in words(&text[sentence.clone()]) {
                let span = sentence.start + span.start..sentence.start + span.end;
                let word = &text[span.clone()];
                let raw = raw_form(word);
                if raw.is_empty() {
                    continue;
                }
                let kinds = kinds_at.position(span.start);
                let refined = self.refiner.refine(word, &raw);
                tokens.push(Token {
                    span: span.start as u32..span.end as u32,
                    kinds,
                    raw: TermId::of(&raw),
                    is_stop_word: self.refiner.is_stop_word(&raw),
                    word: refined.map(|refined| words_met.index(refined, kinds)),
                });
            }
            let end = tokens.len() as u32;
            if first < end {
                sentence_ranges.push(first..end);
            }
        }
        let vocabulary = words_met.sort(&mut tokens);
        AnalyzedDocument {
            id: document.id.clone(),
            text: document.text.clone(),
            tokens,
            sentences: sentence_ranges,
            vocabulary,
            identity: document.identity(),
        }
    }
}

fn within_spans(text: &str) -> &str {
    let mut end = text.len().min(u32::MAX as usize);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The distinct words of a document in the order in which they are met.
#[derive(Default)]
struct Words {
    index: HashMap<String, u32, rustc_hash::FxBuildHasher>,
    counts: Vec<u32>,
}

impl Words {
    fn index(&mut self, word: String, kinds: FieldKinds) -> u32 {
        let next = self.counts.len() as u32;
        let index = *self.index.entry(word).or_insert(next);
        if index == next {
            self.counts.push(0);
        }
        self.counts[index as usize] += u32::from(kinds.is_body());
        index
    }

    /// The vocabulary in ascending order; the tokens' indices are brought into that order too.
    fn sort(self, tokens: &mut [Token]) -> Vec<Word> {
        let mut entries: Vec<(String, u32)> = self.index.into_iter().collect();
        entries.sort_unstable();
        let mut rank = vec![0; entries.len()];
        for (place, (_, met)) in entries.iter().enumerate() {
            rank[*met as usize] = place as u32;
        }
        for token in tokens {
            token.word = token.word.map(|met| rank[met as usize]);
        }
        let word = |(text, met): (String, u32)| Word {
            term: TermId::of(&text),
            text: text.into(),
            count: self.counts[met as usize],
        };
        entries.into_iter().map(word).collect()
    }
}

/// The fields at ascending positions of a text.
struct KindsAt<'a> {
    document: &'a Document,
    next: usize,
}

impl<'a> KindsAt<'a> {
    fn new(document: &'a Document) -> Self {
        KindsAt { document, next: 0 }
    }

    fn position(&mut self, position: usize) -> FieldKinds {
        let fields = &self.document.fields;
        while fields
            .get(self.next)
            .is_some_and(|field| field.span.end <= position)
        {
            self.next += 1;
        }
        match fields.get(self.next) {
            Some(field) if field.span.start <= position => field.kinds,
            _ => FieldKinds::default(),
        }
    }
}
