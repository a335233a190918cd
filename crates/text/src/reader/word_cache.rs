//! A cache of analysed words.

use smart_default::SmartDefault;

use super::key::Key;
use super::reading::Reading;

/// A table of words and how they are read; none for those that hold no letter or digit.
///
/// It forgets: each place has room for two words, and a third that belongs there takes the place of
/// the one that was put there first. What is dropped is refined anew, if it is met again. So where
/// a word is looked for is known before it is, and the memory can be asked for many at a time.
#[derive(SmartDefault)]
pub(super) struct WordCache {
    #[default(vec![EMPTY; PLACES[0]])]
    places: Vec<Place>,
    /// Number of words added; one that was forgotten and came back counts again.
    added: usize,
}

/// Two words, the newer first, in one line of the processor's cache.
#[derive(Clone)]
#[repr(align(64))]
struct Place([(Key, Option<Reading>); 2]);

const EMPTY: Place = Place([(Key::NONE, None); 2]);

/// Number of places to begin with, in 128 kB, and at most, in 8 MB.
const PLACES: [usize; 2] = [1 << 11, 1 << 17];

impl WordCache {
    fn place(&self, key: Key) -> usize {
        key.place_among(self.places.len())
    }

    /// The reading of a word, if it is remembered.
    pub(super) fn get(&self, key: Key) -> Option<Option<Reading>> {
        let Place(pair) = &self.places[self.place(key)];
        // In which of two a word stands the processor cannot guess.
        let (known, reading) = pair[usize::from(pair[1].0 == key)];
        (known == key).then_some(reading)
    }

    pub(super) fn add(&mut self, key: Key, reading: Option<Reading>) {
        if self.added > self.places.len() && self.places.len() < PLACES[1] {
            self.grow();
        }
        self.added += 1;
        self.put((key, reading));
    }

    fn put(&mut self, entry: (Key, Option<Reading>)) {
        let place = self.place(entry.0);
        let Place([newer, elder]) = &mut self.places[place];
        *elder = std::mem::replace(newer, entry);
    }

    /// Twice the places for the same words.
    fn grow(&mut self) {
        let twice = vec![EMPTY; 2 * self.places.len()];
        let before = std::mem::replace(&mut self.places, twice);
        let known = before
            .into_iter()
            .flat_map(|Place([newer, elder])| [elder, newer]);
        known
            .filter(|&(key, _)| key != Key::NONE)
            .for_each(|entry| self.put(entry));
    }

    /// Looks at the places of words that will be read next: so the processor waits for the memory of all
    /// at a time, and not of one after the other.
    pub(super) fn foresee(&self, keys: impl Iterator<Item = Key>) {
        let at_hand = keys.map(|key| self.places[self.place(key)].0[0].0 == key);
        std::hint::black_box(at_hand.fold(false, |any, is| any | is));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TermId;

    fn reading(word: u64) -> Option<Reading> {
        let raw = TermId(word);
        (!word.is_multiple_of(3)).then_some(Reading {
            raw,
            is_stop_word: false,
            stem: None,
        })
    }

    #[test]
    fn most_is_remembered_and_nothing_else_is() {
        let key = |word: u64| Key::of(&word.to_string(), &(0..word.to_string().len()));
        let number = |reading: Option<Reading>| reading.map(|reading| reading.raw);
        let words = 0..2 * PLACES[1] as u64;
        let mut readings = WordCache::default();
        for word in words.clone() {
            assert!(readings.get(key(word)).is_none());
            readings.add(key(word), reading(word));
            assert!(readings.get(key(word)).is_some());
        }
        assert_eq!(readings.places.len(), PLACES[1]);
        let known = words.filter_map(|word| Some((word, readings.get(key(word))?)));
        let known: Vec<(u64, Option<Reading>)> = known.collect();
        assert!(
            known
                .iter()
                .all(|&(word, known)| number(known) == number(reading(word)))
        );
        assert!(known.len() > PLACES[1], "{} are known", known.len());
    }
}
