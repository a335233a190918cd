use proptest::prelude::*;

use super::*;
use crate::input::Stream;
use crate::rows::cell::Cell;
use crate::rows::formats::{JsonRecords, TableRecords};
use dejalu_base::error::Error;

/// The rows of a file, each as `line: column=text ...` or its error without the path.
fn rows(name: &str, content: &[u8]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    let folder = format!("{}/", folder.path().display());
    let shown = |error: Error| error.to_string().replace(&folder, "");
    let rows = match Rows::open(&path, &TableOptions::default()) {
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
        rows(
            "a.csv",
            b"id,text\n1\n2,caf\xE9\n3,\xC3\xA9t\xC3\xA9 \xC3\xA7\xC3\xA0\n"
        ),
        [
            "a.csv:2: the row has 1 cell, the header 2; put cells that contain the separator, \
             a quotation mark or a line break in quotation marks",
            "a.csv:3: not valid UTF-8 at byte 3 of 'text'; convert the file to UTF-8, or name the character set of documents, such as latin1, with encoding",
            "4: id=3 text=été çà",
        ]
    );
}

#[test]
fn the_character_set_and_the_delimiter_are_found() {
    let latin = b"id;text\n1;d\xE9j\xE0 lu, caf\xE9\n2;na\xEFve\n";
    let expected = ["2: id=1 text=déjà lu, café", "3: id=2 text=naïve"];
    assert_eq!(rows("a.csv", latin), expected);
    assert_eq!(rows("a.csv.gz", &gzip(latin)), expected);
    assert_eq!(rows("a.tsv", b"a|b\n1|x\n"), ["2: a=1 b=x"]);
    let (japanese, ..) =
        encoding_rs::SHIFT_JIS.encode("id,text\r\n1,日本語の文章です\r\n2,東京\r\n");
    assert_eq!(
        rows("a.csv", &japanese),
        ["2: id=1 text=日本語の文章です", "3: id=2 text=東京"]
    );
    let utf16: Vec<u8> = "id,text\n1,déjà lu\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(rows("a.csv", &utf16), ["2: id=1 text=déjà lu"]);
    // A first line may say nothing but the delimiter.
    assert_eq!(
        rows("a.csv", b"sep=;\r\nid;text\r\n1;a,b\r\n2\r\n"),
        [
            "3: id=1 text=a,b",
            "a.csv:4: the row has 1 cell, the header 2; put cells that contain the separator, \
             a quotation mark or a line break in quotation marks",
        ]
    );
    assert_eq!(
        rows("a.csv", b"\"sep=|\"\nid|text\n1|a\n"),
        ["3: id=1 text=a"]
    );
    assert_eq!(rows("a.csv", b"sep=,text\n1,a\n"), ["2: sep==1 text=a"]);
    // JSON is UTF-8 unless a user says otherwise.
    assert_eq!(
        rows("a.jsonl", b"{\"id\": \"caf\xE9\"}\n"),
        [
            "a.jsonl:1: not valid UTF-8 at byte 11; convert the file to UTF-8, or name the character set of documents, such as latin1, with encoding"
        ]
    );
}

#[test]
fn the_character_set_and_the_delimiter_can_be_said() {
    let said = |delimiter, encoding: &str, content: &[u8]| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        std::fs::write(&path, content).unwrap();
        let options = TableOptions {
            delimiter,
            encoding: (!encoding.is_empty()).then(|| encoding.to_owned()),
        };
        let rows = match Rows::open(&path, &options) {
            Ok(rows) => rows,
            Err(error) => {
                return vec![
                    error
                        .to_string()
                        .replace(&path.display().to_string(), "a.csv"),
                ];
            }
        };
        rows.map(|row| match row {
            Ok(row) => row.get("text").unwrap().unwrap_or_default().to_owned(),
            Err(error) => error
                .to_string()
                .replace(&path.display().to_string(), "a.csv"),
        })
        .collect()
    };
    assert_eq!(said(Some(':'), "", b"id:text\n1:a,b\n"), ["a,b"]);
    let cyrillic = b"id,text\n1,\xE4\xE0\n";
    assert_eq!(said(None, "windows-1251", cyrillic), ["да"]);
    assert_eq!(said(None, "koi8-r", cyrillic), ["ДЮ"]);
    assert_eq!(
        said(None, "utf-8", cyrillic),
        [
            "a.csv:2: not valid UTF-8 at byte 0 of 'text'; convert the file to UTF-8, or name the character set of documents, such as latin1, with encoding"
        ]
    );
    let utf16: Vec<u8> = "id,text\n1,é\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(said(None, "utf-16le", &utf16), ["é"]);
    assert_eq!(
        said(None, "shift_jis", b"id,text\n1,\x81\xFF\n"),
        [
            "a.csv:2: 'text' has bytes that are not characters in the table's character set; name the \
          right one, or convert the file to UTF-8"
        ]
    );
    assert_eq!(
        said(Some(','), "", b"id;text\n1;a\n"),
        [
            "a.csv:1: the header is one cell, 'id;text', which semicolons would split; give that delimiter, or none: it is detected"
        ]
    );
    assert_eq!(
        said(Some('a'), "", b"id,text\n1,a\n"),
        [
            "delimiter 'a': expected an ASCII character that is no letter, digit, quotation mark or \
          line end, such as ; or |"
        ]
    );
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn objects_of_an_array_are_rows() {
    let array =
        b" [\n {\"id\": 1, \"text\": \"a ] } \\\" b\"},\n {\n  \"id\": 2, \"x\": [{}]\n }\n]\n";
    assert_eq!(
        rows("a.json", array),
        [
            "2: id=1 text=a ] } \" b",
            "3: id=2 a.json:3: 'x' is a list; expected text or a number, in quotation marks if it is long"
        ]
    );
    assert_eq!(
        rows("a.json", b"{\"id\": 1}{\"id\": 2}\n{\"id\": 3}"),
        ["1: id=1", "1: id=2", "2: id=3"]
    );
    assert_eq!(
        rows("a.json", b"[7, {\"id\": 1}, {\"id\": "),
        [
            "a.json:1: not a JSON object: invalid type: integer `7`, expected a map; correct or remove it",
            "1: id=1",
            "a.json:1: not a JSON object: EOF while parsing a value; correct or remove it",
            "a.json:1: the array begins here and never ends; the file may be cut short, copy it again",
        ]
    );
    assert_eq!(
        rows(
            "a.json",
            b"[{\"id\": 1}]\n[{\"id\": 2}] [], [{\"id\": 3}]\n"
        ),
        ["1: id=1", "2: id=2", "2: id=3"]
    );
    for empty in ["", "[]", " [ ]\n"] {
        assert_eq!(
            rows("a.json", empty.as_bytes()),
            ["a.json: the input is empty; fill or remove it"]
        );
    }
}

#[test]
fn what_is_no_array_of_objects_is_told() {
    let bad =
        |problem: &str| format!("a.json:1: not a JSON object: {problem}; correct or remove it");
    let no_value = bad("expected value");
    let number = bad("invalid type: integer `1`, expected a map");
    let behind = "a.json:1: the array ends before this, and nothing from here on is read; remove it, or make the \
        file one array";
    for (json, expected) in [
        ("]]", vec![&*no_value, &no_value]),
        ("{\"id\": 1} ] }", vec!["1: id=1", &no_value]),
        ("[1] ]]", vec![&number, behind]),
        ("[{\"id\":1}] ]]", vec!["1: id=1", behind]),
        ("[{\"id\":1}] {\"id\":2}", vec!["1: id=1", behind]),
        ("[] {\"id\":2}", vec![behind]),
    ] {
        assert_eq!(rows("a.json", json.as_bytes()), expected, "{json}");
    }
}

#[test]
fn a_quote_that_is_never_closed_is_told_with_its_line() {
    let unclosed = |lines| {
        format!(
            "a quoted cell begins here and never ends, so {lines} not read; close its \
             quotation mark, or double a quotation mark that belongs to the text"
        )
    };
    let csv = "id,text\n1,a\n2,\"b\n3,c\n4,d\n";
    let expected = [
        "2: id=1 text=a".to_string(),
        format!("a.csv:3: {}", unclosed("3 lines are")),
    ];
    assert_eq!(rows("a.csv", csv.as_bytes()), expected);
    // Without a line end at the end, with other line ends, and in other cells than the last.
    assert_eq!(rows("a.csv", csv.trim_end().as_bytes()), expected);
    assert_eq!(
        rows("a.csv", csv.replace('\n', "\r\n").as_bytes()),
        expected
    );
    let tsv = csv.replace(',', "\t");
    assert_eq!(
        rows("a.tsv", tsv.as_bytes())[1],
        expected[1].replace("csv", "tsv")
    );
    let packed = zstd::encode_all(csv.as_bytes(), 3).unwrap();
    assert_eq!(
        rows("a.csv.zst", &packed)[1],
        expected[1].replace("csv", "csv.zst")
    );
    assert_eq!(
        rows("a.csv", b"id,text\n\"1,a\n"),
        [format!("a.csv:2: {}", unclosed("1 line is"))]
    );
    assert_eq!(
        rows("a.csv", b"id,\"text\n1,a\n"),
        [format!("a.csv:1: {}", unclosed("2 lines are"))]
    );
    // The mark may stand on a later line than its row.
    assert_eq!(
        rows("a.csv", b"id,text\n\"1\n2\",\"a\n3,b\n"),
        [format!("a.csv:3: {}", unclosed("2 lines are"))]
    );
}

proptest! {
    /// Whatever a writer of tables quotes is read as it was.
    #[test]
    fn quotes_that_are_right_are_no_fault(cells in proptest::collection::vec("[ab,\"\n]{0,8}", 1..12)) {
        let mut table = csv::Writer::from_writer(b"id,text\n".to_vec());
        for cell in &cells {
            // No line of a cell begins like a row.
            table.write_record(["7", cell]).unwrap();
        }
        let table = table.into_inner().unwrap();
        let read = rows("a.csv", &table);
        prop_assert_eq!(read.len(), cells.len());
        for (row, cell) in read.iter().zip(&cells) {
            let expected = format!(" id=7 text={cell}");
            prop_assert!(row.ends_with(&expected), "{} for {}", row, cell);
        }
    }
}

/// Words as prose has them, with commas now and then.
fn line_of_prose() -> impl Strategy<Value = String> {
    let words = proptest::collection::vec("[a-zé]{1,6}|[0-9]{1,3}", 1..5);
    proptest::collection::vec(words.prop_map(|words| words.join(" ")), 1..5)
        .prop_map(|clauses| clauses.join(", "))
}

proptest! {
    /// Lines with as many commas as a row are not rows if they are prose.
    #[test]
    fn prose_in_quoted_cells_is_read_whole(
        texts in proptest::collection::vec(proptest::collection::vec(line_of_prose(), 1..20), 1..20),
        id in "[a-z]{1,2}[0-9]{1,3}|[0-9]{1,4}|[a-z]{3}",
    ) {
        let mut table = csv::Writer::from_writer(b"id,text,note\n".to_vec());
        for text in &texts {
            table.write_record([&id, &text.join("\n"), "n"]).unwrap();
        }
        let read = rows("a.csv", &table.into_inner().unwrap());
        prop_assert_eq!(read.len(), texts.len());
        for (row, text) in read.iter().zip(&texts) {
            let expected = format!(" id={id} note=n text={}", text.join("\n"));
            prop_assert!(row.ends_with(&expected), "{} for {}", row, expected);
        }
    }
}

#[test]
fn texts_with_a_comma_in_every_line_are_read() {
    let poem: String = (0..14)
        .map(|n| format!("\nline {n} of it, storm and winter"))
        .collect();
    let list: String = (0..14).map(|n| format!("\n{n}, budget")).collect();
    let table = "x,word\n".repeat(2) + "and so on, and on\nin many words";
    for text in [poem, list, table] {
        for id in ["p1", "7"] {
            let csv = format!("id,text\n{id},\"Items:{text}\"\nq2,b\n");
            let read = rows("a.csv", csv.as_bytes());
            assert_eq!(read[0], format!("2: id={id} text=Items:{text}"));
            assert_eq!(read.len(), 2);
        }
    }
}

#[test]
fn rows_that_are_swallowed_one_by_one_are_told_at_the_end() {
    let pair = |n: u32| format!("d{n},\"text,n\nd{},text\",n\n", n + 1);
    let table = |pairs: u32| {
        let pairs: String = (0..pairs).map(|n| pair(2 * n)).collect();
        rows("a.csv", format!("id,text,note\nc,c,n\n{pairs}").as_bytes())
    };
    let read = table(300);
    assert_eq!(read.len(), 302);
    assert_eq!(
        read[301],
        "a.csv:3: a quoted cell begins here and contains what looks like a row of the table, one of \
         300 such lines in quoted cells, which are read as text; close each quotation mark \
         where its cell ends, or double a quotation mark that belongs to the text; if the lines are text, write the \
         table as JSONL"
    );
    assert_eq!(table(3).len(), 5);
    // One or two may be an accident.
    assert_eq!(table(2).len(), 3);
}

#[test]
fn rows_between_a_stray_quote_and_a_later_one_are_told() {
    let told = |last, how, lines| {
        format!(
            "a.csv:2: a quoted cell begins here and runs to line {last}, {how}, so these \
             {lines} lines are not read; close its quotation mark where it ends, or double a \
             quotation mark that belongs to the text"
        )
    };
    let after = "where text follows its closing mark";
    for stray in ["3,say \"no\" again", "3,\"c\""] {
        let csv = format!("id,text\n1,\"a\n2,b\n{stray}\n4,d\n");
        let expected = [told(4, after, 3), "5: id=4 text=d".to_string()];
        assert_eq!(rows("a.csv", csv.as_bytes()), expected);
    }
    // A mark that stands where one may close a cell shows by the lines before it.
    let swallowed = |n: u32| -> String { (0..n).map(|n| format!("x{n},word\n")).collect() };
    let csv = |n| format!("id,text\n1,\"a\n{}3,5 inch\"\n4,d\n", swallowed(n));
    let like_rows = |last, lines| {
        let told = told(last, "and its lines look like rows of the table", lines);
        format!("{told}; if the lines are text, write the table as JSONL")
    };
    assert_eq!(
        rows("a.csv", csv(10).as_bytes()),
        [like_rows(13, 12), "14: id=4 text=d".to_string()]
    );
    assert_eq!(
        rows("a.csv", csv(3).as_bytes()),
        [like_rows(6, 5), "7: id=4 text=d".to_string()]
    );
    // The id tells a row from a line of a text, whatever its digits.
    let hashes = "id,text,note\n3f-a7,\"a,n\nb81-00e,b,n\n9c-d1,c,n\n77-f0,d\",n\ne1-4,e,n\n";
    let read = rows("a.csv", hashes.as_bytes());
    assert_eq!(
        read,
        [like_rows(5, 4), "6: id=e1-4 note=n text=e".to_string()]
    );
    // Within a line nothing is swallowed, and a row of too many cells says how far it runs.
    assert_eq!(rows("a.csv", b"id,text\n1,\"a\" b\n"), ["2: id=1 text=a b"]);
    assert_eq!(
        rows("a.csv", b"id,text\n1,\"a\n2,b\n3,c\",d\n4,e\n"),
        [
            "a.csv:2: the row has 3 cells in 3 lines, the header 2; put cells that contain the \
             separator, a quotation mark or a line break in quotation marks",
            "5: id=4 text=e",
        ]
    );
}

#[test]
fn the_names_of_many_columns_are_checked_at_once() {
    let names: Vec<String> = (0..100_000).map(|n| format!("c{n}")).collect();
    let begun = std::time::Instant::now();
    let read = rows("a.csv", format!("{}\n", names.join(",")).as_bytes());
    assert!(read[0].starts_with("a.csv: the input is empty"), "{read:?}");
    assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
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
            "a.jsonl:4: not valid UTF-8 at byte 0; convert the file to UTF-8, or name the character set of documents, such as latin1, with encoding",
            "a.jsonl:5: not one JSON object on one line: trailing characters (column 4)",
        ]
    );
}

#[test]
fn a_name_that_stands_twice_is_refused_in_every_form() {
    let refused = "column 'text' occurs twice; rename or remove one of them";
    for (name, table) in [
        ("a.csv", "id,text, text \n1,a,b\n"),
        ("a.tsv", "text\tid\ttext\n"),
    ] {
        assert_eq!(
            rows(name, table.as_bytes()),
            [format!("{name}:1: {refused}")]
        );
    }
    assert_eq!(
        rows("a.jsonl", b"{\"id\": 1, \"id\": 2}\n{\"id\": 3}"),
        [
            "a.jsonl:1: not one JSON object on one line: key 'id' occurs twice (column 18)",
            "2: id=3"
        ]
    );
    // Columns without a name are those that a spreadsheet left empty.
    assert_eq!(rows("a.csv", b"id,,\n1,x,\n"), ["2: =x id=1"]);
    let cells = || vec![Some(Cell::Text("a".into()))];
    let columns = Columns::new("pairs").with("text", cells()).unwrap();
    let error = columns.with("text", cells()).unwrap_err();
    assert_eq!(error.to_string(), format!("pairs: {refused}"));
}

#[test]
fn a_piece_that_is_too_large_ends_the_source_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |name: &str, content: &[u8], read: fn(Stream, Place) -> Error| {
        let path = folder.path().join(name);
        std::fs::write(&path, zstd::encode_all(content, 3).unwrap()).unwrap();
        let stream = Stream::of_pieces(&path, 1000).unwrap();
        let folder = format!("{}/", folder.path().display());
        read(stream, place(&path)).to_string().replace(&folder, "")
    };
    let sentence = "more than 1,000 bytes in one text, line or row, which is the limit; split it, or remove it if it is not what its name says; the rest of the file is not read";
    let bomb = "x".repeat(20_000);
    let whole = |mut stream: Stream, _| stream.read_all().unwrap_err();
    assert_eq!(
        refused("a.txt.zst", bomb.as_bytes(), whole),
        "a.txt.zst: it has more than 1,000 bytes, which is the limit; split it, or remove it if it is not what its name says"
    );
    let lines = format!("{{\"id\": 1}}\n{{\"id\": 2}}\n{bomb}\n");
    let last_line =
        |stream, place: Place| last_error(Box::new(JsonRecords::new(stream, place.clone())), place);
    assert_eq!(
        refused("a.jsonl.zst", lines.as_bytes(), last_line),
        format!("a.jsonl.zst:3: {sentence}")
    );
    let cells = format!("id\n1\n{bomb}\n");
    let last_row = |stream, place: Place| {
        let table = TableRecords::new(stream, b',', &place).unwrap();
        last_error(Box::new(table), place)
    };
    assert_eq!(
        refused("a.csv.zst", cells.as_bytes(), last_row),
        format!("a.csv.zst:3: {sentence}")
    );
}

#[test]
fn a_line_that_is_too_long_is_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    for length in [1_001, 1_990, 2_001, 3_001, 15_000] {
        for end in ["\n", "\r\n"] {
            let long = "x".repeat(length);
            let lines = format!("{{\"id\": 1}}{end}{long}{end}{{\"id\": 2}}{end}");
            std::fs::write(&path, lines).unwrap();
            let stream = Stream::of_pieces(&path, 1000).unwrap();
            let records = Box::new(JsonRecords::new(stream, place(&path)));
            let rows = Rows::of(records, place(&path));
            let rows: Vec<Result<Row>> = rows.collect();
            assert_eq!(rows.len(), 3, "{length}");
            assert_eq!(
                rows[1].as_ref().unwrap_err().to_string(),
                format!(
                    "{}:2: the line has more than 1,000 bytes, the limit of a document; split it or remove it",
                    path.display()
                )
            );
            let last = rows[2].as_ref().unwrap();
            assert_eq!(last.get("id").unwrap(), Some("2"));
            assert_eq!(last.place.line, Some(3));
        }
    }
}

fn last_error(records: Box<dyn Records>, place: Place) -> Error {
    Rows::of(records, place).last().unwrap().unwrap_err()
}
