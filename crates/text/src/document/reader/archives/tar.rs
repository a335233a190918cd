//! Tape archives of documents, compressed or not. They are read twice: for the names, then for the
//! documents one by one.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use tar::{Entry, EntryType};

use super::super::files::{File, is_hidden, is_passed_over, refuse_only_many};
use super::super::input::{Input, MOST_OF_FILE};
use super::super::passed_over::PassedOver;
use super::super::source::Source;
use super::archive::{Archive, Members};
use dejalu_base::error::{DocumentError, Error, ErrorKind, InputError, Result};
use dejalu_io::{Stream, place};

pub(super) const ARCHIVES: &[Archive] = &[Archive {
    ending: ".tar",
    open,
}];

fn open(path: &Path) -> Result<Members> {
    let mut unknown = Vec::new();
    let mut linked = HashSet::new();
    let (mut hidden, mut has_documents) = (Vec::new(), false);
    let mut last = HashMap::new();
    let mut number = 0;
    let passed_over = PassedOver::default();
    let outcome = each(path, |member, entry| {
        number += 1;
        if let Member::File(name) = &member {
            last.insert(unpacked(name).to_path_buf(), number);
        }
        match member {
            Member::File(name) if is_passed_over(&name) => {}
            Member::File(name) if is_hidden(&name) => {
                hidden.extend(File::is_known(&name).then_some(name));
            }
            Member::File(name) if File::is_known(&name) => has_documents = true,
            Member::File(name) => unknown.push(name),
            Member::Other(what) => passed_over.count(what),
        }
        if entry.header().entry_type().is_hard_link() {
            linked.extend(target(entry));
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
    hidden.sort();
    if !has_documents {
        refuse_only_many(path, &unknown)?;
    }
    // An entry borrows from its archive: a thread of its own hands documents over one by one, and ends
    // where nobody takes them.
    let (sender, receiver) = sync_channel(1);
    let outer = path.to_path_buf();
    thread::spawn(move || send(&outer, linked, &last, &sender));
    Ok(Members {
        sources: Box::new(receiver.into_iter()),
        unknown,
        hidden,
        passed_over,
    })
}

/// The path at which a member is unpacked.
fn unpacked(name: &Path) -> &Path {
    name.strip_prefix(".").unwrap_or(name)
}

/// Sends the documents. Of files of one name only the `last` is left where the archive is unpacked, and that is the
/// document.
fn send(
    outer: &Path,
    linked: HashSet<PathBuf>,
    last: &HashMap<PathBuf, u64>,
    to: &SyncSender<Result<Source>>,
) {
    let mut number = 0;
    let mut targets = Targets {
        linked,
        held: HashMap::new(),
        size: 0,
    };
    let outcome = each(outer, |member, entry| {
        number += 1;
        let Member::File(path) = member else {
            return true;
        };
        let name = path.to_string_lossy().into_owned();
        let is_known = File::is_known(Path::new(&name)) && !is_hidden(Path::new(&name));
        if !is_known && !targets.linked.contains(&path) {
            return true;
        }
        let here = place(&outer.join(&name));
        let is_replaced = last.get(unpacked(&path)).is_some_and(|&it| it > number);
        let bytes = match content(entry, &targets) {
            // The rest of it is missing, which its successor will say.
            Ok(None) => return true,
            Ok(Some(bytes)) => {
                targets.see(path, &bytes);
                Ok(bytes)
            }
            Err(error) => Err(error.at(&here)),
        };
        if !is_known {
            return true;
        }
        if is_replaced {
            let replaced = Error::from(DocumentError::Replaced).at(&here);
            return to.send(Err(replaced)).is_ok();
        }
        let source = bytes.map(|bytes| File::in_archive(&name, Input::Bytes(bytes, here)));
        match source.transpose() {
            Some(file) => to.send(file.map(Source::File)).is_ok(),
            None => true,
        }
    });
    if let Err(error) = outcome {
        // Nobody is left who could be told.
        let _ = to.send(Err(error));
    }
}

/// The bytes of a file, of a hard link those of the file before it that it is another name of; none where the
/// archive ends within them.
fn content(entry: &mut Entry<'_, Pieces>, targets: &Targets) -> Result<Option<Vec<u8>>> {
    if entry.header().entry_type().is_hard_link() {
        let target = target(entry).unwrap_or_default();
        return match targets.held.get(&target) {
            Some(bytes) => Ok(Some(bytes.clone())),
            None => {
                let target = target.display().to_string();
                Err(DocumentError::LinkWithoutFile { target }.into())
            }
        };
    }
    let size = entry.size();
    let mut bytes = Vec::new();
    match entry.take(MOST_OF_FILE + 1).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 > MOST_OF_FILE => {
            Err(InputError::LargeFile { most: MOST_OF_FILE }.into())
        }
        Ok(_) if (bytes.len() as u64) < size => Ok(None),
        Ok(_) => Ok(Some(bytes)),
        Err(_) => Ok(None),
    }
}

/// The file that a hard link is another name of.
fn target(entry: &Entry<'_, Pieces>) -> Option<PathBuf> {
    entry.link_name().ok().flatten().map(Cow::into_owned)
}

/// The files that hard links are other names of, held until the end: a link may stand anywhere behind its file.
struct Targets {
    linked: HashSet<PathBuf>,
    held: HashMap<PathBuf, Vec<u8>>,
    size: u64,
}

impl Targets {
    fn see(&mut self, path: PathBuf, bytes: &[u8]) {
        let size = self.size + bytes.len() as u64;
        if self.linked.contains(&path) && size <= MOST_OF_FILE {
            self.size = size;
            self.held.insert(path, bytes.to_vec());
        }
    }
}

/// A member of an archive.
enum Member {
    /// A file, or another name of one.
    File(PathBuf),
    /// Neither file nor folder, and what it is.
    Other(&'static str),
}

/// Calls for every member of an archive that is no folder, until that says no.
fn each(path: &Path, mut call: impl FnMut(Member, &mut Entry<'_, Pieces>) -> bool) -> Result<()> {
    let here = place(path);
    let mut archive = tar::Archive::new(Pieces(Stream::of_bytes(path, MOST_OF_FILE)?));
    // Archives that were put together are read to the last: the end of each is a block of zeros.
    archive.set_ignore_zeros(true);
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
        let member = match entry.header().entry_type() {
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse | EntryType::Link => {
                let name = entry.path();
                Member::File(
                    name.map_err(|reason| damaged(&reason).at(&here))?
                        .into_owned(),
                )
            }
            EntryType::Directory | EntryType::XGlobalHeader => continue,
            EntryType::Symlink => Member::Other("symbolic_links"),
            _ => Member::Other("special_members"),
        };
        if !call(member, &mut entry) {
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
