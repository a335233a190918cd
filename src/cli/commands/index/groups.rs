//! `dejalu index groups` and `dejalu index refit`.

use std::path::PathBuf;

use clap::Args;
use dejalu::collection::index::{GroupOptions, Groups, Index};
use dejalu::collection::{Constraints, Threshold};
use dejalu::error::Result;
use dejalu_io::{OutputFile, STANDARD_STREAM};
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::commands::groups_table;
use crate::cli::commands::source::write_row;
use crate::cli::commands::table::Table;
use crate::cli::console::Console;
use crate::cli::options::{share, whole, written_as, wrong};
use crate::cli::run::{Outcome, Run};

/// Options of forming groups.
#[derive(Debug, Args, Serialize)]
#[command(next_help_heading = "Grouping")]
struct Forming {
    /// Minimum score of a duplicate: own (the threshold of the index's model), a level of the model ('dejalu
    /// model show' lists them: copy, revision, rewrite), auto (a guess from the scores), or a number; --at revision [default: auto with the built-in model, otherwise own]
    #[arg(long, value_name = "T")]
    at: Option<String>,

    /// Representative of a group: longest, first (in the input; in an index the one added first), newest (latest
    /// 'date'), or centroid (most similar to the others) [default: longest]
    #[arg(long, value_name = "WHICH")]
    keep: Option<String>,

    /// Keep a document if its representative lacks more than this share of its three-word runs; 1
    /// sets no limit [default: 0.2 with --at auto, otherwise 1]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    lose_at_most: Option<f64>,

    /// Ignore passages that more than N groups of near copies repeat (form and manual boilerplate) when comparing
    /// documents: auto (10 with --at auto, otherwise keep), keep (ignore none), or a number from 1 to 250. Boilerplate
    /// is determined once, when groups are formed [default: auto]
    #[arg(long, value_name = "auto|keep|N")]
    boilerplate: Option<String>,

    /// Choose the threshold and the boilerplate from the first MB of text in the index, then add the rest in
    /// batches, which saves memory. Documents added in one run are sorted by id [default: 500]
    #[arg(long, value_name = "MB", value_parser = whole::<u32>(1, u32::MAX.into()))]
    fit_on: Option<u32>,
}

impl Forming {
    fn options(&self, index: &Index) -> Result<GroupOptions> {
        let mut options = GroupOptions {
            threshold: Threshold::of_groups(self.at.as_slice(), &index.judge())?,
            lose_at_most: self.lose_at_most,
            ..GroupOptions::default()
        };
        if let Some(keep) = &self.keep {
            options.keep = keep.parse()?;
        }
        if let Some(boilerplate) = &self.boilerplate {
            options.boilerplate = boilerplate.parse()?;
        }
        if let Some(megabytes) = self.fit_on {
            options.fit_on = u64::from(megabytes) * 1_000_000;
        }
        Ok(options)
    }

    /// Refuses to form groups that are there by other rules.
    fn refuse(&self) -> Result<()> {
        let lose_at_most = self.lose_at_most.map(|most| most.to_string());
        let fit_on = self.fit_on.map(|megabytes| megabytes.to_string());
        let given = [
            ("--at", &self.at),
            ("--keep", &self.keep),
            ("--lose-at-most", &lose_at_most),
            ("--boilerplate", &self.boilerplate),
            ("--fit-on", &fit_on),
        ];
        let given = given
            .into_iter()
            .find_map(|(name, it)| Some((name, it.as_ref()?)));
        match given {
            None => Ok(()),
            Some((name, value)) => Err(wrong(
                name,
                value,
                "not allowed, since the index already has groups; to change them, use 'dejalu index refit'",
            )),
        }
    }
}

/// Form the groups of an index, or show them
///
/// The first run groups near-duplicates as 'dejalu dedupe' does: star groups, in which each member is a duplicate of
/// the representative. The index then keeps its groups: documents added later join them by the same threshold, and a
/// group keeps its number. Writes the same table as 'dejalu dedupe', and removes nothing from the index. Compares each
/// document with those that the model's filter finds, as 'dejalu dedupe --candidates exact' does; by default 'dejalu
/// dedupe' compares every pair of a small collection, and may find more.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu index groups archive.index --out groups.csv
  dejalu index groups archive.index --at 1.2 --keep newest --out groups.csv
  dejalu index groups archive.index --constraints known.csv --out groups.csv
  dejalu index groups crawl.index --fit-on 200 --out groups.csv
  dejalu index groups archive.index --out groups.csv --write-kept kept.jsonl.gz")]
pub(super) struct GroupsCommand {
    /// Folder of the index
    #[arg(value_name = "DIR")]
    index: PathBuf,

    #[command(flatten)]
    forming: Forming,

    /// Must-link and cannot-link pairs, which override scores and are stored in the index: a table
    /// with id_a, id_b, constraint (must-link, cannot-link, or withdrawn, which takes back what the index stores)
    #[arg(long, help_heading = "Grouping", value_name = "FILE")]
    constraints: Option<PathBuf>,

    /// Table of groups to write (.csv, also .gz, .zst); - is stdout
    #[arg(long, short, help_heading = "Results", value_name = "FILE", value_parser = written_as(".csv"), default_value = STANDARD_STREAM)]
    out: PathBuf,

    /// Write the kept documents (.jsonl, also .gz, .zst) as the index stores them: id, title, text (the main content of
    /// a web page), date, cluster and split; in the order in which they were added
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = written_as(".jsonl"))]
    write_kept: Option<PathBuf>,
}

impl Run for GroupsCommand {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "index": self.index, "forming": self.forming, "constraints": self.constraints,
            "out": self.out, "write_kept": self.write_kept,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let constraints = self
            .constraints
            .as_deref()
            .map(Constraints::read)
            .transpose()?;
        let mut index = Index::open(&self.index)?;
        let out = OutputFile::create(&self.out)?;
        let kept = self.write_kept.as_deref();
        let kept = kept.map(OutputFile::create).transpose()?;
        if index.rules()?.is_some() {
            self.forming.refuse()?;
        } else {
            let change = index.form_groups(&self.forming.options(&index)?, console)?;
            console.say(&change.sentence());
        }
        if let Some(constraints) = constraints {
            console.say(&index.constrain(&constraints)?.sentence());
        }
        if let Some(groups) = index.groups()? {
            let rules = groups.rules.sentence(&index.judge());
            match groups.rules.basis {
                Some(basis) if !basis.is_seen() && console.is_quiet() => console.alert(&rules),
                _ => console.say(&rules),
            }
            groups_table::write_of_index(Table::new(out), &groups)?;
            kept.map_or(Ok(()), |kept| write_kept(kept, &index, &groups))?;
        }
        Ok(Outcome::Done)
    }
}

/// Form the groups of an index again, with another threshold or other rules
///
/// Chooses the threshold and the boilerplate again, from all documents now in the index. A group that holds the same
/// documents keeps its number.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu index refit archive.index
  dejalu index refit archive.index --at 1.4 --out groups.csv")]
pub(super) struct Refit {
    /// Folder of the index
    #[arg(value_name = "DIR")]
    index: PathBuf,

    #[command(flatten)]
    forming: Forming,

    /// Table of groups to write (.csv, also .gz, .zst); - is stdout
    #[arg(long, short, help_heading = "Results", value_name = "FILE", value_parser = written_as(".csv"))]
    out: Option<PathBuf>,
}

impl Run for Refit {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "index": self.index, "forming": self.forming, "out": self.out }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let mut index = Index::open(&self.index)?;
        let out = self.out.as_deref().map(OutputFile::create).transpose()?;
        let change = index.form_groups(&self.forming.options(&index)?, console)?;
        console.say(&change.sentence());
        if let Some(groups) = index.groups()? {
            console.say(&groups.rules.sentence(&index.judge()));
            out.map_or(Ok(()), |out| {
                groups_table::write_of_index(Table::new(out), &groups)
            })?;
        }
        Ok(Outcome::Done)
    }
}

fn write_kept(mut out: OutputFile, index: &Index, groups: &Groups) -> Result<()> {
    index.each_kept(groups, |document| write_row(document, &mut out))?;
    out.finish()
}
