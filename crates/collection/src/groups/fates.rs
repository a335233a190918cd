//! What a table of groups says of each document of a collection.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::ends::ends;
use super::keep::Keep;
use super::members::Members;
use super::table::{GroupsTable, TableRow};
use dejalu_base::error::{Error, GroupsError, Parameter, Result};
use dejalu_text::document::DocumentId;

/// What becomes of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is kept, and represents its group.
    Kept,
    /// It is kept beside the one that represents its group.
    Beside(u32),
    /// It is removed in favour of another.
    Removed(u32),
    /// It is removed, and the table does not say in favour of which.
    RemovedAlone,
}

const KEEPS: &str = "expected longest, first or newest, since a table of groups has no scores";

impl GroupsTable {
    /// The choice of the document that is kept of a group where a table does not say, as a user writes it.
    ///
    /// # Errors
    ///
    /// Any other word; the most central one, which needs scores.
    pub fn keep(text: &str) -> Result<Keep> {
        let keep = text.parse().ok().filter(|keep| *keep != Keep::Centroid);
        keep.ok_or_else(|| Error::invalid(Parameter::Keep, text, KEEPS))
    }

    /// The fate of each document, by place. What the table does not name is kept, unless it lists what is kept. Where it
    /// names no kept document of a group, it is the one that `keep` chooses.
    ///
    /// # Errors
    ///
    /// A document that is not in the collection, or has two rows; documents that are removed in favour of each other; a
    /// choice of the most central one, which needs scores.
    pub(crate) fn fates(&self, members: &impl Members, keep: Keep) -> Result<Vec<Fate>> {
        if keep == Keep::Centroid {
            return Err(Error::invalid(Parameter::Keep, keep, KEEPS));
        }
        let rows = self.placed(members)?;
        if self.lists_kept() {
            return Ok(of_list(&rows, members.count()));
        }
        let mut fates = vec![Fate::Kept; members.count()];
        let mut of_group: BTreeMap<&str, Vec<(u32, &TableRow)>> = BTreeMap::new();
        for &(place, row) in &rows {
            match (&row.representative, &row.group) {
                (Some(id), _) => {
                    let other = place_of(members, id).map_err(|error| error.at(&row.place))?;
                    fates[place as usize] = beside(place, other, row.is_kept);
                }
                (None, Some(group)) => of_group.entry(group).or_default().push((place, row)),
                (None, None) if row.is_kept == Some(false) => {
                    fates[place as usize] = Fate::RemovedAlone;
                }
                (None, None) => {}
            }
        }
        let mut turn = vec![0; members.count()];
        for (number, place) in (0u32..).zip(keep.order(members, &vec![0.0; members.count()])) {
            turn[place as usize] = number;
        }
        for group in of_group.values() {
            choose(group, &turn, &mut fates);
        }
        follow(&mut fates, &turn, members)?;
        Ok(fates)
    }

    /// The score of each document that the table gives one, by place.
    ///
    /// # Errors
    ///
    /// As [`fates`](Self::fates).
    pub(crate) fn scores(&self, members: &impl Members) -> Result<Vec<Option<f64>>> {
        let mut scores = vec![None; members.count()];
        for (place, row) in self.placed(members)? {
            scores[place as usize] = row.score;
        }
        Ok(scores)
    }

    fn placed(&self, members: &impl Members) -> Result<Vec<(u32, &TableRow)>> {
        let mut has_row = vec![false; members.count()];
        let mut placed = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let place = place_of(members, &row.id).map_err(|error| error.at(&row.place))?;
            if std::mem::replace(&mut has_row[place as usize], true) {
                let id = row.id.to_string();
                return Err(Error::from(GroupsError::Twice { id }).at(&row.place));
            }
            placed.push((place, row));
        }
        Ok(placed)
    }
}

fn place_of(members: &impl Members, id: &DocumentId) -> Result<u32> {
    let name = || id.to_string();
    let unknown = |documents| GroupsError::Unknown {
        id: name(),
        documents,
    };
    let ambiguous = |all| GroupsError::Ambiguous { id: name(), all };
    Ok(members.place_or(id, unknown, ambiguous)?)
}

fn of_list(rows: &[(u32, &TableRow)], documents: usize) -> Vec<Fate> {
    let mut fates = vec![Fate::RemovedAlone; documents];
    for (place, _) in rows {
        fates[*place as usize] = Fate::Kept;
    }
    fates
}

fn beside(place: u32, representative: u32, is_kept: Option<bool>) -> Fate {
    match is_kept {
        Some(false) if place == representative => Fate::RemovedAlone,
        _ if place == representative => Fate::Kept,
        Some(true) => Fate::Beside(representative),
        _ => Fate::Removed(representative),
    }
}

/// Of a group the first that is said to be kept represents it, else the first in turn.
fn choose(group: &[(u32, &TableRow)], turn: &[u32], fates: &mut [Fate]) {
    let is_kept = |row: &TableRow| row.is_kept == Some(true);
    let says = group.iter().any(|(_, row)| row.is_kept.is_some());
    let candidates = group.iter().filter(|(_, row)| !says || is_kept(row));
    let first = candidates
        .map(|it| it.0)
        .min_by_key(|&place| turn[place as usize]);
    for &(place, row) in group {
        fates[place as usize] = match first {
            Some(first) if first == place => Fate::Kept,
            Some(first) if says && is_kept(row) => Fate::Beside(first),
            Some(first) => Fate::Removed(first),
            None => Fate::RemovedAlone,
        };
    }
}

/// Lets each removed document stand beside one that stays: of a chain of removals the last. A document that is kept beside
/// another is the end of such a chain; but a group whose representative is kept beside another one's is a part of that
/// group. Where the representative is removed, the first in turn of those that are kept beside it takes its place.
fn follow(fates: &mut [Fate], turn: &[u32], members: &impl Members) -> Result<()> {
    let last = |next: fn(&Fate) -> Option<u32>, circle: fn(String) -> GroupsError| {
        let next: Vec<Option<u32>> = fates.iter().map(next).collect();
        let named = |place| Error::from(circle(members.name(place).to_string()));
        ends(&next).map_err(named)
    };
    let of_removals = last(
        |fate| match fate {
            Fate::Removed(other) => Some(*other),
            _ => None,
        },
        |id| GroupsError::Circle { id },
    )?;
    let of_groups = last(
        |fate| match fate {
            Fate::Removed(other) | Fate::Beside(other) => Some(*other),
            _ => None,
        },
        |id| GroupsError::KeptCircle { id },
    )?;
    let mut heirs: FxHashMap<u32, u32> = FxHashMap::default();
    for (place, &end) in (0u32..).zip(&of_groups) {
        let is_beside = matches!(fates[place as usize], Fate::Beside(_));
        if is_beside && fates[end as usize] == Fate::RemovedAlone {
            let heir = heirs.entry(end).or_insert(place);
            *heir = [*heir, place]
                .into_iter()
                .min_by_key(|&it| turn[it as usize])
                .unwrap_or(place);
        }
    }
    let in_favour = |end: u32| match heirs.get(&end) {
        _ if fates[end as usize] != Fate::RemovedAlone => Some(end),
        heir => heir.copied(),
    };
    let followed = (0u32..).zip(fates.iter()).map(|(place, fate)| {
        let removed = |end| in_favour(end).map_or(Fate::RemovedAlone, Fate::Removed);
        match fate {
            Fate::RemovedAlone => removed(place),
            Fate::Removed(_) => removed(of_removals[place as usize]),
            Fate::Beside(_) => match in_favour(of_groups[place as usize]) {
                Some(heir) if heir != place => Fate::Beside(heir),
                _ => Fate::Kept,
            },
            Fate::Kept => Fate::Kept,
        }
    });
    let followed: Vec<Fate> = followed.collect();
    fates.copy_from_slice(&followed);
    Ok(())
}
