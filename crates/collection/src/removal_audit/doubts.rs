//! How much each removal is doubted, before anybody answers.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::collection::Collection;
use crate::groups::Grouping;
use crate::judge::Judge;
use crate::promise::Doubt;
use crate::scoring::Edge;
use dejalu_base::error::shown_by_name;
use dejalu_text::document::DocumentId;

/// The measures of doubt. A name stands for one way of computing them: where that changes, so does the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RiskBy {
    /// How many documents are removed in favour of the same one, and how many others are more similar to the
    /// removed document than the one kept in its place.
    SizeAndBetter,
}

shown_by_name!(RiskBy);

/// A removal, and what an audit has to know of it.
#[derive(Debug, Clone, PartialEq)]
pub struct DoubtedRemoval {
    /// The removed document.
    pub removed: DocumentId,
    /// The one kept in its place.
    pub kept: DocumentId,
    /// The score of the two, where it is known.
    pub score: Option<f64>,
    /// Number of documents that score higher with the removed one than `score`.
    pub better: u64,
}

/// The removals of a grouping, by place, and what is known of each.
pub(super) struct Doubts<'a> {
    pub(super) by: RiskBy,
    /// Each removed document with the one kept in its place.
    pub(super) removals: Vec<[u32; 2]>,
    pub(super) doubts: Vec<Doubt<'a>>,
}

impl<'a> Doubts<'a> {
    /// Of removals whose documents are elsewhere, each by its place, its kept document by that place after all of them.
    pub(super) fn of_removals(removals: &'a [DoubtedRemoval]) -> Self {
        let mut sizes: BTreeMap<&DocumentId, u32> = BTreeMap::new();
        for removal in removals {
            *sizes.entry(&removal.kept).or_default() += 1;
        }
        let doubt = |removal: &'a DoubtedRemoval| Doubt {
            id: &removal.removed,
            measures: vec![f64::from(sizes[&removal.kept]), removal.better as f64],
            score: removal.score,
        };
        let count = removals.len() as u32;
        Doubts {
            by: RiskBy::SizeAndBetter,
            removals: (0..count).map(|place| [place, count + place]).collect(),
            doubts: removals.iter().map(doubt).collect(),
        }
    }

    /// Given the duplicate pairs of different texts.
    pub(super) fn of(
        collection: &'a Collection,
        grouping: &Grouping,
        edges: &[Edge],
        judge: &Judge,
    ) -> Self {
        let removals: Vec<[u32; 2]> = grouping
            .removed()
            .map(|(place, it)| [place, it.in_favour_of])
            .collect();
        let mut sizes: BTreeMap<u32, u32> = BTreeMap::new();
        for [_, kept] in &removals {
            *sizes.entry(*kept).or_default() += 1;
        }
        let rivals = Rivals::of(collection, edges, judge);
        let doubt = |&[removed, kept]: &[u32; 2]| {
            let known = rivals.score(removed, kept);
            let score = known.or(grouping.scores[removed as usize]);
            let better = rivals.better(removed, score) as f64;
            Doubt {
                id: &collection.documents()[removed as usize].id,
                measures: vec![f64::from(sizes[&kept]), better],
                score,
            }
        };
        Doubts {
            by: RiskBy::SizeAndBetter,
            doubts: removals.iter().map(doubt).collect(),
            removals,
        }
    }
}

/// The duplicates of each text, and how many documents have it.
struct Rivals {
    text_of: Vec<u32>,
    /// Number of documents of each text, by the place of its first.
    sizes: Vec<usize>,
    of_text: FxHashMap<u32, Vec<(u32, f64)>>,
    of_copies: f64,
}

impl Rivals {
    fn of(collection: &Collection, edges: &[Edge], judge: &Judge) -> Self {
        let text_of = collection.text_of();
        let mut sizes = vec![0; text_of.len()];
        for &text in &text_of {
            sizes[text as usize] += 1;
        }
        let mut of_text: FxHashMap<u32, Vec<(u32, f64)>> = FxHashMap::default();
        for edge in edges {
            of_text
                .entry(edge.left)
                .or_default()
                .push((edge.right, edge.score));
            of_text
                .entry(edge.right)
                .or_default()
                .push((edge.left, edge.score));
        }
        Rivals {
            text_of,
            sizes,
            of_text,
            of_copies: judge.score_of_copies(),
        }
    }

    fn duplicates(&self, place: u32) -> &[(u32, f64)] {
        let text = self.text_of[place as usize];
        self.of_text.get(&text).map_or(&[], |it| it)
    }

    /// The score of two documents, where they are duplicates.
    fn score(&self, a: u32, b: u32) -> Option<f64> {
        let [of_a, of_b] = [a, b].map(|place| self.text_of[place as usize]);
        if of_a == of_b {
            return Some(self.of_copies);
        }
        let found = self.duplicates(a).iter().find(|(text, _)| *text == of_b);
        found.map(|it| it.1)
    }

    /// Number of documents that score higher with this one than `score`; all of its duplicates where that is not known.
    fn better(&self, place: u32, score: Option<f64>) -> usize {
        let least = score.unwrap_or(f64::NEG_INFINITY);
        let better = self.duplicates(place).iter().filter(|it| it.1 > least);
        let others = better
            .map(|(text, _)| self.sizes[*text as usize])
            .sum::<usize>();
        let copies = self.sizes[self.text_of[place as usize] as usize] - 1;
        others + if self.of_copies > least { copies } else { 0 }
    }
}
