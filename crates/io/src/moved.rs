//! Files that are moved away together, whole or not at all, and come back.
//!
//! A folder of moved files holds them under `files/`, at the paths that they had, and a manifest. The
//! manifest is on the disk before the first file moves, named `moving.jsonl` until the last has. A file
//! is renamed, never copied, and so is at one of two places whenever a move is interrupted:
//! [`restore`] finds it at either.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::changes::sync;
use super::{lock::lock, path_text, unfinished};
use dejalu_base::error::{Error, IoContext, MoveError, Result};

const MOVING: &str = "moving.jsonl";
const MANIFEST: &str = "manifest.jsonl";
const FILES: &str = "files";

/// A file to move away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedFile {
    /// Its path below the folder that it is moved out of.
    #[serde(with = "path_text")]
    pub path: PathBuf,
    /// The document that was kept in its place, for people who read the manifest.
    pub kept: String,
}

/// The first line of a manifest.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    format: u32,
    /// The folder that the files were moved out of.
    #[serde(with = "path_text")]
    from: PathBuf,
    files: usize,
}

/// The files that came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// The folder that the files came back to; `None` if a move was interrupted before it moved any.
    pub to: Option<PathBuf>,
    /// Number of files that came back, including those that were there already.
    pub files: usize,
    /// The paths of those that are at neither place: somebody has deleted them.
    pub missing: Vec<PathBuf>,
}

/// Refuses a folder that removed files cannot be moved into, before any work.
///
/// # Errors
///
/// It lies within the folder that they come from, is no folder, or holds something.
pub fn check_free(from: &Path, into: &Path) -> Result<()> {
    let from = from.canonicalize().context("open", from)?;
    if resolved(into)?.starts_with(&from) {
        return refused(into, MoveError::Inside);
    }
    if into.join(MANIFEST).exists() {
        return refused(into, MoveError::HoldsFiles);
    }
    match fs::read_dir(into).map(Iterator::count) {
        Ok(entries) if entries > 0 => refused(into, MoveError::NotEmpty),
        Ok(_) => Ok(()),
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(reason) => Err(reason).context("open", into),
    }
}

/// Puts back what an interrupted move has left in a folder. Returns whether there was one.
///
/// # Errors
///
/// What [`restore`] refuses.
pub fn undo_interrupted(into: &Path) -> Result<bool> {
    let was_interrupted = into.join(MOVING).exists();
    if was_interrupted {
        restore(into, None)?;
    }
    Ok(was_interrupted)
}

/// Moves files out of a folder into another, on the same file system: all of them, or none.
///
/// # Errors
///
/// What [`check_free`] refuses; a symbolic link among the paths; a file that cannot be moved. Then all
/// are where they were.
pub fn move_files(from: &Path, files: &[MovedFile], into: &Path) -> Result<()> {
    check_free(from, into)?;
    let from = from.canonicalize().context("open", from)?;
    for file in files {
        check_file(&from, file)?;
    }
    move_checked(&from, files, into)
}

fn move_checked(from: &Path, files: &[MovedFile], into: &Path) -> Result<()> {
    fs::create_dir_all(into).context("write", into)?;
    let head = Head {
        format: 1,
        from: from.to_path_buf(),
        files: files.len(),
    };
    let journal = into.join(MOVING);
    // A first signal waits for the end of the move.
    let _all_or_none = unfinished::lock();
    let lock = write_manifest(&journal, |file| write_lines(file, &head, files))?;
    sync(into);
    let moved = files.iter().try_for_each(|file| {
        let (home, away) = (from.join(&file.path), into.join(FILES).join(&file.path));
        rename(&home, &away)
    });
    let moved =
        moved.and_then(|()| fs::rename(&journal, into.join(MANIFEST)).context("write", &journal));
    sync(into);
    drop(lock);
    let Err(error) = moved else {
        return Ok(());
    };
    match put_back(into, None) {
        Ok(_) => Err(error),
        Err(_) => refused(
            into,
            MoveError::Half {
                why: error.to_string(),
            },
        ),
    }
}

/// Moves the files of a folder back to where they were, or below another folder. What is there already
/// stays: an interrupted move or restoration is completed.
///
/// # Errors
///
/// There is no manifest, or it is damaged; the folder that they came from is gone, and no other was named;
/// another process is at work; a file of that path stands there
/// again, so that one of the two would be lost: then nothing is moved. The system's reason, where a
/// file cannot be moved: the rest stays where it is, and can be restored later.
pub fn restore(into: &Path, to: Option<&Path>) -> Result<Restored> {
    // A first signal waits for the end.
    let _all_or_none = unfinished::lock();
    put_back(into, to)
}

fn put_back(into: &Path, to: Option<&Path>) -> Result<Restored> {
    let journal = [MOVING, MANIFEST].map(|name| into.join(name));
    let Some(journal) = journal.into_iter().find(|path| path.exists()) else {
        let why = if into.exists() {
            MoveError::NoManifest
        } else {
            MoveError::NoRemoved
        };
        return refused(into, why);
    };
    let lock = File::open(&journal).context("open", &journal)?;
    lock_or_refuse(&lock, into)?;
    if journal.ends_with(MOVING) && !exists(&into.join(FILES)) {
        // No file has moved yet, and the manifest may be cut short.
        remove_journal(&journal, into)?;
        return Ok(Restored {
            to: None,
            files: 0,
            missing: Vec::new(),
        });
    }
    let (head, files) = read_manifest(&journal)?;
    let to = match to {
        Some(to) => to.to_path_buf(),
        None if head.from.is_dir() => head.from,
        None => return refused(into, MoveError::NoHome { from: head.from }),
    };
    let places = |file: &MovedFile| (into.join(FILES).join(&file.path), to.join(&file.path));
    for file in &files {
        let (away, home) = places(file);
        if exists(&away) && exists(&home) {
            return refused(into, MoveError::Clash { path: home });
        }
    }
    let mut missing = Vec::new();
    for file in &files {
        let (away, home) = places(file);
        if exists(&away) {
            rename(&away, &home)?;
        } else if !exists(&home) {
            missing.push(file.path.clone());
        }
    }
    remove_empty(&into.join(FILES));
    remove_journal(&journal, into)?;
    Ok(Restored {
        files: files.len() - missing.len(),
        to: Some(to),
        missing,
    })
}

fn remove_journal(journal: &Path, into: &Path) -> Result<()> {
    fs::remove_file(journal).context("write", journal)?;
    // Whatever else lies there is not ours.
    let _ = fs::remove_dir(into);
    Ok(())
}

fn refused<T>(place: &Path, why: MoveError) -> Result<T> {
    Err(Error::from(why).at(&super::place(place)))
}

/// Resolves a path, though it or its last parts may not exist.
fn resolved(path: &Path) -> Result<PathBuf> {
    let path = std::path::absolute(path).context("open", path)?;
    let there = path.ancestors().find(|folder| folder.exists());
    let there = there.unwrap_or(&path);
    let rest = path.strip_prefix(there).unwrap_or(Path::new(""));
    let there = there.canonicalize().context("open", there)?;
    Ok(there.join(rest))
}

/// Returns whether something is there, be it a link to nothing.
fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// A file whose path below the folder has no link in it: what is moved is what was read.
fn check_file(from: &Path, file: &MovedFile) -> Result<()> {
    let mut path = from.to_path_buf();
    for part in &file.path {
        path.push(part);
        if path.symlink_metadata().context("open", &path)?.is_symlink() {
            return refused(&path, MoveError::Link);
        }
    }
    Ok(())
}

/// Moves a file to a place where there is none, with the folders above it.
fn rename(old: &Path, new: &Path) -> Result<()> {
    let rename = || {
        if let Some(folder) = new.parent() {
            fs::create_dir_all(folder)?;
        }
        if exists(new) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        fs::rename(old, new)
    };
    match rename() {
        Err(reason) if reason.kind() == io::ErrorKind::CrossesDevices => {
            refused(old, MoveError::OtherFileSystem)
        }
        renamed => renamed.context("move", old),
    }
}

/// Has a manifest written to the disk, and locks it; if that fails, nothing is left of it or of an empty
/// folder around it.
fn write_manifest(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<File> {
    let file = File::options().write(true).create_new(true).open(path);
    let mut file = file.context("write", path)?;
    let written = write(&mut file).and_then(|()| file.sync_all());
    let written = written.context("write", path);
    if let Err(error) = written.and_then(|()| lock_or_refuse(&file, path)) {
        // If this fails too, it is undone before the next move.
        let _ = fs::remove_file(path);
        let _ = path.parent().map(fs::remove_dir);
        return Err(error);
    }
    Ok(file)
}

fn write_lines(out: &mut impl Write, head: &Head, files: &[MovedFile]) -> io::Result<()> {
    let mut lines = serde_json::to_string(head)? + "\n";
    for moved in files {
        lines += &serde_json::to_string(moved)?;
        lines += "\n";
    }
    out.write_all(lines.as_bytes())
}

/// Reads a manifest.
fn read_manifest(path: &Path) -> Result<(Head, Vec<MovedFile>)> {
    let text = fs::read_to_string(path).context("read", path)?;
    let damaged =
        |line: usize| Error::from(MoveError::Damaged).at(&super::place(path).at_line(line as u64));
    let mut lines = (1..).zip(text.lines());
    let head = lines
        .next()
        .and_then(|(_, line)| serde_json::from_str::<Head>(line).ok());
    let head = head.ok_or_else(|| damaged(1))?;
    let mut files = Vec::new();
    for (number, line) in lines {
        let file: MovedFile = serde_json::from_str(line).map_err(|_| damaged(number))?;
        // A path that leads elsewhere was not written here.
        let is_below = |part| matches!(part, Component::Normal(_));
        if !file.path.components().all(is_below) {
            return Err(damaged(number));
        }
        files.push(file);
    }
    if files.len() == head.files {
        Ok((head, files))
    } else {
        Err(damaged(files.len() + 2))
    }
}

fn lock_or_refuse(file: &File, place: &Path) -> Result<()> {
    if lock(file).context("lock", place)? {
        Ok(())
    } else {
        refused(place, MoveError::InUse)
    }
}

/// Removes a folder and those below it, except where they hold files.
fn remove_empty(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
        remove_empty(&entry.path());
    }
    let _ = fs::remove_dir(folder);
}

#[cfg(test)]
mod tests;
