//! Registered documents as a file: JSONL, one [`DocumentRecord`] a line.

use std::io::{self, Write};
use std::path::Path;

use dejalu_base::error::{InputError, Result};
use dejalu_io::{JsonLines, Stream, bad_json, place};
use dejalu_text::document::Document;
use dejalu_text::document::packed::DocumentRecord;

/// The documents of an export, one by one. What cannot be read is an error; the next may be good.
///
/// # Errors
///
/// The file cannot be opened.
pub fn read(path: &Path) -> Result<impl Iterator<Item = Result<Document>>> {
    let mut lines = JsonLines::new(Stream::open(path)?, place(path));
    Ok(std::iter::from_fn(move || {
        let read = lines.read(document)?;
        Some(read.map(|(_, document)| document))
    }))
}

/// Writes a document as a line that [`read`] reads.
///
/// # Errors
///
/// What the system refuses to write.
pub fn write(document: &Document, mut out: impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut out, &DocumentRecord::from(document))?;
    writeln!(out)
}

fn document(line: &[u8]) -> Result<Document> {
    let record: DocumentRecord = serde_json::from_slice(line).map_err(bad_json)?;
    let document = record.into_document();
    document.ok_or_else(|| {
        let problem = "its 'fields' are no parts of its 'text'".to_owned();
        InputError::BadJson { column: 1, problem }.into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_come_in_again_and_bad_lines_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("export.jsonl");
        let lines = "{\"id\":\"a\",\"text\":\"A storm.\"}\n\n{\"id\":7}\n{\"id\":\"b\",\"text\":\"x\",\"fields\":[{\"kinds\":[],\"start\":0,\"end\":5}]}";
        std::fs::write(&path, lines).unwrap();
        let read: Vec<String> = read(&path)
            .unwrap()
            .map(|document| match document {
                Ok(document) => document.text.to_string(),
                Err(error) => error
                    .to_string()
                    .replace(&*path.to_string_lossy(), "export"),
            })
            .collect();
        assert_eq!(
            read,
            [
                "A storm.",
                "export:3: not one JSON object on one line: invalid type: integer `7`, expected a string (column 7)",
                "export:4: not one JSON object on one line: its 'fields' are no parts of its 'text' (column 1)",
            ]
        );
    }
}
