//! Helpers of the targets: files of arbitrary bytes, and what must hold of any document.

use std::cell::LazyCell;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use dejalu::Document;
use dejalu::document::reader::{self, OnBad, Origin, ReadOptions, StayEmpty};
use dejalu::error::{ErrorKind, InputError};
use dejalu_io::OutputFile;
use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Packing of the bytes of a file: as they are, or compressed well.
#[derive(Clone, Copy)]
enum Packing {
    AsTheyAre,
    Gzip,
    Zstd,
}

const PACKINGS: [(&str, Packing); 5] = [
    ("", Packing::AsTheyAre),
    (".gz", Packing::AsTheyAre),
    (".zst", Packing::AsTheyAre),
    (".gz", Packing::Gzip),
    (".zst", Packing::Zstd),
];

/// Writes a file of one of these endings; the byte chooses which, and whether it is compressed.
pub fn file(endings: &[&str], choice: u8, content: &[u8]) -> PathBuf {
    let choice = usize::from(choice);
    let (packed, packing) = PACKINGS[choice / endings.len() % PACKINGS.len()];
    let name = format!("file{}{packed}", endings[choice % endings.len()]);
    let bytes = match packing {
        Packing::AsTheyAre => content.to_vec(),
        Packing::Gzip => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(content).expect("memory takes it");
            encoder.finish().expect("memory takes it")
        }
        Packing::Zstd => zstd::encode_all(content, 1).expect("memory takes it"),
    };
    written(&name, &bytes)
}

/// Writes a file into this process's own folder, over an older one of the name.
pub fn written(name: &str, bytes: &[u8]) -> PathBuf {
    thread_local! {
        static FOLDER: LazyCell<TempDir> =
            LazyCell::new(|| tempfile::tempdir().expect("a folder for files"));
    }
    FOLDER.with(|folder| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("the folder takes a file");
        path
    })
}

/// Writes a ZIP file with these parts.
pub fn zipped<'a>(ending: &str, parts: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> PathBuf {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        let options = SimpleFileOptions::default();
        archive.start_file(name, options).expect("memory takes it");
        archive.write_all(content).expect("memory takes it");
    }
    let bytes = archive.finish().expect("memory takes it").into_inner();
    written(&format!("file{ending}"), &bytes)
}

/// Reads a file: fields ascend, a fault is one line, and what was read is copied, also with fields of others.
pub fn read_and_copy(path: &Path) {
    let Ok(read) = reader::read_all(path, &ReadOptions::default(), OnBad::Skip) else {
        return;
    };
    read.documents.iter().for_each(check);
    for error in read.skipped {
        assert_eq!(error.to_string().lines().count(), 1);
    }
    copied(path, &read.documents);
    fill_first(path, &read.documents);
}

/// Copies the first document of a file with what it lacks from the others: a fault is one line.
fn fill_first(path: &Path, documents: &[Document]) {
    let Some((first, others)) = documents.split_first() else {
        return;
    };
    if reader::check_fields(path).is_err() {
        return;
    }
    let target = written("filled", b"");
    let mut out = OutputFile::create(&target).expect("the folder takes a file");
    let kept = [(first, others.iter().collect())];
    let options = ReadOptions::default();
    let empty = StayEmpty::texts(path, &options, [first]).expect("it was read before");
    match reader::copy_filled(path, &options, &kept, &[], &empty, &mut out) {
        Ok(_) => out.finish().expect("the folder takes a file"),
        Err(error) => assert_eq!(error.to_string().lines().count(), 1),
    }
}

/// Copies documents that were read from a file; none of XML in another character set than UTF-8, which is
/// refused.
pub fn copied(path: &Path, documents: &[Document]) -> Option<PathBuf> {
    copied_with(path, documents, &[])
}

/// The same with the rows that none of the documents came of.
pub fn copied_whole(path: &Path, documents: &[Document]) -> Option<PathBuf> {
    let read = documents.iter().map(Origin::from);
    let left_out = reader::rows_left_out(path, &ReadOptions::default(), read);
    copied_with(path, documents, &left_out.expect("it was read before"))
}

fn copied_with(path: &Path, documents: &[Document], left_out: &[u64]) -> Option<PathBuf> {
    let kept: Vec<Origin> = documents.iter().map(Origin::from).collect();
    let ending = reader::ending_of_copies(path).expect("the file is there");
    let target = written(&format!("kept{ending}"), b"");
    let mut out = OutputFile::create(&target).expect("the folder takes a file");
    match reader::copy(path, &ReadOptions::default(), &kept, left_out, &mut out) {
        Ok(()) => out.finish().expect("the folder takes a file"),
        Err(error) => {
            let is_refused = matches!(
                error.kind(),
                ErrorKind::Input(InputError::CopiedCharset { .. })
            );
            assert!(is_refused, "what was read is still there: {error}");
            return None;
        }
    }
    Some(target)
}

/// Fields ascend, hold something, and have only white space between them.
pub fn check(document: &Document) {
    let mut end = 0;
    for field in &document.fields {
        assert!(field.span.start < field.span.end);
        assert!(document.text[end..field.span.start].trim().is_empty());
        end = field.span.end;
    }
    assert!(document.text[end..].trim().is_empty());
}
