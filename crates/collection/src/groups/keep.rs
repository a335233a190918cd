//! Chooses the document of a group that is kept.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::constraints::ResolvedConstraints;
use super::members::Members;
use dejalu_base::error::{read_by_name, shown_by_name};

/// Which member represents its group; of equal ones that with the smallest name: names that are whole numbers ascend by
/// their values, others as text ([`DocumentId`](dejalu_text::document::DocumentId)). The order of the documents is of no account but for
/// [`Keep::First`].
///
/// ```
/// use dejalu_collection::Keep;
///
/// assert_eq!("longest".parse::<Keep>()?, Keep::Longest);
/// # Ok::<(), dejalu_base::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// The one with the most characters.
    #[default]
    Longest,
    /// The one that comes first in the input. Files of a folder come by their paths, documents of an index in the order in
    /// which they were added.
    First,
    /// The one with the latest date ([`Document::written`](dejalu_text::document::Document::written)). One whose date cannot be read, or that
    /// has none, comes after all that have one.
    Newest,
    /// The one most like the others: the highest sum of probabilities (of a rule: similarities)
    /// over its duplicates, of complete linkage those in its group.
    Centroid,
}

read_by_name!(Keep, Keep, "expected longest, first, newest or centroid");

shown_by_name!(Keep);

impl Keep {
    /// The places of all documents, that to keep first; `central` is each one's sum over its
    /// duplicates. Documents ascend by name, and sorting leaves equal ones in their order.
    pub(super) fn order(self, members: &impl Members, central: &[f64]) -> Vec<u32> {
        let mut order: Vec<u32> = (0..members.count() as u32).collect();
        match self {
            Keep::First => order.sort_unstable_by_key(|&place| members.arrival(place)),
            Keep::Longest => {
                order.sort_by_cached_key(|&place| Reverse(members.characters(place)));
            }
            Keep::Newest => order.sort_by_cached_key(|&place| Reverse(members.written(place))),
            Keep::Centroid => {
                order.sort_by(|&a, &b| central[b as usize].total_cmp(&central[a as usize]));
            }
        }
        order
    }
}

/// How early each text, or unit, is walked in the order in which documents are to be kept: with the first of its
/// documents.
pub(crate) struct Turns(Vec<u32>);

impl Turns {
    /// Where the order depends on no pair, as it does for all but [`Keep::Centroid`].
    pub(crate) fn new(
        keep: Keep,
        members: &impl Members,
        constraints: &ResolvedConstraints,
    ) -> Self {
        let mut turns = vec![u32::MAX; members.count()];
        for (turn, place) in (0u32..).zip(keep.order(members, &[])) {
            let unit = constraints.unit_of[place as usize] as usize;
            turns[unit] = turns[unit].min(turn);
        }
        Turns(turns)
    }

    /// The turn of a unit, given the place of its first document.
    pub(crate) fn of(&self, unit: u32) -> u32 {
        self.0[unit as usize]
    }

    /// A pair of units, the one that is walked first before the other.
    pub(crate) fn in_order(&self, (left, right): (u32, u32)) -> (u32, u32) {
        if self.of(left) <= self.of(right) {
            (left, right)
        } else {
            (right, left)
        }
    }
}
