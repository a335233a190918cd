//! Any bytes as a table. The first byte chooses the format and the packing; with its highest bit set, the
//! rest is put into a workbook as its sheet, or as the texts that its cells share.
#![no_main]

use dejalu_fuzz::{file, read_and_copy, zipped};
use libfuzzer_sys::fuzz_target;

const ENDINGS: [&str; 6] = [".json", ".parquet", ".csv", ".tsv", ".jsonl", ".xlsx"];

const BOOK: [(&str, &str); 5] = [
    (
        "_rels/.rels",
        "<Relationships><Relationship Id=\"a\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>",
    ),
    (
        "xl/workbook.xml",
        "<workbook xmlns:r=\"r\"><sheets><sheet name=\"a\" sheetId=\"1\" r:id=\"a\"/></sheets></workbook>",
    ),
    (
        "xl/_rels/workbook.xml.rels",
        "<Relationships><Relationship Id=\"a\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>",
    ),
    (
        "xl/styles.xml",
        "<styleSheet><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>",
    ),
    (
        "xl/worksheets/sheet1.xml",
        "<worksheet><sheetData><row><c t=\"str\"><v>text</v></c></row><row><c t=\"s\"><v>0</v></c></row></sheetData></worksheet>",
    ),
];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, content)) = data.split_first() else {
        return;
    };
    if choice < 128 {
        return read_and_copy(&file(&ENDINGS, choice, content));
    }
    let (part, around) = if choice % 2 == 0 {
        ("xl/worksheets/sheet1.xml", &BOOK[..4])
    } else {
        ("xl/sharedStrings.xml", &BOOK[..])
    };
    let around = around.iter().map(|&(name, text)| (name, text.as_bytes()));
    read_and_copy(&zipped(".xlsx", around.chain([(part, content)])));
});
