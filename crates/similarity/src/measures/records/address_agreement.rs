//! `address-agreement`: addresses by their numbers and streets.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::words::{without_accents, without_ordinal};
use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURE: Entry = Agreement::<Address>::ENTRY;

/// The numbers of an address and its other words, these as they are abbreviated. Of `12A` the number is 12 and also 12a: an
/// address that says less is no other one. Numbers of flats are apart from those of houses.
#[derive(Default)]
pub(super) struct Address {
    numbers: BTreeSet<String>,
    words: BTreeSet<String>,
}

/// What stands for a word of addresses.
const SHORT: [(&str, &str); 42] = [
    ("street", "st"),
    ("str", "st"),
    ("strasse", "st"),
    ("straße", "st"),
    ("avenue", "ave"),
    ("av", "ave"),
    ("road", "rd"),
    ("boulevard", "blvd"),
    ("boul", "blvd"),
    ("drive", "dr"),
    ("lane", "ln"),
    ("place", "pl"),
    ("square", "sq"),
    ("court", "ct"),
    ("highway", "hwy"),
    ("parkway", "pkwy"),
    ("terrace", "ter"),
    ("circle", "cir"),
    ("north", "n"),
    ("south", "s"),
    ("east", "e"),
    ("west", "w"),
    ("northeast", "ne"),
    ("northwest", "nw"),
    ("southeast", "se"),
    ("southwest", "sw"),
    ("first", "1"),
    ("second", "2"),
    ("third", "3"),
    ("fourth", "4"),
    ("fifth", "5"),
    ("sixth", "6"),
    ("seventh", "7"),
    ("eighth", "8"),
    ("ninth", "9"),
    ("tenth", "10"),
    ("suite", "ste"),
    ("apartment", "apt"),
    ("floor", "fl"),
    ("room", "rm"),
    ("mount", "mt"),
    ("fort", "ft"),
];

/// Words before the number of a flat.
const FLAT: [&str; 5] = ["apt", "ste", "unit", "flat", "rm"];

/// Ends of names that are written as one word with *street*.
const STREET_ENDINGS: [&str; 3] = ["strasse", "straße", "str"];

/// Returns whether a text in lower case names a street. The saint of *St. Louis* is none.
pub(crate) fn has_street(text: &str) -> bool {
    let parts = parts(text);
    (0..parts.len()).any(|place| is_street(&parts, place))
}

/// Returns whether a word begins or ends the name of a street, and is nothing else.
fn is_street(parts: &[&str], place: usize) -> bool {
    const KINDS: [&str; 8] = ["st", "ave", "rd", "blvd", "ln", "hwy", "pkwy", "rue"];
    let word = parts[place];
    let is_ending = |ending: &&str| word.ends_with(ending);
    let is_kind = KINDS.contains(&&*short(word)) || STREET_ENDINGS.iter().any(is_ending);
    is_kind && !is_saint(parts, place)
}

/// The words of an address, and the signs before the number of a flat.
fn parts(text: &str) -> Vec<&str> {
    let is_of_word = |c: char| c.is_alphanumeric();
    let mut parts = Vec::new();
    for word in text.split(|c: char| !is_of_word(c) && c != '#') {
        // Of `12#3` the sign stands between two numbers.
        let mut rest = word;
        while let Some((before, after)) = rest.split_once('#') {
            parts.extend([before, "#"]);
            rest = after;
        }
        parts.push(rest);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Returns whether *st* is short for a saint: at the beginning, or behind the only number before it or *rue*, with a name behind.
fn is_saint(parts: &[&str], place: usize) -> bool {
    let is_number = |part: &&str| part.starts_with(|c: char| c.is_ascii_digit());
    let is_plain = |part: &&str| part.bytes().all(|c| c.is_ascii_digit());
    let next = parts.get(place + 1).filter(|next| !is_number(next));
    let has_name = next.is_some_and(|next| !is_before_flat(next));
    let is_before_name = match &parts[..place] {
        [] => true,
        [number] if is_plain(number) => true,
        [.., before] => *before == "rue",
    };
    parts[place] == "st" && has_name && is_before_name
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

impl Address {
    fn read(text: &str) -> Self {
        let text = without_accents(text).to_lowercase();
        let parts = parts(&text);
        let mut address = Address::default();
        let mut place = 0;
        while let Some(part) = parts.get(place) {
            let next = parts.get(place + 1).copied().unwrap_or_default();
            place += if announces_flat(part, next) {
                address
                    .numbers
                    .extend(number(next).map(|it| format!("#{it}")));
                2
            } else if is_number_in_two(&parts, place) {
                address.numbers.extend(number(&format!("{part}{next}")));
                2
            } else {
                address.add(&parts, place);
                1
            };
        }
        address
    }

    /// Adds a part that stands for itself.
    fn add(&mut self, parts: &[&str], place: usize) {
        let part = parts[place];
        let word = if is_saint(parts, place) {
            Cow::Borrowed("saint")
        } else {
            short(part)
        };
        let word = without_ordinal(&word);
        if is_house_number(word) {
            self.numbers.extend(number(word));
        } else if part != "#" && !(is_before_flat(part) && parts.get(place + 1) == Some(&"#")) {
            self.words.insert(word.to_owned());
        }
    }
}

/// Returns whether the number of a flat is next.
fn announces_flat(part: &str, next: &str) -> bool {
    let has_digit = next.starts_with(|c: char| c.is_ascii_digit());
    let is_letter = next.len() == 1 && next != "#";
    is_before_flat(part) && (has_digit || is_letter)
}

fn is_before_flat(part: &str) -> bool {
    part == "#" || FLAT.contains(&&*short(part))
}

/// Returns whether a word is a number, or one with a letter: `12`, `12a`.
fn is_house_number(word: &str) -> bool {
    let digits = word.strip_suffix(|c: char| c.is_ascii_lowercase());
    let digits = digits.unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit())
}

/// Returns whether a number and a letter behind it are one, as in `12 A Pier St`; not in `12 N Pier St` or `12 A St`.
fn is_number_in_two(parts: &[&str], place: usize) -> bool {
    let [number, letter, rest @ ..] = &parts[place..] else {
        return false;
    };
    let are = number.bytes().all(|c| c.is_ascii_digit()) && letter.len() == 1;
    let is_letter = letter.starts_with(|c: char| c.is_ascii_lowercase() && !"nsew".contains(c));
    let is_street = !rest.is_empty() && is_street(parts, place + 2);
    are && is_letter && !is_street
}

/// A number, and without the letter behind it.
fn number(word: &str) -> impl Iterator<Item = String> {
    let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
    let digits = (digits.len() < word.len() && !digits.is_empty()).then(|| digits.to_owned());
    digits.into_iter().chain([word.to_owned()])
}

impl ShortField for Address {
    const NAME: &'static str = "address-agreement";
    const SUMMARY: &'static str =
        "share of the words of two addresses, halved where each has a number that the other lacks";
    const SOURCE: &'static str = "for addresses";
    const COST: &'static str = "O(n + m) for n and m words";

    fn of(document: &AnalyzedDocument) -> Self {
        Address::read(&document.body_text().collect::<Vec<_>>().join(" "))
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
            ("12A Pier St", "12 A Pier Street", 1.0),
            ("12A Pier St", "12 Pier St", 1.0),
            ("12A Pier St", "12B Pier St", 0.5),
            ("12 A St", "12 A Street", 1.0),
            ("12 E Pier St", "12 East Pier St", 1.0),
            ("12 Pier St Apt 3B", "12 Pier St #3B", 1.0),
            ("12 Pier St Apt. #3B", "12 Pier St, Unit 3b", 1.0),
            ("12 Pier St Apt 3B", "12 Pier St", 1.0),
            ("12 Pier St Apt 3B", "12 Pier St Apt 3C", 0.5),
            ("12 Pier St Apt 3", "3 Pier St Apt 12", 0.5),
            ("12 Pier St Suite B", "12 Pier St Ste. B", 1.0),
            ("5 St. Louis Ave", "5 Saint Louis Avenue", 1.0),
            ("St. Louis", "Street Louis", 0.5),
            ("5 Pier St Harbour", "5 Pier Street Harbour", 1.0),
            ("3 rue St. Martin", "3 Rue Saint Martin", 1.0),
            ("5 Fifth Ave", "5 5th Avenue", 1.0),
            ("1 Pier St NE", "1 Pier Street Northeast", 1.0),
        ]);
    }

    #[test]
    fn a_saint_is_no_street() {
        for (text, has) in [
            ("st. louis 63101", false),
            ("12 st. james", false),
            ("12 pier st. harbour", true),
            ("42nd st, harbour", true),
            ("12 st. james street", true),
            ("5 st", true),
            ("5 st apt 3", true),
            ("hauptstr. 5", true),
            ("", false),
        ] {
            assert_eq!(has_street(text), has, "{text}");
        }
    }
}
