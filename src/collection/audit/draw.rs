//! The documents that people are asked about.

use std::collections::{BTreeMap, BTreeSet};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::collection::groups::Grouping;
use crate::document::{Document, DocumentId};
use crate::pairs::{LabelRow, Opinion, Stream};

/// The stratum of the rows that ask about a removed document.
pub(super) const REMOVAL: &str = "removal";

/// What the groups at one threshold remove: each removed document with its kept one.
pub(super) type Removed = BTreeMap<u32, u32>;

/// The documents that are removed at any of the thresholds, in the order in which they are drawn:
/// by a number that depends on the id and the seed alone. Whoever draws again, by another model or
/// more of them, so meets the same documents first, and what was answered serves again.
pub(super) fn order(documents: &[Document], removed: &[Removed], seed: u64) -> Vec<u32> {
    let any: BTreeSet<u32> = removed.iter().flat_map(|cut| cut.keys().copied()).collect();
    let mut order: Vec<u32> = any.into_iter().collect();
    let lot = |&place: &u32| {
        let id = documents[place as usize].id.as_str();
        (xxh3_64_with_seed(id.as_bytes(), seed), place)
    };
    order.sort_by_cached_key(lot);
    order
}

pub(super) fn removed(grouping: &Grouping) -> Removed {
    let removals = grouping.removed();
    removals
        .map(|(place, it)| (place, it.in_favour_of))
        .collect()
}

/// What people were asked, and their answers.
pub(super) struct Answers<'a> {
    opinions: BTreeMap<[&'a DocumentId; 2], Option<Opinion>>,
    /// The removed documents that were asked about.
    pub(super) asked: BTreeSet<&'a DocumentId>,
}

impl<'a> Answers<'a> {
    /// Of several answers for a pair the last counts.
    pub(super) fn of(rows: &'a [LabelRow]) -> Self {
        let mut opinions = BTreeMap::new();
        let mut asked = BTreeSet::new();
        for row in rows {
            let [removed, kept] = &row.pair;
            opinions.insert([removed.min(kept), removed.max(kept)], row.opinion);
            if row.stream == Stream::Audit && row.stratum == REMOVAL {
                asked.insert(removed);
            }
        }
        Answers { opinions, asked }
    }

    /// The answer to a pair; `None` where it was never asked about, or nobody has answered.
    pub(super) fn opinion(&self, pair: [&DocumentId; 2]) -> Option<Opinion> {
        self.opinions.get(&ordered(pair)).copied().flatten()
    }

    pub(super) fn has_asked(&self, pair: [&DocumentId; 2]) -> bool {
        self.opinions.contains_key(&ordered(pair))
    }
}

fn ordered([a, b]: [&DocumentId; 2]) -> [&DocumentId; 2] {
    [a.min(b), a.max(b)]
}
