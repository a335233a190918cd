//! Recognises rows that describe works: references, and tables of search exports.

use std::collections::BTreeSet;
use std::path::Path;

use super::exports::is_text;
use super::formats::OF_REFERENCES;
use super::options::TableOptions;
use super::rows::{Rows, format};

/// So many rows without a header are looked at.
const FIRST: usize = 20;

/// Columns of which a table of works has a title and at least two others.
const COLUMNS: [&str; 6] = ["title", "author", "journal", "doi", "volume", "pages"];

/// Returns whether a file holds references, as reference managers export them: by the end of its name, of a `.txt` and of
/// JSON by its content.
pub fn are_references(source: &Path, options: &TableOptions) -> bool {
    const ENDINGS: [&str; 6] = [".ris", ".nbib", ".bib", ".ciw", ".enw", ".xml"];
    const JSON: [&str; 3] = [".json", ".jsonl", ".ndjson"];
    format(source).is_some_and(|format| {
        ENDINGS.contains(&format.ending) || JSON.contains(&format.ending) && is_csl(source, options)
    })
}

/// What the rows of a file are, by their columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowKind {
    /// Works: a title and at least two of author, journal, DOI, volume and pages, as the usual exports call them, and no text.
    Works,
    /// Documents with a text.
    Texts,
    /// Neither: of a table of works whose columns have other names, too.
    Unknown,
}

/// The kind of the rows of a table or of a JSON file, of which the first are looked at; none of a file that cannot be read or
/// has no rows.
pub fn kind_of_rows(source: &Path, options: &TableOptions) -> Option<RowKind> {
    let mut rows = open(source, options)?;
    if !rows.have_header() {
        let first: Vec<_> = rows.take(FIRST).flatten().collect();
        let names = first.iter().flat_map(|row| row.cells.keys());
        let names: BTreeSet<&str> = names.map(|name| name.as_ref()).collect();
        return (!names.is_empty()).then(|| kind_of(&names));
    }
    if rows.written().any(|column| is_text(column.trim())) {
        return Some(RowKind::Texts);
    }
    rows.call_as(COLUMNS);
    Some(kind_of(&rows.columns().collect()))
}

fn kind_of(columns: &BTreeSet<&str>) -> RowKind {
    let of_works = COLUMNS.iter().filter(|name| columns.contains(*name));
    if columns.iter().any(|column| is_text(column)) {
        RowKind::Texts
    } else if columns.contains("title") && of_works.count() > 2 {
        RowKind::Works
    } else {
        RowKind::Unknown
    }
}

/// Returns whether any of the first objects of a JSON file is a reference in CSL: single ones may lack a title.
fn is_csl(source: &Path, options: &TableOptions) -> bool {
    let rows = open(source, options).filter(|rows| !rows.have_header());
    let mut rows = rows.into_iter().flatten().take(FIRST).flatten();
    rows.any(|row| {
        let has = |name| row.cells.contains_key(name);
        has("title") && has("type") && OF_REFERENCES.into_iter().any(has)
    })
}

/// The rows of a file that can be read more than once.
pub(super) fn open(source: &Path, options: &TableOptions) -> Option<Rows> {
    let is_file = source.metadata().is_ok_and(|it| it.is_file());
    let rows = is_file.then(|| Rows::open(source, options));
    rows.and_then(Result::ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, content: &str) -> [bool; 2] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        let options = TableOptions::default();
        let is_of_works = kind_of_rows(&path, &options) == Some(RowKind::Works);
        [is_of_works, are_references(&path, &options)]
    }

    #[test]
    fn a_table_of_works_has_a_title_two_more_fields_and_no_text() {
        for (columns, expected) in [
            ("id,title,author,doi", true),
            ("Authors,Title,Year,Source title,Cited by,Abstract", true),
            ("id;title;journal;pages", true),
            ("id,title,author,date", false),
            ("id,author,journal,doi", false),
            ("id,title,author,doi,text", false),
            ("id,Title,Author,DOI,Body", false),
        ] {
            assert_eq!(
                of("a.csv", &format!("{columns}\n")),
                [expected, false],
                "{columns}"
            );
        }
        assert_eq!(
            of(
                "a.jsonl",
                "{\"title\":\"a\",\"author\":\"b\"}\n{\"title\":\"a\",\"doi\":\"c\"}\n"
            ),
            [true, false]
        );
        let with_text = "{\"title\":\"a\",\"author\":\"b\",\"doi\":\"c\",\"text\":\"d\"}\n";
        assert_eq!(of("a.jsonl", with_text), [false, false]);
    }

    #[test]
    fn csl_is_told_from_other_objects() {
        let csl = "[{\"id\": 1, \"type\": \"article-journal\", \"title\": \"Ferries\", \"container-title\": \"Piers\"}]";
        assert_eq!(of("a.json", csl), [false, true]);
        assert_eq!(
            of(
                "a.json",
                "[{\"id\": 1, \"type\": \"note\", \"title\": \"Ferries\"}]"
            ),
            [false, false]
        );
        let without_title = "[{\"id\": 1, \"type\": \"article-journal\", \"DOI\": \"10.5555/1\"}, ";
        assert_eq!(
            of("a.json", &format!("{without_title}{}", &csl[1..])),
            [false, true]
        );
    }
}
