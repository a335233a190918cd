//! Any bytes as a file of each other format: references, office files, e-books, archives, Parquet. The
//! first byte chooses the format and the packing; with its highest bit set, the rest is put into a ZIP as
//! the part that the format reads.
#![no_main]

use std::io::{Cursor, Write};

use dejalu::document::reader::{self, OnBad, ReadOptions};
use dejalu::io::OutputFile;
use dejalu_fuzz::{check, file, written};
use libfuzzer_sys::fuzz_target;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const ENDINGS: [&str; 11] = [
    ".ris", ".nbib", ".bib", ".json", ".warc", ".tar", ".zip", ".docx", ".odt", ".epub", ".parquet",
];

/// Parts of ZIP files that hold text, and the endings of those files.
const PARTS: [(&str, &str); 5] = [
    (".docx", "word/document.xml"),
    (".odt", "content.xml"),
    (".epub", "META-INF/container.xml"),
    (".zip", "a.ris"),
    (".zip", "a.html"),
];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, content)) = data.split_first() else {
        return;
    };
    let path = if choice < 128 {
        file(&ENDINGS, choice, content)
    } else {
        let (ending, part) = PARTS[usize::from(choice) % PARTS.len()];
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default();
        archive.start_file(part, options).expect("memory takes it");
        archive.write_all(content).expect("memory takes it");
        let bytes = archive.finish().expect("memory takes it").into_inner();
        written(&format!("file{ending}"), &bytes)
    };
    let options = ReadOptions::default();
    let Ok(collection) = reader::read_all(&path, &options, OnBad::Skip) else {
        return;
    };
    collection.documents.iter().for_each(check);
    for error in collection.skipped {
        assert_eq!(error.to_string().lines().count(), 1);
    }
    // What was read is copied.
    let kept: Vec<_> = collection.documents.iter().collect();
    let ending = reader::ending_of_copies(&path).expect("the file is there");
    let target = written(&format!("kept{ending}"), b"");
    let mut out = OutputFile::create(&target).expect("the folder takes a file");
    reader::copy(&path, &options, &kept, (&target, &mut out))
        .expect("what was read is still there");
});
