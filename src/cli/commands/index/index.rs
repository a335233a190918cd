//! The actions of `dejalu index`.

use clap::Args;

use super::add::Add;
use super::create::Create;
use super::groups::{GroupsCommand, Refit};
use super::history::History;
use crate::cli::run::{Run, commands};

/// Index a collection for repeated searches, and maintain its groups
///
/// An index holds the documents, the model and inverted lists, so that find --index reads only the documents that it
/// has to compare. If the index exists, adds all documents to it or none, and skips those whose id it already has.
/// 'index groups' forms the groups of near-duplicates once; they then grow with the index.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  dejalu index archive.jsonl --model model.json --out archive.index
  dejalu find draft.txt --index archive.index
  dejalu dedupe new.jsonl --against archive.index --out groups.csv
  dejalu index groups archive.index --out groups.csv
  dejalu index add archive.index later.jsonl
  dejalu index history archive.index

Documents cannot be removed from an index: create a new one from those to keep.

If a folder of documents has the name of a subcommand, write its path: dejalu index ./groups.

If the program is killed while adding to an index, a journal remains next to it; the next command that \
writes to the index restores it from the journal."
)]
pub(in crate::cli) struct IndexCommand {
    #[command(subcommand)]
    action: Option<Action>,

    #[command(flatten)]
    create: Create,
}

commands! {
    enum Action {
        Add(Add),
        Groups(GroupsCommand),
        Refit(Refit),
        History(History),
    }
}

impl IndexCommand {
    pub(in crate::cli) fn chosen(&self) -> &dyn Run {
        let action = self.action.as_ref();
        action.map_or(&self.create, Action::chosen)
    }
}
