//! The tagged format of Web of Science: two letters, a space, and lines that go on indented by three.

use super::super::records::Format;
use super::super::writing::Frame;
use super::references::{
    self, Field, Style, TaggedFormat, cells, join_authors, join_pages, own_names, tagged,
};

pub(super) const FORMATS: &[Format] = &[tagged::<WebOfScience>(".ciw")];

struct WebOfScience;

impl TaggedFormat for WebOfScience {
    const STYLE: &'static Style = &Style {
        field,
        first: "PT",
        // Any text may have these letters.
        opening: None,
        last: Some("ER"),
        frame: Frame {
            head: &["FN", "VR"],
            foot: Some("EF"),
        },
        lists: &["AU", "AF", "BA", "BF", "BE", "CA", "GP", "C1", "C3", "CR"],
        goes_on: |line| line.starts_with([' ', '\t']),
        holds: |field, tag, _| match field {
            "author" => PEOPLE.contains(&tag) || GROUPS.contains(&tag),
            "pages" => matches!(tag, "BP" | "EP" | "AR"),
            _ => own_names(NAMES, field).contains(&tag),
        },
        cells: |mut fields| {
            join_authors(&mut fields, &PEOPLE, &GROUPS);
            join_pages(&mut fields, ["BP", "EP"]);
            cells(fields.into_iter().collect(), NAMES)
        },
    };
}

/// Tags of people who are authors, of an article or of a book, with their names in full first, and of groups.
const PEOPLE: [&str; 4] = ["AF", "AU", "BF", "BA"];
const GROUPS: [&str; 2] = ["CA", "GP"];

const NAMES: &references::Names = &[
    ("title", &["TI"]),
    ("author", &["author"]),
    ("year", &["PY", "EA"]),
    ("journal", &["SO", "JI", "J9"]),
    ("volume", &["VL"]),
    ("number", &["IS"]),
    ("pages", &["pages", "AR"]),
    ("doi", &["DI", "D2"]),
    ("isbn", &["SN", "EI", "BN"]),
    ("abstract", &["AB"]),
    ("keywords", &["DE", "ID"]),
    ("publisher", &["PU"]),
    ("language", &["LA"]),
    ("key", &["UT"]),
];

/// `TI value`, at the start of a line.
fn field(line: &str) -> Option<Field<'_>> {
    let line = line.trim_start_matches('\u{feff}');
    let (tag, rest) = line.split_at_checked(2)?;
    let is_tag = tag.starts_with(|c: char| c.is_ascii_uppercase())
        && tag
            .bytes()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    let is_parted = rest.is_empty() || rest.starts_with(' ');
    (is_tag && is_parted).then(|| references::field(tag, rest, 0))
}
