//! The bytes of a source whose records are ranges of bytes.

use std::io::{BufRead, Write};
use std::path::Path;

use encoding_rs::{Encoding, UTF_8};

use super::super::options::TableOptions;
use crate::input::Stream;
use crate::line_ends::count;
use crate::lines::TextStream;
use crate::text::not_utf8;
use dejalu_base::error::{IoContext, Result};

/// The bytes of a source and how many were read.
pub(super) struct Counted {
    pub(super) stream: Stream,
    /// The character set that was asked for, if it is not UTF-8.
    asked: Option<&'static Encoding>,
    /// Of which character set the bytes are not those of the source, but UTF-8.
    pub(super) changed: Option<&'static str>,
    /// Number of bytes read.
    pub(super) position: u64,
    /// The line of the next one, counted from 1.
    pub(super) line: u64,
}

impl Counted {
    /// Opens JSON as UTF-8, and says the character set it is in, if one was asked for.
    pub(super) fn of_json(
        path: &Path,
        options: &TableOptions,
    ) -> Result<(Self, Option<&'static str>)> {
        let (stream, charset) = Stream::of_json(path, options.encoding()?)?;
        Ok((Counted::of(stream), charset))
    }

    /// Opens a text, whose bytes stay as they are.
    pub(super) fn of_text(path: &Path, options: &TableOptions) -> Result<Self> {
        Ok(Counted::of(TextStream::open(path, options)?.stream))
    }

    /// Opens a source whose bytes stay as they are, where ASCII is a part of its character set.
    pub(super) fn open_unchanged(path: &Path, options: &TableOptions) -> Result<Self> {
        let stream = Stream::of_documents(path)?;
        let mut changed = stream.was_utf16().then_some("UTF-16");
        let asked = options.encoding()?.filter(|&asked| asked != UTF_8);
        let stream = match asked.filter(|asked| !asked.is_ascii_compatible()) {
            None => stream,
            asked => {
                let (stream, charset) = stream.in_utf8(asked);
                changed = changed.or(charset);
                stream
            }
        };
        Ok(Counted {
            asked: asked.filter(|_| changed.is_none() && !stream.has_mark()),
            changed,
            ..Counted::of(stream)
        })
    }

    fn of(stream: Stream) -> Self {
        Counted {
            stream,
            asked: None,
            changed: None,
            position: 0,
            line: 1,
        }
    }

    /// The character set that the source was said to be in; none for UTF-8.
    pub(super) fn charset(&self) -> Option<&'static str> {
        let asked = self.asked.map(Encoding::name);
        asked.or(self.changed)
    }

    /// Decodes some of the bytes.
    pub(super) fn text(&self, bytes: Vec<u8>) -> Result<String> {
        match self.asked {
            Some(asked) => Ok(asked.decode_without_bom_handling(&bytes).0.into_owned()),
            None => String::from_utf8(bytes).map_err(|reason| not_utf8(reason.utf8_error(), None)),
        }
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

    /// Passes over white space.
    pub(super) fn skip_white(&mut self) -> Result<()> {
        let mut white = Vec::new();
        while let Some(byte) = self.peek()?.filter(u8::is_ascii_whitespace) {
            self.stream.consume(1);
            self.position += 1;
            white.push(byte);
        }
        self.line += count(&white);
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
        self.line += count(read);
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
