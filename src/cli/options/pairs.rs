//! Which pairs, of which documents?

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::{Reading, wrong};
use crate::cli::console::Console;
use crate::error::Result;
use crate::pairs::PairSet;
use crate::pairs::reader::{self, LoadedPairs, PairOptions};
use crate::text::AnalysisOptions;

/// Where pairs and their documents are.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Pairs and documents")]
pub(in crate::cli) struct Pairs {
    /// Pairs: a .csv, .tsv or .jsonl file (also .gz, .zst) with id_a, id_b, label, or with texts
    /// (text_a, text_b) or paths (path_a, path_b) in place of the ids; - is stdin
    #[arg(value_name = "PAIRS")]
    pub(in crate::cli) pairs: PathBuf,

    #[command(flatten)]
    #[serde(flatten)]
    pub(in crate::cli) selection: Selection,
}

/// Which documents and which rows.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Pairs and documents")]
pub(in crate::cli) struct Selection {
    /// The documents that ids name: a folder of texts and web pages, or a .jsonl, .csv, .tsv file
    /// (also .gz, .zst); each has at most 64 MiB
    #[arg(long, short, value_name = "DOCUMENTS")]
    documents: Option<PathBuf>,

    /// Keep only pairs of these splits (the column 'split')
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(in crate::cli) split: Vec<String>,

    /// Leave out pairs that cannot be read, and count them
    #[arg(long)]
    skip_bad: bool,

    /// Column of the first document's id
    #[arg(long, value_name = "NAME", default_value = "id_a")]
    left: String,

    /// Column of the second document's id
    #[arg(long, value_name = "NAME", default_value = "id_b")]
    right: String,

    /// Column of the label (1/0, +1/-1, true/false, yes/no, duplicate/distinct)
    #[arg(long, value_name = "NAME", default_value = "label")]
    label: String,

    #[command(flatten)]
    #[serde(flatten)]
    reading: Reading,
}

/// What a command wants of pairs, whatever is typed.
#[derive(Clone, Copy)]
pub(in crate::cli) struct Wanted<'a> {
    /// Whether a pair may lack a label.
    pub(in crate::cli) unlabelled: bool,
    /// The columns that are features.
    pub(in crate::cli) columns: &'a [String],
    /// How documents are read.
    pub(in crate::cli) analysis: &'a AnalysisOptions,
}

/// Pairs as read, and whether something was left out.
#[derive(Default)]
pub(in crate::cli) struct Loaded {
    pub(in crate::cli) set: PairSet,
    pub(in crate::cli) partly: bool,
}

impl Selection {
    /// Reads pairs and their documents, and tells of what is odd.
    pub(in crate::cli) fn load(
        &self,
        pairs: &Path,
        wanted: Wanted<'_>,
        console: &Console,
    ) -> Result<Loaded> {
        let named = [&self.left, &self.right, &self.label];
        if let Some(column) = wanted.columns.iter().find(|column| named.contains(column)) {
            let expected = "expected another column than those that name and label the pair";
            return Err(wrong("--column", column, expected));
        }
        let read = |source| self.reading.load(source, wanted.analysis, console);
        let read = self.documents.as_deref().map(read).transpose()?;
        let partly = read.as_ref().is_some_and(|read| read.partly);
        let options = PairOptions {
            unlabelled: wanted.unlabelled,
            main_content: wanted.analysis.main_content,
            columns: wanted.columns.to_vec(),
            ..self.options()
        };
        let documents = read.map(|read| read.documents);
        let loaded = reader::read(pairs, &options, documents)?;
        Ok(told(loaded, partly, console))
    }

    /// Reads a table of labelled vectors, and tells of what is odd.
    pub(in crate::cli) fn load_vectors(&self, vectors: &Path, console: &Console) -> Result<Loaded> {
        let options = PairOptions {
            vectors: true,
            ..self.options()
        };
        let loaded = reader::read(vectors, &options, None)?;
        Ok(told(loaded, false, console))
    }

    fn options(&self) -> PairOptions {
        PairOptions {
            left: self.left.clone(),
            right: self.right.clone(),
            label: self.label.clone(),
            splits: self.split.clone(),
            skip_bad: self.skip_bad,
            ..PairOptions::default()
        }
    }

    /// Refuses documents that no pairs name: they would be ignored.
    pub(in crate::cli) fn refuse_alone(&self) -> Result<()> {
        match &self.documents {
            None => Ok(()),
            Some(documents) => Err(wrong(
                "--documents",
                &documents.display().to_string(),
                "expected --pairs as well, whose documents these are",
            )),
        }
    }
}

/// Tells of what was left out and of what is odd.
fn told(loaded: LoadedPairs, partly: bool, console: &Console) -> Loaded {
    console.left_out(("pair", "pairs"), &loaded.skipped);
    console.charsets(&loaded.set.documents);
    for warning in &loaded.warnings {
        console.warn(&warning.to_string());
    }
    Loaded {
        partly: partly || !loaded.skipped.is_empty(),
        set: loaded.set,
    }
}
