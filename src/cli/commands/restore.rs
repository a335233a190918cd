//! `dejalu restore`.

use std::path::PathBuf;

use clap::Args;
use dejalu::error::Result;
use dejalu_base::plural::counted;
use dejalu_io::restore;
use serde_json::{Value, json};

use crate::cli::console::Console;
use crate::cli::run::{Outcome, Run};

/// Move back the files that apply --move-removed moved away
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu apply groups.csv --documents notes --move-removed removed
  dejalu restore removed
  dejalu restore removed --to elsewhere

Restores all files or none, and overwrites nothing. If moving or restoring was interrupted, restore \
completes it. Exit code 2 if some of the files have been deleted.")]
pub(in crate::cli) struct RestoreCommand {
    /// The folder that the files were moved into
    #[arg(value_name = "DIR")]
    removed: PathBuf,

    /// Restore into this folder [default: the one that the files came from]
    #[arg(long, value_name = "FOLDER")]
    to: Option<PathBuf>,
}

impl Run for RestoreCommand {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "removed": self.removed, "to": self.to }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let restored = restore(&self.removed, self.to.as_deref())?;
        for path in &restored.missing {
            console.warn(&format!("'{}' no longer exists", path.display()));
        }
        let files = counted(restored.files, "file", "files");
        let summary = match &restored.to {
            Some(to) => format!("{files} restored to {}\n", to.display()),
            None => "nothing to restore: moving was interrupted before the first file\n".into(),
        };
        console.summary(&summary, false)?;
        Ok(Outcome::unless(!restored.missing.is_empty()))
    }
}
