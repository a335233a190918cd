//! The raw words of a collection's documents, cached up to a limit.
//!
//! Runs of words find boilerplate, near copies, candidates and what a removal loses. All of them are made
//! of a document's raw words, which take a little more memory than its text; a whole analysis takes seven
//! times as much.

use std::borrow::Cow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use super::collection::{BATCH, Collection};
use super::judge::Judge;
use dejalu_base::progress::Progress;
use dejalu_similarity::Feature;
use dejalu_similarity::candidates::Sketches;
use dejalu_similarity::measures::Sketch;
use dejalu_text::document::Document;
use dejalu_text::{AnalysisOptions, Analyzer, RawWords, Scope};

/// Words are cached until they take so many bytes, those of about 100,000 documents of 300 words; a pointer
/// for each document comes on top. The others are read whenever they are asked for.
const CACHE: usize = 256 << 20;

/// Nothing is cached where the texts take more bytes than this: a cache of a small part of the words saves little
/// time, and takes memory where it is scarce.
const MOST_TEXT: usize = 4 * CACHE;

/// Reads the words of a collection as an analysis has them.
pub(super) struct WordReader<'c> {
    collection: &'c Collection,
    analyzer: Analyzer,
    /// The words that are cached, by place.
    words: Vec<OnceLock<Box<RawWords>>>,
    /// Number of bytes that may still be cached.
    free: AtomicUsize,
    /// The documents of which these are what is left.
    whole: Option<&'c WordReader<'c>>,
}

impl<'c> WordReader<'c> {
    /// Caches what it reads, unless that is far more than fits.
    pub(super) fn cached(collection: &'c Collection, analysis: &AnalysisOptions) -> Self {
        let documents = collection.documents();
        let bytes: usize = documents.iter().map(|it| it.text.len()).sum();
        if bytes > MOST_TEXT {
            return WordReader::uncached(collection, analysis);
        }
        WordReader {
            words: documents.iter().map(|_| OnceLock::new()).collect(),
            free: AtomicUsize::new(CACHE),
            ..WordReader::uncached(collection, analysis)
        }
    }

    /// Caches nothing: for documents that are read once.
    pub(super) fn uncached(collection: &'c Collection, analysis: &AnalysisOptions) -> Self {
        WordReader {
            collection,
            analyzer: Analyzer::new(analysis.clone()),
            words: Vec::new(),
            free: AtomicUsize::new(0),
            whole: None,
        }
    }

    /// Of what is left of these documents, at the same places: those that lack nothing are read already.
    pub(super) fn of_rest(&'c self, rest: &'c Collection) -> Self {
        WordReader {
            whole: Some(self),
            ..WordReader::uncached(rest, self.analyzer.options())
        }
    }

    /// The same documents under these options. Other ones may find other words, so none stays cached then.
    pub(super) fn under(self, analysis: &AnalysisOptions) -> Self {
        if self.analyzer.options() == analysis {
            return self;
        }
        if self.words.is_empty() {
            return WordReader::uncached(self.collection, analysis);
        }
        WordReader::cached(self.collection, analysis)
    }

    pub(super) fn collection(&self) -> &'c Collection {
        self.collection
    }

    pub(super) fn analyzer(&self) -> &Analyzer {
        &self.analyzer
    }

    pub(super) fn document(&self, place: u32) -> &'c Document {
        &self.collection.documents()[place as usize]
    }

    /// The raw words of a document.
    pub(super) fn words(&self, place: u32) -> Cow<'_, RawWords> {
        let document = self.document(place);
        if let Some(whole) = self.whole
            && whole.document(place).text == document.text
        {
            return whole.words(place);
        }
        let cached = self.words.get(place as usize);
        if let Some(words) = cached.and_then(OnceLock::get) {
            return Cow::Borrowed(words);
        }
        let words = self.analyzer.raw_words(document);
        match cached {
            Some(cached) if self.reserve(words.bytes()) => {
                Cow::Borrowed(cached.get_or_init(|| Box::new(words)))
            }
            _ => Cow::Owned(words),
        }
    }

    fn reserve(&self, bytes: usize) -> bool {
        let left = |free: usize| free.checked_sub(bytes);
        self.free.fetch_update(Relaxed, Relaxed, left).is_ok()
    }

    /// The sketches of the documents at these places, under a feature that has them.
    pub(super) fn sketches(
        &self,
        places: &[u32],
        feature: &Feature,
        judge: &Judge,
        progress: &dyn Progress,
    ) -> Sketches {
        let mut sketches = Sketches::default();
        let scope = feature.scope();
        progress.begin("reading words", places.len());
        for places in places.chunks(BATCH) {
            let made = places.par_iter();
            let made = made.filter_map(|&place| self.sketch(place, feature, &scope, judge));
            for sketch in &made.collect::<Vec<_>>() {
                sketches.push(sketch);
            }
            progress.advance(places.len());
        }
        sketches
    }

    fn sketch(
        &self,
        place: u32,
        feature: &Feature,
        scope: &Scope,
        judge: &Judge,
    ) -> Option<Sketch> {
        let measure = feature.measure()?;
        if let Some(w) = measure.run_length() {
            return Some(Sketch {
                values: self.words(place).shingles(w as usize),
                shares: Vec::new(),
            });
        }
        // The document is dropped as soon as its sketch is made: the next one finds its room warm.
        let document = self.document(place);
        let analyzed = self.analyzer.analyze_within(document, scope);
        measure.sketch(&analyzed, judge.statistics())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use dejalu_base::progress::Silent;

    #[test]
    fn words_are_read_anew_under_another_language() {
        let collection = Collection::new(vec![Document::plain("a", "ISI")]);
        let language = |language: &str| AnalysisOptions {
            language: language.parse().unwrap(),
            ..AnalysisOptions::default()
        };
        let reader = WordReader::cached(&collection, &language("english"));
        let english = reader.words(0).into_owned();
        let reader = reader.under(&language("turkish"));
        assert_ne!(*reader.words(0), english);
        assert!(matches!(reader.words(0), Cow::Borrowed(_)));
    }

    proptest! {
        #[test]
        fn sketches_are_those_of_analysed_documents(
            texts in prop::collection::vec("[a-c .!\n]{0,40}", 1..8),
            cuts in prop::collection::vec(any::<bool>(), 8),
            feature in prop::sample::select(vec!["resemblance:w=3", "containment:w=2", "jaccard"]),
            free in prop::sample::select(vec![0, 150, CACHE]),
        ) {
            let name = |place: usize| place.to_string();
            let documents = texts.iter().enumerate();
            let documents = documents.map(|(place, text)| Document::plain(name(place), text));
            let collection = Collection::new(documents.collect());
            let mut rest = collection.documents().to_vec();
            for (document, is_cut) in rest.iter_mut().zip(cuts) {
                if is_cut {
                    *document = Document::plain(document.id.clone(), "a b c a");
                }
            }
            let rest = collection.compared_by(rest);
            let judge = Judge::rule(&format!("{feature}=0.5"), Default::default()).unwrap();
            let judge = rest.informed(&judge, &Silent).unwrap();
            let feature: Feature = feature.parse().unwrap();
            let reader = WordReader {
                free: AtomicUsize::new(free),
                ..WordReader::cached(&collection, judge.analysis())
            };
            let places: Vec<u32> = (0..texts.len() as u32).collect();
            prop_assert!(matches!(reader.words(0), Cow::Borrowed(_)) == (free == CACHE) || free == 150);
            let rest_reader = reader.of_rest(&rest);
            for reader in [&reader, &rest_reader, &reader] {
                let found = reader.sketches(&places, &feature, &judge, &Silent);
                for &place in &places {
                    let analyzed = reader.analyzer.analyze(reader.document(place));
                    let slow = feature.measure().unwrap().sketch(&analyzed, judge.statistics());
                    let slow = slow.unwrap();
                    prop_assert_eq!(found.get(place as usize).values, &slow.values[..]);
                    prop_assert_eq!(found.get(place as usize).shares, &slow.shares[..]);
                }
            }
        }
    }
}
