//! `address-agreement`: addresses by their numbers and streets.

use std::collections::BTreeSet;

use super::words::words;
use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURE: Entry = Agreement::<Address>::ENTRY;

/// The numbers of an address and its other words, these as they are abbreviated.
pub(super) struct Address {
    numbers: BTreeSet<String>,
    words: BTreeSet<String>,
}

/// What stands for a word of addresses.
const SHORT: [(&str, &str); 25] = [
    ("street", "st"),
    ("str", "st"),
    ("strasse", "st"),
    ("straße", "st"),
    ("avenue", "ave"),
    ("av", "ave"),
    ("road", "rd"),
    ("boulevard", "blvd"),
    ("drive", "dr"),
    ("lane", "ln"),
    ("place", "pl"),
    ("square", "sq"),
    ("court", "ct"),
    ("highway", "hwy"),
    ("parkway", "pkwy"),
    ("north", "n"),
    ("south", "s"),
    ("east", "e"),
    ("west", "w"),
    ("first", "1"),
    ("second", "2"),
    ("third", "3"),
    ("suite", "ste"),
    ("apartment", "apt"),
    ("floor", "fl"),
];

/// Abbreviations that begin or end the name of a street.
pub(crate) fn is_street(word: &str) -> bool {
    const KINDS: [&str; 12] = [
        "st", "ave", "rd", "blvd", "dr", "ln", "pl", "sq", "ct", "hwy", "pkwy", "rue",
    ];
    KINDS.contains(&short(word)) || word.ends_with("strasse") || word.ends_with("straße")
}

fn short(word: &str) -> &str {
    let known = SHORT.iter().find(|(long, _)| *long == word);
    known.map_or(word, |(_, short)| short)
}

/// `42nd` as `42`.
fn without_ending(word: &str) -> &str {
    const ENDINGS: [&str; 4] = ["st", "nd", "rd", "th"];
    let number = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending));
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    number.filter(is_number).unwrap_or(word)
}

impl ShortField for Address {
    const NAME: &'static str = "address-agreement";
    const SUMMARY: &'static str =
        "share of the words of two addresses, halved where their numbers differ";
    const SOURCE: &'static str = "for addresses";
    const COST: &'static str = "O(n + m) for n and m words";

    fn of(document: &AnalyzedDocument) -> Self {
        let words = words(document).into_iter().map(|word| word.to_lowercase());
        let words = words.map(|word| without_ending(short(&word)).to_owned());
        let (numbers, words) = words.partition(|word| word.bytes().all(|c| c.is_ascii_digit()));
        Address { numbers, words }
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty() && self.numbers.is_empty()
    }

    fn similarity(&self, other: &Self) -> f64 {
        const OTHER_NUMBERS: f64 = 0.5;
        let all = self.words.len() + other.words.len();
        let shared = self.words.intersection(&other.words).count();
        let words = if all == 0 {
            1.0
        } else {
            (2 * shared) as f64 / all as f64
        };
        let are_missing = self.numbers.is_empty() || other.numbers.is_empty();
        if are_missing || !self.numbers.is_disjoint(&other.numbers) {
            words
        } else {
            OTHER_NUMBERS * words
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_similarities;
    use super::*;

    #[test]
    fn addresses_agree_by_number_and_street() {
        assert_similarities::<Address>(&[
            ("12 North Pier Street", "12 n. pier st.", 1.0),
            ("42nd St", "42 Street", 1.0),
            ("12 Pier Street", "14 Pier Street", 0.5),
            ("Pier Street", "14 Pier Street", 1.0),
            ("12", "12", 1.0),
            ("12 Pier Street", "12 Quay Lane", 0.0),
        ]);
    }
}
