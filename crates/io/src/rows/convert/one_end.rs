//! One end for all lines of a file that is put together of several.

use std::io::{self, Write};
use std::path::Path;

use crate::OutputFile;

/// The end of what was written to a file.
#[derive(Default)]
pub(super) struct Tail {
    /// The end of its lines; none until a line ends.
    line_end: Option<&'static [u8]>,
    /// The last byte; none where there is nothing.
    last: Option<u8>,
}

impl Tail {
    /// Returns whether nothing was written.
    pub(super) fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// Returns whether nothing stands in the last line.
    pub(super) fn ends_line(&self) -> bool {
        self.last.is_none_or(|byte| byte == b'\n')
    }
}

/// A file whose lines end as its first one does.
pub(super) struct OneEnd<'a> {
    out: &'a mut OutputFile,
    tail: &'a mut Tail,
    /// True if a return alone ends no line, as in JSON.
    keeps_returns: bool,
    /// Number of returns that were met last: they belong to the line feed behind them, if there is one.
    returns: usize,
}

impl<'a> OneEnd<'a> {
    pub(super) fn new(out: &'a mut OutputFile, tail: &'a mut Tail, keeps_returns: bool) -> Self {
        OneEnd {
            out,
            tail,
            keeps_returns,
            returns: 0,
        }
    }

    /// The path of the file.
    pub(super) fn path(&self) -> &Path {
        self.out.path()
    }

    /// Returns whether nothing was written to the file.
    pub(super) fn is_at_start(&self) -> bool {
        self.tail.is_empty()
    }

    /// Writes the returns that no line feed follows.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let mut bytes = Vec::new();
        self.end_returns(&mut bytes);
        self.put(&bytes)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.tail.last = bytes.last().copied().or(self.tail.last);
        self.out.write_all(bytes)
    }

    fn end_returns(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..std::mem::take(&mut self.returns) {
            if self.keeps_returns {
                bytes.push(b'\r');
            } else {
                bytes.extend_from_slice(self.tail.line_end.get_or_insert(b"\n"));
            }
        }
    }
}

impl Write for OneEnd<'_> {
    fn write(&mut self, written: &[u8]) -> io::Result<usize> {
        let mut bytes = Vec::with_capacity(written.len());
        for &byte in written {
            match byte {
                b'\r' => self.returns += 1,
                b'\n' => {
                    let own: &[u8] = if self.returns > 0 { b"\r\n" } else { b"\n" };
                    self.returns = 0;
                    bytes.extend_from_slice(self.tail.line_end.get_or_insert(own));
                }
                _ => {
                    self.end_returns(&mut bytes);
                    bytes.push(byte);
                }
            }
        }
        self.put(&bytes)?;
        Ok(written.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(parts: &[&str], keeps_returns: bool) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("all.ris");
        let mut out = OutputFile::create(&path).unwrap();
        let mut tail = Tail::default();
        for part in parts {
            let mut lines = OneEnd::new(&mut out, &mut tail, keeps_returns);
            // As bytes come from a buffer: a line end may be in two pieces.
            for byte in part.bytes() {
                lines.write_all(&[byte]).unwrap();
            }
            lines.finish().unwrap();
        }
        out.finish().unwrap();
        let written = std::fs::read_to_string(&path).unwrap();
        assert_eq!(
            tail.ends_line(),
            written.is_empty() || written.ends_with('\n')
        );
        written
    }

    #[test]
    fn all_lines_end_as_the_first_one() {
        for (parts, expected) in [
            (["a\r\n", "b\nc\rd\r\r\n"], "a\r\nb\r\nc\r\nd\r\n"),
            (["a\n", "b\r\nc\r"], "a\nb\nc\n"),
            (["a\rb", ""], "a\nb"),
        ] {
            assert_eq!(written(&parts, false), expected);
        }
        assert_eq!(
            written(&["{\"a\":\r1}\r\n", "{}\n"], true),
            "{\"a\":\r1}\r\n{}\r\n"
        );
    }
}
