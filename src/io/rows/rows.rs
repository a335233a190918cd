//! Reads rows one after the other, whatever their format.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::columns::Columns;
use super::row::Row;
use super::table::Table;
use crate::error::{Error, InputError, Place, Result};
use crate::io::input::{Compression, STANDARD_STREAM, Stream, place};
use crate::io::lines::JsonLines;

/// The endings of files that hold rows, before `.gz` or `.zst`.
pub(crate) const ENDINGS: [&str; 3] = [".jsonl", ".csv", ".tsv"];

/// How rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// An object a line.
    Jsonl,
    /// Values between commas.
    Csv,
    /// Values between tabs.
    Tsv,
}

impl Format {
    /// By the end of the name; the standard input is JSONL.
    pub fn of(path: &Path) -> Option<Self> {
        if path.as_os_str() == STANDARD_STREAM {
            return Some(Format::Jsonl);
        }
        let (_, name) = Compression::of(path);
        let formats = [Format::Jsonl, Format::Csv, Format::Tsv];
        let mut known = ENDINGS.iter().zip(formats);
        known
            .find(|(ending, _)| name.ends_with(*ending))
            .map(|(_, format)| format)
    }
}

/// The rows of a source, in order.
pub(crate) struct Rows {
    reader: Reader,
    columns: Vec<Arc<str>>,
    place: Place,
    /// The first row, read ahead for its columns.
    first: Option<Result<Row>>,
    /// Whether a row was met, good or bad.
    any: bool,
    /// The keys that rows of JSONL are asked for.
    asked: super::keys::Keys,
    finished: bool,
}

enum Reader {
    Json(JsonLines),
    Table(Box<Table>),
    Memory(Columns),
}

impl Rows {
    /// Opens a source and reads its header, or its first row.
    ///
    /// # Errors
    ///
    /// A source that cannot be opened, an ending other than [`ENDINGS`], a table without a header.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let Some(format) = Format::of(path) else {
            crate::io::input::no_folder(path)?;
            let found = path.display().to_string();
            let accepted = ENDINGS.join(" ");
            return Err(InputError::UnknownEnding { found, accepted }.into());
        };
        let (stream, place) = (Stream::of_documents(path)?, place(path));
        let table = |stream, delimiter| {
            Reader::Table(Box::new(Table::new(stream, delimiter, place.clone())))
        };
        let reader = match format {
            Format::Jsonl => Reader::Json(JsonLines::new(stream, place.clone())),
            Format::Csv => table(stream, b','),
            Format::Tsv => table(stream, b'\t'),
        };
        let mut rows = Rows::of(reader, place);
        rows.read_columns()?;
        rows.check_delimiter(format)?;
        Ok(rows)
    }

    /// The rows of a table in memory. Row 3 of `pairs`, counted from 0, stands at `pairs[3]`.
    pub(crate) fn in_memory(columns: Columns) -> Self {
        let place = columns.place();
        let names = columns.names().cloned().collect();
        Rows {
            columns: names,
            ..Rows::of(Reader::Memory(columns), place)
        }
    }

    fn of(reader: Reader, place: Place) -> Self {
        Rows {
            reader,
            columns: Vec::new(),
            place,
            first: None,
            any: false,
            asked: super::keys::Keys::default(),
            finished: false,
        }
    }

    /// The columns of a table; of JSONL the keys of the first row, if it could be read.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|name| &**name)
    }

    /// The lines of the table's row that was read last, or of its header, counted from 1.
    pub(crate) fn lines_of_record(&self) -> Range<u64> {
        match &self.reader {
            Reader::Table(table) => table.lines(),
            Reader::Json(_) | Reader::Memory(_) => 1..1,
        }
    }

    /// Whether every row has the same columns, which stand above them.
    pub(crate) fn have_header(&self) -> bool {
        !matches!(self.reader, Reader::Json(_))
    }

    /// The source as a whole.
    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// Where the columns are named: line 1 of a file.
    pub(crate) fn header(&self) -> Place {
        match &self.reader {
            Reader::Memory(_) => self.place.clone(),
            Reader::Json(_) | Reader::Table(_) => self.place.at_line(1),
        }
    }

    /// Refuses names that are not columns. Rows of JSONL have keys of their own, so that the name
    /// of one is good if any row has it: if none has, an error follows the last row.
    ///
    /// # Errors
    ///
    /// The first name that is not a column of a table.
    pub(crate) fn require<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) -> Result<()> {
        if !self.have_header() {
            self.asked = super::keys::Keys::new(names);
            return Ok(());
        }
        let known: HashSet<&str> = self.columns().collect();
        match names.into_iter().find(|name| !known.contains(name)) {
            None => Ok(()),
            Some(name) => Err(super::keys::unknown(name, self.columns()).at(&self.header())),
        }
    }

    fn read_columns(&mut self) -> Result<()> {
        if let Reader::Table(table) = &mut self.reader {
            if !table.read()? {
                return Err(Error::from(InputError::Empty).at(&self.place));
            }
            self.columns = table.names()?;
            return Ok(());
        }
        self.first = self.read_row();
        if let Some(Ok(row)) = &self.first {
            self.columns = row.cells.keys().cloned().collect();
        }
        Ok(())
    }

    fn read_row(&mut self) -> Option<Result<Row>> {
        let outcome = match &mut self.reader {
            Reader::Json(lines) => {
                let read = lines.read(super::json::cells);
                self.finished = read.is_some() && lines.has_ended();
                read.map(|read| read.map(|(place, cells)| Row { place, cells }))
            }
            Reader::Memory(columns) => columns.next_row().map(Ok),
            Reader::Table(table) => match table.read() {
                Ok(true) => Some(table.row(&self.columns)),
                Ok(false) => None,
                Err(reason) => {
                    self.finished = true;
                    Some(Err(reason))
                }
            },
        };
        self.any |= outcome.is_some();
        outcome
    }

    /// Refuses a header of one cell that another delimiter would split: no row of it can be read.
    fn check_delimiter(&self, format: Format) -> Result<()> {
        let (delimiters, expected) = match format {
            Format::Csv => (
                [(';', "semicolons"), ('\t', "tabs"), ('|', "bars")],
                "commas",
            ),
            Format::Tsv => (
                [(',', "commas"), (';', "semicolons"), ('|', "bars")],
                "tabs",
            ),
            Format::Jsonl => return Ok(()),
        };
        const SHOWN: usize = 100;
        let [header] = &self.columns[..] else {
            return Ok(());
        };
        let of_header = |(delimiter, _): &(char, _)| header.contains(*delimiter);
        match delimiters.into_iter().find(of_header) {
            None => Ok(()),
            Some((_, delimiter)) => {
                let kind = InputError::Delimiter {
                    header: header.chars().take(SHOWN).collect(),
                    delimiter,
                    expected,
                };
                Err(Error::from(kind).at(&self.place.at_line(1)))
            }
        }
    }
}

impl Iterator for Rows {
    type Item = Result<Row>;

    fn next(&mut self) -> Option<Self::Item> {
        let first = self.first.take();
        if first.is_none() && self.finished {
            return None;
        }
        if let Some(row) = first.or_else(|| self.read_row()) {
            if let Ok(row) = &row {
                self.asked.see(row);
            }
            return Some(row);
        }
        self.finished = true;
        let error = if self.any {
            self.asked.missing()
        } else {
            Some(InputError::Empty.into())
        };
        let error = error.map(|error| error.at(&self.place));
        let fault = || match &self.reader {
            Reader::Table(table) => table.fault(),
            Reader::Json(_) | Reader::Memory(_) => None,
        };
        error.or_else(fault).map(Err)
    }
}

#[cfg(test)]
mod tests;
