//! Removed files of a folder, which are moved away and come back.

use std::path::PathBuf;

use dejalu_io as io;
use pyo3::prelude::*;

use crate::error::raised;

/// Moves the files of a folder of removed ones back: where to, how many, and which are gone. No folder where a move was
/// interrupted before its first file.
#[pyfunction]
pub fn restore(
    py: Python<'_>,
    removed: PathBuf,
    to: Option<PathBuf>,
) -> PyResult<(Option<PathBuf>, usize, Vec<String>)> {
    let restored = py.detach(|| io::restore(&removed, to.as_deref()));
    let restored = restored.map_err(raised)?;
    let missing = restored.missing.iter();
    let missing = missing.map(|path| path.display().to_string());
    Ok((restored.to, restored.files, missing.collect()))
}
