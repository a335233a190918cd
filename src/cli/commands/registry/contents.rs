//! `dejalu registry remove`, `list`, `stats` and `verify`.

use clap::Args;
use dejalu::document::DocumentId;
use dejalu::error::{IoContext, Result};
use dejalu::registry::Access;
use dejalu_base::plural::{count, counted};
use serde_json::{Value, json};

use super::answers::csv_line;
use super::store::StoreFile;
use crate::cli::console::Console;
use crate::cli::run::{Outcome, Run};

/// Remove documents from the registry
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu registry remove 2024/letter.txt 2024/notice.txt --store archive.registry")]
pub(super) struct Remove {
    /// Ids of the documents; if one is not registered, none is removed
    #[arg(value_name = "ID", required = true)]
    ids: Vec<String>,

    #[command(flatten)]
    store: StoreFile,
}

impl Run for Remove {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "ids": self.ids, "store": self.store.store }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let mut registry = self.store.open(Access::Write)?;
        let ids: Vec<DocumentId> = self.ids.iter().map(|id| id.as_str().into()).collect();
        let removed = registry.remove(&ids)?;
        let removed = counted(removed, "document", "documents");
        console.say(&format!("{removed} removed"));
        Ok(Outcome::Done)
    }
}

/// List the registered documents, with their number of chunks
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu registry list --store archive.registry

The column 'sentences' counts chunks: see 'dejalu registry probe --help'.")]
pub(super) struct List {
    #[command(flatten)]
    store: StoreFile,

    /// Write JSON instead of CSV
    #[arg(long)]
    json: bool,
}

impl Run for List {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "store": self.store.store, "json": self.json }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let listed = self.store.open(Access::Read)?.list()?;
        let text = if self.json {
            format!("{:#}\n", json!(listed))
        } else {
            let head = csv_line(["id", "sentences"].map(str::to_string));
            let row = |it: &dejalu::registry::Listed| {
                csv_line([it.id.to_string(), it.sentences.to_string()])
            };
            std::iter::once(head)
                .chain(listed.iter().map(row))
                .collect()
        };
        console.data(&text)?;
        Ok(Outcome::Done)
    }
}

/// Show the size of the registry
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu registry stats --store archive.registry --json")]
pub(super) struct Stats {
    #[command(flatten)]
    store: StoreFile,

    /// Write JSON instead of text
    #[arg(long)]
    json: bool,
}

impl Run for Stats {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "store": self.store.store, "json": self.json }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let path = &self.store.store;
        let stats = self.store.open(Access::Read)?.stats()?;
        let bytes = path.metadata().context("read", path)?.len();
        let text = if self.json {
            let mut object = json!(stats);
            object["bytes"] = bytes.into();
            format!("{object:#}\n")
        } else {
            format!(
                "documents  {}\nchunks     {}\nwords      {}\nbytes      {}\nlanguage   {}\nformat     {}, made by {}\n",
                count(stats.documents),
                count(stats.sentences),
                count(stats.words),
                count(bytes),
                stats.analysis.language,
                stats.format,
                stats.made_by,
            )
        };
        console.data(&text)?;
        Ok(Outcome::Done)
    }
}

/// Read the whole registry and check its integrity
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu registry verify --store archive.registry")]
pub(super) struct Verify {
    #[command(flatten)]
    store: StoreFile,
}

impl Run for Verify {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "store": self.store.store }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let registry = self.store.open(Access::Read)?;
        registry.verify()?;
        let documents = counted(registry.stats()?.documents, "document", "documents");
        console.data(&format!(
            "{documents}: texts, chunks and lists are intact\n"
        ))?;
        Ok(Outcome::Done)
    }
}
