//! The actions of `dejalu registry`.

use clap::Args;

use crate::cli::run::{Run, commands};

/// Store documents and detect full or partial copies of them
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu registry init --store archive.registry
  dejalu registry register archive.jsonl.zst --store archive.registry
  dejalu registry probe new.html --store archive.registry
  feed | dejalu registry register --probe-first - --store archive.registry

A registry is one file. If the program is killed while it writes, a journal (NAME-wal) remains next to
it: copy, move and restore both or neither. The next command that writes restores the registry from it.")]
pub(in crate::cli) struct RegistryCommand {
    #[command(subcommand)]
    action: Action,
}

commands! {
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
}

impl RegistryCommand {
    pub(in crate::cli) fn chosen(&self) -> &dyn Run {
        self.action.chosen()
    }
}
