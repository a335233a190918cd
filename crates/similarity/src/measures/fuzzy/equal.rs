//! The pairs of sentences that are treated as the same.

use std::sync::Arc;

use petgraph::algo::dinics;
use petgraph::graph::DiGraph;

use super::occurrences::Occurrences;

/// The pairs of sentences of two documents with EQ = 1 (000, equation 3.4), held as pairs of
/// distinct sentences.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EqualPairs {
    /// Of distinct sentences, ascending.
    distinct: Vec<[u32; 2]>,
    /// Their places, on the left and on the right.
    occurrences: [Arc<Occurrences>; 2],
}

impl EqualPairs {
    pub(super) fn new(distinct: Vec<[u32; 2]>, occurrences: [Arc<Occurrences>; 2]) -> Self {
        EqualPairs {
            distinct,
            occurrences,
        }
    }

    /// Number of pairs of sentences, repeated ones included.
    pub fn count(&self) -> u64 {
        self.groups()
            .map(|[left, right]| left.len() as u64 * right.len() as u64)
            .sum()
    }

    /// The places of equal sentences, left and right, each ascending: every sentence of the one list
    /// is equal to every one of the other. No pair is in two groups.
    pub fn groups(&self) -> impl Iterator<Item = [&[u32]; 2]> {
        self.distinct
            .iter()
            .map(|pair| [0, 1].map(|side: usize| self.occurrences[side].places(pair[side])))
    }

    /// The places of the distinct sentences, on the left and on the right.
    pub fn occurrences(&self) -> &[Arc<Occurrences>; 2] {
        &self.occurrences
    }

    /// Pairs of documents whose sentences are named by numbers; equal are those whose names are paired.
    #[cfg(test)]
    pub(crate) fn of_names(names: [Vec<u32>; 2], equal: &[[u32; 2]]) -> Self {
        let known =
            names.map(|names| Occurrences::of(names.into_iter().map(|name| vec![name]).collect()));
        let place = |side: usize, name: u32| {
            let place = known[side].0.iter().position(|known| known[0] == name)?;
            Some(place as u32)
        };
        let mut distinct: Vec<[u32; 2]> = equal
            .iter()
            .filter_map(|pair| Some([place(0, pair[0])?, place(1, pair[1])?]))
            .collect();
        distinct.sort_unstable();
        EqualPairs::new(distinct, known.map(|known| Arc::new(known.1)))
    }

    /// All pairs by their places, ascending.
    /// The pairs of equal sentences, by their positions in either document.
    pub fn pairs(&self) -> Vec<[u32; 2]> {
        let pair = |[lefts, rights]: [&[u32]; 2]| -> Vec<[u32; 2]> {
            lefts
                .iter()
                .flat_map(|&left| rights.iter().map(move |&right| [left, right]))
                .collect()
        };
        let mut pairs: Vec<[u32; 2]> = self.groups().flat_map(pair).collect();
        pairs.sort_unstable();
        pairs
    }

    /// For each distinct sentence of a side (0 is the left) its equals on the other, ascending.
    fn partners(&self, side: usize) -> Vec<Vec<u32>> {
        let mut partners = vec![Vec::new(); self.occurrences[side].distinct()];
        for pair in &self.distinct {
            partners[pair[side] as usize].push(pair[1 - side]);
        }
        partners
    }

    /// Number of sentences of a side that have an equal one.
    pub fn matched(&self, side: usize) -> usize {
        let partners = self.partners(side);
        let matched = (0..)
            .zip(&partners)
            .filter(|(_, partners)| !partners.is_empty());
        matched
            .map(|(distinct, _)| self.occurrences[side].places(distinct).len())
            .sum()
    }

    /// The most pairs of equal sentences of which no two share a sentence. Two distinct sentences that
    /// equal no others pair as often as both occur; the rest is a maximum flow.
    pub fn most_one_to_one(&self) -> usize {
        let partners = [0, 1].map(|side| self.partners(side));
        let is_only = |side: usize, pair: &[u32; 2]| partners[side][pair[side] as usize].len() == 1;
        let (only, others): (Vec<[u32; 2]>, Vec<[u32; 2]>) = self
            .distinct
            .iter()
            .partition(|pair| is_only(0, pair) && is_only(1, pair));
        let of_only: usize = only.into_iter().map(|pair| self.both_occur(pair)).sum();
        of_only + self.most_flow(&others)
    }

    fn occur(&self, side: usize, distinct: u32) -> usize {
        self.occurrences[side].places(distinct).len()
    }

    fn both_occur(&self, pair: [u32; 2]) -> usize {
        self.occur(0, pair[0]).min(self.occur(1, pair[1]))
    }

    /// The maximum flow from left to right through these pairs, where a distinct sentence takes as much
    /// as it occurs.
    fn most_flow(&self, pairs: &[[u32; 2]]) -> usize {
        if pairs.is_empty() {
            return 0;
        }
        const ENDS: [u32; 2] = [0, 1];
        let [lefts, rights] = self.occurrences.each_ref().map(|it| it.distinct() as u32);
        let left = |distinct: u32| ENDS.len() as u32 + distinct;
        let right = |distinct: u32| left(lefts + distinct);
        let into = (0..lefts).map(|it| (ENDS[0], left(it), self.occur(0, it)));
        let out = (0..rights).map(|it| (right(it), ENDS[1], self.occur(1, it)));
        let through = pairs.iter();
        let through = through.map(|&[a, b]| (left(a), right(b), self.both_occur([a, b])));
        let network = DiGraph::<(), usize>::from_edges(into.chain(out).chain(through));
        dinics(&network, ENDS[0].into(), ENDS[1].into()).0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use dejalu_text::sorted::distinct;

    /// Every way to match, tried.
    fn slow(pairs: &[[u32; 2]]) -> usize {
        let Some((&[left, right], rest)) = pairs.split_first() else {
            return 0;
        };
        let free: Vec<[u32; 2]> = rest
            .iter()
            .copied()
            .filter(|pair| pair[0] != left && pair[1] != right)
            .collect();
        slow(rest).max(1 + slow(&free))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]
        #[test]
        fn the_matching_is_the_largest_there_is(
            names in prop::array::uniform2(prop::collection::vec(0u32..4, 0..6)),
            drawn in prop::collection::btree_set(prop::array::uniform2(0u32..4), 0..10),
        ) {
            let equal = EqualPairs::of_names(names, &Vec::from_iter(drawn));
            let pairs = equal.pairs();
            prop_assert_eq!(equal.count(), pairs.len() as u64);
            for side in [0, 1] {
                let matched = distinct(pairs.iter().map(|pair| pair[side]));
                prop_assert_eq!(equal.matched(side), matched.len());
            }
            prop_assert_eq!(equal.most_one_to_one(), slow(&pairs));
        }
    }

    #[test]
    fn a_billion_pairs_are_one() {
        let repeated = || vec![7; 50_000];
        let equal = EqualPairs::of_names([repeated(), repeated()], &[[7, 7]]);
        assert_eq!(equal.count(), 2_500_000_000);
        assert_eq!(equal.most_one_to_one(), 50_000);
        assert_eq!(equal.matched(1), 50_000);
    }
}
