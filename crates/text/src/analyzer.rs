//! The analyser: documents in, words and sentences out.

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use rayon::prelude::*;

use super::detection::{LanguageDetector, up_to};
use super::reader::{Reader, Readers};
use super::spelling::Spelling;
use super::words::words_of;
use super::{
    AnalysisOptions, AnalysisVersion, AnalyzedDocument, Depth, RawWords, Scope, Token, Vocabulary,
    sentences,
};
use crate::document::{Document, FieldKinds, NamedField};
use dejalu_base::progress::{Progress, Silent};

/// Analyses documents under fixed options. Made once, shared by threads.
pub struct Analyzer {
    options: AnalysisOptions,
    detector: LanguageDetector,
    /// One for each language of the options, in their order.
    readers: Vec<Readers>,
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
        let spelling = |&language| Spelling::new(language, options.version, options.marks);
        Analyzer {
            readers: languages.map(spelling).map(Readers::new).collect(),
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
    /// use dejalu_text::Analyzer;
    /// use dejalu_text::Document;
    ///
    /// let analyzed = Analyzer::new(Default::default())
    ///     .analyze(&Document::plain("a", "The ferries waited. No ferry left."));
    /// let vocabulary = &analyzed.vocabulary;
    /// let mut words: Vec<&str> = (0..vocabulary.len()).map(|place| vocabulary.text(place)).collect();
    /// words.sort_unstable();
    /// assert_eq!(words, ["ferri", "left", "wait"]);
    /// assert_eq!(analyzed.sentences.len(), 2);
    /// ```
    pub fn analyze(&self, document: &Document) -> AnalyzedDocument {
        self.analyzed_to(document, |_| Some(Depth::Words))
    }

    /// Analyses one document no further than this scope: what is outside of it is missing, words and fields.
    pub fn analyze_within(&self, document: &Document, scope: &Scope) -> AnalyzedDocument {
        self.analyzed_to(document, |field| scope.depth(field))
    }

    /// Analyses one document, each field and the whole as deep as is said; a field of no depth is left out.
    fn analyzed_to(
        &self,
        document: &Document,
        depth: impl Fn(Option<&str>) -> Option<Depth>,
    ) -> AnalyzedDocument {
        let readers = self.readers_of(document);
        let part = |named: &NamedField| {
            let depth = depth(Some(&named.name))?;
            let text = &document.text[named.span.clone()];
            let part = Document::plain(document.id.clone(), text);
            Some((named.name.clone(), self.analyzed(&part, depth, readers)))
        };
        AnalyzedDocument {
            parts: document.named.iter().filter_map(part).collect(),
            ..self.analyzed(document, depth(None).unwrap_or_default(), readers)
        }
    }

    /// The raw words of a document alone, as [`analyze`](Self::analyze) finds them.
    pub fn raw_words(&self, document: &Document) -> RawWords {
        let readers = self.readers_of(document);
        let text = up_to(&document.text, u32::MAX as usize);
        let mut reader = readers.reader(text);
        let version = self.options.version;
        read(
            document,
            text,
            &sentences::sentences(text, version),
            version,
            &mut reader,
        );
        RawWords::of(&reader.finish_tokens())
    }

    fn readers_of(&self, document: &Document) -> &Readers {
        &self.readers[self.detector.place_of(document)]
    }

    /// A document as the rules of a language read it.
    fn analyzed(&self, document: &Document, depth: Depth, readers: &Readers) -> AnalyzedDocument {
        let version = self.options.version;
        let (tokens, sentences, vocabulary) = match depth {
            Depth::Text => Default::default(),
            Depth::Words => words(document, version, readers),
        };
        AnalyzedDocument {
            id: document.id.clone(),
            language: readers.refiner().spelling().language(),
            refiner: readers.refiner().clone(),
            joins_lines: version.joins_lines(),
            text: document.text.clone(),
            fields: document.fields.clone(),
            structure: document.structure.clone(),
            tokens,
            sentences,
            vocabulary,
            parts: Vec::new(),
            identity: OnceLock::new(),
        }
    }
}

/// The words of a document, its sentences as ranges of them, and their texts.
fn words(
    document: &Document,
    version: AnalysisVersion,
    readers: &Readers,
) -> (Vec<Token>, Vec<Range<u32>>, Vocabulary) {
    let text = up_to(&document.text, u32::MAX as usize);
    let mut reader = readers.reader(text);
    let sentences = sentences::sentences(text, version);
    read(document, text, &sentences, version, &mut reader);
    let (tokens, vocabulary) = reader.finish();
    let sentences = in_tokens(&sentences, &tokens);
    (tokens, sentences, vocabulary)
}

/// Reads the words of a document's text, of which these are the sentences.
fn read(
    document: &Document,
    text: &str,
    sentences: &[Range<usize>],
    version: AnalysisVersion,
    reader: &mut Reader<'_>,
) {
    let mut kinds_at = KindsAt::new(document);
    words_of(text, sentences, version.joins_lines()).for_each(|word| {
        let kinds = kinds_at.position(word.span.start);
        reader.read(word, kinds);
    });
}

/// Analyses many documents, in parallel, in order.
pub fn analyze_all(analyzer: &Analyzer, documents: &[Document]) -> Vec<AnalyzedDocument> {
    analyze_with_progress(analyzer, documents, &Silent)
}

/// [`analyze_all`], as a stage of a longer task that reports its progress.
pub fn analyze_with_progress(
    analyzer: &Analyzer,
    documents: &[Document],
    progress: &dyn Progress,
) -> Vec<AnalyzedDocument> {
    progress.begin("reading words", documents.len());
    let analyze = |document| {
        let analyzed = analyzer.analyze(document);
        progress.advance(1);
        analyzed
    };
    documents.par_iter().map(analyze).collect()
}

/// The sentences as ranges of tokens; those without a token are left out.
fn in_tokens(sentences: &[Range<usize>], tokens: &[Token]) -> Vec<Range<u32>> {
    let mut start = 0;
    let tokens_of = |sentence: &Range<usize>| {
        let is_in = |token: &Token| (token.span.start as usize) < sentence.end;
        let end = start + tokens[start..].partition_point(is_in);
        let range = start as u32..end as u32;
        start = end;
        (!range.is_empty()).then_some(range)
    };
    sentences.iter().filter_map(tokens_of).collect()
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
