//! Counts of the keys that pairs share, added up over buckets; and where a pair is judged.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::mixing::mixed;
use dejalu_base::error::{ParallelError, Result};

/// A document has at most so many pairs in one cell: those of one that has more are spread over
/// several.
const PAIRS_IN_A_CELL: usize = 256;

/// Two sets, and how many keys of one bucket they share.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PairCount {
    /// The smaller number.
    pub(super) left: u64,
    /// The larger number.
    pub(super) right: u64,
    /// Number of keys they share.
    pub(super) shared: u32,
    /// Number they must share, over all buckets.
    pub(super) needed: u32,
}

/// Pairs that share a key, with counts.
#[derive(Debug, Clone, Default)]
pub struct PairCounts(Vec<PairCount>);

/// A pair that shares enough keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// The smaller number.
    pub left: u64,
    /// The larger number.
    pub right: u64,
    /// The cell in which it is judged: pairs of documents that are connected lie in the same few
    /// cells.
    pub cell: u64,
}

/// A count as it is written: the larger number since the one before, the smaller, the counts.
#[derive(Serialize, Deserialize)]
struct Written(u64, u64, u32, u32);

impl FromIterator<PairCount> for PairCounts {
    fn from_iter<I: IntoIterator<Item = PairCount>>(counts: I) -> Self {
        PairCounts(counts.into_iter().collect())
    }
}

impl PairCounts {
    /// The counts as bytes, distributed into so many buckets by the larger number: all that is said of a pair
    /// comes together.
    pub fn distribute(mut self, buckets: usize) -> Vec<Vec<u8>> {
        self.0.sort_unstable_by_key(|it| (it.right, it.left));
        let mut distributed: Vec<(u64, Vec<Written>)> = Vec::new();
        distributed.resize_with(buckets.max(1), Default::default);
        for count in self.0 {
            let bucket = mixed(count.right) as usize % distributed.len();
            let (before, written) = &mut distributed[bucket];
            let since = count.right - std::mem::replace(before, count.right);
            written.push(Written(since, count.left, count.shared, count.needed));
        }
        let bytes = |(_, written): (u64, Vec<Written>)| {
            if written.is_empty() {
                return Vec::new();
            }
            // Into memory, of plain values: writing them cannot fail.
            postcard::to_extend(&written, Vec::new()).unwrap_or_default()
        };
        distributed.into_iter().map(bytes).collect()
    }

    /// Adds the counts of these bytes; there are none in no bytes.
    ///
    /// # Errors
    ///
    /// Bytes that are cut short or damaged.
    pub fn add(&mut self, bytes: &[u8]) -> Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let written: Vec<Written> =
            postcard::from_bytes(bytes).map_err(|_| ParallelError::Damaged)?;
        let mut right = 0u64;
        for Written(since, left, shared, needed) in written {
            right = right.checked_add(since).ok_or(ParallelError::Damaged)?;
            self.0.push(PairCount {
                left,
                right,
                shared,
                needed,
            });
        }
        Ok(())
    }

    /// The pairs that share enough keys, each once, by number.
    pub fn candidates(self) -> Vec<Candidate> {
        let mut shared: FxHashMap<(u64, u64), (u32, u32)> = FxHashMap::default();
        for count in self.0 {
            let counts = shared.entry((count.right, count.left)).or_default();
            *counts = (counts.0 + count.shared, count.needed);
        }
        let enough = shared
            .into_iter()
            .filter(|(_, (shared, needed))| shared >= needed);
        let mut pairs: Vec<(u64, u64)> = enough.map(|(pair, _)| pair).collect();
        pairs.sort_unstable();
        let of_right = pairs.chunk_by(|a, b| a.0 == b.0);
        of_right.flat_map(in_cells).collect()
    }
}

/// The pairs of one larger number with their cells. The smallest of the others names them: copies of one
/// text have the same others.
fn in_cells(pairs: &[(u64, u64)]) -> impl Iterator<Item = Candidate> {
    let first = pairs.first().map_or(0, |pair| pair.1);
    let blocks = pairs.len().div_ceil(PAIRS_IN_A_CELL).next_power_of_two() as u64;
    let block = move |number: u64| mixed(number) % blocks;
    pairs.iter().map(move |&(right, left)| Candidate {
        left,
        right,
        cell: mixed(mixed(first) ^ (block(left) << 32 | block(right))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_all_buckets_are_added_up() {
        let count = |left, right, shared| PairCount {
            left,
            right,
            shared,
            needed: 3,
        };
        let mut counts = PairCounts::default();
        for of_bucket in [
            vec![count(1, 2, 2), count(1, 9, 1)],
            vec![count(1, 9, 1), count(1, 2, 1), count(2, 9, 3)],
        ] {
            for bytes in of_bucket.into_iter().collect::<PairCounts>().distribute(2) {
                counts.add(&bytes).unwrap();
            }
        }
        let found = counts.candidates();
        let pairs: Vec<(u64, u64)> = found.iter().map(|it| (it.left, it.right)).collect();
        assert_eq!(pairs, [(1, 2), (2, 9)]);
        assert!(PairCounts::default().add(&[255]).is_err());
    }

    #[test]
    fn a_document_with_very_many_candidates_is_spread_over_cells() {
        let all = (0..10_000).map(|left| PairCount {
            left,
            right: 10_000,
            shared: 1,
            needed: 1,
        });
        let found = all.collect::<PairCounts>().candidates();
        let mut of_cell: FxHashMap<u64, usize> = FxHashMap::default();
        for candidate in &found {
            *of_cell.entry(candidate.cell).or_default() += 1;
        }
        assert_eq!(found.len(), 10_000);
        assert!(of_cell.values().all(|&pairs| pairs < 2 * PAIRS_IN_A_CELL));
    }
}
