//! Files that are written if they were asked for.

use std::path::{Path, PathBuf};

use dejalu::error::Result;
use dejalu::report::report_folder;
use dejalu_io::{OutputFile, OutputFolder, STANDARD_STREAM};
use serde_json::Value;

/// Returns whether what is written there goes to the standard output.
pub(super) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == STANDARD_STREAM
}

/// Makes the folder of a report if one was named, so that a wrong path fails before the work.
pub(super) fn folder(path: &Option<PathBuf>) -> Result<Option<OutputFolder>> {
    path.as_deref().map(report_folder).transpose()
}

/// A file that was named or not, opened before the work whose result it takes.
pub(super) struct OptionalFile(Option<OutputFile>);

impl OptionalFile {
    /// Opens the file, so that a wrong path fails first.
    pub(super) fn open(path: &Option<PathBuf>) -> Result<Self> {
        let path = path.as_deref();
        path.map(OutputFile::create).transpose().map(OptionalFile)
    }

    /// Writes all of its content.
    pub(super) fn write(self, content: impl AsRef<[u8]>) -> Result<()> {
        self.0.map_or(Ok(()), |out| out.write_whole(content))
    }

    /// Writes a value as JSON.
    pub(super) fn write_value(self, value: &Value) -> Result<()> {
        self.write(format!("{value:#}\n"))
    }
}
