//! JSON: arrays of objects, or objects, one after the other, each over as many lines as it likes, or the members of one.

use std::collections::VecDeque;
use std::io;
use std::ops::Range;
use std::path::Path;

use super::super::options::TableOptions;
use super::super::records::Records;
use super::super::row::Row;
use super::super::target::Target;
use super::cells;
use super::counted::Counted;
use super::json_form::{JsonForm, Wrapping};
use super::json_members::{self, key_and_value};
use super::json_nesting::Nesting;
use crate::input::place;
use dejalu_base::error::{Error, ErrorKind, InputError, Place, Result};

/// The values of arrays, of a sequence without brackets, or of the list that an object wraps.
pub(super) struct ArrayRecords {
    bytes: Counted,
    place: Place,
    charset: Option<&'static str>,
    brackets: Brackets,
    /// True if the values are members of an object, each with a key.
    are_members: bool,
    /// True if the array is that of an object around it.
    is_wrapped: bool,
    any: bool,
    ended: bool,
    extent: Range<u64>,
    /// Values that were read as parts of a damaged one.
    hidden: VecDeque<Piece>,
    /// The first key of the last value that could be read.
    first_key: Vec<u8>,
}

/// Place of the next value.
#[derive(Clone, Copy)]
enum Brackets {
    /// Nothing but white space was read.
    Unknown,
    /// In no array.
    None,
    /// In an array, or in the object of members, that begins in this line.
    Open(u64),
    /// Behind an array, in another if one follows.
    Closed,
    /// Something else follows an array in this line.
    Followed(u64),
}

impl ArrayRecords {
    pub(super) fn open(path: &Path, options: &TableOptions, form: JsonForm) -> Result<Self> {
        let (bytes, charset) = Counted::of_json(path, options)?;
        Ok(ArrayRecords {
            bytes,
            place: place(path),
            charset,
            brackets: Brackets::Unknown,
            are_members: form == JsonForm::Members,
            is_wrapped: false,
            any: false,
            ended: false,
            extent: 0..0,
            hidden: VecDeque::new(),
            first_key: Vec::new(),
        })
    }

    /// The characters that open and close all values.
    fn marks(&self) -> (u8, u8) {
        if self.are_members {
            (b'{', b'}')
        } else {
            (b'[', b']')
        }
    }

    /// The first byte of the next value; none at the end.
    fn find_value(&mut self) -> Result<Option<u8>> {
        let (opening, closing) = self.marks();
        while let Some(byte) = self.bytes.peek()? {
            match (byte, self.brackets) {
                (b',', _) => {}
                _ if byte.is_ascii_whitespace() => {}
                (byte, Brackets::Unknown | Brackets::Closed) if byte == opening => {
                    self.brackets = Brackets::Open(self.bytes.line);
                }
                (byte, Brackets::Open(_)) if byte == closing => {
                    self.bytes.next()?;
                    self.close()?;
                    continue;
                }
                (_, Brackets::Closed) => {
                    self.brackets = Brackets::Followed(self.bytes.line);
                    return Ok(None);
                }
                (_, Brackets::Unknown) => {
                    self.brackets = Brackets::None;
                    return Ok(Some(byte));
                }
                _ => return Ok(Some(byte)),
            }
            self.bytes.next()?;
        }
        Ok(None)
    }

    /// Leaves an array whose last bracket was read, and the object that it is a member of.
    fn close(&mut self) -> Result<()> {
        self.brackets = Brackets::Closed;
        if !std::mem::take(&mut self.is_wrapped) {
            return Ok(());
        }
        let (mut nesting, mut wrapping) = (Nesting::inside(), Wrapping::default());
        while nesting.depth() > 0
            && let Some(byte) = self.bytes.peek()?
        {
            let (line, depth) = (self.bytes.line, nesting.depth());
            self.bytes.next()?;
            let is_of_string = nesting.see(byte);
            // One list is read; another may not vanish without a word.
            if depth == 1 && wrapping.see(byte, is_of_string, &nesting) {
                self.brackets = Brackets::Followed(line);
            }
        }
        Ok(())
    }

    /// The bytes of a value: of an object or list to the bracket that closes it, of another to what
    /// cannot be part of it. None where it turns out to be an object around a list of documents, which is entered.
    fn value(&mut self, first: u8) -> Result<Option<Vec<u8>>> {
        let mut value = Vec::new();
        let mut wrapping =
            (matches!(self.brackets, Brackets::None) && first == b'{').then(Wrapping::default);
        let mut nesting = Nesting::default();
        let (_, closing) = self.marks();
        while let Some(byte) = self.bytes.peek()? {
            // A member may have a line end behind its key.
            let ends_line = matches!(byte, b'\n' | b'\r') && !self.are_members;
            let ends = byte == b',' || byte == closing || ends_line;
            // A bracket that closes nothing is read as a value, so that reading goes on.
            if ends && nesting.is_outside() && !value.is_empty() {
                break;
            }
            value.push(byte);
            self.bytes.next()?;
            let depth = nesting.depth();
            let is_of_string = nesting.see(byte);
            if depth == 1
                && wrapping
                    .as_mut()
                    .is_some_and(|it| it.see(byte, is_of_string, &nesting))
            {
                (self.brackets, self.is_wrapped) = (Brackets::Open(self.bytes.line), true);
                return Ok(None);
            }
            if depth == 1 && nesting.depth() == 0 {
                break;
            }
        }
        Ok(Some(value))
    }

    /// The bytes of the next value and where it begins: its place, and the bytes before it. None at the end.
    fn next_value(&mut self) -> (Place, u64, Result<Option<Vec<u8>>>) {
        loop {
            let found = self.find_value();
            let here = self.place.at_line(self.bytes.line);
            let begins = self.bytes.position;
            let value = match found {
                Ok(Some(first)) => self.value(first),
                Ok(None) => return (here, begins, Ok(None)),
                Err(error) => Err(error),
            };
            if let Some(value) = value.transpose() {
                return (here, begins, value.map(Some));
            }
        }
    }
}

impl ArrayRecords {
    /// The row of a value. Of one that is damaged, and runs on over others for that reason, the others come next.
    fn row(&mut self, piece: Piece) -> Result<Row> {
        let length = piece.bytes.len() as u64;
        self.extent = piece.begins..piece.begins + length;
        let read = if self.are_members {
            json_members::cells(&piece.bytes)
        } else {
            cells::cells(&piece.bytes)
        };
        match read {
            Ok(cells) => {
                let key = first_key(piece.value(self.are_members));
                // Nearly all rows begin with the same key.
                if self.first_key != key {
                    self.first_key = key.to_vec();
                }
                Ok(Row::new(piece.place, cells))
            }
            Err(error) => {
                let pieces = piece.split(&self.first_key, self.are_members, &self.place);
                for (number, piece) in pieces.into_iter().enumerate().rev() {
                    if number == 0 {
                        self.extent.end = piece.begins + piece.bytes.len() as u64;
                    } else {
                        self.hidden.push_front(piece);
                    }
                }
                Err(no_line(error).at(&piece.place))
            }
        }
    }
}

/// A value, and where it stands.
struct Piece {
    place: Place,
    begins: u64,
    bytes: Vec<u8>,
}

impl Piece {
    /// The value, of a member without its key.
    fn value(&self, is_member: bool) -> &[u8] {
        let member = key_and_value(&self.bytes).filter(|_| is_member);
        member.map_or(&self.bytes, |(_, value)| value)
    }

    /// The values that are one because of a quotation mark or a bracket that is missing or too many: an object
    /// begins in it where a comma, a bracket or a line end is followed by a bracket and the first key of the others.
    fn split(&self, known_key: &[u8], are_members: bool, source: &Place) -> Vec<Piece> {
        let bytes = &self.bytes;
        let key = if known_key.is_empty() {
            first_key(self.value(are_members))
        } else {
            known_key
        };
        if key.is_empty() {
            return Vec::new();
        }
        let begins = |at: usize| {
            let start = if are_members {
                json_members::start(bytes, at)?
            } else {
                at
            };
            let before = &bytes[..start];
            let last = before.trim_ascii_end();
            let is_parted =
                matches!(last.last(), Some(b',' | b'}')) || before[last.len()..].contains(&b'\n');
            let is_value = bytes[at + 1..].trim_ascii_start().starts_with(key);
            (start > 0 && is_parted && is_value).then_some(start)
        };
        let starts = memchr::memchr_iter(b'{', bytes).filter_map(begins);
        let starts: Vec<usize> = std::iter::once(0).chain(starts).collect();
        let ends = starts[1..].iter().copied().chain([bytes.len()]);
        let line = self.place.line.unwrap_or(1);
        let piece = |(&start, end): (&usize, usize)| Piece {
            place: source
                .at_line(line + memchr::memchr_iter(b'\n', &bytes[..start]).count() as u64),
            begins: self.begins + start as u64,
            bytes: if are_members {
                json_members::closed(&bytes[start..end]).to_vec()
            } else {
                trimmed(&bytes[start..end]).to_vec()
            },
        };
        starts.iter().zip(ends).map(piece).collect()
    }
}

/// A value without what stands between it and the next, or behind the last.
fn trimmed(bytes: &[u8]) -> &[u8] {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b']');
    let end = bytes.iter().rposition(|byte| !is_between(byte));
    &bytes[..end.map_or(0, |end| end + 1)]
}

/// The first key of an object with its quotation marks; empty where there is none.
fn first_key(object: &[u8]) -> &[u8] {
    let Some(inside) = object.trim_ascii_start().strip_prefix(b"{") else {
        return &[];
    };
    let key = inside.trim_ascii_start();
    let end = key
        .strip_prefix(b"\"")
        .and_then(|rest| memchr::memchr(b'"', rest));
    end.map_or(&[], |end| &key[..end + 2])
}

impl Records for ArrayRecords {
    fn read(&mut self) -> Option<Result<Row>> {
        if let Some(piece) = self.hidden.pop_front() {
            return Some(self.row(piece));
        }
        if self.ended {
            return None;
        }
        self.bytes.stream.next_piece();
        let (here, begins, value) = self.next_value();
        let Some(value) = value.transpose() else {
            self.ended = true;
            return None;
        };
        self.any = true;
        self.extent = begins..self.bytes.position;
        self.ended = value.is_err();
        Some(match value {
            Ok(bytes) => self.row(Piece {
                place: here,
                begins,
                bytes,
            }),
            Err(error) => Err(error.at(&here)),
        })
    }

    fn has_ended(&self) -> bool {
        self.ended && self.hidden.is_empty()
    }

    fn fault(&self) -> Option<Error> {
        let what = if self.are_members { "object" } else { "array" };
        let (line, fault) = match self.brackets {
            Brackets::Open(line) if self.any => (line, InputError::UnclosedArray { what }),
            Brackets::Followed(line) => (line, InputError::AfterArray { what }),
            _ => return None,
        };
        Some(Error::from(fault).at(&self.place.at_line(line)))
    }

    fn charset(&self) -> Option<&'static str> {
        self.charset
    }

    fn extent(&self) -> Range<u64> {
        self.extent.clone()
    }
}

/// The error for a value, which need not be on one line.
fn no_line(error: Error) -> Error {
    match error.kind() {
        ErrorKind::Input(InputError::BadJson { problem, .. }) => {
            let problem = problem.clone();
            InputError::BadObject { problem }.into()
        }
        _ => error,
    }
}

/// Copies values with what stands between them; what stands before the first and after the last is kept.
pub(super) fn copy(
    source: &Path,
    options: &TableOptions,
    form: JsonForm,
    rows: &[u64],
    target: &mut dyn Target,
) -> Result<usize> {
    let path = target.path().to_path_buf();
    let mut records = ArrayRecords::open(source, options, form)?;
    let (mut bytes, _) = Counted::of_json(source, options)?;
    let mut wanted = rows.iter().copied().peekable();
    bytes.copy_mark(&path, target.around())?;
    let (mut number, mut written) = (0, 0);
    while records.read().is_some() {
        number += 1;
        let extent = records.extent();
        if number == 1 {
            bytes.pass(extent.start, &path, target.around())?;
        }
        if wanted.next_if_eq(&number).is_some() {
            // The first that is written has nothing before it; others have what stood before them.
            if written > 0 {
                bytes.pass(extent.start, &path, target.around())?;
            } else {
                bytes.pass(extent.start, &path, &mut io::sink())?;
            }
            bytes.pass(extent.end, &path, target.record(number))?;
            target.end_record(&place(source))?;
            written += 1;
        } else {
            bytes.pass(extent.end, &path, &mut io::sink())?;
        }
    }
    bytes.pass(u64::MAX, &path, target.around())?;
    Ok(rows.len() - written)
}
