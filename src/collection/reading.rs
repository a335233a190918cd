//! The words of a collection's documents, each document read once where there is room.
//!
//! Runs of words find boilerplate, near copies, candidates and what a removal loses. All of them are made
//! of a document's raw words, and these are kept: they take a little more room than its text, a whole
//! analysis seven times as much.

use std::borrow::Cow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use super::collection::{BATCH, Collection};
use super::judge::Judge;
use crate::candidates::Sketches;
use crate::document::Document;
use crate::progress::Progress;
use crate::similarity::Feature;
use crate::similarity::measures::Sketch;
use crate::text::{AnalysisOptions, Analyzer, RawWords};

/// Words are kept until they take so many bytes: those of about 100,000 documents of 300 words. The others
/// are read whenever they are asked for.
const ROOM: usize = 256 << 20;

/// A collection as an analysis reads it.
pub(super) struct Reading<'c> {
    collection: &'c Collection,
    analyzer: Analyzer,
    /// The words that are kept, by place.
    words: Vec<OnceLock<RawWords>>,
    /// So many bytes more may be kept.
    room: AtomicUsize,
    /// The documents of which these may be what is left.
    whole: Option<&'c Reading<'c>>,
}

impl<'c> Reading<'c> {
    /// Keeps what it reads.
    pub(super) fn keeping(collection: &'c Collection, analysis: &AnalysisOptions) -> Self {
        let places = 0..collection.documents().len();
        Reading {
            words: places.map(|_| OnceLock::new()).collect(),
            room: AtomicUsize::new(ROOM),
            ..Reading::passing(collection, analysis)
        }
    }

    /// Keeps nothing: for documents that are read once.
    pub(super) fn passing(collection: &'c Collection, analysis: &AnalysisOptions) -> Self {
        Reading {
            collection,
            analyzer: Analyzer::new(analysis.clone()),
            words: Vec::new(),
            room: AtomicUsize::new(0),
            whole: None,
        }
    }

    /// Of what is left of these documents, at the same places: those that lack nothing are read already.
    pub(super) fn of_rest(&'c self, rest: &'c Collection) -> Self {
        Reading {
            whole: Some(self),
            ..Reading::passing(rest, self.analyzer.options())
        }
    }

    /// The same documents under these options, read anew if they are others.
    pub(super) fn under(self, analysis: &AnalysisOptions) -> Self {
        if self.analyzer.options() == analysis {
            self
        } else {
            Reading::passing(self.collection, analysis)
        }
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
        let kept = self.words.get(place as usize);
        if let Some(words) = kept.and_then(OnceLock::get) {
            return Cow::Borrowed(words);
        }
        let words = self.analyzer.raw_words(document);
        match kept {
            Some(kept) if self.takes(words.bytes()) => Cow::Borrowed(kept.get_or_init(|| words)),
            _ => Cow::Owned(words),
        }
    }

    fn takes(&self, bytes: usize) -> bool {
        let left = |room: usize| room.checked_sub(bytes);
        self.room.fetch_update(Relaxed, Relaxed, left).is_ok()
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
        progress.begin("reading words", places.len());
        for places in places.chunks(BATCH) {
            let made = places.par_iter();
            let made = made.filter_map(|&place| self.sketch(place, feature, judge));
            for sketch in &made.collect::<Vec<_>>() {
                sketches.push(sketch);
            }
            progress.advance(places.len());
        }
        sketches
    }

    fn sketch(&self, place: u32, feature: &Feature, judge: &Judge) -> Option<Sketch> {
        let measure = feature.measure()?;
        if let Some(w) = measure.run_length() {
            return Some(Sketch {
                values: self.words(place).shingles(w as usize),
                shares: Vec::new(),
            });
        }
        // The document is dropped as soon as its sketch is made: the next one finds its room warm.
        let document = self.document(place);
        let analyzed = match measure.field() {
            Some(name) => self.analyzer.analyze_field(document, name),
            None => self.analyzer.analyze(document),
        };
        measure.sketch(&analyzed, judge.statistics())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::progress::Silent;

    proptest! {
        #[test]
        fn sketches_are_those_of_analysed_documents(
            texts in prop::collection::vec("[a-c .!\n]{0,40}", 1..8),
            cuts in prop::collection::vec(any::<bool>(), 8),
            feature in prop::sample::select(vec!["resemblance:w=3", "containment:w=2", "jaccard"]),
            room in prop::sample::select(vec![0, 150, ROOM]),
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
            let reading = Reading {
                room: AtomicUsize::new(room),
                ..Reading::keeping(&collection, judge.analysis())
            };
            let rest_reading = reading.of_rest(&rest);
            let places: Vec<u32> = (0..texts.len() as u32).collect();
            for reading in [&reading, &rest_reading, &reading] {
                let found = reading.sketches(&places, &feature, &judge, &Silent);
                for &place in &places {
                    let analyzed = reading.analyzer.analyze(reading.document(place));
                    let slow = feature.measure().unwrap().sketch(&analyzed, judge.statistics());
                    let slow = slow.unwrap();
                    prop_assert_eq!(found.get(place as usize).values, &slow.values[..]);
                    prop_assert_eq!(found.get(place as usize).shares, &slow.shares[..]);
                }
            }
        }
    }
}
