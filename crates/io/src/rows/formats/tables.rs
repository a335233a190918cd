//! CSV and TSV: values between delimiters, below a header.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::super::options::TableOptions;
use super::super::pieces::Syntax;
use super::super::records::{Format, Records};
use super::super::row::Row;
use super::super::target::Target;
use super::super::writing::{Frame, Writing};
use super::copied::copy_rows;
use super::delimiter::{self, NAMES};
use super::table::Table;
use super::table_syntax::TableSyntax;
use crate::input::{Stream, place};
use crate::lines::RawLines;
use dejalu_base::error::{Error, InputError, Place, Result};

pub(super) const FORMATS: &[Format] = &[delimited::<b','>(".csv"), delimited::<b'\t'>(".tsv")];

/// Tables whose usual delimiter is this.
const fn delimited<const USUAL: u8>(ending: &'static str) -> Format {
    Format {
        ending,
        open: |path, options| Ok(Box::new(TableRecords::open(path, options, USUAL)?)),
        writing: Writing::Bytes {
            copy: |source, options, rows, out| copy(source, options, USUAL, rows, out),
            syntax: Some(|source, options| syntax(source, options, USUAL)),
            frame: Frame::NONE,
        },
        is_field: |_| true,
    }
}

/// The rows of a table.
pub(in crate::rows) struct TableRecords {
    table: Table,
    columns: Vec<Arc<str>>,
    charset: Option<&'static str>,
    /// Number of rows that repeat the header, and the place of the first.
    headers: Option<(u64, Place)>,
    ended: bool,
}

impl TableRecords {
    /// `usual` is the delimiter of the file's ending.
    fn open(path: &Path, options: &TableOptions, usual: u8) -> Result<Self> {
        const HEAD: u64 = 1 << 18;
        let asked = options.delimiter()?;
        let (mut stream, charset) = Stream::of_documents(path)?.in_utf8(options.encoding()?);
        let delimiter = asked.unwrap_or_else(|| delimiter::found(&stream.peek(HEAD), usual));
        let mut records = TableRecords::new(stream, delimiter, &place(path))?;
        records.charset = charset;
        records.table.is_decoded = charset.is_some();
        if asked.is_some() {
            records.check_delimiter(delimiter, &place(path))?;
        }
        Ok(records)
    }

    /// Reads the header, below a line that names the delimiter if there is one.
    pub(in crate::rows) fn new(mut stream: Stream, delimiter: u8, place: &Place) -> Result<Self> {
        let is_below = delimiter::named(&stream.peek(delimiter::NAMING)).is_some();
        let mut table = Table::new(stream, delimiter, place.clone());
        if is_below {
            table.read()?;
        }
        if !table.read()? {
            return Err(Error::from(InputError::Empty).at(place));
        }
        Ok(TableRecords {
            columns: table.names()?,
            table,
            charset: None,
            headers: None,
            ended: false,
        })
    }

    /// Counts a row that is the header once more.
    fn pass_header(&mut self) {
        let here = self.table.here();
        self.headers.get_or_insert((0, here)).0 += 1;
    }

    /// Refuses a header of one cell that another delimiter would split: no row of it can be read.
    fn check_delimiter(&self, asked: u8, place: &Place) -> Result<()> {
        const SHOWN: usize = 100;
        let [header] = &self.columns[..] else {
            return Ok(());
        };
        let mut others = NAMES.into_iter().filter(|&(other, _)| other != asked);
        match others.find(|&(other, _)| header.contains(char::from(other))) {
            None => Ok(()),
            Some((_, delimiter)) => {
                let kind = InputError::Delimiter {
                    header: header.chars().take(SHOWN).collect(),
                    delimiter,
                };
                Err(Error::from(kind).at(&place.at_line(self.table.lines().start)))
            }
        }
    }
}

impl Records for TableRecords {
    fn header(&self) -> Option<Vec<Arc<str>>> {
        Some(self.columns.clone())
    }

    fn delimiter(&self) -> Option<u8> {
        Some(self.table.delimiter)
    }

    fn read(&mut self) -> Option<Result<Row>> {
        loop {
            match self.table.read() {
                Ok(true) if self.table.is_header(&self.columns) => self.pass_header(),
                Ok(true) => return Some(self.table.row(&self.columns)),
                Ok(false) => {
                    self.ended = true;
                    return None;
                }
                Err(reason) => {
                    self.ended = true;
                    return Some(Err(reason));
                }
            }
        }
    }

    fn has_ended(&self) -> bool {
        self.ended
    }

    fn faults(&self) -> Vec<Error> {
        let headers = self.headers.as_ref().map(|(rows, first)| {
            let kind = InputError::HeadersBetween { rows: *rows };
            Error::from(kind).at(first)
        });
        self.table.fault().into_iter().chain(headers).collect()
    }

    fn charset(&self) -> Option<&'static str> {
        self.charset
    }

    fn extent(&self) -> Range<u64> {
        self.table.lines()
    }
}

fn syntax(source: &Path, options: &TableOptions, usual: u8) -> Result<Box<dyn Syntax>> {
    let records = TableRecords::open(source, options, usual)?;
    Ok(Box::new(TableSyntax {
        columns: records.columns,
        delimiter: records.table.delimiter,
    }))
}

/// Copies what stands before the first row, and rows, which may run over several lines.
fn copy(
    source: &Path,
    options: &TableOptions,
    usual: u8,
    rows: &[u64],
    target: &mut dyn Target,
) -> Result<usize> {
    let path = target.path().to_path_buf();
    let mut records = TableRecords::open(source, options, usual)?;
    let mut lines = RawLines::of_text(source, options)?;
    lines.copy_mark(&path, target.around())?;
    lines.copy_to(records.extent().end, &path, target.around())?;
    let next = || records.read().map(|_| records.extent());
    copy_rows(next, lines, source, rows, target)
}
