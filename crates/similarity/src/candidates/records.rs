//! Distinct sets, ready to be joined: by size, with their values as ranks.

use std::ops::Range;

use rayon::prelude::*;

use super::bitmap::Bitmap;
use super::overlap::SetThreshold;
use super::ranks::{RankedValues, Ranks};
use super::rough_order::RoughOrder;
use super::sketches::Sketches;
use crate::corpus::Lists;

/// The different sets of a collection, by ascending size. Equal sets are one record with several
/// members; an empty set is none.
pub(super) struct Records {
    ranks: Ranks,
    sizes: Vec<u32>,
    bitmaps: Vec<Bitmap>,
    members: Lists<u32>,
    heads: Option<Heads>,
}

/// The data that sets need beside ranks if only their heads have some.
struct Heads {
    /// The place of each ranked value in its head.
    places: Vec<u32>,
    /// The sets: two are compared by their values.
    sketches: Sketches,
}

/// A set as the join sees it.
#[derive(Clone, Copy)]
pub(super) struct Record<'a> {
    /// The ranks of its values, ascending. Values without a rank occur in this set alone; they
    /// would come first.
    ///
    /// Where only heads have ranks, those of its head, as [`Head::places`] says.
    pub(super) ranks: &'a [u32],
    /// Number of values, with and without a rank.
    pub(super) size: u32,
    bitmap: Bitmap,
    head: Option<Head<'a>>,
}

/// A set of which only the head has ranks.
#[derive(Clone, Copy)]
struct Head<'a> {
    /// The place of each rank in the head, ascending. The values at other places are in no other head.
    places: &'a [u32],
    /// All values of the set, ascending.
    values: &'a [u64],
}

impl<'a> Record<'a> {
    pub(super) fn new(ranks: &'a [u32], size: u32) -> Self {
        Record {
            ranks,
            size,
            bitmap: Bitmap::of_ranks(ranks),
            head: None,
        }
    }

    /// Its first ranks, each with how many values come from that one on that another set may have.
    pub(super) fn first_ranks(self, ranks: usize) -> impl Iterator<Item = (u32, u32)> + use<'a> {
        let all = self.shareable();
        let places = self.head.map_or(&[][..], |head| head.places);
        let ranks = (0..).zip(&self.ranks[..ranks]);
        ranks.map(move |(index, &rank)| {
            let place = places.get(index as usize).copied();
            (rank, all - place.unwrap_or(index))
        })
    }

    /// Number of its first `length` values that have a rank.
    pub(super) fn head_ranks(self, length: u32) -> usize {
        if let Some(head) = self.head {
            return head.places.partition_point(|&place| place < length);
        }
        let unranked = self.size - self.ranks.len() as u32;
        (length.saturating_sub(unranked) as usize).min(self.ranks.len())
    }

    /// Returns whether the two share at least `needed` values.
    pub(super) fn shares(self, other: Record<'_>, needed: u32) -> bool {
        let needed_values = needed as usize;
        self.may_share(other, needed)
            && match (self.head, other.head) {
                (Some(head), Some(other)) => share(head.values, other.values, needed_values),
                _ => share(self.ranks, other.ranks, needed_values),
            }
    }

    /// Returns whether the two share at least `needed` values, where their heads, so many ranks long
    /// and not empty, share `counted`.
    pub(super) fn shares_beyond(
        self,
        other: Record<'_>,
        heads: [usize; 2],
        counted: u32,
        needed: u32,
    ) -> bool {
        if counted >= needed {
            return true;
        }
        if let (Some(head), Some(other)) = (self.head, other.head) {
            return share(head.values, other.values, needed as usize);
        }
        // Up to here either head reaches: what is common is counted. Nothing beyond is.
        let reached = self.ranks[heads[0] - 1].min(other.ranks[heads[1] - 1]);
        share(
            after(self.ranks, heads[0], reached),
            after(other.ranks, heads[1], reached),
            (needed - counted) as usize,
        )
    }

    /// Returns whether their bitmaps allow them to share `needed` values.
    pub(super) fn may_share(self, other: Record<'_>, needed: u32) -> bool {
        let both = self.shareable() + other.shareable();
        (both - self.bitmap.difference(other.bitmap)) / 2 >= needed
    }

    /// Number of its values that another set may have, those of its bitmap.
    fn shareable(self) -> u32 {
        match self.head {
            Some(_) => self.size,
            None => self.ranks.len() as u32,
        }
    }
}

/// The ranks above `reached`, which is not above the last one of the head.
fn after(ranks: &[u32], head: usize, reached: u32) -> &[u32] {
    &ranks[ranks[..head].partition_point(|&rank| rank <= reached)..]
}

impl Records {
    /// The sets of a collection, and the values that have a rank: those in at least `least` different ones.
    pub(super) fn of(sketches: &Sketches, least: u32) -> (Self, RankedValues) {
        let (sets, members) = distinct(sketches);
        let (ranks, values) = Ranks::of(&sets, least);
        let bitmaps = (0..sets.len() as u32).into_par_iter();
        let records = Records {
            bitmaps: bitmaps
                .map(|set| Bitmap::of_ranks(ranks.get(set)))
                .collect(),
            sizes: sizes(&sets),
            ranks,
            members,
            heads: None,
        };
        (records, values)
    }

    /// The sets of a collection, to be met by their heads alone, which are as long as `length` says of a size: no
    /// longer than the set. A value has a rank if it is in at least two different heads.
    pub(super) fn with_heads(sketches: &Sketches, length: impl Fn(u32) -> u32) -> Self {
        let (sets, members) = distinct(sketches);
        let (heads, bitmaps) = RoughOrder::of(&sets).heads(&sets, length);
        let (ranks, places) = Ranks::of_heads(&heads);
        Records {
            bitmaps,
            sizes: sizes(&sets),
            ranks,
            members,
            heads: Some(Heads {
                places,
                sketches: sketches.clone(),
            }),
        }
    }

    /// Number of ranked values.
    pub(super) fn ranked(&self) -> usize {
        self.ranks.len()
    }

    pub(super) fn len(&self) -> usize {
        self.sizes.len()
    }

    /// The size of the largest record; 0 without records.
    pub(super) fn largest(&self) -> u32 {
        self.sizes.last().copied().unwrap_or(0)
    }

    pub(super) fn get(&self, record: u32) -> Record<'_> {
        let head = self.heads.as_ref().map(|heads| Head {
            places: &heads.places[self.ranks.span(record)],
            values: heads.sketches.get(self.members(record)[0] as usize).values,
        });
        Record {
            ranks: self.ranks.get(record),
            size: self.sizes[record as usize],
            bitmap: self.bitmaps[record as usize],
            head,
        }
    }

    /// The documents whose set the record is, ascending.
    pub(super) fn members(&self, record: u32) -> &[u32] {
        self.members.get(record)
    }

    /// The records whose size allows enough similarity to a set of `size` values.
    pub(super) fn possible(&self, threshold: SetThreshold, size: u32) -> Range<u32> {
        let from = threshold.smallest(size);
        let smaller = self.sizes.partition_point(|&other| other < from);
        let others = &self.sizes[smaller..];
        let fitting = |&other: &u32| other <= size || threshold.possible(size, other);
        smaller as u32..(smaller + others.partition_point(fitting)) as u32
    }
}

/// The different sets, by ascending size, and the documents that each is of.
fn distinct(sketches: &Sketches) -> (Vec<&[u64]>, Lists<u32>) {
    let set = |document: u32| sketches.get(document as usize).values;
    // Most comparisons end with the size or the first value, which need not be looked up.
    let key = |document| {
        Some((
            set(document).len() as u32,
            *set(document).first()?,
            document,
        ))
    };
    let documents = (0..sketches.len() as u32).into_par_iter();
    let mut documents: Vec<(u32, u64, u32)> = documents.filter_map(key).collect();
    documents.par_sort_unstable_by(|&(size, first, a), &(other_size, other_first, b)| {
        let by_key = (size, first).cmp(&(other_size, other_first));
        by_key.then_with(|| set(a).cmp(set(b)).then(a.cmp(&b)))
    });
    let mut members = Lists::default();
    let mut sets = Vec::new();
    for equal in documents.chunk_by(|&(.., a), &(.., b)| set(a) == set(b)) {
        sets.push(set(equal[0].2));
        members.push(equal.iter().map(|&(.., document)| document));
    }
    (sets, members)
}

fn sizes(sets: &[&[u64]]) -> Vec<u32> {
    sets.iter().map(|set| set.len() as u32).collect()
}

/// Returns whether two ascending lists share at least `needed` values. Near-duplicates share long
/// runs, so equal blocks are stepped over whole.
fn share<T: Copy + Ord>(left: &[T], right: &[T], needed: usize) -> bool {
    const BLOCK: usize = 16;
    let (mut a, mut b, mut shared) = (left, right, 0);
    while shared < needed {
        if let (Some((head, rest)), Some((other, other_rest))) = (
            a.split_first_chunk::<BLOCK>(),
            b.split_first_chunk::<BLOCK>(),
        ) && head == other
        {
            (a, b, shared) = (rest, other_rest, shared + BLOCK);
            continue;
        }
        if shared + a.len().min(b.len()) < needed {
            return false;
        }
        // The next step differs within the block, or a list ends in it.
        for _ in 0..BLOCK {
            let (Some((&x, rest)), Some((&y, other_rest))) = (a.split_first(), b.split_first())
            else {
                break;
            };
            shared += usize::from(x == y);
            a = if x <= y { rest } else { a };
            b = if y <= x { other_rest } else { b };
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::candidates::sketches::SketchRef;

    proptest! {
        #[test]
        fn sharing_is_what_sets_say(
            left in prop::collection::btree_set(0u32..200, 0..120),
            right in prop::collection::btree_set(0u32..200, 0..120),
            needed in 1u32..80,
        ) {
            let shared = left.intersection(&right).count() as u32;
            let list = |set: &BTreeSet<u32>| set.iter().copied().collect::<Vec<u32>>();
            let (left, right) = (list(&left), list(&right));
            let records = [&left, &right].map(|set| Record::new(set, set.len() as u32 + 3));
            prop_assert_eq!(records[0].shares(records[1], needed), shared >= needed);
            prop_assert!(records[0].shares(records[0], left.len() as u32));
            for heads in [[1, 1], [1, right.len()], [left.len() / 2 + 1, right.len() / 3 + 1]] {
                let heads = [heads[0].min(left.len()), heads[1].min(right.len())];
                if heads.contains(&0) {
                    continue;
                }
                let in_head = |rank: &&u32| right[..heads[1]].contains(rank);
                let counted = left[..heads[0]].iter().filter(in_head).count() as u32;
                let found = records[0].shares_beyond(records[1], heads, counted, needed);
                prop_assert_eq!(found, shared >= needed);
            }
        }
    }

    #[test]
    fn equal_sets_are_one_record_and_sizes_ascend() {
        let mut sketches = Sketches::default();
        for values in [&[1, 2, 3][..], &[7], &[1, 2, 3], &[], &[8], &[2, 3]] {
            sketches.push(SketchRef {
                values,
                shares: &[],
            });
        }
        let (records, _) = Records::of(&sketches, 2);
        let members: Vec<&[u32]> = (0..records.len() as u32)
            .map(|r| records.members(r))
            .collect();
        // The two sets of one value that stands nowhere else have no rank, and are not equal.
        assert_eq!(members, [&[1][..], &[4], &[5], &[0, 2]]);
        let sizes: Vec<u32> = (0..4).map(|r| records.get(r).size).collect();
        assert_eq!(sizes, [1, 1, 2, 3]);
    }
}
