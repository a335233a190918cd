//! Folders that hold something or are not there.

use std::fs;
use std::path::{Path, PathBuf};

use super::unfinished;
use dejalu_base::error::{IoContext, Result};

/// A folder to be written into. It is made before the work whose results it takes, so that a wrong
/// path fails first; what was made of it and is still empty when it is dropped goes again.
pub struct OutputFolder {
    path: PathBuf,
    /// The folders that were made, the innermost first.
    made: Vec<PathBuf>,
}

impl OutputFolder {
    /// Makes the folder, and those above it, unless they are there.
    ///
    /// # Errors
    ///
    /// The folder cannot be made, or the path is a file.
    pub fn create(path: &Path) -> Result<Self> {
        let missing = path
            .ancestors()
            .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        let made: Vec<PathBuf> = missing.map(Path::to_path_buf).collect();
        let mut unfinished = unfinished::lock();
        unfinished.begin_folder(path, &made);
        let created = fs::create_dir_all(path).context("write", path);
        drop(unfinished);
        let folder = OutputFolder {
            path: path.to_path_buf(),
            made,
        };
        created.map(|()| folder)
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        let mut unfinished = unfinished::lock();
        unfinished.end_folder(&self.path, &self.made);
        for folder in &self.made {
            // A folder that holds something cannot be removed, and that is as it should be.
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_stays_if_something_is_in_it() {
        let above = tempfile::tempdir().unwrap();
        let (empty, full) = (above.path().join("a/b"), above.path().join("c/d"));
        drop(OutputFolder::create(&empty).unwrap());
        assert!(!above.path().join("a").exists());
        let folder = OutputFolder::create(&full).unwrap();
        fs::write(folder.path().join("index.html"), "x").unwrap();
        drop(folder);
        assert!(full.join("index.html").exists());
    }

    #[test]
    fn a_folder_that_was_there_stays() {
        let above = tempfile::tempdir().unwrap();
        drop(OutputFolder::create(above.path()).unwrap());
        assert!(above.path().exists());
    }

    #[test]
    fn a_file_is_no_folder() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = OutputFolder::create(file.path()).err().unwrap().to_string();
        assert!(error.ends_with("give the name of a folder"), "{error}");
        assert!(file.path().exists());
    }
}
