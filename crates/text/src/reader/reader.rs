//! [`Reader`]: the words of one document after another.

use std::cell::{RefCell, RefMut};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use thread_local::ThreadLocal;

use super::key::Key;
use super::reading::Reading;
use super::word_cache::WordCache;
use crate::document::FieldKinds;
use crate::refiner::Refiner;
use crate::spelling::Spelling;
use crate::words::WordAt;
use crate::{TermId, Token, Vocabulary, WordIndex};

/// Number of refined words beyond which a thread forgets them all: most were met once.
const MOST_KNOWN: usize = 1 << 17;

/// Nor does it remember more bytes of stems than this from one document to the next.
const MOST_BYTES: usize = 1 << 24;

/// Number of words that are found before they are read.
const AT_A_TIME: usize = 64;

/// Number of bytes of text that a token takes at least, in most texts: so much room there is for tokens when a text is
/// begun, and what was not needed is given back.
const SHORT_TOKEN: usize = 4;

/// But no more than this; long texts ask for more as they go.
const MOST_ROOM: usize = 1 << 16;

/// Readers of one language's words, one a thread.
pub(crate) struct Readers {
    refiner: Arc<Refiner>,
    lexicons: ThreadLocal<RefCell<Lexicon>>,
}

impl Readers {
    pub(crate) fn new(spelling: Spelling) -> Self {
        Readers {
            refiner: Arc::new(Refiner::new(spelling)),
            lexicons: ThreadLocal::new(),
        }
    }

    pub(crate) fn refiner(&self) -> &Arc<Refiner> {
        &self.refiner
    }

    /// For reading the words of a document's text; a thread has one at a time.
    pub(crate) fn reader<'r>(&'r self, text: &'r str) -> Reader<'r> {
        let mut lexicon = self.lexicons.get_or_default().borrow_mut();
        let is_full = lexicon.stems.len() > MOST_KNOWN || lexicon.stems.bytes() > MOST_BYTES;
        if is_full || lexicon.document == u32::MAX {
            *lexicon = Lexicon::default();
        }
        lexicon.document += 1;
        lexicon.words.clear();
        lexicon.next.clear();
        Reader {
            text,
            refiner: &self.refiner,
            lexicon,
            tokens: Vec::with_capacity((text.len() / SHORT_TOKEN).min(MOST_ROOM)),
        }
    }
}

/// The words that a thread knows.
#[derive(Default)]
struct Lexicon {
    /// Words unchanged.
    readings: WordCache,
    /// The refined words, in the order in which they were met first.
    stems: Vocabulary,
    /// Place of each of them.
    places: FxHashMap<TermId, WordIndex>,
    /// For each stem the last document in which it was met.
    last_met: Vec<LastMet>,
    /// The number of the document that is being read, from 1.
    document: u32,
    /// Its words that are read next.
    next: Vec<Next>,
    /// Its refined words in the order in which they are met, and how often in the body.
    words: Vec<Met>,
}

/// A word that is read next.
struct Next {
    key: Key,
    word: WordAt,
    kinds: FieldKinds,
}

struct LastMet {
    /// The number of the stem, as `stems` has it: here it is at hand when the rest is.
    term: TermId,
    document: u32,
    /// Place among the words of that document.
    place: u32,
}

#[derive(Clone, Copy)]
struct Met {
    term: TermId,
    stem: u32,
    count: u32,
}

impl Lexicon {
    fn read(&mut self, text: &str, next: &Next, refiner: &Refiner) -> Option<Reading> {
        if let Some(known) = self.readings.get(next.key) {
            return known;
        }
        let refined = refiner.refine(&text[next.word.form.clone()]);
        let reading = refined.map(|refined| Reading {
            raw: refined.raw,
            is_stop_word: refined.is_stop_word,
            stem: refined.stem.map(|stem| self.stem(&stem)),
        });
        self.readings.add(next.key, reading);
        reading
    }

    /// The place of a refined word among those known.
    fn stem(&mut self, text: &str) -> WordIndex {
        let term = TermId::of(text);
        *self.places.entry(term).or_insert_with(|| {
            let stem = WordIndex::new(self.stems.len() as u32);
            self.stems.push(term, 0, text);
            let (document, place) = (0, 0);
            self.last_met.push(LastMet {
                term,
                document,
                place,
            });
            stem
        })
    }

    /// Place of a refined word among those of the document.
    fn meet(&mut self, stem: WordIndex, kinds: FieldKinds) -> u32 {
        let stem = stem.get();
        let last = &mut self.last_met[stem as usize];
        if last.document != self.document {
            last.document = self.document;
            last.place = self.words.len() as u32;
            let (term, count) = (last.term, 0);
            self.words.push(Met { term, stem, count });
        }
        self.words[last.place as usize].count += u32::from(kinds.is_body());
        last.place
    }

    /// The refined words of the document in ascending order of their numbers, and the place there of
    /// each in the order in which they were met.
    fn vocabulary(&self) -> (Vocabulary, Vec<u32>) {
        let terms = self.words.iter().map(|met| met.term);
        let mut order: Vec<(TermId, u32)> = terms.zip(0..).collect();
        order.sort_unstable();
        let mut places = vec![0; order.len()];
        let mut vocabulary = Vocabulary::with_capacity(order.len());
        for (place, (term, met)) in (0..).zip(order) {
            places[met as usize] = place;
            let Met { stem, count, .. } = self.words[met as usize];
            vocabulary.push(term, count, self.stems.text(stem as usize));
        }
        (vocabulary, places)
    }
}

/// Reads the words of one document.
pub(crate) struct Reader<'r> {
    text: &'r str,
    refiner: &'r Refiner,
    lexicon: RefMut<'r, Lexicon>,
    /// Those that were read, whose words are places in the lexicon's `words` until all are.
    tokens: Vec<Token>,
}

impl Reader<'_> {
    /// Reads the next word, which occurs in these fields; it is no token if it holds no letter or
    /// digit.
    pub(crate) fn read(&mut self, word: WordAt, kinds: FieldKinds) {
        let key = Key::of(self.text, &word.form);
        self.lexicon.next.push(Next { key, word, kinds });
        if self.lexicon.next.len() == AT_A_TIME {
            self.read_next();
        }
    }

    /// Reads the words that were found.
    fn read_next(&mut self) {
        let lexicon = &mut *self.lexicon;
        let mut all = std::mem::take(&mut lexicon.next);
        lexicon.readings.foresee(all.iter().map(|next| next.key));
        for next in &all {
            let Some(reading) = lexicon.read(self.text, next, self.refiner) else {
                continue;
            };
            let Next { word, kinds, .. } = next;
            let met = reading.stem.map(|stem| lexicon.meet(stem, *kinds));
            self.tokens.push(Token {
                span: word.span.start as u32..word.span.end as u32,
                kinds: *kinds,
                raw: reading.raw,
                is_stop_word: reading.is_stop_word,
                word: met.map(WordIndex::new),
            });
        }
        all.clear();
        lexicon.next = all;
    }

    /// The tokens of the document alone. Their refined words are left as they were met: places of no
    /// vocabulary.
    pub(crate) fn finish_tokens(mut self) -> Vec<Token> {
        self.read_next();
        self.tokens
    }

    /// The tokens of the document, and its refined words in ascending order of their numbers.
    pub(crate) fn finish(mut self) -> (Vec<Token>, Vocabulary) {
        self.read_next();
        let (vocabulary, places) = self.lexicon.vocabulary();
        for word in self
            .tokens
            .iter_mut()
            .filter_map(|token| token.word.as_mut())
        {
            *word = WordIndex::new(places[word.get() as usize]);
        }
        self.tokens.shrink_to_fit();
        (self.tokens, vocabulary)
    }
}

#[cfg(test)]
mod tests;
