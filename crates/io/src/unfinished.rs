//! Lists what would be left behind if the program ended now: files under temporary names, and
//! folders that were made for results which are not all there.
//!
//! A signal ends a program without dropping what would clean up after itself. The program that
//! handles signals calls [`discard`] first.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::changes::{Change, make};
use dejalu_base::error::Result;

static UNFINISHED: Mutex<Unfinished> = Mutex::new(Unfinished::none());

/// Removes it all, and keeps every thread from making or finishing more: what calls this is about to
/// end the program.
pub fn discard() {
    let mut unfinished = lock();
    unfinished.remove_all();
    // The lock is never given back.
    std::mem::forget(unfinished);
}

/// From now on every output that is finished waits for the others, complete and on the disk under its
/// temporary name: no run leaves a new file beside an old one when the disk is full.
pub fn hold() {
    lock().hold();
}

/// Puts all outputs in place that wait: all of them, or none.
///
/// # Errors
///
/// The system's reason why one of them cannot be; then what stood in their places stands there again.
pub fn place() -> Result<()> {
    lock().place()
}

/// Removes a file that an earlier run left, when the outputs of this one are put in place.
///
/// # Errors
///
/// Where outputs do not wait: the system's reason why it cannot be removed.
pub fn remove(path: &Path) -> Result<()> {
    lock().remove(path)
}

/// A file was made that goes unless something is put into it.
pub fn begin(path: &Path) {
    lock().begin_file(path);
}

/// It stays, or is gone.
pub fn keep(path: &Path) {
    lock().drop_file(path);
}

pub(crate) fn lock() -> MutexGuard<'static, Unfinished> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) struct Unfinished {
    /// Files and folders in the order in which they were made.
    made: Vec<PathBuf>,
    /// Folders whose results are not all there.
    folders: Vec<PathBuf>,
    /// Folders that go with all that is in them.
    scratch: Vec<PathBuf>,
    /// The changes to make when all outputs of the run are complete, if they are held back until
    /// then.
    held: Option<Held>,
}

/// Outputs that wait for the others.
#[derive(Default)]
struct Held {
    changes: Vec<Change>,
    /// Folders that took their last result, each with those that were made for it.
    folders: Vec<(PathBuf, Vec<PathBuf>)>,
}

impl Unfinished {
    const fn none() -> Self {
        Unfinished {
            made: Vec::new(),
            folders: Vec::new(),
            scratch: Vec::new(),
            held: None,
        }
    }

    /// From now on outputs wait for each other.
    pub(super) fn hold(&mut self) {
        self.held.get_or_insert_default();
    }

    /// A file is complete.
    pub(super) fn finish(&mut self, change: Change) -> Result<()> {
        let is_of_scratch = self.is_of_scratch(&change.at);
        match &mut self.held {
            Some(held) if !is_of_scratch => {
                held.changes.push(change);
                Ok(())
            }
            _ => self.carry_out(vec![change]),
        }
    }

    /// Returns whether only this run needs a file, which may read it again.
    fn is_of_scratch(&self, path: &Path) -> bool {
        let holds = |folder: &Path| path.starts_with(folder);
        let mut folders = self.scratch.iter();
        folders.any(|it| holds(it) || it.canonicalize().is_ok_and(|it| holds(&it)))
    }

    /// A file that an earlier run left is none of this one.
    pub(crate) fn remove(&mut self, path: &Path) -> Result<()> {
        self.finish(Change {
            at: path.to_path_buf(),
            new: None,
            is_new: false,
        })
    }

    /// Does what was held back: all of it or nothing.
    pub(super) fn place(&mut self) -> Result<()> {
        let Some(held) = self.held.as_mut().map(std::mem::take) else {
            return Ok(());
        };
        self.carry_out(held.changes)?;
        for (folder, made) in held.folders {
            self.close_folder(&folder, &made);
        }
        Ok(())
    }

    fn carry_out(&mut self, changes: Vec<Change>) -> Result<()> {
        let files = changes.iter().filter_map(|change| {
            let temporary = change.new.as_ref()?.to_path_buf();
            Some((temporary, change.at.clone(), change.is_new))
        });
        let files: Vec<(PathBuf, PathBuf, bool)> = files.collect();
        let made = make(changes);
        for (temporary, becomes, is_new) in files {
            match made {
                Ok(()) => self.finish_file(&temporary, &becomes, is_new),
                // With the error the temporary files are gone.
                Err(_) => self.drop_file(&temporary),
            }
        }
        made
    }

    /// Returns whether a file is not finished, or waits for the others.
    pub(super) fn has_any(&self) -> bool {
        !self.made.is_empty() || self.held.as_ref().is_some_and(|it| !it.changes.is_empty())
    }

    /// A temporary file was made.
    pub(super) fn begin_file(&mut self, temporary: &Path) {
        self.made.push(temporary.to_path_buf());
    }

    /// It is gone.
    pub(super) fn drop_file(&mut self, temporary: &Path) {
        self.made.retain(|made| made != temporary);
    }

    /// A temporary file became this file. One that is new in a folder whose results are not all there is still
    /// part of something unfinished.
    fn finish_file(&mut self, temporary: &Path, becomes: &Path, is_new: bool) {
        self.drop_file(temporary);
        if is_new && self.is_in_folder(becomes) {
            self.made.push(becomes.to_path_buf());
        }
    }

    /// A folder takes results; these folders were made for it, the outermost last.
    pub(super) fn begin_folder(&mut self, folder: &Path, made: &[PathBuf]) {
        self.made.extend(made.iter().rev().cloned());
        self.folders.push(folder.to_path_buf());
    }

    /// The folder has all its results, or goes. A folder within another waits for that.
    pub(super) fn end_folder(&mut self, folder: &Path, made: &[PathBuf]) {
        match &mut self.held {
            Some(held) => held.folders.push((folder.to_path_buf(), made.to_vec())),
            None => self.close_folder(folder, made),
        }
    }

    fn close_folder(&mut self, folder: &Path, made: &[PathBuf]) {
        if let Some(place) = self.folders.iter().position(|open| open == folder) {
            self.folders.remove(place);
        }
        if !self.is_in_folder(folder) {
            self.made
                .retain(|path| !path.starts_with(folder) && !made.contains(path));
        }
    }

    /// A folder was made for what only this run needs.
    pub(super) fn begin_scratch(&mut self, folder: &Path) {
        self.scratch.push(folder.to_path_buf());
    }

    /// It is gone.
    pub(super) fn drop_scratch(&mut self, folder: &Path) {
        self.scratch.retain(|made| made != folder);
    }

    fn is_in_folder(&self, path: &Path) -> bool {
        self.folders.iter().any(|folder| path.starts_with(folder))
    }

    /// Removes what was made, the newest first. A folder that holds something else stays.
    fn remove_all(&mut self) {
        for folder in self.scratch.drain(..) {
            let _ = fs::remove_dir_all(folder);
        }
        while let Some(path) = self.made.pop() {
            let _ = if path.is_dir() {
                fs::remove_dir(path)
            } else {
                fs::remove_file(path)
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder in which files are made and folders begun, and the names left after an interruption.
    struct Run {
        folder: tempfile::TempDir,
        unfinished: Unfinished,
    }

    impl Run {
        fn new() -> Self {
            Run {
                folder: tempfile::tempdir().unwrap(),
                unfinished: Unfinished::none(),
            }
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        fn folder(&mut self, name: &str) {
            let path = self.path(name);
            let is_new = !path.exists();
            fs::create_dir_all(&path).unwrap();
            let made = Vec::from_iter(is_new.then(|| path.clone()));
            self.unfinished.begin_folder(&path, &made);
        }

        fn end_folder(&mut self, name: &str) {
            let path = self.path(name);
            self.unfinished
                .end_folder(&path, std::slice::from_ref(&path));
        }

        fn begin(&mut self, name: &str) {
            fs::write(self.path(name), "x").unwrap();
            self.unfinished.begin_file(&self.path(name));
        }

        fn finish(&mut self, name: &str, becomes: &str) {
            let (name, becomes) = (self.path(name), self.path(becomes));
            let is_new = !becomes.exists();
            fs::rename(&name, &becomes).unwrap();
            self.unfinished.finish_file(&name, &becomes, is_new);
        }

        fn left(mut self) -> Vec<String> {
            self.unfinished.remove_all();
            let files = walkdir::WalkDir::new(self.folder.path()).min_depth(1);
            let files = files.sort_by_file_name().into_iter().map(|entry| {
                let path = entry.unwrap().into_path();
                let below = path.strip_prefix(self.folder.path()).unwrap();
                below.to_str().unwrap().to_string()
            });
            files.collect()
        }
    }

    #[test]
    fn outputs_wait_for_each_other_and_scratch_does_not_wait() {
        let mut run = Run::new();
        run.unfinished.hold();
        fs::create_dir(run.path("scratch")).unwrap();
        let scratch = run.path("scratch");
        run.unfinished.begin_scratch(&scratch);
        let mut finish = |name: &str| {
            let file = tempfile::NamedTempFile::new_in(run.folder.path()).unwrap();
            run.unfinished.begin_file(file.path());
            let change = Change {
                at: run.folder.path().join(name),
                new: Some(file.into_temp_path()),
                is_new: true,
            };
            run.unfinished.finish(change).unwrap();
            run.folder.path().join(name).exists()
        };
        assert!(finish("scratch/copy"));
        assert!(!finish("a.csv") && !finish("b.csv"));
        run.unfinished.place().unwrap();
        assert!(run.path("a.csv").exists() && run.path("b.csv").exists());
        assert_eq!(run.left(), ["a.csv", "b.csv"]);
    }

    #[test]
    fn temporary_files_go_and_finished_ones_stay() {
        let mut run = Run::new();
        run.begin("a.part");
        run.begin("b.part");
        run.finish("a.part", "a.csv");
        assert_eq!(run.left(), ["a.csv"]);
    }

    #[test]
    fn a_folder_goes_with_all_that_was_put_into_it_until_it_has_everything() {
        let half = |end: bool| {
            let mut run = Run::new();
            run.folder("made");
            run.folder("made/documents");
            run.begin("made/documents/1.part");
            run.finish("made/documents/1.part", "made/documents/1.txt");
            run.end_folder("made/documents");
            run.begin("made/2.part");
            run.finish("made/2.part", "made/pairs.csv");
            if end {
                run.end_folder("made");
            }
            run.left()
        };
        assert!(half(false).is_empty());
        assert_eq!(
            half(true),
            [
                "made",
                "made/documents",
                "made/documents/1.txt",
                "made/pairs.csv"
            ]
        );
    }

    #[test]
    fn a_scratch_folder_goes_with_all_that_is_in_it() {
        let mut run = Run::new();
        let folder = run.path("scratch.part");
        fs::create_dir_all(folder.join("within")).unwrap();
        fs::write(folder.join("within/index"), "x").unwrap();
        run.unfinished.begin_scratch(&folder);
        assert!(run.left().is_empty());
    }

    #[test]
    fn what_was_there_before_stays() {
        let mut run = Run::new();
        fs::create_dir(run.path("old")).unwrap();
        fs::write(run.path("old/page.html"), "old").unwrap();
        run.folder("old");
        run.begin("old/1.part");
        run.finish("old/1.part", "old/page.html");
        run.begin("old/2.part");
        run.finish("old/2.part", "old/new.html");
        assert_eq!(run.left(), ["old", "old/page.html"]);
    }
}
