//! Where documents are, and which columns make one.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::cli::console::Console;
use crate::document::Document;
use crate::document::reader::{self, DocumentReader, OnBad, ReadOptions};
use crate::error::{DocumentError, Error, Result};
use crate::text::AnalysisOptions;

/// A collection of documents.
#[derive(Debug, Clone, Args, Serialize)]
pub(in crate::cli) struct Documents {
    /// Documents: a folder of texts and web pages, or a .jsonl, .csv, .tsv file (also .gz, .zst);
    /// - is JSONL on stdin; each has at most 64 MiB
    #[arg(value_name = "DOCUMENTS")]
    pub(in crate::cli) documents: PathBuf,

    #[command(flatten)]
    #[serde(flatten)]
    pub(in crate::cli) reading: Reading,
}

/// How documents are read.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Pairs and documents")]
pub(in crate::cli) struct Reading {
    /// Stop at the first document that cannot be read, or file of a folder that no reader knows
    #[arg(long)]
    strict: bool,

    /// Column of a document's id
    #[arg(long, value_name = "NAME", default_value = "id")]
    id: String,

    /// Columns of a document's text, joined
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "text"
    )]
    text: Vec<String>,

    /// Column of a document's web page
    #[arg(long, value_name = "NAME", default_value = "html")]
    html: String,

    /// Column of a document's title
    #[arg(long, value_name = "NAME", default_value = "title")]
    title: String,

    /// Column of a document's address
    #[arg(long, value_name = "NAME", default_value = "url")]
    url: String,
}

/// Documents as read, and whether something was left out.
pub(in crate::cli) struct ReadDocuments {
    pub(in crate::cli) documents: Vec<Document>,
    pub(in crate::cli) partly: bool,
}

impl Documents {
    /// Reads the documents, as an analysis wants them, and tells of what was left out.
    pub(in crate::cli) fn load(
        &self,
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<ReadDocuments> {
        self.reading.load(&self.documents, analysis, console)
    }
}

impl Reading {
    /// Reads documents, and tells of what was left out. Refuses a source none of whose documents
    /// can be read.
    pub(in crate::cli) fn load(
        &self,
        source: &Path,
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<ReadDocuments> {
        let reader = self.open(source, analysis, console)?;
        let collection = reader.read_all(self.on_bad())?;
        console.left_out(("document", "documents"), &collection.skipped);
        if collection.documents.is_empty() {
            let documents = collection.skipped.len();
            let place = crate::input::place(source);
            return Err(Error::from(DocumentError::NothingRead { documents }).at(&place));
        }
        Ok(ReadDocuments {
            documents: collection.documents,
            partly: !collection.skipped.is_empty(),
        })
    }

    /// Opens a source to be read document by document, and tells of the files that no reader knows.
    pub(in crate::cli) fn open(
        &self,
        source: &Path,
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<DocumentReader> {
        let reader = reader::open(source, &self.options(analysis))?;
        let unknown = reader.unknown();
        if let (true, Some(first)) = (self.strict, unknown.first()) {
            let accepted = reader::ENDINGS.join(" ");
            let error = Error::from(DocumentError::UnknownFile { accepted });
            return Err(error.at(&crate::input::place(first)));
        }
        console.unknown(source, unknown);
        Ok(reader)
    }

    /// Which columns make a document, and how an analysis wants pages read.
    fn options(&self, analysis: &AnalysisOptions) -> ReadOptions {
        ReadOptions {
            id: self.id.clone(),
            text: self.text.clone(),
            html: self.html.clone(),
            title: self.title.clone(),
            url: self.url.clone(),
            main_content: analysis.main_content,
        }
    }

    /// What becomes of a document that cannot be read.
    pub(in crate::cli) fn on_bad(&self) -> OnBad {
        if self.strict {
            OnBad::Stop
        } else {
            OnBad::Skip
        }
    }
}

/// A document that is a file, read as an analysis wants it.
pub(in crate::cli) fn read_file(path: &Path, analysis: &AnalysisOptions) -> Result<Document> {
    let mut document = reader::read_one(path, analysis.main_content)?;
    document.id = path.display().to_string().into();
    Ok(document)
}
