//! `dejalu index`.

use std::path::PathBuf;

use clap::Args;
use dejalu::collection::index::Index;
use dejalu::error::{Error, ErrorKind, IndexError, Place, Result};
use dejalu::io::OutputFolder;
use dejalu::plural::{count, counted};
use serde_json::{Value, json};

use crate::cli::console::Console;
use crate::cli::options::{Documents, ModelFile};
use crate::cli::run::{Outcome, Run};

/// Index a collection for repeated searches
///
/// The index holds the documents, the model, and inverted lists, so that find --index reads only
/// the documents that it has to compare. Documents are added to an existing index: all of them, or
/// none. A document whose id is already in the index is left out.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu index archive.jsonl --model model.json --out archive.index
  dejalu index later.jsonl --out archive.index
  dejalu find draft.txt --index archive.index
  dejalu dedupe new.jsonl --against archive.index --out groups.csv

If the program is killed while it adds to an index, a journal is left beside it; the next \
command that writes to the index restores it from the journal.")]
pub(in crate::cli) struct IndexCommand {
    #[command(flatten)]
    documents: Documents,

    #[command(flatten)]
    model: ModelFile,

    /// Folder of the index
    #[arg(long, short, help_heading = "Results", value_name = "DIR")]
    out: PathBuf,
}

impl Run for IndexCommand {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "documents": self.documents, "model": self.model, "out": self.out }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let folder = OutputFolder::create(&self.out)?;
        let mut index = self.open()?;
        let read = self.documents.load(&index.model().analysis, console)?;
        let outcome = index.add(read.documents, console)?;
        let known = match outcome.known {
            0 => String::new(),
            known => format!(" ({} left out, already in the index)", count(known as u64)),
        };
        console.say(&format!(
            "{} added{known}; {} holds {}",
            counted(outcome.added as u64, "document", "documents"),
            folder.path().display(),
            counted(index.count()? as u64, "document", "documents"),
        ));
        Ok(Outcome::unless(read.partly))
    }
}

impl IndexCommand {
    /// The index that is there, or a new one.
    fn open(&self) -> Result<Index> {
        let index = match Index::open(&self.out) {
            Err(error) if matches!(error.kind(), ErrorKind::Index(IndexError::Missing)) => {
                return Index::create(&self.out, self.model.load()?);
            }
            opened => opened?,
        };
        if self.model.is_named() && self.model.load()? != *index.model() {
            return Err(Error::from(IndexError::OtherModel).at(&Place::file(&self.out)));
        }
        Ok(index)
    }
}
