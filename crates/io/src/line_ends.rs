//! Finds the ends of lines: with LF, CRLF or CR, in any mix of them. A `\n` ends a line, and the returns before it
//! belong to it (text that was written twice as text has two); each other return is an end of its own.

use std::io::{self, BufRead, Read};

use memchr::memchr2;

/// Finds the line ends of bytes that are seen one after the other.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LineEnds {
    /// Returns that were seen and ended no line so far.
    returns: u64,
}

/// The meaning of the next byte.
pub(super) enum Seen {
    /// A return, of which the bytes behind it tell what it ends. Goes on behind it.
    Return,
    /// `\n` ends a line, together with so many returns before it. Goes on behind it.
    Newline(u64),
    /// The first of the returns that wait ended a line. Goes on at this byte.
    LoneReturn,
    /// The byte is inside a line, or there is none.
    Inside,
}

impl LineEnds {
    pub(super) fn see(&mut self, next: Option<u8>) -> Seen {
        match next {
            Some(b'\r') => {
                self.returns += 1;
                Seen::Return
            }
            Some(b'\n') => Seen::Newline(std::mem::take(&mut self.returns)),
            _ if self.returns > 0 => {
                self.returns -= 1;
                Seen::LoneReturn
            }
            _ => Seen::Inside,
        }
    }
}

/// Number of leading bytes that are inside a line.
pub(super) fn inside(bytes: &[u8]) -> usize {
    memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len())
}

/// The lines of a text, each with its end.
pub(crate) fn lines(text: &[u8]) -> Lines<'_> {
    Lines {
        text,
        begins: 0,
        at: 0,
        ends: LineEnds::default(),
    }
}

/// See [`lines`].
pub(crate) struct Lines<'t> {
    text: &'t [u8],
    begins: usize,
    at: usize,
    ends: LineEnds,
}

impl<'t> Iterator for Lines<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        let end = loop {
            match self.ends.see(self.text.get(self.at).copied()) {
                Seen::Return => self.at += 1,
                Seen::Newline(_) => {
                    self.at += 1;
                    break self.at;
                }
                Seen::LoneReturn => break self.at - self.ends.returns as usize,
                Seen::Inside if self.at == self.text.len() => break self.at,
                Seen::Inside => self.at += inside(&self.text[self.at..]),
            }
        };
        let line = &self.text[self.begins..end];
        self.begins = end;
        (!line.is_empty()).then_some(line)
    }
}

/// Number of line ends in bytes that neither a return nor `\n` follows.
pub(crate) fn count(bytes: &[u8]) -> u64 {
    let has_end = |line: &&[u8]| !split_end(line).1.is_empty();
    lines(bytes).filter(has_end).count() as u64
}

/// A line and its end.
pub(crate) fn split_end(line: &[u8]) -> (&[u8], &[u8]) {
    line.split_at(inside(line))
}

/// Turns each line end into `\n` while reading.
pub(super) struct Newlines<R> {
    inner: R,
    ends: LineEnds,
    /// True if a return before CRLF is a line end of its own.
    counts_returns: bool,
    /// Number of `\n` still to be given.
    pending: u64,
}

impl<R: BufRead> Newlines<R> {
    pub(super) fn new(inner: R) -> Self {
        Newlines {
            inner,
            ends: LineEnds::default(),
            counts_returns: false,
            pending: 0,
        }
    }

    /// The same where a return before CRLF is a line end of its own: a text in a cell of a table is the text
    /// that it is in any other file.
    pub(super) fn of_table(inner: R) -> Self {
        Newlines {
            counts_returns: true,
            ..Newlines::new(inner)
        }
    }

    pub(super) fn get_mut(&mut self) -> &mut R {
        &mut self.inner
    }
}

impl<R: BufRead> Read for Newlines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut written = 0;
        // Nothing may be left of one return, which must not look like the end.
        while written == 0 && !buffer.is_empty() {
            let bytes = self.inner.fill_buf()?;
            let is_end = bytes.is_empty();
            let mut taken = 0;
            while written < buffer.len() && (taken < bytes.len() || is_end) {
                if self.pending > 0 {
                    buffer[written] = b'\n';
                    (self.pending, written) = (self.pending - 1, written + 1);
                    continue;
                }
                match self.ends.see(bytes.get(taken).copied()) {
                    Seen::Return => taken += 1,
                    Seen::Newline(returns) => {
                        self.pending = if self.counts_returns {
                            returns.max(1)
                        } else {
                            1
                        };
                        taken += 1;
                    }
                    Seen::LoneReturn => self.pending = 1,
                    Seen::Inside if is_end => return Ok(written),
                    Seen::Inside => {
                        let room = buffer.len() - written;
                        let count = inside(&bytes[taken..]).min(room);
                        buffer[written..written + count]
                            .copy_from_slice(&bytes[taken..taken + count]);
                        (taken, written) = (taken + count, written + count);
                    }
                }
            }
            self.inner.consume(taken);
        }
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    const MIXED: &[u8] = b"a\r\nb\rc\n\nd\r\r\n\r\re\r";

    #[test]
    fn line_ends_become_one_wherever_the_pieces_are_cut() {
        for room in 1..MIXED.len() {
            let mut text = String::new();
            let mut newlines = Newlines::new(BufReader::with_capacity(room, MIXED));
            newlines.read_to_string(&mut text).unwrap();
            assert_eq!(text, "a\nb\nc\n\nd\n\n\ne\n");
            let mut text_of_table = String::new();
            let mut newlines = Newlines::of_table(BufReader::with_capacity(room, MIXED));
            newlines.read_to_string(&mut text_of_table).unwrap();
            assert_eq!(text_of_table, "a\nb\nc\n\nd\n\n\n\ne\n");
            let mut newlines = Newlines::new(MIXED);
            let mut piece = vec![0; room];
            let mut pieces = Vec::new();
            while let Ok(count @ 1..) = newlines.read(&mut piece) {
                pieces.extend_from_slice(&piece[..count]);
            }
            assert_eq!(pieces, text.as_bytes());
        }
    }

    #[test]
    fn lines_keep_the_ends_they_have() {
        let found: Vec<&[u8]> = lines(MIXED).collect();
        let expected: [&[u8]; 8] = [
            b"a\r\n", b"b\r", b"c\n", b"\n", b"d\r\r\n", b"\r", b"\r", b"e\r",
        ];
        assert_eq!(found, expected);
        assert_eq!(lines(b"a\rb").collect::<Vec<_>>(), [&b"a\r"[..], b"b"]);
        assert_eq!(split_end(b"d\r\r\n"), (&b"d"[..], &b"\r\r\n"[..]));
        assert_eq!(split_end(b"d"), (&b"d"[..], &b""[..]));
        assert_eq!([count(MIXED), count(b"a\rb"), count(b"")], [8, 1, 0]);
    }
}
