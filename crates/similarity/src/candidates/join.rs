//! The interface of every join.

use super::scratch::Scratch;
use super::sketches::SketchRef;

/// Similar records of a collection. A record is one document or several equal ones.
pub(super) trait Join: Send + Sync {
    /// Number of records.
    fn len(&self) -> usize;

    /// The documents of a record.
    fn members(&self, record: u32) -> &[u32];

    /// The records before this one that are similar to it: over all records every pair once.
    fn earlier(&self, record: u32, scratch: &mut Scratch) -> Vec<u32>;

    /// Returns whether two records, the first before the second, are similar: whether the second
    /// one's [`earlier`](Self::earlier) has the first.
    fn joins(&self, left: u32, right: u32) -> bool;

    /// Leaves those of a record's pairs of documents that no record before it brought: all, unless a document
    /// has several records.
    fn keep_new(&self, _record: u32, _pairs: &mut Vec<(u32, u32)>) {}

    /// Upper bound on the number of index entries visited over all records.
    fn work(&self) -> u64;
}

/// Upper bound on the number of entries that a self-join visits: half the squares of the lists'
/// lengths.
pub(super) fn work(lengths: impl Iterator<Item = usize>) -> u64 {
    let lengths = lengths.map(|length| length as u64);
    lengths.map(|length| length * length / 2).sum()
}

/// A join that also answers queries from outside the collection.
pub(super) trait Probe: Join {
    /// The records similar to the query, with what was left after each phase.
    fn probe(&self, query: SketchRef<'_>, scratch: &mut Scratch) -> Met;
}

/// Every pair: each document is a record, and similar to all before it.
pub(super) struct AllPairs(Vec<u32>);

impl AllPairs {
    pub(super) fn of(documents: usize) -> Self {
        AllPairs((0..documents as u32).collect())
    }
}

impl Join for AllPairs {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn members(&self, record: u32) -> &[u32] {
        let record = record as usize;
        &self.0[record..=record]
    }

    fn earlier(&self, record: u32, _scratch: &mut Scratch) -> Vec<u32> {
        self.0[..record as usize].to_vec()
    }

    fn joins(&self, _left: u32, _right: u32) -> bool {
        true
    }

    fn work(&self) -> u64 {
        let count = self.0.len() as u64;
        count * count / 2
    }
}

/// The records that a search met.
#[derive(Default)]
pub(super) struct Met {
    /// Documents that share a value of the prefix.
    pub(super) by_prefix: usize,
    /// Of them those that are left after the positional filter.
    pub(super) by_position: usize,
    /// The records that are similar.
    pub(super) records: Vec<u32>,
}
