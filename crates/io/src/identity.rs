//! Tells files apart.

use std::fs::Metadata;
use std::path::Path;

/// Identity of a file or folder, by whatever path it is reached: a file with several names (hard links) is one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileIdentity([u64; 2]);

impl FileIdentity {
    /// That of what is there; none where nothing is.
    pub fn of(path: &Path) -> Option<Self> {
        FileIdentity::known(path, &path.metadata().ok()?)
    }

    /// That of what is there, of which this is known already: its device and its number on it.
    #[cfg(unix)]
    pub fn known(_: &Path, metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        Some(FileIdentity([metadata.dev(), metadata.ino()]))
    }

    /// That of what is there, of which this is known already: a hash of the path without links.
    #[cfg(not(unix))]
    pub fn known(path: &Path, _: &Metadata) -> Option<Self> {
        let path = path.canonicalize().ok()?;
        let hash = xxhash_rust::xxh3::xxh3_128(path.as_os_str().as_encoded_bytes());
        Some(FileIdentity([(hash >> 64) as u64, hash as u64]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_one_whatever_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("a"), "same").unwrap();
        std::fs::write(path("b"), "same").unwrap();
        std::fs::hard_link(path("a"), path("c")).unwrap();
        let of = |name: &str| FileIdentity::of(&path(name));
        assert_eq!(of("none"), None);
        assert!(of("a").is_some() && of("a") != of("b"));
        #[cfg(unix)]
        assert_eq!(of("a"), of("c"));
        assert_eq!(of("a"), FileIdentity::of(&path("./a")));
    }
}
