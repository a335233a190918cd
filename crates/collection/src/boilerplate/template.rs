//! Tells passages that forms repeat around their entries from passages that versions of one text repeat around their
//! edits.
//!
//! Both repeat passages. But everybody fills in a form differently: where a passage of it ends, its documents
//! part, and go on in as many ways as there are documents. An edit is one version's: there most of the others
//! go on alike. So a repeated passage is a template's if more documents part at its ends than are edited
//! within it. (A date above an article parts its versions once; their edits are more.)
//!
//! \[choice\] Documents part where no word comes next in three quarters of the groups of near copies that have
//! a passage: versions that differ in a tenth of their words still go on alike in nine of ten, and licences
//! that come in two or three wordings part. An edit is what one group alone has: a box that others tick as
//! well is none. A form whose every field has one and the same content in three quarters of the groups is
//! taken for versions of a text.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::repeated::{GroupCounts, PASSAGE, Repeated};
use crate::collection::BATCH;
use crate::components::components;
use crate::word_reader::WordReader;
use dejalu_base::progress::Progress;
use dejalu_text::sorted::distinct;

/// Marks the place before the first run of a document and after its last one: no run has this hash.
const EDGE: u64 = 0;

/// The repeated runs that a template consists of.
pub(super) struct Template {
    /// Ascending.
    pub(super) runs: Vec<u64>,
    /// In how many groups of near copies each of them stands.
    pub(super) groups: Vec<u32>,
    /// The places of the documents that may have any, ascending.
    pub(super) places: Vec<u32>,
}

impl Template {
    /// Drops from repeated runs those that versions of a text repeat.
    pub(super) fn of(repeated: Repeated, reader: &WordReader<'_>, progress: &dyn Progress) -> Self {
        let Repeated { groups, suspects } = repeated;
        let next_to_each_other = |&(_, place): &(u32, u32)| {
            let runs = reader.words(place).runs(PASSAGE);
            neighbours_among(&runs, |run| groups.contains_key(&run))
        };
        let mut neighbours = GroupCounts::default();
        let mut places = Vec::new();
        for documents in suspects.chunks(BATCH) {
            let of_each: Vec<_> = documents.par_iter().map(next_to_each_other).collect();
            for (&(group, place), pairs) in documents.iter().zip(of_each) {
                if !pairs.is_empty() {
                    places.push(place);
                }
                neighbours.add(group, pairs);
            }
            progress.advance(documents.len());
        }
        places.sort_unstable();
        let mut runs: Vec<(u64, u32)> = groups.into_iter().collect();
        runs.sort_unstable();
        let (runs, groups) = parted(runs, &neighbours.counts()).into_iter().unzip();
        Template {
            runs,
            groups,
            places,
        }
    }
}

/// The runs that come next to each other in a document, one of which is repeated, at least.
fn neighbours_among(runs: &[u64], is_repeated: impl Fn(u64) -> bool) -> Vec<(u64, u64)> {
    let before = [EDGE].into_iter().chain(runs.iter().copied());
    let after = runs.iter().copied().chain([EDGE]);
    let pairs = before.zip(after);
    distinct(pairs.filter(|&(left, right)| is_repeated(left) || is_repeated(right)))
}

/// Continuations of the groups of a run at one side of it.
#[derive(Default, Clone, Copy)]
struct Side {
    /// The most that go on alike.
    alike: u32,
    /// Those that go on as no other does.
    alone: u32,
}

impl Side {
    fn add(&mut self, groups: u32) {
        self.alike = self.alike.max(groups);
        self.alone += u32::from(groups == 1);
    }
}

/// The runs of the passages at whose ends more groups part than are edited within. A passage is a chain of
/// runs, each of which comes next to the other in three quarters of the groups of either, at least.
fn parted(runs: Vec<(u64, u32)>, neighbours: &FxHashMap<(u64, u64), u32>) -> Vec<(u64, u32)> {
    let usual = |count: u32, index: usize| 4 * count >= 3 * runs[index].1;
    let mut sides = vec![[Side::default(); 2]; runs.len()];
    let mut links = Vec::new();
    for (&(left, right), &count) in neighbours {
        let index = |run: u64| runs.binary_search_by_key(&run, |&(run, _)| run).ok();
        let (left, right) = (index(left), index(right));
        left.into_iter()
            .for_each(|index| sides[index][1].add(count));
        right
            .into_iter()
            .for_each(|index| sides[index][0].add(count));
        let link = left
            .zip(right)
            .filter(|&(a, b)| usual(count, a) && usual(count, b));
        links.extend(link.map(|(a, b)| (a as u32, b as u32)));
    }
    let passages = components(runs.len(), links);
    // Of each passage the groups that part at its ends, less those that are edited within.
    let mut balance = vec![0i64; runs.len()];
    for (index, sides) in sides.iter().enumerate() {
        let of_passage = &mut balance[passages[index] as usize];
        for side in sides {
            if !usual(side.alike, index) {
                *of_passage += i64::from(runs[index].1 - side.alike);
            }
        }
        if usual(sides[1].alike, index) {
            *of_passage -= i64::from(sides[1].alone);
        }
    }
    let of_passages = runs.into_iter().zip(passages);
    let of_templates = of_passages.filter(|&(_, passage)| balance[passage as usize] > 0);
    of_templates.map(|(run, _)| run).collect()
}
