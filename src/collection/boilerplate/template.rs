//! What documents of one pattern repeat around what each fills in, told apart from what versions of one text
//! repeat around their edits.
//!
//! Both repeat passages. But everybody fills in a form differently: where a passage of it ends, its documents
//! go on in as many ways as there are documents. An edit is one version's: there most of the others go on
//! alike. So a repeated passage is a template's if at one of its ends, at least, documents part: no word
//! comes next in three quarters of the groups of near copies that have it.
//!
//! \[choice\] Three quarters: versions that differ in a tenth of their words still go on alike in nine of ten,
//! and licences that come in two or three wordings part. A form whose every field has one and the same content
//! in three quarters of the groups is taken for versions of a text.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::boilerplate::PASSAGE;
use super::repeated::{GroupCounts, Repeated};
use crate::collection::collection::BATCH;
use crate::collection::components::components;
use crate::collection::word_reader::WordReader;
use crate::progress::Progress;
use crate::text::sorted::distinct;

/// What stands before the first run of a document and behind its last one: no run has this hash.
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
    /// What is left of repeated runs without those that versions of a text repeat.
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

/// The runs of the passages at one of whose ends the documents part. A passage is a chain of runs, each of
/// which comes next to the other in three quarters of the groups of either, at least.
fn parted(runs: Vec<(u64, u32)>, neighbours: &FxHashMap<(u64, u64), u32>) -> Vec<(u64, u32)> {
    let mut comes_from = vec![false; runs.len()];
    let mut goes_on = vec![false; runs.len()];
    let mut links = Vec::new();
    for (&(left, right), &count) in neighbours {
        let in_most_of = |run: u64| {
            let index = runs.binary_search_by_key(&run, |&(run, _)| run).ok()?;
            (4 * count >= 3 * runs[index].1).then_some(index)
        };
        let (left, right) = (in_most_of(left), in_most_of(right));
        left.into_iter().for_each(|index| goes_on[index] = true);
        right.into_iter().for_each(|index| comes_from[index] = true);
        links.extend(left.zip(right).map(|(a, b)| (a as u32, b as u32)));
    }
    let passages = components(runs.len(), links);
    let parts = |&index: &usize| !(comes_from[index] && goes_on[index]);
    let ends = (0..runs.len()).filter(parts);
    let parted: FxHashSet<u32> = ends.map(|index| passages[index]).collect();
    let of_passages = runs.into_iter().zip(passages);
    let of_parted = of_passages.filter(|(_, passage)| parted.contains(passage));
    of_parted.map(|(run, _)| run).collect()
}
