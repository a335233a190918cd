//! The analyser: documents in, words and sentences out.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::detection::LanguageDetector;
use super::terms::{Refiner, words};
use super::{AnalysisOptions, AnalyzedDocument, TermId, Token, Word, sentences, up_to};
use crate::document::{Document, FieldKinds};

/// Analyses documents under fixed options. Made once, shared by threads.
pub struct Analyzer {
    options: AnalysisOptions,
    detector: LanguageDetector,
    /// One for each language of the options, in their order.
    refiners: Vec<Refiner>,
}

impl fmt::Debug for Analyzer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyzer")
            .field("options", &self.options)
            .finish()
    }
}

impl Analyzer {
    /// An analyser with these options. Where the languages of a collection are still to be found
    /// ([`AnalysisOptions::resolved`]), a document may be in any.
    pub fn new(options: AnalysisOptions) -> Self {
        let languages = options.language.languages().iter();
        Analyzer {
            refiners: languages.copied().map(Refiner::new).collect(),
            detector: LanguageDetector::new(&options.language),
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
        let text = up_to(&document.text, u32::MAX as usize);
        let refiner = &self.refiners[self.detector.place_of(document)];
        let mut reader = refiner.reader();
        // Room for words of four letters and a blank: few texts have shorter ones.
        let mut tokens = Vec::with_capacity(text.len() / 5);
        let mut sentence_ranges = Vec::new();
        let mut words_met = Words::default();
        let mut kinds_at = KindsAt::new(document);
        for sentence in sentences::sentences(text) {
            let first = tokens.len() as u32;
            for word in words(&text[sentence.clone()]) {
                let word = word.moved_by(sentence.start);
                let Some(read) = reader.read(&text[word.form]) else {
                    continue;
                };
                let kinds = kinds_at.position(word.span.start);
                let refined = read.refined.as_ref();
                tokens.push(Token {
                    span: word.span.start as u32..word.span.end as u32,
                    kinds,
                    raw: read.raw,
                    is_stop_word: read.is_stop_word,
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
            language: refiner.language(),
            text: document.text.clone(),
            fields: document.fields.clone(),
            structure: document.structure.clone(),
            tokens,
            sentences: sentence_ranges,
            vocabulary,
            identity: document.identity(),
        }
    }
}

/// The distinct words of a document in the order in which they are met.
#[derive(Default)]
struct Words {
    index: FxHashMap<TermId, u32>,
    /// In that order: the words, and how often each stands in the body.
    words: Vec<Word>,
}

impl Words {
    fn index(&mut self, (term, text): &(TermId, Arc<str>), kinds: FieldKinds) -> u32 {
        let next = self.words.len() as u32;
        let index = *self.index.entry(*term).or_insert(next);
        if index == next {
            self.words.push(Word {
                text: text.clone(),
                term: *term,
                count: 0,
            });
        }
        self.words[index as usize].count += u32::from(kinds.is_body());
        index
    }

    /// The vocabulary in ascending order; the tokens' indices are brought into that order too.
    fn sort(self, tokens: &mut [Token]) -> Vec<Word> {
        let mut entries: Vec<(Word, usize)> = self.words.into_iter().zip(0..).collect();
        entries.sort_unstable_by(|(a, _), (b, _)| a.text.cmp(&b.text));
        let mut rank = vec![0; entries.len()];
        for (place, &(_, met)) in entries.iter().enumerate() {
            rank[met] = place as u32;
        }
        for token in tokens {
            token.word = token.word.map(|met| rank[met as usize]);
        }
        entries.into_iter().map(|(word, _)| word).collect()
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
