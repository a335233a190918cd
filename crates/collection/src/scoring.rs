//! Scores of the candidates, in bounded memory.
//!
//! Views of a whole collection would take tens of kilobytes a document. So candidates are brought
//! into batches whose documents are analysed together and forgotten afterwards. Candidates that are
//! connected come into one batch, so that most documents are analysed once; where too many are, two
//! blocks of documents at a time.

use std::cell::OnceCell;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::cascade::Cascade;
use super::collection::analyzed;
use super::components::components;
use super::judge::Judge;
use dejalu_base::error::{Result, SearchError};
use dejalu_base::progress::Progress;
use dejalu_experiment::model::{Decision, MinimumScore};
use dejalu_similarity::PreparedDocuments;
use dejalu_similarity::candidates::Filter;
use dejalu_similarity::measures::Sketch;
use dejalu_text::document::Document;
use dejalu_text::sorted::distinct;
use dejalu_text::{AnalyzedDocument, Analyzer, Scope};

/// How much a block of documents holds, which are analysed together.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockSize {
    /// At most so many documents.
    pub(super) documents: usize,
    /// Texts of at most so many bytes, but for a single one.
    pub(super) bytes: usize,
}

/// Analysed, with all views, a text takes about forty times its size; a batch holds two blocks.
pub(super) const BLOCK: BlockSize = BlockSize {
    documents: 1 << 13,
    bytes: 6 << 20,
};

/// A batch takes up no more blocks once it holds so many pairs.
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

impl Edge {
    /// A pseudo-random number of the pair, which does not depend on the other pairs.
    pub(super) fn random_key(&self, documents: &[Document], seed: u64) -> u64 {
        let name = |place: u32| documents[place as usize].id.as_str();
        let names = format!("{}\0{}", name(self.left), name(self.right));
        xxh3_64_with_seed(names.as_bytes(), seed)
    }
}

/// More duplicate pairs are not held: grouping them takes some eighty bytes for each.
const MOST_EDGES: usize = 1 << 26;

/// Refuses more pairs than are held.
pub(super) fn check_edges(pairs: usize) -> Result<()> {
    if pairs > MOST_EDGES {
        return Err(SearchError::TooManyPairs { most: MOST_EDGES }.into());
    }
    Ok(())
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

    pub(super) fn get(self, place: u32) -> &'a Document {
        let place = place as usize;
        self.first
            .get(place)
            .unwrap_or_else(|| &self.second[place - self.first.len()])
    }

    /// What a judge decides of a scored pair, where two web pages may need another score than texts.
    pub(super) fn decision(self, edge: Edge, judge: &Judge, minimum: MinimumScore) -> Decision {
        judge.decide(edge.score, self.minimum([edge.left, edge.right], minimum))
    }

    /// The minimum score of a pair, given by its places.
    pub(super) fn minimum(self, pair: [u32; 2], minimum: MinimumScore) -> f64 {
        minimum.of(pair.into_iter().all(|place| self.get(place).is_page()))
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
    scored_of_kept(texts, pairs, judge, None, least, progress)
}

/// The same of pairs that are still to pass a filter, if there is one.
pub(super) fn scored_of_kept(
    texts: Texts<'_>,
    pairs: Vec<(u32, u32)>,
    judge: &Judge,
    filter: Option<&Filter>,
    least: f64,
    progress: &dyn Progress,
) -> Result<Vec<Edge>> {
    progress.begin("judging candidates", pairs.len());
    let analyzer = Analyzer::new(judge.analysis().clone());
    let cascade = Cascade::new(judge);
    let scope = filter.map(|filter| filter.feature().scope());
    let scope = judge.features().scope().and(&scope.unwrap_or_default());
    let mut edges = Vec::new();
    for mut batch in batches(texts, pairs) {
        let brought = batch.pairs.len();
        let documents = batch.places.iter().map(|&place| texts.get(place));
        let analyzed = analyzed(&analyzer, documents, &scope);
        if let Some(filter) = filter {
            batch.keep_similar(&analyzed, filter, judge)?;
        }
        let scores = cascade.scores(&analyzed, &batch.pairs, least)?;
        for (&(left, right), score) in batch.pairs.iter().zip(scores) {
            let (left, right) = (batch.places[left], batch.places[right]);
            edges.extend(score.map(|score| Edge { left, right, score }));
        }
        progress.advance(brought);
    }
    edges.sort_unstable_by_key(|edge| (edge.left, edge.right));
    Ok(edges)
}

/// Documents of which pairs come bit by bit: they are analysed once, when the first pair comes.
pub(super) struct Analysed<'a> {
    texts: Texts<'a>,
    places: &'a [u32],
    analyzer: Analyzer,
    scope: Scope,
    cascade: Cascade<'a>,
    documents: OnceCell<Vec<AnalyzedDocument>>,
}

/// What is made of [analysed](Analysed) documents for their pairs.
#[derive(Default)]
pub(super) struct Views<'a>(OnceCell<Vec<PreparedDocuments<'a>>>);

impl<'a> Analysed<'a> {
    /// The documents at these places, which ascend.
    pub(super) fn of(texts: Texts<'a>, places: &'a [u32], judge: &'a Judge) -> Self {
        Analysed {
            texts,
            places,
            analyzer: Analyzer::new(judge.analysis().clone()),
            scope: judge.features().scope(),
            cascade: Cascade::new(judge),
            documents: OnceCell::new(),
        }
    }

    /// The pairs of these documents whose score is at least `least`, ordered by place.
    pub(super) fn scored<'v>(
        &'v self,
        views: &Views<'v>,
        mut pairs: Vec<(u32, u32)>,
        least: f64,
    ) -> Result<Vec<Edge>> {
        if pairs.is_empty() {
            return Ok(Vec::new());
        }
        if views.0.get().is_none() {
            let made = self.cascade.views(self.documents())?;
            views.0.get_or_init(|| made);
        }
        let views = views.0.get().map_or(&[][..], |views| views);
        pairs.sort_unstable();
        let index = |place: u32| self.places.partition_point(|&it| it < place);
        let indices = pairs.iter().map(|pair| (index(pair.0), index(pair.1)));
        let scores = self
            .cascade
            .scores_by(views, &indices.collect::<Vec<_>>(), least);
        let edge = |(&(left, right), score): (&(u32, u32), Option<f64>)| {
            score.map(|score| Edge { left, right, score })
        };
        Ok(pairs.iter().zip(scores).filter_map(edge).collect())
    }

    fn documents(&self) -> &[AnalyzedDocument] {
        let documents = || self.places.iter().map(|&place| self.texts.get(place));
        self.documents
            .get_or_init(|| analyzed(&self.analyzer, documents(), &self.scope))
    }
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

    /// Drops the pairs that do not pass a filter.
    fn keep_similar(
        &mut self,
        documents: &[AnalyzedDocument],
        filter: &Filter,
        judge: &Judge,
    ) -> Result<()> {
        let sketches = documents.par_iter().map(|it| judge.sketch(filter, it));
        let sketches: Vec<Sketch> = sketches.collect();
        let keeps = |&(left, right): &(usize, usize)| {
            filter.keeps((&sketches[left]).into(), (&sketches[right]).into())
        };
        let kept: Result<Vec<bool>> = self.pairs.par_iter().map(keeps).collect();
        let mut kept = kept?.into_iter();
        self.pairs.retain(|_| kept.next().unwrap_or(false));
        Ok(())
    }

    /// Returns whether another block may be too much.
    fn is_full(&self) -> bool {
        self.places.len() > BLOCK.documents
            || self.bytes > BLOCK.bytes
            || self.pairs.len() >= BATCH_PAIRS
    }
}

/// Splits documents into runs that may be analysed together, in their order.
pub(super) fn in_blocks(texts: Texts<'_>, documents: &[u32], most: BlockSize) -> Vec<Vec<u32>> {
    let mut blocks = Vec::new();
    let (mut block, mut bytes) = (Vec::new(), 0);
    for &place in documents {
        let size = texts.get(place).text.len();
        if !block.is_empty() && (block.len() >= most.documents || bytes + size > most.bytes) {
            blocks.push(std::mem::take(&mut block));
            bytes = 0;
        }
        bytes += size;
        block.push(place);
    }
    blocks.push(block);
    blocks
}

/// Splits the documents of pairs into blocks, those of a component together, in this order within it; with the number of
/// the block of each document, by place.
pub(super) fn blocks_of(
    texts: Texts<'_>,
    pairs: &[(u32, u32)],
    order: impl Fn(u32) -> u32,
    most: BlockSize,
) -> (Vec<Vec<u32>>, Vec<u32>) {
    let component = components(texts.len(), pairs.iter().copied());
    let mut documents = distinct(pairs.iter().flat_map(|&(left, right)| [left, right]));
    documents.sort_unstable_by_key(|&place| (component[place as usize], order(place)));
    let blocks = in_blocks(texts, &documents, most);
    let mut block_of = vec![u32::MAX; texts.len()];
    for (number, block) in (0u32..).zip(&blocks) {
        for &place in block {
            block_of[place as usize] = number;
        }
    }
    (blocks, block_of)
}

/// Documents in blocks: by the component that they form, then by place. The pairs of two blocks lie
/// together, so that a document is analysed once for each block that has a pair with its own.
struct Blocks(Vec<u32>);

impl Blocks {
    fn of(texts: Texts<'_>, pairs: &[(u32, u32)]) -> Self {
        Blocks(blocks_of(texts, pairs, |place| place, BLOCK).1)
    }

    fn tile(&self, (left, right): (u32, u32)) -> (u32, u32) {
        let [left, right] = [left, right].map(|place| self.0[place as usize]);
        (left.min(right), left.max(right))
    }
}

/// Pairs in batches, block by block. Within a tile a few left-hand documents stay at hand while the
/// right-hand ones pass.
pub(super) fn batches(texts: Texts<'_>, mut pairs: Vec<(u32, u32)>) -> impl Iterator<Item = Batch> {
    const AT_HAND: u32 = 32;
    let blocks = Blocks::of(texts, &pairs);
    pairs.par_sort_unstable_by_key(|&(left, right)| {
        (blocks.tile((left, right)), left / AT_HAND, right, left)
    });
    let mut pairs = pairs.into_iter().peekable();
    std::iter::from_fn(move || {
        let mut batch = Batch::default();
        let mut tile = pairs.peek().map(|&pair| blocks.tile(pair))?;
        while let Some(&pair) = pairs.peek() {
            let next = blocks.tile(pair);
            if next != tile && batch.is_full() {
                break;
            }
            tile = next;
            batch.push(texts, pair);
            pairs.next();
        }
        Some(batch)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn documents(count: usize, bytes: usize) -> Vec<Document> {
        let text = "a".repeat(bytes);
        (0..count)
            .map(|place| Document::plain(place.to_string(), &text))
            .collect()
    }

    proptest! {
        #[test]
        fn every_pair_comes_once(pairs in prop::collection::btree_set((0u32..40, 0u32..40), 0..200)) {
            let pairs: Vec<(u32, u32)> = pairs.into_iter().filter(|(left, right)| left < right).collect();
            let documents = documents(40, 1);
            let mut found = Vec::new();
            for batch in batches(Texts::of(&documents), pairs.clone()) {
                let place = |index: usize| batch.places[index];
                found.extend(batch.pairs.iter().map(|&(left, right)| (place(left), place(right))));
            }
            found.sort_unstable();
            prop_assert_eq!(found, pairs);
        }
    }

    #[test]
    fn a_component_of_many_blocks_comes_two_blocks_at_a_time() {
        // Blocks of four documents.
        let documents = documents(19, BLOCK.bytes / 4);
        let pairs = (0..19).flat_map(|right| (0..right).map(move |left| (left, right)));
        let batches: Vec<Batch> = batches(Texts::of(&documents), pairs.collect()).collect();
        assert!(batches.iter().all(|batch| batch.places.len() <= 8));
        let analysed: usize = batches.iter().map(|batch| batch.places.len()).sum();
        let pairs: usize = batches.iter().map(|batch| batch.pairs.len()).sum();
        assert_eq!(pairs, 19 * 18 / 2);
        assert!(analysed <= 19 * 5, "{analysed}");
    }
}
