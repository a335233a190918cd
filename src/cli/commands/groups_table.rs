//! The table of groups: a row for every document.

use std::collections::BTreeMap;
use std::sync::Arc;

use dejalu::collection::Grouping;
use dejalu::document::DocumentId;
use dejalu::error::Result;

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

/// The row of the document at a place, whose group has this number.
pub(super) fn group_row<'d>(
    grouping: &Grouping,
    place: u32,
    number: u32,
    id: impl Fn(u32) -> &'d DocumentId,
) -> Vec<String> {
    let row = grouping.row(place);
    vec![
        id(place).to_string(),
        number.to_string(),
        id(row.representative).to_string(),
        cell(row.score),
        row.is_kept.to_string(),
        cell(row.lost),
        row.reason.to_string(),
        cell(row.relation),
    ]
}

/// Writes a row for each of the documents, which the grouping is of; with their sources, where there are several.
pub(super) fn write(
    mut table: Table,
    documents: &[DocumentId],
    grouping: &Grouping,
    number: impl Fn(u32) -> u32,
    sources: Option<&BTreeMap<DocumentId, Arc<str>>>,
) -> Result<()> {
    let source = sources.map(|_| "source");
    table.row(GROUP_COLUMNS.into_iter().chain(source))?;
    for place in 0..documents.len() as u32 {
        let id = |place: u32| &documents[place as usize];
        let source = sources.and_then(|sources| sources.get(id(place)));
        let source = source.map(|source| source.to_string());
        let row = group_row(grouping, place, number(place), id);
        table.row(row.into_iter().chain(source))?;
    }
    table.finish()
}
