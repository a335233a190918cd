//! What a row says of a work, under the common names.

use super::kind::Kind;
use crate::rows::cell::Cell;
use crate::rows::row::Row;

/// The common names of fields, in the order in which they are written.
pub(super) const COMMON: [&str; 16] = [
    "title",
    "author",
    "year",
    "date",
    "journal",
    "volume",
    "number",
    "pages",
    "doi",
    "isbn",
    "abstract",
    "keywords",
    "url",
    "publisher",
    "language",
    "key",
];

/// Cells that name the kind of a work, best first.
const KINDS: [&str; 8] = [
    "TY",
    "%0",
    "DT",
    "Document Type",
    "Publication Type",
    "Item Type",
    "Reference Type",
    "type",
];

/// A work.
pub(super) struct Item<'r>(pub(super) &'r Row);

impl Item<'_> {
    /// The text of a field on one line, if it says anything. Of a list each value, with a semicolon between them.
    pub(super) fn field(&self, name: &str) -> Option<String> {
        let text = match self.0.cells.get(name)? {
            Cell::Text(text) => text.clone(),
            Cell::Texts(texts) => texts.join("; "),
            Cell::Other(_) => return None,
        };
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (!text.is_empty()).then_some(text)
    }

    /// The names of its authors.
    pub(super) fn authors(&self) -> Vec<String> {
        self.field("author")
            .map_or_else(Vec::new, |text| names(&text))
    }

    /// Its keywords.
    pub(super) fn keywords(&self) -> Vec<String> {
        let text = self.field("keywords").unwrap_or_default();
        parts(&text, ";").map(String::from).collect()
    }

    /// Its first and its last page.
    pub(super) fn pages(&self) -> Option<(String, Option<String>)> {
        let pages = self.field("pages")?;
        let mut ends = pages.splitn(2, ['-', '–']).map(|end| end.trim().to_owned());
        let first = ends.next()?;
        Some((first, ends.next().filter(|last| !last.is_empty())))
    }

    /// Its year: four digits that stand together.
    pub(super) fn year(&self) -> Option<String> {
        let year = self.field("year").or_else(|| self.field("date"))?;
        let mut runs = year.split(|c: char| !c.is_ascii_digit());
        runs.find(|run| run.len() == 4).map(String::from)
    }

    /// Its kind: as it is named, else by what it appeared in.
    pub(super) fn kind(&self) -> Kind {
        let named = KINDS.iter().filter_map(|name| self.field(name));
        let named = named.into_iter().find_map(|name| Kind::named(&name));
        named.unwrap_or_else(|| match self.field("journal") {
            Some(_) => Kind::Article,
            None => Kind::Other,
        })
    }
}

/// The names in a list: parted by semicolons, by "and", or, where each is followed by initials, by commas.
fn names(text: &str) -> Vec<String> {
    let has_initials = |name: &str| {
        let last = name.trim().rsplit_once(' ').map(|(_, last)| last);
        last.is_some_and(|last| {
            let letters = last.chars().filter(|c| !matches!(c, '.' | '-'));
            letters.clone().count() <= 4 && letters.clone().all(char::is_uppercase)
        })
    };
    let separator = if text.contains(';') {
        ";"
    } else if text.contains(" and ") {
        " and "
    } else if text.contains(',') && parts(text, ",").all(has_initials) {
        ","
    } else {
        return vec![text.to_owned()];
    };
    parts(text, separator).map(String::from).collect()
}

fn parts<'t>(text: &'t str, separator: &'t str) -> impl Iterator<Item = &'t str> {
    let parts = text.split(separator).map(str::trim);
    parts.filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parted_however_programs_write_them() {
        for (text, expected) in [
            ("Doe, Jane; Roe, R.", "Doe, Jane|Roe, R."),
            ("Doe J, Roe R.-M., Poe AB.", "Doe J|Roe R.-M.|Poe AB."),
            ("Doe, Jane", "Doe, Jane"),
            ("Doe, Jane and Roe, R.", "Doe, Jane|Roe, R."),
            ("The Ferry Group", "The Ferry Group"),
        ] {
            assert_eq!(names(text).join("|"), expected);
        }
    }
}
