//! Detects whether a file was changed, and whether two paths lead to one file.

use std::path::Path;
use std::time::SystemTime;

use super::identity::FileIdentity;

/// Identity of a file, its size and the time of its last change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileState {
    /// Identity of the file, whatever path leads to it; none if it cannot be determined.
    identity: Option<FileIdentity>,
    size: u64,
    /// None where the system keeps no times.
    modified: Option<SystemTime>,
}

impl FileState {
    /// That of a file as it is; none where there is none.
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = path.metadata().ok()?;
        Some(FileState {
            identity: FileIdentity::known(path, &metadata),
            size: metadata.len(),
            modified: metadata.modified().ok(),
        })
    }

    /// Returns whether it is that of the same file, changed meanwhile or not.
    pub fn is_of_same_file(&self, other: &FileState) -> bool {
        self.identity.is_some() && self.identity == other.identity
    }
}
