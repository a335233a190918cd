//! RIS, which most reference managers and databases write: lines of two letters, two spaces, a hyphen.

use std::collections::BTreeMap;

use super::super::records::Format;
use super::references::{Style, TaggedFormat, cells, own_names, tagged};

pub(super) const FORMATS: &[Format] = &[tagged::<Ris>(".ris")];

struct Ris;

impl TaggedFormat for Ris {
    const STYLE: &'static Style = &Style {
        field,
        first: "TY",
        is_closed: true,
        ends: |_, tag| tag == Some("ER"),
        holds: |field, tag, _| match field {
            "pages" => matches!(tag, "SP" | "EP"),
            _ => own_names(NAMES, field).contains(&tag),
        },
        cells: |mut fields| {
            pages(&mut fields);
            cells(fields.into_iter().collect(), NAMES)
        },
    };
}

const NAMES: &[(&str, &[&str])] = &[
    ("title", &["TI", "T1", "CT", "BT"]),
    ("author", &["AU", "A1"]),
    ("year", &["PY", "Y1", "DA"]),
    ("journal", &["JO", "JF", "T2", "JA", "J2"]),
    ("volume", &["VL"]),
    ("number", &["IS"]),
    ("pages", &["pages"]),
    ("doi", &["DO"]),
    ("isbn", &["SN"]),
    ("abstract", &["AB", "N2"]),
    ("keywords", &["KW"]),
    ("url", &["UR"]),
    ("publisher", &["PB"]),
    ("language", &["LA"]),
    ("key", &["ID", "AN"]),
];

/// `TI  - value`. Some programs leave out the space behind the hyphen, or one before it.
fn field(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches('\u{feff}');
    let tag = line.get(..2)?;
    let rest = line.get(2..)?;
    let value = rest
        .strip_prefix("  -")
        .or_else(|| rest.strip_prefix(" -"))?;
    let mut letters = tag.bytes();
    let is_tag = letters.next().is_some_and(|c| c.is_ascii_uppercase())
        && letters.all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    is_tag.then_some((tag, value))
}

/// The first and the last page as one field.
fn pages(fields: &mut BTreeMap<String, Vec<String>>) {
    let first = |name| {
        let values: Option<&Vec<String>> = fields.get(name);
        values.and_then(|values| values.first()).cloned()
    };
    let pages = match (first("SP"), first("EP")) {
        (Some(first), Some(last)) if !first.contains('-') && !last.is_empty() => {
            Some(format!("{first}-{last}"))
        }
        (first, last) => first.or(last),
    };
    fields.extend(pages.map(|pages| ("pages".to_owned(), vec![pages])));
}
