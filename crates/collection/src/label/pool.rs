//! [`Pool`]: the pairs that may be asked about.

use rustc_hash::FxHashMap;

use ndarray::Array2;
use smart_default::SmartDefault;

use crate::{Collection, Edge, Frame, FrameOptions, FramePairs, Judge, Stratum, vectors};
use dejalu_base::error::{LabelError, Result};
use dejalu_base::progress::Progress;
use dejalu_base::threshold::reaches;
use dejalu_experiment::pairs::Vectorizer;
use dejalu_similarity::FeatureSet;
use dejalu_similarity::corpus::CorpusStats;
use dejalu_text::document::{Document, DocumentId};
use dejalu_text::{AnalyzedDocument, analyze_with_progress};

/// Options of a pool.
#[derive(Debug, Clone, PartialEq, SmartDefault)]
pub struct PoolOptions {
    /// Its pairs.
    #[default(FramePairs::OfCollection)]
    pub pairs: FramePairs,
    /// The frame that they are drawn from.
    pub frame: FrameOptions,
    /// Features that are learned from: those of `dejalu train` by default.
    #[default(FeatureSet::parse("default").unwrap_or_default())]
    pub features: FeatureSet,
    /// True if the first pairs of each stratum are kept for the audit. Yes by default.
    #[default(true)]
    pub audited: bool,
}

/// Of each stratum at most this many pairs, and at most half of what is there, are kept for the audit;
/// what is learned from never comes from them.
const MOST_AUDITED: usize = 100;

/// Statistics of words are counted over at most this many documents.
const COUNTED: usize = 20_000;

/// The pairs that may be asked about, with the similarities that are learned from.
pub struct Pool {
    collection: Collection,
    /// The least score of a duplicate in a collection, by the judge that scored the pairs.
    threshold: f64,
    strata: Vec<Stratum>,
    /// Of each stratum where its pairs begin, and the end of the last.
    begins: Vec<usize>,
    edges: Vec<Edge>,
    features: FeatureSet,
    is_audited: bool,
    rows: Array2<f64>,
    /// The pairs of each document.
    of_document: FxHashMap<u32, Vec<u32>>,
    of_pair: FxHashMap<(u32, u32), usize>,
}

impl Pool {
    /// Draws the pool and measures its pairs.
    ///
    /// # Errors
    ///
    /// A collection without a pair to ask about; as [`Frame::new`].
    pub fn new(
        collection: Collection,
        judge: &Judge,
        options: &PoolOptions,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let pairs = options.pairs.clone();
        let frame = Frame::new(&collection, judge, pairs, &options.frame, progress)?;
        if frame.size() == 0 {
            return Err(LabelError::NothingToAsk {
                documents: collection.documents().len(),
            }
            .into());
        }
        let mut strata = frame.strata;
        let mut begins = vec![0];
        let mut edges: Vec<Edge> = Vec::new();
        for stratum in &mut strata {
            edges.append(&mut stratum.drawn);
            begins.push(edges.len());
        }
        let pairs: Vec<(u32, u32)> = edges.iter().map(|edge| (edge.left, edge.right)).collect();
        let features = options.features.clone();
        let vectorizer = vectorizer(&collection, judge, &features, progress)?;
        let rows = vectors(&collection, &pairs, &vectorizer, progress)?;
        let mut of_document: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (row, &(left, right)) in (0u32..).zip(&pairs) {
            of_document.entry(left).or_default().push(row);
            of_document.entry(right).or_default().push(row);
        }
        Ok(Pool {
            threshold: judge.threshold_in_collections(),
            collection,
            strata,
            begins,
            edges,
            features,
            is_audited: options.audited,
            rows,
            of_document,
            of_pair: pairs.into_iter().zip(0..).collect(),
        })
    }

    /// The documents.
    pub fn collection(&self) -> &Collection {
        &self.collection
    }

    /// The document of this name.
    pub fn document(&self, id: &DocumentId) -> Option<&Document> {
        let place = self.collection.place_of(id)?;
        self.collection.documents().get(place as usize)
    }

    /// Number of pairs.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Returns whether it has none, which [`new`](Self::new) refuses.
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// Number of pairs in the frame that it was drawn from.
    pub fn frame_size(&self) -> u64 {
        self.strata.iter().map(|stratum| stratum.size).sum()
    }

    pub(super) fn strata(&self) -> &[Stratum] {
        &self.strata
    }

    /// The pairs of a stratum, in their random order.
    pub(super) fn rows_of_stratum(&self, stratum: usize) -> std::ops::Range<usize> {
        self.begins[stratum]..self.begins[stratum + 1]
    }

    /// The pairs of a stratum that may be learned from: all but those kept for the audit.
    pub(super) fn rows_to_learn_from(&self, stratum: usize) -> std::ops::Range<usize> {
        let rows = self.rows_of_stratum(stratum);
        rows.start + self.audited(stratum)..rows.end
    }

    /// Number of pairs at the start of a stratum that are kept for the audit.
    pub(super) fn audited(&self, stratum: usize) -> usize {
        let drawn = self.rows_of_stratum(stratum).len();
        if self.is_audited {
            drawn.div_ceil(2).min(MOST_AUDITED)
        } else {
            0
        }
    }

    /// The pairs of the audit with their strata and their places there, in the order in which they are
    /// asked about: one of each stratum in turn, so that all have been sampled about equally at any
    /// time.
    pub(super) fn audit_order(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        let turns = (0..self.strata.len()).map(|it| self.audited(it)).max();
        let in_turn = move |turn: usize| {
            let strata = 0..self.strata.len();
            let has_more = strata.filter(move |&stratum| turn < self.audited(stratum));
            has_more.map(move |stratum| (self.begins[stratum] + turn, stratum, turn))
        };
        (0..turns.unwrap_or_default()).flat_map(in_turn)
    }

    pub(super) fn edge(&self, row: usize) -> Edge {
        self.edges[row]
    }

    pub(super) fn ids(&self, row: usize) -> [&DocumentId; 2] {
        let Edge { left, right, .. } = self.edges[row];
        [left, right].map(|place| &self.collection.documents()[place as usize].id)
    }

    /// The pair of these documents, in whichever order.
    pub(super) fn row_of(&self, ids: &[DocumentId; 2]) -> Option<usize> {
        self.of_pair
            .get(&self.collection.places_of_pair(ids)?)
            .copied()
    }

    pub(super) fn rows_of_document(&self, place: u32) -> &[u32] {
        self.of_document.get(&place).map_or(&[], Vec::as_slice)
    }

    /// Returns whether the judge that scored the pairs calls one a duplicate.
    pub(super) fn is_duplicate(&self, row: usize) -> bool {
        reaches(self.edges[row].score, self.threshold)
    }

    pub(super) fn rows(&self) -> &Array2<f64> {
        &self.rows
    }

    pub(super) fn features(&self) -> &FeatureSet {
        &self.features
    }
}

/// Features under the statistics of the collection, which need no labels.
pub(super) fn vectorizer(
    collection: &Collection,
    judge: &Judge,
    features: &FeatureSet,
    progress: &dyn Progress,
) -> Result<Vectorizer> {
    let originals = collection.originals();
    let step = originals.len().div_ceil(COUNTED).max(1);
    let counted = originals.iter().step_by(step);
    let counted: Vec<Document> = counted
        .map(|&place| collection.documents()[place as usize].clone())
        .collect();
    let analysis = judge.analysis().clone().resolved(&counted);
    let analyzer = dejalu_text::Analyzer::new(analysis.clone());
    let analyzed: Vec<AnalyzedDocument> = analyze_with_progress(&analyzer, &counted, progress);
    let statistics = CorpusStats::collect(&analyzed, features.needs(), &Default::default())?;
    Ok(Vectorizer {
        analysis,
        features: features.clone(),
        statistics: statistics.into(),
    })
}
