//! `number-closeness`: numbers, prices, sizes and times by their relative difference.

use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURE: Entry = Agreement::<Quantity>::ENTRY;

/// The first number of a field, and what it counts. Two of them are alike by the smaller divided by the larger, and not at
/// all where they count different things or have different signs.
pub(super) struct Quantity(Option<Amount>);

#[derive(Clone, Copy)]
struct Amount {
    /// As it is written: of `5 kg` 5.
    written: f64,
    /// In what all units of its kind are compared in: of `5 kg` 5000.
    value: f64,
    unit: Option<&'static str>,
}

/// Units: their names, what they are compared in, and how much of it they are.
const UNITS: [(&str, &str, f64); 47] = [
    ("mg", "g", 0.001),
    ("g", "g", 1.0),
    ("gram", "g", 1.0),
    ("grams", "g", 1.0),
    ("kg", "g", 1000.0),
    ("oz", "g", 28.349_523),
    ("lb", "g", 453.592_37),
    ("lbs", "g", 453.592_37),
    ("ml", "l", 0.001),
    ("cl", "l", 0.01),
    ("l", "l", 1.0),
    ("liter", "l", 1.0),
    ("litre", "l", 1.0),
    ("µm", "m", 1e-6),
    ("μm", "m", 1e-6),
    ("mm", "m", 0.001),
    ("cm", "m", 0.01),
    ("m", "m", 1.0),
    ("km", "m", 1000.0),
    ("in", "m", 0.0254),
    ("inch", "m", 0.0254),
    ("inches", "m", 0.0254),
    ("ft", "m", 0.3048),
    ("foot", "m", 0.3048),
    ("feet", "m", 0.3048),
    ("kb", "byte", 1e3),
    ("mb", "byte", 1e6),
    ("gb", "byte", 1e9),
    ("tb", "byte", 1e12),
    ("s", "s", 1.0),
    ("sec", "s", 1.0),
    ("secs", "s", 1.0),
    ("min", "s", 60.0),
    ("mins", "s", 60.0),
    ("minute", "s", 60.0),
    ("minutes", "s", 60.0),
    ("h", "s", 3600.0),
    ("hr", "s", 3600.0),
    ("hour", "s", 3600.0),
    ("hours", "s", 3600.0),
    ("$", "usd", 1.0),
    ("usd", "usd", 1.0),
    ("€", "eur", 1.0),
    ("eur", "eur", 1.0),
    ("£", "gbp", 1.0),
    ("gbp", "gbp", 1.0),
    ("%", "%", 1.0),
];

impl Amount {
    fn read(text: &str) -> Option<Self> {
        let text = text.to_lowercase();
        let digit = text.find(|c: char| c.is_ascii_digit())?;
        let before = text[..digit].strip_suffix('.').unwrap_or(&text[..digit]);
        let start = before.len();
        let end = start + end_of_number(&text[start..]);
        let number = text[start..end].trim_end_matches(['.', ',', ':']);
        let sign = if is_minus(before) { -1.0 } else { 1.0 };
        let (written, value, unit) = if number.contains(':') {
            let seconds = seconds(number)?;
            (seconds, seconds, Some("s"))
        } else {
            let written = plain(number).parse::<f64>().ok()?;
            let before = before.trim_end_matches(MINUS);
            let unit = unit_of(text[end..].trim_start()).or_else(|| unit_of_end(before));
            let (unit, factor) = unit.unzip();
            (written, written * factor.unwrap_or(1.0), unit)
        };
        let amount = Amount {
            written: sign * written,
            value: sign * value,
            unit,
        };
        (written.is_finite() && value.is_finite()).then_some(amount)
    }
}

const MINUS: [char; 2] = ['-', '\u{2212}'];

/// Returns whether a number after this text is negative: of `a-5` the sign joins two parts.
fn is_minus(before: &str) -> bool {
    let sign = before.strip_suffix(MINUS);
    sign.is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
}

/// Hours, minutes and seconds as seconds.
fn seconds(time: &str) -> Option<f64> {
    let mut parts = time.split(':').map(|part| part.parse::<f64>().ok());
    parts.try_fold(0.0, |sum, part| Some(60.0 * sum + part?))
}

/// The length of a number at the beginning of a text, with its signs and what separates its thousands.
fn end_of_number(text: &str) -> usize {
    let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | ':');
    let ends = |(place, c): &(usize, char)| {
        let is_within =
            is_thousands_sign(*c) && separates_thousands(&text[..*place], &text[*place..]);
        !is_of_number(*c) && !is_within
    };
    let end = text.char_indices().find(ends);
    end.map_or(text.len(), |(place, _)| place)
}

/// Signs that stand between thousands and nowhere else in a number.
fn is_thousands_sign(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '\'' | '\u{2019}')
}

/// Returns whether a sign stands between one to three digits and exactly three.
fn separates_thousands(before: &str, from_sign: &str) -> bool {
    let are_digits =
        |it: &&str| (1..=3).contains(&it.len()) && it.bytes().all(|c| c.is_ascii_digit());
    let mut groups = before.split(is_thousands_sign);
    let after = from_sign.chars().skip(1);
    let digits = after.take_while(char::is_ascii_digit).take(4).count();
    groups.all(|group| are_digits(&group)) && digits == 3
}

/// A number with a point before its decimals and nothing else: of 1,299.00 and 1.299,00 the last sign is the decimal one,
/// of 1,299 the comma separates thousands, and of 0,125 it does not.
fn plain(number: &str) -> String {
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let Some(place) = number.rfind(['.', ',']) else {
        return digits(number);
    };
    let (whole, rest) = number.split_at(place);
    let (sign, decimals) = rest.split_at(1);
    let are_three = decimals.len() == 3 && (sign == "," || whole.contains('.'));
    if are_three && !whole.starts_with('0') {
        return digits(number);
    }
    format!("{}.{}", digits(whole), digits(decimals))
}

/// Returns whether a word in lower case is a unit or a currency.
pub(crate) fn is_unit(word: &str) -> bool {
    UNITS.iter().any(|(name, ..)| *name == word)
}

fn unit_of(text: &str) -> Option<(&'static str, f64)> {
    let end =
        text.find(|c: char| c.is_whitespace() || c.is_ascii_punctuation() && c != '%' && c != '$');
    let word = &text[..end.unwrap_or(text.len())];
    let unit = UNITS.iter().find(|(name, ..)| *name == word)?;
    Some((unit.1, unit.2))
}

fn unit_of_end(text: &str) -> Option<(&'static str, f64)> {
    unit_of(text.split_whitespace().next_back()?)
}

impl ShortField for Quantity {
    const NAME: &'static str = "number-closeness";
    const SUMMARY: &'static str =
        "the smaller number divided by the larger, in one unit; 0 for different units or signs";
    const SOURCE: &'static str = "for prices, sizes, times";
    const COST: &'static str = "O(1)";

    fn of(document: &AnalyzedDocument) -> Self {
        let text = document.body_text().collect::<Vec<_>>().join(" ");
        Quantity(Amount::read(&text))
    }

    fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    fn similarity(&self, other: &Self) -> f64 {
        let (Some(here), Some(there)) = (self.0, other.0) else {
            return 0.0;
        };
        let [one, another] = match (here.unit, there.unit) {
            (Some(a), Some(b)) if a != b => return 0.0,
            (Some(_), Some(_)) => [here.value, there.value],
            // Which unit is left out is unknown.
            _ => [here.written, there.written],
        };
        let larger = one.abs().max(another.abs());
        if larger == 0.0 {
            1.0
        } else if one * another < 0.0 {
            0.0
        } else {
            one.abs().min(another.abs()) / larger
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_similarities;
    use super::*;

    #[test]
    fn numbers_are_close_in_one_unit() {
        assert_similarities::<Quantity>(&[
            ("$ 1.29", "1.29", 1.0),
            ("$ 10", "$ 8", 0.8),
            ("$ 10", "10 EUR", 0.0),
            ("1,299.00", "1.299,00 €", 1.0),
            ("8.10 %", "9 %", 0.9),
            ("2:30", "150 sec", 1.0),
            ("500 g", "0.5 kg", 1.0),
            ("0", "0", 1.0),
            ("0", "3", 0.0),
            ("5 kg", "5", 1.0),
            ("4 TB", "4", 1.0),
            ("10 minutes", "600 sec", 1.0),
            ("3 mins", "3 min", 1.0),
            ("2 hours", "120 minutes", 1.0),
            ("5 feet", "5ft", 1.0),
            ("100 µm", "0.1 mm", 1.0),
            ("-5", "5", 0.0),
            ("-3 °C", "3 °C", 0.0),
            ("-4", "-5", 0.8),
            ("$ -4", "-5 $", 0.8),
            ("a-5", "5", 1.0),
            ("1 299", "1299", 1.0),
            ("1\u{a0}299", "1299", 1.0),
            ("1\u{202f}299,50 €", "1299.50", 1.0),
            ("1'299.00", "1299", 1.0),
            ("5 100 ml", "5100 ml", 1.0),
            ("2015 123", "2015", 1.0),
            ("0,125", "0.125", 1.0),
            (".5", "0.5", 1.0),
        ]);
    }

    #[test]
    fn a_number_too_large_is_none() {
        for digits in [310, 311] {
            assert!(Quantity(Amount::read(&"9".repeat(digits))).is_empty());
        }
        assert!(Quantity(Amount::read("-")).is_empty());
    }
}
