//! The abbreviations that a BibTeX file defines (`@string`).

use std::collections::HashMap;

use super::bib_entry::{Piece, parse_strings};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Meanings of abbreviations, by their names in lower case; those of months are known.
pub(super) struct Abbreviations {
    meanings: HashMap<String, String>,
    /// Total size of those that were defined.
    bytes: usize,
}

impl Default for Abbreviations {
    fn default() -> Self {
        let month = |month: &str| (month[..3].to_lowercase(), month.to_owned());
        Abbreviations {
            meanings: MONTHS.map(month).into(),
            bytes: 0,
        }
    }
}

impl Abbreviations {
    /// Adds those that an entry defines. One that is broken or too long stays unknown.
    pub(super) fn define(&mut self, entry: &str) {
        // A few lines, each of which uses the one before it twice, stand for any number of bytes.
        const MOST: usize = 1 << 20;
        for field in parse_strings(entry).unwrap_or_default() {
            // It may use what was defined before it alone, so that none uses itself.
            let meaning = self.meaning(&field.pieces, MOST.saturating_sub(self.bytes));
            if let Some(meaning) = meaning.filter(|meaning| !nests_too_deep(meaning)) {
                self.bytes += meaning.len();
                self.meanings.insert(field.name.to_lowercase(), meaning);
            }
        }
    }

    /// Meaning of a value, if it is not longer than `most`. An abbreviation that nobody defined stands for its name.
    pub(super) fn meaning(&self, value: &[Piece<'_>], most: usize) -> Option<String> {
        let mut meaning = String::new();
        for piece in value {
            meaning += match piece {
                Piece::Latex(text) => text,
                Piece::Abbreviation(name) => {
                    let known = self.meanings.get(&name.to_lowercase());
                    known.map_or(name, String::as_str)
                }
            };
            if meaning.len() > most {
                return None;
            }
        }
        Some(meaning)
    }
}

/// Nobody nests braces so deep.
pub(super) fn nests_too_deep(text: &str) -> bool {
    const DEEPEST: u64 = 50;
    let mut depth = 0_u64;
    text.bytes().any(|byte| {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEEPEST
    })
}
