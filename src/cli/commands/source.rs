//! The source of a collection: files, or an index made from them.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::collection::Judge;
use dejalu::collection::index::Index;
use dejalu::document::reader::{self, FilledField, Origin, ReadOptions, StayEmpty};
use dejalu::document::{Document, DocumentId, PlainRow};
use dejalu::error::{Error, IoContext, Result};
use dejalu_io::OutputFile;
use serde::Serialize;

use crate::cli::console::Console;
use crate::cli::options::{
    Decision, LeftOut, ReadDocuments, Reading, has_columns, wrong, wrong_as_said,
};

/// An index instead of documents.
#[derive(Debug, Clone, Args, Serialize)]
pub(super) struct InIndex {
    /// Read the documents of this index (from 'dejalu index') instead of DOCUMENTS; its model decides by default
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
pub(super) enum Source<'a> {
    Documents(&'a Path),
    Index(Box<Index>),
}

impl<'a> Source<'a> {
    /// The index, or else the documents.
    pub(super) fn new(documents: Option<&'a Path>, index: &InIndex) -> Result<Self> {
        match (&index.index, documents) {
            (Some(folder), _) => Ok(Source::Index(Box::new(Index::open(folder)?))),
            (None, Some(documents)) => Ok(Source::Documents(documents)),
            (None, None) => Err(wrong("DOCUMENTS", "", "expected DOCUMENTS or --index")),
        }
    }

    /// The source at a path: an index, or documents.
    pub(super) fn at(path: &'a Path) -> Result<Self> {
        if Index::is_in(path) {
            Ok(Source::Index(Box::new(Index::open(path)?)))
        } else {
            Ok(Source::Documents(path))
        }
    }

    /// The path of the documents, if they are in files.
    pub(super) fn path(&self) -> Option<&'a Path> {
        match self {
            Source::Documents(path) => Some(path),
            Source::Index(_) => None,
        }
    }

    /// Returns whether its documents are rows, whose columns can be named.
    pub(super) fn has_columns(&self) -> bool {
        match self {
            Source::Documents(path) => has_columns(path),
            Source::Index(_) => false,
        }
    }

    /// The decider: the given one, or else the index's own model. A rule compares the fields that were
    /// named.
    pub(super) fn judge(&self, decision: &Decision, reading: &Reading) -> Result<Judge> {
        match self {
            Source::Index(index) if !decision.is_named() => {
                decision.refuse_of_others()?;
                Ok(index.judge())
            }
            _ => decision.judge(reading.fields(), self.path()),
        }
    }

    /// Says which model decides, where it was chosen by the documents.
    pub(super) fn say_choice(&self, decision: &Decision, console: &Console) {
        if self.path().is_some() {
            decision.say_choice(self.path(), console);
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
            Source::Documents(path) => reading.load_seen(path, judge.analysis(), see, console),
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

    /// Ending of the file that its documents are copied to unchanged.
    pub(super) fn ending_of_copies(&self) -> Result<&'static str> {
        match self {
            Source::Documents(path) => reader::ending_of_copies(path),
            Source::Index(_) => Ok(".jsonl"),
        }
    }

    /// Refuses documents without fields that could be filled.
    pub(super) fn check_fields(&self) -> Result<()> {
        match self {
            Source::Documents(path) => reader::check_fields(path),
            Source::Index(_) => Err(index_has_no_fields()),
        }
    }

    /// The rows that none of the documents that were read from it came of.
    pub(super) fn rows_left_out(
        &self,
        options: &ReadOptions,
        read: impl IntoIterator<Item = Origin>,
    ) -> Result<Vec<u64>> {
        match self {
            Source::Documents(source) => reader::rows_left_out(source, options, read),
            Source::Index(_) => Ok(Vec::new()),
        }
    }

    /// Writes documents that were read from it, with fields that others had; gives what was filled.
    pub(super) fn copy_filled(
        &self,
        documents: &[(&Document, Vec<&Document>)],
        left_out: &[u64],
        options: &ReadOptions,
        empty: &StayEmpty,
        out: &mut OutputFile,
    ) -> Result<Vec<FilledField>> {
        match self {
            Source::Documents(source) => {
                reader::copy_filled(source, options, documents, left_out, empty, out)
            }
            Source::Index(_) => Err(index_has_no_fields()),
        }
    }

    /// Writes documents that were read from it unchanged; of an index what it knows of them.
    pub(super) fn copy(
        &self,
        documents: &[Origin],
        left_out: &[u64],
        options: &ReadOptions,
        out: &mut OutputFile,
    ) -> Result<()> {
        match self {
            Source::Documents(source) => reader::copy(source, options, documents, left_out, out),
            Source::Index(index) => {
                let ids: HashSet<&DocumentId> = documents.iter().map(|read| &read.id).collect();
                let mut documents = index.documents()?;
                documents.retain(|document| ids.contains(&document.id));
                documents
                    .iter()
                    .try_for_each(|document| write_row(document, out))
            }
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
        "expected DOCUMENTS with fields instead of --index, whose documents are texts as a whole";
    wrong_as_said("--merge", "with --index", expected)
}
