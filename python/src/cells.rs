//! The cells of tables that Python has in memory.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::vec;

use dejalu_io::{Cell, Columns};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyIterator, PyList, PyString};

use crate::error::raised;

/// A table of these columns: of those in `cells` the values, of the others the name. Values are how
/// many there are, and an iterator over lists of them.
///
/// They become text when their row is read, so that a text that Python has is in memory once more and
/// no more. What Python raises then is found in [`Raised`].
pub fn table(
    name: &str,
    names: &[String],
    cells: &Bound<'_, PyDict>,
) -> PyResult<(Columns, Raised)> {
    let mut columns = Columns::new(name);
    let raised_later = Raised::default();
    for column in names {
        columns = match cells.get_item(column)? {
            Some(values) => {
                let (length, lists) = values.extract::<(usize, Bound<'_, PyAny>)>()?;
                let values = Values {
                    lists: lists.try_iter()?.unbind(),
                    list: Vec::new().into_iter(),
                    left: length,
                    column: column.clone(),
                    raised: raised_later.clone(),
                };
                columns.with(column, values).map_err(raised)?
            }
            None => columns.with_unread(column),
        };
    }
    Ok((columns, raised_later))
}

/// Problems met while cells were read.
#[derive(Clone, Default)]
pub struct Raised(Arc<Mutex<Met>>);

#[derive(Default)]
struct Met {
    /// The first exception that Python raised.
    exception: Option<PyErr>,
    /// The columns with a value that is no whole number.
    others: BTreeSet<String>,
}

impl Raised {
    /// The outcome of reading the cells: the exception, if there was one, is the reason of all else.
    pub fn or<T>(self, outcome: PyResult<T>) -> PyResult<T> {
        self.met(|met| met.exception.take()).map_or(outcome, Err)
    }

    /// Returns whether all values of a column were whole numbers.
    pub fn are_whole(&self, column: &str) -> bool {
        self.met(|met| !met.others.contains(column))
    }

    fn keep(&self, error: PyErr) {
        self.met(|met| {
            met.exception.get_or_insert(error);
        });
    }

    fn met<T>(&self, look: impl FnOnce(&mut Met) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The cells of a column, one list of Python's at a time.
struct Values {
    lists: Py<PyIterator>,
    list: vec::IntoIter<Option<Cell>>,
    left: usize,
    column: String,
    raised: Raised,
}

impl Values {
    fn next_list(&mut self) -> PyResult<Option<Vec<Option<Cell>>>> {
        Python::attach(|py| {
            let Some(list) = self.lists.bind(py).clone().next() else {
                return Ok(None);
            };
            let list = list?;
            let values = list.cast::<PyList>()?;
            if !values.iter().all(|value| is_whole(&value)) {
                self.raised
                    .met(|met| met.others.insert(self.column.clone()));
            }
            let values = values.iter();
            values
                .map(|value| cell(&value))
                .collect::<PyResult<_>>()
                .map(Some)
        })
    }
}

impl Iterator for Values {
    type Item = Option<Cell>;

    fn next(&mut self) -> Option<Option<Cell>> {
        self.left = self.left.checked_sub(1)?;
        loop {
            if let Some(cell) = self.list.next() {
                return Some(cell);
            }
            match self.next_list() {
                Ok(Some(list)) => self.list = list.into_iter(),
                // A column that grew shorter meanwhile has no more values.
                Ok(None) => return Some(None),
                Err(error) => {
                    self.raised.keep(error);
                    return Some(None);
                }
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Values {}

/// A value as text; `None` for what Python and its data frames call missing.
fn cell(value: &Bound<'_, PyAny>) -> PyResult<Option<Cell>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Some(of_text(text)));
    }
    if value.is_none() {
        return Ok(None);
    }
    if value.is_instance_of::<PyBool>() || value.is_instance_of::<PyInt>() {
        return Ok(Some(of_text(&value.str()?)));
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        let number = Some(number.value()).filter(|number| !number.is_nan());
        return Ok(number.map(Cell::of_number));
    }
    other(value)
}

fn is_whole(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>()
}

fn of_text(text: &Bound<'_, PyString>) -> Cell {
    // Asked for a `str`, Python would keep a copy in UTF-8 for as long as its own text lives.
    let Ok(encoded) = text.encode_utf8() else {
        return Cell::Other("text with an unpaired surrogate, which is not a character");
    };
    Cell::Text(String::from_utf8_lossy(encoded.as_bytes()).into_owned())
}

/// The scalars of NumPy and pandas, dates, and what is no value of a cell.
fn other(value: &Bound<'_, PyAny>) -> PyResult<Option<Cell>> {
    let kind = value.get_type().name()?;
    let kind = kind.to_str()?;
    if matches!(kind, "NAType" | "NaTType") {
        return Ok(None);
    }
    if let Ok(date) = value.call_method0("isoformat") {
        return Ok(Some(of_text(&date.str()?)));
    }
    if let Ok(scalar) = value.call_method0("item")
        && !scalar.is(value)
    {
        return cell(&scalar);
    }
    // A tuple may be a pair that was given for a document.
    if matches!(kind, "list" | "ndarray" | "Series")
        && let Some(texts) = texts(value)?
    {
        return Ok(Some(Cell::Texts(texts)));
    }
    Ok(Some(Cell::Other(match kind {
        "list" | "tuple" | "ndarray" | "Series" => "a list",
        "dict" => "an object",
        "bytes" | "bytearray" => "bytes",
        _ => "no text",
    })))
}

/// The texts of a list, without those that are missing; none if it holds anything else.
fn texts(list: &Bound<'_, PyAny>) -> PyResult<Option<Vec<String>>> {
    let mut texts = Vec::new();
    for element in list.try_iter()? {
        let element = element?;
        match element.cast::<PyString>().map(of_text) {
            Ok(Cell::Text(text)) => texts.push(text),
            Err(_) if element.is_none() => {}
            _ => return Ok(None),
        }
    }
    Ok(Some(texts))
}
