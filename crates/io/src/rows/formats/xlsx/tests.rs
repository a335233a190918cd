use std::io::Write;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;
use crate::TableOptions;
use crate::rows::Rows;

const BOOK: &str = "<workbook xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">\
    <sheets><sheet name=\"Empty\" sheetId=\"1\" r:id=\"a\"/><sheet name=\"Records\" sheetId=\"2\" r:id=\"b\"/></sheets></workbook>";

const ROOT: &str = "<Relationships><Relationship Id=\"a\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>";

const RELATIONS: &str = "<Relationships>\
    <Relationship Id=\"a\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" Target=\"worksheets/sheet1.xml\"/>\
    <Relationship Id=\"b\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" Target=\"worksheets/sheet2.xml\"/>\
    </Relationships>";

const STYLES: &str = "<styleSheet><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"22\"/></cellXfs></styleSheet>";

/// A workbook whose second sheet has these rows.
fn book(rows: &str, strings: &str) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let sheet = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
    let strings = format!("<sst>{strings}</sst>");
    for (name, content) in [
        ("_rels/.rels", ROOT),
        ("xl/workbook.xml", BOOK),
        ("xl/_rels/workbook.xml.rels", RELATIONS),
        ("xl/styles.xml", STYLES),
        ("xl/sharedStrings.xml", &strings),
        (
            "xl/worksheets/sheet1.xml",
            "<worksheet><sheetData/></worksheet>",
        ),
        ("xl/worksheets/sheet2.xml", &sheet),
    ] {
        archive
            .start_file(name, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn read(bytes: &[u8]) -> Vec<Result<Row>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xlsx");
    std::fs::write(&path, bytes).unwrap();
    match Rows::open(&path, &TableOptions::default()) {
        Ok(rows) => rows.collect(),
        Err(error) => vec![Err(error)],
    }
}

fn message(row: &Result<Row>) -> String {
    let text = row.as_ref().unwrap_err().to_string();
    text.rsplit_once("a.xlsx").unwrap().1.to_owned()
}

const ROWS: &str = "<row r=\"2\"><c r=\"A2\" t=\"s\"><v>0</v></c><c r=\"B2\" t=\"inlineStr\"><is><t>year</t></is></c>\
    <c r=\"D2\" t=\"str\"><v> on </v></c></row>\
    <row r=\"3\"/>\
    <row r=\"4\"><c r=\"A4\" t=\"s\"><v>1</v></c><c r=\"B4\"><v>2008</v></c><c r=\"C4\"><v>7</v></c><c r=\"D4\" s=\"1\"><v>39508</v></c></row>\
    <row r=\"9\"><c r=\"A9\" t=\"str\"><v>Two, &amp; more</v></c><c r=\"B9\"><v>0.5</v></c><c r=\"D9\" s=\"2\"><v>39508.75</v></c>\
    <c r=\"F9\" t=\"e\"><v>#N/A</v></c></row>";

const STRINGS: &str =
    "<si><t>title</t></si><si><r><t xml:space=\"preserve\">The </t></r><r><t>ferry</t></r></si>";

#[test]
fn rows_are_those_of_the_first_sheet_that_holds_something() {
    let rows = read(&book(ROWS, STRINGS));
    let rows: Vec<&Row> = rows.iter().map(|row| row.as_ref().unwrap()).collect();
    let values = |row: &Row| {
        let cells = row
            .columns()
            .map(|name| format!("{name}={}", row.get(name).unwrap().unwrap()));
        cells.collect::<Vec<_>>().join("; ")
    };
    assert_eq!(rows.len(), 2);
    assert_eq!(values(rows[0]), "on=2008-03-01; title=The ferry; year=2008");
    assert_eq!(
        values(rows[1]),
        "on=2008-03-01T18:00:00; title=Two, & more; year=0.5"
    );
    assert!(rows[1].place.to_string().ends_with("a.xlsx:9"));
}

#[test]
fn what_is_kept_becomes_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xlsx");
    std::fs::write(&path, book(ROWS, STRINGS)).unwrap();
    let target = folder.path().join("kept.csv");
    let written = |rows: &[u64], fills: &mut [Fill]| {
        let mut out = OutputFile::create(&target).unwrap();
        let missing = write(&path, rows, fills, &mut out).unwrap();
        out.finish().unwrap();
        (missing, std::fs::read_to_string(&target).unwrap())
    };
    let rows =
        "title,year,,on\nThe ferry,2008,7,2008-03-01\n\"Two, & more\",0.5,,2008-03-01T18:00:00\n";
    assert_eq!(written(&[1, 2], &mut []), (0, rows.to_owned()));
    assert_eq!(written(&[3], &mut []), (1, "title,year,,on\n".to_owned()));
    // A cell to the right of the header's last one is kept as well, the empty column before it is not.
    let beside = "<row><c t=\"str\"><v>title</v></c></row>\
        <row><c t=\"str\"><v>One</v></c><c t=\"str\"/><c t=\"str\"><v>a note</v></c></row>";
    std::fs::write(&path, book(beside, "")).unwrap();
    assert_eq!(
        written(&[1], &mut []),
        (0, "title,\nOne,a note\n".to_owned())
    );
}

#[test]
fn hostile_files_are_refused() {
    let damaged = read(b"no spreadsheet");
    assert!(message(&damaged[0]).starts_with(": it is damaged, or not what its extension says ("));
    let mut without = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    for (name, content) in [
        ("_rels/.rels", ROOT),
        ("xl/_rels/workbook.xml.rels", RELATIONS),
    ] {
        without.start_file(name, options).unwrap();
        without.write_all(content.as_bytes()).unwrap();
    }
    assert_eq!(
        message(&read(&without.finish().unwrap().into_inner())[0]),
        ": it is damaged, or not what its extension says (it has no sheet); copy it again or remove it"
    );
    let doubled = "<row><c t=\"str\"><v>a</v></c><c t=\"str\"><v>a</v></c></row>";
    assert_eq!(
        message(&read(&book(doubled, ""))[0]),
        ":1: column 'a' occurs twice; rename or remove one of them"
    );
    assert_eq!(
        message(&read(&book("", ""))[0]),
        ": the input is empty; fill or remove it"
    );
    // Far apart: nothing stands between them.
    let far = "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"1048576\"><c r=\"A1048576\"><v>1</v></c><c r=\"XFD1048576\"><v>2</v></c></row>";
    assert_eq!(read(&book(far, "")).len(), 1);
    // Farther than sheets go: a header of a billion columns would fill the memory.
    for cell in ["XFE1", "ZZZZZZ1", "A1048577"] {
        let outside = format!("<row><c r=\"{cell}\" t=\"str\"><v>a</v></c></row>");
        assert_eq!(
            message(&read(&book(&outside, ""))[0]),
            ": it is damaged, or not what its extension says (a cell stands outside of A1:XFD1048576); copy it again or remove it"
        );
    }
    // One long text that many cells show.
    let long = format!("<si><t>{}</t></si>", "x".repeat(1 << 20));
    let cells = "<row><c t=\"s\"><v>0</v></c></row>".repeat(300);
    let too_much =
        "its parts have more than 268,435,456 bytes, which is the limit; split or remove it";
    assert_eq!(
        message(&read(&book(&cells, &long))[0]),
        format!(": {too_much}")
    );
    // Parts that are small only while they are packed.
    let bomb = format!("<si><t>{}</t></si>", " ".repeat(257 << 20));
    assert_eq!(message(&read(&book("", &bomb))[0]), format!(": {too_much}"));
}
