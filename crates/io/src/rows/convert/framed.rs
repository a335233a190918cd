//! Records of a source without the head and foot of its file, of which a file that is put together has one.

use std::io::{self, Write};
use std::path::Path;

use super::one_end::OneEnd;
use crate::rows::target::Target;
use crate::rows::writing::Frame;
use dejalu_base::error::{Place, Result};

/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Takes the records of a source that are copied, and passes them on but for the lines of its head and foot, and byte
/// order marks at the start of a line. The first source that anything is copied of keeps its head, and its mark if the
/// file begins with it: the mark of a later one would say nothing of the file, and stand before a tag in its midst.
pub(super) struct Framed<'a> {
    lines: OneEnd<'a>,
    frame: Frame,
    /// True until a record is written, if the file is empty.
    keeps_head: bool,
    /// True until a byte is written, of the first source.
    keeps_mark: bool,
    /// True if what is written stands around records.
    is_around: bool,
    at: At,
    /// Bytes that are to be passed on.
    passed: Vec<u8>,
    has_foot: bool,
}

/// Place in a line.
enum At {
    /// At its start, with its first bytes, until they show what it is.
    Start(Vec<u8>),
    Inside,
    /// In a line that is left out.
    LeftOut,
    /// Behind the return that ends such a line: a line feed belongs to it.
    BehindReturn,
}

impl<'a> Framed<'a> {
    pub(super) fn new(lines: OneEnd<'a>, frame: Frame, is_first: bool) -> Self {
        Framed {
            keeps_head: lines.is_at_start(),
            keeps_mark: is_first && lines.is_at_start(),
            lines,
            frame,
            is_around: false,
            at: At::Start(Vec::new()),
            passed: Vec::new(),
            has_foot: false,
        }
    }

    /// Writes what was held back. Says whether the source has a foot.
    pub(super) fn finish(mut self) -> io::Result<bool> {
        self.decide();
        self.lines.write_all(&self.passed)?;
        self.lines.finish()?;
        Ok(self.has_foot)
    }

    fn pass(&mut self, bytes: &[u8]) {
        self.keeps_mark &= bytes.is_empty();
        self.passed.extend_from_slice(bytes);
    }

    /// Passes the start of a line on, or leaves the line out.
    fn decide(&mut self) {
        let At::Start(start) = &mut self.at else {
            return;
        };
        let start = std::mem::take(start);
        let is = |tag: &str| {
            let rest = start.strip_prefix(tag.as_bytes());
            rest.is_some_and(|rest| rest.is_empty() || rest[0] == b' ')
        };
        let is_foot = self.is_around && self.frame.foot.is_some_and(is);
        let is_head = self.is_around && self.frame.head.iter().any(|tag| is(tag));
        self.has_foot |= is_foot;
        if is_foot || is_head && !self.keeps_head {
            self.at = At::LeftOut;
            return;
        }
        self.at = At::Inside;
        self.pass(&start);
    }

    fn add(&mut self, byte: u8) {
        if matches!(self.at, At::BehindReturn) {
            self.at = At::Start(Vec::new());
            if byte == b'\n' {
                return;
            }
        }
        let ends_line = matches!(byte, b'\n' | b'\r');
        if ends_line {
            self.decide();
        }
        match &mut self.at {
            At::Start(start) => {
                start.push(byte);
                if start == MARK {
                    start.clear();
                    if self.keeps_mark {
                        self.pass(MARK);
                    }
                } else if start.len() == MARK.len() {
                    self.decide();
                }
            }
            At::Inside => {
                self.pass(&[byte]);
                if ends_line {
                    self.at = At::Start(Vec::new());
                }
            }
            At::LeftOut | At::BehindReturn => match byte {
                b'\n' => self.at = At::Start(Vec::new()),
                b'\r' => self.at = At::BehindReturn,
                _ => {}
            },
        }
    }
}

impl Write for Framed<'_> {
    fn write(&mut self, written: &[u8]) -> io::Result<usize> {
        written.iter().for_each(|byte| self.add(*byte));
        self.lines.write_all(&std::mem::take(&mut self.passed))?;
        Ok(written.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lines.flush()
    }
}

impl Target for Framed<'_> {
    fn path(&self) -> &Path {
        self.lines.path()
    }

    fn around(&mut self) -> &mut dyn Write {
        self.is_around = true;
        self
    }

    fn record(&mut self, _number: u64) -> &mut dyn Write {
        self.is_around = false;
        self.keeps_head = false;
        self
    }

    fn end_record(&mut self, _place: &Place) -> Result<()> {
        Ok(())
    }
}
