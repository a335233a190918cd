//! The cells of tables that Python has in memory.

use std::collections::HashSet;
use std::sync::Arc;

use dejalu::input::{Cell, Columns};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};

use crate::error::raised;

/// A table of these columns: of those in `cells` the values, which come in lists; of the others the
/// name.
pub fn table(name: &str, names: &[String], cells: &Bound<'_, PyDict>) -> PyResult<Columns> {
    let mut columns = Columns::new(name);
    let mut texts = Texts::default();
    for column in names {
        columns = match cells.get_item(column)? {
            Some(lists) => {
                let cells = texts.column(&lists)?;
                columns.with(column, cells).map_err(raised)?
            }
            None => columns.with_unread(column),
        };
    }
    Ok(columns)
}

/// The different texts of a table: one that stands in many cells is in memory once.
#[derive(Default)]
struct Texts(HashSet<Arc<str>>);

impl Texts {
    fn column(&mut self, lists: &Bound<'_, PyAny>) -> PyResult<Vec<Option<Cell>>> {
        let mut cells = Vec::new();
        for list in lists.try_iter()? {
            for value in list?.cast::<PyList>()? {
                cells.push(self.cell(&value)?);
            }
        }
        Ok(cells)
    }

    /// A value as text; `None` for what Python and its data frames call missing.
    fn cell(&mut self, value: &Bound<'_, PyAny>) -> PyResult<Option<Cell>> {
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Some(self.text(text)));
        }
        if value.is_none() {
            return Ok(None);
        }
        if value.is_instance_of::<PyBool>() || value.is_instance_of::<PyInt>() {
            return Ok(Some(self.text(&value.str()?)));
        }
        if let Ok(number) = value.cast::<PyFloat>() {
            return Ok(float(number.value()));
        }
        self.other(value)
    }

    fn text(&mut self, text: &Bound<'_, PyString>) -> Cell {
        // Asked for a `str`, Python would keep a copy in UTF-8 for as long as its own text lives.
        let Ok(encoded) = text.encode_utf8() else {
            return Cell::Other("text with a surrogate that stands alone, which is no character");
        };
        let text = String::from_utf8_lossy(encoded.as_bytes());
        if let Some(known) = self.0.get(&*text) {
            return Cell::Text(known.clone());
        }
        let new: Arc<str> = text.into();
        self.0.insert(new.clone());
        Cell::Text(new)
    }

    /// The scalars of NumPy and pandas, dates, and what is no value of a cell.
    fn other(&mut self, value: &Bound<'_, PyAny>) -> PyResult<Option<Cell>> {
        let kind = value.get_type().name()?;
        let kind = kind.to_str()?;
        if matches!(kind, "NAType" | "NaTType") {
            return Ok(None);
        }
        if let Ok(date) = value.call_method0("isoformat") {
            return Ok(Some(self.text(&date.str()?)));
        }
        if let Ok(scalar) = value.call_method0("item")
            && !scalar.is(value)
        {
            return self.cell(&scalar);
        }
        Ok(Some(Cell::Other(match kind {
            "list" | "tuple" | "ndarray" | "Series" => "a list",
            "dict" => "an object",
            "bytes" | "bytearray" => "bytes",
            _ => "no text",
        })))
    }
}

/// From 2^53 on, different numbers may read as the same: two ids would become one.
fn float(number: f64) -> Option<Cell> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match number {
        _ if number.is_nan() => None,
        _ if number.abs() < EXACT => Some(Cell::Text(number.to_string().into())),
        _ => Some(Cell::Other("a number too large to be exact")),
    }
}
