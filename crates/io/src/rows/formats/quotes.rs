//! Finds quoted cells of a table that swallow other rows.
//!
//! A quotation mark that is never closed, or that a stray one closes some rows later, makes one cell
//! of all that stands between, and the parser takes it as it is. [`Watched`] follows the marks as the
//! parser does, while the bytes pass on to it, and keeps what is wrong with them.

use std::collections::VecDeque;
use std::io::{self, Read};

use super::shape::Line;
use dejalu_base::error::InputError;

/// From this many lines on that look like rows, in one row or scattered over the table, it is no accident of
/// a text.
const ROWS: u64 = 3;

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

    /// A fault of the quoted cells up to this byte, and the line where the first of them begins.
    pub(super) fn fault_until(&mut self, byte: u64) -> Option<(u64, InputError)> {
        let mut first = None;
        while self.watch.faults.front().is_some_and(|it| it.byte <= byte) {
            let fault = self.watch.faults.pop_front()?;
            first.get_or_insert((fault.begins, fault.error));
        }
        first
    }

    /// A fault of the quoted cells of the whole table, and the line where the first such cell
    /// begins: each holds too few lines that look like rows to be refused, together too many.
    pub(super) fn fault_of_table(&self) -> Option<(u64, InputError)> {
        let Scattered { first, lines } = self.watch.scattered;
        (lines >= ROWS).then_some((first, InputError::ScatteredQuotedRows { lines }))
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

/// A cell that cannot be meant unchanged.
struct Fault {
    /// The place where it shows, in bytes from the start.
    byte: u64,
    /// The line where the cell begins.
    begins: u64,
    error: InputError,
}

/// State of the parser.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    CellBegins,
    Plain,
    Quoted,
    /// After a mark in a quoted cell: a second one makes it part of the text.
    Mark,
}

#[derive(Default)]
struct Watch {
    delimiter: u8,
    state: State,
    /// Number of bytes seen.
    bytes: u64,
    /// The line of the next byte, counted from 1.
    number: u64,
    /// The last line that is not empty.
    last: u64,
    /// The line where the quoted cell that is open begins.
    cell_begins: u64,
    /// Number of cells in the header, once it was seen.
    columns: Option<u64>,
    /// The line that is read.
    line: Line,
    row: Row,
    scattered: Scattered,
    faults: VecDeque<Fault>,
}

/// The row that is read.
#[derive(Default)]
struct Row {
    /// Its first line; `None` while that is read.
    first: Option<Line>,
    /// The line where its first cell of several lines begins.
    begins: u64,
    /// Number of lines after the first.
    lines: u64,
    /// Number of them that look like rows.
    like_rows: u64,
    /// True if a fault of it was found.
    is_faulty: bool,
}

/// Lines that look like rows, few in each row that holds them.
#[derive(Default, Clone, Copy)]
struct Scattered {
    /// The line where the first cell that holds one begins.
    first: u64,
    lines: u64,
}

impl Watch {
    fn new(delimiter: u8) -> Self {
        Watch {
            delimiter,
            number: 1,
            last: 1,
            line: Line::new(delimiter),
            ..Watch::default()
        }
    }

    fn see(&mut self, byte: u8) {
        let before = self.state;
        self.state = match (before, byte) {
            (State::Quoted, b'"') => State::Mark,
            (State::Quoted, _) => State::Quoted,
            (State::Mark, b'"') => State::Quoted,
            (State::CellBegins, b'"') => {
                self.cell_begins = self.number;
                State::Quoted
            }
            _ if byte == b'\n' || byte == self.delimiter => State::CellBegins,
            _ => State::Plain,
        };
        if before == State::Mark && self.state == State::Plain {
            self.text_after_mark();
        }
        self.line.see(byte, self.state == State::Quoted);
        if byte == b'\n' {
            self.end_line();
            self.number += 1;
        } else {
            self.last = self.number;
        }
        self.bytes += 1;
    }

    /// A quoted cell was closed, and then it goes on.
    fn text_after_mark(&mut self) {
        if self.number > self.cell_begins {
            self.row.is_faulty = true;
            self.add(InputError::TextAfterQuotes {
                last: self.number,
                lines: self.number - self.cell_begins + 1,
            });
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::replace(&mut self.line, Line::new(self.delimiter));
        match &self.row.first {
            None => {
                self.row.begins = self.cell_begins;
                self.row.first = Some(line);
            }
            Some(first) => {
                self.row.lines += 1;
                let fits = self.columns == Some(line.separators() + 1);
                self.row.like_rows += u64::from(fits && line.looks_like(first));
            }
        }
        if self.state != State::Quoted {
            self.end_row();
        }
    }

    fn end_row(&mut self) {
        let row = std::mem::take(&mut self.row);
        let Some(columns) = self.columns else {
            // Empty lines before the header are none.
            let header = row.first.filter(|line| !line.is_empty());
            self.columns = header.map(|line| line.unquoted_separators() + 1);
            return;
        };
        // A text may hold a line that looks like a row, of rows most do.
        if columns == 1 || row.is_faulty || row.like_rows * 2 <= row.lines {
            return;
        }
        if row.like_rows >= ROWS {
            self.cell_begins = row.begins;
            self.add(InputError::QuotedRows {
                last: self.number,
                lines: self.number - row.begins + 1,
            });
            return;
        }
        if self.scattered.lines == 0 {
            self.scattered.first = row.begins;
        }
        self.scattered.lines += row.like_rows;
    }

    /// There are no more bytes.
    fn end(&mut self) {
        if self.state == State::Quoted {
            self.state = State::CellBegins;
            self.add(InputError::UnclosedQuote {
                lines: self.last - self.cell_begins + 1,
            });
        }
    }

    fn add(&mut self, error: InputError) {
        self.faults.push_back(Fault {
            byte: self.bytes,
            begins: self.cell_begins,
            error,
        });
    }
}
