//! Options for what an audit promises, and its file of questions.

use std::path::Path;

use clap::Args;
use dejalu::collection::{GivenPromise, Promise};
use dejalu::error::Result;
use dejalu::pairs::{Handwritten, LabelRow, handwritten};
use dejalu_io::STANDARD_STREAM;
use serde::Serialize;

use super::values::{share, whole, wrong};
use crate::cli::files::lost;

/// The bound that an audit promises.
#[derive(Debug, Clone, Args, Serialize)]
pub(in crate::cli) struct PromiseArgs {
    /// Largest acceptable share of wrong removals (removed documents that are not duplicates of
    /// their representative) [default: that of the draw, or 0.02]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    wrong_at_most: Option<f64>,

    /// Confidence level of the bound [default: that of the draw, or 0.95]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    confidence: Option<f64>,

    /// Number of tests planned with the same answers: for other groups, after more answers, or for another bound. Declare it
    /// when you draw the questions, since it divides the error rate (Bonferroni): --looks 2 allows you to draw more once, after
    /// a failure. Groups made from the answers need new questions [default: that of the draw, or 1]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1_000))]
    looks: Option<u32>,
}

impl PromiseArgs {
    /// The promise, where nothing else is said that which the answers were drawn for; none without an audit, `by` which
    /// options there would be one. Refuses a part of it that nothing is audited for.
    pub(in crate::cli) fn promise(
        &self,
        answers: Option<&[LabelRow]>,
        by: &str,
    ) -> Result<Option<Promise>> {
        let given = GivenPromise {
            wrong_at_most: self.wrong_at_most,
            confidence: self.confidence,
            looks: self.looks,
        };
        given.promise(answers, by)
    }
}

/// Refuses a file of questions under the name of a table, or one that would lose answers; `draws` is the option that
/// draws them, and `carries` the one that carries answers over.
pub(in crate::cli) fn check_questions(out: &Path, [draws, carries]: [&str; 2]) -> Result<()> {
    let shown = out.display().to_string();
    if shown != STANDARD_STREAM && !is_questions(out) {
        let expected = format!("expected a name that ends in .jsonl: {draws} writes questions");
        return Err(wrong("--out", &shown, &expected));
    }
    match handwritten(out) {
        Ok(Handwritten::Nothing) => Ok(()),
        Ok(Handwritten::InColumn(column)) if column == "label" => {
            let expected = format!(
                "expected another file, since this one holds answers, which would be lost; {carries} carries them over"
            );
            Err(wrong("--out", &shown, &expected))
        }
        other => Err(lost("--out", &shown, other)),
    }
}

/// Refuses a table under the name of questions.
pub(in crate::cli) fn check_table(out: &Path, draws: &str) -> Result<()> {
    if !is_questions(out) {
        return Ok(());
    }
    let expected = format!(
        "expected a name that ends in .csv (also .csv.gz, .csv.zst), or {draws} N, which writes questions"
    );
    Err(wrong("--out", &out.display().to_string(), &expected))
}

fn is_questions(out: &Path) -> bool {
    out.to_string_lossy().ends_with(".jsonl")
}
