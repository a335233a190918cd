//! Options for labelled pairs, of documents or of vectors.

use std::path::{Path, PathBuf};

use clap::{Arg, Args};
use dejalu::error::{Error, ErrorKind, PairError, Result};
use dejalu::pairs::reader::Labels;
use dejalu::text::AnalysisOptions;
use dejalu_base::plural::counted;
use dejalu_io::place;
use serde::Serialize;

use super::pairs::{Loaded, Selection, Wanted};
use crate::cli::console::Console;

/// Labelled pairs, and their documents or their vectors.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Pairs")]
pub(in crate::cli) struct Labelled {
    /// Pairs: a .csv, .tsv or .jsonl file (also .gz, .zst) with id_a, id_b, label, or with texts
    /// (text_a, text_b) or paths (path_a, path_b) instead of ids; - is JSONL on stdin
    #[arg(value_name = "PAIRS", required_unless_present = "vectors")]
    pairs: Option<PathBuf>,

    /// Read feature vectors from a table written by 'dejalu vectors' instead of documents: id_a,
    /// id_b, label and one numeric column per feature. An empty cell is a missing value; a column
    /// that does not name a measure is a feature of your own
    #[arg(long, value_name = "FILE", conflicts_with = "pairs")]
    vectors: Option<PathBuf>,

    #[command(flatten)]
    #[serde(flatten)]
    pub(in crate::cli) selection: Selection,
}

impl Labelled {
    /// Reads labelled pairs to learn from, and their documents as a command wants them. The audit of a file of
    /// answers, which nothing may be trained on, is left out, and counted.
    pub(in crate::cli) fn load_to_train(
        &self,
        columns: &[String],
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<Loaded> {
        let loaded = self.load_with(true, columns, analysis, console)?;
        if loaded.audit > 0 {
            let answers = counted(loaded.audit, "answer of the audit", "answers of the audit");
            console.warn(&format!("{answers} left out: no model is trained on them"));
        }
        Ok(loaded)
    }

    /// Reads pairs whose labels do not count, and their documents.
    pub(in crate::cli) fn load_unlabelled(
        &self,
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<Loaded> {
        let wanted = Wanted {
            labels: Labels::Ignored,
            without_audit: false,
            columns: &[],
            analysis,
        };
        let pairs = self
            .pairs
            .iter()
            .map(|pairs| self.selection.load(pairs, wanted, console));
        pairs.last().unwrap_or_else(|| Ok(Loaded::default()))
    }

    /// Reads labelled pairs, and their documents as a command wants them.
    pub(in crate::cli) fn load(
        &self,
        columns: &[String],
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<Loaded> {
        self.load_with(false, columns, analysis, console)
    }

    fn load_with(
        &self,
        without_audit: bool,
        columns: &[String],
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<Loaded> {
        let wanted = Wanted {
            labels: Labels::Required,
            without_audit,
            columns,
            analysis,
        };
        match (&self.vectors, &self.pairs) {
            (Some(vectors), _) => self.selection.load_vectors(vectors, wanted.labels, console),
            (None, Some(pairs)) => self.selection.load(pairs, wanted, console),
            (None, None) => Ok(Loaded::default()),
        }
    }

    /// Returns whether these are vectors.
    pub(in crate::cli) fn are_vectors(&self) -> bool {
        self.vectors.is_some()
    }

    /// An error that they are the reason for, at them: too few of a class, too few clusters.
    pub(in crate::cli) fn blamed(&self, error: Error) -> Error {
        blamed(error, self.path())
    }

    /// The source of the pairs, for a report.
    pub(in crate::cli) fn source(&self) -> String {
        let path = self.path();
        path.map_or(String::new(), |path| path.display().to_string())
    }

    fn path(&self) -> Option<&Path> {
        self.vectors.as_deref().or(self.pairs.as_deref())
    }
}

/// An error that the pairs of this file are the reason for, at them.
pub(in crate::cli) fn blamed(error: Error, path: Option<&Path>) -> Error {
    match (error.kind(), path) {
        // That is the model's fault.
        (ErrorKind::Pair(PairError::OfVectors), _) => error,
        (ErrorKind::Learn(_) | ErrorKind::Pair(_), Some(path)) => error.at(&place(path)),
        _ => error,
    }
}

/// An argument of a command that takes vectors: what says how documents are read or compared means
/// nothing for vectors, and is refused beside them.
pub(in crate::cli) fn without_vectors(argument: Arg) -> Arg {
    const OF_DOCUMENTS: [&str; 22] = [
        "documents",
        "features",
        "field_types",
        "columns",
        "language",
        "main_content",
        "marks",
        "ignore",
        "ignore_quotes",
        "background",
        "terms",
        "candidate_recall",
        "block_by",
        "strict",
        "id",
        "text",
        "html",
        "title",
        "url",
        "fields",
        "delimiter",
        "encoding",
    ];
    if OF_DOCUMENTS.contains(&argument.get_id().as_str()) {
        argument.conflicts_with("vectors")
    } else {
        argument
    }
}
