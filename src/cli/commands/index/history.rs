//! `dejalu index history`.

use std::path::PathBuf;

use clap::Args;
use dejalu::collection::index::{Change, Index};
use dejalu::document::DocumentId;
use dejalu::error::{IndexError, Place, Result};
use serde_json::{Value, json};

use crate::cli::commands::figures::Json;
use crate::cli::console::Console;
use crate::cli::options::{whole, wrong};
use crate::cli::run::{Outcome, Run};

/// Show what each change did to the groups of an index
///
/// Lists, for every change, the groups that documents joined or founded, that merged (the older number stands for both)
/// or split, and the documents that are no longer kept, or kept again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu index history archive.index
  dejalu index history archive.index --group 17
  dejalu index history archive.index --json -")]
pub(super) struct History {
    /// Folder of the index
    #[arg(value_name = "DIR")]
    index: PathBuf,

    /// Show only what happened to the group with this number
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, u32::MAX.into()))]
    group: Option<u32>,

    #[command(flatten)]
    json: Json,
}

impl Run for History {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "index": self.index, "group": self.group, "json": self.json }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let index = Index::open(&self.index)?;
        let json = self.json.open()?;
        let mut changes = index.history()?;
        if changes.is_empty() {
            return Err(dejalu::Error::from(IndexError::NoGroups).at(&Place::file(&self.index)));
        }
        if let Some(group) = self.group {
            for change in &mut changes {
                change.events.retain(|event| event.is_of(group));
            }
            changes.retain(|change| !change.events.is_empty());
            if changes.is_empty() {
                let groups = index.groups()?;
                if groups.is_none_or(|groups| !groups.numbers.contains(&group)) {
                    let expected = "expected the number of a group of the index";
                    return Err(wrong("--group", &group.to_string(), expected));
                }
                console.say(&format!("nothing has happened to group {group}"));
            }
        }
        json.write_value(&json!({ "changes": changes }))?;
        if !self.json.is_stdout() {
            console.data(&text(&changes))?;
        }
        Ok(Outcome::Done)
    }
}

/// A paragraph for each change, a line for each event.
fn text(changes: &[Change<DocumentId>]) -> String {
    let paragraph = |change: &Change<DocumentId>| {
        let events = change.events.iter().map(|event| format!("  {event}\n"));
        format!(
            "{}. {}\n{}",
            change.number,
            change.sentence(),
            events.collect::<String>()
        )
    };
    changes.iter().map(paragraph).collect()
}
