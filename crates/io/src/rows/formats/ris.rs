//! RIS, which most reference managers and databases write: lines of two letters, two spaces, a hyphen.

use super::super::records::Format;
use super::super::writing::Frame;
use super::references::{
    self, Field, Fields, Style, TaggedFormat, cells, join_pages, own_names, tagged,
};

pub(super) const FORMATS: &[Format] = &[tagged::<Ris>(".ris")];

struct Ris;

impl TaggedFormat for Ris {
    const STYLE: &'static Style = &Style {
        field,
        first: "TY",
        opening: Some("TY  - "),
        frame: Frame::NONE,
        lists: &[],
        last: Some("ER"),
        goes_on: |_| true,
        holds: |field, tag, _| match field {
            "pages" => matches!(tag, "SP" | "EP" | ARTICLE_NUMBER),
            _ => own_names(NAMES, field).contains(&tag),
        },
        cells: |mut fields| {
            join_pages(&mut fields, ["SP", "EP"]);
            name_book(&mut fields);
            cells(fields.into_iter().collect(), NAMES)
        },
    };
}

const NAMES: &[(&str, &[&str])] = &[
    ("title", &["TI", "T1", "CT", "BT"]),
    ("author", &["AU", "A1"]),
    ("year", &["PY", "Y1", "DA"]),
    ("journal", &["JO", "JF", "T2", "JA", "J2", BOOK]),
    ("volume", &["VL"]),
    ("number", &["IS"]),
    ("pages", &["pages", ARTICLE_NUMBER]),
    ("doi", &["DO"]),
    ("isbn", &["SN"]),
    ("abstract", &["AB", "N2"]),
    ("keywords", &["KW"]),
    ("url", &["UR"]),
    ("publisher", &["PB"]),
    ("language", &["LA"]),
    ("key", &["ID", "AN"]),
];

/// The tag of the number of an article, which has no pages then: Web of Science and EndNote write it so.
const ARTICLE_NUMBER: &str = "C7";

/// The title of the book that a record is a chapter of.
const BOOK: &str = "book";

/// Names the book of a record that has a title of its own; of any other the title is that of the book.
fn name_book(fields: &mut Fields) {
    let says = |tag: &str| {
        fields
            .get(tag)
            .is_some_and(|values| values.iter().any(|it| !it.trim().is_empty()))
    };
    if ["TI", "T1", "CT"].into_iter().any(says)
        && let Some(book) = fields.get("BT").cloned()
    {
        fields.insert(BOOK.to_owned(), book);
    }
}

/// `TI  - value`. Some programs leave out the space behind the hyphen or one before it, or write a tab, and some
/// files have small letters or are indented.
fn field(line: &str) -> Option<Field<'_>> {
    const WHITE: [char; 2] = [' ', '\t'];
    let line = line.trim_start_matches('\u{feff}');
    let text = line.trim_start_matches(WHITE);
    let (tag, rest) = text.split_at_checked(2)?;
    let before = rest.len() - rest.trim_start_matches(WHITE).len();
    let value = rest[before..].strip_prefix('-')?;
    let is_tag = tag.starts_with(|c: char| c.is_ascii_alphabetic())
        && tag.bytes().all(|c| c.is_ascii_alphanumeric());
    let field = references::field(tag, value, line.len() - text.len());
    // A text has no two spaces before a hyphen.
    let is_spaced =
        matches!(&rest[..before], "  " | "\t") && (value.is_empty() || value.starts_with(WHITE));
    (is_tag && before > 0 && (field.is_regular || is_spaced)).then_some(field)
}
