//! Moving the removed files of a folder away.

use std::path::PathBuf;

use clap::Args;
use dejalu::collection::{Collection, Deduplicated, MoveOptions, Moved};
use dejalu::error::Result;
use dejalu_base::plural::counted;
use serde::Serialize;

use crate::cli::console::Console;
use crate::cli::options::wrong;

/// Options for moving removed files.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Moving")]
pub(super) struct MovingArgs {
    /// Moved to 'dejalu apply'. Move the removed files of a folder into this new folder. Needs a threshold that you give
    /// (--at, --rule), an audit that passes (--audit), or --unaudited
    #[arg(long, value_name = "DIR", conflicts_with_all = ["index", "against", "audit_sample"])]
    move_removed: Option<PathBuf>,

    /// Move files without an audit and without a threshold of your own
    #[arg(long, requires = "move_removed", conflicts_with = "audit")]
    unaudited: bool,
}

impl MovingArgs {
    /// The move, if one was asked for.
    pub(super) fn options(&self, documents: &[PathBuf]) -> Result<Option<MoveOptions>> {
        let Some(into) = &self.move_removed else {
            return Ok(None);
        };
        let [from] = documents else {
            let expected = "expected one folder of documents, whose files can be moved";
            return Err(wrong(
                "--move-removed",
                &into.display().to_string(),
                expected,
            ));
        };
        Ok(Some(MoveOptions {
            from: from.clone(),
            into: into.clone(),
            unaudited: self.unaudited,
        }))
    }
}

/// Moves what the groups remove; says where, and what stays. Returns whether all was moved.
pub(super) fn move_removed(
    moving: &MoveOptions,
    collection: &Collection,
    result: &Deduplicated,
    console: &Console,
) -> Result<bool> {
    let moved = moving.run(collection, result)?;
    Ok(say_moved(moving, &moved, console))
}

/// Says where files were moved, and what stays. Returns whether all was moved.
pub(in crate::cli::commands) fn say_moved(
    moving: &MoveOptions,
    moved: &Moved,
    console: &Console,
) -> bool {
    for left in &moved.left {
        console.alert(&left.to_string());
    }
    if moved.files == 0 {
        console.say("nothing to move");
    } else {
        let shown = moving.into.display();
        let files = counted(moved.files, "file", "files");
        console.say(&format!(
            "{files} moved to {shown}; 'dejalu restore {shown}' moves them back"
        ));
    }
    moved.left.is_empty()
}
