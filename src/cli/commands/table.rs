//! A CSV table as a file that is whole or not there.

use std::io;
use std::path::{Path, PathBuf};

use crate::error::{ErrorKind, Result};
use crate::output::OutputFile;

pub(super) struct Table {
    writer: csv::Writer<OutputFile>,
    path: PathBuf,
}

impl Table {
    pub(super) fn new(out: OutputFile, path: &Path) -> Self {
        Table {
            writer: csv::Writer::from_writer(out),
            path: path.to_path_buf(),
        }
    }

    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) -> Result<()> {
        self.writer
            .write_record(cells)
            .map_err(|error| io_error(&self.path, reason(error)))
    }

    pub(super) fn finish(self) -> Result<()> {
        let out = self.writer.into_inner();
        out.map_err(|error| io_error(&self.path, error.into_error()))?
            .finish()
    }
}

/// A figure, or nothing where there is none.
pub(super) fn cell(figure: Option<f64>) -> String {
    figure.map_or(String::new(), |figure| figure.to_string())
}

/// The system's reason. The library's own conversion hides of which kind it is, and with it a
/// broken pipe.
fn reason(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(reason) => reason,
        other => io::Error::other(format!("{other:?}")),
    }
}

fn io_error(path: &Path, source: io::Error) -> crate::Error {
    ErrorKind::Io {
        doing: "write",
        path: path.to_path_buf(),
        source,
    }
    .into()
}
