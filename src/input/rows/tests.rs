use std::io::Write;

use super::*;

/// The rows of a file, each as `line: column=text ...` or its error without the path.
fn rows(name: &str, content: &[u8]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    let folder = format!("{}/", folder.path().display());
    let shown = |error: Error| error.to_string().replace(&folder, "");
    let rows = match Rows::open(&path) {
        Ok(rows) => rows,
        Err(error) => return vec![shown(error)],
    };
    let line = |row: Row| {
        let cells = row.columns().map(|name| match row.get(name) {
            Ok(text) => format!(" {name}={}", text.unwrap_or_default()),
            Err(error) => format!(" {}", shown(error)),
        });
        let line = row.place.line.unwrap_or_default();
        format!("{line}:{}", cells.collect::<String>())
    };
    rows.map(|row| row.map_or_else(shown, line)).collect()
}

#[test]
fn tables_have_a_header_and_quotation_marks() {
    let csv = "id,text\n1,\"a, \"\"b\"\"\nc\"\n\n2,d\n";
    let expected = ["2: id=1 text=a, \"b\"\nc", "5: id=2 text=d"];
    assert_eq!(rows("a.csv", csv.as_bytes()), expected);
    assert_eq!(rows("a.csv", b"id\r1\r\r2"), ["2: id=1", "4: id=2"]);
    let crlf = "\u{feff}id,text\r\n1,a\r\n2,b\r\n";
    assert_eq!(
        rows("a.CSV", crlf.as_bytes()),
        ["2: id=1 text=a", "3: id=2 text=b"]
    );
    assert_eq!(rows("a.tsv", b"id\ttext\n1\ta,b\n"), ["2: id=1 text=a,b"]);
}

#[test]
fn a_row_that_does_not_fit_is_an_error_of_its_own() {
    assert_eq!(
        rows("a.csv", b"id,text\n1\n2,caf\xE9\n3,c\n"),
        [
            "a.csv:2: the row has 1 cells, the header 2; put cells that hold the separator, a \
             quotation mark or a line end in quotation marks",
            "a.csv:3: not valid UTF-8 at byte 3 of 'text'; convert the file to UTF-8",
            "4: id=3 text=c",
        ]
    );
}

#[test]
fn json_lines_give_text_numbers_and_truth_values() {
    let lines = br#"{"id": 7, "text": "a\nb", "none": null, "yes": true}

{"id": 1.5, "x": [1], "y": {"z": 1}, "big": 1e300, "small": -3}"#;
    assert_eq!(
        rows("a.jsonl", lines),
        [
            "1: id=7 text=a\nb yes=true",
            "3: a.jsonl:3: 'big' is a number too large to be exact; expected text or a number, in \
             quotation marks if it is long id=1.5 small=-3 a.jsonl:3: 'x' is a list; expected \
             text or a number, in quotation marks if it is long a.jsonl:3: 'y' is an object; \
             expected text or a number, in quotation marks if it is long",
        ]
    );
}

#[test]
fn a_line_that_is_no_object_is_an_error_of_its_own() {
    assert_eq!(
        rows("a.jsonl", b"[1]\n{\"id\": \n{\"id\": 1}\n\xFF\n{} {}\n"),
        [
            "a.jsonl:1: not one JSON object on one line: invalid type: sequence, expected a map \
             (column 0)",
            "a.jsonl:2: not one JSON object on one line: EOF while parsing a value (column 7)",
            "3: id=1",
            "a.jsonl:4: not valid UTF-8 at byte 0; convert the file to UTF-8",
            "a.jsonl:5: not one JSON object on one line: trailing characters (column 4)",
        ]
    );
}

#[test]
fn an_empty_source_says_so() {
    let empty = "empty: there is nothing to read in it; fill or remove it";
    assert_eq!(rows("a.jsonl", b""), [format!("a.jsonl: {empty}")]);
    assert_eq!(rows("a.jsonl", b"\n \n"), [format!("a.jsonl: {empty}")]);
    assert_eq!(rows("a.csv", b""), [format!("a.csv: {empty}")]);
    assert_eq!(rows("a.csv", b"id,text\n"), [format!("a.csv: {empty}")]);
}

#[test]
fn utf16_tables_are_read() {
    let units = "\u{feff}id\ttext\n1\tcaf\u{e9}\n".encode_utf16();
    let bytes: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
    assert_eq!(rows("a.tsv", &bytes), ["2: id=1 text=café"]);
}

#[test]
fn a_compressed_source_that_is_cut_short_keeps_its_first_rows() {
    let lines: String = (0..2000)
        .map(|n| format!("{{\"id\":\"{n:x}\"}}\n"))
        .collect();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    gzip.write_all(lines.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let zstd = zstd::encode_all(lines.as_bytes(), 3).unwrap();
    assert_eq!(rows("a.jsonl.gz", &gzip).len(), 2000);
    assert_eq!(rows("a.jsonl.zst", &zstd).len(), 2000);
    let cut = rows("a.jsonl.gz", &gzip[..gzip.len() / 2]);
    assert!(cut.len() > 100, "{}", cut.len());
    let last = cut.last().unwrap();
    let expected = format!(
        "a.jsonl.gz:{}: the file is cut short: its compressed data end",
        cut.len()
    );
    assert!(last.starts_with(&expected), "{last}");
    assert!(
        last.ends_with("bytes of text; copy or download it again"),
        "{last}"
    );
    for name in ["a.jsonl.gz", "a.csv.gz", "a.jsonl.zst"] {
        let cut = rows(name, &[]);
        assert_eq!(cut.len(), 1, "{cut:?}");
    }
    let cut = rows("a.jsonl.zst", &zstd[..zstd.len() / 2]);
    assert!(cut.last().unwrap().contains("cut short"), "{cut:?}");
}
