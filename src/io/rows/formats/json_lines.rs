//! JSONL: an object a line.

use std::ops::Range;
use std::path::Path;

use super::super::options::TableOptions;
use super::super::records::{Format, Records};
use super::super::row::Row;
use super::super::target::Target;
use super::super::writing::Writing;
use super::cells;
use super::json_syntax::JsonSyntax;
use crate::error::{Place, Result};
use crate::io::input::{Stream, place};
use crate::io::lines::{JsonLines, RawLines};

pub(super) const FORMATS: &[Format] = &[Format {
    ending: ".jsonl",
    open: |path, options| Ok(Box::new(JsonRecords::open(path, options)?)),
    writing: Writing::Bytes {
        copy,
        syntax: Some(|_, _| Ok(Box::new(JsonSyntax))),
    },
    is_field: |_| true,
}];

/// The objects of JSONL. Of one that is not in UTF-8 a user has to say so.
pub(in crate::io::rows) struct JsonRecords {
    lines: JsonLines,
    charset: Option<&'static str>,
}

impl JsonRecords {
    pub(in crate::io::rows) fn new(stream: Stream, place: Place) -> Self {
        JsonRecords {
            lines: JsonLines::new(stream, place),
            charset: None,
        }
    }

    fn open(path: &Path, options: &TableOptions) -> Result<Self> {
        let stream = Stream::of_documents(path)?;
        let (stream, charset) = match options.encoding()? {
            None => (stream, None),
            asked => stream.in_utf8(asked),
        };
        let records = JsonRecords::new(stream, place(path));
        Ok(JsonRecords { charset, ..records })
    }
}

impl Records for JsonRecords {
    fn read(&mut self) -> Option<Result<Row>> {
        let read = self.lines.read(cells::cells)?;
        Some(read.map(|(place, cells)| Row::new(place, cells)))
    }

    fn has_ended(&self) -> bool {
        self.lines.has_ended()
    }

    fn charset(&self) -> Option<&'static str> {
        self.charset
    }

    fn extent(&self) -> Range<u64> {
        let line = self.lines.line();
        line..line + 1
    }
}

/// Copies lines without looking into them.
fn copy(source: &Path, _: &TableOptions, rows: &[u64], target: &mut dyn Target) -> Result<usize> {
    let path = target.path().to_path_buf();
    let mut records = JsonLines::new(Stream::of_documents(source)?, place(source));
    let mut lines = RawLines::of_json(source)?;
    lines.copy_mark(&path, target.around())?;
    let (mut number, mut missing) = (0, 0);
    for &row in rows {
        while number < row && records.read(|_| Ok(())).is_some() {
            number += 1;
        }
        if number < row {
            missing += 1;
            continue;
        }
        lines.skip_to(records.line())?;
        lines.copy_to(records.line() + 1, &path, target.record(row))?;
        target.end_record(&place(source).at_line(records.line()))?;
    }
    Ok(missing)
}
