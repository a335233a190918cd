//! JSON and JSONL, whichever of them the ending of a file says.

use std::path::Path;

use super::super::options::TableOptions;
use super::super::records::{Format, Records};
use super::super::target::Target;
use super::super::writing::{Frame, Writing};
use super::json_array::{self, ArrayRecords};
use super::json_form::JsonForm;
use super::json_lines::{self, JsonRecords};
use super::json_syntax::JsonSyntax;
use dejalu_base::error::Result;

pub(super) const FORMATS: &[Format] = &[
    Format {
        ending: ".jsonl",
        ..LINES
    },
    Format {
        ending: ".ndjson",
        ..LINES
    },
    Format {
        ending: ".json",
        open: |path, options| open(path, options, JsonForm::Values),
        writing: Writing::Bytes {
            copy: |source, options, rows, target| {
                copy(source, options, rows, target, JsonForm::Values)
            },
            syntax: Some(|_, _| Ok(Box::new(JsonSyntax))),
            frame: Frame::NONE,
        },
        is_field: |_| true,
    },
];

const LINES: Format = Format {
    ending: ".jsonl",
    open: |path, options| open(path, options, JsonForm::Lines),
    writing: Writing::Bytes {
        copy: |source, options, rows, target| copy(source, options, rows, target, JsonForm::Lines),
        syntax: Some(|_, _| Ok(Box::new(JsonSyntax))),
        frame: Frame::NONE,
    },
    is_field: |_| true,
};

/// Opens a file in the form that it has.
fn open(path: &Path, options: &TableOptions, usual: JsonForm) -> Result<Box<dyn Records>> {
    Ok(match JsonForm::of(path, options, usual)? {
        JsonForm::Lines => Box::new(JsonRecords::open(path, options)?),
        form => Box::new(ArrayRecords::open(path, options, form)?),
    })
}

/// Copies rows of a file in the form that it has.
fn copy(
    source: &Path,
    options: &TableOptions,
    rows: &[u64],
    target: &mut dyn Target,
    usual: JsonForm,
) -> Result<usize> {
    match JsonForm::of(source, options, usual)? {
        JsonForm::Lines => json_lines::copy(source, options, rows, target),
        form => json_array::copy(source, options, form, rows, target),
    }
}
