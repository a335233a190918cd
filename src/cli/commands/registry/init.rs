//! `dejalu registry init`.

use clap::Args;
use dejalu::error::Result;
use dejalu::registry::Registry;
use serde_json::{Value, json};

use super::store::StoreFile;
use crate::cli::console::Console;
use crate::cli::options::Analysis;
use crate::cli::run::{Outcome, Run};

/// Create an empty registry
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu registry init --store archive.registry
  dejalu registry init --store feed.registry --language english,french")]
pub(super) struct Init {
    #[command(flatten)]
    store: StoreFile,

    #[command(flatten)]
    analysis: Analysis,
}

impl Run for Init {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "store": self.store.store, "analysis": self.analysis.resolve()? }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        Registry::create(&self.store.store, self.analysis.resolve()?)?;
        console.say(&format!(
            "created an empty registry: {}",
            self.store.store.display()
        ));
        Ok(Outcome::Done)
    }
}
