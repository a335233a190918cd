//! Options for documents and their columns.

use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::document::reader::{
    self, DocumentReader, LoadedDocuments, NamedSource, OnBad, ReadOptions, holds_many,
    is_named_as_many,
};
use dejalu::document::{Document, RecordFields};
use dejalu::error::{DocumentError, Error, Result};
use dejalu::similarity::TableFields;
use dejalu::text::AnalysisOptions;
use dejalu_io::{Compression, Sample, TableOptions, has_delimiter};
use serde::{Serialize, Serializer};
use serde_json::json;

use super::batches::{Batches, nothing_read};
use super::field_columns::FieldColumns;
use super::inputs::{Input, Inputs, has_columns, serialize_typed};
use super::left_out::LeftOut;
use super::titles::Titles;
use super::values::wrong;
use crate::cli::console::Console;

/// A collection of documents.
#[derive(Debug, Clone, Args, Serialize)]
pub(in crate::cli) struct Documents {
    /// Documents: a folder, or tables, reference files or archives (.csv, .xlsx, .ris, .zip and others:
    /// docs/formats.md); several make one collection; - is JSONL on stdin; each at most 16 MiB
    #[arg(value_name = "DOCUMENTS", required = true)]
    #[serde(serialize_with = "serialize_typed")]
    pub(in crate::cli) documents: Vec<PathBuf>,

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

    /// Column with the document id; FILE:NAME for one of several sources [default: id]
    #[arg(long, value_name = "NAME")]
    id: Vec<String>,

    /// Columns with the text, joined [default: text; without text or html, content or body]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    text: Vec<String>,

    /// Column with the document's HTML [default: html]
    #[arg(long, value_name = "NAME")]
    html: Vec<String>,

    /// Column with the document title [default: title]
    #[arg(long, value_name = "NAME")]
    title: Vec<String>,

    /// Column with the document URL [default: url]
    #[arg(long, value_name = "NAME")]
    url: Vec<String>,

    /// Compare these columns of a table separately, and joined into one text: FIELD, or FIELD=COLUMN if it has another
    /// name; FILE:FIELD=COLUMN for one of several sources (scopus.csv:title=Titel). Columns of the usual exports (Scopus,
    /// PubMed, Zotero and others) are known. A feature selects a field as in jaccard:field=title. A model trained with
    /// fields compares all of them unless you name some here
    #[arg(long, value_name = "FIELD[=COLUMN],...", conflicts_with_all = ["text", "html", "title"])]
    fields: Option<FieldColumns>,

    /// The name of the source that is read, among several.
    #[arg(skip)]
    source: String,

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
        self.reading.load(&self.inputs()?, analysis, console)
    }

    /// Opens them to be read batch by batch.
    pub(in crate::cli) fn batches<'c>(
        &self,
        analysis: &AnalysisOptions,
        console: &'c Console,
    ) -> Result<Batches<'c>> {
        self.reading.batches(&self.inputs()?, analysis, console)
    }

    /// The sources.
    pub(in crate::cli) fn inputs(&self) -> Result<Inputs> {
        Inputs::of(&self.documents)
    }
}

impl Reading {
    /// Reads documents, and reports what was left out. Refuses a source none of whose documents can
    /// be read.
    pub(in crate::cli) fn load(
        &self,
        inputs: &Inputs,
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<ReadDocuments> {
        self.load_seen(inputs, analysis, &|_| (), console)
    }

    /// The same, showing each document as it is read.
    pub(in crate::cli) fn load_seen(
        &self,
        inputs: &Inputs,
        analysis: &AnalysisOptions,
        see: &dyn Fn(&Document),
        console: &Console,
    ) -> Result<ReadDocuments> {
        let is_wanted = |document: &Document| {
            see(document);
            true
        };
        let loaded = self.load_wanted(inputs, analysis, &is_wanted, console)?;
        Ok(ReadDocuments {
            partly: !loaded.skipped.iter().all(Error::is_remark),
            left_out: LeftOut::of(&loaded, inputs),
            documents: loaded.documents,
        })
    }

    /// The same, holding only the documents that are wanted.
    pub(in crate::cli) fn load_wanted(
        &self,
        inputs: &Inputs,
        analysis: &AnalysisOptions,
        is_wanted: &dyn Fn(&Document) -> bool,
        console: &Console,
    ) -> Result<LoadedDocuments> {
        let reader = self.open(inputs, analysis, console)?;
        let loaded = reader.read_wanted(self.on_bad(), is_wanted)?;
        console.passed_over(inputs, &loaded.passed_over);
        if loaded.documents.len() + loaded.unwanted == 0 {
            return Err(nothing_read(inputs, loaded.skipped, console));
        }
        console.characters(&loaded.documents);
        let mut titles = Titles::of(inputs);
        titles.see(&loaded.documents);
        titles.warn(console);
        console.left_out(("document", "documents"), &loaded.skipped);
        Ok(loaded)
    }

    /// Opens a source to be read batch by batch.
    pub(in crate::cli) fn batches<'c>(
        &self,
        inputs: &Inputs,
        analysis: &AnalysisOptions,
        console: &'c Console,
    ) -> Result<Batches<'c>> {
        let reader = self.open(inputs, analysis, console)?;
        Ok(Batches::new(reader, inputs, self.on_bad(), console))
    }

    /// Opens the sources to be read document by document, and reports the files of unknown format.
    pub(in crate::cli) fn open(
        &self,
        inputs: &Inputs,
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<DocumentReader> {
        self.check_columns(inputs)?;
        self.check_fields(inputs, analysis, console)?;
        for (folder, texts) in &inputs.beside {
            let why = ", since the folder is read for its references (pass such a file itself)";
            console.ignored(folder, texts, ("text", "texts"), why);
        }
        let readers = inputs.iter().map(|input| {
            let reading = self.of(input, inputs);
            let reader = reading.open_one(&input.path, analysis, console)?;
            Ok((input.name.clone(), reader))
        });
        let mut readers: Vec<_> = readers.collect::<Result<_>>()?;
        if inputs.single().is_some()
            && let Some((_, reader)) = readers.pop()
        {
            return Ok(reader);
        }
        let shared = reader::shared_ids(&self.sources(inputs, analysis))?;
        Ok(DocumentReader::of_several(readers, shared))
    }

    /// The sources, each with its name and the way it is read.
    pub(in crate::cli) fn sources(
        &self,
        inputs: &Inputs,
        analysis: &AnalysisOptions,
    ) -> Vec<NamedSource> {
        let sources = inputs.iter().map(|input| NamedSource {
            path: input.path.clone(),
            name: input.name.clone(),
            options: self.of(input, inputs).options(analysis),
        });
        sources.collect()
    }

    /// Refuses two columns for a field of one source, but for the text, which may be joined of several.
    fn check_columns(&self, inputs: &Inputs) -> Result<()> {
        for (option, typed) in self.typed().filter(|(option, _)| *option != "--text") {
            for input in inputs.iter() {
                let columns = columns_of(typed, &input.name, inputs);
                if columns.len() > 1 {
                    let expected = format!(
                        "expected one column for {}; FILE:NAME is the column of one of several sources",
                        input.name
                    );
                    return Err(wrong(option, &columns.join(", "), &expected));
                }
            }
        }
        Ok(())
    }

    /// Refuses fields that the model does not know, and says which of its own are not compared.
    fn check_fields(
        &self,
        inputs: &Inputs,
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<()> {
        if let Some(columns) = &self.fields {
            columns.check(inputs)?;
            let fields = columns.fields();
            analysis.fields.check(&fields)?;
            let left_out: Vec<&str> = analysis.fields.without(&fields).collect();
            if !left_out.is_empty() && columns.are_chosen() {
                console.say(&format!(
                    "not compared, since --fields does not name them: {}",
                    left_out.join(", ")
                ));
            }
        }
        Ok(())
    }

    fn open_one(
        &self,
        source: &Path,
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<DocumentReader> {
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
        let is_many = |path: &PathBuf| {
            if source.is_dir() {
                holds_many(path)
            } else {
                is_named_as_many(path)
            }
        };
        let (many, unknown): (Vec<PathBuf>, Vec<PathBuf>) =
            unknown.iter().cloned().partition(is_many);
        let kinds = ("file of unknown format", "files of unknown format");
        console.ignored(source, &unknown, kinds, "");
        let kinds = ("file of many documents", "files of many documents");
        let why = if source.is_dir() {
            ", since a folder is read for files of one document each (pass such a file itself)"
        } else {
            ", since an archive is read for files of one document each (unpack it, and pass such a file itself)"
        };
        console.ignored(source, &many, kinds, why);
        console.ignored(source, reader.hidden(), ("hidden file", "hidden files"), "");
        let shown = source.display();
        if is_named_text(source) && has_columns(source) {
            console.say(&format!(
                "{shown}: read as the records that it holds, though its name is that of a text"
            ));
        }
        if !reader.missing_columns().is_empty() {
            let are = match reader.missing_columns().len() {
                1 => "there is no column",
                _ => "there are no columns",
            };
            console.warn(&format!(
                "{shown}: {are} {}, which the model compares; {} in every record (--fields FIELD=COLUMN,... if the column has another name)",
                reader.missing_columns().join(", "),
                if reader.missing_columns().len() == 1 { "it counts as missing" } else { "they count as missing" },
            ));
        }
        Ok(reader)
    }

    /// The way tables are written.
    pub(super) fn table(&self) -> TableOptions {
        TableOptions {
            delimiter: self.delimiter,
            encoding: self.encoding.clone(),
        }
    }

    /// Returns whether fields of this source were named, or of all sources.
    pub(super) fn names_fields_of(&self, input: &Input) -> bool {
        let columns = self.fields.as_ref();
        has_columns(&input.path)
            && columns.is_some_and(|columns| !columns.required(&input.name).is_empty())
    }

    /// Returns whether a column was named as the text.
    pub(super) fn names_text(&self) -> bool {
        !self.text.is_empty() || !self.html.is_empty()
    }

    /// The fields that were named.
    pub(in crate::cli) fn fields(&self) -> RecordFields {
        let columns = self.fields.as_ref();
        columns.map(FieldColumns::fields).unwrap_or_default()
    }

    /// The first rows of sources, as they are read.
    fn samples(&self, inputs: &Inputs) -> Vec<Sample> {
        let table = self.table();
        let samples = inputs
            .iter()
            .map(|it| Sample::of(&it.path, &table, TableFields::ROWS));
        samples.collect()
    }

    /// The fields that were named; where none were, and no column as the text, all columns of tables without texts. With
    /// the first rows of the sources, if there are fields.
    pub(super) fn fields_and_samples(&self, inputs: &Inputs) -> (RecordFields, Vec<Sample>) {
        if self.fields.is_some() {
            return (self.fields(), self.samples(inputs));
        }
        let are_tables = inputs.iter().all(|input| has_columns(&input.path));
        let is_named = self.names_text() || !self.title.is_empty();
        if is_named || !are_tables || inputs.iter().next().is_none() {
            return Default::default();
        }
        let of_documents = |input| {
            let options = self.of(input, inputs).options(&AnalysisOptions::default());
            [options.id, options.url]
        };
        let of_documents: Vec<String> = inputs.iter().flat_map(of_documents).collect();
        let samples = self.samples(inputs);
        (TableFields::all_columns(&samples, &of_documents), samples)
    }

    /// The options that name columns, with their values.
    fn typed(&self) -> impl Iterator<Item = (&'static str, &[String])> {
        let options = [
            ("--id", &*self.id),
            ("--text", &*self.text),
            ("--html", &*self.html),
            ("--title", &*self.title),
            ("--url", &*self.url),
        ];
        options.into_iter().filter(|(_, names)| !names.is_empty())
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

    /// The same for one of several collections: without the columns of sources of others; a delimiter is that of those
    /// that have one, if any has.
    pub(in crate::cli) fn among(&self, inputs: &Inputs, all: &[&Inputs]) -> Self {
        let have_cells = |inputs: &Inputs| inputs.iter().any(|input| has_cells(&input.path));
        let is_of_another = !have_cells(inputs) && all.iter().any(|other| have_cells(other));
        let others = all.iter().flat_map(|other| other.iter());
        let others = others.filter(|other| inputs.iter().all(|own| own.name != other.name));
        let others: Vec<&str> = others.map(|input| &*input.name).collect();
        let own = |typed: &[String]| -> Vec<String> {
            let is_own = |column: &&String| others.iter().all(|it| of_source(column, it).is_none());
            typed.iter().filter(is_own).cloned().collect()
        };
        let fields = self.fields.as_ref();
        Reading {
            delimiter: self.delimiter.filter(|_| !is_of_another),
            fields: fields.map(|fields| fields.without(&others)),
            ..self.with_columns(own)
        }
    }

    /// The same with other columns in the place of those that were typed.
    fn with_columns(&self, columns: impl Fn(&[String]) -> Vec<String>) -> Self {
        Reading {
            id: columns(&self.id),
            text: columns(&self.text),
            html: columns(&self.html),
            title: columns(&self.title),
            url: columns(&self.url),
            ..self.clone()
        }
    }

    /// The same for one of several sources: its own columns, and a delimiter only if it has one.
    fn of(&self, input: &Input, inputs: &Inputs) -> Self {
        if !has_columns(&input.path) && inputs.have_columns() {
            return self.without_columns();
        }
        let is_refused_elsewhere = inputs.single().is_some();
        let has_delimiter = has_cells(&input.path) || is_refused_elsewhere;
        Reading {
            delimiter: self.delimiter.filter(|_| has_delimiter),
            source: input.name.to_string(),
            ..self.with_columns(|typed| columns_of(typed, &input.name, inputs))
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
        let or = |typed: &[String], usual| typed.last().cloned().unwrap_or(usual);
        let columns = self.fields.as_ref();
        let of_fields = columns.map(|columns| columns.required(&self.source));
        let required = self.typed().flat_map(|(_, names)| names).cloned();
        ReadOptions {
            id: or(&self.id, usual.id),
            text: if self.text.is_empty() {
                usual.text
            } else {
                self.text.clone()
            },
            html: or(&self.html, usual.html),
            title: or(&self.title, usual.title),
            url: or(&self.url, usual.url),
            required: required.chain(of_fields.unwrap_or_default()).collect(),
            fields: columns.map_or_else(
                || analysis.fields.clone(),
                |columns| columns.of_source(&self.source, &analysis.fields),
            ),
            table: self.table(),
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

/// The column of what was typed for a source of this name: `FILE:NAME`.
fn of_source<'c>(typed: &'c str, name: &str) -> Option<&'c str> {
    typed.strip_prefix(name)?.strip_prefix(':')
}

/// The columns that were typed for a source of this name; where there are none, those for every source.
fn columns_of(typed: &[String], name: &str, inputs: &Inputs) -> Vec<String> {
    let own = typed.iter().filter_map(|column| of_source(column, name));
    let own: Vec<String> = own.map(String::from).collect();
    if !own.is_empty() {
        return own;
    }
    let of_any = |column: &&String| {
        inputs
            .iter()
            .any(|it| of_source(column, &it.name).is_some())
    };
    typed.iter().filter(|it| !of_any(it)).cloned().collect()
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
