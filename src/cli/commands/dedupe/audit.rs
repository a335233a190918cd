//! Options for an audit, and what it says.

use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::collection::{Audit, AuditOptions, Deduplicated};
use dejalu::error::Result;
use dejalu::pairs::read_labels;
use serde::Serialize;

use crate::cli::options::{PromiseArgs, check_questions, check_table, whole};

/// Options for an audit of removals.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Audit")]
pub(super) struct AuditArgs {
    /// Moved to 'dejalu audit --draw'. Draw about N of the documents that would be removed, for people to check: --out is then
    /// the file of questions (labels.jsonl)
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, AuditOptions::MOST_DOCUMENTS as u64), conflicts_with_all = ["pairs_sample", "pairs_out", "matrix", "write_kept", "report", "evidence", "evaluate"])]
    pub(super) audit_sample: Option<usize>,

    /// Moved to 'dejalu audit --answers'. Answers to the questions of --audit-sample; what does not pass is kept
    #[arg(long, value_name = "LABELS", conflicts_with = "pairs_sample")]
    pub(super) audit: Option<PathBuf>,

    #[command(flatten)]
    #[serde(flatten)]
    promise: PromiseArgs,
}

impl AuditArgs {
    /// The audit, if one was asked for. The answers are read once `with_answers`.
    pub(super) fn options(&self, seed: u64, with_answers: bool) -> Result<Option<AuditOptions>> {
        let is_audited = self.audit.is_some() || self.audit_sample.is_some();
        let read = self.audit.as_deref().filter(|_| with_answers);
        let answers = read.map(read_labels).transpose()?.unwrap_or_default();
        let known = is_audited.then_some(&answers[..]);
        let Some(promise) = self.promise.promise(known, "--audit or --audit-sample")? else {
            return Ok(None);
        };
        Ok(Some(AuditOptions {
            promise,
            sample: self.audit_sample,
            seed,
            answers,
        }))
    }

    /// Refuses a file of questions that a table of groups would be written to, one that would lose
    /// answers, and a table of groups under the name of questions.
    pub(super) fn check(&self, out: Option<&Path>) -> Result<()> {
        let Some(out) = out else { return Ok(()) };
        match self.audit_sample {
            Some(_) => check_questions(out, ["--audit-sample", "--audit"]),
            None => check_table(out, "--audit-sample"),
        }
    }
}

/// Reports a draw or a verdict, in lines; nothing without an audit.
pub(super) fn lines(result: &Deduplicated) -> Vec<String> {
    let audit = result.audit.iter();
    audit.flat_map(Audit::sentences).collect()
}
