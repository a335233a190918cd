//! What tells files apart.

use std::fs::Metadata;
use std::path::Path;

/// Which file or folder it is, by whatever path it is reached: a file with several names (hard links) is
/// one file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileIdentity(Identity);

/// Device and number on it.
#[cfg(unix)]
type Identity = (u64, u64);

/// The path without links.
#[cfg(not(unix))]
type Identity = std::path::PathBuf;

impl FileIdentity {
    /// That of what is there; none where nothing is.
    pub fn of(path: &Path) -> Option<Self> {
        FileIdentity::known(path, &path.metadata().ok()?)
    }

    /// That of what is there, of which this is known already.
    #[cfg(unix)]
    pub fn known(_path: &Path, metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        Some(FileIdentity((metadata.dev(), metadata.ino())))
    }

    /// That of what is there, of which this is known already.
    #[cfg(not(unix))]
    pub fn known(path: &Path, _metadata: &Metadata) -> Option<Self> {
        path.canonicalize().ok().map(FileIdentity)
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
