//! [`Frame`]: all pairs that people may be asked about.

use rustc_hash::FxHashSet;
use smart_default::SmartDefault;

use super::nearest::nearest;
use super::strata::{Bars, Stratum};
use crate::collection::Collection;
use crate::judge::Judge;
use crate::scoring::{Texts, scored};
use crate::search::Search;
use crate::word_reader::WordReader;
use dejalu_base::error::Result;
use dejalu_base::progress::Progress;
use dejalu_similarity::candidates::CandidateOptions;
use dejalu_text::sorted::distinct;

/// Options of a frame.
#[derive(Debug, Clone, PartialEq, SmartDefault)]
pub struct FrameOptions {
    /// The way candidates are found.
    pub candidates: CandidateOptions,
    /// Beside the candidates each text is paired with so many others, the nearest by their words.
    #[default(10)]
    pub nearest: usize,
    /// The most pairs that are kept of all strata together.
    #[default(100_000)]
    pub most: usize,
    /// The seed of the random order.
    #[default(42)]
    pub seed: u64,
}

/// The pairs that a frame contains.
#[derive(Debug, Clone, PartialEq)]
pub enum FramePairs {
    /// All candidates of the judge, and the nearest of each text. Exact copies are in no pair: they
    /// are duplicates whatever anybody says.
    OfCollection,
    /// These, by place, the smaller first.
    Given(Vec<(u32, u32)>),
}

/// The pairs of a collection that people may be asked about, in strata of a judge's scores.
///
/// What is estimated from answers holds within the frame. A pair beyond it is neither a candidate nor
/// among the nearest of either text.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The strata, those of low scores first.
    pub strata: Vec<Stratum>,
}

impl Frame {
    /// Scores the pairs and puts them into strata.
    ///
    /// # Errors
    ///
    /// As [`dedupe`](crate::dedupe()).
    pub fn new(
        collection: &Collection,
        judge: &Judge,
        pairs: FramePairs,
        options: &FrameOptions,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let judge = &collection.informed(judge, progress)?;
        let features = judge.features().len();
        let (low, high) = (judge.score(&vec![0.0; features]), judge.score_of_copies());
        let range = if high > low { (low, high) } else { (0.0, 1.0) };
        let mut bars = Bars::new(range, options.seed);
        let mut take = |pairs| -> Result<()> {
            let texts = Texts::of(collection.documents());
            let edges = scored(texts, pairs, judge, f64::NEG_INFINITY, progress)?;
            bars.offer(collection.documents(), &edges);
            Ok(())
        };
        match pairs {
            FramePairs::Given(pairs) => {
                take(distinct(pairs))?;
            }
            FramePairs::OfCollection => {
                let near = nearest(collection, judge.analysis(), options.nearest, progress);
                let mut others: FxHashSet<(u32, u32)> = near.into_iter().collect();
                let least = judge.threshold();
                let reader = WordReader::uncached(collection, judge.analysis());
                let mut search = Search::new(&reader, None, judge, progress);
                let found = search.candidates(least, &options.candidates)?;
                search.forget_sketches();
                for pairs in search.rounds(&found) {
                    pairs.iter().for_each(|pair| {
                        others.remove(pair);
                    });
                    take(pairs)?;
                }
                let mut others: Vec<(u32, u32)> = others.into_iter().collect();
                others.sort_unstable();
                take(others)?;
            }
        }
        Ok(Frame {
            strata: bars.finish(options.most),
        })
    }

    /// Number of pairs.
    pub fn size(&self) -> u64 {
        self.strata.iter().map(|stratum| stratum.size).sum()
    }
}
