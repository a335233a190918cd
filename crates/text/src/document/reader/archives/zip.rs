//! ZIP archives of documents.

use std::io::Read;
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use super::super::files::{File, is_hidden, is_passed_over, refuse_only_many};
use super::super::input::{Input, MOST_OF_FILE, Seekable};
use super::super::passed_over::PassedOver;
use super::super::source::Source;
use super::archive::{Archive, Members};
use super::doubled::with_doubled;
use dejalu_base::error::{DocumentError, Error, InputError, Result};
use dejalu_io::place;

pub(super) const ARCHIVES: &[Archive] = &[Archive {
    ending: ".zip",
    open,
}];

fn open(path: &Path) -> Result<Members> {
    let archive = Input::File(path.to_path_buf()).seekable();
    let opened = archive.and_then(|bytes| Ok(with_doubled(bytes).map_err(DocumentError::damaged)?));
    let (mut archive, doubled) = opened.map_err(|error| error.at(&place(path)))?;
    let mut unknown = Vec::new();
    let (mut known, mut hidden) = (Vec::new(), Vec::new());
    let passed_over = PassedOver::default();
    for index in 0..archive.len() {
        let Some(Ok(name)) = archive.name_for_index(index) else {
            continue;
        };
        let name = name.into_owned();
        let member = Path::new(&name);
        if name.ends_with('/') || is_passed_over(member) {
            continue;
        }
        if archive.by_index_raw(index).is_ok_and(|it| it.is_symlink()) {
            passed_over.count("symbolic_links");
        } else if File::is_known(member) && is_hidden(member) {
            hidden.push(PathBuf::from(name));
        } else if File::is_known(member) {
            known.push((index, name));
        } else if is_hidden(member) {
            // What programs keep for themselves.
        } else {
            unknown.push(PathBuf::from(name));
        }
    }
    unknown.sort();
    hidden.sort();
    if known.is_empty() {
        refuse_only_many(path, &unknown)?;
    }
    let outer = path.to_path_buf();
    let sources = known
        .into_iter()
        .map(move |(index, name)| member(&mut archive, index, &outer, &name));
    let outer = path.to_path_buf();
    let doubled = doubled
        .into_iter()
        .map(move |id| Err(Error::from(DocumentError::Replaced).at(&place(&outer.join(id)))));
    Ok(Members {
        sources: Box::new(sources.chain(doubled)),
        unknown,
        hidden,
        passed_over,
    })
}

fn member(
    archive: &mut ZipArchive<Seekable>,
    index: usize,
    outer: &Path,
    name: &str,
) -> Result<Source> {
    let here = place(&outer.join(name));
    let read = |archive: &mut ZipArchive<Seekable>| -> Result<Vec<u8>> {
        let member = archive.by_index(index).map_err(DocumentError::damaged)?;
        let mut bytes = Vec::new();
        let read = member.take(MOST_OF_FILE + 1).read_to_end(&mut bytes);
        read.map_err(DocumentError::damaged)?;
        if bytes.len() as u64 > MOST_OF_FILE {
            return Err(InputError::LargeFile { most: MOST_OF_FILE }.into());
        }
        Ok(bytes)
    };
    let bytes = read(archive).map_err(|error| error.at(&here))?;
    let file = File::in_archive(name, Input::Bytes(bytes, here.clone()));
    file.map(Source::File).ok_or_else(|| {
        let problem = "its name has changed".to_owned();
        Error::from(DocumentError::Damaged { problem }).at(&here)
    })
}
