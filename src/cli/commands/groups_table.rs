//! The table of groups: a row for every document.

use dejalu::collection::Grouping;
use dejalu::document::DocumentId;

use super::table::cell;

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
    (place, number): (u32, u32),
    id: impl Fn(u32) -> &'d DocumentId,
) -> Vec<String> {
    let removal = grouping.removals[place as usize];
    let representative = removal.map_or(place, |it| it.in_favour_of);
    vec![
        id(place).to_string(),
        number.to_string(),
        id(representative).to_string(),
        cell(grouping.scores[place as usize]),
        grouping.is_kept(place).to_string(),
        cell(removal.and_then(|it| it.lost)),
        grouping.reason(place).to_string(),
        removal.map_or(String::new(), |it| it.relation.to_string()),
    ]
}
