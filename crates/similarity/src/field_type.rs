//! What a column holds, and the measures that compare it.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::measures::records::{has_street, is_currency, is_date, is_of_unit, is_person, is_unit};
use crate::usual::usual_measures;
use dejalu_base::error::{Error, Parameter, Result};

/// What the values of a field are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldType {
    /// Names of people.
    Person,
    /// Names of things: products, works, companies.
    Thing,
    /// Sentences.
    Text,
    /// What stands for one thing: numbers of models, of telephones, of articles.
    Code,
    /// Amounts, sizes, times.
    Number,
    /// Amounts of money.
    Price,
    /// Dates, and years.
    Date,
    /// Streets with numbers.
    Address,
    /// One of a few values.
    Category,
}

/// All types, by the names that users write.
const NAMES: [(&str, FieldType); 9] = [
    ("person", FieldType::Person),
    ("thing", FieldType::Thing),
    ("text", FieldType::Text),
    ("code", FieldType::Code),
    ("number", FieldType::Number),
    ("price", FieldType::Price),
    ("date", FieldType::Date),
    ("address", FieldType::Address),
    ("category", FieldType::Category),
];

impl FieldType {
    /// The type that most of these values look like; [`Thing`](FieldType::Thing) where nothing says more. Empty values say
    /// nothing. Of many values at most a thousand are looked at, at even distances: sources often follow one another.
    ///
    /// ```
    /// use dejalu_similarity::FieldType;
    ///
    /// assert_eq!(FieldType::of(["$ 1.29", "$ 12", ""]), FieldType::Price);
    /// assert_eq!(FieldType::of(["12 Pier St.", "3 Quay Lane"]), FieldType::Address);
    /// ```
    pub fn of<'v>(values: impl IntoIterator<Item = &'v str>) -> Self {
        const LOOKED_AT: usize = 1_000;
        const MOST: f64 = 0.8;
        const MANY: f64 = 0.5;
        const OF_TEXT: usize = 20;
        let values = values.into_iter().map(str::trim);
        let values: Vec<&str> = values.filter(|value| !value.is_empty()).collect();
        let distance = values.len().div_ceil(LOOKED_AT).max(1);
        let values = values.into_iter().step_by(distance);
        let values: Vec<Value> = values.map(Value::of).collect();
        let share = |is: Looks| {
            values.iter().filter(|value| is(value)).count() as f64 / values.len().max(1) as f64
        };
        if share(|it| it.is_year) >= MOST || share(|it| it.is_date) >= MOST {
            return FieldType::Date;
        }
        if are_codes_of_digits(&values, MOST) {
            return FieldType::Code;
        }
        if share(|it| it.is_amount()) >= MOST {
            return if share(|it| it.has_currency) >= MANY {
                FieldType::Price
            } else {
                FieldType::Number
            };
        }
        // Sentences have words that are names elsewhere.
        let words: usize = values.iter().map(|value| value.words).sum();
        if words > OF_TEXT * values.len() {
            return FieldType::Text;
        }
        let looks: [(Looks, f64, FieldType); 3] = [
            (|it| it.is_code, MOST, FieldType::Code),
            (|it| it.is_address, MANY, FieldType::Address),
            (|it| it.is_person, MANY, FieldType::Person),
        ];
        if let Some((.., found)) = looks
            .into_iter()
            .find(|(is, least, _)| share(*is) >= *least)
        {
            return found;
        }
        of_words(&values)
    }

    /// The measures that compare fields of this type. At least one.
    pub fn measures(self) -> &'static [&'static str] {
        match self {
            FieldType::Person => &[
                "person-names",
                "jaccard",
                "soft-words",
                "soft-containment",
                "soft-containment:direction=min",
            ],
            FieldType::Thing => &[
                "jaccard",
                "edit-similarity",
                "soft-words",
                "soft-containment",
                "soft-containment:direction=min",
                "no-lacking-word",
                "no-lacking-word:direction=min",
                "codes-in-text",
            ],
            FieldType::Text => &[
                "jaccard",
                "soft-words",
                "soft-containment",
                "no-lacking-word",
                "codes-in-text",
                "rarest-words",
            ],
            FieldType::Code => &["code-agreement", "edit-similarity"],
            FieldType::Number | FieldType::Price => {
                &["number-closeness", "number-equality", "edit-similarity"]
            }
            FieldType::Date => &["date-agreement", "edit-similarity"],
            FieldType::Address => &["address-agreement", "edit-similarity", "soft-words"],
            FieldType::Category => &[
                "jaccard",
                "edit-similarity",
                "soft-words",
                "soft-containment",
            ],
        }
    }
}

/// Returns whether at least this share of the values are digits alone and not amounts: as many in each (postcodes, numbers of
/// articles) and mostly not round, or with zeros before them.
fn are_codes_of_digits(values: &[Value], share: f64) -> bool {
    const SHORTEST: usize = 5;
    const ROUND: f64 = 0.5;
    let digits = values.iter().filter(|value| value.is_digits);
    let digits: Vec<&str> = digits.map(|value| &*value.lower).collect();
    let count = digits.len() as f64;
    let Some(first) = digits
        .first()
        .filter(|_| count >= share * values.len() as f64)
    else {
        return false;
    };
    let has_zero = |it: &&str| {
        it.strip_prefix('0')
            .is_some_and(|it| it.starts_with(is_digit))
    };
    if digits.iter().any(has_zero) {
        return true;
    }
    let is_alike = |it: &&str| it.len() == first.len() && !it.contains('-');
    let round = digits.iter().filter(|it| it.ends_with("00")).count() as f64;
    first.len() >= SHORTEST && digits.iter().all(is_alike) && round < ROUND * count
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// A type of values that are words: few different ones are categories.
fn of_words(values: &[Value]) -> FieldType {
    const FEW: f64 = 0.3;
    const ENOUGH: usize = 20;
    let different: BTreeSet<&str> = values.iter().map(|value| &*value.lower).collect();
    if values.len() >= ENOUGH && different.len() as f64 <= FEW * values.len() as f64 {
        return FieldType::Category;
    }
    FieldType::Thing
}

/// Whether a value looks like one of a type.
type Looks = fn(&Value) -> bool;

/// A field, and what its values are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TypedField {
    /// Its name.
    pub field: String,
    /// What its values are; `None` where its name says how it is compared.
    #[serde(rename = "type")]
    pub field_type: Option<FieldType>,
}

impl TypedField {
    /// The names of the measures that compare it: those of its type, or by its name.
    pub fn measures(&self) -> &'static [&'static str] {
        self.field_type
            .map_or_else(|| usual_measures(&self.field), FieldType::measures)
    }
}

/// A value, as far as it tells the type of its column.
struct Value {
    lower: String,
    words: usize,
    /// True if it is a number, with a unit or a currency or without.
    is_number: bool,
    has_currency: bool,
    /// True if it is digits and nothing else, but for hyphens between them.
    is_digits: bool,
    is_year: bool,
    is_date: bool,
    is_code: bool,
    is_address: bool,
    is_person: bool,
}

impl Value {
    fn of(value: &str) -> Self {
        /// As many digits are those of a telephone or an article, not of an amount.
        const DIGITS_OF_CODE: usize = 7;
        let lower = value.to_lowercase();
        let words = lower.split(|c: char| !c.is_alphanumeric());
        let digits = lower.bytes().filter(u8::is_ascii_digit).count();
        let units = lower.split(|c| !is_of_unit(c));
        let units: Vec<&str> = units.filter(|word| !word.is_empty()).collect();
        let is_one_word = lower.split_whitespace().count() == 1;
        // Several points stand in versions and telephones, one in an amount.
        let is_unlike_amount = match lower.matches('.').count() {
            0 => digits >= DIGITS_OF_CODE,
            1 => false,
            _ => is_one_word,
        };
        let has_letters = lower.contains(char::is_alphabetic);
        let is_number = digits > 0 && are_units(&units) && is_unit_behind(&lower, &units);
        let is_year = is_year(&lower);
        Value {
            is_number,
            has_currency: digits > 0 && units.iter().any(|word| has_currency(word)),
            is_digits: lower
                .split('-')
                .all(|it| !it.is_empty() && it.chars().all(is_digit)),
            is_year,
            is_date: !is_year && digits > 0 && is_date(&lower),
            is_code: !has_letters && is_unlike_amount && !is_grouped(&lower)
                || is_one_word && digits > 0 && has_letters && !is_number
                || is_code_in_parts(value) && !is_number
                || is_digits_in_parts(&lower),
            is_address: digits > 0 && has_street(&lower),
            is_person: is_person(value),
            words: words.filter(|word| !word.is_empty()).count(),
            lower,
        }
    }

    fn is_amount(&self) -> bool {
        self.is_number && !self.is_date && (!self.is_code || self.has_currency)
    }
}

/// Returns whether words are all units or currencies, or together one: `sq ft`.
fn are_units(words: &[&str]) -> bool {
    words.iter().all(|word| is_unit(word) || has_currency(word)) || is_unit(&words.join(" "))
}

/// Returns whether a word is a currency, or ends with the sign of one.
fn has_currency(word: &str) -> bool {
    let sign = word.char_indices().next_back();
    is_currency(word) || sign.is_some_and(|(place, _)| is_currency(&word[place..]))
}

/// Returns whether a value begins with its number, or with a currency: `m3` is no amount of metres.
fn is_unit_behind(value: &str, units: &[&str]) -> bool {
    let first = value.find(|c: char| c.is_ascii_digit() || is_of_unit(c));
    let begins_with_digit =
        first.is_some_and(|first| value[first..].starts_with(|c: char| c.is_ascii_digit()));
    begins_with_digit || units.first().is_some_and(|word| has_currency(word))
}

/// Returns whether a value is a postcode in two or more parts: `SW1A 1AA`, `1012 AB`.
fn is_code_in_parts(value: &str) -> bool {
    const LONGEST: usize = 4;
    let has = |word: &str, is: fn(&char) -> bool| word.chars().any(|c| is(&c));
    let parts: Vec<&str> = value.split([' ', '-']).collect();
    let are_short = parts.iter().all(|part| {
        let length = part.chars().count();
        let is_of_code = part
            .chars()
            .all(|c| c.is_ascii_digit() || c.is_ascii_uppercase());
        (1..=LONGEST).contains(&length) && is_of_code
    });
    let have_digits = parts
        .iter()
        .filter(|part| has(part, char::is_ascii_digit))
        .count();
    parts.len() > 1
        && are_short
        && parts[0].len() > 1
        && have_digits > 0
        && has(parts[0], char::is_ascii_digit)
        && has(value, char::is_ascii_alphabetic)
}

/// Returns whether a value is groups of digits with blanks between them that are no thousands: `114 55`.
fn is_digits_in_parts(value: &str) -> bool {
    const GROUP: usize = 3;
    let groups: Vec<&str> = value.split(' ').collect();
    let are_digits = |group: &&str| !group.is_empty() && group.bytes().all(|c| c.is_ascii_digit());
    let are_thousands = groups[0].len() <= GROUP && groups[1..].iter().all(|it| it.len() == GROUP);
    groups.len() > 1 && groups.iter().all(are_digits) && !are_thousands
}

/// Returns whether the digits of a value stand in groups of three: `12,345,678`.
fn is_grouped(value: &str) -> bool {
    const GROUP: usize = 3;
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    [',', '.'].iter().any(|sign| {
        let groups: Vec<&str> = value.split(*sign).skip(1).collect();
        let Some((last, middle)) = groups.split_last() else {
            return false;
        };
        let is_group = |text: &&str| text.len() == GROUP && digits(text) == GROUP;
        middle.iter().all(is_group) && digits(last) == GROUP
    })
}

/// Returns whether a value may be a year, and nothing else.
fn is_year(value: &str) -> bool {
    const YEARS: std::ops::Range<u32> = 1500..2100;
    value.len() == 4 && value.parse().is_ok_and(|year| YEARS.contains(&year))
}

impl fmt::Display for FieldType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, known)| known == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

impl FromStr for FieldType {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let known = NAMES.iter().find(|(name, _)| *name == text);
        known.map(|(_, known)| *known).ok_or_else(|| {
            let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
            let expected = format!("expected one of {}", names.join(", "));
            Error::invalid(Parameter::FieldTypes, text, expected)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_what_most_of_its_values_look_like() {
        for (values, expected) in [
            (&["8.10 %", "9.30 %", "-"][..2], FieldType::Number),
            (&["6:30", "4:02"], FieldType::Number),
            (&["129.95", "413.99"], FieldType::Number),
            (&["$ 1.29", "$ 0.99"], FieldType::Price),
            (&["18-May-15", "May 18 , 2015"], FieldType::Date),
            (&["2002", "1999"], FieldType::Date),
            (&["404/351 -9533", "404-237-7601"], FieldType::Code),
            (&["404.237.7601", "404.351.9533"], FieldType::Code),
            (&["10001", "94105"], FieldType::Code),
            (&["10001", "941"], FieldType::Number),
            (&["12,345,678", "412", "90"], FieldType::Number),
            (&["900", "1200", "1650", "2343", "1999"], FieldType::Number),
            (&["1.2.3", "1.10.0"], FieldType::Code),
            (&["1.299.000", "12.345.678"], FieldType::Number),
            (&["4.5 - 5.5 %", "6.1 %"], FieldType::Number),
            (&["iPad 2", "Xbox 360"], FieldType::Thing),
            (&["500 g", "12 oz"], FieldType::Number),
            (&["1200 sq ft", "900 sq ft"], FieldType::Number),
            (&["500g", "12oz"], FieldType::Number),
            (&["1.5TB", "16 GB"], FieldType::Number),
            (&["3 min 45 s", "2 min"], FieldType::Number),
            (&["m3", "m10"], FieldType::Code),
            (&["Rs.500", "Rs. 1,200"], FieldType::Price),
            (&["-$5", "US$ 7"], FieldType::Price),
            (&["12.50 CHF", "kr 30"], FieldType::Price),
            (&["SW1A 1AA", "M1 1AE"], FieldType::Code),
            (&["K1A 0B1", "H2X 1Y4"], FieldType::Code),
            (&["1012 AB", "3511 CE"], FieldType::Code),
            (&["D-10115", "D-20095"], FieldType::Code),
            (&["114 55", "411 03"], FieldType::Code),
            (&["02139", "10001-1234", "94105"], FieldType::Code),
            (&["0800", "3012"], FieldType::Code),
            (&["52000", "61500", "48000"], FieldType::Number),
            (&["1 299", "12 500"], FieldType::Number),
            (&["lamps", "ropes", "chain"], FieldType::Thing),
            (
                &["2024-01-02T10:00:00Z", "2024-01-03T10:00:00Z"],
                FieldType::Date,
            ),
            (&["2024-01-02T10:00:00.000+02:00"], FieldType::Date),
            (
                &["2024-01-02 10:00:00 UTC", "2024-01-02 23:00"],
                FieldType::Date,
            ),
            (&["20240102", "20231231"], FieldType::Date),
            (&["20240199", "20991231"], FieldType::Code),
            (&["St. Louis 63101", "St. Paul 55101"], FieldType::Thing),
            (&["12A Pier St #3B", "5 Quay Lane"], FieldType::Address),
            (&["Norling, E.", "Osei, M."], FieldType::Person),
            (&["Maria", "Paul", "Olga"], FieldType::Person),
            (
                &[
                    "Julia",
                    "Hey Martin",
                    "Mary's Lamb",
                    "For Emma",
                    "Yesterday",
                    "Storm",
                ],
                FieldType::Thing,
            ),
            (&["it will rain", "mark the pier"], FieldType::Thing),
            (&["Jan Sport", "Rich Dot"], FieldType::Thing),
            (&["wh-1000xm4", "sx20"], FieldType::Code),
            (
                &["' 3172 quay rd. ne '", "12 Pier Street"],
                FieldType::Address,
            ),
            (
                &["jordan parker , jesse anton , david lake", "Kline, Tom"],
                FieldType::Person,
            ),
            (&["harbour lamp 2007", "net mending kit"], FieldType::Thing),
            (&["", ""], FieldType::Thing),
        ] {
            assert_eq!(
                FieldType::of(values.iter().copied()),
                expected,
                "{values:?}"
            );
        }
        let kinds = ["diners", "french", "bars"].iter().cycle().take(60);
        assert_eq!(FieldType::of(kinds.copied()), FieldType::Category);
        let sentence = "the ferry waits at the old pier while a storm breaks over the harbour and nobody on board knows at all why it does so";
        assert_eq!(FieldType::of([sentence; 3]), FieldType::Text);
    }

    #[test]
    fn values_of_all_sources_are_looked_at() {
        let (price, name) = (["$ 1.29"; 10], ["harbour lamp"; 90]);
        let sources = price.iter().cycle().take(1_000);
        let sources = sources.chain(name.iter().cycle().take(9_000));
        assert_eq!(FieldType::of(sources.copied()), FieldType::Category);
    }

    #[test]
    fn types_are_read_as_they_are_written_and_compared_by_measures_that_exist() {
        for (name, known) in NAMES {
            assert_eq!(name.parse::<FieldType>().unwrap(), known);
            assert_eq!(known.to_string(), name);
            for measure in known.measures() {
                assert!(crate::Feature::from_str(measure).is_ok(), "{measure}");
            }
        }
        let error = "prize".parse::<FieldType>().unwrap_err().to_string();
        assert!(error.contains("expected one of person, thing"), "{error}");
    }
}
