//! Scores and similarity vectors of given pairs of a collection, in bounded memory.

use ndarray::{Array2, ArrayView1};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::collection::{Collection, analyzed};
use super::judge::Judge;
use super::scoring::{Texts, batches, scored};
use dejalu_base::error::Result;
use dejalu_base::progress::Progress;
use dejalu_experiment::pairs::Vectorizer;
use dejalu_similarity::PreparedDocuments;
use dejalu_text::Analyzer;
use dejalu_text::sorted::distinct;

/// The similarity vectors of pairs (pairs × features), given by place, each pair once; NaN where there
/// is nothing to compare.
///
/// # Errors
///
/// Statistics that a feature needs are missing, or a feature that no measure gives.
pub fn vectors(
    collection: &Collection,
    pairs: &[(u32, u32)],
    vectorizer: &Vectorizer,
    progress: &dyn Progress,
) -> Result<Array2<f64>> {
    progress.begin("comparing pairs", pairs.len());
    let texts = Texts::of(collection.documents());
    let row_of: FxHashMap<(u32, u32), usize> = pairs.iter().copied().zip(0..).collect();
    let analyzer = Analyzer::new(vectorizer.analysis.clone());
    let features = &vectorizer.features;
    let scope = features.scope();
    let mut rows = Array2::zeros((pairs.len(), features.len()));
    for batch in batches(texts, pairs.to_vec()) {
        let documents = batch.places.iter().map(|&place| texts.get(place));
        let analyzed = analyzed(&analyzer, documents, &scope);
        let prepared = PreparedDocuments::lazily(&analyzed, features, &vectorizer.statistics)?;
        let vector = |&(left, right): &(usize, usize)| prepared.vector(left, right);
        let made: Vec<Vec<f64>> = batch.pairs.par_iter().map(vector).collect();
        for (&(left, right), vector) in batch.pairs.iter().zip(made) {
            let row = row_of[&(batch.places[left], batch.places[right])];
            rows.row_mut(row).assign(&ArrayView1::from(&vector[..]));
        }
        progress.advance(batch.pairs.len());
    }
    Ok(rows)
}

/// The scores of pairs, given by place, the smaller first, in their order.
///
/// # Errors
///
/// As [`dedupe`](super::dedupe()).
pub fn scores(
    collection: &Collection,
    pairs: &[(u32, u32)],
    judge: &Judge,
    progress: &dyn Progress,
) -> Result<Vec<f64>> {
    let judge = &collection.informed(judge, progress)?;
    let wanted = distinct(pairs.iter().copied());
    let texts = Texts::of(collection.documents());
    let edges = scored(texts, wanted, judge, f64::NEG_INFINITY, progress)?;
    let score_of: FxHashMap<(u32, u32), f64> = edges
        .into_iter()
        .map(|edge| ((edge.left, edge.right), edge.score))
        .collect();
    let score = |pair| score_of.get(pair).copied().unwrap_or(f64::NEG_INFINITY);
    Ok(pairs.iter().map(score).collect())
}
