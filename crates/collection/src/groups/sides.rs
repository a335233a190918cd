//! What a table of groups says, document by document, to be compared with another.

use std::collections::{BTreeMap, BTreeSet};

use super::ends::ends;
use super::table::{GroupsTable, TableRow};
use dejalu_base::error::{Error, GroupsError, Result};
use dejalu_text::document::DocumentId;

/// What a table says of a document.
pub(super) struct Side<'t> {
    group: String,
    pub(super) representative: Option<&'t DocumentId>,
    pub(super) is_kept: Option<bool>,
    pub(super) score: Option<f64>,
}

impl Side<'_> {
    /// Returns whether it keeps this document, of which it tells, beside the one that represents its group.
    pub(super) fn is_beside(&self, id: &DocumentId) -> bool {
        self.is_kept == Some(true) && self.has_other_representative(id)
    }

    /// Returns whether another document represents the group of this one, of which it tells.
    pub(super) fn has_other_representative(&self, id: &DocumentId) -> bool {
        self.representative.is_some_and(|it| it != id)
    }
}

/// A table by document, and the members of each group.
pub(super) struct Groups<'t> {
    pub(super) of: BTreeMap<&'t DocumentId, Side<'t>>,
    members: BTreeMap<String, BTreeSet<&'t DocumentId>>,
    /// The lowest score by which any document is removed, infinite where none is removed; `None` where none of those that
    /// are removed has a score.
    pub(super) least: Option<f64>,
}

impl<'t> Groups<'t> {
    pub(super) fn of(table: &'t GroupsTable) -> Result<Self> {
        let mut rows: BTreeMap<&DocumentId, &TableRow> = BTreeMap::new();
        for row in &table.rows {
            if rows.insert(&row.id, row).is_some() {
                let id = row.id.to_string();
                return Err(Error::from(GroupsError::Twice { id }).at(&row.place));
            }
        }
        let mut groups = Groups {
            of: BTreeMap::new(),
            members: BTreeMap::new(),
            least: None,
        };
        let rows: Vec<&TableRow> = rows.into_values().collect();
        for (row, representative) in rows.iter().zip(representatives(&rows)?) {
            let (id, side) = (&row.id, side(row, representative));
            groups
                .members
                .entry(side.group.clone())
                .or_default()
                .insert(id);
            groups.of.insert(id, side);
        }
        let removed = groups.of.values().filter(|it| it.is_kept == Some(false));
        // What people linked has none: it tells nothing of a threshold.
        let scores = removed.clone().filter_map(|it| it.score);
        groups.least = match removed.count() {
            0 => Some(f64::INFINITY),
            _ => scores.min_by(f64::total_cmp),
        };
        Ok(groups)
    }

    pub(super) fn has(&self, id: Option<&DocumentId>) -> bool {
        id.is_some_and(|id| self.of.contains_key(id))
    }

    /// The members of a document's group.
    pub(super) fn together(&self, id: &DocumentId) -> impl Iterator<Item = &'t DocumentId> {
        let side = self.of.get(id);
        let members = side.and_then(|side| self.members.get(&side.group));
        members.into_iter().flatten().copied()
    }

    /// The groups that the members of a document's group are in elsewhere.
    pub(super) fn elsewhere<'o>(
        &self,
        id: &DocumentId,
        other: &'o Groups<'_>,
    ) -> BTreeSet<&'o str> {
        let sides = self.together(id).filter_map(|member| other.of.get(member));
        sides.map(|side| side.group.as_str()).collect()
    }

    /// Returns whether a group is told of by this document.
    pub(super) fn is_told_by(&self, id: &DocumentId) -> bool {
        let representative = self.of.get(id).and_then(|side| side.representative);
        let told = representative.filter(|it| self.of.contains_key(*it));
        told.or(self.together(id).next()) == Some(id)
    }
}

fn side<'t>(row: &'t TableRow, representative: Option<&'t DocumentId>) -> Side<'t> {
    let is_removed = row.is_kept == Some(false);
    // A table of representatives or of what is kept names no other group of a document than its own.
    let stands_alone = row.group.is_none() && !is_removed;
    let representative = representative.or(stands_alone.then_some(&row.id));
    let group = match (representative, &row.group) {
        (Some(representative), _) => format!("of {representative}"),
        (None, Some(group)) => format!("named {group}"),
        (None, None) => format!("of {}", row.id),
    };
    Side {
        group,
        is_kept: row.is_kept.or(representative.map(|it| *it == row.id)),
        score: row.score,
        representative,
    }
}

/// Of each row, sorted by id, the document at the end of its chain of representatives; `None` where it names none.
fn representatives<'t>(rows: &[&'t TableRow]) -> Result<Vec<Option<&'t DocumentId>>> {
    let place_of = |id: &DocumentId| rows.binary_search_by(|row| row.id.cmp(id)).ok();
    let named = |row: &&'t TableRow| {
        let other = row.representative.as_ref().filter(|it| **it != row.id)?;
        Some(place_of(other)? as u32)
    };
    let next: Vec<Option<u32>> = rows.iter().map(named).collect();
    let ends = ends(&next).map_err(|place| {
        let row = rows[place as usize];
        let id = row.id.to_string();
        Error::from(GroupsError::Circle { id }).at(&row.place)
    })?;
    let last = |(row, end): (&&'t TableRow, u32)| {
        row.representative.as_ref()?;
        // The table may name a document that it has no row of.
        let end = rows[end as usize];
        Some(end.representative.as_ref().unwrap_or(&end.id))
    };
    Ok(rows.iter().zip(ends).map(last).collect())
}

/// The groups of two tables in which people decided on a pair.
pub(super) struct Decided<'t> {
    /// Those of the old table that hold both documents.
    old: BTreeSet<&'t str>,
    /// Those of the new one.
    new: BTreeSet<&'t str>,
    /// The old group of one document with the new group of the other.
    across: BTreeSet<[&'t str; 2]>,
}

impl<'t> Decided<'t> {
    /// Looks for pairs in both tables.
    pub(super) fn of(
        pairs: &BTreeSet<[DocumentId; 2]>,
        old: &'t Groups<'_>,
        new: &'t Groups<'_>,
    ) -> Self {
        let group = |groups: &'t Groups<'_>, id| groups.of.get(id).map(|side| &*side.group);
        let mut decided = Decided {
            old: BTreeSet::new(),
            new: BTreeSet::new(),
            across: BTreeSet::new(),
        };
        for pair in pairs {
            let [a, b] = pair.each_ref();
            let (of_old, of_new) = (
                [a, b].map(|id| group(old, id)),
                [a, b].map(|id| group(new, id)),
            );
            decided
                .old
                .extend(of_old[0].filter(|it| of_old[1] == Some(it)));
            decided
                .new
                .extend(of_new[0].filter(|it| of_new[1] == Some(it)));
            let across = [(of_old[0], of_new[1]), (of_old[1], of_new[0])];
            let across = across
                .into_iter()
                .filter_map(|(old, new)| Some([old?, new?]));
            decided.across.extend(across);
        }
        decided
    }

    /// Returns whether people decided on two documents that are each in the old or the new group of a document.
    pub(super) fn in_groups_of(&self, [before, after]: [Option<&Side<'_>>; 2]) -> bool {
        let [before, after] = [before, after].map(|side| side.map(|side| &*side.group));
        let is_across = |(old, new)| self.across.contains(&[old, new]);
        before.is_some_and(|old| self.old.contains(old))
            || after.is_some_and(|new| self.new.contains(new))
            || before.zip(after).is_some_and(is_across)
    }
}
