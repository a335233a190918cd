//! Columns of texts and of bytes, as Arrow has them: where each begins and ends, and all of them one after
//! the other. No object of Python's is made for a cell.

use std::ops::Range;

use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A column from Python: the places between the cells, one more than there are cells, and the bytes.
pub type Given<'py> = (PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, u8>);

/// A column for Python, likewise.
pub type Made<'py> = (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<u8>>);

/// The cells of a column.
pub struct Cells<'a> {
    places: &'a [i64],
    bytes: &'a [u8],
}

impl<'a> Cells<'a> {
    /// Refuses places that are not in order within the bytes.
    pub fn of((places, bytes): &'a Given<'_>) -> PyResult<Self> {
        let (places, bytes) = (places.as_slice()?, bytes.as_slice()?);
        let ends = places.first().zip(places.last());
        let fits = ends.is_some_and(|(&first, &last)| first >= 0 && last <= bytes.len() as i64);
        if !fits || !places.is_sorted() {
            let reason = "expected ascending places within the bytes of a column";
            return Err(PyValueError::new_err(reason));
        }
        Ok(Cells { places, bytes })
    }

    /// The bytes of each.
    pub fn bytes(&self) -> impl Iterator<Item = &'a [u8]> {
        let bytes = self.bytes;
        let span = |ends: &[i64]| Range {
            start: ends[0] as usize,
            end: ends[1] as usize,
        };
        self.places.windows(2).map(move |ends| &bytes[span(ends)])
    }

    /// The text of each. Refuses what is no UTF-8.
    pub fn texts(&self) -> PyResult<Vec<&'a str>> {
        let texts: Result<Vec<&str>, _> = self.bytes().map(str::from_utf8).collect();
        texts.map_err(|_| PyValueError::new_err("expected a column of texts in UTF-8"))
    }
}

/// A column of these cells.
pub fn made<'py, B: AsRef<[u8]>>(py: Python<'py>, cells: &[B]) -> PyResult<Made<'py>> {
    let mut places = vec![0];
    for cell in cells {
        let end = places[places.len() - 1] as usize + cell.as_ref().len();
        let too_large =
            |_| PyValueError::new_err("more than 2 GB in one column; use more partitions");
        places.push(i32::try_from(end).map_err(too_large)?);
    }
    let bytes: Vec<u8> = cells
        .iter()
        .flat_map(|cell| cell.as_ref())
        .copied()
        .collect();
    Ok((places.to_pyarray(py), bytes.to_pyarray(py)))
}
