//! Folders of exports: files of many documents that are read as one collection.

use std::path::{Path, PathBuf};

use super::files::{Entry, entries, holds_many, paths_below, without_links};
use dejalu_base::error::{Error, InputError, Result};
use dejalu_io::{RowKind, TableOptions, place, rows};

/// The files of a folder of exports, in sorted order.
#[derive(Debug, Default)]
pub(super) struct Exports {
    /// Files of many documents, among which a `.txt` is one that holds references; none in a folder of documents that
    /// are files of their own.
    pub(super) files: Vec<PathBuf>,
    /// The texts beside them, which are not read.
    pub(super) beside: Vec<PathBuf>,
}

impl Exports {
    /// As many texts are few, or as many as there are files of references.
    const FEW: usize = 3;

    /// Looks for exports below a folder. A link to another of them is left out.
    ///
    /// A folder without a text is one of exports. Where texts lie beside references, or tables of them, what has more
    /// bytes was meant; the others are notes if they are [few](Self::FEW).
    ///
    /// # Errors
    ///
    /// A folder of references with so many texts that either may be meant.
    pub(super) fn below(folder: &Path) -> Result<Self> {
        let (mut documents, mut exports, mut has_links) = (Vec::new(), Vec::new(), false);
        for (entry, is_link) in entries(folder) {
            has_links |= is_link;
            match entry {
                Entry::Document(_, path) => documents.push(path),
                Entry::Unknown(path) if holds_many(&path) => exports.push(path),
                Entry::Unreadable(_) => return Ok(Exports::default()),
                Entry::Unknown(_) | Entry::Hidden(_) => {}
            }
        }
        documents.sort();
        let usual = TableOptions::default();
        let mut texts = Vec::new();
        for path in documents {
            // A folder of many texts is not looked through.
            let are_many = texts.len() > Self::FEW.max(exports.len());
            if !are_many && rows::are_references(&path, &usual) {
                exports.push(path);
            } else {
                texts.push(path);
            }
        }
        exports.sort();
        if has_links {
            exports = without_links(folder, exports, |path| Some(path));
        }
        if texts.is_empty() {
            return Ok(Exports {
                files: exports,
                beside: texts,
            });
        }
        let is_of_works = |path: &&PathBuf| {
            rows::are_references(path, &usual)
                || rows::kind_of_rows(path, &usual) == Some(RowKind::Works)
        };
        let of_works: Vec<&PathBuf> = exports.iter().filter(is_of_works).collect();
        if bytes(of_works.iter().copied()) <= bytes(&texts) {
            return Ok(Exports::default());
        }
        if texts.len() > Self::FEW.max(of_works.len()) {
            let (references, texts) = (of_works.len(), texts.len());
            let error = Error::from(InputError::UnclearFolder { references, texts });
            return Err(error.at(&place(folder)));
        }
        Ok(Exports {
            files: exports,
            beside: texts,
        })
    }
}

fn bytes<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> u64 {
    let size = |path: &PathBuf| path.metadata().map_or(0, |it| it.len());
    paths.into_iter().map(size).sum()
}

/// The files of a folder of exports, in sorted order: files of many documents, among which a `.txt` is one that holds
/// references. None of a folder of documents that are files of their own, and of one of which it is not clear.
pub fn exports_below(folder: &Path) -> Vec<PathBuf> {
    Exports::below(folder).unwrap_or_default().files
}

/// The files below a folder that are read: documents, or of a folder of exports these.
pub fn documents_below(folder: &Path) -> impl Iterator<Item = PathBuf> {
    exports_below(folder).into_iter().chain(paths_below(folder))
}
