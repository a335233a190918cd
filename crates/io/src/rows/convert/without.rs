//! Fields of a row that have no place in another format.

use std::collections::BTreeSet;

use super::item::{COMMON, FULL_NAMES, Item};

/// What is said otherwise where a record is written anew: a second form of the names of authors, the kind, the id and the
/// text that readers make of the other fields.
const SAID: [&str; 6] = ["", "id", "AU", "TY", "%0", "ER"];

/// Adds the names of a row's fields of which a record with the common fields says nothing. A reference has its fields
/// under the names of its format as well, and these are no others.
pub(super) fn add(item: &Item<'_>, names: &mut BTreeSet<String>) {
    let has = |name: &str| item.row.cells.contains_key(name);
    let is_reference = item.is_reference || has("issued") || has("container-title");
    let common = || COMMON.iter().filter_map(|name| item.field(name));
    let common: BTreeSet<String> = if is_reference {
        let values = common().flat_map(|value| values(&value));
        values.chain(item.written("date")).collect()
    } else {
        BTreeSet::new()
    };
    let is_said = |name: &str| {
        COMMON.contains(&name)
            || SAID.contains(&name)
            || FULL_NAMES.contains(&name)
            || is_reference && matches!(name, "text" | "type")
    };
    let is_there = |name: &&str| match item.field(name) {
        Some(value) => {
            !common.contains(&value) && !values(&value).iter().all(|it| common.contains(it))
        }
        None => matches!(item.row.cells.get(*name), Some(crate::rows::Cell::Other(_))),
    };
    let lost = item
        .row
        .columns()
        .filter(|name| !is_said(name))
        .filter(is_there);
    names.extend(lost.map(String::from));
}

/// The values in a field, and the ends of a range.
fn values(text: &str) -> Vec<String> {
    let values = text.split("; ").flat_map(|value| {
        let value = value.trim_end_matches(" [doi]");
        let ends = value.split_once('-').map(|(first, last)| [first, last]);
        std::iter::once(value).chain(ends.into_iter().flatten())
    });
    values.map(|value| value.trim().to_owned()).collect()
}
