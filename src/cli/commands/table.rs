//! Writes a CSV table, completely or not at all.
//!
//! Ids and texts are written as they are, also where a cell begins with `=`, `+`, `-` or `@`, which
//! a spreadsheet takes for a formula: other programs join tables on ids, and one with a mark put
//! before it is another id. Import the columns of untrusted ids into a spreadsheet as text. Only a
//! terminal, which control characters would command, gets U+FFFD in their place, and numbers with fewer digits.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use dejalu::error::{IoContext, Result};
use dejalu::report::sanitize;
use dejalu_io::OutputFile;
use serde_json::Value;

use crate::cli::output::is_stdout;

pub(super) struct Table {
    writer: csv::Writer<OutputFile>,
    path: PathBuf,
    for_terminal: bool,
}

impl Table {
    pub(super) fn new(out: OutputFile) -> Self {
        let path = out.path().to_path_buf();
        Table {
            writer: csv::Writer::from_writer(out),
            for_terminal: is_stdout(&path) && io::stdout().is_terminal(),
            path,
        }
    }

    pub(super) fn row(&mut self, cells: impl IntoIterator<Item: ToString>) -> Result<()> {
        let cells = cells.into_iter().map(|cell| cell.to_string());
        let written = if self.for_terminal {
            self.writer.write_record(cells.map(|cell| sanitize(&cell)))
        } else {
            self.writer.write_record(cells)
        };
        written.map_err(reason).context("write", &self.path)
    }

    /// Writes these columns of records, a row each.
    pub(super) fn records(mut self, columns: &[&str], records: &[Value]) -> Result<()> {
        self.row(columns)?;
        let for_people = self.for_terminal;
        let cell = |value: &Value| match value.as_f64() {
            Some(number) if for_people && value.is_f64() => for_terminal(number),
            _ => written(value),
        };
        for record in records {
            self.row(columns.iter().map(|&column| cell(&record[column])))?;
        }
        self.finish()
    }

    /// A figure as it is written here.
    pub(super) fn figure(&self, number: f64) -> String {
        if self.for_terminal {
            for_terminal(number)
        } else {
            number.to_string()
        }
    }

    pub(super) fn finish(self) -> Result<()> {
        let out = self.writer.into_inner();
        out.map_err(csv::IntoInnerError::into_error)
            .context("write", &self.path)?
            .finish()
    }
}

/// A number as people read it. Nine decimals are as fine as decisions are, so that none of them contradicts one;
/// what a program reads has all of them.
fn for_terminal(number: f64) -> String {
    let text = format!("{number:.9}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// A value of a record.
pub(super) fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => cell(number.as_f64()),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// A figure, or nothing where there is none.
pub(super) fn cell(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

/// A similarity, or nothing where it is missing.
pub(super) fn similarity(similarity: &f64) -> String {
    cell(Some(*similarity).filter(|it| !it.is_nan()))
}

/// The system's reason. The library's own conversion hides of which kind it is, and with it a
/// broken pipe.
fn reason(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(reason) => reason,
        other => io::Error::other(format!("{other:?}")),
    }
}
