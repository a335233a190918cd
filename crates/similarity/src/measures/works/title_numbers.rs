//! Numbers in titles, which tell the parts, years and units of a series apart.

use dejalu_text::sorted::distinct;

use super::plain::{hash, words};

/// The numbers that stand alone in a folded title, ascending, as hashes: digits, Roman numerals up to 39, ordinals,
/// and after *part*, *unit* and their kin letters and number words.
pub(super) fn numbers(folded: &str) -> Vec<u64> {
    let mut found = Vec::new();
    let mut is_part = false;
    for word in words(folded) {
        let number = digits(word)
            .or_else(|| roman(word).filter(|&number| number > 1 || is_part || word.len() == 1))
            .or_else(|| ordinal(word))
            .or_else(|| cardinal(word).filter(|_| is_part));
        match number {
            Some(number) => found.push(number),
            None if is_part && word.len() == 1 => found.push(hash(word)),
            None => {}
        }
        is_part = PARTS.contains(&word);
    }
    distinct(found)
}

/// Words before a number or letter that tells one part from another.
const PARTS: [&str; 22] = [
    "part", "parts", "pt", "unit", "volume", "vol", "chapter", "ch", "no", "nr", "number", "book",
    "section", "series", "phase", "stage", "paper", "module", "lesson", "episode", "teil", "band",
];

fn digits(word: &str) -> Option<u64> {
    const MOST: usize = 18;
    let is_number = word.bytes().all(|c| c.is_ascii_digit()) && word.len() <= MOST;
    is_number.then(|| word.parse().ok()).flatten()
}

/// A Roman numeral of i, v and x as it is written: *mix* and *civil* are words.
fn roman(word: &str) -> Option<u64> {
    const UNITS: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    let tens = word.bytes().take_while(|&c| c == b'x').count().min(3);
    let unit = UNITS.iter().position(|unit| *unit == &word[tens..])?;
    (!word.is_empty()).then_some(10 * tens as u64 + unit as u64)
}

fn ordinal(word: &str) -> Option<u64> {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh", "twelfth",
    ];
    if let Some(place) = WORDS.iter().position(|known| *known == word) {
        return Some(place as u64 + 1);
    }
    let mut endings = ["st", "nd", "rd", "th"].into_iter();
    endings.find_map(|ending| digits(word.strip_suffix(ending).filter(|it| !it.is_empty())?))
}

fn cardinal(word: &str) -> Option<u64> {
    const WORDS: [&str; 12] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let place = WORDS.iter().position(|known| *known == word);
    place.map(|place| place as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_however_they_are_written() {
        for (title, same) in [
            ("corrosion of anchor chains. ii. experiment", "2"),
            ("rope, volume two", "rope 2"),
            ("the 3rd report", "third report"),
            ("reports 1998/1999", "1998 1999"),
            ("type i fibres", "type 1 fibres"),
        ] {
            assert_eq!(numbers(title), numbers(same), "{title}");
        }
        assert_eq!(numbers("business ii, unit h").len(), 2);
        assert_ne!(numbers("unit h"), numbers("unit g"));
        assert!(numbers("a mix of civil b12 studies by one team").is_empty());
    }
}
