//! Reads rows one after the other, whatever their format.

use std::collections::{HashSet, VecDeque};
use std::path::Path;
use std::sync::Arc;

use super::called_as::CalledAs;
use super::columns::Columns;
use super::formats::FORMATS;
use super::options::TableOptions;
use super::records::{Format, Records};
use super::row::Row;
use crate::input::{Compression, STANDARD_STREAM, place};
use dejalu_base::error::{Error, InputError, Place, Result};

/// The endings of files that hold rows, before `.gz` or `.zst`.
pub fn endings() -> Vec<&'static str> {
    formats().map(|format| format.ending).collect()
}

/// Returns whether a source holds rows: by the end of its name, of a `.txt` by its content; the standard input is
/// JSONL.
pub fn has_rows(source: &Path) -> bool {
    format(source).is_some()
}

/// Returns whether a source holds cells between delimiters: by the end of its name.
pub fn has_delimiter(source: &Path) -> bool {
    format(source).is_some_and(|format| [".csv", ".tsv"].contains(&format.ending))
}

fn formats() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().copied().flatten()
}

/// The format of a source, by the end of its name, of a `.txt` by its content; the standard input is JSONL.
pub(super) fn format(source: &Path) -> Option<&'static Format> {
    if source.as_os_str() == STANDARD_STREAM {
        return formats().find(|format| format.ending == ".jsonl");
    }
    let (_, name) = Compression::of(source);
    let by_name = formats().find(|format| name.ends_with(format.ending));
    by_name.or_else(|| {
        let ending = super::disguise::ending(source)?;
        formats().find(|format| format.ending == ending)
    })
}

/// The rows of a source, in order.
pub struct Rows {
    records: Box<dyn Records>,
    header: Option<Vec<Arc<str>>>,
    columns: Vec<Arc<str>>,
    /// The same as they are written.
    written: Vec<Arc<str>>,
    place: Place,
    /// True if it is in memory, and has no lines.
    in_memory: bool,
    /// The first row that can be read, and those before it: read ahead for its columns.
    ahead: VecDeque<Result<Row>>,
    /// Number of rows met, good or bad.
    met: u64,
    /// The names by which columns are called that are written in another case.
    called: CalledAs,
    /// The keys that rows with keys of their own are asked for.
    asked: super::keys::Keys,
    finished: bool,
}

impl Rows {
    /// Opens a source and reads its header, or its rows up to the first that can be read.
    ///
    /// # Errors
    ///
    /// A source that cannot be opened, an unknown ending, a table without a header, options that cannot
    /// be meant.
    pub fn open(path: &Path, options: &TableOptions) -> Result<Self> {
        let Some(format) = format(path) else {
            crate::input::no_folder(path)?;
            let found = path.display().to_string();
            let accepted = endings().join(" ");
            return Err(InputError::UnknownEnding { found, accepted }.into());
        };
        Ok(Rows::of((format.open)(path, options)?, place(path)))
    }

    /// Opens what this program writes at a path: a table, also where the name has no ending that says so.
    ///
    /// # Errors
    ///
    /// Those of [`open`](Rows::open).
    pub fn open_written(path: &Path, options: &TableOptions) -> Result<Self> {
        let table = || formats().find(|format| format.ending == ".csv");
        let Some(format) = format(path).or_else(table) else {
            return Rows::open(path, options);
        };
        Ok(Rows::of((format.open)(path, options)?, place(path)))
    }

    /// The rows of a table in memory. Row 3 of `pairs`, counted from 0, stands at `pairs[3]`.
    pub fn in_memory(columns: Columns) -> Self {
        let place = columns.place();
        Rows {
            in_memory: true,
            ..Rows::of(Box::new(columns), place)
        }
    }

    fn of(records: Box<dyn Records>, place: Place) -> Self {
        let header = records.header();
        let mut rows = Rows {
            columns: header.clone().unwrap_or_default(),
            written: header.clone().unwrap_or_default(),
            header,
            records,
            place,
            in_memory: false,
            ahead: VecDeque::new(),
            met: 0,
            called: CalledAs::default(),
            asked: super::keys::Keys::default(),
            finished: false,
        };
        if !rows.have_header() {
            rows.read_ahead();
        }
        rows
    }

    /// Finds the columns of a source without a header. One that begins with so many rows that cannot be read
    /// is not searched to its end.
    fn read_ahead(&mut self) {
        const MOST: usize = 1_000;
        while self.ahead.len() < MOST
            && !self.finished
            && let Some(row) = self.read_row()
        {
            let names = |row: &Row| row.cells.keys().cloned().collect();
            let found: Option<Vec<Arc<str>>> = row.as_ref().ok().map(names);
            self.ahead.push_back(row);
            if let Some(columns) = found {
                self.written.clone_from(&columns);
                self.columns = columns;
                return;
            }
        }
    }

    /// The columns of a table; where rows have keys of their own those of the first that can be
    /// read.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|name| &**name)
    }

    /// The same as they are written, which may be in another case.
    pub fn written(&self) -> impl Iterator<Item = &str> {
        self.written.iter().map(|name| &**name)
    }

    /// Returns whether they are a table in memory.
    pub fn are_in_memory(&self) -> bool {
        self.in_memory
    }

    /// Returns whether every row has the same columns, which stand above them.
    pub fn have_header(&self) -> bool {
        self.header.is_some()
    }

    /// Returns whether the format itself names the fields.
    pub fn name_fields(&self) -> bool {
        self.records.names_fields()
    }

    /// Returns whether a comma may be that of a decimal number: another character parts the cells.
    pub fn may_have_decimal_commas(&self) -> bool {
        self.records.delimiter().is_some_and(|it| it != b',')
    }

    /// The character set that the source was found or said to be in; none for UTF-8.
    pub fn charset(&self) -> Option<&'static str> {
        self.records.charset()
    }

    /// The source as a whole.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The place of the header: line 1 of a file.
    pub fn header(&self) -> Place {
        if self.in_memory {
            self.place.clone()
        } else {
            self.place.at_line(1)
        }
    }

    /// Calls columns by these names where they are written in another case, unless two would have one name, or the
    /// format names its fields itself.
    pub fn call_as<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) {
        if self.name_fields() {
            return;
        }
        let called = CalledAs::new(names);
        self.called = if self.in_memory {
            called.by_case_only()
        } else {
            called
        };
        self.columns = self.called.names(&self.columns);
        for row in self.ahead.iter_mut().flatten() {
            self.called.rename(&mut row.cells);
        }
    }

    /// Refuses names that are not columns. Where rows have keys of their own, the name of one is good if
    /// any row has it: if none has, an error follows the last row.
    ///
    /// # Errors
    ///
    /// The first name that is not a column of a table.
    pub fn require<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) -> Result<()> {
        if !self.have_header() {
            self.asked = super::keys::Keys::new(names);
            return Ok(());
        }
        let known: HashSet<&str> = self.columns().collect();
        match names.into_iter().find(|name| !known.contains(name)) {
            None => Ok(()),
            Some(name) => Err(super::keys::unknown(name, self.written()).at(&self.header())),
        }
    }

    /// Counts all rows, including those that cannot be read.
    pub fn count_all(mut self) -> u64 {
        while self.next().is_some() {}
        self.met
    }

    fn read_row(&mut self) -> Option<Result<Row>> {
        let mut outcome = self.records.read();
        self.finished = matches!(outcome, Some(Err(_))) && self.records.has_ended();
        self.met += u64::from(outcome.is_some());
        if let Some(Ok(row)) = &mut outcome {
            row.number = self.met;
            self.called.rename(&mut row.cells);
        }
        outcome
    }

    /// Faults to report after the last row.
    fn faults(&self) -> Vec<Error> {
        let faults = self.records.faults();
        if self.met == 0 && faults.is_empty() {
            // What made the reader stop says more than that there is nothing.
            return vec![Error::from(InputError::Empty).at(&self.place)];
        }
        let missing = self.asked.missing().filter(|_| self.met > 0);
        match missing {
            Some(error) => vec![error.at(&self.place)],
            None => faults,
        }
    }

    fn see(&mut self, row: &Result<Row>) {
        if let Ok(row) = row {
            self.asked.see(row);
        }
    }
}

impl Iterator for Rows {
    type Item = Result<Row>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(row) = self.ahead.pop_front() {
            self.see(&row);
            return Some(row);
        }
        if self.finished {
            return None;
        }
        if let Some(row) = self.read_row() {
            self.see(&row);
            return Some(row);
        }
        self.finished = true;
        self.ahead.extend(self.faults().into_iter().map(Err));
        self.ahead.pop_front()
    }
}

#[cfg(test)]
mod tests;
