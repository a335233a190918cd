//! The format of MEDLINE and PubMed: tags of up to four letters before `- `, and lines that go on
//! with the field before them indented by six spaces.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::cell::Cell;
use super::super::records::Format;
use super::super::writing::Frame;
use super::references::{self, Field, Style, TaggedFormat, cells, join_authors, own_names, tagged};

pub(super) const FORMATS: &[Format] = &[tagged::<Nbib>(".nbib")];

struct Nbib;

impl TaggedFormat for Nbib {
    const STYLE: &'static Style = &Style {
        field,
        first: "PMID",
        opening: Some("PMID- "),
        frame: Frame::NONE,
        lists: &[],
        last: None,
        goes_on: |line| line.starts_with([' ', '\t']),
        holds: |field, tag, value| match field {
            "author" => PEOPLE.contains(&tag) || GROUPS.contains(&tag),
            "doi" => matches!(tag, "LID" | "AID") && value.ends_with("[doi]"),
            _ => own_names(NAMES, field).contains(&tag),
        },
        cells: cells_of,
    };
}

/// The cells of a record of these fields, as MEDLINE has them.
pub(super) fn cells_of(mut fields: BTreeMap<String, Vec<String>>) -> BTreeMap<Arc<str>, Cell> {
    identifiers(&mut fields);
    join_authors(&mut fields, &PEOPLE, &GROUPS);
    cells(fields.into_iter().collect(), NAMES)
}

/// Tags of people who are authors, with their names in full first, and of groups.
const PEOPLE: [&str; 2] = ["FAU", "AU"];
const GROUPS: [&str; 1] = ["CN"];

const NAMES: &[(&str, &[&str])] = &[
    ("title", &["TI", "BTI"]),
    ("author", &["author"]),
    ("year", &["DP"]),
    ("journal", &["JT", "TA"]),
    ("volume", &["VI"]),
    ("number", &["IP"]),
    ("pages", &["PG"]),
    ("doi", &["doi"]),
    ("isbn", &["IS", "ISBN"]),
    ("abstract", &["AB"]),
    ("keywords", &["MH", "OT"]),
    ("publisher", &["PB"]),
    ("language", &["LA"]),
    ("key", &["PMID"]),
];

fn field(line: &str) -> Option<Field<'_>> {
    let line = line.trim_start_matches('\u{feff}');
    let text = line.trim_start_matches([' ', '\t']);
    let (tag, rest) = text.split_at_checked(4)?;
    let (tag, value) = (tag.trim_end(), rest.strip_prefix('-')?);
    let is_tag = !tag.is_empty() && tag.bytes().all(|c| c.is_ascii_alphanumeric());
    let field = references::field(tag, value, line.len() - text.len());
    // Words may have four letters before a hyphen.
    let is_spaced = value.is_empty() || value.starts_with(' ');
    (is_tag && (field.is_regular || is_spaced)).then_some(field)
}

/// The DOI among the identifiers of a record, which say of what kind they are: `10.1/x [doi]`.
fn identifiers(fields: &mut BTreeMap<String, Vec<String>>) {
    let all = ["LID", "AID"].into_iter().filter_map(|tag| fields.get(tag));
    let doi = all.flatten().find_map(|value| value.strip_suffix("[doi]"));
    let doi = doi.map(|doi| doi.trim().to_owned());
    fields.extend(doi.map(|doi| ("doi".to_owned(), vec![doi])));
}
