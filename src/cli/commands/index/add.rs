//! `dejalu index add`.

use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::collection::index::{Added, Index};
use dejalu::error::Result;
use dejalu_base::plural::{count, counted};
use serde_json::{Value, json};

use crate::cli::console::Console;
use crate::cli::options::Documents;
use crate::cli::run::{Outcome, Run};

/// Add documents to an index and to its groups
///
/// Compares each new document with all documents in the index, by the threshold and the other rules of its groups.
/// Adding a collection in parts gives the same members and the same representatives as adding it at once.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu index add archive.index later.jsonl
  dejalu index add archive.index monday && dejalu index groups archive.index --out groups.csv")]
pub(super) struct Add {
    /// Folder of the index
    #[arg(value_name = "DIR")]
    index: PathBuf,

    #[command(flatten)]
    documents: Documents,
}

impl Run for Add {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "index": self.index, "documents": self.documents }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let mut index = Index::open(&self.index)?;
        let mut batches = self.documents.batches(&index.model().analysis, console)?;
        let added = index.add_batches(&mut batches, console)?;
        report(&added, &index, &self.index, console)?;
        Ok(Outcome::unless(batches.partly()))
    }
}

/// Reports what was added, and how the groups changed.
pub(super) fn report(added: &Added, index: &Index, folder: &Path, console: &Console) -> Result<()> {
    let known = match added.known {
        0 => String::new(),
        known => format!(" ({} left out, already in the index)", count(known)),
    };
    console.say(&format!(
        "{} added{known}; {} holds {}",
        counted(added.added, "document", "documents"),
        folder.display(),
        counted(index.count()?, "document", "documents"),
    ));
    if added.changed > 0 {
        let one = "of them differs from the text in the index, which is unchanged; use another id for a new version";
        let many = "of them differ from the texts in the index, which are unchanged; use other ids for new versions";
        let changed = counted(added.changed, one, many);
        console.warn(&changed);
    }
    if let Some(change) = &added.change {
        console.say(&format!("groups: {}", change.sentence()));
    }
    Ok(())
}
