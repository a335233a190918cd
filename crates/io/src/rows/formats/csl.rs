//! References in CSL JSON, as Zotero, Mendeley and Crossref write them: people and dates are objects.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::super::cell::Cell;
use super::super::exports::is_text;
use super::references::{Names, cells as cells_of};

const NAMES: &Names = &[
    ("title", &["title"]),
    ("author", &["author"]),
    ("year", &["issued"]),
    ("date", &["issued"]),
    ("journal", &["container-title"]),
    ("volume", &["volume"]),
    ("number", &["issue", "number"]),
    ("pages", &["page"]),
    ("doi", &["DOI"]),
    ("isbn", &["ISBN", "ISSN"]),
    ("abstract", &["abstract"]),
    ("keywords", &["keyword"]),
    ("url", &["URL"]),
    ("publisher", &["publisher"]),
    ("language", &["language"]),
    ("key", &["PMID", "archive_location", "citation-key"]),
];

/// Keys that hardly any object but a reference has.
pub(in crate::rows) const OF_REFERENCES: [&str; 3] = ["container-title", "issued", "DOI"];

/// Returns whether an object may be a reference. It has no text of its own, and a date that is no text; or a type, people
/// that are no text, and a title or one of [`OF_REFERENCES`].
pub(super) fn may_be_reference(cells: &BTreeMap<Arc<str>, Cell>) -> bool {
    let is_other = |name| matches!(cells.get(name), Some(Cell::Other(_)));
    let has = |name| cells.contains_key(name);
    let is_work = || has("type") && (has("title") || OF_REFERENCES.into_iter().any(has));
    let is_reference = is_other("issued") || is_other("author") && is_work();
    is_reference && !cells.keys().any(|key| is_text(key.trim()))
}

/// Adds what a reference says under the common names. The values of its own keys stay, but for those that are no text.
/// Any other object stays as it is.
pub(super) fn add_fields(object: &Map<String, Value>, cells: &mut BTreeMap<Arc<str>, Cell>) {
    let issued = object.get("issued").and_then(date);
    let authors = object.get("author").and_then(people);
    if issued.is_none() && authors.is_none() {
        return;
    }
    let others = NAMES.iter().flat_map(|(_, own)| own.iter());
    let others = others.filter(|name| !matches!(**name, "issued" | "author"));
    let fields = others.map(|name| (*name, object.get(*name).map(texts).unwrap_or_default()));
    let fields = fields.chain([
        ("issued", issued.into_iter().collect()),
        ("author", authors.unwrap_or_default()),
    ]);
    let fields = fields.map(|(name, values)| (name.to_owned(), values));
    for (name, cell) in cells_of(fields.collect(), NAMES) {
        if !matches!(cells.get(&name), Some(Cell::Text(_))) {
            cells.insert(name, cell);
        }
    }
}

/// The texts of a value: one, or those of a list.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Number(number) => vec![number.to_string()],
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Null | Value::Bool(_) | Value::Object(_) => Vec::new(),
    }
}

/// The names in a list of people, `Family, Given`; none if it is no such list.
fn people(list: &Value) -> Option<Vec<String>> {
    let names = list.as_array()?.iter().map(person);
    names.collect()
}

fn person(value: &Value) -> Option<String> {
    let part = |name: &str| value.get(name).and_then(Value::as_str).map(str::trim);
    if let Some(whole) = part("literal").or(part("name")) {
        return Some(whole.to_owned());
    }
    let particle = part("non-dropping-particle").map_or(String::new(), |it| format!("{it} "));
    match (part("family"), part("given")) {
        (Some(family), Some(given)) => Some(format!("{particle}{family}, {given}")),
        (Some(name), None) | (None, Some(name)) => Some(format!("{particle}{name}")),
        (None, None) => None,
    }
}

/// The first day of a date, `2008-03-01`, as far as it is said; of a date in words these.
fn date(value: &Value) -> Option<String> {
    if let Some(words) = ["raw", "literal"]
        .iter()
        .find_map(|it| value.get(it)?.as_str())
    {
        return Some(words.to_owned());
    }
    let first = value.get("date-parts")?.get(0)?.as_array()?;
    let part = |part: &Value| part.as_u64().or_else(|| part.as_str()?.trim().parse().ok());
    let parts: Vec<u64> = first.iter().map_while(part).take(3).collect();
    match parts[..] {
        [] => None,
        [year] => Some(format!("{year:04}")),
        [year, month] => Some(format!("{year:04}-{month:02}")),
        [year, month, day, ..] => Some(format!("{year:04}-{month:02}-{day:02}")),
    }
}
