//! What a row says of a work, under the common names.

use super::kind::{ARTICLE, OTHER, WorkKind};
use super::people;
use crate::rows::cell::Cell;
use crate::rows::fields::first_year;
use crate::rows::fill::says_nothing;
use crate::rows::row::Row;

/// The common names of fields, in the order in which they are written.
pub(super) const COMMON: [&str; 17] = [
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
    "type",
    "key",
];

/// Cells that name the kind of a work, best first.
pub(super) const KINDS: [&str; 11] = [
    "TY",
    "%0",
    "entrytype",
    "ref-type",
    "DT",
    "PT",
    "Document Type",
    "Publication Type",
    "Item Type",
    "Reference Type",
    "type",
];

/// Columns with the names of authors in full, as Scopus and Web of Science have them.
pub(super) const FULL_NAMES: [&str; 3] = ["Author full names", "Author Full Names", "AF"];

/// Tags of dates that may say more than their year.
const DATES: [&str; 5] = ["DP", "DA", "PY", "Y1", "PD"];

/// A work.
pub(super) struct Work<'r> {
    pub(super) row: &'r Row,
    /// True if its format names the fields, and parts what stands in a list.
    pub(super) is_reference: bool,
}

impl Work<'_> {
    /// The text of a field on one line, if it says anything. Of a list each value, with a semicolon between them.
    pub(super) fn field(&self, name: &str) -> Option<String> {
        let text = match self.row.cells.get(name)? {
            Cell::Text(text) => text.clone(),
            Cell::Texts(texts) => texts.join("; "),
            Cell::Other(_) => return None,
        };
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_said = match name {
            "abstract" => !says_nothing(&text),
            _ => !text.is_empty(),
        };
        is_said.then_some(text)
    }

    /// The names of its authors, the family name before a comma: in full where a column has them.
    pub(super) fn authors(&self) -> Vec<String> {
        let names = if self.is_reference {
            people::names_of_list
        } else {
            people::names
        };
        let authors = self.field("author").map(|text| names(&text));
        let authors = authors.unwrap_or_default();
        let full = FULL_NAMES.iter().find_map(|name| self.field(name));
        let full = full.map_or_else(Vec::new, |text| people::full_names(&text));
        if full.len() == authors.len() {
            full
        } else {
            authors
        }
    }

    /// Its date: as its format writes it where that says more than a year, `2011 Mar-Apr`.
    pub(super) fn date(&self) -> Option<String> {
        let date = self.field("date");
        let year = self.year();
        if date.is_some() && date != year {
            return date;
        }
        let written = DATES.iter().filter_map(|tag| self.field(tag));
        let mut written =
            written.filter(|written| year.as_ref().is_some_and(|year| written.contains(&**year)));
        written.next().or(date)
    }

    /// A common field as it is written, in one text.
    pub(super) fn written(&self, name: &str) -> Option<String> {
        match name {
            "date" => self.date(),
            "pages" => self.all_pages(),
            "isbn" => Some(self.codes().join("; ")).filter(|codes| !codes.is_empty()),
            "type" => self
                .kind_name()
                .map(String::from)
                .or_else(|| self.field(name)),
            _ => self.field(name),
        }
    }

    /// Its keywords.
    pub(super) fn keywords(&self) -> Vec<String> {
        let text = self.field("keywords").unwrap_or_default();
        people::parts(&text, ";").map(String::from).collect()
    }

    /// Its first and its last page.
    pub(super) fn pages(&self) -> Option<(String, Option<String>)> {
        let pages = self.field("pages")?;
        let mut ends = pages.splitn(2, ['-', '–']).map(|end| end.trim().to_owned());
        let first = ends.next()?;
        let last = ends.next().filter(|last| !last.is_empty());
        let last = last.map(|last| last_page(&first, last));
        Some((first, last))
    }

    /// Its pages, the last one in full: of `949-53` it is 953.
    fn all_pages(&self) -> Option<String> {
        let written = self.field("pages")?;
        let (first, last) = self.pages()?;
        let is_short = last
            .as_ref()
            .is_some_and(|last| !written.ends_with(&**last));
        Some(match last {
            Some(last) if is_short => format!("{first}-{last}"),
            _ => written,
        })
    }

    /// Its ISBNs and ISSNs, without what a database says of each: `1538-6724 (Electronic)`.
    pub(super) fn codes(&self) -> Vec<String> {
        let codes = self.field("isbn").unwrap_or_default();
        let plain = |code: &str| {
            let noted = code
                .strip_suffix(')')
                .and_then(|code| code.rsplit_once('('));
            noted.map_or(code, |(code, _)| code).trim().to_owned()
        };
        let codes = people::parts(&codes, ";").map(plain);
        codes.filter(|code| !code.is_empty()).collect()
    }

    /// Its year.
    pub(super) fn year(&self) -> Option<String> {
        first_year(&self.field("year").or_else(|| self.field("date"))?)
    }

    /// Returns whether it is an object of CSL JSON.
    pub(super) fn is_csl(&self) -> bool {
        ["issued", "container-title"]
            .iter()
            .any(|name| self.row.cells.contains_key(*name))
    }

    /// Its kind: as it is named, else by what it appeared in.
    pub(super) fn kind(&self) -> &'static WorkKind {
        self.named_kind()
            .unwrap_or_else(|| match self.field("journal") {
                Some(_) => &ARTICLE,
                None => &OTHER,
            })
    }

    /// The name of the kind of a reference, for tables, if its format names it.
    pub(super) fn kind_name(&self) -> Option<&'static str> {
        let is_reference = self.is_reference || self.is_csl();
        let kind = self.named_kind().filter(|_| is_reference);
        kind.map(WorkKind::name)
    }

    /// Its kind, if it is named. MEDLINE says of a book only what title it has.
    fn named_kind(&self) -> Option<&'static WorkKind> {
        if self.field("BTI").is_some() {
            let is_chapter = self.field("TI").is_some();
            return WorkKind::of_csl(if is_chapter { "chapter" } else { "book" });
        }
        let of_csl = self.field("type").filter(|_| self.is_csl());
        let of_csl = of_csl.and_then(|name| WorkKind::of_csl(&name));
        let mut named = KINDS.iter().filter_map(|name| self.field(name));
        of_csl.or_else(|| named.find_map(|name| WorkKind::named(&name)))
    }
}

/// The last page in full: of 2423 and 8 it is 2428. One that would come before the first is as it is written.
fn last_page(first: &str, last: String) -> String {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let Some(cut) = first.len().checked_sub(last.len()).filter(|cut| *cut > 0) else {
        return last;
    };
    match first.split_at_checked(cut) {
        Some((head, end)) if is_number(&last) && is_number(end) && *end <= *last => {
            format!("{head}{last}")
        }
        _ => last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_written_in_full_and_codes_plainly() {
        use dejalu_base::error::Place;
        use std::collections::BTreeMap;
        for (name, written, expected) in [
            ("pages", "949-53", "949-953"),
            ("pages", "S1–9", "S1-S9"),
            ("pages", "11 - 19", "11 - 19"),
            ("pages", "1-3, 7-9", "1-3, 7-9"),
            ("pages", "e35123", "e35123"),
            (
                "isbn",
                "1538-6724 (Electronic); 0031-9023 (Linking)",
                "1538-6724; 0031-9023",
            ),
            ("isbn", "978-0-306-40615-7", "978-0-306-40615-7"),
        ] {
            let cells = [(name.into(), Cell::Text(written.to_owned()))];
            let row = Row::new(Place::named("a.csv"), BTreeMap::from(cells));
            let work = Work {
                row: &row,
                is_reference: true,
            };
            assert_eq!(work.written(name).as_deref(), Some(expected), "{written}");
        }
    }

    #[test]
    fn a_last_page_is_written_in_full() {
        for (first, last, expected) in [
            ("2423", "8", "2428"),
            ("2423", "31", "2431"),
            ("S10", "9", "S19"),
            ("S10", "14", "S14"),
            ("98", "3", "3"),
            ("11", "19", "19"),
            ("1", "e5", "e5"),
            ("ab", "9", "9"),
        ] {
            assert_eq!(
                last_page(first, last.to_owned()),
                expected,
                "{first}-{last}"
            );
        }
    }
}
