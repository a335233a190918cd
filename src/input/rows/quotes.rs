//! Which quoted cells of a table hold more than a cell?
//!
//! A quotation mark that is never closed, or that a stray one closes hundreds of rows later, makes
//! one cell of all that stands between, and the parser takes it as it is. [`Watched`] follows the
//! marks as the parser does, while the bytes pass on to it, and keeps what is wrong with them.

use std::collections::VecDeque;
use std::io::{self, Read};

use crate::error::InputError;

/// So many lines within a cell that all have the cells of a row are rows: a text has a separator
/// now and then, but not the same number of them in ten lines on end.
const ROWS: u64 = 10;

/// The bytes of a table, line ends being `\n`, on their way to the parser.
pub(super) struct Watched<R> {
    inner: R,
    watch: Watch,
}

impl<R: Read> Watched<R> {
    pub(super) fn new(inner: R, delimiter: u8) -> Self {
        Watched {
            inner,
            watch: Watch::new(delimiter),
        }
    }

    pub(super) fn get_mut(&mut self) -> &mut R {
        &mut self.inner
    }

    /// What is wrong with the quoted cells up to this byte, and the line where the first of them
    /// begins.
    pub(super) fn fault_until(&mut self, byte: u64) -> Option<(u64, InputError)> {
        let mut first = None;
        while self.watch.faults.front().is_some_and(|it| it.byte <= byte) {
            let fault = self.watch.faults.pop_front()?;
            first.get_or_insert((fault.begins, fault.error));
        }
        first
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        match count {
            0 if !buffer.is_empty() => self.watch.end(),
            _ => buffer[..count]
                .iter()
                .for_each(|&byte| self.watch.see(byte)),
        }
        Ok(count)
    }
}

/// A cell that cannot be meant as it stands.
struct Fault {
    /// Where it shows, in bytes from the start.
    byte: u64,
    /// The line where the cell begins.
    begins: u64,
    error: InputError,
}

/// Where the parser is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    CellBegins,
    Plain,
    Quoted,
    /// After a mark in a quoted cell: a second one makes it part of the text.
    Mark,
}

struct Watch {
    delimiter: u8,
    state: State,
    /// How many bytes were seen.
    bytes: u64,
    /// The line of the next byte, counted from 1.
    line: u64,
    /// The last line that is not empty.
    last: u64,
    /// How many cells the header has, once it was seen.
    columns: Option<u64>,
    /// The separators between the cells of the header, while it is read.
    separators: u64,
    cell: QuotedCell,
    faults: VecDeque<Fault>,
}

/// The quoted cell that is open.
#[derive(Default)]
struct QuotedCell {
    /// The line where it begins.
    begins: u64,
    /// The separators in its present line.
    separators: u64,
    /// How many of its lines, from the second on, have as many cells as a row.
    rows: u64,
    /// Whether another line has not.
    is_text: bool,
}

impl Watch {
    fn new(delimiter: u8) -> Self {
        Watch {
            delimiter,
            state: State::CellBegins,
            bytes: 0,
            line: 1,
            last: 1,
            columns: None,
            separators: 0,
            cell: QuotedCell::default(),
            faults: VecDeque::new(),
        }
    }

    fn see(&mut self, byte: u8) {
        self.state = match (self.state, byte) {
            (State::Quoted, b'"') => State::Mark,
            (State::Quoted, _) => self.within_quotes(byte),
            (State::Mark, b'"') => State::Quoted,
            (State::CellBegins, b'"') => {
                self.cell = QuotedCell {
                    begins: self.line,
                    ..QuotedCell::default()
                };
                State::Quoted
            }
            (state, _) => {
                if state == State::Mark {
                    self.after_cell(byte);
                }
                self.outside_quotes(byte)
            }
        };
        match byte {
            b'\n' => self.line += 1,
            _ => self.last = self.line,
        }
        self.bytes += 1;
    }

    fn outside_quotes(&mut self, byte: u8) -> State {
        if byte == b'\n' {
            // Empty lines before the header are none.
            if self.state != State::CellBegins || self.separators > 0 {
                self.columns.get_or_insert(self.separators + 1);
            }
            return State::CellBegins;
        }
        if byte != self.delimiter {
            return State::Plain;
        }
        if self.columns.is_none() {
            self.separators += 1;
        }
        State::CellBegins
    }

    fn within_quotes(&mut self, byte: u8) -> State {
        let cell = &mut self.cell;
        if byte == self.delimiter {
            cell.separators += 1;
        }
        if byte == b'\n' {
            // The first line begins within a row.
            if self.line > cell.begins {
                match self.columns == Some(cell.separators + 1) {
                    true => cell.rows += 1,
                    false => cell.is_text = true,
                }
            }
            cell.separators = 0;
        }
        State::Quoted
    }

    /// A quoted cell was closed, and this byte follows.
    fn after_cell(&mut self, next: u8) {
        let goes_on = next != self.delimiter && next != b'\n';
        let of_rows = self.columns > Some(1) && self.cell.rows >= ROWS && !self.cell.is_text;
        if self.line > self.cell.begins && (goes_on || of_rows) {
            self.add(InputError::QuotedLines {
                last: self.line,
                lines: self.line - self.cell.begins + 1,
                goes_on,
            });
        }
    }

    /// There are no more bytes.
    fn end(&mut self) {
        if self.state == State::Quoted {
            self.state = State::CellBegins;
            self.add(InputError::UnclosedQuote {
                lines: self.last - self.cell.begins + 1,
            });
        }
    }

    fn add(&mut self, error: InputError) {
        self.faults.push_back(Fault {
            byte: self.bytes,
            begins: self.cell.begins,
            error,
        });
    }
}
