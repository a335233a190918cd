//! `dejalu registry`, one action a file.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::Serialize;
use serde_json::Value;

use crate::cli::console::Console;
use crate::cli::options::read_file;
use crate::cli::{Outcome, Run};
use crate::error::Result;
use crate::registry::{Access, Class, CopyRule, ProbeOptions, Registry};
use crate::text::{Analyzer, Ignored};

mod contents;
mod experiment;
mod init;
mod probe;
mod register;
mod shown;
mod tally;
mod transfer;

/// Keep documents, and find copies of them: of whole documents or of parts
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu registry init --store archive.registry
  dejalu registry register archive.jsonl.zst --store archive.registry
  dejalu registry probe new.html --store archive.registry
  feed | dejalu registry register --probe-first - --store archive.registry

A store is one file. After a crash a log may lie beside it (NAME-wal): the two belong together, so copy, move
and restore both or neither; the next command that may write merges them.")]
pub(in crate::cli) struct RegistryCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Init(init::Init),
    Probe(probe::Probe),
    Register(register::Register),
    Remove(contents::Remove),
    List(contents::List),
    Stats(contents::Stats),
    Verify(contents::Verify),
    Export(transfer::Export),
    Import(transfer::Import),
    Experiment(experiment::ExperimentCommand),
}

impl Run for RegistryCommand {
    fn settings(&self) -> Result<Value> {
        match &self.action {
            Action::Init(action) => action.settings(),
            Action::Probe(action) => action.settings(),
            Action::Register(action) => action.settings(),
            Action::Remove(action) => action.settings(),
            Action::List(action) => action.settings(),
            Action::Stats(action) => action.settings(),
            Action::Verify(action) => action.settings(),
            Action::Export(action) => action.settings(),
            Action::Import(action) => action.settings(),
            Action::Experiment(action) => action.settings(),
        }
    }

    fn run(self, console: &Console) -> Result<Outcome> {
        match self.action {
            Action::Init(action) => action.run(console),
            Action::Probe(action) => action.run(console),
            Action::Register(action) => action.run(console),
            Action::Remove(action) => action.run(console),
            Action::List(action) => action.run(console),
            Action::Stats(action) => action.run(console),
            Action::Verify(action) => action.run(console),
            Action::Export(action) => action.run(console),
            Action::Import(action) => action.run(console),
            Action::Experiment(action) => action.run(console),
        }
    }
}

/// Where the registry is.
#[derive(Debug, Clone, Args, Serialize)]
struct StoreFile {
    /// The registry's file
    #[arg(long, short, value_name = "PATH")]
    store: PathBuf,
}

impl StoreFile {
    fn open(&self, access: Access) -> Result<Registry> {
        Registry::open(&self.store, access)
    }
}

/// What counts as copied.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "What counts")]
struct Counting {
    /// os-cds (equal and overlapping chunks) or scam (equal ones alone)
    #[arg(long, value_name = "RULE", default_value = "os-cds")]
    rule: String,

    /// The least share of a chunk's words that another must hold to overlap with it
    #[arg(
        long,
        value_name = "X",
        default_value_t = 0.8,
        allow_negative_numbers = true
    )]
    threshold: f64,

    /// Chunks of this text never count: an assignment's question, a notice that stands
    /// everywhere; may be repeated
    #[arg(long, value_name = "FILE")]
    ignore: Vec<PathBuf>,

    /// What the new document puts in double quotation marks does not count
    #[arg(long)]
    ignore_quotes: bool,
}

impl Counting {
    fn options(&self, at_least: Class) -> Result<ProbeOptions> {
        let options = ProbeOptions {
            rule: self.rule.parse::<CopyRule>()?,
            threshold: self.threshold,
            at_least,
            ignore_quotes: self.ignore_quotes,
            ..ProbeOptions::default()
        };
        options.check()?;
        Ok(options)
    }

    /// The texts that never count, to be cut out of what is shown.
    fn ignored(&self, analyzer: &Analyzer) -> Result<Vec<Ignored>> {
        let read = |path: &PathBuf| {
            let text = read_file(path, analyzer.options())?;
            Ok(Ignored::new(analyzer, Some(&text), false))
        };
        self.ignore.iter().map(read).collect()
    }

    /// The same with the sentences that never count, as the registry reads them.
    fn options_with_ignored(&self, at_least: Class, analyzer: &Analyzer) -> Result<ProbeOptions> {
        let mut options = self.options(at_least)?;
        for path in &self.ignore {
            options.ignore(&read_file(path, analyzer.options())?, analyzer);
        }
        Ok(options)
    }
}
