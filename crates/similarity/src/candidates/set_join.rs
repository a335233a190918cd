//! The exact join of sets: prefix filter, positional filter, verification (002, section 3).

use std::ops::Range;

use super::join::{Join, Met, Probe};
use super::order::Order;
use super::overlap::SetThreshold;
use super::records::{Record, Records};
use super::scratch::{Cursors, Scratch};
use super::sketches::{SketchRef, Sketches};
use crate::corpus::Lists;

/// An index of the heads of all sets.
///
/// A self-join asks each record for similar ones among those before it, which are no larger. So the
/// index holds only what a larger set needs to be met, unless it is made for queries of any size.
///
/// Where two sets share α values, their prefixes share one of them, and prefixes longer by k − 1 values
/// share k, k ≤ α: of the common values in canonical order, the k-th has α − k after it, and would have to
/// be among the last α − k of a set to lie beyond its head. Longer heads have more values to look up, and
/// far fewer sets share several than one (adaptive prefixes: Wang, Li and Feng, SIGMOD 2012).
///
/// All this holds in any one order of all values. Where heads are short, they are therefore chosen in a
/// [rough one](super::rough_order), and only their values are numbered and counted. A value that is in one head
/// alone meets no other set: it needs no rank, but keeps its place, from which the positional filter
/// counts. What meets is then compared as whole sets, in which the order does not matter.
pub(super) struct SetJoin {
    threshold: SetThreshold,
    /// Of queries; without a value in a self-join, which has none.
    order: Order,
    records: Records,
    /// Length of the heads that share a value.
    indexed: fn(SetThreshold, u32) -> u32,
    /// Number of values that the heads of similar sets share, if there are as many.
    common: u32,
    postings: Lists<Entry>,
    /// The first list with a cursor: the first one with more than a few entries.
    first_cursor: usize,
    /// [`Join::work`], of heads that share one value: longer ones save more than they add.
    work: u64,
}

/// Heads share no more values than this: more bring little.
const MOST_COMMON: u32 = 4;

/// Heads grow while there are at most this many times the entries to look at, as a fraction.
const GROWTH: (u64, u64) = (8, 5);

/// Only heads get ranks where all sets together have at least so many times their values. Where heads are longer,
/// what they have counted spares more than that.
const LONG_SETS: usize = 4;

/// Lists that are longer have a cursor. A line of the cache holds so many entries.
const SHORT: usize = 8;

/// A value of a record's head: all that the filters look at, in 8 bytes.
#[derive(Clone, Copy, Default)]
struct Entry {
    record: u32,
    /// The values of the record from this one on; [`u16::MAX`] for so many or more.
    rest: u16,
    /// The record's values; likewise.
    size: u16,
}

impl Entry {
    fn new(record: u32, rest: u32, size: u32) -> Self {
        let narrow = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
        Entry {
            record,
            rest: narrow(rest),
            size: narrow(size),
        }
    }

    /// The values from this one on, at most: a number that did not fit is no bound.
    fn rest(self) -> u32 {
        match self.rest {
            u16::MAX => u32::MAX,
            rest => rest.into(),
        }
    }
}

impl SetJoin {
    /// For a self-join.
    pub(super) fn new(sketches: &Sketches, threshold: SetThreshold) -> Self {
        let sizes = sketches.sets().into_iter().map(|set| set.len() as u32);
        let in_heads: usize = sizes
            .map(|size| longest_head(threshold, size) as usize)
            .sum();
        let records = if LONG_SETS * in_heads <= sketches.items().len() {
            Records::with_heads(sketches, |size| longest_head(threshold, size))
        } else {
            Records::of(sketches, 2).0
        };
        SetJoin::of(records, threshold)
    }

    fn of(records: Records, threshold: SetThreshold) -> Self {
        let largest = records.largest();
        let most = threshold.shared(largest, threshold.smallest(largest));
        let order = Order::default();
        let indexed = SetThreshold::prefix_for_larger;
        SetJoin::with(records, order, threshold, indexed, most.min(MOST_COMMON))
    }

    /// For queries from outside the collection.
    pub(super) fn for_queries(sketches: &Sketches, threshold: SetThreshold) -> Self {
        let (records, values) = Records::of(sketches, 1);
        let order = Order::ranked(values.iter());
        let mut join = SetJoin::with(records, order, threshold, SetThreshold::prefix, 1);
        // They come in any order of size.
        join.first_cursor = join.postings.len();
        join
    }

    fn with(
        records: Records,
        order: Order,
        threshold: SetThreshold,
        indexed: fn(SetThreshold, u32) -> u32,
        most_common: u32,
    ) -> Self {
        let mut join = SetJoin {
            threshold,
            order,
            records,
            indexed,
            common: 1,
            postings: Lists::default(),
            first_cursor: 0,
            work: 0,
        };
        let mut lengths = vec![0; join.records.ranked()];
        join.work = join.lengthen(&mut lengths, 0);
        let mut work = join.work;
        while join.common < most_common {
            work += join.lengthen(&mut lengths, join.common);
            if work > join.work * GROWTH.0 / GROWTH.1 {
                join.added(join.common)
                    .for_each(|rank| lengths[rank as usize] -= 1);
                break;
            }
            join.common += 1;
        }
        let short = lengths.iter().take_while(|&&length| length <= SHORT);
        join.first_cursor = short.count();
        let entries = (0..join.records.len() as u32).flat_map(|number| {
            let record = join.records.get(number);
            let head = join.head(record, join.common);
            let ranks = record.first_ranks(head);
            ranks.map(move |(rank, rest)| (rank, Entry::new(number, rest, record.size)))
        });
        join.postings = Lists::scatter(lengths, entries);
        join
    }

    /// Number of ranks that the index holds of a record whose head shares `common` values; none for
    /// 0.
    fn head(&self, record: Record<'_>, common: u32) -> usize {
        match common {
            0 => 0,
            _ => record.head_ranks((self.indexed)(self.threshold, record.size) + common - 1),
        }
    }

    /// The ranks that come to the heads of all records if they share one value more than `common`.
    fn added(&self, common: u32) -> impl Iterator<Item = u32> {
        (0..self.records.len() as u32).flat_map(move |number| {
            let record = self.records.get(number);
            let added = self.head(record, common)..self.head(record, common + 1);
            record.ranks[added].iter().copied()
        })
    }

    /// Counts these ranks as entries of their lists: how many entries before them they meet there.
    fn lengthen(&self, lengths: &mut [usize], common: u32) -> u64 {
        let met = self.added(common).map(|rank| {
            let length = &mut lengths[rank as usize];
            *length += 1;
            *length as u64 - 1
        });
        met.sum()
    }

    /// The similar records among those below `limit`.
    fn similar(&self, record: Record<'_>, limit: u32, scratch: &mut Scratch) -> Vec<u32> {
        let possible = self.records.possible(self.threshold, record.size);
        let (from, to) = (possible.start, possible.end.min(limit));
        let largest = self.records.largest();
        let smallest = self.threshold.smallest(record.size);
        let common = self
            .common
            .min(self.threshold.shared(record.size, smallest));
        let needs = Needs::of(self.threshold, record.size, largest, &mut scratch.needs);
        let head = record.head_ranks(self.threshold.prefix(record.size) + common - 1);
        scratch.counts.restart(head as u32);
        scratch.met.clear();
        scratch.left_out.clear();
        for mut list in self.lists(record, head, from, &mut scratch.cursors) {
            if list.first < from {
                self.skip(&mut list, from, &mut scratch.cursors);
            }
            let entries = self.postings.items()[list.entries].iter();
            for entry in entries.take_while(|entry| entry.record < to) {
                if scratch.counts.add(entry.record) != common {
                    continue;
                }
                let reachable = common - 1 + list.rest.min(entry.rest());
                if reachable >= needs.of_size(entry.size) {
                    scratch.met.push(entry.record);
                } else {
                    scratch.left_out.push(entry.record);
                }
            }
        }
        let mut similar = Vec::new();
        for &other in &scratch.met {
            let found = self.records.get(other);
            let needed = self.threshold.shared(record.size, found.size);
            if !record.may_share(found, needed) {
                continue;
            }
            let heads = [head, self.head(found, self.common)];
            if record.shares_beyond(found, heads, scratch.counts.get(other), needed) {
                similar.push(other);
            }
        }
        similar
    }

    /// The lists of a record's head. The first entries of all are asked of the memory at once.
    fn lists(
        &self,
        record: Record<'_>,
        head: usize,
        from: u32,
        cursors: &mut Cursors,
    ) -> Vec<List> {
        cursors.enter(self.postings.len() - self.first_cursor, from);
        let list = |(rank, rest)| {
            let mut entries = self.postings.span(rank);
            let cursor = (rank as usize).checked_sub(self.first_cursor);
            if let Some(cursor) = cursor {
                entries.start += *cursors.get(cursor) as usize;
            }
            let first = self.postings.items()[entries.clone()].first();
            List {
                cursor,
                first: first.map_or(u32::MAX, |entry| entry.record),
                entries,
                rest,
            }
        };
        record.first_ranks(head).map(list).collect()
    }

    /// Leaves out the entries of a list that are before a record.
    fn skip(&self, list: &mut List, from: u32, cursors: &mut Cursors) {
        let entries = &self.postings.items()[list.entries.clone()];
        let is_before = |entry: &Entry| entry.record < from;
        // Next to a cursor there are few of them.
        let near = entries
            .iter()
            .take(SHORT)
            .take_while(|entry| is_before(entry))
            .count();
        let skipped = near + entries[near..].partition_point(is_before);
        list.entries.start += skipped;
        if let Some(cursor) = list.cursor {
            *cursors.get(cursor) += skipped as u32;
        }
    }

    fn documents_of(&self, records: &[u32]) -> usize {
        records
            .iter()
            .map(|&record| self.records.members(record).len())
            .sum()
    }
}

impl Join for SetJoin {
    fn len(&self) -> usize {
        self.records.len()
    }

    fn members(&self, record: u32) -> &[u32] {
        self.records.members(record)
    }

    fn earlier(&self, record: u32, scratch: &mut Scratch) -> Vec<u32> {
        self.similar(self.records.get(record), record, scratch)
    }

    fn joins(&self, left: u32, right: u32) -> bool {
        let (left, right) = (self.records.get(left), self.records.get(right));
        left.shares(right, self.threshold.shared(left.size, right.size))
    }

    fn work(&self) -> u64 {
        self.work
    }
}

impl Probe for SetJoin {
    fn probe(&self, query: SketchRef<'_>, scratch: &mut Scratch) -> Met {
        if query.values.is_empty() {
            return Met::default();
        }
        let ranks = self.order.ranks(query.values);
        let query = Record::new(&ranks, query.values.len() as u32);
        let records = self.similar(query, u32::MAX, scratch);
        let by_position = self.documents_of(&scratch.met);
        Met {
            by_prefix: by_position + self.documents_of(&scratch.left_out),
            by_position,
            records,
        }
    }
}

/// Upper bound on the length of a set's head.
fn longest_head(threshold: SetThreshold, size: u32) -> u32 {
    (threshold.prefix(size) + MOST_COMMON - 1).min(size)
}

/// A list of entries to look at.
struct List {
    entries: Range<usize>,
    /// The record of the first one.
    first: u32,
    /// The values of the record that is searched for from this list's on.
    rest: u32,
    /// Its cursor, if it has one.
    cursor: Option<usize>,
}

/// α for one set and others of each size, looked up rather than divided anew at every entry.
struct Needs<'a> {
    from: u32,
    table: &'a [u32],
}

impl<'a> Needs<'a> {
    fn of(
        threshold: SetThreshold,
        size: u32,
        largest: u32,
        table: &'a mut (u32, Vec<u32>),
    ) -> Self {
        // Sizes that an entry cannot hold count as the largest that it can: α never falls as sizes
        // rise, so that nothing is lost.
        let largest = largest.min(u16::MAX.into());
        let from = threshold.smallest(size).min(largest);
        if table.0 != size {
            let others = from..=largest;
            let fitting =
                others.take_while(|&other| other <= size || threshold.possible(size, other));
            *table = (
                size,
                fitting.map(|other| threshold.shared(size, other)).collect(),
            );
        }
        Needs {
            from,
            table: &table.1,
        }
    }

    fn of_size(&self, size: u16) -> u32 {
        self.table[(u32::from(size) - self.from) as usize]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::measures::{Direction, Overlap};

    /// Sets in families whose members differ in a few values, some of them common to all.
    fn families() -> impl Strategy<Value = Vec<BTreeSet<u64>>> {
        let family = (
            prop::collection::btree_set(0u64..5_000, 1..60),
            prop::collection::vec(prop::collection::btree_set(0u64..80, 0..25), 1..6),
        );
        let members = |(base, edits): (BTreeSet<u64>, Vec<BTreeSet<u64>>)| {
            let members = edits.into_iter().map(move |edit| &base ^ &edit);
            members.collect::<Vec<_>>()
        };
        let families = prop::collection::vec(family.prop_map(members), 1..10);
        families.prop_map(|families| families.concat())
    }

    /// The pairs of documents of different sets that a join finds.
    fn pairs(join: &SetJoin) -> BTreeSet<(u32, u32)> {
        let mut scratch = Scratch::new(join.len());
        let mut found = BTreeSet::new();
        for record in 0..join.len() as u32 {
            for other in join.earlier(record, &mut scratch) {
                assert!(join.joins(other, record));
                for &left in join.members(other) {
                    let members = join.members(record).iter();
                    found.extend(members.map(|&right| (left.min(right), left.max(right))));
                }
            }
        }
        found
    }

    proptest! {
        #[test]
        fn heads_find_what_a_slow_search_finds(
            sets in families(),
            overlap in prop::sample::select(vec![
                Overlap::Jaccard,
                Overlap::Containment(Direction::Max),
                Overlap::Containment(Direction::Min),
            ]),
            at in prop::sample::select(vec!["0.05", "0.2", "1/2", "2/3", "0.9", "1"]),
        ) {
            let mut sketches = Sketches::default();
            for set in &sets {
                // Spread like hashes.
                let hash = |value: &u64| value.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let mut values: Vec<u64> = set.iter().map(hash).collect();
                values.sort_unstable();
                sketches.push(SketchRef { values: &values, shares: &[] });
            }
            let threshold = SetThreshold { overlap, at: at.parse().unwrap() };
            let sizes: Vec<u32> = sets.iter().map(|set| set.len() as u32).collect();
            let is_similar = |&(a, b): &(usize, usize)| {
                let shared = sets[a].intersection(&sets[b]).count() as u32;
                // Equal sets are one record.
                shared > 0 && shared >= threshold.shared(sizes[a], sizes[b]) && sets[a] != sets[b]
            };
            let all = (0..sets.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
            let similar = all.filter(is_similar);
            let expected: BTreeSet<_> = similar.map(|(a, b)| (a as u32, b as u32)).collect();
            let heads = Records::with_heads(&sketches, |size| longest_head(threshold, size));
            for records in [Records::of(&sketches, 2).0, heads] {
                prop_assert_eq!(&pairs(&SetJoin::of(records, threshold)), &expected);
            }
            prop_assert_eq!(pairs(&SetJoin::new(&sketches, threshold)), expected);
        }
    }

    #[test]
    fn heads_share_several_values_where_that_costs_little() {
        let sketches = |size: u64| {
            let mut sketches = Sketches::default();
            for document in 0..30 {
                let own = (0..size).map(|value| document / 3 * 1_000 + value);
                let values: Vec<u64> = own.chain([1_000_000 + document]).collect();
                let shares = &[];
                sketches.push(SketchRef {
                    values: &values,
                    shares,
                });
            }
            sketches
        };
        let threshold = |at: &str| SetThreshold {
            overlap: Overlap::Jaccard,
            at: at.parse().unwrap(),
        };
        assert_eq!(
            SetJoin::new(&sketches(60), threshold("0.5")).common,
            MOST_COMMON
        );
        // Of two values no more than two can be shared, and a second one doubles the entries.
        assert_eq!(SetJoin::new(&sketches(2), threshold("0.5")).common, 1);
        assert_eq!(
            SetJoin::for_queries(&sketches(60), threshold("0.5")).common,
            1
        );
    }
}
