//! Options for groups that a table describes, and their documents.

use std::path::PathBuf;

use clap::Args;
use dejalu::collection::{Collection, GivenGroups, GroupColumns, GroupsTable, Judge};
use dejalu::document::DocumentId;
use dejalu::error::Result;
use serde::Serialize;

use super::inputs::{listed, serialize_typed};
use super::values::wrong;
use crate::cli::console::Console;

/// A table of groups, and the documents that were grouped.
#[derive(Debug, Clone, Args, Serialize)]
pub(in crate::cli) struct Given {
    /// Table of groups, of this program or of any other (.csv, .jsonl, .parquet and others): id with representative
    /// (also kept_id or duplicate_of) or with group, and perhaps kept (also keep; true or false); or only the ids of
    /// the documents that are kept. Documents that it does not name are kept, unless it has no such column
    #[arg(value_name = "GROUPS")]
    pub(in crate::cli) groups: PathBuf,

    /// Documents that were grouped: a folder, or a table, reference file or archive (.csv, .xlsx, .ris, .zip and
    /// others: docs/formats.md), or an index; may be repeated, for several as one collection
    #[arg(long, short, value_name = "DOCUMENTS", required = true)]
    #[serde(serialize_with = "serialize_typed")]
    documents: Vec<PathBuf>,

    /// Column of GROUPS with another name: id, group, representative or kept, as in group=cluster; may be repeated
    #[arg(long = "column", help_heading = "Groups", value_name = "ROLE=NAME", value_parser = group_column)]
    columns: Vec<GroupColumns>,

    /// Document that is kept of a group where GROUPS does not say: longest, first (in the input) or newest (latest
    /// 'date')
    #[arg(
        long,
        help_heading = "Groups",
        value_name = "WHICH",
        default_value = "longest"
    )]
    pub(in crate::cli) keep: String,
}

/// A column of a table of groups, as it is typed.
pub(in crate::cli) fn group_column(text: &str) -> std::result::Result<GroupColumns, String> {
    text.parse()
        .map_err(|error: dejalu::Error| error.to_string())
}

/// The columns that were typed, as one.
pub(in crate::cli) fn all_columns(typed: &[GroupColumns]) -> GroupColumns {
    typed
        .iter()
        .fold(GroupColumns::default(), GroupColumns::and)
}

/// The place of the document that an option names.
pub(in crate::cli) fn place_of(collection: &Collection, option: &str, id: &str) -> Result<u32> {
    let name = DocumentId::from(id);
    let unknown = || match &collection.named_in_sources(&name)[..] {
        [] => wrong(option, id, "expected the id of a document"),
        all => {
            let all = all.join(", ");
            let expected = format!("several sources have this document; write one of: {all}");
            wrong(option, id, &expected)
        }
    };
    collection.place_of(&name).ok_or_else(unknown)
}

impl Given {
    /// Where the documents are.
    pub(in crate::cli) fn documents(&self) -> &[PathBuf] {
        &self.documents
    }

    /// The documents as they were typed.
    pub(in crate::cli) fn typed(&self) -> String {
        listed(&self.documents)
    }

    /// Reads the table.
    pub(in crate::cli) fn table(&self) -> Result<GroupsTable> {
        GroupsTable::read(&self.groups, &all_columns(&self.columns))
    }

    /// The groups of the collection, without scores. Names the documents that are removed though no kept one is like them.
    pub(in crate::cli) fn resolve(
        &self,
        table: &GroupsTable,
        collection: &Collection,
        judge: &Judge,
        console: &Console,
    ) -> Result<GivenGroups> {
        let keep = GroupsTable::keep(&self.keep)?;
        GivenGroups::new(collection, table, keep, judge, console)
    }
}
