//! The source of a collection: files, or an index made from them.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::collection::Judge;
use dejalu::collection::index::Index;
use dejalu::document::reader::{self, NamedSource, Origin};
use dejalu::document::{Document, DocumentId, PlainRow};
use dejalu::error::{Error, InputError, IoContext, Result};
use dejalu_io::rows::{Joined, endings_of_joined};
use dejalu_io::{Compression, OutputFile, STANDARD_STREAM};
use serde::Serialize;

use crate::cli::console::Console;
use crate::cli::options::{
    Decision, Inputs, LeftOut, ReadDocuments, Reading, has_columns, wrong, wrong_as_said,
};

/// An index instead of documents.
#[derive(Debug, Clone, Args, Serialize)]
pub(super) struct InIndex {
    /// Read this index of 'dejalu index' instead; its model decides by default
    #[arg(long, value_name = "DIR")]
    pub(super) index: Option<PathBuf>,
}

impl InIndex {
    /// Returns whether one was given.
    pub(super) fn is_named(&self) -> bool {
        self.index.is_some()
    }
}

/// Refuses columns and a delimiter beside an index.
pub(super) fn refuse_columns(reading: &Reading) -> Result<()> {
    reading.refuse_columns("expected DOCUMENTS with columns; an index has none")?;
    reading.refuse_delimiter("expected DOCUMENTS with a delimiter; an index has none")
}

/// A collection, not yet read.
pub(super) enum Source {
    Documents(Inputs),
    Index(Box<Index>),
}

impl Source {
    /// The index, or else the documents.
    pub(super) fn new(documents: &[PathBuf], index: &InIndex) -> Result<Self> {
        match (&index.index, documents) {
            (Some(folder), _) => Ok(Source::Index(Box::new(Index::open(folder)?))),
            (None, []) => Err(wrong("DOCUMENTS", "", "expected DOCUMENTS or --index")),
            (None, documents) => Ok(Source::Documents(Inputs::of(documents)?)),
        }
    }

    /// The source at a path: an index, or documents.
    pub(super) fn at(path: &Path) -> Result<Self> {
        Source::of(&[path.to_path_buf()])
    }

    /// The source at these paths: one index, or documents.
    pub(super) fn of(paths: &[PathBuf]) -> Result<Self> {
        match paths {
            [only] if Index::is_in(only) => Ok(Source::Index(Box::new(Index::open(only)?))),
            _ => Ok(Source::Documents(Inputs::of(paths)?)),
        }
    }

    /// The sources of the documents, if they are in files.
    pub(super) fn inputs(&self) -> Option<&Inputs> {
        match self {
            Source::Documents(inputs) => Some(inputs),
            Source::Index(_) => None,
        }
    }

    /// The path of the documents, if they are in one file or folder.
    pub(super) fn path(&self) -> Option<&Path> {
        self.inputs()?.single()
    }

    /// Returns whether any of its documents are rows, whose columns can be named.
    pub(super) fn has_columns(&self) -> bool {
        self.inputs().is_some_and(Inputs::have_columns)
    }

    /// The files and folders that it is read from, each with its name and the way it is read.
    pub(super) fn files(&self, reading: &Reading, judge: &Judge) -> Vec<NamedSource> {
        let inputs = self.inputs();
        inputs.map_or_else(Vec::new, |it| reading.sources(it, judge.analysis()))
    }

    /// The decider: the given one, or else the index's own model. A rule compares the fields that were
    /// named. Says which model was chosen by the documents, where there is a console.
    pub(super) fn judge(
        &self,
        decision: &Decision,
        reading: &Reading,
        console: Option<&Console>,
    ) -> Result<Judge> {
        match self {
            Source::Documents(inputs) => decision.judge(reading, inputs, console),
            Source::Index(_) if decision.is_named() => {
                decision.judge(reading, &Inputs::default(), console)
            }
            Source::Index(index) => {
                decision.refuse_of_others()?;
                Ok(index.judge())
            }
        }
    }

    /// Reads all documents. Refuses a judge that reads documents otherwise than an index.
    pub(super) fn load(
        &self,
        reading: &Reading,
        judge: &Judge,
        console: &Console,
    ) -> Result<ReadDocuments> {
        self.load_seen(reading, judge, &|_| (), console)
    }

    /// The same, showing each document of files as it is read.
    pub(super) fn load_seen(
        &self,
        reading: &Reading,
        judge: &Judge,
        see: &dyn Fn(&Document),
        console: &Console,
    ) -> Result<ReadDocuments> {
        match self {
            Source::Documents(inputs) => reading.load_seen(inputs, judge.analysis(), see, console),
            Source::Index(index) => {
                refuse_columns(reading)?;
                index.check(judge)?;
                Ok(ReadDocuments {
                    documents: index.documents()?,
                    partly: false,
                    left_out: LeftOut::default(),
                })
            }
        }
    }

    /// Endings of the files that its documents can be copied to, first that of the documents as they are. These are the
    /// files that it is read from.
    pub(super) fn endings_of_copies(&self, files: &[NamedSource]) -> Result<Vec<&'static str>> {
        match self {
            Source::Documents(inputs) => match inputs.single() {
                Some(path) => {
                    let own = reader::ending_of_copies(path)?;
                    let others = if has_columns(path) {
                        endings_of_joined(&[])?
                    } else {
                        Vec::new()
                    };
                    let others = others.into_iter().filter(|ending| *ending != own);
                    Ok(std::iter::once(own).chain(others).collect())
                }
                None => {
                    refuse_without_rows(inputs)?;
                    let files = files.iter().map(|it| (&*it.path, &it.options.table));
                    endings_of_joined(&files.collect::<Vec<_>>())
                }
            },
            Source::Index(_) => Ok(vec![".jsonl"]),
        }
    }

    /// Refuses documents without fields that could be filled.
    pub(super) fn check_fields(&self) -> Result<()> {
        match self {
            Source::Documents(inputs) => match inputs.single() {
                Some(path) => reader::check_fields(path),
                None => Err(wrong_as_said(
                    "--merge",
                    "with several DOCUMENTS",
                    "expected one source, whose records have the same fields: write what is kept of several with --write-kept",
                )),
            },
            Source::Index(_) => Err(index_has_no_fields()),
        }
    }

    /// Writes documents that were read from these files; of an index what it knows of them. Says which rows could not be
    /// written, and which were written in another format. `left_out` has for each file the rows that are written as well.
    pub(super) fn copy(
        &self,
        files: &[NamedSource],
        documents: &[Origin],
        left_out: &[Vec<u64>],
        out: &mut OutputFile,
    ) -> Result<Joined> {
        match (self, files) {
            (Source::Index(index), _) => {
                let ids: HashSet<&DocumentId> = documents.iter().map(|read| &read.id).collect();
                let mut documents = index.documents()?;
                documents.retain(|document| ids.contains(&document.id));
                for document in &documents {
                    write_row(document, out)?;
                }
                Ok(Joined::default())
            }
            (Source::Documents(_), [file]) if is_own_format(file, out.path())? => {
                let left_out = left_out.first().map_or(&[][..], Vec::as_slice);
                reader::copy(&file.path, &file.options, documents, left_out, out)?;
                Ok(Joined::default())
            }
            (Source::Documents(_), files) => reader::copy_several(files, documents, left_out, out),
        }
    }
}

/// Returns whether a file at this path has the format of a source, so that its documents are copied as they are.
fn is_own_format(source: &NamedSource, path: &Path) -> Result<bool> {
    let (_, name) = Compression::of(path);
    let own = reader::ending_of_copies(&source.path)?;
    Ok(path.as_os_str() == STANDARD_STREAM || name.ends_with(own))
}

/// Refuses several sources of which one has no rows that could be written with those of the others.
fn refuse_without_rows(inputs: &Inputs) -> Result<()> {
    let mut inputs = inputs.iter();
    match inputs.find(|input| !has_columns(&input.path)) {
        None => Ok(()),
        Some(input) => {
            let error = Error::from(InputError::NoRecords);
            Err(error.at(&dejalu_io::place(&input.path)))
        }
    }
}

/// Writes a document of an index as a row of JSONL.
pub(super) fn write_row(document: &Document, out: &mut OutputFile) -> Result<()> {
    let row = serde_json::to_writer(&mut *out, &PlainRow::of(document)).map_err(io::Error::from);
    row.and_then(|()| writeln!(out))
        .context("write", out.path())
}

/// The refusal to fill fields of an index.
fn index_has_no_fields() -> Error {
    let expected =
        "expected DOCUMENTS with fields instead of an index, whose documents are texts as a whole";
    wrong_as_said("--merge", "with an index", expected)
}
