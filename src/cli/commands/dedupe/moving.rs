//! Moving the removed files of a folder away.

use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::collection::{Collection, Deduplicated, removed_files};
use dejalu::error::Result;
use dejalu::io::{check_free, move_files, undo_interrupted};
use dejalu::plural::counted;
use serde::Serialize;

use crate::cli::console::Console;
use crate::cli::options::{wrong, wrong_as_said};

/// Options for moving removed files.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Moving")]
pub(super) struct MovingArgs {
    /// Move the removed files of a folder into this new folder, with a manifest: all of them or none,
    /// never deleted; 'dejalu restore DIR' moves them back. Refused at a guessed or learned threshold
    /// unless an audit passes (--audit) or --unaudited is given; a threshold that you give (--at,
    /// --rule) is yours
    #[arg(long, value_name = "DIR", conflicts_with_all = ["index", "against", "audit_sample"])]
    move_removed: Option<PathBuf>,

    /// Move files though nobody knows how many of the removals are wrong
    #[arg(long, requires = "move_removed", conflicts_with = "audit")]
    unaudited: bool,
}

/// A move that was checked before the work began.
pub(super) struct Moving<'a> {
    from: &'a Path,
    into: &'a Path,
}

impl MovingArgs {
    /// Refuses a move that nobody vouches for (`is_vouched`), or of what is no folder; puts back what
    /// an interrupted one has left, so that all documents are read.
    pub(super) fn check<'a>(
        &'a self,
        documents: Option<&'a Path>,
        is_vouched: bool,
        console: &Console,
    ) -> Result<Option<Moving<'a>>> {
        let Some(into) = &self.move_removed else {
            return Ok(None);
        };
        let shown = into.display().to_string();
        let folder = documents.filter(|path| path.is_dir());
        let Some(from) = folder else {
            let expected = "expected DOCUMENTS to be a folder, whose files can be moved; --write-kept writes the kept rows of a table";
            return Err(wrong("--move-removed", &shown, expected));
        };
        if !is_vouched && !self.unaudited {
            let expected = "expected --audit with answers, a threshold of your own (--at), or --unaudited: nobody knows how many of the removals are wrong";
            return Err(wrong("--move-removed", &shown, expected));
        }
        if undo_interrupted(into)? {
            console.warn(&format!("{shown}: an interrupted move was undone first"));
        }
        check_free(from, into)?;
        Ok(Some(Moving { from, into }))
    }

    /// Refuses several thresholds, of which none says what to move, unless an audit chooses.
    pub(super) fn check_thresholds(&self, named: &[String], is_audited: bool) -> Result<()> {
        match &self.move_removed {
            Some(_) if named.len() > 1 && !is_audited => {
                let expected = "expected one threshold, since --move-removed moves what it removes";
                Err(wrong_as_said("--at", &named.join(","), expected))
            }
            _ => Ok(()),
        }
    }
}

impl Moving<'_> {
    /// Moves what the groups remove; says where.
    pub(super) fn run(&self, collection: &Collection, result: &Deduplicated) -> Result<String> {
        let files = removed_files(collection, result, self.from)?;
        if files.is_empty() {
            return Ok("nothing to move".to_string());
        }
        move_files(self.from, &files, self.into)?;
        let shown = self.into.display();
        Ok(format!(
            "{} moved to {shown}; 'dejalu restore {shown}' moves them back",
            counted(files.len() as u64, "file", "files")
        ))
    }
}
