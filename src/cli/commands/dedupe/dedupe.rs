//! The options of `dejalu dedupe`, and the steps of a run.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use dejalu::collection::{Constraints, DedupeOptions, Judge, MoveOptions, Sample, Threshold};
use dejalu::error::Result;
use serde_json::{Value, json};

use super::audit::AuditArgs;
use super::help;
use super::moving::MovingArgs;
use super::outputs::{OutputArgs, Outputs};
use crate::cli::commands::source::{InIndex, Source};
use crate::cli::console::Console;
use crate::cli::options::{
    BlockBy, Decision, Finding, Ignoring, Reading, share, typed, whole, wrong,
};
use crate::cli::run::{Outcome, Run};

/// Options that need all documents in memory.
const NEED_ALL: [&str; 23] = [
    "index",
    "rule",
    "against",
    "linkage",
    "audit",
    "audit_sample",
    "evaluate",
    "pairs_out",
    "pairs_sample",
    "matrix",
    "merge",
    "json",
    "report",
    "review",
    "evidence",
    "move_removed",
    "candidates",
    "filter",
    "order",
    "seed",
    "block_by",
    "ignore",
    "ignore_quotes",
];

/// Group the near-duplicates of a collection
#[derive(Debug, Args)]
#[command(mut_args(help::placed))]
#[command(after_help = "\
Examples:
  dejalu dedupe docs.jsonl --out groups.csv
  dejalu dedupe docs.jsonl --model model.json --out groups.csv --write-kept kept.jsonl
  dejalu dedupe train.jsonl --against test.jsonl --out seen.csv --write-kept clean.jsonl
  dejalu dedupe wos.ris pubmed.nbib scopus.csv --write-kept clean.ris --out groups.csv
  dejalu dedupe crawl.warc.gz --fit-on 500 --out groups.csv --write-kept clean.jsonl.gz

A row for every document: id; group and representative (the kept id); score (of the pair that joined it); kept; lost \
(share of its three-word runs that the representative lacks); reason \
(unique, longest or another --keep, loses-more, copy, duplicate); relation to the representative (identical, contained, \
contains, revised: each holds at least half of the other, shares); of several sources the source; of records title, \
author, year. Nothing is deleted. 'dejalu audit' checks the table, 'dejalu apply' carries it out, 'dejalu explain \
--groups' shows why, 'dejalu diff' compares two.")]
pub(in crate::cli) struct Dedupe {
    /// Folder, tables, reference files or archives, several as one; - is JSONL on stdin
    ///
    /// .csv, .xlsx, .ris, .zip and others: docs/formats.md; each document at most 16 MiB.
    #[arg(
        value_name = "DOCUMENTS",
        required_unless_present = "index",
        conflicts_with = "index"
    )]
    pub(super) documents: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) outputs: OutputArgs,

    /// Minimum score of a duplicate: own, copy, revision, rewrite, auto or a number
    ///
    /// own: the threshold of the model or rule. copy, revision, rewrite: a level of the model ('dejalu model show' lists
    /// them). auto: a guess from the scores of this collection; the score of a pair whose similarities are all 0.9 if they
    /// show no threshold, never below own or that of 0.75 (0.6 if rare duplicates stand apart). Several numbers add a column, at; --against takes own, a level or
    /// one number [default: auto with the built-in model, otherwise own]
    #[arg(long, help_heading = "Grouping", value_name = "T")]
    pub(super) at: Vec<String>,

    /// Which of a group stays: longest, first, newest or centroid [default: longest]
    ///
    /// first: in the input; in an index the one added first. newest: latest 'date' in ISO 8601, undated ones last.
    /// centroid: most similar to the others.
    #[arg(
        long,
        help_heading = "Grouping",
        value_name = "WHICH",
        default_value = "longest",
        hide_default_value = true
    )]
    pub(super) keep: String,

    #[command(flatten)]
    pub(super) index: InIndex,

    #[command(flatten)]
    decision: Decision,

    /// Remove what this other collection or index has a near-duplicate of
    #[arg(long, help_heading = "Grouping", value_name = "OTHER", conflicts_with_all = ["pairs_out", "pairs_sample", "merge", "evaluate", "linkage", "keep", "lose_at_most", "boilerplate", "report", "review", "evidence", "audit", "audit_sample", "matrix", "constraints"])]
    pub(super) against: Option<PathBuf>,

    /// How to form groups: star, single or complete [default: star]
    ///
    /// star: members are duplicates of the kept one; single: a pair joins two groups; complete: all pairs are duplicates.
    #[arg(
        long,
        help_heading = "Grouping",
        value_name = "HOW",
        default_value = "star",
        hide_default_value = true
    )]
    pub(super) linkage: String,

    /// Must-link and cannot-link pairs, which override scores
    ///
    /// A table with id_a, id_b, and constraint (must-link, cannot-link; withdrawn takes back an earlier row) or label (1, 0),
    /// as 'dejalu label' writes it. Copies follow their originals unless a row separates them.
    #[arg(long, help_heading = "Grouping", value_name = "FILE")]
    pub(super) constraints: Option<PathBuf>,

    /// Keep what would lose more than this share of its text
    ///
    /// The share of its three-word runs that the representative lacks; 1 sets no limit [default: 0.2 with --at auto,
    /// otherwise 1]
    #[arg(long, help_heading = "Grouping", value_name = "SHARE", value_parser = share)]
    lose_at_most: Option<f64>,

    /// Ignore passages of forms and manuals: auto, keep or N [default: auto]
    ///
    /// Those that more than N groups of near copies repeat, from 1 to 250; auto is 10 with --at auto, otherwise keep (ignore
    /// none). The column 'lost' still counts them.
    #[arg(
        long,
        help_heading = "Grouping",
        value_name = "auto|keep|N",
        default_value = "auto",
        hide_default_value = true
    )]
    pub(super) boilerplate: String,

    /// Process what does not fit into memory: threshold and boilerplate come from the first MB of text. Needs a model, star
    /// groups, and three times the texts' size on disk, next to --out
    #[arg(long, help_heading = "Grouping", value_name = "MB", value_parser = whole::<u32>(1, u32::MAX.into()), conflicts_with_all = NEED_ALL)]
    fit_on: Option<u32>,

    /// Estimate the time and memory, by trials on some of the documents, and stop
    #[arg(long, help_heading = "Results", conflicts_with_all = ["fit_on", "against", "index"])]
    dry_run: bool,

    #[command(flatten)]
    audit: AuditArgs,

    /// Compare the groups with known clusters (column 'cluster' of the documents)
    #[arg(long, help_heading = "Results")]
    pub(super) evaluate: bool,

    #[command(flatten)]
    moving: MovingArgs,

    #[command(flatten)]
    block_by: BlockBy,

    #[command(flatten)]
    pub(super) finding: Finding,

    #[command(flatten)]
    pub(super) ignoring: Ignoring,

    #[command(flatten)]
    pub(super) reading: Reading,
}

impl Run for Dedupe {
    fn settings(&self) -> Result<Value> {
        let judge = self.source()?.judge(&self.decision, &self.reading, None)?;
        Ok(json!({
            "documents": typed(&self.documents), "index": self.index.index, "against": self.against,
            "decision": self.decision, "judge": judge.to_string(),
            "options": self.options(&judge, false)?, "fit_on": self.fit_on, "constraints": self.constraints, "moving": self.moving, "audit": self.audit, "block_by": self.block_by, "ignoring": self.ignoring, "reading": self.reading,
            "out": self.outputs.out(), "pairs_out": self.outputs.pairs_out,
            "sort": self.outputs.sort, "matrix": self.outputs.matrix,
            "write_kept": self.outputs.write_kept, "merge": self.outputs.merge, "json": self.outputs.json,
            "report": self.outputs.report, "review": self.outputs.review, "evidence": self.outputs.evidence,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let begun = Instant::now();
        let source = self.source()?;
        let judge = source.judge(&self.decision, &self.reading, Some(console))?;
        let judge = self.block_by.apply(judge)?;
        let options = self.options(&judge, true)?;
        options.check(&judge)?;
        if self.dry_run {
            return self.only_estimate(&source, &judge, &options, console);
        }
        let moving = self.moving(&options, &judge, console)?;
        let files = source.files(&self.reading, &judge);
        let task = Task {
            judge: &judge,
            options,
            outputs: Outputs::open(&self.outputs, &source, files, &judge)?,
            moving,
            console,
        };
        let done = match (source.inputs(), self.fit_on) {
            (Some(documents), Some(megabytes)) => self.in_pieces(documents, megabytes, task)?,
            _ => self.in_memory(&source, task)?,
        };
        let summary = done.summary + &super::summary::effort(begun.elapsed());
        console.summary(&summary, self.outputs.take_stdout())?;
        Ok(done.outcome)
    }
}

/// The task for the documents.
pub(super) struct Task<'a> {
    pub(super) judge: &'a Judge,
    pub(super) options: DedupeOptions,
    pub(super) outputs: Outputs<'a>,
    /// Destination of the removed files.
    pub(super) moving: Option<MoveOptions>,
    pub(super) console: &'a Console,
}

/// A run that came to its end.
pub(super) struct Done {
    /// The summary, in lines.
    pub(super) summary: String,
    pub(super) outcome: Outcome,
}

impl Dedupe {
    fn source(&self) -> Result<Source> {
        Source::new(&self.documents, &self.index)
    }

    fn options(&self, judge: &Judge, with_answers: bool) -> Result<DedupeOptions> {
        self.outputs.check()?;
        self.audit.check(self.outputs.out())?;
        let threshold = Threshold::of_groups(&self.at, judge)?;
        self.check_kept(&threshold)?;
        let read = self.constraints.as_deref().filter(|_| with_answers);
        Ok(DedupeOptions {
            candidates: self.finding.options()?,
            linkage: self.linkage.parse()?,
            keep: self.keep.parse()?,
            lose_at_most: self.lose_at_most,
            boilerplate: self.boilerplate.parse()?,
            constraints: read.map(Constraints::read).transpose()?.unwrap_or_default(),
            threshold,
            audit: self.audit.options(self.finding.seed, with_answers)?,
            evaluate: self.evaluate,
            sample: self.outputs.pairs_sample.map(|pairs| Sample {
                pairs,
                seed: self.finding.seed,
            }),
            count_at_default: true,
            all_pairs: self.outputs.pairs_out.is_some() || self.outputs.evidence.is_asked(),
        })
    }

    /// Refuses several thresholds where what is kept at one of them is written, or reviewed.
    fn check_kept(&self, threshold: &Threshold) -> Result<()> {
        let is_verdict = self.audit.audit.is_some();
        let option = if self.outputs.write_kept.is_some() {
            "--write-kept"
        } else if self.outputs.review.is_some() {
            "--review"
        } else {
            return Ok(());
        };
        if threshold.given().len() < 2 || is_verdict {
            return Ok(());
        }
        let expected =
            format!("expected one threshold with {option}, since each keeps other documents");
        Err(wrong("--at", &threshold.to_string(), &expected))
    }

    /// The move of removed files, if one was asked for and can be made.
    fn moving(
        &self,
        options: &DedupeOptions,
        judge: &Judge,
        console: &Console,
    ) -> Result<Option<MoveOptions>> {
        let Some(moving) = self.moving.options(&self.documents)? else {
            return Ok(None);
        };
        if moving.prepare(options, judge)? {
            let shown = moving.into.display();
            console.warn(&format!("{shown}: an interrupted move was undone first"));
        }
        Ok(Some(moving))
    }
}
