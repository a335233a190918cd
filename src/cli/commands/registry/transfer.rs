//! `dejalu registry export` and `import`.

use std::path::PathBuf;

use clap::Args;
use dejalu::document::Document;
use dejalu::document::reader::OnBad;
use dejalu::error::{IoContext, Result};
use dejalu::registry::{Access, transfer};
use dejalu_base::plural::counted;
use dejalu_io::OutputFile;
use serde_json::{Value, json};

use super::registrations::Registrations;
use super::store::StoreFile;
use crate::cli::console::Console;
use crate::cli::run::{Outcome, Run};

/// Documents of an import that are registered at once.
const BATCH: usize = 4096;

/// Write the registered documents to a file that import can read
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu registry export --store archive.registry --out archive.jsonl.zst

The file is JSONL that every command accepts as DOCUMENTS. Registries of the same documents give the same \
bytes, whatever the order of registration.")]
pub(super) struct Export {
    #[command(flatten)]
    store: StoreFile,

    /// File to write (.jsonl, also .gz, .zst); - is stdout
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    out: PathBuf,
}

impl Run for Export {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "store": self.store.store, "out": self.out }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let registry = self.store.open(Access::Read)?;
        let mut out = OutputFile::create(&self.out)?;
        let mut written = 0;
        registry.export(|document| {
            written += 1;
            transfer::write(&document, &mut out).context("write", &self.out)
        })?;
        out.finish()?;
        let written = counted(written, "document", "documents");
        console.say(&format!("{written} written"));
        Ok(Outcome::Done)
    }
}

/// Register the documents of an export, copies included
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu registry import archive.jsonl.zst --store other.registry")]
pub(super) struct Import {
    /// File written by export; - is stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    store: StoreFile,
}

impl Run for Import {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "file": self.file, "store": self.store.store }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let mut registry = self.store.open(Access::Write)?;
        let mut documents = transfer::read(&self.file)?;
        let mut registrations = Registrations::new(console, false);
        let mut import = || loop {
            let batch: Vec<Result<Document>> = documents.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                return Ok(());
            }
            registrations.register(&mut registry, batch, None, OnBad::Skip)?;
        };
        let done = import();
        registrations.outcome(done)
    }
}
