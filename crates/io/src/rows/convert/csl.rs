//! A work in CSL JSON.

use serde_json::{Map, Value, json};

use super::work::Work;

/// Fields that are texts, by their common names, and their names in CSL.
const TEXTS: [(&str, &str); 11] = [
    ("title", "title"),
    ("journal", "container-title"),
    ("volume", "volume"),
    ("number", "issue"),
    ("pages", "page"),
    ("doi", "DOI"),
    ("abstract", "abstract"),
    ("keywords", "keyword"),
    ("url", "URL"),
    ("publisher", "publisher"),
    ("language", "language"),
];

/// The object of a work of this id.
pub(super) fn object(work: &Work<'_>, id: &str) -> Value {
    let mut object = Map::new();
    object.insert("id".to_owned(), id.into());
    object.insert("type".to_owned(), work.kind().csl().into());
    for (name, own) in TEXTS {
        if let Some(text) = work.written(name) {
            object.insert(own.to_owned(), text.into());
        }
    }
    let people: Vec<Value> = work.authors().iter().map(|name| person(name)).collect();
    if !people.is_empty() {
        object.insert("author".to_owned(), people.into());
    }
    if let Some(date) = issued(work) {
        object.insert("issued".to_owned(), date);
    }
    let codes = work.codes().into_iter();
    let (journals, books): (Vec<String>, Vec<String>) = codes.partition(|code| is_issn(code));
    for (own, codes) in [("ISSN", journals), ("ISBN", books)] {
        if !codes.is_empty() {
            object.insert(own.to_owned(), codes.join("; ").into());
        }
    }
    if let Some(key) = work.field("key") {
        object.insert(name_of_key(work, &key).to_owned(), key.into());
    }
    object.into()
}

/// The name in CSL of an accession number. That of PubMed has one of its own, and so has the key of BibTeX; others are
/// where Zotero reads and writes the accession number of RIS (*Loc. in Archive*).
fn name_of_key(work: &Work<'_>, key: &str) -> &'static str {
    let is_said_by = |name: &str| work.field(name).as_deref() == Some(key);
    if is_said_by("PMID") {
        "PMID"
    } else if work.field("entrytype").is_some() || is_said_by("citation-key") {
        "citation-key"
    } else {
        "archive_location"
    }
}

/// Returns whether a code is that of a journal, which has eight digits; that of a book has ten or thirteen.
fn is_issn(code: &str) -> bool {
    code.bytes().filter(u8::is_ascii_digit).count() <= 8
}

fn person(name: &str) -> Value {
    match name.split_once(',') {
        Some((family, given)) => json!({ "family": family.trim(), "given": given.trim() }),
        None => json!({ "literal": name }),
    }
}

/// The date of a work. One in words, as `2011 Mar-Apr`, stands beside its year.
fn issued(work: &Work<'_>) -> Option<Value> {
    let date = work.date();
    if let Some(parts) = date.as_deref().and_then(parts) {
        return Some(json!({ "date-parts": [parts] }));
    }
    let year: Option<u64> = work.year().and_then(|year| year.parse().ok());
    match (year, date) {
        (Some(year), Some(date)) => Some(json!({ "date-parts": [[year]], "raw": date })),
        (Some(year), None) => Some(json!({ "date-parts": [[year]] })),
        (None, _) => None,
    }
}

/// The numbers of a date such as `2008-03-09`; none of another one.
fn parts(date: &str) -> Option<Vec<u64>> {
    let parts = date.split('-').map(|part| part.parse().ok());
    let parts: Vec<u64> = parts.collect::<Option<_>>()?;
    (parts.len() <= 3 && parts[0] > 999).then_some(parts)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::rows::cell::Cell;
    use crate::rows::row::Row;
    use dejalu_base::error::Place;

    #[test]
    fn codes_of_journals_and_of_books_are_told_apart_one_by_one() {
        for (codes, issn, isbn) in [
            ("1234-5679; 8765-432X", "1234-5679; 8765-432X", ""),
            ("0-306-40615-2", "", "0-306-40615-2"),
            (
                "978-0-306-40615-7; 1234-5679",
                "1234-5679",
                "978-0-306-40615-7",
            ),
        ] {
            let cells = [("isbn".into(), Cell::Text(codes.to_owned()))];
            let row = Row::new(Place::named("a.csv"), BTreeMap::from(cells));
            let work = Work {
                row: &row,
                is_reference: false,
            };
            let object = object(&work, "1");
            let code = |name: &str| object[name].as_str().unwrap_or_default().to_owned();
            assert_eq!([code("ISSN"), code("ISBN")], [issn, isbn], "{codes}");
        }
    }
}
