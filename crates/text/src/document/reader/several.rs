//! The documents of several sources as those of one collection.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::copy::Origin;
use super::exports::Exports;
use super::options::{OnBad, ReadOptions};
use super::reader::{DocumentReader, LoadedDocuments, is_folder, open};
use super::results::are_results;
use crate::document::document::DocumentId;
use dejalu_base::error::{Error, InputError, Result};
use dejalu_io::rows::{self, Joined, JoinedRows};
use dejalu_io::{OutputFile, STANDARD_STREAM, place};

/// One of several sources.
#[derive(Debug, Clone)]
pub struct NamedSource {
    /// Its path.
    pub path: PathBuf,
    /// Its name, which no other of them has: [`Document::source`](crate::Document::source) of its documents.
    pub name: Arc<str>,
    /// The way it is read.
    pub options: ReadOptions,
}

/// The sources of a collection.
#[derive(Debug, Default)]
pub struct Expanded {
    /// Their paths, in order.
    pub paths: Vec<PathBuf>,
    /// Each folder of exports with the texts in it that are not read.
    pub beside: Vec<(PathBuf, Vec<PathBuf>)>,
}

/// The sources of a collection at these paths: a folder of exports (one that holds files of many documents and no
/// documents by themselves, or references with a few texts that are smaller) stands for the files in it, in sorted order;
/// any other path for itself.
///
/// # Errors
///
/// A path that does not exist or cannot be read; one that is given twice; a folder of exports with a table that this
/// program wrote; a folder of references with many texts.
pub fn expanded(paths: &[PathBuf]) -> Result<Expanded> {
    let mut all = Expanded::default();
    for path in paths {
        let exports = if is_folder(path)? {
            Exports::below(path)?
        } else {
            Exports::default()
        };
        if let Some(result) = exports.files.iter().find(|it| are_results(it)) {
            return Err(Error::from(InputError::ResultAmongSources).at(&place(result)));
        }
        if exports.files.is_empty() {
            all.paths.push(path.clone());
        } else {
            all.paths.extend(exports.files);
        }
        if !exports.beside.is_empty() {
            all.beside.push((path.clone(), exports.beside));
        }
    }
    let mut met = HashSet::new();
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    match all.paths.iter().find(|path| !met.insert(real(path))) {
        None => Ok(all),
        Some(twice) => Err(Error::from(InputError::SourceTwice).at(&place(twice))),
    }
}

/// Sources with names: that of the file, or the whole path where another file has it.
pub fn with_names(paths: Vec<PathBuf>) -> Vec<(PathBuf, Arc<str>)> {
    let name = |path: &Path| {
        path.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    };
    let mut uses: BTreeMap<Option<String>, usize> = BTreeMap::new();
    for path in &paths {
        *uses.entry(name(path)).or_default() += 1;
    }
    let named = paths.into_iter().map(|path| match name(&path) {
        Some(name) if uses[&Some(name.clone())] == 1 => (path, name.into()),
        _ => {
            let name = path.display().to_string().into();
            (path, name)
        }
    });
    named.collect()
}

/// The ids that two of these sources share, and those that look like an id that is made to tell others apart, as they
/// stand in what an earlier run wrote: `a.ris:1` beside a source `a.ris`. Numbers of rows are told apart in any case.
///
/// # Errors
///
/// Those of [`open`]; the standard input and other sources that can be read only once.
pub fn shared_ids(sources: &[NamedSource]) -> Result<HashSet<DocumentId>> {
    let mut shared = HashSet::new();
    let mut source_of: HashMap<DocumentId, usize> = HashMap::new();
    for (number, source) in sources.iter().enumerate() {
        check_repeatable(&source.path)?;
        for id in open(&source.path, &source.options)?.own_ids() {
            let first = *source_of.entry(id.clone()).or_insert(number);
            if first != number || sources.iter().any(|it| is_made(&id, &it.name)) {
                shared.insert(id);
            }
        }
    }
    Ok(shared)
}

/// Returns whether an id is one that a document of the source of this name may be given.
fn is_made(id: &DocumentId, name: &str) -> bool {
    let rest = id.as_str().strip_prefix(name);
    rest.is_some_and(|rest| rest.starts_with(':'))
}

fn check_repeatable(path: &Path) -> Result<()> {
    let is_repeatable = |it: std::fs::Metadata| it.is_file() || it.is_dir();
    if path.as_os_str() != STANDARD_STREAM && path.metadata().is_ok_and(is_repeatable) {
        return Ok(());
    }
    Err(Error::from(InputError::StreamAmongSources).at(&place(path)))
}

/// Opens several sources as one. Each document says which it is of ([`Document::source`](crate::Document::source)). An
/// id that two sources share, one that begins with the name of a source, and every number of a row, is told apart by the
/// name of its own source: `a.ris:1`, `clean.csv:a.ris:1`.
///
/// # Errors
///
/// Those of [`shared_ids`].
pub fn open_all(sources: &[NamedSource]) -> Result<DocumentReader> {
    let shared = shared_ids(sources)?;
    let readers = sources.iter().map(|source| {
        let reader = open(&source.path, &source.options)?;
        Ok((source.name.clone(), reader))
    });
    Ok(DocumentReader::of_several(
        readers.collect::<Result<_>>()?,
        shared,
    ))
}

/// Reads the documents at these paths, in parallel, as those of one collection: of one path as
/// [`read_all`](super::read_all) does.
///
/// # Errors
///
/// Those of [`expanded`], [`open_all`] and [`read_all`](super::read_all).
pub fn read_several(
    paths: &[PathBuf],
    options: &ReadOptions,
    on_bad: OnBad,
) -> Result<LoadedDocuments> {
    let paths = expanded(paths)?.paths;
    if let [single] = &paths[..] {
        return open(single, options)?.read_all(on_bad);
    }
    let named = with_names(paths).into_iter();
    let sources = named.map(|(path, name)| NamedSource {
        path,
        name,
        options: options.clone(),
    });
    open_all(&sources.collect::<Vec<_>>())?.read_all(on_bad)
}

/// Copies documents that were read from one or several sources into one file, in their order: rows unchanged where their
/// source is of the file's format, else anew from their fields. `left_out` has for each source the rows that are copied as
/// well. Says which rows could not be written, and which were written in another format.
///
/// # Errors
///
/// A source that is not rows; those of [`rows::join`].
pub fn copy_several(
    sources: &[NamedSource],
    documents: &[Origin],
    left_out: &[Vec<u64>],
    out: &mut OutputFile,
) -> Result<Joined> {
    if let Some(other) = sources.iter().find(|it| !rows::has_rows(&it.path)) {
        return Err(Error::from(InputError::NoRecords).at(&place(&other.path)));
    }
    // Documents of a single source do not name it.
    let single = match sources {
        [single] => Some(&*single.name),
        _ => None,
    };
    let mut rows: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
    let mut ids: HashMap<(&str, u64), &DocumentId> = HashMap::new();
    for origin in documents {
        let source = origin.source.as_deref().or(single);
        if let (Some(source), Some(row)) = (source, origin.row) {
            rows.entry(source).or_default().insert(row);
            ids.insert((source, row), &origin.id);
        }
    }
    let all = sources.iter().enumerate().map(|(number, source)| {
        let mut own = rows.remove(&*source.name).unwrap_or_default();
        own.extend(left_out.get(number).into_iter().flatten());
        (source, own.into_iter().collect::<Vec<u64>>())
    });
    let all: Vec<(&NamedSource, Vec<u64>)> = all.collect();
    let id = |name: &str, row: u64, own: &str| match ids.get(&(name, row)) {
        Some(id) => id.to_string(),
        None if own.is_empty() && single.is_some() => row.to_string(),
        None if own.is_empty() => format!("{name}:{row}"),
        None => own.to_owned(),
    };
    let id_in: Vec<_> = all
        .iter()
        .map(|(source, _)| move |row: u64, own: &str| id(&source.name, row, own))
        .collect();
    let columns: Vec<_> = sources.iter().map(|it| it.options.columns()).collect();
    let joined = all.iter().zip(&columns).zip(&id_in);
    let joined = joined.map(|(((source, rows), columns), id)| JoinedRows {
        source: &source.path,
        name: &source.name,
        options: &source.options.table,
        columns,
        rows,
        id,
    });
    rows::join(&joined.collect::<Vec<_>>(), out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        folder
    }

    fn read(folder: &tempfile::TempDir, names: &[&str]) -> Vec<String> {
        let paths: Vec<PathBuf> = names.iter().map(|name| folder.path().join(name)).collect();
        let read = read_several(&paths, &ReadOptions::default(), OnBad::Stop).unwrap();
        let shown = |document: &crate::Document| {
            let source = document.source.as_deref().unwrap_or("-");
            format!("{} of {source}", document.id)
        };
        read.documents.iter().map(shown).collect()
    }

    const RIS: &str = "TY  - JOUR\nTI  - One\nER  - \n";
    const ROWS: &str = "id,text\nx,one\ny,two\n";

    #[test]
    fn ids_are_told_apart_where_two_sources_share_them() {
        let folder = folder(&[
            ("a.ris", RIS),
            ("b.csv", ROWS),
            ("c.jsonl", "{\"id\": \"y\", \"text\": \"three\"}\n"),
        ]);
        assert_eq!(
            read(&folder, &["a.ris", "b.csv", "c.jsonl"]),
            [
                "a.ris:1 of a.ris",
                "x of b.csv",
                "b.csv:y of b.csv",
                "c.jsonl:y of c.jsonl"
            ]
        );
        assert_eq!(read(&folder, &["b.csv"]), ["x of -", "y of -"]);
    }

    #[test]
    fn ids_of_an_earlier_run_stand_beside_the_source_that_they_name() {
        let folder = folder(&[
            ("a.ris", RIS),
            (
                "clean.csv",
                "id,text\na.ris:1,one\nold.ris:1,two\nclean.csv:x,three\nx,four\n",
            ),
            ("c.csv", "id,text\nx,five\n"),
        ]);
        let of_clean = [
            "clean.csv:a.ris:1 of clean.csv",
            "old.ris:1 of clean.csv",
            "clean.csv:clean.csv:x of clean.csv",
            "clean.csv:x of clean.csv",
        ];
        let mut read = read(&folder, &["clean.csv", "a.ris", "c.csv"]);
        assert_eq!(read.split_off(4), ["a.ris:1 of a.ris", "c.csv:x of c.csv"]);
        assert_eq!(read, of_clean);
    }

    #[test]
    fn a_folder_of_exports_stands_for_its_files() {
        let folder = folder(&[
            ("all/a.ris", RIS),
            ("all/deep/a.ris", RIS),
            ("all/savedrecs.txt", "PT J\nTI One\nER\n\nEF\n"),
            ("all/.hidden.ris", RIS),
            (
                "texts/a.txt",
                "A text that is longer than the export beside it.",
            ),
            ("texts/b.ris", RIS),
            ("noted/b.ris", RIS),
            ("noted/note.md", "A note."),
        ]);
        let read_all = read(&folder, &["all"]);
        assert_eq!(read_all.len(), 3);
        assert!(read_all[0].ends_with("/all/a.ris"), "{read_all:?}");
        assert_eq!(read_all[2], "savedrecs.txt:1 of savedrecs.txt");
        assert_eq!(read(&folder, &["texts"]), ["a.txt of -"]);
        assert_eq!(read(&folder, &["noted"]), ["1 of -"]);
    }

    #[test]
    fn a_source_is_given_once_and_can_be_read_twice() {
        let folder = folder(&[("a.ris", RIS), ("b.csv", ROWS)]);
        let refused = |paths: &[PathBuf]| {
            let read = read_several(paths, &ReadOptions::default(), OnBad::Skip);
            read.unwrap_err().kind().to_string()
        };
        let a = folder.path().join("a.ris");
        assert_eq!(
            refused(&[a.clone(), folder.path().join("./a.ris")]),
            "the source is given twice; name it once"
        );
        assert_eq!(
            refused(&[a, "-".into()]),
            "a stream cannot be one of several sources, since each of them is read twice; save it to a file and pass that"
        );
    }
}
