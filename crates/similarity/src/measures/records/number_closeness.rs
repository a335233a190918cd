//! `number-closeness`: numbers, prices, sizes and times by their relative difference.

use super::units::{self, Unit};
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

impl Amount {
    fn read(text: &str) -> Option<Self> {
        let text = text.to_lowercase();
        let digit = text.find(|c: char| c.is_ascii_digit())?;
        let start = start_of_number(&text[..digit]);
        let (before, number) = text.split_at(start);
        let (number, rest) = number.split_at(end_of_number(number));
        let (sign, of_end) = sign_and_unit(before);
        if number.trim_end_matches(':').contains(':') {
            let seconds = seconds(number.trim_end_matches([':', '.', ',']))?;
            return Amount::of(sign, seconds, seconds, Some("s"));
        }
        let (of_start, rest) = units::at_start(rest);
        let unit = of_start.or(of_end);
        let is_money = unit.is_some_and(|unit| units::is_currency(unit.name));
        let written = value(number, is_money)?;
        let in_base = |unit: Unit| written * unit.factor + smaller_parts(rest, unit);
        let in_base = unit.map_or(written, in_base);
        Amount::of(sign, written, in_base, unit.map(|unit| unit.base))
    }

    fn of(sign: f64, written: f64, value: f64, unit: Option<&'static str>) -> Option<Self> {
        let amount = Amount {
            written: sign * written,
            value: sign * value,
            unit,
        };
        (written.is_finite() && value.is_finite()).then_some(amount)
    }
}

/// What follows an amount in smaller units of its kind: of `3 min 45 s` the 45 seconds.
fn smaller_parts(text: &str, larger: Unit) -> f64 {
    let text = text.trim_start_matches([' ', ',', '.']);
    let text = text.strip_prefix("and ").unwrap_or(text);
    let (number, rest) = text.split_at(end_of_number(text));
    let (Some(unit), rest) = units::at_start(rest) else {
        return 0.0;
    };
    let is_smaller = unit.base == larger.base && unit.factor < larger.factor;
    let number = value(number, false).filter(|_| is_smaller);
    number.map_or(0.0, |number| {
        number * unit.factor + smaller_parts(rest, unit)
    })
}

const MINUS: [char; 2] = ['-', '\u{2212}'];

/// The sign and the unit before a number: of `-$` and of `$ -` the same.
fn sign_and_unit(before: &str) -> (f64, Option<Unit>) {
    let (unit, left) = units::at_end(before.trim_end_matches(MINUS));
    let is_negative = is_minus(before) || unit.is_some() && is_minus(left);
    (if is_negative { -1.0 } else { 1.0 }, unit)
}

/// Returns whether a number after this text is negative: of `a-5` the sign joins two parts.
fn is_minus(before: &str) -> bool {
    let sign = before.strip_suffix(MINUS);
    sign.is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
}

/// The place where a number begins whose first digit follows this text: at the point of `.5`, not at that of `Rs.500`.
fn start_of_number(before: &str) -> usize {
    let point = before.strip_suffix('.');
    let is_decimal = |rest: &&str| !rest.ends_with(char::is_alphanumeric);
    point.filter(is_decimal).unwrap_or(before).len()
}

/// The value of a number as it is written.
fn value(number: &str, is_money: bool) -> Option<f64> {
    plain(number.trim_end_matches(['.', ',', ':']), is_money)
        .parse()
        .ok()
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
/// of 1,299 the comma separates thousands, and of 0,125 it does not. No money has three decimals.
fn plain(number: &str, is_money: bool) -> String {
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let Some(place) = number.rfind(['.', ',']) else {
        return digits(number);
    };
    let (whole, rest) = number.split_at(place);
    let (sign, decimals) = rest.split_at(1);
    let are_thousands = is_money || sign == "," || whole.contains('.');
    if are_thousands && decimals.len() == 3 && !whole.starts_with('0') && !whole.is_empty() {
        return digits(number);
    }
    format!("{}.{}", digits(whole), digits(decimals))
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
            ("$.50", "0.5", 1.0),
            ("Rs.500", "Rs. 500", 1.0),
            ("Rs.500", "500", 1.0),
            ("Rs.500", "₹500", 1.0),
            ("Rs.500", "$500", 0.0),
            ("No.5", "5", 1.0),
            ("-$5", "$-5", 1.0),
            ("-$5", "$5", 0.0),
            ("\u{2212}€ 5", "-5 EUR", 1.0),
            ("a-$5", "$5", 1.0),
            ("US$ 5", "5 USD", 1.0),
            ("CA$5", "US$5", 0.0),
            ("price:$5", "5 dollars", 1.0),
            ("50 cents", "$0.50", 1.0),
            ("1.299 €", "1299 €", 1.0),
            ("1.299", "1.299 kg", 1.0),
            ("1.5TB", "1500 GB", 1.0),
            ("1.5TB", "15TB", 0.1),
            ("3 min 45 s", "3:45", 1.0),
            ("1h 30min", "90 minutes", 1.0),
            ("5 ft 6 in", "66 inches", 1.0),
            ("2 hours and 5 min", "2:05:00", 1.0),
            ("5 lb, 3 reviews", "5 lbs", 1.0),
            ("12 fl oz", "12 oz", 1.0),
            ("1200 sq ft", "1200 sqft", 1.0),
            ("12-inch", "12 in", 1.0),
            ("20 °C", "20 °F", 0.0),
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
