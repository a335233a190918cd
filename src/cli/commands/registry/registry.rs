//! The actions of `dejalu registry`.

use clap::{Args, Subcommand};
use dejalu::error::Result;
use serde_json::Value;

use crate::cli::console::Console;
use crate::cli::run::{Outcome, Run};

/// Store documents and detect copies of them, whole or in part
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu registry init --store archive.registry
  dejalu registry register archive.jsonl.zst --store archive.registry
  dejalu registry probe new.html --store archive.registry
  feed | dejalu registry register --probe-first - --store archive.registry

A store is one file. After a crash there may be a log beside it (NAME-wal): the two belong together, so
copy, move and restore both or neither; the next command that writes to the store merges them.")]
pub(in crate::cli) struct RegistryCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Init(super::init::Init),
    Probe(super::probe::Probe),
    Register(super::register::Register),
    Remove(super::contents::Remove),
    List(super::contents::List),
    Stats(super::contents::Stats),
    Verify(super::contents::Verify),
    Export(super::transfer::Export),
    Import(super::transfer::Import),
    Experiment(super::experiment::ExperimentCommand),
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
