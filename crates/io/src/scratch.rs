//! A folder for what only one run needs.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::changes::TEMPORARY;
use super::unfinished;
use dejalu_base::error::{IoContext, Result};

/// A folder under a temporary name. It goes with all that is in it when it is dropped, or when a signal ends the
/// program.
///
/// ```
/// use dejalu_io::ScratchFolder;
///
/// let folder = ScratchFolder::create(&std::env::temp_dir())?;
/// let path = folder.path().to_path_buf();
/// assert!(path.is_dir());
/// drop(folder);
/// assert!(!path.exists());
/// # Ok::<(), dejalu_base::Error>(())
/// ```
pub struct ScratchFolder {
    /// None once it is removed.
    folder: Option<TempDir>,
    path: PathBuf,
}

impl ScratchFolder {
    /// Makes one within a folder.
    ///
    /// # Errors
    ///
    /// The system refuses to write there.
    pub fn create(within: &Path) -> Result<Self> {
        let [prefix, suffix] = TEMPORARY;
        let mut builder = tempfile::Builder::new();
        builder.prefix(prefix).suffix(suffix);
        let mut unfinished = unfinished::lock();
        let made = builder.tempdir_in(within);
        // The reason alone: the temporary name means nothing to the user.
        let made = made.map_err(|reason| std::io::Error::from(reason.kind()));
        let folder = made.context("write", within)?;
        let path = folder.path().to_path_buf();
        unfinished.begin_scratch(&path);
        Ok(ScratchFolder {
            folder: Some(folder),
            path,
        })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        let mut unfinished = unfinished::lock();
        drop(self.folder.take());
        unfinished.drop_scratch(&self.path);
    }
}
