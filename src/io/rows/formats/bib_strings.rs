//! The abbreviations that a BibTeX file defines (`@string`).

use std::collections::HashMap;

use biblatex::{Pair, RawBibliography, RawChunk, RawEntry, Spanned};

use crate::error::{InputError, Result};
use crate::io::bounded::MOST_OF_DOCUMENT;

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

/// What abbreviations stand for, by their names in lower case; those of months are known.
pub(super) struct Abbreviations {
    meanings: HashMap<String, String>,
    /// What those that were defined take together.
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
        let parsed = RawBibliography::parse(entry);
        for Pair { key, value } in parsed.into_iter().flat_map(|it| it.abbreviations) {
            let meaning = self.meaning(&value.v);
            if let Some(meaning) = meaning.filter(|meaning| !nests_too_deep(meaning)) {
                self.bytes += meaning.len();
                self.meanings.insert(key.v.to_lowercase(), meaning);
            }
        }
    }

    /// What a value stands for. It may use what was defined before it alone, so that none uses itself.
    fn meaning(&self, value: &[Spanned<RawChunk<'_>>]) -> Option<String> {
        // A few lines, each of which uses the one before it twice, stand for any number of bytes.
        const MOST: usize = 1 << 20;
        let mut meaning = String::new();
        for chunk in value {
            meaning += match chunk.v {
                RawChunk::Normal(text) => text,
                RawChunk::Abbreviation(name) => self.meanings.get(&name.to_lowercase())?,
            };
            if self.bytes + meaning.len() > MOST {
                return None;
            }
        }
        Some(meaning)
    }

    /// Those that entries use, once for each use and as they spell it. The parser gets no others, since it
    /// goes through all that it gets.
    ///
    /// # Errors
    ///
    /// Together they stand for more than a document may have.
    pub(super) fn used_in<'a>(
        &'a self,
        entries: &[Spanned<RawEntry<'a>>],
    ) -> Result<Vec<Pair<'a>>> {
        let fields = entries.iter().flat_map(|entry| &entry.v.fields);
        let mut bytes = 0;
        let mut used = Vec::new();
        for chunk in fields.flat_map(|field| &field.value.v) {
            if let RawChunk::Abbreviation(name) = chunk.v
                && let Some(meaning) = self.meanings.get(&name.to_lowercase())
            {
                bytes += meaning.len() as u64;
                let value = vec![Spanned::zero(RawChunk::Normal(meaning))];
                used.push(Pair::new(Spanned::zero(name), Spanned::zero(value)));
            }
        }
        let most = MOST_OF_DOCUMENT;
        if bytes > most {
            return Err(InputError::LongRecord { most }.into());
        }
        Ok(used)
    }
}

/// The parser calls itself for every brace.
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
