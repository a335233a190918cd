//! A work as a record of RIS.

use std::fmt::Write;

use super::work::Work;

/// The record, with a blank line behind it.
pub(super) fn record(work: &Work<'_>) -> String {
    let mut record = format!("TY  - {}\n", work.kind().ris());
    let mut add = |tag: &str, value: Option<String>| {
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = writeln!(record, "{tag}  - {value}");
        }
    };
    add("TI", work.field("title"));
    for author in work.authors() {
        add("AU", Some(author));
    }
    add("PY", work.year());
    let date = work.date();
    add("DA", date.filter(|date| Some(date) != work.year().as_ref()));
    add("T2", work.field("journal"));
    add("VL", work.field("volume"));
    add("IS", work.field("number"));
    if let Some((first, last)) = work.pages() {
        add("SP", Some(first));
        add("EP", last);
    }
    add("DO", work.field("doi"));
    for code in work.codes() {
        add("SN", Some(code));
    }
    add("AB", work.field("abstract"));
    for keyword in work.keywords() {
        add("KW", Some(keyword));
    }
    add("UR", work.field("url"));
    add("PB", work.field("publisher"));
    add("LA", work.field("language"));
    add("AN", work.field("key"));
    record + "ER  - \n\n"
}
