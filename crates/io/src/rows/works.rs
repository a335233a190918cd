//! Recognises rows that describe works: references, and tables of search exports.

use std::path::Path;

use super::exports::is_text;
use super::formats::OF_REFERENCES;
use super::options::TableOptions;
use super::rows::{Rows, format};

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

/// Returns whether a file is a table whose columns describe works: a title and at least two of author, journal, DOI,
/// volume and pages, as the usual exports call them, and no text. False of a file that cannot be read.
pub fn has_works(source: &Path, options: &TableOptions) -> bool {
    let Some(mut rows) = open(source, options).filter(Rows::have_header) else {
        return false;
    };
    if rows.written().any(|column| is_text(column.trim())) {
        return false;
    }
    rows.call_as(COLUMNS);
    let columns: Vec<&str> = rows.columns().collect();
    columns.contains(&"title") && COLUMNS.iter().filter(|name| columns.contains(name)).count() > 2
}

/// Returns whether any of the first objects of a JSON file is a reference in CSL: single ones may lack a title.
fn is_csl(source: &Path, options: &TableOptions) -> bool {
    const FIRST: usize = 20;
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
        [has_works(&path, &options), are_references(&path, &options)]
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
                "{\"title\":\"a\",\"author\":\"b\",\"doi\":\"c\"}\n"
            ),
            [false, false]
        );
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
