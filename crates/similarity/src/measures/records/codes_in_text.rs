//! `codes-in-text`: model numbers, versions and sizes within the name of a thing.

use std::collections::BTreeSet;

use super::words::is_accent;
use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;
use unicode_normalization::UnicodeNormalization;

pub(super) const MEASURE: Entry = Agreement::<CodesInText>::ENTRY;

/// Words with a digit: `wh-1000xm4` by its letters and digits, `v2.0` as `2`, `8 GB` as `8gb`.
pub(super) struct CodesInText {
    codes: BTreeSet<String>,
    has_words: bool,
}

/// Words that belong to the number before them.
const UNITS: [&str; 18] = [
    "gb", "mb", "tb", "kb", "mm", "cm", "ml", "oz", "lb", "kg", "g", "l", "in", "inch", "user",
    "users", "pack", "hz",
];

impl CodesInText {
    fn read(text: &str) -> Self {
        let plain: String = text.nfd().filter(|c| !is_accent(*c)).collect();
        let plain = plain.to_lowercase();
        let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '/' | '+');
        let words = plain.split(|c: char| !is_of_word(c));
        let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let mut codes = BTreeSet::new();
        for (place, word) in words.iter().enumerate() {
            if !word.contains(|c: char| c.is_ascii_digit()) {
                continue;
            }
            let mut code = code(word);
            let ends_with_digit = code.ends_with(|c: char| c.is_ascii_digit());
            let unit = words.get(place + 1).filter(|next| UNITS.contains(next));
            if let Some(unit) = unit.filter(|_| ends_with_digit) {
                code.push_str(unit);
            }
            codes.insert(code);
        }
        CodesInText {
            has_words: !words.is_empty(),
            codes,
        }
    }
}

/// A word by its letters, digits and decimal points: without the `v` of a version and zeros behind the point.
fn code(word: &str) -> String {
    let digits = word.strip_prefix('v').unwrap_or(word);
    let is_number = digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    if !is_number {
        return word.chars().filter(|c| c.is_alphanumeric()).collect();
    }
    let without_zeros = match digits.split_once('.') {
        Some(_) => digits.trim_end_matches('0').trim_end_matches('.'),
        None => digits,
    };
    let number = without_zeros.trim_start_matches('0');
    if number.is_empty() {
        "0".to_owned()
    } else {
        number.to_owned()
    }
}

impl ShortField for CodesInText {
    const NAME: &'static str = "codes-in-text";
    const SUMMARY: &'static str = "1 where two texts have the same numbers, versions and sizes, 0.5 where one has more, 0 where each has one that the other lacks";
    const SOURCE: &'static str = "for names of products";
    const COST: &'static str = "O(n + m) for n and m codes";

    fn of(document: &AnalyzedDocument) -> Self {
        let text = document.body_text().collect::<Vec<_>>().join(" ");
        CodesInText::read(&text)
    }

    fn is_empty(&self) -> bool {
        !self.has_words
    }

    fn similarity(&self, other: &Self) -> f64 {
        let lacks =
            |one: &CodesInText, another: &CodesInText| !one.codes.is_superset(&another.codes);
        match (lacks(self, other), lacks(other, self)) {
            (true, true) => 0.0,
            (false, false) => 1.0,
            _ => 0.5,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_similarities;
    use super::*;

    #[test]
    fn codes_are_the_same_however_they_are_written() {
        assert_similarities::<CodesInText>(&[
            ("Harbour lamp WH-1000", "lamp wh1000", 1.0),
            ("Chart 2.0", "Chart v2", 1.0),
            ("Card 8 GB", "Card 8gb", 1.0),
            ("Chart 2007", "Chart 2008", 0.0),
            ("Chart 2007 upgrade", "Chart upgrade", 0.5),
            ("Chart", "Lamp", 1.0),
        ]);
    }
}
