//! The join in parts that know nothing of each other.
//!
//! [`Candidates`](super::Candidates) holds all sets in memory. Where they are too many, every set is distributed
//! into buckets by itself, as [`Postings`] under the values by which others find it; what lies in one bucket
//! is brought together, and [`PartedSearch::count_pairs`] counts the keys that pairs share there; [`PairCounts`]
//! adds them up over all buckets. Some pairs come that do not pass the filter: [`Filter::keeps`] decides.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::candidates::Filter;
use super::min_hash::{BandKeys, Bands};
use super::mixing::spread;
use super::overlap::SetThreshold;
use super::pair_counts::{PairCount, PairCounts};
use super::sketches::SketchRef;
use crate::measures::Overlap;
use dejalu_base::error::{ParallelError, Result, SearchError};
use dejalu_text::sorted::intersection;

/// The sets that a set is to meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// All others.
    Any,
    /// Queries: it is one of those that are searched.
    Searched,
    /// Those that are searched.
    Query,
}

/// Sets under the values by which they are found: what is distributed into one bucket.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Postings {
    /// The number and the size of each set.
    sets: Vec<(u64, u32)>,
    postings: Vec<Posting>,
}

/// A set under one value.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Posting {
    /// The cell where it meets others: its value, or of a crowded value two of its blocks.
    #[serde(with = "postcard::fixint::le")]
    cell: u64,
    /// The set, by place.
    set: u32,
    /// 0 where it meets every posting of its cell, otherwise it meets those of another side.
    side: u8,
}

impl Postings {
    fn push(&mut self, (number, size): (u64, u32), cell: u64, side: u8) {
        if self.sets.last().is_none_or(|last| last.0 != number) {
            self.sets.push((number, size));
        }
        let set = self.sets.len() as u32 - 1;
        self.postings.push(Posting { cell, set, side });
    }

    /// Returns whether nothing was distributed.
    pub fn is_empty(&self) -> bool {
        self.postings.is_empty()
    }

    /// The postings as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Into memory, of plain values: writing them cannot fail.
        postcard::to_extend(self, Vec::new()).unwrap_or_default()
    }

    /// Adds the postings of these bytes.
    ///
    /// # Errors
    ///
    /// Bytes that are cut short or damaged.
    pub fn add(&mut self, bytes: &[u8]) -> Result<()> {
        let first = self.sets.len() as u32;
        let added: Postings = postcard::from_bytes(bytes).map_err(|_| ParallelError::Damaged)?;
        let sets = added.sets.len() as u32;
        if added.postings.iter().any(|posting| posting.set >= sets) {
            return Err(ParallelError::Damaged.into());
        }
        self.sets.extend(added.sets);
        let postings = added.postings.into_iter();
        self.postings.extend(postings.map(|posting| Posting {
            set: first + posting.set,
            ..posting
        }));
        Ok(())
    }
}

/// Turns sets into postings, and postings into counts of pairs.
#[derive(Debug, Clone)]
pub struct PartedSearch {
    threshold: SetThreshold,
    found_by: FoundBy,
    /// Into how many blocks the postings of a value are distributed, where they are too many for one task.
    crowded: FxHashMap<u64, u32>,
}

/// The keys by which others find a set.
#[derive(Debug, Clone)]
enum FoundBy {
    /// The head of its values in canonical order, the rarest first: the places of those that many sets
    /// hold. All others come before them, ordered by value: any one order of all values is exact, one by
    /// frequency is fast.
    Prefix(FxHashMap<u64, u32>),
    /// Bands of its minima under random functions.
    Bands(BandKeys),
}

impl PartedSearch {
    /// The exact search, with the values that most sets hold, the most frequent last.
    ///
    /// # Errors
    ///
    /// A filter by weighted terms.
    pub fn exact(filter: &Filter, common: &[u64]) -> Result<Self> {
        let places = common.iter().copied().zip(1..).collect();
        PartedSearch::new(filter, FoundBy::Prefix(places))
    }

    /// The search by MinHash bands, as many and as long as [`Method::MinHash`](super::Method::MinHash) has.
    ///
    /// # Errors
    ///
    /// A filter that is none by Jaccard similarity.
    pub fn by_bands(filter: &Filter, seed: u64) -> Result<Self> {
        let threshold = filter.threshold();
        if threshold.overlap != Overlap::Jaccard {
            let filter = filter.to_string();
            return Err(SearchError::NoMinHash { filter }.into());
        }
        let keys = BandKeys::new(Bands::for_threshold(threshold.at), seed);
        PartedSearch::new(filter, FoundBy::Bands(keys))
    }

    fn new(filter: &Filter, found_by: FoundBy) -> Result<Self> {
        let threshold = filter.threshold();
        if threshold.overlap == Overlap::Shares {
            let filter = filter.to_string();
            return Err(SearchError::NoPostings { filter }.into());
        }
        Ok(PartedSearch {
            threshold,
            found_by,
            crowded: FxHashMap::default(),
        })
    }

    /// The same with values whose postings are distributed into so many blocks, at least one: each pair of
    /// blocks is a cell of its own.
    #[must_use]
    pub fn with_crowded(self, crowded: impl IntoIterator<Item = (u64, u32)>) -> Self {
        let crowded = crowded.into_iter();
        PartedSearch {
            crowded: crowded
                .map(|(value, blocks)| (value, blocks.max(1)))
                .collect(),
            ..self
        }
    }

    /// The probability that a pair which barely passes the filter is met.
    pub fn expected_recall(&self) -> f64 {
        match &self.found_by {
            FoundBy::Prefix(_) => 1.0,
            FoundBy::Bands(keys) => keys.recall(self.threshold.at.value()),
        }
    }

    /// By what a set of distinct values is found; nothing of an empty one.
    pub fn keys(&self, values: &[u64]) -> Vec<u64> {
        if values.is_empty() {
            return Vec::new();
        }
        match &self.found_by {
            FoundBy::Bands(keys) => keys.of(values),
            FoundBy::Prefix(common) => {
                let place = |value: &u64| common.get(value).copied().unwrap_or(0);
                let mut ordered: Vec<(u32, u64)> =
                    values.iter().map(|it| (place(it), *it)).collect();
                ordered.sort_unstable();
                ordered.truncate(self.threshold.prefix(values.len() as u32) as usize);
                ordered.into_iter().map(|(_, value)| value).collect()
            }
        }
    }

    /// Deals sets, each with its number and its distinct values, into so many buckets, at least one.
    pub fn distribute<'s>(
        &self,
        sets: impl IntoIterator<Item = (u64, &'s [u64])>,
        side: Side,
        buckets: usize,
    ) -> Vec<Postings> {
        let mut distributed = vec![Postings::default(); buckets.max(1)];
        for (number, values) in sets {
            let set = (number, values.len() as u32);
            for key in self.keys(values) {
                for (cell, side) in self.cells(key, number, side) {
                    let bucket = spread(cell) as usize % distributed.len();
                    distributed[bucket].push(set, cell, side);
                }
            }
        }
        distributed
    }

    /// The cells in which a set meets others under a key, and on which side of each it is. Of a crowded
    /// key every pair of blocks is a cell, so that every pair of sets meets in one.
    fn cells(&self, key: u64, set: u64, side: Side) -> impl Iterator<Item = (u64, u8)> {
        let blocks = self.crowded.get(&key).copied().unwrap_or(1);
        let own = (spread(set) % u64::from(blocks)) as u32;
        let cell = move |low: u32, high: u32| match blocks {
            1 => key,
            _ => spread(key ^ spread(u64::from(low) << 32 | u64::from(high))),
        };
        (0..blocks).map(move |other| match side {
            Side::Any => {
                let side = match own.cmp(&other) {
                    std::cmp::Ordering::Less => 1,
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Greater => 2,
                };
                (cell(own.min(other), own.max(other)), side)
            }
            Side::Searched => (cell(own, other), 1),
            Side::Query => (cell(other, own), 2),
        })
    }

    /// The pairs of sets that share keys in a bucket.
    pub fn count_pairs(&self, postings: Postings) -> PairCounts {
        let Postings { sets, mut postings } = postings;
        let size = |posting: &Posting| sets[posting.set as usize].1;
        postings.sort_unstable_by_key(|posting| (posting.cell, size(posting), posting.set));
        let mut shared: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for cell in postings.chunk_by(|a, b| a.cell == b.cell) {
            for (index, larger) in cell.iter().enumerate() {
                let from = self.threshold.smallest(size(larger));
                let first = cell[..index].partition_point(|smaller| size(smaller) < from);
                for smaller in &cell[first..index] {
                    if smaller.side == 0 || smaller.side != larger.side {
                        *shared.entry((smaller.set, larger.set)).or_default() += 1;
                    }
                }
            }
        }
        let count = |((smaller, larger), shared): ((u32, u32), u32)| {
            let [smaller, larger] = [smaller, larger].map(|set| sets[set as usize]);
            PairCount {
                left: smaller.0.min(larger.0),
                right: smaller.0.max(larger.0),
                shared,
                needed: self.needed(smaller.1, larger.1),
            }
        };
        shared.into_iter().map(count).collect()
    }

    /// Number of keys that two sets of these sizes must share. Values that they share beyond their heads lie in the
    /// tail of the one whose head ends first, in canonical order.
    fn needed(&self, smaller: u32, larger: u32) -> u32 {
        let tail = |size: u32| size - self.threshold.prefix(size).min(size);
        let of_values = self.threshold.shared(smaller, larger);
        let needed = match self.found_by {
            FoundBy::Prefix(_) => of_values.saturating_sub(tail(smaller).max(tail(larger))),
            FoundBy::Bands(_) => 1,
        };
        needed.max(1)
    }
}

impl Filter {
    /// Returns whether a pair of different sets passes.
    ///
    /// # Errors
    ///
    /// A filter by weighted terms.
    pub fn keeps(&self, left: SketchRef<'_>, right: SketchRef<'_>) -> Result<bool> {
        let threshold = self.threshold();
        if threshold.overlap == Overlap::Shares {
            let filter = self.to_string();
            return Err(SearchError::NoPostings { filter }.into());
        }
        let [left, right] = [left.values, right.values];
        let needed = threshold.shared(left.len() as u32, right.len() as u32) as usize;
        Ok(left.len().min(right.len()) >= needed && intersection(left, right) >= needed)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::super::candidates::{CandidateOptions, Candidates, Method};
    use super::super::sketches::Sketches;
    use super::*;

    /// The pairs that the search brings and the filter keeps.
    fn joined(
        search: &PartedSearch,
        filter: &Filter,
        sets: &Sketches,
        side: fn(u64) -> Side,
        buckets: usize,
    ) -> BTreeSet<(u32, u32)> {
        let mut together = vec![Postings::default(); buckets];
        for set in 0..sets.len() as u64 {
            let values = sets.get(set as usize).values;
            let distributed = search.distribute([(set, values)], side(set), buckets);
            for (bucket, postings) in together.iter_mut().zip(distributed) {
                bucket.add(&postings.to_bytes()).unwrap();
            }
        }
        let mut counts = PairCounts::default();
        for postings in together {
            for bytes in search.count_pairs(postings).distribute(buckets) {
                counts.add(&bytes).unwrap();
            }
        }
        let sketch = |set: u64| sets.get(set as usize);
        let candidates = counts.candidates().into_iter();
        candidates
            .filter(|it| filter.keeps(sketch(it.left), sketch(it.right)).unwrap())
            .map(|it| (it.left as u32, it.right as u32))
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
            blocks in prop::collection::vec(1u32..4, 24),
            buckets in 1usize..4,
        ) {
            let filter = Filter::new(name.parse().unwrap(), at.parse().unwrap()).unwrap();
            let mut sketches = Sketches::default();
            for set in &sets {
                let values: Vec<u64> = set.iter().copied().collect();
                sketches.push(SketchRef { values: &values, shares: &[] });
            }
            let options = CandidateOptions { method: Method::Exact, ..CandidateOptions::default() };
            let whole = Candidates::new(&sketches, &filter, &options).unwrap();
            let expected: BTreeSet<(u32, u32)> = whole.pairs(0..whole.records()).into_iter().collect();
            let search = PartedSearch::exact(&filter, &common[..few]).unwrap();
            let search = search.with_crowded((0..).zip(blocks));
            let any = |_| Side::Any;
            prop_assert_eq!(&joined(&search, &filter, &sketches, any, buckets), &expected);
            // Every other set is a query: no two of one side meet.
            let sides = |set: u64| if set.is_multiple_of(2) { Side::Searched } else { Side::Query };
            let across = expected.into_iter().filter(|(left, right)| (left + right) % 2 == 1);
            let across: BTreeSet<(u32, u32)> = across.collect();
            prop_assert_eq!(joined(&search, &filter, &sketches, sides, buckets), across);
        }
    }

    #[test]
    fn a_value_without_a_block_is_in_one() {
        let filter = Filter::new("jaccard".parse().unwrap(), "1/2".parse().unwrap()).unwrap();
        let search = PartedSearch::exact(&filter, &[]).unwrap();
        let sets = [(0, &[7][..])];
        let distributed = |blocks| {
            let search = search.clone().with_crowded([(7, blocks)]);
            search.distribute(sets, Side::Any, 1)
        };
        assert_eq!(distributed(0), distributed(1));
    }

    #[test]
    fn bands_find_as_many_pairs_as_they_promise() {
        let filter = Filter::new("jaccard".parse().unwrap(), "1/2".parse().unwrap()).unwrap();
        let search = PartedSearch::by_bands(&filter, 42).unwrap();
        assert!((0.995..1.0).contains(&search.expected_recall()));
        // Two sets of 60 values each share 40: Jaccard 1/2.
        let mut sketches = Sketches::default();
        for set in 0..2_000u64 {
            let pair = (0..40).map(|i| spread(set / 2 * 100 + i));
            let mut values: Vec<u64> = pair
                .chain((40..60).map(|i| spread((1 << 40) | (set * 100 + i))))
                .collect();
            values.sort_unstable();
            sketches.push(SketchRef {
                values: &values,
                shares: &[],
            });
        }
        let found = joined(&search, &filter, &sketches, |_| Side::Any, 3);
        assert!((985..=1_000).contains(&found.len()), "{}", found.len());
    }

    #[test]
    fn what_cannot_be_read_or_searched_is_refused() {
        let filter = Filter::new("mwo".parse().unwrap(), "0.5".parse().unwrap()).unwrap();
        assert_eq!(
            PartedSearch::exact(&filter, &[]).unwrap_err().to_string(),
            "a search in parts needs a filter by shared words or shingles, but the filter is mwo at least 0.5; use a model with another one, or search in one piece"
        );
        let filter = Filter::new("jaccard".parse().unwrap(), "0.5".parse().unwrap()).unwrap();
        let search = PartedSearch::exact(&filter, &[]).unwrap();
        let bytes = search.distribute([(7, &[1, 2][..])], Side::Any, 1)[0].to_bytes();
        let mut postings = Postings::default();
        assert_eq!(
            postings
                .add(&bytes[..bytes.len() - 1])
                .unwrap_err()
                .to_string(),
            "what a part of the search was given is cut short or damaged; all machines need the same version of dejalu"
        );
        assert!(postings.is_empty());
    }
}
