//! A lock on a file, against other processes.

use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Result};

/// Locks a file until it is closed; `false` where another process has locked it. A file system without locks
/// gives no protection.
///
/// # Errors
///
/// The system's reason why the file cannot be locked.
pub fn lock(file: &File) -> Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(reason)) if reason.kind() == ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(reason)) => Err(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_has_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let first = File::create(&path).unwrap();
        assert!(lock(&first).unwrap());
        assert!(!lock(&File::open(&path).unwrap()).unwrap());
        drop(first);
        assert!(lock(&File::open(&path).unwrap()).unwrap());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_cannot_be_locked_is_told_of() {
        use std::os::unix::fs::OpenOptionsExt;
        // A file that is opened as a place alone.
        const O_PATH: i32 = 0o10_000_000;
        let file = tempfile::NamedTempFile::new().unwrap();
        let place = File::options()
            .read(true)
            .custom_flags(O_PATH)
            .open(file.path());
        assert!(lock(&place.unwrap()).is_err());
    }
}
