//! Spreadsheets (`.xlsx`): the first sheet that holds something, whose first row names the columns. What
//! is kept of one is written as CSV.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::{Cursor, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::vec;

use calamine::{DataRef, ExcelDateTime, Reader, Xlsx};
use zip::ZipArchive;

use super::super::cell::Cell;
use super::super::pieces::Fill;
use super::super::records::{Format, Records};
use super::super::row::Row;
use super::super::writing::Writing;
use crate::OutputFile;
use crate::bounded::MOST_OF_DOCUMENT;
use crate::input::{Stream, place};
use dejalu_base::error::{DocumentError, Error, InputError, IoContext, Place, Result};

pub(super) const FORMATS: &[Format] = &[Format {
    ending: ".xlsx",
    open: |path, _| Ok(Box::new(Sheet::open(path)?)),
    writing: Writing::As(".csv", write),
    is_field: |_| true,
}];

/// A file has at most so many bytes, its parts together as many, and its cells as well: a text that is
/// there once may be the value of many.
const MOST: u64 = 256 << 20;

/// Approximate size of a cell beside its text.
const BYTES_OF_CELL: u64 = 16;

/// No sheet has more rows or columns: they end at XFD1048576.
const MOST_ROWS: u32 = 1 << 20;
const MOST_COLUMNS: u32 = 1 << 14;

/// Texts by their columns, counted from 0.
type Texts = BTreeMap<u32, String>;

/// The rows of a sheet.
struct Sheet {
    columns: Vec<Arc<str>>,
    /// Each with its line, counted from 1.
    rows: vec::IntoIter<(u64, Texts)>,
    place: Place,
    line: u64,
}

impl Sheet {
    fn open(path: &Path) -> Result<Self> {
        let bytes = Stream::of_bytes(path, MOST)?.read_all()?;
        Sheet::of(bytes, &place(path)).map_err(|error| error.at(&place(path)))
    }

    fn of(bytes: Vec<u8>, place: &Place) -> Result<Self> {
        check_size(&bytes)?;
        let mut book = Xlsx::new(Cursor::new(bytes)).map_err(|reason| damaged(&reason))?;
        let sheets = book.sheet_names();
        if sheets.is_empty() {
            return Err(damaged(&"it has no sheet"));
        }
        for name in sheets {
            let mut rows = rows(&mut book, &name)?.into_iter();
            if let Some((line, header)) = rows.next() {
                return Ok(Sheet {
                    columns: columns(&header).map_err(|error| error.at(&place.at_line(line)))?,
                    rows,
                    place: place.clone(),
                    line,
                });
            }
        }
        Err(InputError::Empty.into())
    }

    /// The name of a column; empty where it has none.
    fn name(&self, column: u32) -> &str {
        self.columns.get(column as usize).map_or("", |name| name)
    }

    /// The columns that have a name, or a cell in a row that is left.
    fn columns_in_use(&self) -> BTreeSet<u32> {
        let rows = self.rows.as_slice().iter();
        let held = rows.flat_map(|(_, texts)| texts.keys().copied());
        let all = 0..self.columns.len() as u32;
        let named = all.filter(|&column| !self.name(column).is_empty());
        named.chain(held).collect()
    }

    fn cells(&self, texts: Texts) -> BTreeMap<Arc<str>, Cell> {
        let named = |(column, text): (u32, String)| {
            let name = self.columns.get(column as usize)?;
            (!name.is_empty()).then(|| (name.clone(), Cell::Text(text)))
        };
        texts.into_iter().filter_map(named).collect()
    }
}

impl Records for Sheet {
    fn header(&self) -> Option<Vec<Arc<str>>> {
        Some(self.columns.clone())
    }

    fn read(&mut self) -> Option<Result<Row>> {
        let (line, texts) = self.rows.next()?;
        self.line = line;
        let here = self.place.at_line(line);
        let bytes: usize = texts.values().map(String::len).sum();
        if bytes as u64 > MOST_OF_DOCUMENT {
            let most = MOST_OF_DOCUMENT;
            return Some(Err(Error::from(InputError::LongRecord { most }).at(&here)));
        }
        Some(Ok(Row::new(here, self.cells(texts))))
    }

    fn has_ended(&self) -> bool {
        self.rows.as_slice().is_empty()
    }

    fn extent(&self) -> Range<u64> {
        self.line..self.line + 1
    }
}

fn damaged(reason: &dyn std::fmt::Display) -> Error {
    let problem = reason.to_string();
    DocumentError::Damaged { problem }.into()
}

/// Refuses a file that is large once it is unpacked, whatever it says of its size.
fn check_size(bytes: &[u8]) -> Result<()> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|reason| damaged(&reason))?;
    let mut left = MOST;
    for part in 0..archive.len() {
        let part = archive.by_index(part).map_err(|reason| damaged(&reason))?;
        let read = std::io::copy(&mut part.take(left + 1), &mut std::io::sink());
        let read = read.map_err(|reason| damaged(&reason))?;
        let too_much = DocumentError::TooMuchMarkup { most: MOST };
        left = left.checked_sub(read).ok_or(too_much)?;
    }
    Ok(())
}

/// The rows of a sheet that hold something.
fn rows(book: &mut Xlsx<Cursor<Vec<u8>>>, sheet: &str) -> Result<Vec<(u64, Texts)>> {
    let cells = book.worksheet_cells_reader(sheet);
    let mut cells = cells.map_err(|reason| damaged(&reason))?;
    let mut rows: Vec<(u64, Texts)> = Vec::new();
    let mut left = MOST;
    while let Some(cell) = cells.next_cell().map_err(|reason| damaged(&reason))? {
        let Some(text) = text(cell.get_value()) else {
            continue;
        };
        let too_much = DocumentError::TooMuchMarkup { most: MOST };
        let size = text.len() as u64 + BYTES_OF_CELL;
        left = left.checked_sub(size).ok_or(too_much)?;
        let (row, column) = cell.get_position();
        if row >= MOST_ROWS || column >= MOST_COLUMNS {
            return Err(damaged(&"a cell stands outside of A1:XFD1048576"));
        }
        let line = u64::from(row) + 1;
        match rows.last_mut() {
            Some((open, texts)) if *open == line => {
                texts.insert(column, text);
            }
            _ => rows.push((line, BTreeMap::from([(column, text)]))),
        }
    }
    Ok(rows)
}

/// Text of a cell; none if it is empty, or a formula failed.
fn text(value: &DataRef<'_>) -> Option<String> {
    let text = match value {
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            text.clone()
        }
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(truth) => truth.to_string(),
        DataRef::DateTime(moment) => date(*moment),
        DataRef::Error(_) | DataRef::Empty => return None,
    };
    (!text.trim().is_empty()).then_some(text)
}

/// A date in ISO 8601, with the time of day unless it is midnight; of a duration the days.
fn date(moment: ExcelDateTime) -> String {
    if !moment.is_datetime() {
        return moment.as_f64().to_string();
    }
    let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
    let date = format!("{year:04}-{month:02}-{day:02}");
    if (hour, minute, second) == (0, 0, 0) {
        date
    } else {
        format!("{date}T{hour:02}:{minute:02}:{second:02}")
    }
}

/// The names that a row gives to columns; some may have none.
fn columns(header: &Texts) -> Result<Vec<Arc<str>>> {
    let last = header.last_key_value().map_or(0, |(&last, _)| last);
    let mut met = HashSet::new();
    let name = |column: u32| {
        let name = header.get(&column).map_or("", |name| name.trim());
        if !name.is_empty() && !met.insert(name) {
            let column = name.to_owned();
            return Err(Error::from(InputError::DoubledColumn { column }));
        }
        Ok(name.into())
    };
    (0..=last).map(name).collect()
}

/// Writes rows as CSV, with these fields of other rows. Cells of columns without a name are kept.
fn write(source: &Path, rows: &[u64], fills: &mut [Fill], out: &mut OutputFile) -> Result<usize> {
    let path = out.path().to_path_buf();
    let sheet = Sheet::open(source)?;
    let mut filled: BTreeMap<u64, BTreeMap<&str, &str>> = BTreeMap::new();
    for fill in fills {
        let of_row = filled.entry(fill.row).or_default();
        of_row.insert(&fill.field, &fill.value);
    }
    let mut table = csv::Writer::from_writer(out);
    let failed = |reason: csv::Error| std::io::Error::other(reason.to_string());
    let columns = sheet.columns_in_use();
    let header = table.write_record(columns.iter().map(|&column| sheet.name(column)));
    header.map_err(failed).context("write", &path)?;
    let mut wanted = rows.iter().copied().peekable();
    let mut missing = rows.len();
    for (number, (_, texts)) in (1..).zip(sheet.rows.as_slice()) {
        if wanted.next_if_eq(&number).is_none() {
            continue;
        }
        missing -= 1;
        let fills = filled.get(&number);
        let cells = columns.iter().map(|&column| {
            let fill = fills.and_then(|fills| fills.get(sheet.name(column)).copied());
            let own = texts.get(&column).map(String::as_str);
            fill.or(own).unwrap_or("")
        });
        let row = table.write_record(cells);
        row.map_err(failed).context("write", &path)?;
    }
    table.flush().context("write", &path)?;
    Ok(missing)
}

#[cfg(test)]
mod tests;
