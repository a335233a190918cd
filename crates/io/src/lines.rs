//! Lines as they occur in their source.

use std::io::{BufRead, Write};
use std::path::Path;

use encoding_rs::{Encoding, UTF_8};
use memchr::memchr;

use super::bounded::{damaged_member, ends_source};
use super::input::Stream;
use super::line_ends::{LineEnds, Seen, inside};
use super::rows::TableOptions;
use dejalu_base::error::{Error, InputError, IoContext, Place, Result};

/// The lines of JSONL, each with its number, counted from 1; blank ones are passed over.
pub struct JsonLines {
    stream: Stream,
    line: Vec<u8>,
    place: Place,
    number: u64,
    ended: bool,
}

impl JsonLines {
    /// Reads the lines of a stream.
    pub fn new(stream: Stream, place: Place) -> Self {
        JsonLines {
            stream,
            line: Vec::new(),
            place,
            number: 0,
            ended: false,
        }
    }

    /// Returns whether nothing more can be read.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    /// The number of the line that was read last, counted from 1; 0 before the first.
    pub(crate) fn line(&self) -> u64 {
        self.number
    }

    /// Makes a value of the next line, and gives its place. After a line that cannot be read the
    /// next may be good.
    pub fn read<T>(&mut self, make: impl Fn(&[u8]) -> Result<T>) -> Option<Result<(Place, T)>> {
        while !self.ended {
            self.number += 1;
            let made = match self.stream.read_line(&mut self.line) {
                Ok(false) => break,
                Ok(true) if self.line.trim_ascii().is_empty() => continue,
                Ok(true) => make(&self.line),
                Err(error) => {
                    self.ended = ends_source(&error);
                    Err(error)
                }
            };
            let place = self.place.at_line(self.number);
            return Some(match made {
                Ok(made) => Ok((place, made)),
                Err(error) => Err(error.at(&place)),
            });
        }
        self.ended = true;
        None
    }
}

/// The error for a line that is not the JSON that was expected.
pub fn bad_json(reason: serde_json::Error) -> Error {
    // The message ends in "at line 1 column 7"; the line is ours to tell.
    let message = reason.to_string();
    let problem = message.split(" at line 1").next().unwrap_or_default();
    InputError::BadJson {
        column: reason.column(),
        problem: problem.to_owned(),
    }
    .into()
}

/// A text whose bytes stay as they are.
pub(crate) struct TextStream {
    /// Its bytes. Of a character set that is no superset of ASCII they are UTF-8.
    pub(crate) stream: Stream,
    /// The character set of the bytes, if it is not UTF-8.
    pub(crate) decoding: Option<&'static Encoding>,
    /// The character set that the source is in; none for UTF-8, or if a byte order mark says it.
    pub(crate) charset: Option<&'static str>,
}

impl TextStream {
    /// Opens a text.
    ///
    /// # Errors
    ///
    /// Those of [`Stream::open`]; an unknown character set.
    pub(crate) fn open(path: &Path, options: &TableOptions) -> Result<Self> {
        let asked = options.encoding()?;
        let mut stream = Stream::open(path)?;
        let found = if stream.is_decoded() {
            None
        } else {
            asked.or_else(|| stream.charset())
        };
        let found = found.filter(|&charset| charset != UTF_8);
        let charset = found.map(Encoding::name);
        let decoding = found.filter(|charset| charset.is_ascii_compatible());
        let stream = if decoding.is_none() && found.is_some() {
            stream.in_utf8(found).0
        } else {
            stream
        };
        Ok(TextStream {
            stream,
            decoding,
            charset,
        })
    }
}

/// The lines of a source unchanged there, each with its end.
pub(crate) struct RawLines {
    stream: Stream,
    /// Finder of line ends; none for JSONL, in which only `\n` ends a line, `\r` being white space.
    ends: Option<LineEnds>,
    /// The line that comes next, counted from 1.
    line: u64,
}

impl RawLines {
    /// The lines of JSONL.
    pub(crate) fn of_json(stream: Stream) -> Self {
        RawLines::of(stream, None)
    }

    /// The lines of a text or table, as [`Newlines`](super::line_ends::Newlines) makes them. Of a character set
    /// whose units are not bytes they are UTF-8.
    ///
    /// # Errors
    ///
    /// Those of [`Stream::open`]; an unknown character set.
    pub(crate) fn of_text(path: &Path, options: &TableOptions) -> Result<Self> {
        Ok(RawLines::of_stream(TextStream::open(path, options)?.stream))
    }

    /// The lines of a text that was opened.
    pub(crate) fn of_stream(stream: Stream) -> Self {
        RawLines::of(stream, Some(LineEnds::default()))
    }

    /// Gives `take` the bytes of the next line, piece by piece.
    ///
    /// # Errors
    ///
    /// The system's reason why they cannot be read; what `take` returns.
    pub(crate) fn read(&mut self, take: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        self.pass(self.line + 1, take)
    }

    /// Copies the byte order mark of UTF-8 before the first line, where there is one.
    ///
    /// # Errors
    ///
    /// What the system refuses to write.
    pub(crate) fn copy_mark(&self, path: &Path, out: &mut dyn Write) -> Result<()> {
        self.stream.copy_mark(path, out)
    }

    fn of(stream: Stream, ends: Option<LineEnds>) -> Self {
        RawLines {
            stream,
            ends,
            line: 1,
        }
    }

    /// Passes over the lines before this one.
    ///
    /// # Errors
    ///
    /// The system's reason why they cannot be read.
    pub(crate) fn skip_to(&mut self, line: u64) -> Result<()> {
        self.pass(line, |_| Ok(()))
    }

    /// Copies the lines before this one byte for byte, and says whether there were any. Only a last
    /// line without an end gets one.
    ///
    /// # Errors
    ///
    /// The system's reason why they cannot be read or written.
    pub(crate) fn copy_to(&mut self, line: u64, path: &Path, out: &mut dyn Write) -> Result<bool> {
        let mut last = None;
        self.pass(line, |bytes| {
            last = bytes.last().copied().or(last);
            out.write_all(bytes).context("write", path)
        })?;
        if !matches!(last, None | Some(b'\n' | b'\r')) {
            out.write_all(b"\n").context("write", path)?;
        }
        Ok(last.is_some())
    }

    fn pass(&mut self, until: u64, mut take: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        while self.line < until {
            // Nothing is gathered, so that a line may have any length.
            self.stream.next_piece();
            let bytes = match self.stream.fill_buf() {
                Ok(bytes) => bytes,
                Err(reason) if damaged_member(&reason) => {
                    // It counts as a line, as it does where lines are read.
                    self.line += 1;
                    continue;
                }
                Err(reason) => {
                    let here = self.stream.place().at_line(self.line);
                    return Err(self.stream.error(reason).at(&here));
                }
            };
            let Some(ends) = &mut self.ends else {
                let end = memchr(b'\n', bytes);
                let length = end.map_or(bytes.len(), |end| end + 1);
                if length == 0 {
                    return Ok(());
                }
                take(&bytes[..length])?;
                self.stream.consume(length);
                self.line += u64::from(end.is_some());
                continue;
            };
            let taken = match ends.see(bytes.first().copied()) {
                Seen::Return => 1,
                Seen::Newline(returns) => {
                    for _ in 0..returns {
                        take(b"\r")?;
                    }
                    take(b"\n")?;
                    self.line += 1;
                    1
                }
                Seen::LoneReturn => {
                    take(b"\r")?;
                    self.line += 1;
                    0
                }
                Seen::Inside if bytes.is_empty() => return Ok(()),
                Seen::Inside => {
                    let length = inside(bytes);
                    take(&bytes[..length])?;
                    length
                }
            };
            self.stream.consume(taken);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_copied_with_the_ends_they_have() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        std::fs::write(&path, "1\r\n2\r3\n\r\n5\r6").unwrap();
        let copied = |mut lines: RawLines, from, to| {
            let mut out = Vec::new();
            lines.skip_to(from).unwrap();
            lines.copy_to(to, &path, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let table = || RawLines::of_text(&path, &TableOptions::default()).unwrap();
        assert_eq!(copied(table(), 1, 2), "1\r\n");
        assert_eq!(copied(table(), 2, 3), "2\r");
        assert_eq!(copied(table(), 3, 5), "3\n\r\n");
        assert_eq!(copied(table(), 6, 7), "6\n");
        assert_eq!(copied(table(), 7, 9), "");
        let json = || RawLines::of_json(Stream::open(&path).unwrap());
        assert_eq!(copied(json(), 2, 3), "2\r3\n");
        assert_eq!(copied(json(), 4, 5), "5\r6\n");
    }
}
