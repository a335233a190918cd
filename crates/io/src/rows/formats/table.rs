//! The records of CSV and TSV.

use std::collections::{BTreeMap, HashSet};
use std::io::{Chain, Read};
use std::ops::Range;
use std::sync::Arc;

use csv::ByteRecord;

use super::super::cell::Cell;
use super::super::row::Row;
use super::quotes::Watched;
use crate::input::Stream;
use crate::line_ends::Newlines;
use crate::text;
use dejalu_base::error::{Error, InputError, Place, Result};

/// A source whose last line has an end, so that every record ends on a line of its own.
type Ended = Chain<Newlines<Stream>, &'static [u8]>;

/// A table, and the record of it that was read last.
pub(super) struct Table {
    reader: csv::Reader<Watched<Ended>>,
    record: ByteRecord,
    place: Place,
    pub(super) delimiter: u8,
    /// True if the source was in another character set than UTF-8.
    pub(super) is_decoded: bool,
}

impl Table {
    pub(super) fn new(stream: Stream, delimiter: u8, place: Place) -> Self {
        let ended = Newlines::of_table(stream).chain(&b"\n"[..]);
        // The header and the number of cells are checked here, where the error can name them.
        let reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .from_reader(Watched::new(ended, delimiter));
        Table {
            reader,
            record: ByteRecord::new(),
            place,
            delimiter,
            is_decoded: false,
        }
    }

    /// Reads the next record, if there is one.
    pub(super) fn read(&mut self) -> Result<bool> {
        self.stream().next_piece();
        match self.reader.read_byte_record(&mut self.record) {
            Ok(any) => Ok(any),
            Err(reason) => {
                let line = self.reader.position().line();
                let csv::ErrorKind::Io(reason) = reason.into_kind() else {
                    return Ok(false);
                };
                let error = self.stream().error(reason);
                Err(error.at(&self.place.at_line(line)))
            }
        }
    }

    fn stream(&mut self) -> &mut Stream {
        self.reader.get_mut().get_mut().get_mut().0.get_mut()
    }

    /// Refuses the record just read if a quoted cell of it holds what was to be rows of their own.
    fn check_quotes(&mut self) -> Result<()> {
        let end = self.reader.position().byte();
        match self.reader.get_mut().fault_until(end) {
            None => Ok(()),
            Some((line, kind)) => Err(Error::from(kind).at(&self.place.at_line(line))),
        }
    }

    /// A fault of the quotation marks that shows only at the end.
    pub(super) fn fault(&self) -> Option<Error> {
        let (line, kind) = self.reader.get_ref().fault_of_table()?;
        Some(Error::from(kind).at(&self.place.at_line(line)))
    }

    /// The lines of the record, counted from 1.
    pub(super) fn lines(&self) -> Range<u64> {
        self.line()..self.reader.position().line()
    }

    /// The line at which the record begins. The parser's own figure is that of the blank lines
    /// before it.
    fn line(&self) -> u64 {
        let after = self.reader.position().line();
        after.saturating_sub(1 + self.breaks()).max(1)
    }

    fn breaks(&self) -> u64 {
        let bytes = self.record.as_slice().iter();
        bytes.filter(|&&byte| byte == b'\n').count() as u64
    }

    /// The names that the record gives as a header. Columns without a name may be many: spreadsheets
    /// leave them, and nobody can ask for them.
    pub(super) fn names(&mut self) -> Result<Vec<Arc<str>>> {
        self.check_quotes()?;
        let place = self.place.at_line(self.line());
        let mut names: Vec<Arc<str>> = Vec::new();
        let mut met = HashSet::new();
        for cell in &self.record {
            let name = std::str::from_utf8(cell).map_err(|e| text::not_utf8(e, Some("header")));
            let name = name.map_err(|e| e.at(&place))?.trim();
            if !name.is_empty() && !met.insert(name) {
                let column = name.to_owned();
                return Err(Error::from(InputError::DoubledColumn { column }).at(&place));
            }
            names.push(name.into());
        }
        Ok(names)
    }

    /// Returns whether the record is the header once more, as where tables were put together. A word that stands in a
    /// table of one column as in its header is a row.
    pub(super) fn is_header(&self, columns: &[Arc<str>]) -> bool {
        let named = columns.iter().filter(|name| !name.is_empty()).count();
        let name = |cell: &[u8]| {
            let cell = std::str::from_utf8(cell).unwrap_or_default();
            // Behind a byte order mark a quotation mark opens no cell.
            let unmarked = cell.strip_prefix('\u{feff}').map(|it| it.trim_matches('"'));
            unmarked.unwrap_or(cell).trim().to_owned()
        };
        named > 1
            && self.record.len() == columns.len()
            && columns
                .iter()
                .zip(&self.record)
                .all(|(column, cell)| **column == *name(cell))
    }

    /// The line of the record as a place.
    pub(super) fn here(&self) -> Place {
        self.place.at_line(self.line())
    }

    /// The record as a row of these columns.
    pub(super) fn row(&mut self, columns: &[Arc<str>]) -> Result<Row> {
        self.check_quotes()?;
        let place = self.place.at_line(self.line());
        if self.record.len() != columns.len() {
            let kind = InputError::CellCount {
                found: self.record.len(),
                expected: columns.len(),
                lines: 1 + self.breaks(),
            };
            return Err(Error::from(kind).at(&place));
        }
        let mut cells = BTreeMap::new();
        for (column, cell) in columns.iter().zip(&self.record) {
            let text = std::str::from_utf8(cell).map_err(|e| text::not_utf8(e, Some(column)));
            let text = text.map_err(|e| e.at(&place))?;
            if self.is_decoded && text.contains('\u{fffd}') {
                let column = column.to_string();
                return Err(Error::from(InputError::NoCharacter { column }).at(&place));
            }
            let cell = Cell::Text(text.into());
            cells.entry(column.clone()).or_insert(cell);
        }
        Ok(Row::new(place, cells))
    }
}
