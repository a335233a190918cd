//! Which sentence corresponds to which? Every sentence gets at most one counterpart, so that a
//! reader can be led from one to the other.

use std::ops::Range;

use serde::Serialize;

use super::alike::{Alike, Compared, Stretches};
use super::chain::{Link, heaviest_chain};
use super::difference::Difference;
use crate::measures::fuzzy::Thresholds;

/// How far each of two sentences must be found in the other to count as rewritten. \[choice\] Below
/// 000's permissible threshold a sentence is no longer "the same", but where half of it stands in a
/// counterpart a reader wants to see it.
const REWRITTEN: f64 = 0.5;

/// The most sentences that are taken for one that was split, or that were merged into one.
const LONGEST_JOIN: u32 = 3;

/// How two stretches of text correspond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Word for word; case and punctuation may differ.
    Identical,
    /// The same by 000's thresholds, EQ = 1.
    Reworded,
    /// One sentence on the left became several on the right, which together are EQ to it.
    Split,
    /// Several on the left became one on the right.
    Merged,
    /// Not EQ, but at least half of each stands in the other.
    Rewritten,
}

/// Sentences of two documents that correspond.
#[derive(Debug, Clone, PartialEq)]
pub struct Match {
    /// How.
    pub kind: Kind,
    /// Their places in the two documents; one sentence on both sides, unless split or merged.
    pub sentences: [Range<u32>; 2],
    /// Sim(left, right) and Sim(right, left), each in \[0, 1\] (000, equation 3.3).
    pub similarities: [f64; 2],
    /// Whether they stand in another order than the rest.
    pub moved: bool,
    /// Which of their words differ.
    pub difference: Difference,
}

/// The matches of two documents, ascending by their place on the left, given their sentences one by
/// one.
///
/// \[choice\] 000 lists all pairs with EQ = 1. Of these the ones that keep their order and have most
/// words in common are taken first, so that repeated sentences find the repetition that stands at
/// the same place; then the others, the most words in common first; then sentences that were split
/// or merged; then, of what is left, the rewritten ones.
pub(super) fn matches(singly: &Stretches, thresholds: &Thresholds) -> Vec<Match> {
    let mut pairing = Pairing {
        sides: singly.sides,
        thresholds,
        taken: singly.sides.map(|side| vec![false; side.sentences.len()]),
        matches: Vec::new(),
    };
    let is_equal = |[there, back]: [f64; 2]| thresholds.are_equal(there, back);
    let is_rewritten = |[there, back]: [f64; 2]| there.min(back) >= REWRITTEN;
    let equal = singly.alike(is_equal);
    let rewritten = singly.alike(|it| is_rewritten(it) && !is_equal(it));

    let links: Vec<Link> = equal.iter().map(Alike::link).collect();
    for index in heaviest_chain(&links) {
        pairing.take(&equal[index]);
    }
    pairing.take_heaviest_first(equal);
    for side in [0, 1] {
        let joined = pairing.joined(side);
        pairing.take_heaviest_first(joined);
    }
    pairing.take_heaviest_first(rewritten);
    pairing.finish()
}

struct Pairing<'a> {
    sides: [&'a Compared<'a>; 2],
    thresholds: &'a Thresholds,
    /// On each side, which sentences have their counterpart.
    taken: [Vec<bool>; 2],
    matches: Vec<(Match, f64)>,
}

impl Pairing<'_> {
    fn is_free(&self, side: usize, sentences: &Range<u32>) -> bool {
        let taken = &self.taken[side][sentences.start as usize..sentences.end as usize];
        !taken.contains(&true)
    }

    /// Takes those whose sentences are free when their turn comes.
    fn take_heaviest_first(&mut self, alike: impl IntoIterator<Item = Alike>) {
        let mut alike: Vec<Alike> = alike.into_iter().collect();
        alike.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        for pair in &alike {
            if self.is_free(0, &pair.sentences[0]) && self.is_free(1, &pair.sentences[1]) {
                self.take(pair);
            }
        }
    }

    fn take(&mut self, pair: &Alike) {
        for (taken, sentences) in self.taken.iter_mut().zip(&pair.sentences) {
            taken[sentences.start as usize..sentences.end as usize].fill(true);
        }
        let documents = self.sides.map(|side| side.document);
        let tokens = [0, 1].map(|side| self.sides[side].tokens(&pair.sentences[side]));
        let difference = Difference::new(documents, tokens);
        let [there, back] = pair.similarities;
        let kind = match pair.sentences.each_ref().map(|range| range.len()) {
            [1, 1] if difference.is_none() => Kind::Identical,
            [1, 1] if self.thresholds.are_equal(there, back) => Kind::Reworded,
            [1, 1] => Kind::Rewritten,
            [1, _] => Kind::Split,
            _ => Kind::Merged,
        };
        let found = Match {
            kind,
            sentences: pair.sentences.clone(),
            similarities: pair.similarities,
            moved: false,
            difference,
        };
        self.matches.push((found, pair.weight));
    }

    /// Neighbouring free sentences on one side that together equal a free one on the other.
    fn joined(&self, side: usize) -> Vec<Alike> {
        let free = |side: usize, length: u32| {
            let all = self.sides[side].sentences.len() as u32 + 1;
            let stretches = (0..all.saturating_sub(length)).map(move |at| at..at + length);
            stretches.filter(move |it| self.is_free(side, it))
        };
        let joins = (2..=LONGEST_JOIN)
            .flat_map(|length| free(side, length))
            .collect();
        let single = free(1 - side, 1).collect();
        let stretches = match side {
            0 => [joins, single],
            _ => [single, joins],
        };
        let stretches = Stretches::new(self.sides, stretches);
        stretches.alike(|[there, back]| self.thresholds.are_equal(there, back))
    }

    /// The matches in order; those off the heaviest chain have moved.
    fn finish(self) -> Vec<Match> {
        let mut matches = self.matches;
        matches.sort_by_key(|(found, _)| found.sentences[0].start);
        let link = |(found, weight): &(Match, f64)| Link {
            places: [0, 1].map(|side| found.sentences[side].start),
            weight: *weight,
        };
        let chain = heaviest_chain(&matches.iter().map(link).collect::<Vec<_>>());
        let mut matches: Vec<Match> = matches.into_iter().map(|(found, _)| found).collect();
        matches.iter_mut().for_each(|found| found.moved = true);
        for index in chain {
            matches[index].moved = false;
        }
        matches
    }
}
