//! The runs of words that stand in many groups of near copies.

use std::hash::Hash;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::near_copies::{RUN, near_copies};
use crate::collection::BATCH;
use crate::word_reader::WordReader;
use dejalu_base::error::Result;
use dejalu_base::progress::Progress;
use dejalu_similarity::candidates::{SketchRef, Sketches};
use dejalu_text::sorted::distinct;

/// A passage has at least so many words.
pub(super) const PASSAGE: usize = 8;

/// Runs of words that stand in many groups of near copies.
pub(super) struct Repeated {
    /// In how many groups each of them stands.
    pub(super) groups: FxHashMap<u64, u32>,
    /// The documents that may have any, group by group: the group of each, and its place.
    pub(super) suspects: Vec<(u32, u32)>,
}

impl Repeated {
    /// Those that stand in more than so many groups.
    pub(super) fn find(
        reader: &WordReader<'_>,
        above: u32,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let originals = reader.collection().originals();
        let frequent = Frequent::count(reader, progress)?;
        let mut order: Vec<(u32, u32)> = frequent
            .groups
            .iter()
            .copied()
            .zip(originals.iter().copied())
            .collect();
        order.sort_unstable();
        let runs = |&(_, place): &(u32, u32)| {
            let mut runs = reader.words(place).runs(PASSAGE);
            runs.retain(|&run| frequent.may_exceed(run, above));
            distinct(runs)
        };
        let mut groups = GroupCounts::default();
        let mut suspects = Vec::new();
        for documents in order.chunks(BATCH) {
            let of_each: Vec<Vec<u64>> = documents.par_iter().map(runs).collect();
            for (&(group, place), runs) in documents.iter().zip(of_each) {
                if !runs.is_empty() {
                    suspects.push((group, place));
                }
                groups.add(group, runs);
            }
            progress.advance(documents.len());
        }
        let mut groups = groups.counts();
        groups.retain(|_, count| *count > above);
        Ok(Repeated { groups, suspects })
    }
}

/// In how many groups things stand, which are told of group by group.
#[derive(Default)]
pub(super) struct GroupCounts<T> {
    /// Of each: the groups, and the last of them.
    counts: FxHashMap<T, (u32, u32)>,
}

impl<T: Eq + Hash> GroupCounts<T> {
    /// Counts these in a group: the last one that was named, or a new one.
    pub(super) fn add(&mut self, group: u32, things: impl IntoIterator<Item = T>) {
        for thing in things {
            let (count, last) = self.counts.entry(thing).or_insert((0, u32::MAX));
            *count += u32::from(*last != group);
            *last = group;
        }
    }

    pub(super) fn counts(self) -> FxHashMap<T, u32> {
        let counts = self.counts.into_iter();
        counts.map(|(thing, (count, _))| (thing, count)).collect()
    }
}

/// Runs of words that may be frequent, and documents that are near copies of each other.
struct Frequent {
    /// In how many documents the runs of a hash stand, at most 255.
    documents: Vec<AtomicU8>,
    /// The group of each original.
    groups: Vec<u32>,
}

impl Frequent {
    fn count(reader: &WordReader<'_>, progress: &dyn Progress) -> Result<Self> {
        let originals = reader.collection().originals();
        let size = |&place: &u32| reader.document(place).text.len();
        let bytes: usize = originals.iter().map(size).sum();
        // A word takes about six bytes: so a counter is shared by few runs.
        let counters = (bytes / 2).next_power_of_two().clamp(1 << 12, 1 << 28);
        let mut frequent = Frequent {
            documents: (0..counters).map(|_| AtomicU8::new(0)).collect(),
            groups: Vec::new(),
        };
        let read = |&place: &u32| {
            let words = reader.words(place);
            for run in distinct(words.runs(PASSAGE)) {
                let counter = frequent.counter(run);
                let _ = counter.fetch_update(Relaxed, Relaxed, |count| count.checked_add(1));
            }
            words.shingles(RUN)
        };
        let mut sketches = Sketches::default();
        for places in originals.chunks(BATCH) {
            let made: Vec<Vec<u64>> = places.par_iter().map(read).collect();
            for values in &made {
                sketches.push(SketchRef {
                    values,
                    shares: &[],
                });
            }
            progress.advance(places.len());
        }
        frequent.groups = near_copies(&sketches)?;
        Ok(frequent)
    }

    fn counter(&self, run: u64) -> &AtomicU8 {
        &self.documents[run as usize & (self.documents.len() - 1)]
    }

    /// Returns whether the run may stand in more than so many groups.
    fn may_exceed(&self, run: u64, above: u32) -> bool {
        u32::from(self.counter(run).load(Relaxed)) > above
    }
}
