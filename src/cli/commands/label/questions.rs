//! Options for what is asked.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::cli::commands::source::InIndex;
use crate::cli::options::{Finding, ModelFile, PromiseArgs, Reading, whole};

/// Questions of an audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum AuditOf {
    /// Pairs of all scores, to estimate precision, recall and F1 of any model
    Pairs,
    /// The documents that dedupe would remove, for audit --answers
    Removals,
    /// The removals that were drawn into --out ('dejalu audit --draw')
    Drawn,
    /// Nothing
    None,
}

/// Collection to label, and the file of answers.
#[derive(Debug, Args)]
pub(super) struct Questions {
    /// The collection: a folder, or tables, reference files or archives (.csv, .xlsx, .ris, .zip and
    /// others: docs/formats.md), several as one; each document at most 16 MiB
    #[arg(
        value_name = "DOCUMENTS",
        required_unless_present_any = ["index", "pairs"],
        conflicts_with_all = ["index", "pairs"]
    )]
    pub(super) collection: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) index: InIndex,

    /// Ask about the pairs of this table (id_a, id_b); ignores its labels
    #[arg(
        long,
        value_name = "PAIRS",
        requires = "documents",
        conflicts_with = "index"
    )]
    pub(super) pairs: Option<PathBuf>,

    /// Documents of --pairs; may be repeated
    #[arg(long, short, value_name = "DOCUMENTS", requires = "pairs")]
    pub(super) documents: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) model: ModelFile,

    /// File of answers (.jsonl); new answers are appended, and pairs answered in it are not asked
    /// again
    #[arg(long, short, value_name = "LABELS", required = true)]
    pub(super) out: Option<PathBuf>,

    /// Questions of the audit
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = AuditOf::Pairs, help_heading = "Questions")]
    pub(super) audit: AuditOf,

    /// Number of removed documents to ask about, with --audit removals
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = whole::<usize>(1, 10_000_000), help_heading = "Questions")]
    pub(super) audit_sample: usize,

    /// The bound that the removals are drawn for, with --audit removals.
    #[command(flatten, next_help_heading = "Questions")]
    pub(super) promise: PromiseArgs,

    #[command(flatten)]
    pub(super) finding: Finding,

    #[command(flatten)]
    pub(super) reading: Reading,
}

impl Questions {
    /// The paths of the collection, or of the documents of --pairs.
    pub(super) fn sources(&self) -> &[PathBuf] {
        match &self.documents[..] {
            [] => &self.collection,
            documents => documents,
        }
    }
}
