//! Reads the words of documents, one document after the other, and remembers how words are read:
//! texts repeat their words, and a stem costs ten times as much as a look into a table.

use std::cell::{RefCell, RefMut};
use std::ops::Range;

use rustc_hash::FxHashMap;
use thread_local::ThreadLocal;

use self::key::Key;
use super::refiner::Refiner;
use super::{Language, TermId, Token, Vocabulary, WordIndex};
use crate::document::FieldKinds;

mod key;

/// When a thread knows more words than this it forgets them all: most were met once.
const MOST_KNOWN: usize = 1 << 17;

/// Nor does it remember more bytes of stems than this from one document to the next.
const MOST_BYTES: usize = 1 << 24;

/// So many readings are kept at hand, in 256 kB.
const RECENT: usize = 1 << 13;

/// A document of more tokens than this gives away the list that they were collected in; of others it
/// is copied, and the room is there for the next.
const LONG: usize = 1 << 16;

/// Readers of one language's words, one a thread.
pub(super) struct Readers {
    refiner: Refiner,
    lexicons: ThreadLocal<RefCell<Lexicon>>,
}

impl Readers {
    pub(super) fn new(language: Language) -> Self {
        Readers {
            refiner: Refiner::new(language),
            lexicons: ThreadLocal::new(),
        }
    }

    pub(super) fn language(&self) -> Language {
        self.refiner.language()
    }

    /// For reading the words of a document; a thread has one at a time.
    pub(super) fn reader(&self) -> Reader<'_> {
        let mut lexicon = self.lexicons.get_or_default().borrow_mut();
        let is_full = lexicon.readings.len() > MOST_KNOWN || lexicon.stems.bytes() > MOST_BYTES;
        if is_full || lexicon.document == u32::MAX {
            *lexicon = Lexicon::default();
        }
        lexicon.document += 1;
        lexicon.words.clear();
        lexicon.tokens.clear();
        Reader {
            refiner: &self.refiner,
            lexicon,
        }
    }
}

/// How a word is read.
#[derive(Clone, Copy)]
struct Reading {
    /// The number of its raw form.
    raw: TermId,
    is_stop_word: bool,
    /// Its refined form, an index into the lexicon's.
    stem: Option<WordIndex>,
}

/// What a thread knows of words.
struct Lexicon {
    /// Words as they stand, and how they are read; none for those that hold no letter or digit.
    readings: FxHashMap<Key, Option<Reading>>,
    /// The last of them, each in the place that its key gives: the words of which most of a text
    /// consists are at hand in the processor's cache, which the others would push out of it.
    recent: Vec<(Key, Option<Reading>)>,
    /// The refined words, in the order in which they were met first.
    stems: Vocabulary,
    /// Where each of them stands.
    places: FxHashMap<TermId, WordIndex>,
    /// For each stem the last document in which it was met.
    last_met: Vec<LastMet>,
    /// The number of the document that is being read, from 1.
    document: u32,
    /// Its refined words in the order in which they are met, and how often in the body.
    words: Vec<Met>,
    /// Its tokens, whose words are places in `words` until it is read to its end.
    tokens: Vec<Token>,
}

#[derive(Clone, Copy, Default)]
struct LastMet {
    document: u32,
    /// Where among the words of that document.
    place: u32,
}

#[derive(Clone, Copy)]
struct Met {
    stem: u32,
    count: u32,
}

impl Default for Lexicon {
    fn default() -> Self {
        Lexicon {
            readings: FxHashMap::default(),
            recent: vec![(Key::default(), None); RECENT],
            stems: Vocabulary::default(),
            places: FxHashMap::default(),
            last_met: Vec::new(),
            document: 0,
            words: Vec::new(),
            tokens: Vec::new(),
        }
    }
}

impl Lexicon {
    fn read(&mut self, text: &str, word: Range<usize>, refiner: &Refiner) -> Option<Reading> {
        let key = Key::of(text, &word);
        let recent = key.place_among(RECENT);
        if self.recent[recent].0 != key {
            self.recent[recent] = (key, self.look_up(key, &text[word], refiner));
        }
        self.recent[recent].1
    }

    fn look_up(&mut self, key: Key, word: &str, refiner: &Refiner) -> Option<Reading> {
        if let Some(known) = self.readings.get(&key) {
            return *known;
        }
        let reading = refiner.refine(word).map(|refined| Reading {
            raw: refined.raw,
            is_stop_word: refined.is_stop_word,
            stem: refined.stem.map(|stem| self.stem(&stem)),
        });
        self.readings.insert(key, reading);
        reading
    }

    /// The place of a refined word among those known.
    fn stem(&mut self, text: &str) -> WordIndex {
        let term = TermId::of(text);
        *self.places.entry(term).or_insert_with(|| {
            let place = WordIndex::new(self.stems.len() as u32);
            self.stems.push(term, 0, text);
            self.last_met.push(LastMet::default());
            place
        })
    }

    /// Where a refined word stands among those of the document.
    fn meet(&mut self, stem: WordIndex, kinds: FieldKinds) -> u32 {
        let stem = stem.get();
        let last = &mut self.last_met[stem as usize];
        if last.document != self.document {
            *last = LastMet {
                document: self.document,
                place: self.words.len() as u32,
            };
            self.words.push(Met { stem, count: 0 });
        }
        self.words[last.place as usize].count += u32::from(kinds.is_body());
        last.place
    }
}

/// Reads the words of one document.
pub(super) struct Reader<'r> {
    refiner: &'r Refiner,
    lexicon: RefMut<'r, Lexicon>,
}

impl Reader<'_> {
    /// Reads a word of a text, which takes this span and stands in these fields; it is no token if it
    /// holds no letter or digit.
    pub(super) fn read(
        &mut self,
        text: &str,
        word: Range<usize>,
        span: Range<usize>,
        kinds: FieldKinds,
    ) {
        let Some(reading) = self.lexicon.read(text, word, self.refiner) else {
            return;
        };
        let met = reading.stem.map(|stem| self.lexicon.meet(stem, kinds));
        self.lexicon.tokens.push(Token {
            span: span.start as u32..span.end as u32,
            kinds,
            raw: reading.raw,
            is_stop_word: reading.is_stop_word,
            word: met.map(WordIndex::new),
        });
    }

    /// How many tokens there are so far.
    pub(super) fn tokens(&self) -> u32 {
        self.lexicon.tokens.len() as u32
    }

    /// The tokens of the document, and its refined words in ascending order of their numbers.
    pub(super) fn finish(mut self) -> (Vec<Token>, Vocabulary) {
        let mut tokens = match self.lexicon.tokens.len() {
            0..=LONG => self.lexicon.tokens.clone(),
            _ => std::mem::take(&mut self.lexicon.tokens),
        };
        let Lexicon { stems, words, .. } = &*self.lexicon;
        let number = |met: &Met| stems[met.stem as usize].term;
        let mut order: Vec<(TermId, u32)> = words.iter().map(number).zip(0..).collect();
        order.sort_unstable();
        let mut places = vec![0; order.len()];
        for (place, &(_, met)) in (0..).zip(&order) {
            places[met as usize] = place;
        }
        for word in tokens.iter_mut().filter_map(|token| token.word.as_mut()) {
            *word = WordIndex::new(places[word.get() as usize]);
        }
        let mut vocabulary = Vocabulary::with_capacity(order.len());
        for (term, met) in order {
            let Met { stem, count } = words[met as usize];
            vocabulary.push(term, count, stems.text(stem as usize));
        }
        (tokens, vocabulary)
    }
}

#[cfg(test)]
mod tests;
