//! The fields of a record in EndNote's XML, under the names of their elements.

use std::collections::BTreeMap;
use std::sync::Arc;

use quick_xml::events::BytesStart;

use super::super::cell::Cell;
use super::references::{Fields, Names, cells as cells_of};
use super::xml_nodes::see_record;
use crate::xml::{Node, attribute};
use dejalu_base::error::Result;

const NAMES: &Names = &[
    ("title", &["title"]),
    ("author", &["author"]),
    ("year", &["year", "date"]),
    (
        "journal",
        &["full-title", "secondary-title", "alt-title", "abbr-1"],
    ),
    ("volume", &["volume"]),
    ("number", &["number"]),
    ("pages", &["pages", ARTICLE_NUMBER]),
    ("doi", &["electronic-resource-num"]),
    ("isbn", &["isbn"]),
    ("abstract", &["abstract"]),
    ("keywords", &["keyword"]),
    ("url", &["url"]),
    ("publisher", &["publisher"]),
    ("language", &["language"]),
    ("key", &["accession-num", "rec-number"]),
];

/// The element of the number of an article, which has no pages then.
const ARTICLE_NUMBER: &str = "custom7";

/// The element that names the kind of a work: `<ref-type name="Journal Article">`.
const KIND: &str = "ref-type";

/// The cells of one record.
///
/// # Errors
///
/// XML that is not well-formed.
pub(super) fn cells(record: &str) -> Result<BTreeMap<Arc<str>, Cell>> {
    let mut reading = Reading::default();
    see_record(record, |path, node| reading.see(path, node))?;
    Ok(cells_of(reading.fields.into_iter().collect(), NAMES))
}

/// The name of the field that the innermost of these elements is. An editor is an `author` of another list.
fn field(path: &[String]) -> Option<&'static str> {
    const SINGLE: [&str; 13] = [
        "pages",
        ARTICLE_NUMBER,
        "volume",
        "number",
        "isbn",
        "abstract",
        "electronic-resource-num",
        "publisher",
        "language",
        "accession-num",
        "rec-number",
        "label",
        "notes",
    ];
    const OF_TITLES: [&str; 3] = ["title", "secondary-title", "alt-title"];
    const OF_PERIODICAL: [&str; 2] = ["full-title", "abbr-1"];
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let among = |names: &[&'static str], name: &str| names.iter().find(|it| **it == name).copied();
    match path[..] {
        ["record", name] => among(&SINGLE, name),
        ["record", "titles", name] => among(&OF_TITLES, name),
        ["record", "periodical", name] => among(&OF_PERIODICAL, name),
        ["record", "contributors", "authors", "author"] => Some("author"),
        ["record", "dates", "year"] => Some("year"),
        ["record", "dates", "pub-dates", "date"] => Some("date"),
        ["record", "keywords", "keyword"] => Some("keyword"),
        ["record", "urls", "related-urls", "url"] => Some("url"),
        _ => None,
    }
}

/// A record as far as it was read.
#[derive(Default)]
struct Reading {
    /// The field that is being read, how many elements were open when it began, and its text. Elements in it say how
    /// it looks.
    open: Option<(usize, &'static str, String)>,
    fields: Fields,
}

impl Reading {
    fn see(&mut self, path: &[String], node: &Node<'_>) {
        match node {
            Node::Open(_, element) => self.begin(path, element),
            Node::Text(text) => {
                if let Some((_, _, value)) = &mut self.open {
                    value.push_str(text);
                }
            }
            Node::Close(_) => self.end(path.len()),
        }
    }

    fn begin(&mut self, path: &[String], element: &BytesStart<'_>) {
        if self.open.is_none() {
            let field = field(path);
            self.open = field.map(|field| (path.len(), field, String::new()));
        }
        if matches!(path, [_, name] if name == KIND)
            && let Some(kind) = attribute(element, "name")
        {
            self.fields.insert(KIND.to_owned(), vec![kind]);
        }
    }

    fn end(&mut self, depth: usize) {
        let ended = self.open.take_if(|(opened, ..)| *opened == depth);
        let Some((_, field, text)) = ended else {
            return;
        };
        let value = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.fields.entry(field.to_owned()).or_default().push(value);
    }
}
