//! Detects the character between the cells of a table.

use csv::ByteRecord;

/// The delimiters that are looked for, and what they are called.
pub(super) const NAMES: [(u8, &str); 4] = [
    (b',', "commas"),
    (b';', "semicolons"),
    (b'\t', "tabs"),
    (b'|', "bars"),
];

/// The delimiter of a table that begins with these bytes: the one by which most of the first records
/// have as many cells as the header, at least two; of several the usual one of its ending, then the
/// one that makes most cells. The usual one where none parts the header. A first line that names it
/// decides.
pub(in crate::rows) fn found(head: &[u8], usual: u8) -> u8 {
    if let Some(delimiter) = named(head) {
        return delimiter;
    }
    let others = NAMES.into_iter().map(|(delimiter, _)| delimiter);
    let candidates = std::iter::once(usual).chain(others.filter(|&other| other != usual));
    let mut best = (usual, Fit::default());
    for delimiter in candidates {
        let fit = Fit::of(head, delimiter);
        if fit > best.1 {
            best = (delimiter, fit);
        }
    }
    best.0
}

/// The delimiter that the first line names and does nothing else: `sep=;`, quoted or not, by which a
/// spreadsheet is told.
pub(super) fn named(head: &[u8]) -> Option<u8> {
    const SEP: &[u8] = b"sep=";
    let head = head.strip_prefix(b"\"").unwrap_or(head);
    let (name, rest) = head.split_at_checked(SEP.len())?;
    let (&delimiter, end) = rest.split_first()?;
    let end = end.strip_prefix(b"\"").unwrap_or(end);
    let is_line = name.eq_ignore_ascii_case(SEP) && matches!(end, [] | [b'\r' | b'\n', ..]);
    is_line.then_some(delimiter)
}

/// A line that names the delimiter, and its end, are no longer.
pub(super) const NAMING: u64 = 9;

/// Fit of a delimiter, worst first.
#[derive(Default, PartialEq, PartialOrd)]
struct Fit {
    /// The share of the records that have as many cells as the header.
    rows: f64,
    cells: usize,
}

impl Fit {
    fn of(head: &[u8], delimiter: u8) -> Self {
        const RECORDS: usize = 20;
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .from_reader(head);
        let mut lengths = Vec::new();
        let mut record = ByteRecord::new();
        while lengths.len() <= RECORDS && matches!(reader.read_byte_record(&mut record), Ok(true)) {
            lengths.push(record.len());
        }
        // The last one may be cut.
        if lengths.len() > 2 {
            lengths.pop();
        }
        match lengths[..] {
            [cells, ..] if cells > 1 => {
                let equal = lengths.iter().filter(|&&length| length == cells).count();
                Fit {
                    rows: equal as f64 / lengths.len() as f64,
                    cells,
                }
            }
            _ => Fit::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_tell_the_delimiter() {
        for (head, usual, delimiter) in [
            ("id;text\n1;one, two\n2;three, four", b',', b';'),
            ("id,text\n1,one; two\n2,three", b'\t', b','),
            ("a|b|c\n1|2|3\n", b',', b'|'),
            ("a\tb\n1\t2\n", b',', b'\t'),
            // Both part the header; the rows decide.
            ("titre;auteur, prénom\nun;deux\ntrois;quatre\n", b',', b';'),
            ("id,\"a;b\"\n1,\"c;d\"\n", b',', b','),
            // Nothing parts it.
            ("text\none; two\n", b',', b','),
            ("", b'\t', b'\t'),
            // Both fit: the usual one.
            ("a;b,c\n1;2,3\n", b';', b';'),
            ("a;b,c\n1;2,3\n", b',', b','),
            // The first line says it.
            ("sep=;\nid,a;text\n1;one\n", b',', b';'),
            ("\"SEP=|\"\r\nid|text\r\n", b',', b'|'),
            ("sep=;x\n1,2\n", b',', b';'),
            ("sep=,text\n1,2\n", b';', b','),
        ] {
            let found = found(head.as_bytes(), usual);
            assert_eq!(char::from(found), char::from(delimiter), "{head}");
        }
    }
}
