//! Removed files of a folder, which are moved away and come back.

use std::path::{Path, PathBuf};

use dejalu::collection::{Collection, Deduplicated, removed_files};
use dejalu::error::Parameter;
use dejalu::io;
use pyo3::prelude::*;

use crate::error::{raised, wrong};

/// Moves the removed files of a folder into another one, if somebody vouches for what is removed.
/// Returns how many.
pub fn move_removed(
    py: Python<'_>,
    (collection, result): (&Collection, &Deduplicated),
    folder: &Path,
    into: &Path,
    is_vouched: bool,
) -> PyResult<usize> {
    let refused = |path: &Path, expected| {
        let shown = path.display().to_string();
        Err(wrong(Parameter::MoveRemoved, &shown, expected))
    };
    if !is_vouched {
        return refused(
            into,
            "expected an audit with answers, a threshold of your own (at), or unaudited=True: nobody knows how many of the removals are wrong",
        );
    }
    if !folder.is_dir() {
        return refused(
            folder,
            "expected the folder that the documents were read from",
        );
    }
    let moved = py.detach(|| {
        let files = removed_files(collection, result, folder)?;
        if !files.is_empty() {
            io::move_files(folder, &files, into)?;
        }
        Ok(files.len())
    });
    moved.map_err(raised)
}

/// Moves the files of a folder of removed ones back: where to, how many, and which are gone.
#[pyfunction]
pub fn restore(
    py: Python<'_>,
    removed: PathBuf,
    to: Option<PathBuf>,
) -> PyResult<(PathBuf, usize, Vec<String>)> {
    let restored = py.detach(|| io::restore(&removed, to.as_deref()));
    let restored = restored.map_err(raised)?;
    Ok((restored.to, restored.files, restored.missing))
}
