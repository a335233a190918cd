//! The pairs of sentences that are treated as the same.

use std::collections::VecDeque;
use std::sync::Arc;

use super::occurrences::Occurrences;

/// The pairs of sentences of two documents with EQ = 1 (000, equation 3.4), held as pairs of
/// distinct sentences.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EqualPairs {
    /// Of distinct sentences, ascending.
    distinct: Vec<[u32; 2]>,
    /// Where they stand, on the left and on the right.
    occurrences: [Arc<Occurrences>; 2],
}

impl EqualPairs {
    pub(super) fn new(distinct: Vec<[u32; 2]>, occurrences: [Arc<Occurrences>; 2]) -> Self {
        EqualPairs {
            distinct,
            occurrences,
        }
    }

    /// How many pairs of sentences there are, repeated ones included.
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

    /// The pairs of distinct sentences, ascending.
    pub fn distinct(&self) -> &[[u32; 2]] {
        &self.distinct
    }

    /// Where the distinct sentences stand, on the left and on the right.
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
    #[cfg(test)]
    pub(crate) fn pairs(&self) -> Vec<[u32; 2]> {
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
    pub fn partners(&self, side: usize) -> Vec<Vec<u32>> {
        let mut partners = vec![Vec::new(); self.occurrences[side].distinct()];
        for pair in &self.distinct {
            partners[pair[side] as usize].push(pair[1 - side]);
        }
        partners
    }

    /// How many sentences of a side have an equal one.
    pub fn matched(&self, side: usize) -> usize {
        let partners = self.partners(side);
        let matched = (0..)
            .zip(&partners)
            .filter(|(_, partners)| !partners.is_empty());
        matched
            .map(|(distinct, _)| self.occurrences[side].places(distinct).len())
            .sum()
    }

    /// The most pairs of equal sentences of which no two share a sentence: a maximum flow from left
    /// to right, where a distinct sentence takes as much as it occurs.
    pub fn most_one_to_one(&self) -> usize {
        let mut flow = Flow::new(self);
        flow.take_what_is_free();
        for left in 0..flow.edges_of[0].len() {
            while flow.free[0][left] > 0 && flow.augment(left) {}
        }
        flow.through.iter().map(|&through| through as usize).sum()
    }
}

/// A flow between the distinct sentences of two documents.
struct Flow<'a> {
    edges: &'a [[u32; 2]],
    /// How much goes through each edge.
    through: Vec<u32>,
    /// The edges of each distinct sentence, by side.
    edges_of: [Vec<Vec<u32>>; 2],
    /// How many of its occurrences have no counterpart yet.
    free: [Vec<u32>; 2],
    /// The edge by which a search came to a sentence. From where one found no way on, none will ever
    /// be: such sentences stay marked, and are passed by.
    came_by: [Vec<Option<u32>>; 2],
}

impl<'a> Flow<'a> {
    fn new(equal: &'a EqualPairs) -> Self {
        let edges_of = [0, 1].map(|side| {
            let mut of = vec![Vec::new(); equal.occurrences[side].distinct()];
            for (edge, pair) in (0..).zip(&equal.distinct) {
                of[pair[side] as usize].push(edge);
            }
            of
        });
        let free = equal.occurrences.each_ref().map(|it| {
            (0..it.distinct() as u32)
                .map(|distinct| it.places(distinct).len() as u32)
                .collect::<Vec<u32>>()
        });
        Flow {
            edges: &equal.distinct,
            through: vec![0; equal.distinct.len()],
            came_by: free.each_ref().map(|free| vec![None; free.len()]),
            edges_of,
            free,
        }
    }

    fn end(&self, edge: u32, side: usize) -> usize {
        self.edges[edge as usize][side] as usize
    }

    /// A first flow, to which little is left to add.
    fn take_what_is_free(&mut self) {
        for (pair, through) in self.edges.iter().zip(&mut self.through) {
            let [left, right] = pair.map(|distinct| distinct as usize);
            *through = self.free[0][left].min(self.free[1][right]);
            self.free[0][left] -= *through;
            self.free[1][right] -= *through;
        }
    }

    /// Lets more flow from a sentence on the left, along a shortest way to one on the right that has
    /// an occurrence free; false where there is none.
    fn augment(&mut self, from: usize) -> bool {
        let mut queue = VecDeque::from([from]);
        let mut marked = Vec::new();
        while let Some(left) = queue.pop_front() {
            for place in 0..self.edges_of[0][left].len() {
                let edge = self.edges_of[0][left][place];
                let right = self.end(edge, 1);
                if self.came_by[1][right].is_some() {
                    continue;
                }
                self.came_by[1][right] = Some(edge);
                marked.push((1, right));
                if self.free[1][right] > 0 {
                    self.push_along(&self.way(from, right));
                    marked
                        .into_iter()
                        .for_each(|(side, distinct)| self.came_by[side][distinct] = None);
                    return true;
                }
                for &back in &self.edges_of[1][right] {
                    let next = self.edges[back as usize][0] as usize;
                    if self.through[back as usize] > 0
                        && next != from
                        && self.came_by[0][next].is_none()
                    {
                        self.came_by[0][next] = Some(back);
                        marked.push((0, next));
                        queue.push_back(next);
                    }
                }
            }
        }
        false
    }

    /// The edges by which a search came from one sentence to another, the last one first: every
    /// other one leads back.
    fn way(&self, from: usize, to: usize) -> Vec<u32> {
        let mut way = Vec::new();
        let mut right = to;
        while let Some(forth) = self.came_by[1][right] {
            way.push(forth);
            let left = self.end(forth, 0);
            let Some(back) = self.came_by[0][left].filter(|_| left != from) else {
                break;
            };
            way.push(back);
            right = self.end(back, 1);
        }
        way
    }

    /// Sends along a way as much as its ends have free and its ways back can give up.
    fn push_along(&mut self, way: &[u32]) {
        let ends = [self.end(way[way.len() - 1], 0), self.end(way[0], 1)];
        let given_up = way
            .iter()
            .skip(1)
            .step_by(2)
            .map(|&edge| self.through[edge as usize]);
        let free = self.free[0][ends[0]].min(self.free[1][ends[1]]);
        let more = given_up.fold(free, u32::min);
        for (step, &edge) in way.iter().enumerate() {
            let through = &mut self.through[edge as usize];
            *through = if step % 2 == 0 {
                *through + more
            } else {
                *through - more
            };
        }
        self.free[0][ends[0]] -= more;
        self.free[1][ends[1]] -= more;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
                let mut matched: Vec<u32> = pairs.iter().map(|pair| pair[side]).collect();
                matched.sort_unstable();
                matched.dedup();
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
