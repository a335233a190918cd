//! A file that is written beside its final place.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::changes::{Change, TEMPORARY, folder_of};
use super::unfinished;
use dejalu_base::error::{IoContext, Result};

/// A file under a temporary name, which is gone if it is dropped.
pub(super) struct Temporary {
    /// None once it is finished.
    file: Option<NamedTempFile>,
    becomes: PathBuf,
    is_new: bool,
}

impl Temporary {
    /// A file that is to stand at this path, where this one may be, and what writes to it.
    pub(super) fn create(path: &Path, old: Option<fs::Metadata>) -> io::Result<(Self, File)> {
        // A link stays a link: the file that it names is replaced.
        let becomes = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let folder = folder_of(&becomes);
        fs::metadata(folder)?;
        let is_new = old.is_none();
        let [prefix, suffix] = TEMPORARY;
        let mut builder = tempfile::Builder::new();
        builder.prefix(prefix).suffix(suffix);
        #[cfg(unix)]
        builder.permissions(permissions(old));
        let mut unfinished = unfinished::lock();
        let file = builder
            .tempfile_in(folder)
            // The reason alone: the temporary name means nothing to the user.
            .map_err(|reason| reason.kind())?;
        let writer = file.as_file().try_clone()?;
        unfinished.begin_file(file.path());
        let temporary = Temporary {
            file: Some(file),
            becomes,
            is_new,
        };
        Ok((temporary, writer))
    }

    /// Has the file written to the disk, and puts it in its place, at once or with the other outputs.
    pub(super) fn finish(mut self) -> Result<()> {
        if let Some(file) = &self.file {
            let written = file.as_file().sync_all();
            written.context("write", &self.becomes)?;
        }
        let Some(file) = self.file.take() else {
            return Ok(());
        };
        unfinished::lock().finish(Change {
            at: std::mem::take(&mut self.becomes),
            new: Some(file.into_temp_path()),
            is_new: self.is_new,
        })
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            let mut unfinished = unfinished::lock();
            unfinished.drop_file(file.path());
            drop(file);
        }
    }
}

/// Those of the file that is replaced, else those of any new file (a temporary one is private).
#[cfg(unix)]
fn permissions(old: Option<fs::Metadata>) -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    old.map_or_else(
        || fs::Permissions::from_mode(0o666),
        |old| old.permissions(),
    )
}
