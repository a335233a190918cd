//! The bytes of a source whose records are ranges of bytes.

use std::io::{BufRead, Write};
use std::path::Path;

use memchr::memchr_iter;

use super::super::options::TableOptions;
use crate::error::{IoContext, Result};
use crate::io::input::Stream;

/// The bytes of a source and how many were read.
pub(super) struct Counted {
    pub(super) stream: Stream,
    /// How many were read.
    pub(super) position: u64,
    /// The line of the next one, counted from 1.
    pub(super) line: u64,
}

impl Counted {
    /// Opens a source, and says the character set it is in, if one was asked for.
    pub(super) fn open(
        path: &Path,
        options: &TableOptions,
    ) -> Result<(Self, Option<&'static str>)> {
        let stream = Stream::of_documents(path)?;
        let (stream, charset) = match options.encoding()? {
            None => (stream, None),
            asked => stream.in_utf8(asked),
        };
        let counted = Counted {
            stream,
            position: 0,
            line: 1,
        };
        Ok((counted, charset))
    }

    /// The next byte; none at the end.
    pub(super) fn peek(&mut self) -> Result<Option<u8>> {
        match self.stream.fill_buf() {
            Ok(bytes) => Ok(bytes.first().copied()),
            Err(reason) => Err(self.stream.error(reason)),
        }
    }

    /// Passes over a byte.
    pub(super) fn next(&mut self) -> Result<()> {
        if let Some(byte) = self.peek()? {
            self.stream.consume(1);
            self.position += 1;
            self.line += u64::from(byte == b'\n');
        }
        Ok(())
    }

    /// Adds the bytes up to this one, with it, to others; all that are left where there is none.
    pub(super) fn read_until(&mut self, end: u8, bytes: &mut Vec<u8>) -> Result<()> {
        let before = bytes.len();
        if let Err(reason) = self.stream.read_until(end, bytes) {
            return Err(self.stream.error(reason));
        }
        let read = &bytes[before..];
        self.position += read.len() as u64;
        self.line += memchr_iter(b'\n', read).count() as u64;
        Ok(())
    }

    /// Copies the byte order mark of UTF-8 before the first byte, where there is one.
    pub(super) fn copy_mark(&self, path: &Path, out: &mut dyn Write) -> Result<()> {
        self.stream.copy_mark(path, out)
    }

    /// Passes over the bytes before this one and writes them.
    pub(super) fn pass(&mut self, until: u64, path: &Path, out: &mut dyn Write) -> Result<()> {
        loop {
            self.stream.next_piece();
            let left = until.saturating_sub(self.position);
            let bytes = match self.stream.fill_buf() {
                Ok(bytes) => bytes,
                Err(reason) => return Err(self.stream.error(reason)),
            };
            let count = bytes.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            if count == 0 {
                return Ok(());
            }
            out.write_all(&bytes[..count]).context("write", path)?;
            self.stream.consume(count);
            self.position += count as u64;
        }
    }
}
