//! What tells whether a file was changed.

use std::path::Path;
use std::time::SystemTime;

/// The size of a file and the time of its last change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileState {
    size: u64,
    /// None where the system keeps no times.
    modified: Option<SystemTime>,
}

impl FileState {
    /// That of a file as it is; none where there is none.
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = path.metadata().ok()?;
        Some(FileState {
            size: metadata.len(),
            modified: metadata.modified().ok(),
        })
    }
}
