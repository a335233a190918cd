//! The options of `dejalu dedupe`, and the steps of a run.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use dejalu::collection::{
    Audit, Collection, Constraints, DedupeOptions, Deduplicated, Judge, MoveOptions, Sample, dedupe,
};
use dejalu::document::Document;
use dejalu::document::reader::Origin;
use dejalu::error::Result;
use serde_json::{Value, json};

use super::audit::AuditArgs;
use super::moving::{MovingArgs, move_removed};
use super::outputs::{OutputArgs, Outputs};
use crate::cli::commands::source::{InIndex, Source};
use crate::cli::console::Console;
use crate::cli::memory;
use crate::cli::options::{
    BlockBy, Decision, Finding, Ignoring, Reading, threshold, whole, wrong, wrong_as_said,
};
use crate::cli::run::{Outcome, Run};

/// What needs all documents in memory.
const NEED_ALL: [&str; 22] = [
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
#[command(after_help = "\
Examples:
  dejalu dedupe docs.jsonl --out groups.csv
  dejalu dedupe docs.jsonl --model model.json --out groups.csv --write-kept kept.jsonl
  dejalu dedupe docs.jsonl --model model.json --out groups.csv --report report --evidence why
  dejalu dedupe docs.jsonl --rule jaccard=0.8 --linkage complete --keep newest --out groups.csv
  dejalu dedupe notes --rule jaccard=0.9 --move-removed removed --out groups.csv
  dejalu dedupe train.jsonl --against test.jsonl --out seen.csv --write-kept clean.jsonl
  dejalu dedupe library.ris --model records --write-kept clean.ris --merge merged.csv --out groups.csv
  dejalu dedupe crawl.warc.gz --fit-on 500 --out groups.csv --write-kept clean.jsonl.gz
  dejalu dedupe docs.jsonl --constraints known.csv --out groups.csv
  dejalu dedupe docs.jsonl --pairs-out pairs.csv --sort score --matrix matrix.csv --out groups.csv
  dejalu dedupe docs.jsonl --pairs-sample 200 --pairs-out to-label.csv --out groups.csv
  dejalu dedupe docs.jsonl --audit-sample 300 --out labels.jsonl
  dejalu dedupe docs.jsonl --audit labels.jsonl --wrong-at-most 0.02 --write-kept kept.jsonl --out groups.csv

The table has a row for every document: id; group; representative; score (of the pair that \
joined it to its group; empty for a group of one); kept; lost (share of its runs of three words \
that the representative lacks); reason (unique, longest or another --keep, loses-more, not-passed \
(no threshold passed the audit), copy, duplicate); relation to the representative (identical, contained, contains, revised: each holds \
at least half of the other, shares). Nothing is deleted.")]
pub(in crate::cli) struct Dedupe {
    /// The collection: a folder, or a table, reference file or archive (.csv, .xlsx, .ris, .zip and
    /// others: docs/formats.md), or - for JSONL on stdin; each document at most 16 MiB
    #[arg(
        value_name = "DOCUMENTS",
        required_unless_present = "index",
        conflicts_with = "index"
    )]
    documents: Option<PathBuf>,

    #[command(flatten)]
    index: InIndex,

    #[command(flatten)]
    decision: Decision,

    /// Look for near-duplicates only in this other collection or index: the representative of a
    /// document is the most similar one there, and documents without one are kept
    #[arg(long, help_heading = "Grouping", value_name = "OTHER", conflicts_with_all = ["pairs_out", "pairs_sample", "merge", "evaluate", "linkage", "keep", "lose_at_most", "boilerplate", "report", "evidence", "audit", "audit_sample", "matrix", "constraints"])]
    pub(super) against: Option<PathBuf>,

    /// Minimum score of a duplicate: own (the threshold of the model or rule), auto (a guess from
    /// the scores of this collection, never below own or the score of a pair whose similarities are
    /// all 0.75), or a number. With several numbers, the
    /// table has an extra column, at; with --against own or one number. Pairs that an abstaining model is unsure of never count, so a
    /// score below its threshold for sure duplicates is refused [default: auto with the built-in
    /// model, otherwise own]
    #[arg(
        long,
        help_heading = "Grouping",
        value_name = "T",
        value_delimiter = ','
    )]
    pub(super) at: Vec<String>,

    /// Representative of a group: longest, first (smallest id), newest (latest 'date' in ISO 8601,
    /// from a year to a time of day; documents without one come last), or centroid (most similar to
    /// the others)
    #[arg(
        long,
        help_heading = "Grouping",
        value_name = "WHICH",
        default_value = "longest"
    )]
    keep: String,

    /// How groups are formed: star (every member is a duplicate of the representative), single
    /// linkage (one duplicate pair joins two groups) or complete linkage (all pairs of a group are
    /// duplicates)
    #[arg(
        long,
        help_heading = "Grouping",
        value_name = "HOW",
        default_value = "star"
    )]
    linkage: String,

    /// What people say of pairs, against any score: a table with id_a, id_b, constraint (must-link: in
    /// one group; cannot-link: never). Exact copies go with theirs unless a row parts them, and a
    /// near-duplicate of one linked document counts as one of the other
    #[arg(long, help_heading = "Grouping", value_name = "FILE")]
    constraints: Option<PathBuf>,

    /// Keep a document beside its representative if that one lacks more than this share of its runs
    /// of three words; 1 sets no limit [default: 0.2 with --at auto, otherwise 1]
    #[arg(long, help_heading = "Grouping", value_name = "SHARE")]
    lose_at_most: Option<f64>,

    /// Passages that more than so many groups of near copies repeat around words of their own, as forms
    /// and manuals do, are left out before documents are compared: auto (10 with --at auto, otherwise none),
    /// keep (none), or a number from 1 to 250. What would be lost with a document is counted with them
    #[arg(
        long,
        help_heading = "Grouping",
        value_name = "auto|keep|N",
        default_value = "auto"
    )]
    boilerplate: String,

    /// For a collection that does not fit into memory: choose the threshold and what is boilerplate from its
    /// first documents, so many megabytes of text. The others then join the groups piece by piece; all
    /// are held on disk meanwhile, beside --out, in about three times the room of their texts. Groups are
    /// star groups by a model
    #[arg(long, help_heading = "Grouping", value_name = "MB", value_parser = whole::<u32>(1, u32::MAX.into()), conflicts_with_all = NEED_ALL)]
    fit_on: Option<u32>,

    #[command(flatten)]
    audit: AuditArgs,

    /// Compare the groups with known clusters (column 'cluster' of the documents)
    #[arg(long, help_heading = "Results")]
    evaluate: bool,

    #[command(flatten)]
    pub(super) outputs: OutputArgs,

    #[command(flatten)]
    moving: MovingArgs,

    #[command(flatten)]
    pub(super) finding: Finding,

    #[command(flatten)]
    block_by: BlockBy,

    #[command(flatten)]
    ignoring: Ignoring,

    #[command(flatten)]
    pub(super) reading: Reading,
}

impl Run for Dedupe {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "documents": self.documents, "index": self.index.index, "against": self.against,
            "decision": self.decision, "judge": self.source()?.judge(&self.decision, &self.reading)?.to_string(),
            "options": self.options(false)?, "fit_on": self.fit_on, "constraints": self.constraints, "moving": self.moving, "audit": self.audit, "block_by": self.block_by, "ignoring": self.ignoring, "reading": self.reading,
            "out": self.outputs.out(), "pairs_out": self.outputs.pairs_out,
            "sort": self.outputs.sort, "matrix": self.outputs.matrix,
            "write_kept": self.outputs.write_kept, "merge": self.outputs.merge, "json": self.outputs.json,
            "report": self.outputs.report, "evidence": self.outputs.evidence,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let begun = Instant::now();
        let options = self.options(true)?;
        let source = self.source()?;
        let judge = self
            .block_by
            .apply(source.judge(&self.decision, &self.reading)?)?;
        options.check(&judge)?;
        let moving = self.moving(&options, &judge, console)?;
        let reading = self.reading.options(judge.analysis());
        let mut outputs = Outputs::open(&self.outputs, (&source, reading), &judge)?;
        if let (Some(documents), Some(megabytes)) = (&self.documents, self.fit_on) {
            let how = (&judge, options);
            let done = self.in_pieces((documents, megabytes), how, outputs, console)?;
            self.sum_up(&done.summary, begun, console)?;
            return Ok(Outcome::unless(done.partly));
        }
        let least = self.least(&judge)?;
        let other = self.against.as_deref().map(Source::at).transpose()?;
        // Of two collections the columns that are named may be those of one.
        let have_columns = source.has_columns() || other.as_ref().is_some_and(Source::has_columns);
        let paths: Vec<&Path> = [Some(&source), other.as_ref()]
            .into_iter()
            .flatten()
            .filter_map(Source::path)
            .collect();
        let reading_of = |source: &Source<'_>| match source.path() {
            _ if have_columns && !source.has_columns() => self.reading.without_columns(),
            Some(path) => self.reading.of(path, &paths),
            None => self.reading.clone(),
        };
        let watch = memory::Watch::default();
        let warn = |document: &Document| {
            let warning = watch.read(document);
            warning.iter().for_each(|warning| console.warn(warning));
        };
        let read = source.load_seen(&reading_of(&source), (&judge, &warn), console)?;
        let mut partly = read.partly;
        if partly {
            let read = read.documents.iter().map(Origin::from);
            outputs.kept.keep_left_out(read)?;
        }
        if let Some(evidence) = &mut outputs.evidence {
            evidence.keep_whole(&read.documents, &self.ignoring, &judge)?;
        }
        let collection = Collection::new(self.ignoring.cut(
            read.documents,
            judge.analysis(),
            console,
        )?);
        self.outputs.evidence.check(&collection)?;
        self.outputs.check_size(&collection)?;
        self.check_clusters(&collection)?;
        let (summary, outcome) = match &other {
            Some(other) => {
                let others = other.load(&reading_of(other), &judge, console)?;
                partly |= others.partly;
                let others = Collection::new(self.ignoring.cut(
                    others.documents,
                    judge.analysis(),
                    console,
                )?);
                let both = [&collection, &others];
                let text = self.against(both, (&judge, least), outputs, console)?;
                (text, Outcome::Done)
            }
            None => {
                let work = (outputs, moving);
                self.group(&collection, &judge, &options, work, console)?
            }
        };
        self.sum_up(&summary, begun, console)?;
        Ok(if partly { Outcome::Incomplete } else { outcome })
    }
}

impl Dedupe {
    /// Says what came of it, and what it took.
    fn sum_up(&self, summary: &str, begun: Instant, console: &Console) -> Result<()> {
        let summary = format!("{summary}{}", super::summary::effort(begun.elapsed()));
        console.summary(&summary, self.outputs.take_stdout())
    }

    /// Refuses several thresholds where what is kept at one of them is written.
    fn check_kept(&self) -> Result<()> {
        let is_verdict = self.audit.audit.is_some();
        if self.at.len() < 2 || self.outputs.write_kept.is_none() || is_verdict {
            return Ok(());
        }
        let expected = "expected one threshold with --write-kept, since each keeps other documents";
        Err(wrong("--at", &self.at.join(","), expected))
    }

    /// Refuses to compare groups with clusters that nobody gave.
    fn check_clusters(&self, collection: &Collection) -> Result<()> {
        let mut clusters = collection.documents().iter().map(|it| &it.cluster);
        if !self.evaluate || clusters.any(Option::is_some) {
            return Ok(());
        }
        let expected = "expected a column 'cluster' with equal values for duplicates";
        Err(wrong_as_said("--evaluate", "without clusters", expected))
    }

    /// The move of removed files, if one was asked for and can be made.
    fn moving(
        &self,
        options: &DedupeOptions,
        judge: &Judge,
        console: &Console,
    ) -> Result<Option<MoveOptions>> {
        let Some(moving) = self.moving.options(self.documents.as_deref()) else {
            return Ok(None);
        };
        if moving.check(options, judge)? {
            let shown = moving.into.display();
            console.warn(&format!("{shown}: an interrupted move was undone first"));
        }
        Ok(Some(moving))
    }

    fn source(&self) -> Result<Source<'_>> {
        Source::new(self.documents.as_deref(), &self.index)
    }

    fn options(&self, with_answers: bool) -> Result<DedupeOptions> {
        self.outputs.check()?;
        self.audit.check(self.outputs.out())?;
        self.check_kept()?;
        let read = self.constraints.as_deref().filter(|_| with_answers);
        Ok(DedupeOptions {
            candidates: self.finding.options()?,
            linkage: self.linkage.parse()?,
            keep: self.keep.parse()?,
            lose_at_most: self.lose_at_most,
            boilerplate: self.boilerplate.parse()?,
            constraints: read.map(Constraints::read).transpose()?.unwrap_or_default(),
            threshold: threshold(
                &self.at,
                self.source()?
                    .judge(&self.decision, &self.reading)?
                    .is_built_in(),
            )?,
            audit: self.audit.options(self.finding.seed, with_answers)?,
            evaluate: self.evaluate,
            sample: self.outputs.pairs_sample.map(|pairs| Sample {
                pairs,
                seed: self.finding.seed,
            }),
        })
    }

    /// Groups the collection, and says what came of it, whether anything may be removed, and whether all
    /// of it was moved.
    fn group(
        &self,
        collection: &Collection,
        judge: &Judge,
        options: &DedupeOptions,
        (outputs, moving): (Outputs<'_>, Option<MoveOptions>),
        console: &Console,
    ) -> Result<(String, Outcome)> {
        let result: Deduplicated = dedupe(collection, judge, options, console)?;
        console.end();
        let warnings = super::summary::warnings(collection, options.keep, &result);
        for warning in &warnings {
            console.warn(warning);
        }
        let settings = self.report_settings(judge.named_at(result.least()), options);
        for page in outputs.write(collection, judge, &result, &warnings, &settings, console)? {
            console.say(&page);
        }
        let is_moved = match moving {
            Some(moving) => move_removed(&moving, collection, &result, console)?,
            None => true,
        };
        let has_failed = result.audit.as_ref().is_some_and(Audit::has_failed);
        Ok((
            super::summary::text(collection, judge, &result),
            Outcome::of(!has_failed, !is_moved),
        ))
    }

    /// What the report says of how it was made.
    fn report_settings(
        &self,
        decided: String,
        options: &DedupeOptions,
    ) -> Vec<(&'static str, String)> {
        let shown = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
        let settings = [
            ("Documents", shown(&self.documents)),
            ("Index", shown(&self.index.index)),
            ("Decided by", Some(decided)),
            ("Threshold", Some(options.threshold.to_string())),
            ("Linkage", Some(self.linkage.clone())),
            ("What stays", Some(self.keep.clone())),
            (
                "Lost at most",
                options.lose_at_most.map(|most| most.to_string()),
            ),
            ("Boilerplate", Some(self.boilerplate.clone())),
            ("Constraints", shown(&self.constraints)),
        ];
        let named = settings
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)));
        named.collect()
    }
}
