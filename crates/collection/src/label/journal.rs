//! [`Journal`]: the file of answers, open for more.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;

use dejalu_base::error::{Error, IoContext, LabelError, Place, Result};
use dejalu_experiment::pairs::{LabelRow, read_first_labels};
use dejalu_io::{FileIdentity, begin_output, keep_output, lock};

/// A file of answers, open for more: what [`append`](Self::append) was given is on disk when it returns.
///
/// It is locked, so that no two processes add to one. An answer that was cut short, by a kill or a full disk,
/// is one that nobody was told is safe: it is moved into a file beside this one, so that the next answer
/// begins a line of its own. Everything else that is no answer is refused, and stays as it is.
pub struct Journal {
    file: File,
    path: PathBuf,
    rows: Vec<LabelRow>,
    /// Length of the complete lines, in bytes.
    length: u64,
    /// The file that an answer which was cut short was moved to.
    cut: Option<PathBuf>,
    /// True if the file was made here and no answer has been added: then it goes again.
    is_new: bool,
}

impl Journal {
    /// Opens the file, or makes an empty one, which is gone again unless an answer comes.
    ///
    /// # Errors
    ///
    /// A name that does not end in `.jsonl`; a file that cannot be written to or that another process
    /// adds to; what [`read_labels`](dejalu_experiment::pairs::read_labels) refuses. Then the file is as it was.
    pub fn open(path: &Path) -> Result<Self> {
        if path.extension().is_none_or(|ending| ending != "jsonl") {
            return Err(Error::from(LabelError::NotLines).at(&Place::file(path)));
        }
        let (file, is_new) = open(path).context("write", path)?;
        let mut journal = Journal {
            file,
            path: path.to_path_buf(),
            rows: Vec::new(),
            length: 0,
            cut: None,
            is_new: false,
        };
        // Another process may have removed it meanwhile, since it has got no answer.
        let is_ours = lock(&journal.file).context("lock", path)? && journal.is_in_place();
        if !is_ours {
            return Err(Error::from(LabelError::InUse).at(&Place::file(path)));
        }
        if is_new {
            begin_output(path);
            journal.is_new = true;
        }
        journal.read()?;
        Ok(journal)
    }

    /// Returns whether the path leads to the file that is open.
    fn is_in_place(&self) -> bool {
        let opened = self.file.metadata().ok();
        let opened = opened.and_then(|it| FileIdentity::known(&self.path, &it));
        opened.is_some() && opened == FileIdentity::of(&self.path)
    }

    /// Reads all answers, before anything of the file is changed; then sees to it that it ends with a line.
    fn read(&mut self) -> Result<()> {
        let mut text = Vec::new();
        let read = self.file.read_to_end(&mut text);
        read.context("read", &self.path)?;
        let (complete, rest) = text.split_at(end_of_last_line(&text));
        let is_cut = is_cut_answer(rest);
        let read = if is_cut { complete } else { &text[..] };
        let has_text = |line: &&[u8]| !line.trim_ascii().is_empty();
        let lines = read.split(|&byte| byte == b'\n').filter(has_text).count();
        if lines > 0 {
            self.rows = read_first_labels(&self.path, lines)?;
        }
        let mut numbered = (1..).zip(read.split(|&byte| byte == b'\n'));
        let other = numbered.find(|(_, line)| has_text(line) && !is_object(line));
        if let Some((number, _)) = other {
            let place = Place::file(&self.path).at_line(number);
            return Err(Error::from(LabelError::NotALine).at(&place));
        }
        self.length = complete.len() as u64;
        if is_cut {
            self.cut = Some(self.move_aside(rest)?);
        } else if !rest.is_empty() {
            let ended = self.file.write_all(b"\n");
            ended.context("write", &self.path)?;
            self.length = text.len() as u64 + 1;
        }
        Ok(())
    }

    /// Moves what was cut short into a file beside this one; returns where that is.
    fn move_aside(&self, rest: &[u8]) -> Result<PathBuf> {
        let mut name = self.path.clone().into_os_string();
        name.push(".cut");
        let aside = PathBuf::from(name);
        let write = || {
            let mut file = File::options().append(true).create(true).open(&aside)?;
            file.write_all(&[rest, b"\n"].concat())?;
            file.sync_all()
        };
        write().context("write", &aside)?;
        let shortened = self.file.set_len(self.length);
        shortened.context("write", &self.path)?;
        Ok(aside)
    }

    /// The file with an answer that was cut short when the program last ended, if one was.
    pub fn cut(&self) -> Option<&Path> {
        self.cut.as_deref()
    }

    /// The path of the file.
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
        if std::mem::take(&mut self.is_new) {
            keep_output(&self.path);
        }
        self.length += line.len() as u64;
        self.rows.push(row);
        Ok(())
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if self.is_new {
            // If it cannot be removed, it is an empty file.
            let _ = fs::remove_file(&self.path);
            keep_output(&self.path);
        }
    }
}

/// Opens a file for more, and says whether it was made for that.
fn open(path: &Path) -> std::io::Result<(File, bool)> {
    let mut options = OpenOptions::new();
    options.read(true).append(true);
    match options.clone().create_new(true).open(path) {
        Err(reason) if reason.kind() == ErrorKind::AlreadyExists => {
            options.open(path).map(|file| (file, false))
        }
        made => made.map(|file| (file, true)),
    }
}

fn end_of_last_line(text: &[u8]) -> usize {
    let last = text.iter().rposition(|&byte| byte == b'\n');
    last.map_or(0, |last| last + 1)
}

/// Returns whether a line is one object, which another may follow.
fn is_object(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    line.trim_ascii().starts_with(b"{") && serde_json::from_slice::<IgnoredAny>(line).is_ok()
}

/// Returns whether a text without a line end is the beginning of an answer as it is written here.
fn is_cut_answer(text: &[u8]) -> bool {
    const BEGINNING: &[u8] = b"{\"id_a\":";
    let is_begun = text.starts_with(BEGINNING) || BEGINNING.starts_with(text);
    let ends_too_soon = |error: serde_json::Error| error.is_eof();
    !text.is_empty()
        && (is_begun || text.starts_with(b"{\"id_a\": "))
        && serde_json::from_slice::<IgnoredAny>(text).is_err_and(ends_too_soon)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_experiment::pairs::{Label, Opinion, Stream, read_labels};

    fn row(a: &str, opinion: Option<Opinion>) -> LabelRow {
        LabelRow {
            pair: [a.into(), "z".into()],
            opinion,
            stream: Stream::Training,
            stratum: "score".into(),
            probability: None,
            note: "\"noted\"\nhere".into(),
            drawn: None,
            ranked: None,
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
        for cut in ["{\"id_a\": \"c\", \"id", "{", "{\"id_a\":\"\u{e9}"] {
            fs::write(&path, [&whole[..], cut.as_bytes()].concat()).unwrap();
            let mut journal = Journal::open(&path).unwrap();
            assert_eq!(fs::read(&path).unwrap(), whole);
            assert_eq!(journal.rows().len(), 2);
            let aside = journal.cut().unwrap();
            assert!(
                fs::read_to_string(aside)
                    .unwrap()
                    .ends_with(&format!("{cut}\n"))
            );
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
    fn what_is_no_answer_is_refused_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.jsonl");
        let answer = format!("{}\n", row("a", Some(Opinion::Unsure)).to_json());
        for other in [
            "my notes of Monday",
            "{\"id\":\"a\",\"text\":\"A storm",
            "{\"id\":\"a\",\"text\":\"A storm.\"}\n",
            "yes",
            "\u{fffd}",
            // By hand, at the end of a line and in the middle of the file.
            &format!("{answer}{}", answer.trim_end().replace("\"unsure\"", "yes")),
            &format!("yes\n{answer}"),
            &format!("{answer}yes\n{{\"id_a\":"),
            // Read by other commands, but nothing can be added line by line.
            &format!("[{}]", answer.trim_end()),
            &format!("{},\n{answer}", answer.trim_end()),
        ] {
            fs::write(&path, other).unwrap();
            assert!(Journal::open(&path).is_err(), "{other}");
            assert_eq!(fs::read_to_string(&path).unwrap(), other);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_gets_no_answer_is_gone_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.jsonl");
        drop(Journal::open(&path).unwrap());
        assert!(!path.exists());
        let mut journal = Journal::open(&path).unwrap();
        journal.append(row("a", None)).unwrap();
        drop(journal);
        assert!(path.exists());
        fs::write(&path, "").unwrap();
        drop(Journal::open(&path).unwrap());
        assert!(path.exists(), "somebody else has made it");
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
            "labels.jsonl: another program is writing answers to it; end it or use another file"
        );
        assert_eq!(
            refusal(&folder.path().join("labels.csv")),
            "labels.csv: expected a file that ends in .jsonl, since answers are added line by line"
        );
        fs::write(folder.path().join("bad.jsonl"), "{\"id_a\": 1}\n").unwrap();
        assert!(refusal(&folder.path().join("bad.jsonl")).starts_with("bad.jsonl"));
    }
}
