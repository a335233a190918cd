//! The exact join of sets: prefix filter, positional filter, verification (002, section 3).

use super::join::{Join, Met, Probe, Scratch, work};
use super::order::Order;
use super::overlap::Demand;
use super::ranks::Ranks;
use super::records::{Record, Records};
use super::sketches::{SketchRef, Sketches};
use crate::corpus::Lists;

/// An index of the heads of all sets.
///
/// A self-join asks each record for similar ones among those before it, which are no larger. So the
/// index holds only what a larger set needs to be met, unless it is made for queries of any size.
pub(super) struct SetJoin {
    demand: Demand,
    /// Of queries; without a value in a self-join, which has none.
    order: Order,
    records: Records,
    /// How many values of a record of this size are its head.
    indexed: fn(Demand, u32) -> u32,
    postings: Lists<Entry>,
}

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
    pub(super) fn new(sketches: &Sketches, demand: Demand) -> Self {
        let ranks = Ranks::of(sketches, 2);
        let order = Order::default();
        SetJoin::with(ranks, order, sketches, demand, Demand::prefix_for_larger)
    }

    /// For queries from outside the collection.
    pub(super) fn for_queries(sketches: &Sketches, demand: Demand) -> Self {
        let ranks = Ranks::of(sketches, 1);
        let order = Order::ranked(ranks.values());
        SetJoin::with(ranks, order, sketches, demand, Demand::prefix)
    }

    fn with(
        ranks: Ranks,
        order: Order,
        sketches: &Sketches,
        demand: Demand,
        indexed: fn(Demand, u32) -> u32,
    ) -> Self {
        let records = Records::new(sketches, &ranks);
        let lists = ranks.len();
        // The records have them.
        drop(ranks);
        let postings = Lists::gather(lists, records.len(), |number| {
            let record = records.get(number);
            let head = record.head(indexed(demand, record.size));
            head.map(move |(rank, rest)| (rank, Entry::new(number, rest, record.size)))
        });
        SetJoin {
            demand,
            order,
            records,
            indexed,
            postings,
        }
    }

    /// The similar records among those below `limit`.
    fn similar(&self, record: Record<'_>, limit: u32, scratch: &mut Scratch) -> Met {
        let possible = self.records.possible(self.demand, record.size);
        let (from, to) = (possible.start, possible.end.min(limit));
        let largest = self.records.largest();
        let needs = Needs::of(self.demand, record.size, largest, &mut scratch.needs);
        let mut met = Met::default();
        let prefix = self.demand.prefix(record.size);
        let head = record.head_ranks(prefix);
        for (rank, rest) in record.head(prefix) {
            let entries = self.postings.get(rank);
            // Most lists have none that is too small, which a look at the first entry tells.
            let first = match entries.first() {
                Some(entry) if entry.record < from => {
                    entries.partition_point(|entry| entry.record < from)
                }
                _ => 0,
            };
            for entry in entries[first..]
                .iter()
                .take_while(|entry| entry.record < to)
            {
                let count = &mut scratch.counts[entry.record as usize];
                if *count == 0 {
                    scratch.met.push(entry.record);
                }
                // Saturation keeps what is given up given up.
                let reachable = count.saturating_add(rest.min(entry.rest()));
                *count = if reachable >= needs.of_size(entry.size) {
                    count.saturating_add(1)
                } else {
                    Scratch::GIVEN_UP
                };
            }
        }
        met.by_prefix = self.documents_of(&scratch.met);
        for &other in &scratch.met {
            let count = std::mem::take(&mut scratch.counts[other as usize]);
            if count == Scratch::GIVEN_UP {
                continue;
            }
            met.by_position += self.records.members(other).len();
            let found = self.records.get(other);
            let needed = self.demand.shared(record.size, found.size);
            if !record.may_share(found, needed) {
                continue;
            }
            let heads = [
                head,
                found.head_ranks((self.indexed)(self.demand, found.size)),
            ];
            if record.shares_beyond(found, heads, count, needed) {
                met.records.push(other);
            }
        }
        scratch.met.clear();
        met
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
            .records
    }

    fn joins(&self, left: u32, right: u32) -> bool {
        let (left, right) = (self.records.get(left), self.records.get(right));
        left.shares(right, self.demand.shared(left.size, right.size))
    }

    fn work(&self) -> u64 {
        work(&self.postings)
    }
}

impl Probe for SetJoin {
    fn probe(&self, query: SketchRef<'_>, scratch: &mut Scratch) -> Met {
        let ranks = self.order.ranks(query.values);
        let query = Record::new(&ranks, query.values.len() as u32);
        match query.size {
            0 => Met::default(),
            _ => self.similar(query, u32::MAX, scratch),
        }
    }
}

/// α for one set and others of each size, looked up rather than divided anew at every entry.
struct Needs<'a> {
    from: u32,
    table: &'a [u32],
}

impl<'a> Needs<'a> {
    fn of(demand: Demand, size: u32, largest: u32, table: &'a mut (u32, Vec<u32>)) -> Self {
        // Sizes that an entry cannot hold count as the largest that it can: α never falls as sizes
        // rise, so that nothing is lost.
        let largest = largest.min(u16::MAX.into());
        let from = demand.smallest(size).min(largest);
        if table.0 != size {
            let others = from..=largest;
            let fitting = others.take_while(|&other| other <= size || demand.possible(size, other));
            *table = (
                size,
                fitting.map(|other| demand.shared(size, other)).collect(),
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
