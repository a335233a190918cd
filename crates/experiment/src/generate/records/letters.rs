//! Slips and capitals.

use rand::Rng;

use super::super::chance::{Chance, below};

/// A word with two letters exchanged, or one left out.
pub(super) fn slip(word: &str, chance: &mut Chance) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    if letters.len() < 3 {
        return word.to_owned();
    }
    let place = below(letters.len() - 1, chance);
    if chance.gen_bool(0.5) {
        letters.swap(place, place + 1);
    } else {
        letters.remove(place);
    }
    letters.into_iter().collect()
}

/// The text with its first letter as a capital.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
