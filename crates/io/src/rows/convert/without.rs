//! Fields of a row that have no place in another format.

use std::collections::BTreeSet;

use super::kind::WorkKind;
use super::work::{COMMON, FULL_NAMES, KINDS, Work};

/// What is said otherwise where a record is written anew: a second form of the names of authors, the kind, the id and the
/// text that readers make of the other fields.
const IN_OTHER_WORDS: [&str; 8] = ["", "id", "AU", "TY", "%0", "entrytype", "ref-type", "ER"];

/// Adds the names of a row's fields of which a record with the common fields says nothing. A reference has its fields
/// under the names of its format as well, and these are no others.
pub(super) fn add(work: &Work<'_>, names: &mut BTreeSet<String>) {
    let is_kind = |name: &str| {
        let kinds = work.field(name).filter(|_| KINDS.contains(&name));
        kinds.is_some_and(|kinds| WorkKind::are_names(&kinds))
    };
    let is_reference = work.is_reference || work.is_csl();
    let common = || COMMON.iter().filter_map(|name| work.field(name));
    let common: BTreeSet<String> = if is_reference {
        let values = common().flat_map(|value| values(&value));
        values.chain(work.written("date")).collect()
    } else {
        BTreeSet::new()
    };
    let is_said = |name: &str| {
        COMMON.contains(&name) && name != "type"
            || is_kind(name)
            || IN_OTHER_WORDS.contains(&name)
            || FULL_NAMES.contains(&name)
            || is_reference && matches!(name, "text" | "type")
    };
    let is_there = |name: &&str| match work.field(name) {
        Some(value) => {
            !common.contains(&value) && !values(&value).iter().all(|it| common.contains(it))
        }
        None => matches!(work.row.cells.get(*name), Some(crate::rows::Cell::Other(_))),
    };
    let lost = work
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

/// Tells which cells of a row besides the common ones a table takes: all of a plain row, none of a reference, of one in
/// CSL those of which the common ones say nothing.
pub(super) fn own_columns(work: &Work<'_>) -> impl Fn(&str) -> bool {
    let mut unsaid = BTreeSet::new();
    if work.is_csl() {
        add(work, &mut unsaid);
    }
    let (is_reference, is_csl) = (work.is_reference, work.is_csl());
    move |name| !is_reference && (!is_csl || unsaid.contains(name))
}
