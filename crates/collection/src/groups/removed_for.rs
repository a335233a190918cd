//! Lists the documents that a kept one stands for.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::grouping::Grouping;
use super::relation::Relation;

impl Grouping {
    /// The documents that are removed in favour of each kept one, by place, surest first: exact copies,
    /// then by the score that joined them to the group, then by name. Kept ones that no document is removed
    /// for are not there.
    pub fn removed_for(&self) -> BTreeMap<u32, Vec<u32>> {
        let mut removed: BTreeMap<u32, Vec<_>> = BTreeMap::new();
        for (place, removal) in self.removed() {
            let others = removed.entry(removal.in_favour_of).or_default();
            others.push((removal.relation, place));
        }
        let surest_first = |mut others: Vec<(Relation, u32)>| {
            let score = |place: u32| self.scores[place as usize].unwrap_or(f64::NEG_INFINITY);
            others.sort_by(|&(a_relation, a), &(b_relation, b)| {
                let copies = |relation| Reverse(relation == Relation::Identical);
                let by_copy = copies(a_relation).cmp(&copies(b_relation));
                by_copy.then(score(b).total_cmp(&score(a))).then(a.cmp(&b))
            });
            others.into_iter().map(|(_, place)| place).collect()
        };
        let removed = removed.into_iter();
        removed
            .map(|(kept, others)| (kept, surest_first(others)))
            .collect()
    }
}
