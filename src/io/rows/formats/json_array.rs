//! JSON: arrays of objects, or objects, one after the other, each over as many lines as it likes.

use std::io;
use std::ops::Range;
use std::path::Path;

use super::super::options::TableOptions;
use super::super::records::{Format, Records};
use super::super::row::Row;
use super::super::target::Target;
use super::super::writing::Writing;
use super::cells;
use super::counted::Counted;
use super::json_form::{self as json, JsonForm, Wrapping};
use super::json_syntax::JsonSyntax;
use crate::error::{Error, ErrorKind, InputError, Place, Result};
use crate::io::input::place;

pub(super) const FORMATS: &[Format] = &[Format {
    ending: ".json",
    open: |path, options| json::open(path, options, JsonForm::Values),
    writing: Writing::Bytes {
        copy: |source, options, rows, target| {
            json::copy(source, options, rows, target, JsonForm::Values)
        },
        syntax: Some(|_, _| Ok(Box::new(JsonSyntax))),
    },
    is_field: |_| true,
}];

/// The values of arrays, of a sequence without brackets, or of the list that an object wraps.
pub(super) struct ArrayRecords {
    bytes: Counted,
    place: Place,
    charset: Option<&'static str>,
    brackets: Brackets,
    /// Whether the array is that of an object around it.
    is_wrapped: bool,
    any: bool,
    ended: bool,
    extent: Range<u64>,
}

/// Where the next value stands.
#[derive(Clone, Copy)]
enum Brackets {
    /// Nothing but white space was read.
    Unknown,
    /// In no array.
    None,
    /// In an array that begins in this line.
    Open(u64),
    /// Behind an array, in another if one follows.
    Closed,
    /// Something else follows an array in this line.
    Followed(u64),
}

impl ArrayRecords {
    pub(super) fn open(path: &Path, options: &TableOptions) -> Result<Self> {
        let (bytes, charset) = Counted::of_json(path, options)?;
        Ok(ArrayRecords {
            bytes,
            place: place(path),
            charset,
            brackets: Brackets::Unknown,
            is_wrapped: false,
            any: false,
            ended: false,
            extent: 0..0,
        })
    }

    /// The first byte of the next value; none at the end.
    fn find_value(&mut self) -> Result<Option<u8>> {
        while let Some(byte) = self.bytes.peek()? {
            match (byte, self.brackets) {
                (b',', _) => {}
                _ if byte.is_ascii_whitespace() => {}
                (b'[', Brackets::Unknown | Brackets::Closed) => {
                    self.brackets = Brackets::Open(self.bytes.line);
                }
                (b']', Brackets::Open(_)) => {
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
        let (mut depth, mut in_text, mut escaped) = (u64::from(self.is_wrapped), false, false);
        while depth > 0
            && let Some(byte) = self.bytes.peek()?
        {
            self.bytes.next()?;
            match byte {
                _ if escaped => escaped = false,
                b'\\' if in_text => escaped = true,
                b'"' => in_text = !in_text,
                b'{' | b'[' if !in_text => depth += 1,
                b'}' | b']' if !in_text => depth -= 1,
                _ => {}
            }
        }
        self.is_wrapped = false;
        Ok(())
    }

    /// The bytes of a value: of an object or list to the bracket that closes it, of another to what
    /// cannot be part of it. None where it turns out to be an object around a list of documents, which is entered.
    fn value(&mut self, first: u8) -> Result<Option<Vec<u8>>> {
        let mut value = Vec::new();
        let mut wrapping = matches!(self.brackets, Brackets::None).then(Wrapping::default);
        let (mut depth, mut in_text, mut escaped) = (0_u64, false, false);
        let is_scalar = !matches!(first, b'{' | b'[');
        while let Some(byte) = self.bytes.peek()? {
            let ends = matches!(byte, b',' | b']' | b'\n' | b'\r');
            // A bracket that closes nothing is read as a value, so that reading goes on.
            if is_scalar && !in_text && ends && !value.is_empty() {
                break;
            }
            value.push(byte);
            self.bytes.next()?;
            let is_text = in_text && (byte != b'"' || escaped);
            if depth == 1
                && first == b'{'
                && wrapping.as_mut().is_some_and(|it| it.see(byte, is_text))
            {
                (self.brackets, self.is_wrapped) = (Brackets::Open(self.bytes.line), true);
                return Ok(None);
            }
            match byte {
                _ if escaped => escaped = false,
                b'\\' if in_text => escaped = true,
                b'"' => in_text = !in_text,
                b'{' | b'[' if !in_text => depth += 1,
                b'}' | b']' if !in_text => depth = depth.saturating_sub(1),
                _ => {}
            }
            if !is_scalar && depth == 0 {
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

impl Records for ArrayRecords {
    fn read(&mut self) -> Option<Result<Row>> {
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
        let cells = value.and_then(|value| cells::cells(&value).map_err(no_line));
        let row = cells.map(|cells| Row::new(here.clone(), cells));
        Some(row.map_err(|error| error.at(&here)))
    }

    fn has_ended(&self) -> bool {
        self.ended
    }

    fn fault(&self) -> Option<Error> {
        let (line, fault) = match self.brackets {
            Brackets::Open(line) if self.any => (line, InputError::UnclosedArray),
            Brackets::Followed(line) => (line, InputError::AfterArray),
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
    rows: &[u64],
    target: &mut dyn Target,
) -> Result<usize> {
    let path = target.path().to_path_buf();
    let mut records = ArrayRecords::open(source, options)?;
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
