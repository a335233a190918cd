//! The grouping that a table of groups describes.

use std::collections::BTreeSet;

use super::fates::Fate;
use super::grouping::{Group, Grouping, numbered};
use super::keep::Keep;
use super::linkage::Linkage;
use super::members::Members;
use super::relation::Relation;
use super::removal::{Removal, pairs_of_texts};
use dejalu_base::error::Result;

impl Grouping {
    /// Documents of these fates, compared with those that are kept in their place. There are no scores, and no threshold
    /// (NaN). What is removed alone is a group of its own, and kept: nobody knows what it may be a duplicate of.
    ///
    /// # Errors
    ///
    /// Documents that cannot be read.
    pub(crate) fn of_fates(members: &impl Members, fates: &[Fate], keep: Keep) -> Result<Self> {
        let representative_of = |(place, fate): (u32, &Fate)| match *fate {
            Fate::Removed(other) | Fate::Beside(other) => other,
            Fate::Kept | Fate::RemovedAlone => place,
        };
        let representative_of: Vec<u32> = (0..).zip(fates).map(representative_of).collect();
        // One kept beside another may itself have removed ones: they are all of one group.
        let hub = |&place: &u32| match fates[place as usize] {
            Fate::Beside(hub) => hub,
            _ => place,
        };
        let hubs: Vec<u32> = representative_of.iter().map(hub).collect();
        let group_of = numbered(hubs.iter().copied());
        let text_of = members.text_of();
        let compared = members.compared(pairs_of_texts(&text_of, &representative_of))?;
        let removal = |(place, fate): (usize, &Fate)| {
            let (in_favour_of, is_kept) = match *fate {
                Fate::Removed(other) => (other, false),
                Fate::Beside(other) => (other, true),
                Fate::Kept | Fate::RemovedAlone => return None,
            };
            let runs = compared.get(&(text_of[place], text_of[in_favour_of as usize]));
            Some(Removal {
                in_favour_of,
                relation: runs.map_or(Relation::Identical, |runs| runs.relation()),
                lost: runs.map_or(Some(0.0), |runs| runs.lost()),
                is_kept,
            })
        };
        Ok(Grouping {
            minimum: f64::NAN.into(),
            at: f64::NAN,
            linkage: Linkage::Star,
            keep,
            groups: groups(&group_of, &hubs, &text_of),
            removals: fates.iter().enumerate().map(removal).collect(),
            scores: vec![None; fates.len()],
            group_of,
            is_held: false,
            not_passed: BTreeSet::new(),
        })
    }
}

fn groups(group_of: &[u32], hubs: &[u32], text_of: &[u32]) -> Vec<Group> {
    let count = group_of.iter().max().map_or(0, |&last| last as usize + 1);
    let mut groups = vec![Group::default(); count];
    for (place, (&group, &hub)) in (0u32..).zip(group_of.iter().zip(hubs)) {
        let group = &mut groups[group as usize];
        group.members.push(place);
        group.representative = hub;
    }
    for group in &mut groups {
        let texts = group.members.iter().map(|&place| text_of[place as usize]);
        group.texts = texts.collect::<BTreeSet<u32>>().len();
    }
    groups
}
