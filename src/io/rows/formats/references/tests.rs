use std::path::Path;

use crate::error::Result;
use crate::io::TableOptions;
use crate::io::rows::{Row, Rows};

fn read(name: &str, content: impl AsRef<[u8]>) -> Vec<Result<Row>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    Rows::open(&path, &TableOptions::default())
        .unwrap()
        .collect()
}

fn shown(row: &Result<Row>) -> String {
    let text = row.as_ref().unwrap_err().to_string();
    let name = text.split(':').next().unwrap_or_default();
    let name = Path::new(name).file_name().unwrap_or_default();
    format!("{}:{}", name.display(), text.split_once(':').unwrap().1)
}

fn assert_fields(row: &Result<Row>, expected: &[(&str, &str)]) {
    let row = row.as_ref().unwrap();
    for (name, value) in expected {
        assert_eq!(row.get(name).unwrap(), Some(*value), "{name}");
    }
}

const FIELDS: [(&str, &str); 8] = [
    ("title", "The ferry: a study of piers"),
    ("author", "Doe, Jane; Roe, R."),
    ("year", "2008"),
    ("journal", "Journal of Harbours"),
    ("volume", "19"),
    ("pages", "221-228"),
    ("doi", "10.1000/ferry"),
    (
        "text",
        "Doe, Jane; Roe, R.\n\nJournal of Harbours, 2008, 19, 221-228\n\n10.1000/ferry\n\nWe waited and waited.",
    ),
];

#[test]
fn a_work_is_the_same_in_every_form() {
    let ris = "TY  - JOUR\nTI  - The ferry: a study\nof piers\nAU  - Doe, Jane\nAU  - Roe, R.\nPY  - 2008/03//\n\
        JO  - Journal of Harbours\nVL  - 19\nSP  - 221\nEP  - 228\nDO  - 10.1000/ferry\nN2  - We waited and waited.\nER  - \n";
    let nbib = "PMID- 7\nTI  - The ferry: a study of\n      piers\nFAU - Doe, Jane\nAU  - Doe J\nFAU - Roe, R.\nDP  - 2008 Mar\n\
        JT  - Journal of Harbours\nVI  - 19\nPG  - 221-228\nLID - S1 [pii]\nAID - 10.1000/ferry [doi]\nAB  - We waited and waited.\n";
    let bib = "@string{joh = {Journal of Harbours}}\n@article{doe08,\n  title = {The ferry: a {study} of piers},\n  \
        author = {Doe, Jane and Roe, R.}, year = 2008, journal = joh, volume = 19, pages = {221--228},\n  \
        doi = {10.1000/ferry},\n  abstract = {We waited\n    and waited.}\n}\n";
    for (name, content) in [("a.ris", ris), ("a.nbib", nbib), ("a.bib", bib)] {
        let rows = read(name, content);
        assert_eq!(rows.len(), 1, "{name}");
        assert_fields(&rows[0], &FIELDS);
        let row = rows[0].as_ref().unwrap();
        assert_eq!(row.get("id").unwrap(), None);
    }
    assert_fields(
        &read("a.ris", ris)[0],
        &[("TI", "The ferry: a study of piers"), ("PY", "2008/03//")],
    );
    assert_fields(&read("a.nbib", nbib)[0], &[("key", "7"), ("PMID", "7")]);
    assert_fields(&read("a.bib", bib)[0], &[("key", "doe08")]);
}

#[test]
fn markup_and_other_character_sets_are_text() {
    let bib =
        r#"@book{a, title = {{\"U}ber {\'e}t{\'e} -- na\"{\i}ve}, author = "M{\"u}ller, K."}"#;
    assert_fields(&read("a.bib", bib)[0], &[("author", "Müller, K.")]);
    let latin = b"TY  - BOOK\r\nTI  - D\xE9j\xE0 lu, un caf\xE9\r\nER  - \r\n";
    assert_fields(&read("a.ris", latin)[0], &[("title", "Déjà lu, un café")]);
}

#[test]
fn lines_that_go_on_with_a_field_may_be_blank() {
    let nbib = "PMID- 1\nTI  - One\n      \n      and two\nVI  - 19\n\nPMID- 2\n";
    let rows = read("a.nbib", nbib);
    assert_eq!(rows.len(), 2);
    assert_fields(&rows[0], &[("title", "One and two"), ("volume", "19")]);
    let ris = "TY  - JOUR\nDO  - \n10.1/x\nAB  - One\n\nand two\nER  - \n";
    let fields = [("doi", "10.1/x"), ("abstract", "One and two")];
    assert_fields(&read("a.ris", ris)[0], &fields);
}

#[test]
fn a_broken_record_costs_no_other() {
    let bib = "@article{a, title = {Open {one},\n@article{b, title = {Two}}\n@article{c title}\n@misc{d, title = nowhere}\n@misc{e, title={E}}@misc{f, title={F}}\n@misc{g, title={G}}\n";
    let rows = read("a.bib", bib);
    assert_eq!(rows.len(), 6);
    assert_fields(&rows[1], &[("title", "Two")]);
    assert_fields(&rows[5], &[("title", "G")]);
    let cannot = "the reference cannot be read: ";
    for (row, line) in [(0, 1), (2, 3), (3, 4), (4, 5)] {
        assert!(
            shown(&rows[row]).starts_with(&format!("a.bib:{line}: {cannot}")),
            "{}",
            shown(&rows[row])
        );
    }
    assert_eq!(
        shown(&rows[4]),
        "a.bib:5: the reference cannot be read: another one begins on its lines; correct or remove it"
    );
    let deep = format!(
        "@misc{{a, title = {}x{}}}",
        "{".repeat(100_000),
        "}".repeat(100_000)
    );
    assert_eq!(
        shown(&read("a.bib", deep)[0]),
        "a.bib:1: the reference cannot be read: its braces are nested more than 50 deep; correct or remove it"
    );
    // A record without an end, and one that is too long.
    let ris = format!(
        "TY  - JOUR\nTI  - One\nTY  - JOUR\nAB  - {}\n{}ER  - \nTY  - JOUR\nTI  - Three",
        "x".repeat(1 << 20),
        "KW  - words of some length\n".repeat(700_000)
    );
    let rows = read("a.ris", ris);
    assert_eq!(rows.len(), 3);
    assert_fields(&rows[0], &[("title", "One")]);
    assert_eq!(
        shown(&rows[1]),
        "a.ris:3: the record has more than 16,777,216 bytes, the limit of a document; shorten or remove it"
    );
    assert_fields(&rows[2], &[("title", "Three")]);
    let rows = read("a.ris", b"\xC3\xA9\xC3\xA8\xC3\xA9\xC3\xA8\nTY  - JOUR\nTI  - \xFF\nER  - \nTY  - JOUR\nTI  - Two\n");
    assert_eq!(
        shown(&rows[0]),
        "a.ris:3: not valid UTF-8 at byte 6; convert the file to UTF-8"
    );
    assert_fields(&rows[1], &[("title", "Two")]);
    assert_eq!(
        shown(&read("a.ris", "no record")[0]),
        "a.ris: the input is empty; fill or remove it"
    );
}
