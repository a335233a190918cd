//! Compares groups with known clusters.

use std::collections::HashMap;

use rustc_hash::FxHashSet;
use serde::Serialize;

use super::collection::Collection;
use super::groups::{Grouping, Removal};
use super::scoring::Edge;
use dejalu_learn::evaluation::Agreement;
use dejalu_text::document::Document;

/// Agreement of a grouping with the documents' clusters, and the causes of disagreement.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct GroupingQuality {
    /// The minimum score of a duplicate.
    pub at: f64,
    /// Documents that the groups would remove.
    pub removed: usize,
    /// Of them those in favour of a document of another cluster.
    pub wrong_removals: usize,
    /// Pairs, B-cubed, adjusted Rand index.
    #[serde(flatten)]
    pub agreement: Agreement,
    /// Of the lost pairs of different texts those that never were candidates.
    pub never_a_candidate: usize,
    /// Of the lost pairs of different texts those that were judged, and classified as distinct.
    pub judged_distinct: usize,
    /// Of the lost pairs of different texts those that the judge left undecided.
    pub left_unsure: usize,
}

/// The documents' clusters. A document without one is a cluster of its own.
pub(super) struct Truth<'a> {
    collection: &'a Collection,
    cluster_of: Vec<u32>,
    /// Candidates of one cluster.
    candidates: FxHashSet<(u32, u32)>,
}

impl<'a> Truth<'a> {
    pub(super) fn of(collection: &'a Collection) -> Self {
        let mut known: HashMap<&str, u32> = HashMap::new();
        let documents = collection.documents();
        // Numbers beyond those of the documents belong to named clusters.
        let first = documents.len() as u32;
        let cluster = |(own, document): (u32, &'a Document)| match &document.cluster {
            None => own,
            Some(name) => {
                let next = first + known.len() as u32;
                *known.entry(name).or_insert(next)
            }
        };
        Truth {
            cluster_of: (0..).zip(documents).map(cluster).collect(),
            collection,
            candidates: FxHashSet::default(),
        }
    }

    pub(super) fn note_candidates(&mut self, pairs: &[(u32, u32)]) {
        let cluster = |place: u32| self.cluster_of[place as usize];
        let together = pairs
            .iter()
            .filter(|(left, right)| cluster(*left) == cluster(*right));
        self.candidates
            .extend(together.map(|&(left, right)| (left.min(right), left.max(right))));
    }

    /// Returns whether two documents belong together.
    fn together(&self, left: u32, right: u32) -> bool {
        self.cluster_of[left as usize] == self.cluster_of[right as usize]
    }

    /// The quality of groups, given the pairs that the judge left undecided, in order.
    pub(super) fn judge(&self, grouping: &Grouping, unsure: &[Edge]) -> GroupingQuality {
        let is_unsure = |pair: (u32, u32)| {
            let place = unsure.binary_search_by_key(&pair, |edge| (edge.left, edge.right));
            place.is_ok()
        };
        let is_wrong =
            |(place, removal): &(u32, Removal)| !self.together(*place, removal.in_favour_of);
        let mut quality = GroupingQuality {
            at: grouping.at,
            removed: grouping.removed().count(),
            wrong_removals: grouping.removed().filter(is_wrong).count(),
            agreement: Agreement::of(&grouping.group_of, &self.cluster_of),
            never_a_candidate: 0,
            judged_distinct: 0,
            left_unsure: 0,
        };
        for (left, right) in self.pairs_of_originals() {
            if grouping.group_of[left as usize] == grouping.group_of[right as usize] {
                continue;
            }
            if !self.candidates.contains(&(left, right)) {
                quality.never_a_candidate += 1;
            } else if is_unsure((left, right)) {
                quality.left_unsure += 1;
            } else {
                quality.judged_distinct += 1;
            }
        }
        quality
    }

    /// The pairs of different texts that truly belong together.
    fn pairs_of_originals(&self) -> Vec<(u32, u32)> {
        let mut earlier: HashMap<u32, Vec<u32>> = HashMap::new();
        let mut pairs = Vec::new();
        for &right in self.collection.originals() {
            let members = earlier.entry(self.cluster_of[right as usize]).or_default();
            pairs.extend(members.iter().map(|&left| (left, right)));
            members.push(right);
        }
        pairs
    }
}
