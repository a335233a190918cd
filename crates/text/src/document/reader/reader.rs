//! Reads the documents of any source.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::archives::{ARCHIVES, Archive};
use super::files::{File, endings};
use super::options::{OnBad, ReadOptions};
use super::passed_over::PassedOver;
use super::record::{Form, Record};
use super::source::{Source, Sources};
use super::words::with_words;
use crate::document::document::{Document, DocumentId};
use crate::document::html::MainContent;
use crate::document::record_fields::{FieldColumn, RecordFields};
use dejalu_base::error::{DocumentError, Error, ErrorKind, InputError, IoContext, Place, Result};
use dejalu_io::rows::{self, Row, Rows};
use dejalu_io::{Columns, Compression, STANDARD_STREAM, has_rows, no_folder, place};

/// The documents of a source.
#[derive(Debug, Default)]
pub struct LoadedDocuments {
    /// The documents, in the order of the source.
    pub documents: Vec<Document>,
    /// Reasons why the others were left out, in the same order. A source that ends early (a compressed file cut short)
    /// is one of these errors, and so is what is remarked of it (`Error::is_remark`).
    pub skipped: Vec<Error>,
    /// Files of unknown format in a folder, in sorted order.
    pub unknown: Vec<PathBuf>,
    /// Number of other parts of an archive that hold no document, by kind: `request_records`,
    /// `symbolic_links`.
    pub passed_over: BTreeMap<&'static str, u64>,
    /// Number of other documents that were read and not wanted.
    pub unwanted: usize,
}

/// The documents of a source, one by one. What cannot be read is an error; the next may be good.
pub struct DocumentReader {
    parts: VecDeque<Part>,
    unknown: Vec<PathBuf>,
    hidden: Vec<PathBuf>,
    passed_over: Vec<PassedOver>,
    missing_columns: Vec<String>,
    needs_words: bool,
    /// Places of the documents that were accepted, by their names.
    seen: HashMap<DocumentId, Place>,
}

/// The documents of one source.
struct Part {
    sources: Sources,
    setting: Arc<Setting>,
}

/// The common properties of the documents of one source.
#[derive(Default)]
struct Setting {
    options: ReadOptions,
    /// Its name, if it is one of several.
    source: Option<Arc<str>>,
    /// The ids that several sources share.
    shared: Arc<HashSet<DocumentId>>,
}

impl Setting {
    /// Says which source a document is of, and tells it apart from those of others.
    fn name(&self, document: &mut Document, is_numbered: bool) {
        let Some(source) = &self.source else { return };
        if is_numbered || self.shared.contains(&document.id) {
            let id = format!("{source}:{}", document.id).into();
            document.own_id = Some(std::mem::replace(&mut document.id, id));
        }
        document.source = Some(source.clone());
    }
}

/// Opens a folder, a file, or the standard input (`-`).
///
/// # Errors
///
/// The source does not exist or cannot be opened, its name has an unknown ending, it is a folder
/// without documents, or a table that is empty or lacks a column that it needs or that was named.
/// Of JSONL a key that no row has is an error after the last row.
pub fn open(source: &Path, options: &ReadOptions) -> Result<DocumentReader> {
    let (mut unknown, mut hidden) = (Vec::new(), Vec::new());
    let mut passed_over = PassedOver::default();
    let mut missing_columns = Vec::new();
    let sources: Sources = if is_folder(source)? {
        let mut below = super::files::below(source)?;
        let many = below.take_many().into_iter();
        let many = many.map(|path| Err(Error::from(DocumentError::HoldsMany).at(&place(&path))));
        (unknown, hidden) = (below.unknown, below.hidden);
        for _ in 0..below.links {
            passed_over.count("symbolic_links");
        }
        let files = below.files.into_iter().map(|file| file.map(Source::File));
        Box::new(many.collect::<Vec<_>>().into_iter().chain(files))
    } else if has_rows(source) {
        let (records, lacking) = records(Rows::open(source, &options.table)?, options)?;
        missing_columns = lacking;
        Box::new(records)
    } else if let Some(file) = File::single(source) {
        Box::new(std::iter::once(Ok(Source::File(file))))
    } else if let Some(archive) = archive(source) {
        let members = (archive.open)(source)?;
        unknown = members.unknown;
        hidden = members.hidden;
        passed_over = members.passed_over;
        members.sources
    } else {
        return Err(unknown_ending(source, &accepted()));
    };
    Ok(DocumentReader {
        unknown,
        hidden,
        passed_over: vec![passed_over],
        missing_columns,
        ..DocumentReader::of(sources, options)
    })
}

impl fmt::Debug for DocumentReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DocumentReader").finish_non_exhaustive()
    }
}

impl DocumentReader {
    fn of(sources: Sources, options: &ReadOptions) -> Self {
        let setting = Setting {
            options: options.clone(),
            ..Setting::default()
        };
        let part = Part {
            sources,
            setting: Arc::new(setting),
        };
        DocumentReader {
            parts: VecDeque::from([part]),
            unknown: Vec::new(),
            hidden: Vec::new(),
            passed_over: Vec::new(),
            missing_columns: Vec::new(),
            needs_words: false,
            seen: HashMap::new(),
        }
    }

    /// The documents of several sources of these names, one source after the other. Ids that several of them share,
    /// and numbers of rows, get the name of their source.
    pub fn of_several(
        readers: Vec<(Arc<str>, DocumentReader)>,
        shared: HashSet<DocumentId>,
    ) -> Self {
        let shared = Arc::new(shared);
        let mut all = DocumentReader::of(Box::new(std::iter::empty()), &ReadOptions::default());
        for (name, reader) in readers {
            let named = |part: Part| Part {
                setting: Arc::new(Setting {
                    options: part.setting.options.clone(),
                    source: Some(name.clone()),
                    shared: shared.clone(),
                }),
                ..part
            };
            all.parts.extend(reader.parts.into_iter().map(named));
            all.unknown.extend(reader.unknown);
            all.hidden.extend(reader.hidden);
            all.passed_over.extend(reader.passed_over);
            all.missing_columns.extend(reader.missing_columns);
        }
        all
    }

    /// The ids of documents, in order, of a source that gives them: nothing where they are numbers of rows.
    pub(super) fn own_ids(mut self) -> impl Iterator<Item = DocumentId> {
        let all = std::iter::from_fn(move || self.next_source());
        let all = all.filter_map(|(source, _)| source.ok());
        all.take_while(|source| !source.is_numbered())
            .map(|source| source.id().clone())
    }

    /// The next source, and the way it is read.
    fn next_source(&mut self) -> Option<(Result<Source>, Arc<Setting>)> {
        loop {
            let part = self.parts.front_mut()?;
            if let Some(source) = part.sources.next() {
                return Some((source, part.setting.clone()));
            }
            self.parts.pop_front();
        }
    }

    /// Files of unknown format in a folder, in sorted order. They are no documents, and are not
    /// opened.
    pub fn unknown(&self) -> &[PathBuf] {
        &self.unknown
    }

    /// Hidden files of a folder or archive, and files of its hidden folders, that would be documents otherwise, in
    /// sorted order. They are not opened.
    pub fn hidden(&self) -> &[PathBuf] {
        &self.hidden
    }

    /// The same, refusing documents without words, which others compare as exact texts.
    #[must_use]
    pub fn with_words(self) -> Self {
        DocumentReader {
            needs_words: true,
            ..self
        }
    }

    /// The columns of a model's fields that a table lacks.
    pub fn missing_columns(&self) -> &[String] {
        &self.missing_columns
    }

    /// Number of parts of an archive that hold no document, by kind, as far as it was read.
    pub fn passed_over(&self) -> BTreeMap<&'static str, u64> {
        let mut all = BTreeMap::new();
        for (what, found) in self.passed_over.iter().flat_map(PassedOver::counts) {
            *all.entry(what).or_default() += found;
        }
        all
    }

    /// The next few documents, parsed in parallel; none at the end.
    pub fn batch(&mut self) -> Vec<Result<Document>> {
        let sources = self.sources();
        let parsed: Vec<Parsed> = sources
            .into_par_iter()
            .map(|(source, setting)| parsed(source, &setting))
            .collect();
        parsed
            .into_iter()
            .map(|parsed| self.accept(parsed))
            .collect()
    }

    /// The next few sources: enough for every thread, few enough for the memory.
    fn sources(&mut self) -> Vec<(Result<Source>, Arc<Setting>)> {
        const SOURCES: usize = 4096;
        const BYTES: usize = 32 << 20;
        let mut batch = Vec::new();
        let mut size = 0;
        while batch.len() < SOURCES && size < BYTES {
            let Some(source) = self.next_source() else {
                break;
            };
            size += source.0.as_ref().map_or(0, Source::size);
            batch.push(source);
        }
        batch
    }

    /// Refuses a document whose name is that of an accepted one.
    fn accept(&mut self, parsed: Parsed) -> Result<Document> {
        let (place, mut document) = parsed?;
        if self.needs_words {
            document = with_words(document, &place)?;
        }
        match self.seen.entry(document.id.clone()) {
            Entry::Vacant(new) => {
                new.insert(place);
                Ok(document)
            }
            Entry::Occupied(first) => {
                let (id, first) = (document.id.to_string(), first.get().clone());
                Err(Error::from(DocumentError::DuplicateId { id, first }).at(&place))
            }
        }
    }

    /// Reads all documents that are left, in parallel.
    ///
    /// # Errors
    ///
    /// With [`OnBad::Stop`] the first document that cannot be read.
    pub fn read_all(self, on_bad: OnBad) -> Result<LoadedDocuments> {
        self.read_wanted(on_bad, |_| true)
    }

    /// Reads all documents that are left, in parallel, and holds those that are wanted.
    ///
    /// # Errors
    ///
    /// As [`read_all`](Self::read_all).
    pub fn read_wanted(
        mut self,
        on_bad: OnBad,
        is_wanted: impl Fn(&Document) -> bool,
    ) -> Result<LoadedDocuments> {
        let mut loaded = LoadedDocuments::default();
        while let Some(mut documents) = self.readable(on_bad, &mut loaded.skipped)? {
            let read = documents.len();
            documents.retain(&is_wanted);
            loaded.unwanted += read - documents.len();
            loaded.documents.extend(documents);
        }
        loaded.passed_over = self.passed_over();
        loaded.unknown = self.unknown;
        Ok(loaded)
    }

    /// The next few documents that can be read, parsed in parallel; why others cannot is added to
    /// `skipped`. `None` at the end.
    ///
    /// # Errors
    ///
    /// As [`read_all`](Self::read_all).
    pub fn readable(
        &mut self,
        on_bad: OnBad,
        skipped: &mut Vec<Error>,
    ) -> Result<Option<Vec<Document>>> {
        let batch = self.batch();
        if batch.is_empty() {
            return Ok(None);
        }
        let mut documents = Vec::with_capacity(batch.len());
        for document in batch {
            match (document, on_bad) {
                (Ok(document), _) => documents.push(document),
                (Err(error), _) if error.is_remark() => skipped.push(error),
                (Err(error), OnBad::Skip) if !error.is_of_source() => skipped.push(error),
                (Err(error), _) => return Err(error),
            }
        }
        Ok(Some(documents))
    }
}

impl Iterator for DocumentReader {
    type Item = Result<Document>;

    fn next(&mut self) -> Option<Self::Item> {
        let (source, setting) = self.next_source()?;
        Some(self.accept(parsed(source, &setting)))
    }
}

/// Reads all documents, in parallel. An empty collection is possible where every document is bad.
///
/// # Errors
///
/// Those of [`open`]; a key that no row of JSONL has; with [`OnBad::Stop`] also the first document
/// that cannot be read.
pub fn read_all(source: &Path, options: &ReadOptions, on_bad: OnBad) -> Result<LoadedDocuments> {
    open(source, options)?.read_all(on_bad)
}

/// Takes all documents out of a table in memory, as [`read_all`] reads them from a file: one per
/// row.
///
/// # Errors
///
/// A column that is needed is missing, or there is no row; with [`OnBad::Stop`] also the first row
/// that makes no document.
pub fn read_columns(
    columns: Columns,
    options: &ReadOptions,
    on_bad: OnBad,
) -> Result<LoadedDocuments> {
    let (records, _) = records(Rows::in_memory(columns), options)?;
    DocumentReader::of(Box::new(records), options).read_all(on_bad)
}

/// Reads a file that is one document; its id is the file name.
///
/// # Errors
///
/// The file cannot be read, is not text, holds no word, or ends in none of [`endings`]; the
/// standard input, which has no name.
pub fn read_one(path: &Path, main_content: MainContent) -> Result<Document> {
    if path.as_os_str() == STANDARD_STREAM {
        let accepted = endings().join(" ");
        return Err(InputError::NamelessDocument { accepted }.into());
    }
    let Some(file) = File::single(path) else {
        no_folder(path)?;
        return Err(unknown_ending(path, &endings()));
    };
    // A named pipe would be waited for without end.
    if path
        .metadata()
        .is_ok_and(|found| !found.is_file() && !found.is_dir())
    {
        return Err(Error::from(InputError::NotRegular).at(&Place::file(path)));
    }
    let document = file.parse(&ReadOptions {
        main_content,
        ..ReadOptions::default()
    })?;
    with_words(document, &place(path))
}

/// A document and where it stands.
type Parsed = Result<(Place, Document)>;

fn parsed(source: Result<Source>, setting: &Setting) -> Parsed {
    let source = source?;
    let (place, is_numbered) = (source.place(), source.is_numbered());
    let mut document = source.parse(&setting.options)?;
    setting.name(&mut document, is_numbered);
    Ok((place, document))
}

/// The documents of a table's rows, and the columns of fields that it lacks.
fn records(
    mut rows: Rows,
    options: &ReadOptions,
) -> Result<(impl Iterator<Item = Result<Source>> + use<>, Vec<String>)> {
    rows.call_as(options.asked());
    rows.require(options.named())?;
    // What the user named was looked for before: these are a model's.
    let missing = if rows.have_header() {
        missing_fields(&mut rows, &options.fields)?
    } else {
        Vec::new()
    };
    let mut form = Form::of(&rows, options)?;
    let options = options.clone();
    let mut record = move |row: Row| Record::new(row, &options, &mut form).map(Source::Record);
    Ok((rows.map(move |row| row.and_then(&mut record)), missing))
}

/// The columns of fields that a table lacks: such a field counts for neither side of any pair.
///
/// # Errors
///
/// A table without titles, which decide above all, or without any of the fields.
fn missing_fields(rows: &mut Rows, fields: &RecordFields) -> Result<Vec<String>> {
    const DECISIVE: &str = "title";
    let found: HashSet<&str> = rows.columns().collect();
    let is_missing = |it: &&FieldColumn| !found.contains(&*it.column);
    let missing: Vec<&FieldColumn> = fields.0.iter().filter(is_missing).collect();
    let is_any_found = missing.len() < fields.0.len();
    let lacks_titles = missing.iter().any(|it| &*it.field == DECISIVE);
    let columns: Vec<String> = missing.iter().map(|it| it.column.clone()).collect();
    if is_any_found && !lacks_titles {
        return Ok(columns);
    }
    rows.require(fields.columns()).map_err(no_field_column)?;
    Ok(columns)
}

fn no_field_column(error: Error) -> Error {
    let (
        ErrorKind::Input(InputError::UnknownColumn {
            column,
            found,
            nearest,
        }),
        Some(place),
    ) = (error.kind(), error.place())
    else {
        return error;
    };
    Error::from(InputError::NoFieldColumn {
        field: column.clone(),
        found: found.clone(),
        nearest: nearest.clone(),
    })
    .at(place)
}

pub(super) fn is_folder(path: &Path) -> Result<bool> {
    if path.as_os_str() == STANDARD_STREAM {
        return Ok(false);
    }
    Ok(path.metadata().context("open", path)?.is_dir())
}

/// The endings of every source that is a file, before `.gz` or `.zst`.
pub fn accepted() -> Vec<&'static str> {
    let archives = archives().map(|archive| archive.ending).collect();
    [endings(), rows::endings(), archives].concat()
}

fn archives() -> impl Iterator<Item = &'static Archive> {
    ARCHIVES.iter().copied().flatten()
}

/// The kind of archive that a source is, by the end of its name.
pub(super) fn archive(source: &Path) -> Option<&'static Archive> {
    let (_, name) = Compression::of(source);
    archives().find(|archive| name.ends_with(archive.ending))
}

pub(super) fn unknown_ending(path: &Path, accepted: &[&str]) -> Error {
    let found = path.display().to_string();
    let accepted = accepted.join(" ");
    InputError::UnknownEnding { found, accepted }.into()
}
