//! Several files that change together or not at all.
//!
//! Their contents are complete and on the disk under temporary names, so that only names change. If one cannot,
//! those that did are changed back.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use dejalu_base::error::{IoContext, Result};

/// First and last characters of the name of an unfinished file.
pub(super) const TEMPORARY: [&str; 2] = [".dejalu-", ".part"];

/// The folder that a file is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The change of a path: a new file, or none.
pub(super) struct Change {
    pub(super) at: PathBuf,
    pub(super) new: Option<TempPath>,
    /// True if nothing stood there before.
    pub(super) is_new: bool,
}

/// A change that was made, and can be taken back.
struct Made {
    at: PathBuf,
    /// The file that was there before, under a temporary name.
    old: Option<TempPath>,
}

/// Makes all changes, or none.
pub(super) fn make(changes: Vec<Change>) -> Result<()> {
    let mut made: Vec<Made> = Vec::new();
    let last = changes.len().saturating_sub(1);
    for (place, change) in changes.into_iter().enumerate() {
        let at = change.at.clone();
        // After the last change none can fail, so that nothing will have to be put back.
        match change.make(place < last) {
            Ok(change) => made.push(change),
            Err(reason) => {
                made.into_iter().rev().for_each(Made::take_back);
                return Err(reason).context("write", &at);
            }
        }
    }
    let mut folders: Vec<&Path> = made.iter().map(|it| folder_of(&it.at)).collect();
    folders.dedup();
    folders.into_iter().for_each(sync);
    Ok(())
}

impl Change {
    fn make(self, keeps_old: bool) -> io::Result<Made> {
        let old = if keeps_old {
            set_aside(&self.at)?
        } else {
            None
        };
        let made = Made { at: self.at, old };
        let changed = match self.new {
            Some(new) => new.persist(&made.at).map_err(|reason| reason.error),
            // On some systems it is gone when it is set aside.
            None if !exists(&made.at) => Ok(()),
            None => fs::remove_file(&made.at),
        };
        match changed {
            Ok(()) => Ok(made),
            Err(reason) => {
                // Without an old file nothing was changed.
                if made.old.is_some() {
                    made.take_back();
                }
                Err(reason)
            }
        }
    }
}

impl Made {
    /// Puts back what was there. If this fails as well, the old file stays under its temporary name.
    fn take_back(self) {
        let Some(old) = self.old else {
            let _ = fs::remove_file(&self.at);
            return;
        };
        let Ok(old) = old.keep() else { return };
        if fs::rename(&old, &self.at).is_ok() {
            // A second name of the file that still stands there is not renamed.
            let _ = fs::remove_file(&old);
        }
    }
}

/// Gives a file a second name beside it, so that a place is never empty; where the system has no second
/// names, another one. `None` where there is no file.
fn set_aside(path: &Path) -> io::Result<Option<TempPath>> {
    if !path.is_file() {
        return Ok(None);
    }
    let [prefix, suffix] = TEMPORARY;
    let mut builder = tempfile::Builder::new();
    let aside = builder.prefix(prefix).suffix(suffix);
    let aside = aside.make_in(folder_of(path), |aside| {
        match fs::hard_link(path, aside) {
            // Another name is tried.
            Err(reason) if reason.kind() == io::ErrorKind::AlreadyExists => Err(reason),
            Err(_) => fs::rename(path, aside),
            Ok(()) => Ok(()),
        }
    });
    Ok(Some(aside?.into_temp_path()))
}

fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Has the names in a folder written to the disk, where the system can.
pub(super) fn sync(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changes of files of a folder: the content of each, or none where it is removed.
    fn changes(folder: &Path, files: &[(&str, Option<&str>)]) -> Vec<Change> {
        let change = |&(name, content): &(&str, Option<&str>)| {
            let at = folder.join(name);
            let new = content.map(|content| {
                let file = tempfile::NamedTempFile::new_in(folder).unwrap();
                fs::write(file.path(), content).unwrap();
                file.into_temp_path()
            });
            let is_new = !at.exists();
            Change { at, new, is_new }
        };
        files.iter().map(change).collect()
    }

    /// The names in a folder, each with its content.
    fn files(folder: &Path) -> Vec<(String, String)> {
        let entries = fs::read_dir(folder).unwrap().map(|it| it.unwrap());
        let files = entries.filter(|it| it.path().is_file()).map(|it| {
            let content = fs::read_to_string(it.path()).unwrap();
            (it.file_name().into_string().unwrap(), content)
        });
        let mut files: Vec<(String, String)> = files.collect();
        files.sort();
        files
    }

    fn owned(files: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = files.iter().map(|(name, content)| (*name, *content));
        owned.map(|(a, b)| (a.into(), b.into())).collect()
    }

    #[test]
    fn all_changes_are_made() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("old"), "old").unwrap();
        fs::write(folder.path().join("gone"), "gone").unwrap();
        let wanted = [("new", Some("1")), ("gone", None), ("old", Some("2"))];
        make(changes(folder.path(), &wanted)).unwrap();
        let expected = owned(&[("new", "1"), ("old", "2")]);
        assert_eq!(files(folder.path()), expected);
    }

    #[test]
    fn if_one_cannot_be_made_all_are_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let before = owned(&[("gone", "gone"), ("old", "old")]);
        for (name, content) in &before {
            fs::write(folder.path().join(name), content).unwrap();
        }
        let wanted = [
            ("new", Some("1")),
            ("old", Some("2")),
            ("gone", None),
            ("taken", Some("3")),
        ];
        // Somebody has made a folder there meanwhile.
        let taken = folder.path().join("taken");
        fs::create_dir_all(taken.join("full")).unwrap();
        let told = make(changes(folder.path(), &wanted)).unwrap_err();
        let told = told.to_string();
        assert!(
            told.starts_with("cannot write ") && told.contains("taken"),
            "{told}"
        );
        assert_eq!(files(folder.path()), before);
        assert!(taken.join("full").is_dir());
    }
}
