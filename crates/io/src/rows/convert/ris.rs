//! A work as a record of RIS.

use std::fmt::Write;

use super::item::Item;

/// The record, with a blank line behind it.
pub(super) fn record(item: &Item<'_>) -> String {
    let mut record = format!("TY  - {}\n", item.kind().ris());
    let mut add = |tag: &str, value: Option<String>| {
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = writeln!(record, "{tag}  - {value}");
        }
    };
    add("TI", item.field("title"));
    for author in item.authors() {
        add("AU", Some(author));
    }
    add("PY", item.year());
    let date = item.date();
    add("DA", date.filter(|date| Some(date) != item.year().as_ref()));
    add("T2", item.field("journal"));
    add("VL", item.field("volume"));
    add("IS", item.field("number"));
    if let Some((first, last)) = item.pages() {
        add("SP", Some(first));
        add("EP", last);
    }
    add("DO", item.field("doi"));
    add("SN", item.field("isbn"));
    add("AB", item.field("abstract"));
    for keyword in item.keywords() {
        add("KW", Some(keyword));
    }
    add("UR", item.field("url"));
    add("PB", item.field("publisher"));
    add("LA", item.field("language"));
    add("AN", item.field("key"));
    record + "ER  - \n\n"
}
