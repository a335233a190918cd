//! Documents as they are read from files:
//!
//! - [`office`]: of office programs, books and PDF;
//! - [`archives`]: in archives;
//! - [`crawl`]: in web archives.

mod archives;
mod crawl;
mod office;

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::options::{OnBad, ReadOptions};
use super::reader::{LoadedDocuments, open, read_all};
use crate::document::{BlockKind, Document, FieldKind};

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn with(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        fs::write(self.path(name), bytes).unwrap();
        self
    }

    fn read(&self, name: &str) -> LoadedDocuments {
        read_all(&self.path(name), &ReadOptions::default(), OnBad::Skip).unwrap()
    }

    fn messages(&self, read: &LoadedDocuments) -> Vec<String> {
        let folder = format!("{}/", self.0.path().display());
        let skipped = read.skipped.iter();
        skipped
            .map(|error| error.to_string().replace(&folder, ""))
            .collect()
    }

    /// The one sentence about a file.
    fn refused(&self, name: &str) -> String {
        match read_all(&self.path(name), &ReadOptions::default(), OnBad::Skip) {
            Ok(read) => {
                assert!(read.documents.is_empty(), "{name}");
                self.messages(&read).join("; ")
            }
            Err(error) => error
                .to_string()
                .replace(&format!("{}/", self.0.path().display()), ""),
        }
    }
}

fn zipped(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        archive
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn blocks(document: &Document) -> Vec<(BlockKind, &str)> {
    let blocks = document.blocks.iter();
    blocks
        .map(|block| {
            let span = block.span.start as usize..block.span.end as usize;
            (block.kind, &document.text[span])
        })
        .collect()
}

fn zip_free(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn what_describes_a_text_and_cannot_be_read_is_missing_unless_it_was_named() {
    let rows = r#"{"id":"a","text":"One text","title":["x"],"date":{"$date":"2024-05-01"},"url":["u"],"cluster":[1],"split":{}}"#;
    let only_title = r#"{"id":"b","title":["x"],"text":""}"#;
    let folder = Folder::new().with("a.jsonl", format!("{rows}\n{only_title}\n"));
    let read = folder.read("a.jsonl");
    let [document] = &read.documents[..] else {
        panic!("{:?}", folder.messages(&read));
    };
    assert_eq!(&*document.text, "One text");
    let known = (&document.date, &document.cluster, &document.split);
    assert_eq!(known, (&None, &None, &None));
    let wanted = "expected text or a number, in quotation marks if it is long";
    assert_eq!(
        folder.messages(&read),
        [format!("a.jsonl:2: 'title' is a list; {wanted}")]
    );
    let options = ReadOptions {
        required: vec!["title".to_owned()],
        ..ReadOptions::default()
    };
    let read = read_all(&folder.path("a.jsonl"), &options, OnBad::Skip).unwrap();
    assert_eq!(
        folder.messages(&read)[0],
        format!("a.jsonl:1: 'title' is a list; {wanted}")
    );
}
