//! Stories about reading: what users have on disk, and what they get or are told.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use dejalu::document::reader::{self, LoadedDocuments, OnBad, ReadOptions};
use dejalu::document::{Document, FieldKind, MainContent};
use dejalu_io::{Cell, Columns};
use flate2::write::GzEncoder;
use proptest::prelude::*;
use tempfile::TempDir;

/// A folder with files in it.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Reads a source in the folder, and the folder itself for an empty name. One by one and all
    /// at once must give the same.
    fn read(&self, name: &str) -> LoadedDocuments {
        let path = self.path(name);
        let options = ReadOptions::default();
        let all = reader::read_all(&path, &options, OnBad::Skip).unwrap();
        let one_by_one: Vec<_> = reader::open(&path, &options).unwrap().collect();
        let texts = one_by_one.iter().flatten().map(|document| &document.text);
        assert!(texts.eq(all.documents.iter().map(|document| &document.text)));
        all
    }

    /// The error that stops the reading of a source, without the path of the folder.
    fn error(&self, name: &str) -> String {
        let read = reader::read_all(&self.path(name), &ReadOptions::default(), OnBad::Stop);
        self.shown(&read.unwrap_err())
    }

    fn shown(&self, error: &dejalu::Error) -> String {
        let folder = self.0.path().display().to_string();
        error
            .to_string()
            .replace(&format!("{folder}/"), "")
            .replace(&folder, "FOLDER")
    }

    fn skipped(&self, collection: &LoadedDocuments) -> Vec<String> {
        collection
            .skipped
            .iter()
            .map(|error| self.shown(error))
            .collect()
    }
}

fn ids(collection: &LoadedDocuments) -> Vec<&str> {
    collection
        .documents
        .iter()
        .map(|document| document.id.as_str())
        .collect()
}

fn texts(document: &Document) -> Vec<&str> {
    document
        .fields
        .iter()
        .map(|field| document.field_text(field))
        .collect()
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Default::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_folder_gives_its_documents_in_order_and_ignores_the_rest() {
    let folder = Folder::new()
        .with("b/page.HTML", "<title>Title</title><p>Page")
        .with("b/a.txt.gz", gzip(b"Text in gzip"))
        .with(
            "b/c.md.zst",
            zstd::encode_all(&b"Text in zstd"[..], 3).unwrap(),
        )
        .with("a.txt", "Text")
        .with("picture.png", [0, 1, 2])
        .with("table.csv", "id,text\n1,not a document of this folder\n");
    let read = folder.read("");
    assert_eq!(
        ids(&read),
        ["a.txt", "b/a.txt.gz", "b/c.md.zst", "b/page.HTML"]
    );
    assert_eq!(texts(&read.documents[3]), ["Title", "Page"]);
    assert!(read.skipped.is_empty());
}

#[test]
fn a_single_file_is_a_document() {
    let folder = Folder::new()
        .with("a.xhtml", "<p>Page")
        .with("b.txt", "\u{feff}Text\r\nmore");
    assert_eq!(ids(&folder.read("a.xhtml")), ["a.xhtml"]);
    let document = reader::read_one(&folder.path("b.txt"), MainContent::default()).unwrap();
    assert_eq!(texts(&document), ["Text\nmore"]);
}

#[test]
fn bad_files_are_told_and_the_others_read() {
    let folder = Folder::new()
        .with("a.txt", "")
        .with("b.txt", "PK\0\0")
        .with("c.txt", b"caf\xE9")
        .with("d.txt", "Text")
        .with("e.txt", "--- ... ---")
        .with("f.html", "<script>run()</script>")
        .with(
            "g.txt",
            "Déjà lu, le café fermé\u{e9}"
                .as_bytes()
                .split_last()
                .unwrap()
                .1,
        )
        .with("h.txt.gz", &gzip(&b"many words ".repeat(5000))[..60]);
    let read = folder.read("");
    assert_eq!(ids(&read), ["c.txt", "d.txt", "e.txt"]);
    assert_eq!(texts(&read.documents[0]), ["café"]);
    assert_eq!(read.documents[0].charset, Some("windows-1252"));
    let skipped = folder.skipped(&read);
    assert_eq!(
        skipped[..4],
        [
            "a.txt: the input is empty; fill or remove it",
            "b.txt: looks binary (a zero byte at byte 2); expected text in UTF-8, in UTF-16 with a byte order mark, or in a character set without zero bytes; convert or remove it",
            "f.html: the document contains no words; correct or remove it",
            "g.txt: the file is UTF-8 except at byte 26; save it again from its source, or remove the damaged bytes",
        ]
    );
    assert!(
        skipped[4].starts_with("h.txt.gz: the file is cut short: its compressed data ends after"),
        "{skipped:?}"
    );
    assert_eq!(folder.error(""), skipped[0]);
}

#[test]
fn a_source_that_cannot_be_read_is_one_sentence() {
    let folder = Folder::new()
        .with("a.doc", "x")
        .with("only/a.png", "x")
        .with("t.csv", "ID,page\n1,x\n");
    assert_eq!(
        folder.error("a.doc"),
        format!(
            "a.doc has an unknown extension; expected one of {}, each also with .gz or .zst",
            reader::accepted().join(" ")
        )
    );
    for ending in [
        ".txt", ".md", ".html", ".htm", ".xhtml", ".jsonl", ".json", ".csv", ".tsv",
    ] {
        assert!(reader::accepted().contains(&ending), "{ending}");
    }
    assert_eq!(
        folder.error("only"),
        format!(
            "only: the folder contains no documents; expected files with one of the extensions {}, \
             each also with .gz or .zst",
            reader::endings().join(" ")
        )
    );
    assert_eq!(
        folder.error("missing.txt"),
        "cannot open missing.txt: No such file or directory (os error 2); correct the path"
    );
    assert_eq!(
        folder.error("t.csv"),
        "t.csv:1: the columns are ID, page; expected 'id' and one of 'text', 'html'; rename a column, or name it with text"
    );
}

/// The text in each form in which it can come, as documents.
fn in_every_form(text: &str) -> Vec<Document> {
    let record = |delimiter| {
        let mut table = csv::WriterBuilder::new()
            .delimiter(delimiter)
            .from_writer(Vec::new());
        table.write_record(["id", "text"]).unwrap();
        table.write_record(["a", text]).unwrap();
        table.into_inner().unwrap()
    };
    let folder = Folder::new()
        .with("a.txt", text)
        .with("a.txt.gz", gzip(text.as_bytes()))
        .with("a.csv", record(b','))
        .with("a.tsv.gz", gzip(&record(b'\t')))
        .with(
            "a.jsonl",
            serde_json::json!({ "id": "a", "text": text }).to_string(),
        );
    let mut documents = vec![Document::plain("a", text)];
    for name in ["a.txt", "a.txt.gz", "a.csv", "a.tsv.gz", "a.jsonl"] {
        documents.extend(folder.read(name).documents);
    }
    let cell = |text: &str| vec![Some(Cell::Text(text.into()))];
    let columns = Columns::new("d").with("id", cell("a")).unwrap();
    let columns = columns.with("text", cell(text)).unwrap();
    let read = reader::read_columns(columns, &ReadOptions::default(), OnBad::Stop);
    documents.extend(read.unwrap().documents);
    documents
}

#[test]
fn one_text_in_every_form_is_one_document() {
    let wrapped = "The ferry to the\r\nisland was late.\r\n\r\nA storm broke the\rpier.\r\n";
    for document in in_every_form(wrapped) {
        let lines = "The ferry to the\nisland was late.\n\nA storm broke the\npier.";
        assert_eq!(&*document.text, lines);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn same_text_same_document(text in "\u{feff}{0,2}[\\r\\n]{0,3}a([ab .,;\"\t\r\n\u{feff}é=-]|\r\n){0,40}") {
        let documents = in_every_form(&text);
        prop_assert_eq!(documents.len(), 7);
        for document in &documents {
            prop_assert_eq!(&document.text, &documents[0].text);
            prop_assert_eq!(&document.fields, &documents[0].fields);
        }
    }
}

#[test]
fn rows_are_documents() {
    let lines = r#"{"id": 7, "title": "Title", "text": "Text", "cluster": 3, "split": "test", "x": {}}

{"id": "b", "html": "<p><a href='/x'>Link</a>", "url": "https://example.org/b", "text": null}
"#;
    let folder = Folder::new().with("a.jsonl", lines);
    let read = folder.read("a.jsonl");
    assert_eq!(ids(&read), ["7", "b"]);
    let first = &read.documents[0];
    assert_eq!(texts(first), ["Title", "Text"]);
    assert!(first.fields[0].kinds.contains(FieldKind::Title));
    assert_eq!(
        (first.cluster.as_deref(), first.split.as_deref()),
        (Some("3"), Some("test"))
    );
    let second = &read.documents[1];
    assert_eq!(texts(second), ["example org b", "Link"]);
    assert!(second.fields[1].kinds.contains(FieldKind::AnchorSameSite));
    assert_eq!(second.cluster, None);
}

#[test]
fn tables_are_documents_too() {
    let csv = "id,cluster,html,text\n1,,,\"Text,\nmore\"\n2,c,<p>Page,\n";
    let tsv = "name\tabstract\tbody\n1\tfirst\tsecond\n";
    let folder = Folder::new()
        .with("a.csv.gz", gzip(csv.as_bytes()))
        .with("b.tsv", tsv);
    let read = folder.read("a.csv.gz");
    assert_eq!(texts(&read.documents[0]), ["Text,\nmore"]);
    assert_eq!(texts(&read.documents[1]), ["Page"]);
    assert_eq!(read.documents[0].cluster, None);
    assert_eq!(read.documents[1].cluster.as_deref(), Some("c"));

    let options = ReadOptions {
        id: "name".into(),
        text: vec!["abstract".into(), "body".into()],
        ..ReadOptions::default()
    };
    let read = reader::read_all(&folder.path("b.tsv"), &options, OnBad::Stop).unwrap();
    assert_eq!(&*read.documents[0].text, "first\n\nsecond");
}

#[test]
fn bad_rows_are_told_with_file_and_line() {
    let lines = r#"{"id": "a", "text": "Text"}
{"id": "b", "text": "Text", "html": "<p>Text"}
{"text": "Text"}
{"id": "c"}
{"id": "", "text": "Text"}
{"id": "d", "text": " "}
{"id": "e", "text": ["Text", 1]}
{"id": "a", "text": "Other text"}
{"id": "f", "text": "Text"
{"id": "g", "text": "Text"}
"#;
    let folder = Folder::new().with("a.jsonl", lines);
    let read = folder.read("a.jsonl");
    assert_eq!(ids(&read), ["a", "g"]);
    let skipped = folder.skipped(&read);
    assert_eq!(
        skipped,
        [
            "a.jsonl:2: both 'text' and 'html' have a value; give one of them",
            "a.jsonl:3: the row has no 'id', which other rows have; add one that no other row has",
            "a.jsonl:4: the columns are id; expected 'id' and one of 'text', 'html'; rename a column, or name it with text",
            "a.jsonl:5: 'id' is empty; every row needs a value there",
            "a.jsonl:6: the document contains no words; correct or remove it",
            "a.jsonl:7: 'text' is a list; expected text or a number, in quotation marks if it is \
             long",
            "a.jsonl:8: document 'a' was already read at a.jsonl:1; give every document a \
             different id",
            "a.jsonl:9: not one JSON object on one line: EOF while parsing an object (column 26)",
        ]
    );
    assert_eq!(folder.error("a.jsonl"), skipped[0]);
}

#[test]
fn what_precedes_the_cut_of_a_compressed_file_is_kept() {
    let lines: String = (0..3000)
        .map(|n| format!("{{\"id\":{n},\"text\":\"word{n:x}\"}}\n"))
        .collect();
    let whole = gzip(lines.as_bytes());
    let folder = Folder::new().with("a.jsonl.gz", &whole[..whole.len() / 2]);
    let read = folder.read("a.jsonl.gz");
    assert!(read.documents.len() > 1000);
    let expected = format!(
        "a.jsonl.gz:{}: the file is cut short",
        read.documents.len() + 1
    );
    let skipped = folder.skipped(&read);
    assert_eq!(skipped.len(), 1);
    assert!(skipped[0].starts_with(&expected), "{skipped:?}");
}

#[test]
fn several_gzip_members_are_one_file() {
    let mut bytes = gzip(b"{\"id\":1,\"text\":\"one\"}\n");
    bytes.extend(gzip(b"{\"id\":2,\"text\":\"two\"}\n"));
    let folder = Folder::new().with("a.jsonl.gz", bytes);
    assert_eq!(ids(&folder.read("a.jsonl.gz")), ["1", "2"]);
}

#[test]
fn one_very_long_line_is_read() {
    let text = "word ".repeat(1 << 20);
    let folder = Folder::new()
        .with("a.txt", &text)
        .with("a.jsonl", format!("{{\"id\":\"a\",\"text\":\"{text}\"}}"));
    assert_eq!(folder.read("a.txt").documents[0].text.len(), text.len() - 1);
    assert_eq!(
        folder.read("a.jsonl").documents[0].text.len(),
        text.len() - 1
    );
}

#[test]
fn the_order_of_thousands_of_documents_is_kept() {
    let lines: String = (0..10_000)
        .map(|n| format!("{{\"id\":{n},\"html\":\"<p>{n}\"}}\n"))
        .collect();
    let folder = Folder::new().with("a.jsonl", lines);
    let read = folder.read("a.jsonl");
    let expected: Vec<String> = (0..10_000).map(|n| n.to_string()).collect();
    assert_eq!(ids(&read), expected);
}
