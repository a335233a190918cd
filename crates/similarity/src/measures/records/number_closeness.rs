//! `number-closeness`: numbers, prices, sizes and times by their relative difference.

use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURE: Entry = Agreement::<Quantity>::ENTRY;

/// The first number of a field, and what it counts. Two of them are alike by the smaller divided by the larger, and not at
/// all where they count different things.
pub(super) struct Quantity(Option<Amount>);

#[derive(Clone, Copy)]
struct Amount {
    value: f64,
    unit: Option<&'static str>,
}

/// Units: their names, what they are compared in, and how much of it they are.
const UNITS: [(&str, &str, f64); 34] = [
    ("mg", "g", 0.001),
    ("g", "g", 1.0),
    ("kg", "g", 1000.0),
    ("oz", "g", 28.349_523),
    ("lb", "g", 453.592_37),
    ("lbs", "g", 453.592_37),
    ("ml", "l", 0.001),
    ("cl", "l", 0.01),
    ("l", "l", 1.0),
    ("liter", "l", 1.0),
    ("litre", "l", 1.0),
    ("mm", "m", 0.001),
    ("cm", "m", 0.01),
    ("m", "m", 1.0),
    ("km", "m", 1000.0),
    ("in", "m", 0.0254),
    ("inch", "m", 0.0254),
    ("inches", "m", 0.0254),
    ("ft", "m", 0.3048),
    ("kb", "byte", 1e3),
    ("mb", "byte", 1e6),
    ("gb", "byte", 1e9),
    ("tb", "byte", 1e12),
    ("s", "s", 1.0),
    ("sec", "s", 1.0),
    ("min", "s", 60.0),
    ("h", "s", 3600.0),
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
        let start = text.find(|c: char| c.is_ascii_digit())?;
        let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | ':');
        let end = text[start..].find(|c: char| !is_of_number(c));
        let end = end.map_or(text.len(), |end| start + end);
        let number = text[start..end].trim_end_matches(['.', ',', ':']);
        let unit = unit_of(text[end..].trim_start()).or_else(|| unit_of_end(&text[..start]));
        if number.contains(':') {
            let mut parts = number.split(':').map(|part| part.parse::<f64>().ok());
            let seconds = parts.try_fold(0.0, |sum, part| Some(60.0 * sum + part?))?;
            return Some(Amount {
                value: seconds,
                unit: Some("s"),
            });
        }
        let (unit, factor) = unit.map_or((None, 1.0), |(unit, factor)| (Some(unit), factor));
        let value = plain(number).parse::<f64>().ok()? * factor;
        Some(Amount { value, unit })
    }
}

/// A number with a point before its decimals and nothing else: of 1,299.00 and 1.299,00 the last sign is the decimal one,
/// of 1,299 the comma separates thousands.
fn plain(number: &str) -> String {
    let Some(place) = number.rfind(['.', ',']) else {
        return number.to_owned();
    };
    let (whole, rest) = number.split_at(place);
    let (sign, decimals) = rest.split_at(1);
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let is_thousands = decimals.len() == 3 && (sign == "," || whole.contains('.'));
    if is_thousands {
        return digits(number);
    }
    format!("{}.{decimals}", digits(whole))
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
        "the smaller number divided by the larger, in one unit; 0 for different units";
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
        let is_other_unit = matches!((here.unit, there.unit), (Some(a), Some(b)) if a != b);
        let larger = here.value.max(there.value);
        if is_other_unit {
            0.0
        } else if larger == 0.0 {
            1.0
        } else {
            here.value.min(there.value) / larger
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
        ]);
    }
}
