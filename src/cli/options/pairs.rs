//! Options for the pairs and their documents.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::document::{Document, RecordFields};
use dejalu::error::{Error, Result};
use dejalu::pairs::PairSet;
use dejalu::pairs::reader::{self, Labels, LoadedPairs, PairOptions, RowNames};
use dejalu::text::AnalysisOptions;
use dejalu_io::Sample;
use serde::{Serialize, Serializer};

use super::inputs::{Inputs, serialize_typed};
use super::reading::{ReadDocuments, Reading};
use super::values::{wrong, wrong_as_said};
use crate::cli::console::Console;

/// Sources of pairs and their documents.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Pairs")]
pub(in crate::cli) struct Pairs {
    /// Pairs: a .csv, .tsv or .jsonl file (also .gz, .zst) with id_a, id_b, label, or with texts
    /// (text_a, text_b) or paths (path_a, path_b) instead of ids; - is JSONL on stdin
    #[arg(value_name = "PAIRS")]
    pub(in crate::cli) pairs: PathBuf,

    #[command(flatten)]
    #[serde(flatten)]
    pub(in crate::cli) selection: Selection,
}

/// Selection of documents and rows.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Pairs")]
pub(in crate::cli) struct Selection {
    /// Documents that the ids refer to: a folder, or a table, reference file or archive (.csv, .xlsx,
    /// .ris, .zip and others: docs/formats.md); each at most 16 MiB; may be repeated, for several as one collection
    #[arg(long, short, help_heading = "Documents", value_name = "DOCUMENTS")]
    #[serde(serialize_with = "serialize_typed")]
    documents: Vec<PathBuf>,

    /// Use only the pairs of these splits (column 'split')
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(in crate::cli) split: Vec<String>,

    /// Skip and count pairs that cannot be read, instead of stopping at the first
    #[arg(long)]
    skip_bad: bool,

    #[command(flatten)]
    #[serde(flatten)]
    columns: PairColumns,

    #[command(flatten)]
    #[serde(flatten)]
    reading: Reading,
}

/// Columns that make a pair. The fields are what was given.
#[derive(Debug, Clone, Args)]
struct PairColumns {
    /// Column of the first document's id [default: id_a]
    #[arg(long, value_name = "NAME")]
    left: Option<String>,

    /// Column of the second document's id [default: id_b]
    #[arg(long, value_name = "NAME")]
    right: Option<String>,

    /// Column of the label (1/0, +1/-1, true/false, yes/no, y/n, duplicate/distinct); a pair
    /// labelled unsure is skipped [default: label]
    #[arg(long, value_name = "NAME")]
    label: Option<String>,
}

impl PairColumns {
    fn typed(&self) -> impl Iterator<Item = (&'static str, &String)> {
        let options = [
            ("--left", &self.left),
            ("--right", &self.right),
            ("--label", &self.label),
        ];
        let typed = options.into_iter();
        typed.filter_map(|(option, name)| Some((option, name.as_ref()?)))
    }

    /// The options with these names. Named columns have to exist.
    fn options(&self) -> PairOptions {
        let usual = PairOptions::default();
        PairOptions {
            left: self.left.clone().unwrap_or(usual.left),
            right: self.right.clone().unwrap_or(usual.right),
            label: self.label.clone().unwrap_or(usual.label),
            required: self.typed().map(|(_, name)| name.clone()).collect(),
            ..PairOptions::default()
        }
    }
}

/// The resolved names, defaults included.
impl Serialize for PairColumns {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let settled = self.options();
        let names = [
            ("left", settled.left),
            ("right", settled.right),
            ("label", settled.label),
        ];
        serializer.collect_map(names)
    }
}

/// A command's requirements of pairs, whatever is typed.
#[derive(Clone, Copy)]
pub(in crate::cli) struct Wanted<'a> {
    /// The labels that rows must have.
    pub(in crate::cli) labels: Labels,
    /// True if the audit stream of a file of answers is kept out.
    pub(in crate::cli) without_audit: bool,
    /// The columns that are features.
    pub(in crate::cli) columns: &'a [String],
    /// Options by which documents are read.
    pub(in crate::cli) analysis: &'a AnalysisOptions,
}

/// Pairs as read, and whether something was left out.
#[derive(Default)]
pub(in crate::cli) struct Loaded {
    pub(in crate::cli) set: PairSet,
    pub(in crate::cli) partly: bool,
    /// Number of audit answers that were left out.
    pub(in crate::cli) audit: usize,
    /// Names of the rows, if the table has texts.
    pub(in crate::cli) rows: Option<RowNames>,
}

impl Selection {
    /// The sources of the documents; none if these are not in files of their own.
    pub(in crate::cli) fn inputs(&self) -> Result<Inputs> {
        Inputs::of(&self.documents)
    }

    /// The way the documents are read.
    pub(in crate::cli) fn reading(&self) -> &Reading {
        &self.reading
    }

    /// The fields of the documents that were named, or all columns of tables that have no text; with the first rows.
    pub(super) fn fields_and_samples(&self) -> Result<(RecordFields, Vec<Sample>)> {
        Ok(self.reading.fields_and_samples(&self.inputs()?))
    }

    /// Reads a collection without pairs, with the options of documents.
    pub(in crate::cli) fn load_collection(
        &self,
        inputs: &Inputs,
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<ReadDocuments> {
        if let Some(documents) = self.documents.first() {
            let found = documents.display().to_string();
            let expected = "expected --pairs as well, since these are its documents";
            return Err(wrong("--documents", &found, expected));
        }
        self.reading.load(inputs, analysis, console)
    }

    /// Reads pairs and their documents, and reports anything unusual.
    pub(in crate::cli) fn load(
        &self,
        pairs: &Path,
        wanted: Wanted<'_>,
        console: &Console,
    ) -> Result<Loaded> {
        let PairOptions {
            left, right, label, ..
        } = self.options();
        let named = [left, right, label];
        if let Some(column) = wanted.columns.iter().find(|column| named.contains(column)) {
            let expected = "expected a column other than those of the ids and the label";
            return Err(wrong("--column", column, expected));
        }
        if self.documents.is_empty() {
            self.reading.refuse_without("--documents", "theirs")?;
            if !wanted.analysis.fields.is_empty() {
                let found = pairs.display().to_string();
                let expected =
                    "expected --documents as well: the model compares the fields of records";
                return Err(wrong("PAIRS", &found, expected));
            }
        }
        let mut options = PairOptions {
            labels: wanted.labels,
            without_audit: wanted.without_audit,
            main_content: wanted.analysis.main_content,
            columns: wanted.columns.to_vec(),
            ..self.options()
        };
        let (mut documents, mut partly) = (None, false);
        if !self.documents.is_empty() {
            // Of a large collection only the documents of the pairs are held.
            let named = reader::named(pairs, &options)?;
            let is_wanted = |document: &Document| {
                let names = std::iter::once(&document.id).chain(&document.own_id);
                let is_named = |ids: &HashSet<_>| names.clone().any(|id| ids.contains(id));
                named.as_ref().is_none_or(is_named)
            };
            let reading = &self.reading;
            let inputs = self.inputs()?;
            let loaded = reading.load_wanted(&inputs, wanted.analysis, &is_wanted, console)?;
            partly = !loaded.skipped.iter().all(Error::is_remark);
            options.collection_size = Some(loaded.documents.len() + loaded.unwanted);
            documents = Some(loaded.documents);
        }
        let loaded = reader::read(pairs, &options, documents)?;
        if self.documents.is_empty() {
            console.characters(&loaded.set.documents);
        }
        Ok(report(loaded, partly, console))
    }

    /// Reads a table of vectors, and reports anything unusual.
    pub(in crate::cli) fn load_vectors(
        &self,
        vectors: &Path,
        labels: Labels,
        console: &Console,
    ) -> Result<Loaded> {
        let options = PairOptions {
            vectors: true,
            labels,
            ..self.options()
        };
        let loaded = reader::read(vectors, &options, None)?;
        Ok(report(loaded, false, console))
    }

    fn options(&self) -> PairOptions {
        PairOptions {
            splits: self.split.clone(),
            skip_bad: self.skip_bad,
            ..self.columns.options()
        }
    }

    /// Refuses documents, columns and which rows count where there are no pairs: they would be ignored.
    pub(in crate::cli) fn refuse_alone(&self) -> Result<()> {
        if !self.split.is_empty() {
            let expected = "expected --pairs as well, since it selects from them";
            return Err(wrong("--split", &self.split.join(","), expected));
        }
        if self.skip_bad {
            let expected = "expected --pairs as well, since it skips some of them";
            return Err(wrong_as_said("--skip-bad", "without pairs", expected));
        }
        if let Some((option, name)) = self.columns.typed().next() {
            let expected = "expected --pairs as well, since the column is theirs";
            return Err(wrong(option, name, expected));
        }
        self.reading
            .refuse_without("--pairs", "those of its documents")?;
        match self.documents.first() {
            None => Ok(()),
            Some(first) => Err(wrong(
                "--documents",
                &first.display().to_string(),
                "expected --pairs as well, since these are its documents",
            )),
        }
    }
}

/// Reports what was left out and anything unusual.
fn report(loaded: LoadedPairs, partly: bool, console: &Console) -> Loaded {
    console.charset_of_pairs(loaded.charset);
    console.left_out(("pair", "pairs"), &loaded.skipped);
    for warning in &loaded.warnings {
        console.warn(&warning.to_string());
    }
    Loaded {
        partly: partly || !loaded.skipped.iter().all(Error::is_remark),
        audit: loaded.audit,
        rows: loaded.rows,
        set: loaded.set,
    }
}
