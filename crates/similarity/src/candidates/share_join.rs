//! The join of weighted terms under minimum weight overlapping (002, section 3).

use serde::{Deserialize, Serialize};

use super::join::{Join, Met, Probe, work};
use super::order::Order;
use super::ratio::Ratio;
use super::scratch::Scratch;
use super::sketches::{SketchRef, Sketches, TermOrder};
use crate::corpus::Lists;
use dejalu_base::error::read_by_name;
use dejalu_base::threshold::{MARGIN, reaches};

/// Returns whether a sum of shares is so near to the threshold that the rule may find that it
/// reaches it.
///
/// Sums of shares are rounded; without a margin 3 to 18 % of the pairs that sit exactly at the
/// threshold were lost. It is twice the rule's, which adds the same shares up in
/// another order.
pub(super) fn may_reach(sum: f64, at: Ratio) -> bool {
    reaches(sum, at.value() - MARGIN)
}

/// The pairs that reach the verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShareFilter {
    /// Exact: the prefix is the shortest head of the canonical order whose tail weighs less than t;
    /// at the first common term x, min(w_xr, w_xs) and the lesser of the weights after it must
    /// reach t. Proof: with x the first common term, MWO is at most the weight of r from x on; were
    /// x outside r's prefix, that is below t.
    #[default]
    Weight,
    /// The paper's, which counts terms: prefix |r| − ⌈t·|r|⌉ + 1, at the first common term
    /// (positions p, q) 1 + min(|r| − p, |s| − q) ≥ ⌈t/(1 + t)·(|r| + |s|)⌉. It is exact for
    /// Jaccard; of the pairs with MWO ≥ t it loses some.
    Jaccard,
}

read_by_name!(ShareFilter, Filter, "expected weight or jaccard");

/// Filter and order of weighted terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShareOptions {
    pub(super) filter: ShareFilter,
    pub(super) order: TermOrder,
}

/// An index of the heads of all records.
pub(super) struct ShareJoin {
    at: Ratio,
    filter: ShareFilter,
    order: Order,
    records: Vec<Record>,
    postings: Lists<Entry>,
    documents: Vec<u32>,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    record: u32,
    /// The term's index in the record.
    index: u32,
}

/// The ranked terms of a document in canonical order.
struct Record {
    ranks: Vec<u32>,
    shares: Vec<f64>,
    /// The weight from each term on, and 0 at the end.
    tails: Vec<f64>,
    /// Number of terms, with and without a rank.
    size: u32,
}

impl Record {
    fn new(sketch: SketchRef<'_>, order: &Order) -> Self {
        let (ranks, shares): (Vec<u32>, Vec<f64>) = order.ranked_shares(sketch).into_iter().unzip();
        let mut tails = vec![0.0; shares.len() + 1];
        for index in (0..shares.len()).rev() {
            tails[index] = tails[index + 1] + shares[index];
        }
        Record {
            ranks,
            shares,
            tails,
            size: sketch.values.len() as u32,
        }
    }

    /// Number of ranked terms in its prefix.
    fn prefix(&self, filter: ShareFilter, at: Ratio) -> usize {
        match filter {
            ShareFilter::Weight => {
                let heavy = |&tail: &f64| may_reach(tail, at);
                self.tails[..self.ranks.len()].partition_point(heavy)
            }
            ShareFilter::Jaccard => {
                let length = self.size + 1 - at.of(self.size).max(1);
                let ranked = length.saturating_sub(self.size - self.ranks.len() as u32);
                ranked as usize
            }
        }
    }

    /// Returns whether the positional filter lets the pair pass whose first common term this is.
    fn may_reach(
        &self,
        i: usize,
        other: &Record,
        j: usize,
        filter: ShareFilter,
        at: Ratio,
    ) -> bool {
        match filter {
            ShareFilter::Weight => {
                let here = self.shares[i].min(other.shares[j]);
                let after = self.tails[i + 1].min(other.tails[j + 1]);
                may_reach(here + after, at)
            }
            ShareFilter::Jaccard => {
                let after = (self.ranks.len() - i).min(other.ranks.len() - j) as u32;
                after >= at.shared_of(u64::from(self.size) + u64::from(other.size))
            }
        }
    }

    /// MWO of the two, summed in canonical order.
    fn overlap(&self, other: &Record) -> f64 {
        let (mut i, mut j, mut sum) = (0, 0, 0.0);
        while i < self.ranks.len() && j < other.ranks.len() {
            let (x, y) = (self.ranks[i], other.ranks[j]);
            if x == y {
                sum += self.shares[i].min(other.shares[j]);
            }
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
        sum
    }
}

impl ShareJoin {
    /// For a self-join, in which a term of one document alone does not matter.
    pub(super) fn new(sketches: &Sketches, at: Ratio, share_options: ShareOptions) -> Self {
        ShareJoin::with(sketches, at, share_options, 2)
    }

    /// For queries from outside the collection.
    pub(super) fn for_queries(sketches: &Sketches, at: Ratio, share_options: ShareOptions) -> Self {
        ShareJoin::with(sketches, at, share_options, 1)
    }

    fn with(sketches: &Sketches, at: Ratio, share_options: ShareOptions, least: u32) -> Self {
        use rayon::prelude::*;
        let filter = share_options.filter;
        let order = match share_options.order {
            // Terms without a rank come first, as rare ones do.
            TermOrder::Frequency => Order::of(sketches, least),
            TermOrder::Weight => Order::by_weight(sketches),
        };
        let documents = 0..sketches.len();
        let record = |document| Record::new(sketches.get(document), &order);
        let records: Vec<Record> = documents.into_par_iter().map(record).collect();
        let postings = Lists::gather(order.len(), records.len(), |number| {
            let record = &records[number as usize];
            let head = record.ranks[..record.prefix(filter, at)].iter().zip(0..);
            head.map(move |(&rank, index)| {
                let record = number;
                (rank, Entry { record, index })
            })
        });
        ShareJoin {
            at,
            filter,
            order,
            postings,
            documents: (0..records.len() as u32).collect(),
            records,
        }
    }

    /// The similar records among those below `limit`.
    fn similar(&self, record: &Record, limit: u32, scratch: &mut Scratch) -> Met {
        let mut met = Met::default();
        let prefix = record.prefix(self.filter, self.at);
        scratch.counts.restart(prefix as u32);
        for (index, &rank) in record.ranks[..prefix].iter().enumerate() {
            let entries = self.postings.get(rank).iter();
            for entry in entries.take_while(|entry| entry.record < limit) {
                // Only the first common term bounds the sum.
                if scratch.counts.add(entry.record) > 1 {
                    continue;
                }
                met.by_prefix += 1;
                let other = &self.records[entry.record as usize];
                let there = entry.index as usize;
                if !record.may_reach(index, other, there, self.filter, self.at) {
                    continue;
                }
                met.by_position += 1;
                if may_reach(record.overlap(other), self.at) {
                    met.records.push(entry.record);
                }
            }
        }
        met
    }
}

impl Join for ShareJoin {
    fn len(&self) -> usize {
        self.records.len()
    }

    fn members(&self, record: u32) -> &[u32] {
        let record = record as usize;
        &self.documents[record..=record]
    }

    fn earlier(&self, record: u32, scratch: &mut Scratch) -> Vec<u32> {
        self.similar(&self.records[record as usize], record, scratch)
            .records
    }

    fn joins(&self, left: u32, right: u32) -> bool {
        let (left, right) = (&self.records[left as usize], &self.records[right as usize]);
        let [left_head, right_head] =
            [left, right].map(|it| &it.ranks[..it.prefix(self.filter, self.at)]);
        // Only the first common term bounds the sum.
        let first = right_head.iter().enumerate().find_map(|(i, rank)| {
            let j = left_head.iter().position(|other| other == rank)?;
            Some(right.may_reach(i, left, j, self.filter, self.at))
        });
        first == Some(true) && may_reach(right.overlap(left), self.at)
    }

    fn work(&self) -> u64 {
        work(self.postings.lengths())
    }
}

impl Probe for ShareJoin {
    fn probe(&self, query: SketchRef<'_>, scratch: &mut Scratch) -> Met {
        self.similar(&Record::new(query, &self.order), u32::MAX, scratch)
    }
}
