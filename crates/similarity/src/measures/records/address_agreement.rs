//! `address-agreement`: addresses by their numbers and streets.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::words::{without_ordinal, words};
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

/// Ends of names that are written as one word with *street*.
const STREET_ENDINGS: [&str; 3] = ["strasse", "straße", "str"];

/// Abbreviations that begin or end the name of a street, and are nothing else.
pub(crate) fn is_street(word: &str) -> bool {
    const KINDS: [&str; 8] = ["st", "ave", "rd", "blvd", "ln", "hwy", "pkwy", "rue"];
    let is_ending = |ending: &&str| word.ends_with(ending);
    KINDS.contains(&&*short(word)) || STREET_ENDINGS.iter().any(is_ending)
}

/// A word as it is abbreviated; itself where it is not.
fn short(word: &str) -> Cow<'_, str> {
    if let Some((_, short)) = SHORT.iter().find(|(long, _)| *long == word) {
        return Cow::Borrowed(*short);
    }
    let mut endings = STREET_ENDINGS.iter();
    let name = endings.find_map(|ending| word.strip_suffix(ending));
    name.map_or(Cow::Borrowed(word), |name| Cow::Owned(format!("{name}str")))
}

impl ShortField for Address {
    const NAME: &'static str = "address-agreement";
    const SUMMARY: &'static str =
        "share of the words of two addresses, halved where each has a number that the other lacks";
    const SOURCE: &'static str = "for addresses";
    const COST: &'static str = "O(n + m) for n and m words";

    fn of(document: &AnalyzedDocument) -> Self {
        let words = words(document).into_iter().map(|word| word.to_lowercase());
        let words = words.map(|word| without_ordinal(&short(&word)).to_owned());
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
        let is_within = self.numbers.is_subset(&other.numbers);
        if is_within || self.numbers.is_superset(&other.numbers) {
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
            ("12 Pier Street Apt 3", "14 Pier Street Apt 3", 0.5),
            ("12 42nd St", "99 42nd St", 0.5),
            ("Hauptstraße 5", "Hauptstr. 5", 1.0),
            ("Hauptstraße 5", "Hauptstrasse 5", 1.0),
            ("Marktstraße 5", "Hauptstraße 5", 0.0),
        ]);
    }
}
