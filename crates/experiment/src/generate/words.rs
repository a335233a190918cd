//! Changes of single words: replaced, inserted, deleted, swapped; other numbers, other dates.

use rand::Rng;
use rand::seq::SliceRandom;

use super::chance::Chance;
use super::prose::{Sentence, Word};

/// English names of months. May is left out: it is more often a verb.
const MONTHS: [&str; 11] = [
    "January",
    "February",
    "March",
    "April",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// Rates at which the words of one document change. Each in [0, 1].
pub(super) struct WordRates {
    pub(super) replaced: f64,
    pub(super) inserted: f64,
    pub(super) deleted: f64,
    pub(super) swapped: f64,
    pub(super) numbers: f64,
    pub(super) dates: f64,
}

impl WordRates {
    /// Changes a sentence; other words come from `stock`. None may be left.
    pub(super) fn apply<'s>(
        &self,
        sentence: &mut Sentence<'s>,
        stock: &[&'s str],
        chance: &mut Chance,
    ) {
        let mut changed: Vec<Word<'s>> = Vec::with_capacity(sentence.words.len());
        for mut word in sentence.words.drain(..) {
            if chance.gen_bool(self.deleted) {
                continue;
            }
            if let Some(other) = self.other(&word.text, stock, chance) {
                (word.text, word.origin) = (other.into(), None);
            }
            let inserted = if chance.gen_bool(self.inserted) {
                stock.choose(chance)
            } else {
                None
            };
            let inserted = inserted.map(|&text| word.followed_by(text));
            changed.push(word);
            changed.extend(inserted);
        }
        for place in 1..changed.len() {
            if chance.gen_bool(self.swapped) {
                swap_with_previous(&mut changed, place);
            }
        }
        sentence.words = changed;
    }

    /// The replacement of a word, if it is replaced.
    fn other(&self, word: &str, stock: &[&str], chance: &mut Chance) -> Option<String> {
        if chance.gen_bool(self.replaced) {
            return stock.choose(chance).map(|word| word.to_string());
        }
        let names = [&MONTHS[..], &WEEKDAYS[..]];
        if let Some(names) = names.into_iter().find(|names| names.contains(&word)) {
            let others: Vec<&&str> = names.iter().filter(|name| **name != word).collect();
            let other = others.choose(chance).map(|name| name.to_string());
            return other.filter(|_| chance.gen_bool(self.dates));
        }
        let is_number = word.contains(|c: char| c.is_ascii_digit());
        (is_number && chance.gen_bool(self.numbers)).then(|| other_digits(word, chance))
    }
}

/// The words change places; what stands between and after them stays.
fn swap_with_previous(words: &mut [Word], place: usize) {
    words.swap(place - 1, place);
    let (before, after) = words.split_at_mut(place);
    std::mem::swap(&mut before[place - 1].after, &mut after[0].after);
}

/// Every digit another one, the first not 0.
fn other_digits(text: &str, chance: &mut Chance) -> String {
    let mut least = 1;
    let other = |c: char| {
        let Some(digit) = c.to_digit(10) else {
            return c;
        };
        let others: Vec<u32> = (least..10).filter(|other| *other != digit).collect();
        least = 0;
        let drawn = others.choose(chance).copied().unwrap_or(digit);
        char::from_digit(drawn, 10).unwrap_or(c)
    };
    text.chars().map(other).collect()
}
