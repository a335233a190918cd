//! The lines of a text with their places among its bytes, and copies of all but some of its records.

use std::collections::VecDeque;
use std::ops::Range;
use std::path::Path;

use encoding_rs::Encoding;

use super::super::super::options::TableOptions;
use super::super::super::records::Records;
use super::super::super::target::Target;
use super::super::copied::copy_records;
use super::super::counted::Counted;
use crate::bounded::MOST_OF_DOCUMENT;
use crate::charset::raw_length;
use crate::input::place;
use crate::line_ends::split_end;
use crate::lines::{RawLines, TextStream};
use crate::text::not_utf8;
use dejalu_base::error::{Error, InputError, Place, Result};

/// A line, or a part of one where two records share it.
pub(crate) struct Line {
    /// Its text without the line end, or the reason why it cannot be read.
    pub(in crate::rows::formats) text: Result<String>,
    /// Its number, counted from 1.
    pub(in crate::rows::formats) number: u64,
    /// Range of its bytes in the source, with its end.
    pub(in crate::rows::formats) span: Range<u64>,
    /// Its bytes, where they are no UTF-8.
    raw: Vec<u8>,
}

impl Line {
    /// Its text, if it can be read.
    pub(in crate::rows::formats) fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }

    /// Returns whether it is known to hold nothing.
    pub(in crate::rows::formats) fn is_blank(&self) -> bool {
        matches!(&self.text, Ok(text) if text.trim().is_empty())
    }
}

/// The lines of a source in any character set.
pub(crate) struct TextLines {
    lines: RawLines,
    pub(in crate::rows::formats) place: Place,
    decoding: Option<&'static Encoding>,
    pub(in crate::rows::formats) charset: Option<&'static str>,
    /// The number of the line that was read last, counted from 1.
    number: u64,
    /// Number of bytes of the source that were read, and that were passed.
    read: u64,
    passed: u64,
    /// True if any line that was read is not blank.
    holds_text: bool,
    /// Lines that were read and put back.
    held: VecDeque<Line>,
    ended: bool,
}

impl TextLines {
    pub(in crate::rows::formats) fn open(path: &Path, options: &TableOptions) -> Result<Self> {
        let text = TextStream::open(path, options)?;
        Ok(TextLines {
            lines: RawLines::of_stream(text.stream),
            place: place(path),
            decoding: text.decoding,
            charset: text.charset,
            number: 0,
            read: 0,
            passed: 0,
            holds_text: false,
            held: VecDeque::new(),
            ended: false,
        })
    }

    /// Returns whether nothing more can be read.
    pub(in crate::rows::formats) fn has_ended(&self) -> bool {
        self.ended && self.held.is_empty()
    }

    /// Number of bytes of the source that were passed.
    pub(in crate::rows::formats) fn position(&self) -> u64 {
        self.passed
    }

    /// The next line; after one that cannot be read the next may be good.
    pub(in crate::rows::formats) fn next(&mut self) -> Option<Line> {
        let line = match self.held.pop_front() {
            Some(held) => held,
            None if self.ended => return None,
            None => self.read()?,
        };
        self.passed = line.span.end;
        Some(line)
    }

    fn read(&mut self) -> Option<Line> {
        /// A compressed file of a few megabytes may hold a line of terabytes.
        const MOST: u64 = 16 * MOST_OF_DOCUMENT;
        let (mut raw, mut length) = (Vec::new(), 0);
        let outcome = self.lines.read(|bytes| {
            length += bytes.len() as u64;
            if length <= MOST_OF_DOCUMENT {
                raw.extend_from_slice(bytes);
            }
            if length > MOST {
                let most = MOST_OF_DOCUMENT;
                return Err(InputError::TooLarge { most }.into());
            }
            Ok(())
        });
        if outcome.is_ok() && length == 0 {
            self.ended = true;
            return None;
        }
        self.number += 1;
        let begins = self.read;
        self.read += length;
        raw.truncate(split_end(&raw).0.len());
        self.holds_text |= !raw.trim_ascii().is_empty();
        self.ended = outcome.is_err();
        let text = match outcome {
            Ok(()) if length > MOST_OF_DOCUMENT => {
                let most = MOST_OF_DOCUMENT;
                Err(InputError::LongLine { most }.into())
            }
            Ok(()) => self.decoded(&raw),
            Err(error) => Err(error),
        };
        let here = self.place.at_line(self.number);
        let text = text.map_err(|error| error.at(&here));
        if self.decoding.is_none() {
            raw.clear();
        }
        Some(Line {
            text,
            number: self.number,
            span: begins..self.read,
            raw,
        })
    }

    fn decoded(&self, raw: &[u8]) -> Result<String> {
        match self.decoding {
            Some(charset) => Ok(charset.decode_without_bom_handling(raw).0.into_owned()),
            None => match std::str::from_utf8(raw) {
                Ok(text) => Ok(text.to_owned()),
                Err(reason) => Err(not_utf8(reason, None)),
            },
        }
    }

    /// A line as two: the first bytes of its text, and the others.
    pub(in crate::rows::formats) fn split(&self, mut line: Line, at: usize) -> (Line, Line) {
        let (head, tail) = line.text().split_at(at);
        let (head, tail) = (head.to_owned(), tail.to_owned());
        let length = match self.decoding {
            Some(charset) => raw_length(&line.raw, charset, at),
            None => at,
        };
        let middle = line.span.start + length as u64;
        let tail = Line {
            text: Ok(tail),
            number: line.number,
            span: middle..line.span.end,
            raw: line.raw.split_off(length.min(line.raw.len())),
        };
        let head = Line {
            text: Ok(head),
            span: line.span.start..middle,
            ..line
        };
        (head, tail)
    }

    /// The error if the lines hold text and none of them began a reference, as with `first`.
    pub(in crate::rows::formats) fn no_reference(&self, first: &'static str) -> Option<Error> {
        let error = Error::from(InputError::NoReference { first });
        self.holds_text.then(|| error.at(&self.place))
    }

    /// Puts the line that was read last back.
    pub(in crate::rows::formats) fn put_back(&mut self, line: Line) {
        self.passed = line.span.start;
        self.held.push_front(line);
    }

    /// Passes over blank lines.
    pub(in crate::rows::formats) fn skip_blank(&mut self) {
        while let Some(line) = self.next() {
            if !line.is_blank() {
                return self.put_back(line);
            }
        }
    }
}

/// The lines of one record as they are gathered: no more than a document may have.
#[derive(Default)]
pub(crate) struct Gathered {
    lines: Vec<Line>,
    bytes: u64,
}

impl Gathered {
    /// Adds a line. What it says is dropped where the record has too many bytes.
    pub(in crate::rows::formats) fn add(&mut self, mut line: Line) {
        self.bytes += line.text().len() as u64;
        if self.is_long() {
            line.raw.clear();
            line.text = line.text.map(|_| String::new());
            // Of a record that is not read only the end counts.
            self.lines.truncate(1);
        }
        self.lines.push(line);
    }

    /// Number of bytes in its lines.
    pub(in crate::rows::formats) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns whether it has more bytes than a document may have.
    pub(in crate::rows::formats) fn is_long(&self) -> bool {
        self.bytes > MOST_OF_DOCUMENT
    }

    /// Number of its lines.
    pub(in crate::rows::formats) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Adds the lines of another one.
    pub(in crate::rows::formats) fn append(&mut self, other: Gathered) {
        for line in other.lines {
            self.add(line);
        }
    }

    /// Puts the lines from this one on back.
    pub(in crate::rows::formats) fn put_back(&mut self, from: usize, lines: &mut TextLines) {
        for line in self.lines.drain(from.min(self.lines.len())..).rev() {
            lines.put_back(line);
        }
    }

    /// Texts of the lines, or the error of one of them.
    pub(in crate::rows::formats) fn finish(self) -> Result<Vec<String>> {
        if self.is_long() {
            let most = MOST_OF_DOCUMENT;
            return Err(InputError::LongRecord { most }.into());
        }
        self.lines.into_iter().map(|line| line.text).collect()
    }
}

/// Copies a source byte for byte but for the records that are not among these.
pub(crate) fn copy(
    records: impl Records,
    source: &Path,
    options: &TableOptions,
    rows: &[u64],
    target: &mut dyn Target,
) -> Result<usize> {
    let path = target.path().to_path_buf();
    let mut bytes = Counted::of_text(source, options)?;
    bytes.copy_mark(&path, target.around())?;
    copy_records(records, source, rows, target, |until, out| {
        bytes.pass(until, &path, out)
    })
}
