//! What is asked about removals, and what was answered.

use std::path::PathBuf;

use clap::Args;
use dejalu::collection::AuditOptions;
use dejalu::error::Result;
use dejalu::pairs::read_labels;
use serde::Serialize;

use crate::cli::options::{PromiseArgs, whole};

/// Options for questions and answers.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Audit")]
pub(super) struct QuestionArgs {
    /// Draw about N removals for people to check: --out is then the file of questions (labels.jsonl). No test can promise
    /// 2 % with fewer than 149, or 5 % with fewer than 59 (fewer if there are few removals); with 300 and 100 it can pass even if some
    /// are wrong. Fill in 'label' (1, 0 or unsure: is id_a a duplicate of id_b?), or answer on a page: dejalu label
    /// DOCUMENTS --audit drawn --out LABELS. With --answers, these are carried over and only missing ones are asked for
    #[arg(long, value_name = "N", requires = "out", value_parser = whole::<usize>(1, AuditOptions::MOST_DOCUMENTS as u64))]
    pub(super) draw: Option<usize>,

    /// Answers to the questions of --draw. Decides how many removals, those of least risk first, meet --wrong-at-most; the
    /// others stay, and so does what was found wrong. If none meets it the exit code is 1. Missing answers and 'unsure'
    /// count as wrong
    #[arg(long, value_name = "LABELS")]
    pub(super) answers: Option<PathBuf>,

    #[command(flatten)]
    #[serde(flatten)]
    promise: PromiseArgs,
}

impl QuestionArgs {
    /// The audit, if one was asked for. Answers keep the seed that they were drawn with.
    pub(super) fn options(&self, seed: u64) -> Result<Option<AuditOptions>> {
        let is_audited = self.draw.is_some() || self.answers.is_some();
        let answers = self.answers.as_deref().map(read_labels).transpose()?;
        let answers = answers.unwrap_or_default();
        let known = is_audited.then_some(&answers[..]);
        let Some(promise) = self.promise.promise(known, "--answers or --draw")? else {
            return Ok(None);
        };
        let options = AuditOptions {
            promise,
            sample: self.draw,
            seed,
            answers,
        };
        Ok(Some(options.with_drawn_seed()))
    }
}
