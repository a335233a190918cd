//! The table of groups: a row for every document.

use std::collections::BTreeMap;
use std::sync::Arc;

use dejalu::collection::Grouping;
use dejalu::collection::index::Groups;
use dejalu::document::{Document, DocumentId};
use dejalu::error::Result;

use super::record_columns::RecordColumns;
use super::table::{Table, cell};

pub(super) const GROUP_COLUMNS: [&str; 8] = [
    "id",
    "group",
    "representative",
    "score",
    "kept",
    "lost",
    "reason",
    "relation",
];

/// The row of the document at a place, whose group is called by the id of the document that represents it.
pub(super) fn group_row<'d>(
    grouping: &Grouping,
    place: u32,
    id: impl Fn(u32) -> &'d DocumentId,
) -> Vec<String> {
    let row = grouping.row(place);
    let group = id(row.group).to_string();
    called(grouping, place, group, id)
}

/// The row of the document at a place, whose group is called like this.
fn called<'d>(
    grouping: &Grouping,
    place: u32,
    group: String,
    id: impl Fn(u32) -> &'d DocumentId,
) -> Vec<String> {
    let row = grouping.row(place);
    vec![
        id(place).to_string(),
        group,
        id(row.representative).to_string(),
        cell(row.score),
        row.is_kept.to_string(),
        cell(row.lost),
        row.reason.to_string(),
        cell(row.relation),
    ]
}

/// Writes a row for each of these documents, which the grouping is of, with what people know them by.
pub(super) fn write(mut table: Table, documents: &[Document], grouping: &Grouping) -> Result<()> {
    let columns = RecordColumns::of(documents);
    table.row(GROUP_COLUMNS.into_iter().chain(columns.names()))?;
    for (place, document) in (0u32..).zip(documents) {
        let row = group_row(grouping, place, |place| &documents[place as usize].id);
        table.row(row.into_iter().chain(columns.cells(document)))?;
    }
    table.finish()
}

/// The same of documents that are not held: with their sources, where there are several.
pub(super) fn write_of_ids(
    mut table: Table,
    documents: &[DocumentId],
    grouping: &Grouping,
    sources: Option<&BTreeMap<DocumentId, Arc<str>>>,
) -> Result<()> {
    let source = sources.map(|_| "source");
    table.row(GROUP_COLUMNS.into_iter().chain(source))?;
    for place in 0..documents.len() as u32 {
        let id = |place: u32| &documents[place as usize];
        let source = sources.and_then(|sources| sources.get(id(place)));
        let source = source.map(|source| source.to_string());
        let row = group_row(grouping, place, id);
        table.row(row.into_iter().chain(source))?;
    }
    table.finish()
}

/// The same of an index, whose groups have numbers that stay as long as they do, whichever document is kept.
pub(super) fn write_of_index(mut table: Table, groups: &Groups) -> Result<()> {
    table.row(GROUP_COLUMNS)?;
    for place in 0..groups.documents.len() as u32 {
        let id = |place: u32| &groups.documents[place as usize];
        let number = groups.number_of(place).to_string();
        table.row(called(&groups.grouping, place, number, id))?;
    }
    table.finish()
}
