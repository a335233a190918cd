//! Options for documents and their columns.

use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::document::reader::{
    self, DocumentReader, LoadedDocuments, OnBad, ReadOptions, holds_many,
};
use dejalu::document::{Document, RecordFields};
use dejalu::error::{DocumentError, Error, Result};
use dejalu::text::AnalysisOptions;
use dejalu_io::{Compression, TableOptions, has_delimiter};
use serde::{Serialize, Serializer};
use serde_json::json;

use super::batches::{Batches, has_columns, nothing_read};
use super::left_out::LeftOut;
use super::titles::Titles;
use super::values::wrong;
use crate::cli::console::Console;

/// A collection of documents.
#[derive(Debug, Clone, Args, Serialize)]
pub(in crate::cli) struct Documents {
    /// Documents: a folder, or a table, reference file or archive (.csv, .xlsx, .ris, .zip and others:
    /// docs/formats.md); - is JSONL on stdin; each at most 16 MiB
    #[arg(value_name = "DOCUMENTS")]
    pub(in crate::cli) documents: PathBuf,

    #[command(flatten)]
    #[serde(flatten)]
    pub(in crate::cli) reading: Reading,
}

/// Options by which documents are read.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Documents")]
pub(in crate::cli) struct Reading {
    /// Stop at the first unreadable document or file of unknown format, instead of skipping it
    #[arg(long)]
    strict: bool,

    /// Column with the document id [default: id]
    #[arg(long, value_name = "NAME")]
    id: Option<String>,

    /// Columns with the document text, joined [default: text; if there is neither text nor html,
    /// content or else body]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    text: Option<Vec<String>>,

    /// Column with the document's HTML [default: html]
    #[arg(long, value_name = "NAME")]
    html: Option<String>,

    /// Column with the document title [default: title]
    #[arg(long, value_name = "NAME")]
    title: Option<String>,

    /// Column with the document URL [default: url]
    #[arg(long, value_name = "NAME")]
    url: Option<String>,

    /// Compare these columns of a table separately, as well as joined into one text: FIELD, or FIELD=COLUMN if the
    /// column has another name. A feature selects a field as in jaccard:field=title. A model trained with fields
    /// compares all of them unless you name some here
    #[arg(long, value_name = "FIELD[=COLUMN],...", conflicts_with_all = ["text", "html", "title"])]
    fields: Option<RecordFields>,

    /// Cell delimiter of a table of documents, "tab" for a tab [default: detected]
    #[arg(long, value_name = "C", value_parser = delimiter)]
    delimiter: Option<char>,

    /// Character encoding of documents, such as windows-1252 or shift_jis [default: detected]
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
}

/// A delimiter as it can be typed.
fn delimiter(text: &str) -> std::result::Result<char, String> {
    let mut characters = text.chars();
    match (text, characters.next(), characters.next()) {
        ("tab" | "\\t", ..) => Ok('\t'),
        (_, Some(delimiter), None) => Ok(delimiter),
        _ => Err("expected one character, or tab".to_owned()),
    }
}

/// Documents as read, and whether something was left out.
pub(in crate::cli) struct ReadDocuments {
    pub(in crate::cli) documents: Vec<Document>,
    pub(in crate::cli) partly: bool,
    /// Documents that were left out.
    pub(in crate::cli) left_out: LeftOut,
}

impl Documents {
    /// Reads the documents, as an analysis wants them, and reports what was left out.
    pub(in crate::cli) fn load(
        &self,
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<ReadDocuments> {
        self.reading.load(&self.documents, analysis, console)
    }

    /// Opens them to be read batch by batch.
    pub(in crate::cli) fn batches<'c>(
        &self,
        analysis: &AnalysisOptions,
        console: &'c Console,
    ) -> Result<Batches<'c>> {
        self.reading.batches(&self.documents, analysis, console)
    }
}

impl Reading {
    /// Reads documents, and reports what was left out. Refuses a source none of whose documents can
    /// be read.
    pub(in crate::cli) fn load(
        &self,
        source: &Path,
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<ReadDocuments> {
        self.load_seen(source, analysis, &|_| (), console)
    }

    /// The same, showing each document as it is read.
    pub(in crate::cli) fn load_seen(
        &self,
        source: &Path,
        analysis: &AnalysisOptions,
        see: &dyn Fn(&Document),
        console: &Console,
    ) -> Result<ReadDocuments> {
        let is_wanted = |document: &Document| {
            see(document);
            true
        };
        let loaded = self.load_wanted(source, analysis, &is_wanted, console)?;
        Ok(ReadDocuments {
            partly: !loaded.skipped.iter().all(Error::is_remark),
            left_out: LeftOut::of(&loaded),
            documents: loaded.documents,
        })
    }

    /// The same, holding only the documents that are wanted.
    pub(in crate::cli) fn load_wanted(
        &self,
        source: &Path,
        analysis: &AnalysisOptions,
        is_wanted: &dyn Fn(&Document) -> bool,
        console: &Console,
    ) -> Result<LoadedDocuments> {
        let reader = self.open(source, analysis, console)?;
        let loaded = reader.read_wanted(self.on_bad(), is_wanted)?;
        console.passed_over(source, &loaded.passed_over);
        if loaded.documents.len() + loaded.unwanted == 0 {
            return Err(nothing_read(source, loaded.skipped, console));
        }
        console.charsets(&loaded.documents);
        console.zeros(&loaded.documents);
        let mut titles = Titles::of(source);
        titles.see(&loaded.documents);
        titles.warn(console);
        console.left_out(("document", "documents"), &loaded.skipped);
        Ok(loaded)
    }

    /// Opens a source to be read batch by batch.
    pub(in crate::cli) fn batches<'c>(
        &self,
        source: &Path,
        analysis: &AnalysisOptions,
        console: &'c Console,
    ) -> Result<Batches<'c>> {
        let reader = self.open(source, analysis, console)?;
        Ok(Batches::new(reader, source, self.on_bad(), console))
    }

    /// Opens a source to be read document by document, and reports the files of unknown format.
    pub(in crate::cli) fn open(
        &self,
        source: &Path,
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<DocumentReader> {
        if let Some(fields) = &self.fields {
            analysis.fields.check(fields)?;
            let left_out: Vec<&str> = analysis.fields.without(fields).collect();
            if !left_out.is_empty() {
                console.say(&format!(
                    "not compared, since --fields does not name them: {}",
                    left_out.join(", ")
                ));
            }
        }
        if !has_cells(source) {
            self.refuse_delimiter(
                "expected a .csv or .tsv file of documents; no other has a delimiter",
            )?;
        }
        if !has_columns(source) {
            if !analysis.fields.is_empty() {
                let found = source.display().to_string();
                let expected = "expected a table or references (.csv, .jsonl, .xlsx, .ris, .nbib, .bib and \
                                others), since the model compares the fields of records; reference \
                                managers export .ris";
                return Err(wrong("DOCUMENTS", &found, expected));
            }
            self.refuse_columns("expected a table or JSONL; files of texts have no columns")?;
        }
        let reader = reader::open(source, &self.options(analysis))?;
        let unknown = reader.unknown();
        if let (true, Some(first)) = (self.strict, unknown.first()) {
            let accepted = reader::endings().join(" ");
            let error = Error::from(DocumentError::UnknownFile { accepted });
            return Err(error.at(&dejalu_io::place(first)));
        }
        let (many, unknown): (Vec<PathBuf>, Vec<PathBuf>) =
            unknown.iter().cloned().partition(|path| holds_many(path));
        let kinds = ("file of unknown format", "files of unknown format");
        console.ignored(source, &unknown, kinds, "");
        let kinds = ("file of many documents", "files of many documents");
        let why =
            ", since a folder is read for files of one document each (pass such a file itself)";
        console.ignored(source, &many, kinds, why);
        console.ignored(source, reader.hidden(), ("hidden file", "hidden files"), "");
        let shown = source.display();
        if is_named_text(source) && has_columns(source) {
            console.say(&format!(
                "{shown}: read as the records that it holds, though its name is that of a text"
            ));
        }
        if !reader.missing_columns().is_empty() {
            console.warn(&format!(
                "{shown}: there is no column {}, which the model compares; {} in every record (--fields FIELD=COLUMN,... if the column has another name)",
                reader.missing_columns().join(", "),
                if reader.missing_columns().len() == 1 { "it counts as missing" } else { "they count as missing" },
            ));
        }
        Ok(reader)
    }

    /// The fields that were named.
    pub(in crate::cli) fn fields(&self) -> RecordFields {
        self.fields.clone().unwrap_or_default()
    }

    /// The options that name columns, with their values.
    fn typed(&self) -> impl Iterator<Item = (&'static str, &[String])> {
        let options = [
            ("--id", self.id.as_ref().map(std::slice::from_ref)),
            ("--text", self.text.as_deref()),
            ("--html", self.html.as_ref().map(std::slice::from_ref)),
            ("--title", self.title.as_ref().map(std::slice::from_ref)),
            ("--url", self.url.as_ref().map(std::slice::from_ref)),
        ];
        let typed = options.into_iter();
        typed.filter_map(|(option, names)| Some((option, names?)))
    }

    /// Refuses names of columns where there are none.
    pub(in crate::cli) fn refuse_columns(&self, expected: &str) -> Result<()> {
        match self.typed().next() {
            None => Ok(()),
            Some((option, names)) => Err(wrong(option, &names.join(","), expected)),
        }
    }

    /// Refuses names of columns and a delimiter where there are no documents.
    pub(in crate::cli) fn refuse_without(&self, option: &str, whose: &str) -> Result<()> {
        self.refuse_columns(&format!(
            "expected {option} as well, since the columns are {whose}"
        ))?;
        self.refuse_delimiter(&format!(
            "expected {option} as well, since only a table of documents has a delimiter"
        ))
    }

    /// Refuses a delimiter where there is none.
    pub(in crate::cli) fn refuse_delimiter(&self, expected: &str) -> Result<()> {
        match self.delimiter {
            None => Ok(()),
            Some(delimiter) => Err(wrong("--delimiter", &delimiter.to_string(), expected)),
        }
    }

    /// The same for one of several sources: a delimiter is that of those that have one, if any has.
    pub(in crate::cli) fn of(&self, source: &Path, all: &[&Path]) -> Self {
        let is_of_another = !has_cells(source) && all.iter().any(|other| has_cells(other));
        Reading {
            delimiter: self.delimiter.filter(|_| !is_of_another),
            ..self.clone()
        }
    }

    /// The same without names of columns, for one of two collections that has none.
    pub(in crate::cli) fn without_columns(&self) -> Self {
        Reading {
            strict: self.strict,
            encoding: self.encoding.clone(),
            ..Reading::default()
        }
    }

    /// Columns that make a document, and the way an analysis wants pages read. Named columns have to
    /// exist.
    pub(in crate::cli) fn options(&self, analysis: &AnalysisOptions) -> ReadOptions {
        let usual = ReadOptions::default();
        let or = |typed: &Option<String>, usual| typed.clone().unwrap_or(usual);
        let fields = self.fields.iter().flat_map(RecordFields::columns);
        let required = self.typed().flat_map(|(_, names)| names).cloned();
        ReadOptions {
            id: or(&self.id, usual.id),
            text: self.text.clone().unwrap_or(usual.text),
            html: or(&self.html, usual.html),
            title: or(&self.title, usual.title),
            url: or(&self.url, usual.url),
            required: required.chain(fields.map(String::from)).collect(),
            fields: self
                .fields
                .clone()
                .unwrap_or_else(|| analysis.fields.clone()),
            table: TableOptions {
                delimiter: self.delimiter,
                encoding: self.encoding.clone(),
            },
            main_content: analysis.main_content,
        }
    }

    /// Treatment of a document that cannot be read.
    pub(in crate::cli) fn on_bad(&self) -> OnBad {
        if self.strict {
            OnBad::Stop
        } else {
            OnBad::Skip
        }
    }
}

/// The resolved names, defaults included.
impl Serialize for Reading {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let settled = self.options(&AnalysisOptions::default());
        let names = [
            ("strict", json!(self.strict)),
            ("id", json!(settled.id)),
            ("text", json!(settled.text)),
            ("html", json!(settled.html)),
            ("title", json!(settled.title)),
            ("url", json!(settled.url)),
            ("fields", json!(settled.fields)),
            ("delimiter", json!(settled.table.delimiter)),
            ("encoding", json!(settled.table.encoding)),
        ];
        serializer.collect_map(names)
    }
}

/// Returns whether a file is one text by its name.
fn is_named_text(source: &Path) -> bool {
    Compression::of(source).1.ends_with(".txt")
}

/// Returns whether the documents there are rows of cells between delimiters.
fn has_cells(source: &Path) -> bool {
    !source.is_dir() && has_delimiter(source)
}

/// A document that is a file, read as an analysis wants it.
pub(in crate::cli) fn read_file(path: &Path, analysis: &AnalysisOptions) -> Result<Document> {
    if !analysis.fields.is_empty() {
        let expected =
            "expected a model or rule that compares texts: this one compares the fields of records";
        return Err(wrong("FILE", &path.display().to_string(), expected));
    }
    let mut document = reader::read_one(path, analysis.main_content)?;
    document.id = path.display().to_string().into();
    Ok(document)
}
