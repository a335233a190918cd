//! Reads the words of documents, one document after the other, and remembers how words are read:
//! texts repeat their words, and a stem costs ten times as much as a look into a table.

use std::cell::{RefCell, RefMut};
use std::ops::Range;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use thread_local::ThreadLocal;

use super::refiner::Refiner;
use super::{Language, TermId, Token, Vocabulary, WordIndex};
use crate::document::FieldKinds;

/// When a thread knows more words than this it forgets them all: most were met once.
const MOST_KNOWN: usize = 1 << 17;

/// So many readings are kept at hand, in 128 kB.
const RECENT: usize = 1 << 12;

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
        if lexicon.readings.len() > MOST_KNOWN || lexicon.document == u32::MAX {
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
    /// The numbers of words as they stand, and how they are read; none for those that hold no letter
    /// or digit.
    readings: FxHashMap<TermId, Option<Reading>>,
    /// The last of them, each in the place that its number gives: the words of which most of a text
    /// consists are at hand in the processor's cache, which the others would push out of it.
    recent: Vec<(TermId, Option<Reading>)>,
    /// The refined words, by their numbers.
    stems: IndexMap<TermId, Box<str>, FxBuildHasher>,
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

struct Met {
    stem: u32,
    count: u32,
}

impl Default for Lexicon {
    fn default() -> Self {
        Lexicon {
            readings: FxHashMap::default(),
            recent: vec![(TermId(0), None); RECENT],
            stems: IndexMap::default(),
            last_met: Vec::new(),
            document: 0,
            words: Vec::new(),
            tokens: Vec::new(),
        }
    }
}

impl Lexicon {
    fn read(&mut self, word: &str, refiner: &Refiner) -> Option<Reading> {
        let number = TermId::of(word);
        let recent = number.0 as usize % RECENT;
        if self.recent[recent].0 != number {
            self.recent[recent] = (number, self.look_up(number, word, refiner));
        }
        self.recent[recent].1
    }

    fn look_up(&mut self, number: TermId, word: &str, refiner: &Refiner) -> Option<Reading> {
        if let Some(known) = self.readings.get(&number) {
            return *known;
        }
        let reading = refiner.refine(word).map(|refined| Reading {
            raw: refined.raw,
            is_stop_word: refined.is_stop_word,
            stem: refined.stem.map(|stem| self.stem(stem)),
        });
        self.readings.insert(number, reading);
        reading
    }

    /// The index of a refined word.
    fn stem(&mut self, text: String) -> WordIndex {
        let entry = self.stems.entry(TermId::of(&text));
        let index = WordIndex::new(entry.index() as u32);
        entry.or_insert_with(|| {
            self.last_met.push(LastMet::default());
            text.into()
        });
        index
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
    /// Reads a word, which stands here and in these fields; it is no token if it holds no letter or
    /// digit.
    pub(super) fn read(&mut self, word: &str, span: Range<usize>, kinds: FieldKinds) {
        let Some(reading) = self.lexicon.read(word, self.refiner) else {
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
        let numbered = words.iter().zip(0u32..).filter_map(|(met, place)| {
            let (&term, text) = stems.get_index(met.stem as usize)?;
            Some((term, place, &**text))
        });
        let mut order: Vec<(TermId, u32, &str)> = numbered.collect();
        order.sort_unstable_by_key(|&(term, ..)| term);
        let mut places = vec![0; order.len()];
        for (place, &(_, met, _)) in (0..).zip(&order) {
            places[met as usize] = place;
        }
        for word in tokens.iter_mut().filter_map(|token| token.word.as_mut()) {
            *word = WordIndex::new(places[word.get() as usize]);
        }
        let mut vocabulary = Vocabulary::with_capacity(order.len());
        for (term, met, text) in order {
            vocabulary.push(term, words[met as usize].count, text);
        }
        (tokens, vocabulary)
    }
}

#[cfg(test)]
mod tests;
