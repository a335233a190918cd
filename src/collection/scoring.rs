//! Scores of the candidates, in bounded memory.
//!
//! Views of a whole collection would take tens of kilobytes a document. So candidates are brought
//! into batches whose documents are analysed together and forgotten afterwards. Candidates that are
//! connected come into one batch, so that most documents are analysed once.

use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;

use super::cascade::Cascade;
use super::collection::{BATCH, analyzed};
use super::judge::Judge;
use crate::document::Document;
use crate::error::Result;
use crate::progress::Progress;
use crate::text::Analyzer;

/// A batch ends before its texts pass this many bytes. Analysed, with all views, a text takes
/// about forty times its size.
const BATCH_BYTES: usize = 8 << 20;

/// A batch ends before it holds more pairs than this.
const BATCH_PAIRS: usize = 1 << 18;

/// Two documents of a collection, by place, and their score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// The smaller place.
    pub left: u32,
    /// The larger place.
    pub right: u32,
    /// The score of the pair.
    pub score: f64,
}

/// The documents that places name: those of one collection, then those of another.
#[derive(Clone, Copy)]
pub(super) struct Texts<'a> {
    first: &'a [Document],
    second: &'a [Document],
}

impl<'a> Texts<'a> {
    pub(super) fn of(documents: &'a [Document]) -> Self {
        Texts::of_two(documents, &[])
    }

    pub(super) fn of_two(first: &'a [Document], second: &'a [Document]) -> Self {
        Texts { first, second }
    }

    fn len(self) -> usize {
        self.first.len() + self.second.len()
    }

    fn get(self, place: u32) -> &'a Document {
        let place = place as usize;
        self.first
            .get(place)
            .unwrap_or_else(|| &self.second[place - self.first.len()])
    }
}

/// The pairs whose score is at least `least`, ordered by place.
pub(super) fn scored(
    texts: Texts<'_>,
    pairs: Vec<(u32, u32)>,
    judge: &Judge,
    least: f64,
    progress: &dyn Progress,
) -> Result<Vec<Edge>> {
    progress.begin("judging candidates", pairs.len());
    let analyzer = Analyzer::new(judge.analysis().clone());
    let cascade = Cascade::new(judge);
    let mut edges = Vec::new();
    for batch in batches(texts, pairs) {
        let documents = batch.places.iter().map(|&place| texts.get(place));
        let analyzed = analyzed(&analyzer, documents);
        let scores = cascade.scores(analyzed, &batch.pairs, least)?;
        for (&(left, right), score) in batch.pairs.iter().zip(scores) {
            let (left, right) = (batch.places[left], batch.places[right]);
            edges.extend(score.map(|score| Edge { left, right, score }));
        }
        progress.advance(batch.pairs.len());
    }
    edges.sort_unstable_by_key(|edge| (edge.left, edge.right));
    Ok(edges)
}

/// Documents to be analysed together, and pairs of them.
#[derive(Default)]
pub(super) struct Batch {
    /// The documents' places in the collection.
    pub(super) places: Vec<u32>,
    /// Pairs of indices into `places`.
    pub(super) pairs: Vec<(usize, usize)>,
    index: FxHashMap<u32, usize>,
    bytes: usize,
}

impl Batch {
    fn push(&mut self, texts: Texts<'_>, (left, right): (u32, u32)) {
        let mut index = |place: u32| {
            *self.index.entry(place).or_insert_with(|| {
                self.bytes += texts.get(place).text.len();
                self.places.push(place);
                self.places.len() - 1
            })
        };
        let pair = (index(left), index(right));
        self.pairs.push(pair);
    }

    fn is_full(&self) -> bool {
        self.places.len() >= BATCH || self.pairs.len() >= BATCH_PAIRS || self.bytes >= BATCH_BYTES
    }
}

/// Pairs in batches: by the component that they form, then by place.
pub(super) fn batches(texts: Texts<'_>, mut pairs: Vec<(u32, u32)>) -> impl Iterator<Item = Batch> {
    let mut components = UnionFind::new(texts.len());
    for &(left, right) in &pairs {
        components.union(left as usize, right as usize);
    }
    let component = components.into_labeling();
    pairs.sort_unstable_by_key(|&(left, right)| (component[left as usize], left, right));
    let mut pairs = pairs.into_iter();
    std::iter::from_fn(move || {
        let mut batch = Batch::default();
        while !batch.is_full()
            && let Some(pair) = pairs.next()
        {
            batch.push(texts, pair);
        }
        (!batch.pairs.is_empty()).then_some(batch)
    })
}
