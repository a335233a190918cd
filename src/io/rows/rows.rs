//! Reads rows one after the other, whatever their format.

use std::collections::{BTreeMap, HashSet};
use std::io::{Chain, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use csv::ByteRecord;

use super::cell::Cell;
use super::columns::Columns;
use super::quotes::Watched;
use super::row::Row;
use crate::error::{Error, InputError, Place, Result};
use crate::io::bounded::ends_source;
use crate::io::input::{Compression, STANDARD_STREAM, Stream, place};
use crate::io::lines::LineEnds;
use crate::io::text;

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
    /// The cells of a table's row that was read last.
    record: ByteRecord,
    /// The first row, read ahead for its columns.
    first: Option<Result<Row>>,
    /// Whether a row was met, good or bad.
    any: bool,
    /// The keys that rows of JSONL are asked for.
    asked: super::keys::Keys,
    finished: bool,
}

enum Reader {
    Json {
        stream: Stream,
        line: Vec<u8>,
        number: u64,
    },
    Table(Box<csv::Reader<Watched<Ended>>>),
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
        let stream = Stream::of_documents(path)?;
        let reader = match format {
            Format::Jsonl => Reader::Json {
                stream,
                line: Vec::new(),
                number: 0,
            },
            Format::Csv => Reader::Table(Box::new(table(stream, b','))),
            Format::Tsv => Reader::Table(Box::new(table(stream, b'\t'))),
        };
        let mut rows = Rows::of(reader, place(path));
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
            record: ByteRecord::new(),
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
        let begin = self.line_of_record();
        match &self.reader {
            Reader::Table(reader) => begin..reader.position().line(),
            Reader::Json { .. } | Reader::Memory(_) => begin..begin,
        }
    }

    /// Whether every row has the same columns, which stand above them.
    pub(crate) fn have_header(&self) -> bool {
        !matches!(self.reader, Reader::Json { .. })
    }

    /// The source as a whole.
    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// Where the columns are named: line 1 of a file.
    pub(crate) fn header(&self) -> Place {
        match &self.reader {
            Reader::Memory(_) => self.place.clone(),
            Reader::Json { .. } | Reader::Table(_) => self.place.at_line(1),
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
        if let Reader::Json { .. } = self.reader {
            self.first = self.read_row();
            if let Some(Ok(row)) = &self.first {
                self.columns = row.cells.keys().cloned().collect();
            }
            return Ok(());
        }
        if !self.read_record()? {
            return Err(Error::from(InputError::Empty).at(&self.place));
        }
        self.check_quotes()?;
        self.columns = names(&self.record).map_err(|error| error.at(&self.place.at_line(1)))?;
        Ok(())
    }

    fn read_row(&mut self) -> Option<Result<Row>> {
        let outcome = match &mut self.reader {
            Reader::Json {
                stream,
                line,
                number,
            } => loop {
                match stream.read_line(line) {
                    Ok(false) => break None,
                    Ok(true) => {}
                    Err(reason) => {
                        *number += 1;
                        self.finished = ends_source(&reason);
                        break Some(Err(reason.at(&self.place.at_line(*number))));
                    }
                }
                *number += 1;
                if line.trim_ascii().is_empty() {
                    continue;
                }
                let place = self.place.at_line(*number);
                let cells = super::json::cells(line).map_err(|e| e.at(&place));
                break Some(cells.map(|cells| Row { place, cells }));
            },
            Reader::Memory(columns) => columns.next_row().map(Ok),
            Reader::Table(_) => match self.read_record() {
                Ok(true) => Some(self.table_row()),
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

    /// Reads the next row of a table, if there is one.
    fn read_record(&mut self) -> Result<bool> {
        let Reader::Table(reader) = &mut self.reader else {
            return Ok(false);
        };
        stream_of(reader).next_piece();
        match reader.read_byte_record(&mut self.record) {
            Ok(any) => Ok(any),
            Err(reason) => {
                let line = reader.position().line();
                let csv::ErrorKind::Io(reason) = reason.into_kind() else {
                    return Ok(false);
                };
                let error = stream_of(reader).error(reason);
                Err(error.at(&self.place.at_line(line)))
            }
        }
    }

    /// Refuses the record just read if a quoted cell of it holds what was to be rows of their own.
    fn check_quotes(&mut self) -> Result<()> {
        let Reader::Table(reader) = &mut self.reader else {
            return Ok(());
        };
        let end = reader.position().byte();
        match reader.get_mut().fault_until(end) {
            None => Ok(()),
            Some((line, kind)) => Err(Error::from(kind).at(&self.place.at_line(line))),
        }
    }

    /// What the quotation marks of a table show only at its end.
    fn fault_of_table(&mut self) -> Option<Error> {
        let Reader::Table(reader) = &mut self.reader else {
            return None;
        };
        let (line, kind) = reader.get_mut().fault_of_table()?;
        Some(Error::from(kind).at(&self.place.at_line(line)))
    }

    /// The line at which the record just read begins. The parser's own figure is that of the blank
    /// lines before it.
    fn line_of_record(&self) -> u64 {
        let Reader::Table(reader) = &self.reader else {
            return 1;
        };
        let after = reader.position().line();
        after.saturating_sub(1 + self.breaks_in_record()).max(1)
    }

    fn breaks_in_record(&self) -> u64 {
        let bytes = self.record.as_slice().iter();
        bytes.filter(|&&byte| byte == b'\n').count() as u64
    }

    fn table_row(&mut self) -> Result<Row> {
        self.check_quotes()?;
        let place = self.place.at_line(self.line_of_record());
        if self.record.len() != self.columns.len() {
            let kind = InputError::CellCount {
                found: self.record.len(),
                expected: self.columns.len(),
                lines: 1 + self.breaks_in_record(),
            };
            return Err(Error::from(kind).at(&place));
        }
        let mut cells = BTreeMap::new();
        for (column, cell) in self.columns.iter().zip(&self.record) {
            let text = std::str::from_utf8(cell).map_err(|e| text::not_utf8(e, Some(column)));
            let text = text.map_err(|e| e.at(&place))?;
            let cell = Cell::Text(text.into());
            cells.entry(column.clone()).or_insert(cell);
        }
        Ok(Row { place, cells })
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
        error.or_else(|| self.fault_of_table()).map(Err)
    }
}

/// The names that a header gives. Columns without a name may be many: spreadsheets leave them, and
/// nobody can ask for them.
fn names(header: &ByteRecord) -> Result<Vec<Arc<str>>> {
    let mut names: Vec<Arc<str>> = Vec::new();
    let mut met = HashSet::new();
    for cell in header {
        let name = std::str::from_utf8(cell).map_err(|e| text::not_utf8(e, Some("header")))?;
        let name = name.trim();
        if !name.is_empty() && !met.insert(name) {
            let column = name.to_owned();
            return Err(InputError::DoubledColumn { column }.into());
        }
        names.push(name.into());
    }
    Ok(names)
}

/// A source whose last line has an end, so that every record ends on a line of its own.
type Ended = Chain<LineEnds<Stream>, &'static [u8]>;

fn stream_of(reader: &mut csv::Reader<Watched<Ended>>) -> &mut Stream {
    reader.get_mut().get_mut().get_mut().0.get_mut()
}

fn table(stream: Stream, delimiter: u8) -> csv::Reader<Watched<Ended>> {
    let ended = LineEnds::new(stream).chain(&b"\n"[..]);
    // The header and the number of cells are checked here, where the error can name them.
    csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(Watched::new(ended, delimiter))
}

#[cfg(test)]
mod tests;
