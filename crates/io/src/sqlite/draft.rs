//! A database that is being made, which a signal must not leave half made.

use std::fs;
use std::path::{Path, PathBuf};

use crate::unfinished::lock;

/// A database, which is nothing before its first commit: unless it is finished, nothing of it is left when
/// this is dropped, or when a signal ends the program. The database has to be closed by then.
pub struct Draft {
    paths: Vec<PathBuf>,
    is_finished: bool,
}

impl Draft {
    /// One that is about to be made, with what SQLite puts beside it meanwhile.
    pub fn new(path: &Path) -> Self {
        let beside = ["", "-journal", "-wal", "-shm"].map(|ending| beside(path, ending));
        let mut unfinished = lock();
        beside.iter().for_each(|path| unfinished.begin_file(path));
        Draft {
            paths: beside.into(),
            is_finished: false,
        }
    }

    /// Lets it stay.
    pub fn finish(mut self) {
        self.is_finished = true;
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let mut unfinished = lock();
        for path in &self.paths {
            if !self.is_finished {
                // Most were never made.
                let _ = fs::remove_file(path);
            }
            unfinished.drop_file(path);
        }
    }
}

/// The file beside a database with this ending.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
