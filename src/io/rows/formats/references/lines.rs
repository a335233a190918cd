//! The lines of a text, and copies of all but some of its records.

use std::path::Path;

use super::super::super::options::TableOptions;
use super::super::super::records::Records;
use super::super::super::target::Target;
use super::super::copied::copy_records;
use crate::error::{Error, InputError, Place, Result};
use crate::io::bounded::{MOST_OF_DOCUMENT, ends_source};
use crate::io::input::{Stream, place};
use crate::io::lines::RawLines;
use crate::io::text::not_utf8;

/// The lines of a source in any character set, without their ends.
pub(in crate::io::rows::formats) struct TextLines {
    stream: Stream,
    pub(in crate::io::rows::formats) place: Place,
    pub(in crate::io::rows::formats) charset: Option<&'static str>,
    /// The number of the line that was read last, counted from 1.
    number: u64,
    /// Whether any line that was read is not blank.
    holds_text: bool,
    /// A line that was read and put back.
    held: Option<Result<String>>,
    ended: bool,
}

impl TextLines {
    pub(in crate::io::rows::formats) fn open(path: &Path, options: &TableOptions) -> Result<Self> {
        let (stream, charset) = Stream::of_documents(path)?.in_utf8(options.encoding()?);
        Ok(TextLines {
            stream: stream.with_newlines(),
            place: place(path),
            charset,
            number: 0,
            holds_text: false,
            held: None,
            ended: false,
        })
    }

    /// Whether nothing more can be read.
    pub(in crate::io::rows::formats) fn has_ended(&self) -> bool {
        self.ended && self.held.is_none()
    }

    /// The number of the line that was read last.
    pub(in crate::io::rows::formats) fn number(&self) -> u64 {
        self.number
    }

    /// The next line; an error where it cannot be read, after which the next may be good.
    pub(in crate::io::rows::formats) fn next(&mut self) -> Option<Result<String>> {
        if let Some(held) = self.held.take() {
            self.number += 1;
            return Some(held);
        }
        if self.ended {
            return None;
        }
        self.number += 1;
        let here = self.place.at_line(self.number);
        let mut line = Vec::new();
        let read = match self.stream.read_line(&mut line) {
            Ok(true) => {
                self.holds_text |= !line.trim_ascii().is_empty();
                String::from_utf8(line).map_err(|reason| not_utf8(reason.utf8_error(), None))
            }
            Ok(false) => {
                self.ended = true;
                self.number -= 1;
                return None;
            }
            Err(error) => {
                self.ended = ends_source(&error);
                Err(error)
            }
        };
        Some(read.map_err(|error| error.at(&here)))
    }

    /// What is wrong where the lines hold text and none of them began a reference, as with `first`.
    pub(in crate::io::rows::formats) fn no_reference(&self, first: &'static str) -> Option<Error> {
        let error = Error::from(InputError::NoReference { first });
        self.holds_text.then(|| error.at(&self.place))
    }

    /// Puts the line that was read last back.
    pub(in crate::io::rows::formats) fn put_back(&mut self, line: Result<String>) {
        self.number -= 1;
        self.held = Some(line);
    }

    /// Passes over blank lines.
    pub(in crate::io::rows::formats) fn skip_blank(&mut self) {
        while let Some(line) = self.next() {
            if !matches!(&line, Ok(line) if line.trim().is_empty()) {
                return self.put_back(line);
            }
        }
    }
}

/// The lines of one record as they are gathered: no more than a document may have.
#[derive(Default)]
pub(in crate::io::rows::formats) struct Gathered {
    pub(in crate::io::rows::formats) lines: Vec<String>,
    bytes: usize,
    fault: Option<Error>,
}

impl Gathered {
    pub(in crate::io::rows::formats) fn add(&mut self, line: Result<String>) {
        match line {
            Ok(line) => {
                self.bytes += line.len();
                if self.bytes as u64 <= MOST_OF_DOCUMENT {
                    self.lines.push(line);
                } else {
                    let most = MOST_OF_DOCUMENT;
                    self.fault
                        .get_or_insert_with(|| InputError::LongRecord { most }.into());
                }
            }
            Err(error) => {
                self.fault.get_or_insert(error);
            }
        }
    }

    /// The lines, or what is wrong with one of them.
    pub(in crate::io::rows::formats) fn finish(self) -> Result<Vec<String>> {
        match self.fault {
            None => Ok(self.lines),
            Some(error) => Err(error),
        }
    }
}

/// Copies a source of lines byte for byte but for the records that are not among these.
pub(in crate::io::rows::formats) fn copy(
    records: impl Records,
    source: &Path,
    options: &TableOptions,
    rows: &[u64],
    target: &mut dyn Target,
) -> Result<usize> {
    let path = target.path().to_path_buf();
    let mut lines = RawLines::of_text(source, options)?;
    lines.copy_mark(&path, target.around())?;
    copy_records(records, source, rows, target, |until, out| {
        lines.copy_exactly_to(until, &path, out).map(drop)
    })
}
