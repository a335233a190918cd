//! `codes-in-text`: model numbers, versions and sizes within the name of a thing.

use std::collections::BTreeSet;

use super::codes::{plain_number, with_points};
use super::units;
use super::words::without_accents;
use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURE: Entry = Agreement::<CodesInText>::ENTRY;

/// Words with a digit: `wh-1000xm4` by its letters and digits, `v2.0` as `2`, `8 GB` as `8gb`, `20,000` as `20000`.
pub(super) struct CodesInText {
    codes: BTreeSet<String>,
    has_words: bool,
}

impl CodesInText {
    fn read(text: &str) -> Self {
        let plain = without_thousands(&without_accents(text).to_lowercase());
        let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '/' | '+');
        let words = plain.split(|c: char| !is_of_word(c)).map(trimmed);
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let mut codes = BTreeSet::new();
        for (place, word) in words.iter().enumerate() {
            if !word.contains(|c: char| c.is_ascii_digit()) {
                continue;
            }
            let next = words.get(place + 1).copied().unwrap_or_default();
            codes.insert(code(word, next));
        }
        CodesInText {
            has_words: !words.is_empty(),
            codes,
        }
    }
}

/// `20,000` as `20000`: a comma between a digit and three of them says nothing.
fn without_thousands(text: &str) -> String {
    let is_digit = |c: char| c.is_ascii_digit();
    let separates = |place: usize| {
        let (before, after) = (&text[..place], &text[place + 1..]);
        let digits = after.chars().take_while(|c| is_digit(*c)).take(4).count();
        before.ends_with(is_digit) && digits == 3
    };
    let kept = text.char_indices();
    let kept = kept.filter(|(place, c)| *c != ',' || !separates(*place));
    kept.map(|(_, c)| c).collect()
}

/// A word without signs around it, but for the point of `.5`.
fn trimmed(word: &str) -> &str {
    let word = word.trim_end_matches(|c: char| !c.is_alphanumeric());
    let from_point = word.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '.');
    let decimals = from_point.strip_prefix('.');
    if decimals.is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit())) {
        return from_point;
    }
    from_point.trim_start_matches(|c: char| !c.is_alphanumeric())
}

/// A word by its letters and digits, a fraction by its slash; a number with its unit, which may be the next word.
fn code(word: &str, next: &str) -> String {
    let is_digit = |c: char| c.is_ascii_digit();
    let is_of_number = |c: char| is_digit(c) || c == '.';
    let (number, unit) = word.split_at(word.find(|c: char| !is_of_number(c)).unwrap_or(word.len()));
    let unit = match unit {
        "" => units::measure_in_text(next),
        unit => units::measure(unit.trim_start_matches('-')),
    };
    if let Some(unit) = unit.filter(|_| !number.is_empty()) {
        return format!("{}{}", plain_number(number), unit.name);
    }
    if !word.contains(|c: char| !is_of_number(c)) {
        return plain_number(word);
    }
    let is_fraction =
        |slash: usize| word[..slash].ends_with(is_digit) && word[slash + 1..].starts_with(is_digit);
    match word.find('/').filter(|slash| is_fraction(*slash)) {
        Some(slash) => format!(
            "{}/{}",
            with_points(&word[..slash]),
            with_points(&word[slash + 1..])
        ),
        None => with_points(word),
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
            ("Lamp WH-1000 in black", "Lamp WH-1000 black", 1.0),
            ("Apollo 13 in concert", "Apollo 13 concert", 1.0),
            ("Windows 7 users guide", "Windows 7 guide", 1.0),
            ("20,000 hours", "20000 hours", 1.0),
            ("Lens .5 oz", "Lens 0.50 oz", 1.0),
            ("Lens 0.5 oz", "Lens 5 oz", 0.0),
            ("Chart v1.0.0", "Chart v1", 1.0),
            ("Chart v1.10.0", "Chart v1.1.0", 0.0),
            ("Bit 3/4", "Bit 34", 0.0),
            ("Bit 3/4", "(3/4) bit", 1.0),
            ("Disk 1.5TB", "Disk 15TB", 0.0),
            ("Disk 1.5TB", "Disk 1.5 TB", 1.0),
            ("Disk 2.0 TB", "Disk 2TB", 1.0),
            ("Lamp 10in", "Lamp 10 inches", 1.0),
            ("Lamp 10-inch", "Lamp 10 inch", 1.0),
            ("Lamp X1.5", "Lamp X15", 0.0),
            ("Rope 12-pack", "Rope 12 packs", 1.0),
            ("Chart 2.1", "Chart v2.1.0", 1.0),
            ("Chart v2.10", "Chart v2.1", 0.0),
            ("Lamp 007", "Lamp 7", 1.0),
            ("Chart 10.0", "Chart 100", 0.0),
        ]);
    }
}
