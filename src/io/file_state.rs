//! What tells whether a file was changed, and whether two paths lead to one file.

use std::fs::Metadata;
use std::path::Path;
use std::time::SystemTime;

/// Which file it is, its size and the time of its last change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileState {
    /// What no other file has, whatever path leads to it; none where that cannot be told.
    identity: Option<(u64, u64)>,
    size: u64,
    /// None where the system keeps no times.
    modified: Option<SystemTime>,
}

impl FileState {
    /// That of a file as it is; none where there is none.
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = path.metadata().ok()?;
        Some(FileState {
            identity: identity(path, &metadata),
            size: metadata.len(),
            modified: metadata.modified().ok(),
        })
    }

    /// Whether it is that of the same file, changed meanwhile or not.
    pub fn is_of_same_file(&self, other: &FileState) -> bool {
        self.identity.is_some() && self.identity == other.identity
    }
}

/// The device and the number of the file there.
#[cfg(unix)]
fn identity(_: &Path, metadata: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

/// A hash of the path without links.
#[cfg(not(unix))]
fn identity(path: &Path, _: &Metadata) -> Option<(u64, u64)> {
    let path = path.canonicalize().ok()?;
    let hash = xxhash_rust::xxh3::xxh3_128(path.as_os_str().as_encoded_bytes());
    Some(((hash >> 64) as u64, hash as u64))
}
