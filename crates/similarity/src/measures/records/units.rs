//! Units of measure, and currencies: one table each.

/// A unit: what it counts, and how much of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Unit {
    /// The unit that all units of its kind are compared in.
    pub(super) base: &'static str,
    /// How much of that it is.
    pub(super) factor: f64,
    /// Its first name.
    pub(super) name: &'static str,
}

/// Units of measure: what they are compared in, how much of it they are, and their names.
const MEASURES: [(&str, f64, &[&str]); 50] = [
    ("g", 0.001, &["mg"]),
    ("g", 1.0, &["g", "gr", "gram", "grams"]),
    ("g", 1000.0, &["kg", "kgs", "kilo", "kilogram", "kilograms"]),
    ("g", 28.349_523, &["oz", "ounce", "ounces"]),
    ("g", 453.592_37, &["lb", "lbs"]),
    ("l", 0.001, &["ml"]),
    ("l", 0.01, &["cl"]),
    (
        "l",
        1.0,
        &["l", "ltr", "liter", "litre", "liters", "litres"],
    ),
    ("l", 0.473_176_47, &["pint", "pints"]),
    ("l", 3.785_411_8, &["gal", "gallon", "gallons"]),
    ("m", 1e-6, &["µm", "μm"]),
    ("m", 0.001, &["mm"]),
    ("m", 0.01, &["cm"]),
    ("m", 1.0, &["m", "meter", "metre", "meters", "metres"]),
    ("m", 1000.0, &["km"]),
    ("m", 0.0254, &["inch", "in", "inches"]),
    ("m", 0.3048, &["ft", "foot", "feet"]),
    ("m", 0.9144, &["yd", "yard", "yards"]),
    ("m", 1609.344, &["mile", "miles"]),
    ("m²", 0.092_903_04, &["sq ft", "sqft"]),
    ("m²", 1.0, &["m²", "m2", "sqm", "sq m"]),
    ("byte", 1e3, &["kb"]),
    ("byte", 1e6, &["mb"]),
    ("byte", 1e9, &["gb"]),
    ("byte", 1e12, &["tb"]),
    ("s", 0.001, &["ms"]),
    ("s", 1.0, &["s", "sec", "secs", "second", "seconds"]),
    ("s", 60.0, &["min", "mins", "minute", "minutes"]),
    ("s", 3600.0, &["h", "hr", "hrs", "hour", "hours"]),
    ("s", 86_400.0, &["day", "days"]),
    ("hz", 1.0, &["hz"]),
    ("hz", 1e3, &["khz"]),
    ("hz", 1e6, &["mhz"]),
    ("hz", 1e9, &["ghz"]),
    ("w", 1.0, &["w", "watt", "watts"]),
    ("w", 1000.0, &["kw"]),
    ("v", 1.0, &["v", "volt", "volts"]),
    ("mah", 1.0, &["mah"]),
    ("pixel", 1e6, &["mp", "megapixel", "megapixels"]),
    ("dpi", 1.0, &["dpi"]),
    ("rpm", 1.0, &["rpm"]),
    ("km/h", 1.0, &["km/h", "kmh", "kph"]),
    ("km/h", 1.609_344, &["mph"]),
    ("°c", 1.0, &["°c"]),
    ("°f", 1.0, &["°f"]),
    ("pack", 1.0, &["pack", "packs", "pk"]),
    (
        "piece",
        1.0,
        &["piece", "pieces", "pc", "pcs", "ct", "count"],
    ),
    ("user", 1.0, &["user", "users"]),
    ("%", 1.0, &["%", "percent", "pct"]),
    ("‰", 1.0, &["‰"]),
];

/// Currencies: a name, how much of it, and their names.
const CURRENCIES: [(&str, f64, &[&str]); 20] = [
    ("usd", 1.0, &["$", "usd", "us$", "dollar", "dollars"]),
    ("usd", 0.01, &["¢", "cent", "cents"]),
    ("eur", 1.0, &["€", "eur", "euro", "euros"]),
    ("gbp", 1.0, &["£", "gbp"]),
    ("jpy", 1.0, &["¥", "jpy", "yen"]),
    ("cny", 1.0, &["cny", "rmb", "yuan"]),
    ("inr", 1.0, &["₹", "inr", "rs", "rupees"]),
    ("krw", 1.0, &["₩", "krw", "won"]),
    ("rub", 1.0, &["₽", "rub"]),
    ("try", 1.0, &["₺", "tl"]),
    ("cad", 1.0, &["cad", "c$", "ca$"]),
    ("aud", 1.0, &["aud", "a$", "au$"]),
    ("nzd", 1.0, &["nzd", "nz$"]),
    ("brl", 1.0, &["brl", "r$"]),
    ("chf", 1.0, &["chf", "fr"]),
    ("sek", 1.0, &["sek"]),
    ("nok", 1.0, &["nok"]),
    ("dkk", 1.0, &["dkk"]),
    ("kr", 1.0, &["kr"]),
    ("pln", 1.0, &["pln", "zł"]),
];

fn find(table: &[(&'static str, f64, &[&'static str])], word: &str) -> Option<Unit> {
    let row = table.iter().find(|(.., names)| names.contains(&word))?;
    Some(Unit {
        base: row.0,
        factor: row.1,
        name: row.2[0],
    })
}

/// The unit of measure of this name in lower case.
pub(super) fn measure(name: &str) -> Option<Unit> {
    find(&MEASURES, name)
}

/// The unit of measure of this name in lower case, if in a text a number before it counts it: a concert on Apollo 13 is *13 in
/// concert*.
pub(super) fn measure_in_text(name: &str) -> Option<Unit> {
    const WORDS: [&str; 14] = [
        "in", "s", "m", "h", "w", "v", "day", "days", "second", "seconds", "count", "user",
        "users", "ct",
    ];
    measure(name).filter(|_| !WORDS.contains(&name))
}

/// The currency of this name or sign in lower case.
pub(super) fn currency(name: &str) -> Option<Unit> {
    find(&CURRENCIES, name)
}

/// Returns whether a text is a unit or a currency: its words, in lower case, with a blank between.
pub(crate) fn is_unit(words: &str) -> bool {
    measure(words).is_some() || currency(words).is_some()
}

/// Returns whether a text is a currency: its name or its sign, in lower case.
pub(crate) fn is_currency(word: &str) -> bool {
    currency(word).is_some()
}

/// Returns whether units and currencies are written with this character.
pub(crate) fn is_of_unit(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '°' | '%' | '‰') || is_currency_sign(c)
}

/// Returns whether a character is the sign of a currency.
fn is_currency_sign(c: char) -> bool {
    !c.is_alphanumeric() && currency(c.encode_utf8(&mut [0; 4])).is_some()
}

/// The unit that ends a text, whose words are in lower case, and what is before it: of `-$` the dollar and `-`.
pub(super) fn at_end(text: &str) -> (Option<Unit>, &str) {
    let text = text.trim_end().trim_end_matches(['.', ':']).trim_end();
    let start = text.trim_end_matches(is_of_unit).len();
    let (before, word) = text.split_at(start);
    if let Some(unit) = currency(word).or_else(|| measure(word)) {
        return (Some(unit), before);
    }
    let mut signs = word.char_indices().rev();
    let sign = signs.next().filter(|(_, c)| is_currency_sign(*c));
    sign.map_or((None, text), |(place, _)| {
        (currency(&word[place..]), &text[..start + place])
    })
}

/// The unit that a text begins with, in lower case, and what follows it: of `sq. ft. each` the square foot.
pub(super) fn at_start(text: &str) -> (Option<Unit>, &str) {
    let from = text.trim_start().trim_start_matches('-');
    let end_of = |is: fn(char) -> bool| from.find(|c| !is(c)).unwrap_or(from.len());
    let (word, rest) = from.split_at(end_of(is_of_unit));
    let second = rest.trim_start_matches(['.', ' ']);
    let second = &second[..second.find(|c| !is_of_unit(c)).unwrap_or(second.len())];
    if let Some(unit) = measure(&format!("{word} {second}")) {
        let end = rest.find(second).unwrap_or(0) + second.len();
        return (Some(unit), &rest[end..]);
    }
    let (both, after) = from.split_at(end_of(|c| is_of_unit(c) || matches!(c, '/' | '²')));
    match (measure(both), measure(word).or_else(|| currency(word))) {
        (Some(unit), _) => (Some(unit), after),
        (None, Some(unit)) => (Some(unit), rest),
        (None, None) => (None, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_stands_for_two_units() {
        let names = MEASURES.iter().chain(&CURRENCIES);
        let mut names: Vec<&str> = names
            .flat_map(|(.., names)| names.iter().copied())
            .collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        for name in names {
            assert_eq!(name, name.to_lowercase());
        }
    }

    #[test]
    fn units_are_found_before_and_behind_numbers() {
        let name = |unit: Option<Unit>| unit.map(|unit| unit.base);
        for (text, base, before) in [
            ("rs.", Some("inr"), ""),
            ("-$", Some("usd"), "-"),
            ("price: us$ ", Some("usd"), "price: "),
            ("fee€", Some("eur"), "fee"),
            ("about ", None, "about"),
        ] {
            let (unit, rest) = at_end(text);
            assert_eq!((name(unit), rest), (base, before), "{text}");
        }
        for (text, base, after) in [
            ("tb", Some("byte"), ""),
            (" sq. ft. each", Some("m²"), ". each"),
            ("-inch lamp", Some("m"), " lamp"),
            (" km/h", Some("km/h"), ""),
            ("$/piece", Some("usd"), "/piece"),
            (" lamps", None, " lamps"),
            ("", None, ""),
        ] {
            let (unit, rest) = at_start(text);
            assert_eq!((name(unit), rest), (base, after), "{text}");
        }
    }
}
