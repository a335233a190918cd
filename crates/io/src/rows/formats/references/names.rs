//! The common names of what is said of a work.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::super::super::cell::Cell;
use super::super::super::fields::{first_year, joined_pages};
use super::style::Fields;

/// A common name, and the names that a format has for it, best first.
pub(in crate::rows::formats) type Names = [(&'static str, &'static [&'static str])];

/// Fields that make up `text`: each entry a block of its own.
const TEXT: [&[&str]; 4] = [
    &["author"],
    &["journal", "year", "volume", "number", "pages"],
    &["doi"],
    &["abstract"],
];

/// Fields of a work that another record of it may supply. Not its key, nor what a database notes of its own record.
const FIELDS: [&str; 14] = [
    "title",
    "author",
    "year",
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
];

/// Returns whether a cell is said of the work.
pub(in crate::rows::formats) fn is_field(name: &str) -> bool {
    FIELDS.contains(&name)
}

/// The names that a format has for a common one: by default the same.
pub(in crate::rows::formats) fn own_names<'n>(names: &Names, common: &'n str) -> Vec<&'n str> {
    let own = names.iter().find(|(name, _)| *name == common);
    own.map_or_else(|| vec![common], |(_, own)| own.to_vec())
}

/// The cells of a record: its fields, the same under their common names, and its text.
pub(in crate::rows::formats) fn cells(
    fields: Vec<(String, Vec<String>)>,
    names: &Names,
) -> BTreeMap<Arc<str>, Cell> {
    let joined: BTreeMap<String, String> = fields
        .into_iter()
        .map(|(name, mut values)| {
            values.retain(|value| !value.trim().is_empty());
            (name, values.join("; "))
        })
        .filter(|(_, value)| !value.is_empty())
        .collect();
    let mut common: BTreeMap<&str, String> = BTreeMap::new();
    for (name, own) in names {
        let mut values = own.iter().filter_map(|own| joined.get(*own));
        let value = match *name {
            // What a database calls a subject and what its authors do are lists of their own.
            "keywords" => united(values),
            _ => values.next().cloned(),
        };
        if let Some(value) = value {
            common.insert(name, value);
        }
    }
    if let Some(year) = common.get("year").and_then(|year| first_year(year)) {
        common.entry("date").or_insert_with(|| year.clone());
        common.insert("year", year);
    }
    let blocks = TEXT.iter().filter_map(|names| {
        let values = names.iter();
        let values = values.filter_map(|name| common.get(name).or_else(|| joined.get(*name)));
        let values: Vec<&str> = values.map(String::as_str).collect();
        (!values.is_empty()).then(|| values.join(", "))
    });
    let text: Vec<String> = blocks.collect();
    let mut cells: BTreeMap<Arc<str>, Cell> = BTreeMap::new();
    let common = common.into_iter().map(|(name, value)| (name.into(), value));
    for (name, value) in joined.into_iter().chain(common) {
        cells.insert(name.into(), Cell::Text(value));
    }
    if !text.is_empty() {
        cells.insert("text".into(), Cell::Text(text.join("\n\n")));
    }
    cells
}

/// The values of several lists, each once; none of no list.
fn united<'v>(lists: impl Iterator<Item = &'v String>) -> Option<String> {
    let mut met = HashSet::new();
    let values = lists.flat_map(|list| list.split("; "));
    let all: Vec<&str> = values.filter(|value| met.insert(*value)).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// Adds the authors as one field, `author`: the people of the first of some tags that names any, and behind them the
/// groups, which stand apart.
pub(in crate::rows::formats) fn join_authors(
    fields: &mut Fields,
    people: &[&str],
    groups: &[&str],
) {
    let names = |tag: &&str| {
        let names = fields.get(*tag).into_iter().flatten();
        let names = names.filter(|name| !name.trim().is_empty());
        names.cloned().collect::<Vec<String>>()
    };
    let mut people = people.iter().map(names);
    let people = people.find(|names| !names.is_empty());
    let groups = groups.iter().flat_map(names);
    let authors: Vec<String> = people.into_iter().flatten().chain(groups).collect();
    fields.insert("author".to_owned(), authors);
}

/// Adds the first and the last page, which two tags have, as one field: `pages`.
pub(in crate::rows::formats) fn join_pages(fields: &mut Fields, [first, last]: [&str; 2]) {
    let value = |tag| {
        let value = fields.get(tag).and_then(|values| values.first());
        value.map_or("", String::as_str)
    };
    let (first, last) = (value(first), value(last));
    let pages = joined_pages(first, last).unwrap_or_else(|| first.to_owned());
    if !pages.is_empty() {
        fields.insert("pages".to_owned(), vec![pages]);
    }
}
