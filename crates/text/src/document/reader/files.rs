//! Files that are one document each.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io;
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::archives::ARCHIVES;
use super::formats::{Content, FORMATS, FileFormat};
use super::input::Input;
use super::options::ReadOptions;
use super::words::with_content;
use crate::document::document::{Document, DocumentId};
use crate::document::encoding::Decoded;
use dejalu_base::error::{DocumentError, Error, ErrorKind, InputError, Place, Result};
use dejalu_io::rows;
use dejalu_io::{Compression, STANDARD_STREAM, is_temporary, place, text_of};

/// The endings of files that are one document each, before `.gz` or `.zst`; in any case.
pub fn endings() -> Vec<&'static str> {
    formats().map(|format| format.ending).collect()
}

fn formats() -> impl Iterator<Item = &'static FileFormat> {
    FORMATS.iter().copied().flatten()
}

/// A file that is one document.
pub(super) struct File {
    pub(super) input: Input,
    pub(super) id: DocumentId,
    format: &'static FileFormat,
}

impl File {
    /// A file named on its own; `None` if its name has another ending.
    pub(super) fn single(path: &Path) -> Option<Self> {
        File::named(path, id_of(Path::new(path.file_name()?)))
    }

    fn named(path: &Path, id: String) -> Option<Self> {
        if path.as_os_str() == STANDARD_STREAM {
            return None;
        }
        Some(File {
            input: Input::File(path.to_path_buf()),
            id: id.into(),
            format: format(path)?,
        })
    }

    /// Path, unless in an archive.
    fn path(&self) -> Option<&Path> {
        match &self.input {
            Input::File(path) => Some(path),
            Input::Bytes(..) => None,
        }
    }

    /// A file of an archive, whose id is its name there; `None` if the name has another ending.
    pub(super) fn in_archive(name: &str, input: Input) -> Option<Self> {
        Some(File {
            input,
            id: name.into(),
            format: format(Path::new(name))?,
        })
    }

    /// Returns whether a file of this name is read: of an archive what is not compressed once more.
    pub(super) fn is_known(name: &Path) -> bool {
        let is_plain = Compression::of(name).0 == Compression::None;
        is_plain && format(name).is_some() && !is_passed_over(name)
    }

    /// The keys and values that it has in a row of JSONL.
    pub(super) fn cells(&self, options: &ReadOptions) -> Result<Vec<(&'static str, String)>> {
        let content = (self.format.read)(&self.input, options.table.encoding()?)?;
        let cell = match content {
            Content::Text(decoded) => ("text", decoded.text),
            Content::Page(decoded) => ("html", decoded.text),
            Content::Blocks(builder) => ("text", builder.build().text.to_string()),
        };
        Ok(vec![cell])
    }

    pub(super) fn parse(self, options: &ReadOptions) -> Result<Document> {
        let place = self.input.place();
        self.read(options, &place).map_err(|error| error.at(&place))
    }

    fn read(self, options: &ReadOptions, place: &Place) -> Result<Document> {
        // Before its content, so that a change meanwhile is noticed.
        let file = self.input.state();
        let content = (self.format.read)(&self.input, options.table.encoding()?)?;
        if let Content::Text(decoded) | Content::Page(decoded) = &content
            && decoded.text.trim().is_empty()
        {
            return Err(InputError::Empty.into());
        }
        let document = match content {
            Content::Text(Decoded {
                text,
                charset,
                has_zeros,
            }) => Document {
                charset,
                has_zeros,
                ..Document::plain(self.id, &text)
            },
            Content::Page(Decoded {
                text,
                charset,
                has_zeros,
            }) => Document {
                charset,
                has_zeros,
                ..Document::page(self.id, &text, None, options.main_content)
            },
            Content::Blocks(builder) => Document {
                id: self.id,
                ..builder.build()
            },
        };
        with_content(Document { file, ..document }, place)
    }
}

/// The format of a file, by the end of its name.
pub(super) fn format(path: &Path) -> Option<&'static FileFormat> {
    let (_, name) = Compression::of(path);
    formats().find(|format| name.ends_with(format.ending))
}

/// Returns whether a file is no one's document, and not named as left out either: what a run is about to write, Word's
/// note that a document is open (`~$`), and what macOS notes of files (`._`, `__MACOSX`).
pub(super) fn is_passed_over(path: &Path) -> bool {
    let is_note = |name: &OsStr| {
        let bytes = name.as_encoded_bytes();
        bytes.starts_with(b"~$") || bytes.starts_with(b"._") || bytes == b"__MACOSX"
    };
    path.file_name().is_some_and(is_temporary) || path.iter().any(is_note)
}

/// The contents of a folder.
pub(super) struct Below {
    /// Its documents, sorted by id, after the subfolders that cannot be read.
    pub(super) files: Vec<Result<File>>,
    /// Files of unknown format, in sorted order: other extensions, and anything that is not a
    /// regular file, which is never opened.
    pub(super) unknown: Vec<PathBuf>,
    /// Files that would be documents if they were not hidden, in sorted order.
    pub(super) hidden: Vec<PathBuf>,
    /// Number of symbolic links to documents that are read anyway.
    pub(super) links: usize,
}

impl Below {
    /// Takes the files of many documents out of those of unknown format, if they have more bytes than the documents:
    /// then most of what the folder holds is not read. Of fewer, as a table of results beside the texts, that would be
    /// said too often.
    pub(super) fn take_many(&mut self) -> Vec<PathBuf> {
        let size = |path: &Path| path.metadata().map_or(0, |it| it.len());
        let documents = self.files.iter().flatten().filter_map(File::path).map(size);
        let documents: u64 = documents.sum();
        let (many, others): (Vec<PathBuf>, Vec<PathBuf>) = std::mem::take(&mut self.unknown)
            .into_iter()
            .partition(|it| holds_many(it));
        if many.iter().map(|path| size(path)).sum::<u64>() > documents {
            self.unknown = others;
            return many;
        }
        self.unknown = [others, many].concat();
        self.unknown.sort();
        Vec::new()
    }
}

/// Returns whether a file has the name of one that holds many documents: rows, references, an archive. In a folder it
/// is not read.
pub fn holds_many(path: &Path) -> bool {
    is_named_as_many(path) && path.is_file()
}

/// The same of a member of an archive, which is known by its name alone.
pub fn is_named_as_many(path: &Path) -> bool {
    let (_, name) = Compression::of(path);
    let archives = ARCHIVES.iter().copied().flatten();
    let mut endings = rows::endings()
        .into_iter()
        .chain(archives.map(|it| it.ending));
    endings.any(|ending| name.ends_with(ending))
}

/// Refuses an archive without documents that has files of many, which are not read from it.
pub(super) fn refuse_only_many(archive: &Path, unknown: &[PathBuf]) -> Result<()> {
    match unknown.iter().find(|path| is_named_as_many(path)) {
        None => Ok(()),
        Some(first) => {
            let first = first.display().to_string();
            Err(Error::from(DocumentError::OnlyManyPacked { first }).at(&place(archive)))
        }
    }
}

/// Returns whether a file below a folder, or in an archive, is hidden from its user, or in a folder that is: what programs keep for
/// themselves, as `.git` and `.DS_Store`.
pub(super) fn is_hidden(below: &Path) -> bool {
    below.components().any(|part| match part {
        Component::Normal(name) => name.as_encoded_bytes().starts_with(b"."),
        _ => false,
    })
}

/// The files below a folder, as they are met.
#[derive(Default)]
struct Walked {
    files: Vec<File>,
    /// Subfolders that cannot be read.
    unreadable: Vec<Error>,
    unknown: Vec<PathBuf>,
    hidden: Vec<PathBuf>,
    has_links: bool,
}

/// Looks for documents below a folder.
///
/// # Errors
///
/// [`DocumentError::NoDocuments`]. A subfolder that cannot be read is an error in the list instead.
pub(super) fn below(folder: &Path) -> Result<Below> {
    let Walked {
        mut files,
        unreadable,
        mut unknown,
        mut hidden,
        has_links,
    } = walk(folder);
    let mut unreadable: Vec<Result<File>> = unreadable.into_iter().map(Err).collect();
    unknown.sort();
    if files.is_empty() && unreadable.is_empty() {
        if let Some(first) = unknown.iter().find(|path| holds_many(path)) {
            let first = first.display().to_string();
            return Err(Error::from(DocumentError::OnlyMany { first }).at(&place(folder)));
        }
        let accepted = endings().join(" ");
        return Err(Error::from(DocumentError::NoDocuments { accepted }).at(&place(folder)));
    }
    files.sort_by(|a, b| a.id.cmp(&b.id));
    let all = files.len();
    if has_links {
        files = without_links(folder, files, File::path);
    }
    let links = all - files.len();
    unreadable.extend(files.into_iter().map(Ok));
    hidden.sort();
    Ok(Below {
        files: unreadable,
        unknown,
        hidden,
        links,
    })
}

/// What is met below a folder.
pub(super) enum Entry {
    /// A file that is a document, and its path.
    Document(File, PathBuf),
    /// A file of unknown format.
    Unknown(PathBuf),
    /// A document that is hidden.
    Hidden(PathBuf),
    /// A subfolder that cannot be read.
    Unreadable(Error),
}

/// What is below a folder, as it is met, and whether it is a link.
pub(super) fn entries(folder: &Path) -> impl Iterator<Item = (Entry, bool)> {
    let all = WalkDir::new(folder).follow_links(true).into_iter();
    let is_of_user = |name: &OsStr| !is_passed_over(Path::new(name));
    let all = all.filter_entry(move |entry| entry.depth() == 0 || is_of_user(entry.file_name()));
    let is_hidden = move |path: &Path| is_hidden(path.strip_prefix(folder).unwrap_or(path));
    all.filter_map(move |entry| {
        let entry = match entry {
            Err(reason) if reason.path().is_some_and(is_hidden) => return None,
            Err(reason) => return Some((Entry::Unreadable(walk_error(folder, reason)), false)),
            Ok(entry) => entry,
        };
        let is_link = entry.depth() > 0 && entry.path_is_symlink();
        let found = match (file(folder, &entry), is_hidden(entry.path())) {
            _ if entry.file_type().is_dir() => None,
            (Some(file), false) => Some(Entry::Document(file, entry.into_path())),
            (None, false) => Some(Entry::Unknown(entry.into_path())),
            (Some(_), true) => Some(Entry::Hidden(entry.into_path())),
            (None, true) => None,
        };
        Some((found?, is_link))
    })
}

fn walk(folder: &Path) -> Walked {
    let mut walked = Walked::default();
    for (entry, is_link) in entries(folder) {
        walked.has_links |= is_link;
        match entry {
            Entry::Document(file, _) => walked.files.push(file),
            Entry::Unknown(path) => walked.unknown.push(path),
            Entry::Hidden(path) => walked.hidden.push(path),
            Entry::Unreadable(error) => walked.unreadable.push(error),
        }
    }
    walked
}

/// The files without links to others of them, and without more links to one file elsewhere: what is one file is one
/// document.
pub(super) fn without_links<F>(
    folder: &Path,
    mut files: Vec<F>,
    path: impl Fn(&F) -> Option<&Path>,
) -> Vec<F> {
    let real = |file: &F| path(file)?.canonicalize().ok();
    let folder_itself = folder.canonicalize().ok();
    let is_itself = |file: &F| {
        let below = path(file).and_then(|path| path.strip_prefix(folder).ok());
        let path = folder_itself
            .as_ref()
            .zip(below)
            .map(|(folder, below)| folder.join(below));
        path.is_some() && path == real(file)
    };
    let mut met: HashSet<PathBuf> = files
        .iter()
        .filter(|it| is_itself(it))
        .filter_map(real)
        .collect();
    files.retain(|file| is_itself(file) || real(file).is_none_or(|path| met.insert(path)));
    files
}

/// The paths of the documents below a folder.
pub(super) fn paths_below(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let files = below(folder).map_or(Vec::new(), |below| below.files);
    let files = files.into_iter().flatten();
    files.filter_map(|file| file.path().map(Path::to_path_buf))
}

fn file(folder: &Path, entry: &DirEntry) -> Option<File> {
    let path = entry.path();
    let below = path.strip_prefix(folder).unwrap_or(path);
    let is_file = entry.file_type().is_file();
    is_file.then(|| File::named(path, id_of(below)))?
}

/// The id of a path, which no other path below the same folder has.
fn id_of(path: &Path) -> String {
    text_of(path).replace(MAIN_SEPARATOR, "/")
}

fn walk_error(folder: &Path, reason: walkdir::Error) -> Error {
    let path = reason.path().unwrap_or(folder).to_path_buf();
    let problem = reason.to_string();
    let source = reason
        .into_io_error()
        .unwrap_or_else(|| io::Error::other(problem));
    ErrorKind::Io {
        doing: "read",
        path,
        source,
    }
    .into()
}
