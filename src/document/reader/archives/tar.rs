//! Tape archives of documents, compressed or not. They are read twice: for the names, then for the
//! documents one by one.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use tar::Entry;

use super::super::files::{File, is_passed_over};
use super::super::input::{Input, MOST_OF_FILE};
use super::super::source::Source;
use super::archive::{Archive, Members};
use crate::error::{DocumentError, Error, ErrorKind, InputError, Result};
use crate::io::{Stream, place};

pub(super) const ARCHIVES: &[Archive] = &[Archive {
    ending: ".tar",
    open,
}];

fn open(path: &Path) -> Result<Members> {
    let mut unknown = Vec::new();
    let outcome = each(path, |name, _| {
        if !File::is_known(&name) && !is_passed_over(&name) {
            unknown.push(name);
        }
        true
    });
    // The documents before the cut are read, and the cut is told of in its place among them.
    let is_cut =
        |kind: &ErrorKind| matches!(kind, ErrorKind::Document(DocumentError::CutArchive { .. }));
    if let Err(error) = outcome
        && !is_cut(error.kind())
    {
        return Err(error);
    }
    unknown.sort();
    // An entry borrows from its archive: a thread of its own hands documents over one by one, and ends
    // where nobody takes them.
    let (sender, receiver) = sync_channel(1);
    let outer = path.to_path_buf();
    thread::spawn(move || send(&outer, &sender));
    Ok(Members {
        sources: Box::new(receiver.into_iter()),
        unknown,
    })
}

fn send(outer: &Path, to: &SyncSender<Result<Source>>) {
    let outcome = each(outer, |name, entry| {
        let name = name.to_string_lossy().into_owned();
        if !File::is_known(Path::new(&name)) {
            return true;
        }
        let here = place(&outer.join(&name));
        let mut bytes = Vec::new();
        let size = entry.size();
        let read = entry.take(MOST_OF_FILE + 1).read_to_end(&mut bytes);
        let read: Result<()> = match read {
            Ok(_) if bytes.len() as u64 > MOST_OF_FILE => {
                Err(InputError::TooLarge { most: MOST_OF_FILE }.into())
            }
            // The rest of it is missing, which its successor will say.
            Ok(_) if (bytes.len() as u64) < size => return true,
            Ok(_) => Ok(()),
            Err(_) => return true,
        };
        let file = File::in_archive(&name, Input::Bytes(bytes, here.clone()));
        match (read, file) {
            (Ok(()), Some(file)) => to.send(Ok(Source::File(file))).is_ok(),
            (Err(error), _) => to.send(Err(error.at(&here))).is_ok(),
            (Ok(()), None) => true,
        }
    });
    if let Err(error) = outcome {
        // Nobody is left who could be told.
        let _ = to.send(Err(error));
    }
}

/// Calls for every regular file of an archive, until that says no.
fn each(path: &Path, mut call: impl FnMut(PathBuf, &mut Entry<'_, Pieces>) -> bool) -> Result<()> {
    let here = place(path);
    let mut archive = tar::Archive::new(Pieces(Stream::of_bytes(path, MOST_OF_FILE)?));
    let entries = archive
        .entries()
        .map_err(|reason| damaged(&reason).at(&here))?;
    let mut is_begun = false;
    for entry in entries {
        let mut entry = entry.map_err(|reason| {
            if is_begun {
                cut(&reason)
            } else {
                damaged(&reason)
            }
            .at(&here)
        })?;
        is_begun = true;
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let name = entry
            .path()
            .map_err(|reason| damaged(&reason).at(&here))?
            .into_owned();
        if !call(name, &mut entry) {
            return Ok(());
        }
    }
    Ok(())
}

/// A stream without a bound: what is read of it is bounded entry by entry.
struct Pieces(Stream);

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.next_piece();
        self.0.read(buffer)
    }
}

fn cut(reason: &std::io::Error) -> Error {
    match DocumentError::damaged(reason) {
        DocumentError::Damaged { problem } => DocumentError::CutArchive { problem }.into(),
        other => other.into(),
    }
}

fn damaged(reason: &std::io::Error) -> Error {
    DocumentError::damaged(reason).into()
}
