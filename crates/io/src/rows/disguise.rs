//! Recognises files named `.txt` that are not text: some programs name every export so.

use std::path::Path;

use csv::ByteRecord;

use super::formats::delimiter;
use crate::input::{Compression, Stream};

/// The ending of the format of rows that a file named `.txt` is in by its content.
pub(super) fn ending(source: &Path) -> Option<&'static str> {
    const HEAD: u64 = 1 << 16;
    let is_named_text = Compression::of(source).1.ends_with(".txt");
    if !is_named_text || !source.metadata().is_ok_and(|found| found.is_file()) {
        return None;
    }
    let head = Stream::open(source).ok()?.peek(HEAD);
    let text = String::from_utf8_lossy(&head);
    let lines = text.lines().map(str::trim_end);
    let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
    let &first = lines.first()?;
    let has = |tag: &str| lines.iter().any(|line| line.starts_with(tag));
    if first.starts_with("FN ") && has("PT ") || first.starts_with("PT ") && has("ER") {
        return Some(".ciw");
    }
    if first.starts_with("%0 ") && has("%T ") {
        return Some(".enw");
    }
    let is_ris = first.starts_with("TY  -") || has("TY  -") && has("ER  -");
    if is_ris {
        return Some(".ris");
    }
    if first.starts_with("PMID- ") || has("PMID- ") && has("TI  - ") {
        return Some(".nbib");
    }
    if lines
        .iter()
        .find(|line| !line.starts_with('%'))
        .is_some_and(|line| is_entry(line))
    {
        return Some(".bib");
    }
    let is_xml = text.contains("<PubmedArticle") || text.contains("<records>");
    if first.starts_with('<') && is_xml {
        return Some(".xml");
    }
    let member = match first {
        "{" => lines.get(1).copied(),
        _ => first.strip_prefix('{'),
    };
    if member.is_some_and(is_member) {
        return Some(".jsonl");
    }
    if let Some(rest) = text.trim_start().strip_prefix('[')
        && rest.trim_start().starts_with("{\"")
    {
        return Some(".json");
    }
    is_table(&head).then_some(".csv")
}

/// Returns whether an entry of BibTeX begins here.
fn is_entry(line: &str) -> bool {
    let name = line.strip_prefix('@').unwrap_or_default();
    let rest = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    name.len() > rest.len() && rest.trim_start().starts_with(['{', '('])
}

/// Returns whether this is a member of an object.
fn is_member(line: &str) -> bool {
    line.trim_start().starts_with('"') && line.contains(':')
}

/// Returns whether these bytes begin a table: short names, one of them that of a column which tables of texts or
/// records have, and rows of as many cells.
fn is_table(head: &[u8]) -> bool {
    const USUAL: [&str; 22] = [
        "id", "text", "title", "abstract", "html", "url", "doi", "author", "authors", "year",
        "content", "body", "journal", "date", "ti", "au", "ab", "so", "pmid", "label", "text_a",
        "id_a",
    ];
    const ROWS: usize = 5;
    const MOST_OF_NAME: usize = 40;
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter::found(head, b','))
        .has_headers(false)
        .flexible(true)
        .from_reader(head);
    let mut records: Vec<ByteRecord> = Vec::new();
    let mut record = ByteRecord::new();
    while records.len() < ROWS && matches!(reader.read_byte_record(&mut record), Ok(true)) {
        records.push(record.clone());
    }
    let Some((header, rows)) = records.split_first() else {
        return false;
    };
    let names = header
        .iter()
        .map(|name| String::from_utf8_lossy(name).trim().to_lowercase());
    let names: Vec<String> = names.collect();
    let is_name = |name: &String| name.chars().count() <= MOST_OF_NAME;
    names.len() > 1
        && names.iter().all(is_name)
        && names.iter().any(|name| USUAL.contains(&&**name))
        && !rows.is_empty()
        && rows
            .iter()
            .take(ROWS - 2)
            .all(|row| row.len() == header.len())
}
