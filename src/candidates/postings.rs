//! The exact join in parts that know nothing of each other: the postings of one set, and the pairs of
//! those under one value.
//!
//! [`Candidates`](super::Candidates) holds all sets in memory. Where they are too many, every set is turned
//! into [`Posting`]s by itself, those of a value are brought together, and [`Prefixes::pairs`] joins them.
//! A pair may come once for every value that both prefixes hold, and some that do not pass the filter
//! come too: [`Filter::keeps`] decides.

use rustc_hash::FxHashMap;

use super::candidates::Filter;
use super::overlap::Demand;
use super::sketches::SketchRef;
use crate::error::{Result, SearchError};
use crate::similarity::measures::Overlap;
use crate::text::sorted::intersection;

/// A set under one value of its prefix: all that the filters look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting {
    /// The value.
    pub value: u64,
    /// The set's number.
    pub set: u64,
    /// How many values it has.
    pub size: u32,
    /// How many of them come from this one on.
    pub rest: u32,
    /// Whether larger sets meet it here. Smaller ones always do.
    pub is_indexed: bool,
    /// The parity of how many values fall on each of 256 bits: two sets differ by at least as many
    /// values as their bitmaps by bits.
    pub bitmap: [u64; 4],
    /// 0 where it meets every posting of its value, else the side that it is on: it meets those of the
    /// other one.
    pub side: u8,
}

/// Turns sets into postings, and postings into pairs.
#[derive(Debug, Clone)]
pub struct Prefixes {
    demand: Demand,
    /// The places in the canonical order of the values that many sets hold. All others come before
    /// them, ordered by value: any one order of all values is exact, one by frequency is fast.
    common: FxHashMap<u64, u32>,
}

impl Prefixes {
    /// For a filter by the number of shared values, with the values that most sets hold, the most
    /// frequent last.
    ///
    /// # Errors
    ///
    /// A filter by weighted terms.
    pub fn new(filter: &Filter, common: &[u64]) -> Result<Self> {
        let demand = filter.demand();
        if demand.overlap == Overlap::Shares {
            let filter = filter.to_string();
            return Err(SearchError::NoPostings { filter }.into());
        }
        Ok(Prefixes {
            demand,
            common: common.iter().copied().zip(1..).collect(),
        })
    }

    /// The postings of a set of distinct values; none of an empty one.
    pub fn postings(&self, set: u64, values: &[u64]) -> Vec<Posting> {
        let size = values.len() as u32;
        if size == 0 {
            return Vec::new();
        }
        let place = |value: &u64| self.common.get(value).copied().unwrap_or(0);
        let mut ordered: Vec<(u32, u64)> = values.iter().map(|it| (place(it), *it)).collect();
        ordered.sort_unstable();
        let indexed = self.demand.prefix_for_larger(size);
        let bitmap = bitmap(values);
        let head = (0..self.demand.prefix(size)).zip(ordered);
        let posting = |(index, (_, value))| Posting {
            value,
            set,
            size,
            rest: size - index,
            is_indexed: index < indexed,
            bitmap,
            side: 0,
        };
        head.map(posting).collect()
    }

    /// The pairs of postings of one value that may pass the filter, the smaller number first.
    pub fn pairs(&self, postings: &mut [Posting]) -> Vec<(u64, u64)> {
        postings.sort_unstable_by_key(|posting| (posting.size, posting.set));
        let mut pairs = Vec::new();
        for (index, larger) in postings.iter().enumerate() {
            let from = self.demand.smallest(larger.size);
            let first = postings[..index].partition_point(|smaller| smaller.size < from);
            let smaller = postings[first..index].iter();
            let met = smaller.filter(|smaller| self.may_pass(smaller, larger));
            pairs.extend(met.map(|met| (met.set.min(larger.set), met.set.max(larger.set))));
        }
        pairs
    }

    fn may_pass(&self, smaller: &Posting, larger: &Posting) -> bool {
        let on_one_side = smaller.side != 0 && smaller.side == larger.side;
        if !smaller.is_indexed || on_one_side {
            return false;
        }
        // At the first value that two sets share, all that they share is still to come in both.
        let needed = self.demand.shared(smaller.size, larger.size);
        if smaller.rest.min(larger.rest) < needed {
            return false;
        }
        let bits = smaller.bitmap.iter().zip(larger.bitmap);
        let different: u32 = bits.map(|(a, b)| (a ^ b).count_ones()).sum();
        (smaller.size + larger.size).saturating_sub(different) / 2 >= needed
    }
}

impl Filter {
    /// Whether a pair of different sets passes.
    ///
    /// # Errors
    ///
    /// A filter by weighted terms.
    pub fn keeps(&self, left: SketchRef<'_>, right: SketchRef<'_>) -> Result<bool> {
        let demand = self.demand();
        if demand.overlap == Overlap::Shares {
            let filter = self.to_string();
            return Err(SearchError::NoPostings { filter }.into());
        }
        let [left, right] = [left.values, right.values];
        let needed = demand.shared(left.len() as u32, right.len() as u32) as usize;
        Ok(left.len().min(right.len()) >= needed && intersection(left, right) >= needed)
    }
}

fn bitmap(values: &[u64]) -> [u64; 4] {
    let mut bitmap = [0; 4];
    for value in values {
        // Hashes of words are spread well, but their sums and runs need not be.
        let bit = value.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
        bitmap[bit as usize / 64] ^= 1 << (bit % 64);
    }
    bitmap
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::super::candidates::{CandidateOptions, Candidates, Choice};
    use super::super::sketches::Sketches;
    use super::*;

    /// The pairs of all sets that [`Prefixes`] brings and the filter keeps, the postings of each
    /// value in so many blocks.
    fn joined(
        prefixes: &Prefixes,
        filter: &Filter,
        sets: &Sketches,
        blocks: u64,
    ) -> BTreeSet<(u32, u32)> {
        let mut cells: BTreeMap<(u64, u64, u64), Vec<Posting>> = BTreeMap::new();
        let all = 0..sets.len();
        for posting in all.flat_map(|set| prefixes.postings(set as u64, sets.get(set).values)) {
            let own = posting.set % blocks;
            for other in 0..blocks {
                let side = match own.cmp(&other) {
                    std::cmp::Ordering::Less => 1,
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Greater => 2,
                };
                let cell = (posting.value, own.min(other), own.max(other));
                cells
                    .entry(cell)
                    .or_default()
                    .push(Posting { side, ..posting });
            }
        }
        let pairs = cells.values_mut().flat_map(|cell| prefixes.pairs(cell));
        let sketch = |set: u64| sets.get(set as usize);
        pairs
            .filter(|&(left, right)| filter.keeps(sketch(left), sketch(right)).unwrap())
            .map(|(left, right)| (left as u32, right as u32))
            .collect()
    }

    proptest! {
        #[test]
        fn in_parts_and_in_whatever_order_the_pairs_are_those_of_the_join(
            sets in prop::collection::vec(prop::collection::btree_set(0u64..24, 0..14), 0..16),
            name in prop::sample::select(vec!["jaccard", "containment:w=1", "containment:w=1,direction=min"]),
            at in prop::sample::select(vec!["0.011", "0.2", "1/2", "2/3", "1"]),
            common in Just((0u64..24).collect::<Vec<u64>>()).prop_shuffle(),
            few in 0usize..24,
            blocks in 1u64..4,
        ) {
            let filter = Filter::new(name.parse().unwrap(), at.parse().unwrap()).unwrap();
            let mut sketches = Sketches::default();
            for set in &sets {
                let values: Vec<u64> = set.iter().copied().collect();
                sketches.push(SketchRef { values: &values, shares: &[] });
            }
            let options = CandidateOptions { choice: Choice::Exact, ..CandidateOptions::default() };
            let whole = Candidates::new(&sketches, &filter, &options).unwrap();
            let expected: BTreeSet<(u32, u32)> = whole.pairs(0..whole.records()).into_iter().collect();
            let prefixes = Prefixes::new(&filter, &common[..few]).unwrap();
            prop_assert_eq!(joined(&prefixes, &filter, &sketches, blocks), expected);
        }
    }

    #[test]
    fn weighted_terms_are_refused() {
        let filter = Filter::new("mwo".parse().unwrap(), "0.5".parse().unwrap()).unwrap();
        assert_eq!(
            Prefixes::new(&filter, &[]).unwrap_err().to_string(),
            "a search in parts needs a filter by shared words or shingles, but the filter is mwo at least 0.5; use a model with another one, or search in one piece"
        );
    }
}
