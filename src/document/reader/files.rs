//! Files that are one document each.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::super::encoding::{self, Decoded};
use super::super::{Document, DocumentId, MainContent};
use super::with_words;
use crate::error::{DocumentError, Error, ErrorKind, InputError, Result};
use crate::input::{Compression, STANDARD_STREAM, place};

/// The endings of files that are one document each, before `.gz` or `.zst`; in any case.
pub const ENDINGS: [&str; 5] = [".txt", ".md", ".html", ".htm", ".xhtml"];

/// A file that is one document.
pub(super) struct File {
    path: PathBuf,
    pub(super) id: DocumentId,
    pub(super) is_html: bool,
}

impl File {
    /// A file named on its own; `None` if its name has another ending.
    pub(super) fn single(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().into_owned();
        File::named(path, name)
    }

    fn named(path: &Path, id: String) -> Option<Self> {
        if path.as_os_str() == STANDARD_STREAM {
            return None;
        }
        let (_, name) = Compression::of(path);
        let ending = ENDINGS.into_iter().find(|ending| name.ends_with(ending))?;
        Some(File {
            path: path.to_path_buf(),
            id: id.into(),
            is_html: !matches!(ending, ".txt" | ".md"),
        })
    }

    /// Its content as text.
    pub(super) fn text(&self) -> Result<String> {
        Ok(encoding::read(&self.path, self.is_html)?.text)
    }

    pub(super) fn parse(self, main_content: MainContent) -> Result<Document> {
        let place = place(&self.path);
        let decoded = encoding::read(&self.path, self.is_html);
        let Decoded { text, charset } = decoded.map_err(|error| error.at(&place))?;
        if text.trim().is_empty() {
            return Err(Error::from(InputError::Empty).at(&place));
        }
        let mut document = match self.is_html {
            true => Document::page(self.id, &text, None, main_content),
            false => Document::plain(self.id, &text),
        };
        document.charset = charset;
        with_words(document, &place)
    }
}

/// The documents below a folder, sorted by id: the path below the folder, with `/`.
///
/// # Errors
///
/// There are none. A subfolder that cannot be read is an error in the list.
pub(super) fn below(folder: &Path) -> Result<Vec<Result<File>>> {
    let mut files = Vec::new();
    let mut unreadable = Vec::new();
    for entry in WalkDir::new(folder).follow_links(true) {
        match entry {
            Ok(entry) if entry.file_type().is_file() => {
                files.extend(File::named(entry.path(), id_below(folder, entry.path())));
            }
            Ok(_) => {}
            Err(reason) => unreadable.push(Err(walk_error(folder, reason))),
        }
    }
    if files.is_empty() && unreadable.is_empty() {
        let accepted = ENDINGS.join(" ");
        return Err(Error::from(DocumentError::NoDocuments { accepted }).at(&place(folder)));
    }
    files.sort_by(|a, b| a.id.cmp(&b.id));
    unreadable.extend(files.into_iter().map(Ok));
    Ok(unreadable)
}

fn id_below(folder: &Path, path: &Path) -> String {
    let below = path.strip_prefix(folder).unwrap_or(path);
    let parts = below.iter().map(|part| part.to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

fn walk_error(folder: &Path, reason: walkdir::Error) -> Error {
    let path = reason.path().unwrap_or(folder).to_path_buf();
    let source = reason.into();
    ErrorKind::Io {
        doing: "read",
        path,
        source,
    }
    .into()
}
