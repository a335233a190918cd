//! [`Journal`]: the file of answers, open for more.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, IoContext, LabelError, Place, Result};
use crate::io::lock;
use crate::pairs::{LabelRow, read_labels};

/// A file of answers, open for more: what [`append`](Self::append) was given is on disk when it returns.
///
/// It is locked, so that no two processes add to one. A line that was cut short, by a kill or a full
/// disk, is an answer that nobody was told is safe; it is removed when the file is next opened.
pub struct Journal {
    file: File,
    path: PathBuf,
    rows: Vec<LabelRow>,
    /// What is complete, in bytes.
    length: u64,
}

impl Journal {
    /// Opens the file, or makes an empty one.
    ///
    /// # Errors
    ///
    /// A name that does not end in `.jsonl`; a file that cannot be written to or that another process
    /// adds to; what [`read_labels`] refuses.
    pub fn open(path: &Path) -> Result<Self> {
        if path.extension().is_none_or(|ending| ending != "jsonl") {
            return Err(Error::from(LabelError::NotLines).at(&Place::file(path)));
        }
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path);
        let mut file = file.context("write", path)?;
        if !lock(&file).context("lock", path)? {
            return Err(Error::from(LabelError::InUse).at(&Place::file(path)));
        }
        let length = mend(&mut file).context("write", path)?;
        let rows = if length == 0 {
            Vec::new()
        } else {
            read_labels(path)?
        };
        Ok(Journal {
            file,
            path: path.to_path_buf(),
            rows,
            length,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All lines, in their order; of several for one pair the last counts.
    pub fn rows(&self) -> &[LabelRow] {
        &self.rows
    }

    /// Adds a line and waits until it is on disk.
    ///
    /// # Errors
    ///
    /// The system's reason why it cannot be; then nothing of the line is left.
    pub fn append(&mut self, row: LabelRow) -> Result<()> {
        let line = format!("{}\n", row.to_json());
        let written = self.file.write_all(line.as_bytes());
        let written = written.and_then(|()| self.file.sync_data());
        if written.is_err() {
            // If this fails too, the next program that opens the file does it.
            let _ = self.file.set_len(self.length);
        }
        written.context("write", &self.path)?;
        self.length += line.len() as u64;
        self.rows.push(row);
        Ok(())
    }
}

/// Takes away a last line that was cut short, and ends one that only lacks its end. Returns the length.
fn mend(file: &mut File) -> std::io::Result<u64> {
    let mut text = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut text)?;
    let complete = text
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |last| last + 1);
    let rest = &text[complete..];
    if rest.is_empty() {
        return Ok(complete as u64);
    }
    if serde_json::from_slice::<serde_json::Value>(rest).is_ok() {
        file.write_all(b"\n")?;
        return Ok(text.len() as u64 + 1);
    }
    file.set_len(complete as u64)?;
    Ok(complete as u64)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::pairs::{Label, Opinion, Stream};

    fn row(a: &str, opinion: Option<Opinion>) -> LabelRow {
        LabelRow {
            pair: [a.into(), "z".into()],
            opinion,
            stream: Stream::Training,
            stratum: "score".into(),
            probability: None,
            note: "\"noted\"\nhere".into(),
        }
    }

    #[test]
    fn what_was_added_is_there_and_a_line_cut_short_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.jsonl");
        let mut journal = Journal::open(&path).unwrap();
        assert!(journal.rows().is_empty());
        journal
            .append(row("a", Some(Opinion::Sure(Label::Duplicate))))
            .unwrap();
        journal.append(row("b", Some(Opinion::Unsure))).unwrap();
        let whole = fs::read(&path).unwrap();
        drop(journal);
        // A kill in the middle of a third line.
        for cut in ["{\"id_a\": \"c\", \"id", "{", "\u{fffd}"] {
            fs::write(&path, [&whole[..], cut.as_bytes()].concat()).unwrap();
            let mut journal = Journal::open(&path).unwrap();
            assert_eq!(fs::read(&path).unwrap(), whole);
            assert_eq!(journal.rows().len(), 2);
            journal.append(row("c", None)).unwrap();
            drop(journal);
            assert_eq!(read_labels(&path).unwrap()[2], row("c", None));
        }
        // By hand, without a last line end.
        let shortened = &whole[..whole.len() - 1];
        fs::write(&path, shortened).unwrap();
        let mut journal = Journal::open(&path).unwrap();
        journal.append(row("d", None)).unwrap();
        assert_eq!(read_labels(&path).unwrap().len(), 3);
    }

    #[test]
    fn two_at_once_and_other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.jsonl");
        let refusal = |path: &Path| {
            let error = Journal::open(path).err().unwrap().to_string();
            error.replace(&format!("{}/", folder.path().display()), "")
        };
        let _first = Journal::open(&path).unwrap();
        assert_eq!(
            refusal(&path),
            "labels.jsonl: another program writes answers to it; expected one at a time; end it or use another file"
        );
        assert_eq!(
            refusal(&folder.path().join("labels.csv")),
            "labels.csv: expected a file that ends in .jsonl, since answers are added line by line"
        );
        fs::write(folder.path().join("bad.jsonl"), "{\"id_a\": 1}\n").unwrap();
        assert!(refusal(&folder.path().join("bad.jsonl")).starts_with("bad.jsonl"));
    }
}
