//! For each text the others whose words are most alike, by the cosine of tf-idf weights.
//!
//! A candidate search keeps what its filter keeps. Duplicates beyond it are only seen by a search that
//! knows nothing of the filter.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::collection::{BATCH, Collection, analyzed};
use dejalu_base::progress::Progress;
use dejalu_text::sorted::distinct;
use dejalu_text::{AnalysisOptions, Analyzer, Depth, Scope, TermId};

/// A word of more texts than this leads to no text: what many texts share says little, and looking
/// them all up would take most of the time.
const MOST_TEXTS: usize = 1_000;

/// The words of a text with their weights; the squares of the weights add up to 1.
type Words = Vec<(TermId, f32)>;

/// Pairs of originals, by place, the smaller first, each once, ordered: each text with its `count`
/// nearest, the smaller place of equally near ones.
pub(super) fn nearest(
    collection: &Collection,
    analysis: &AnalysisOptions,
    count: usize,
    progress: &dyn Progress,
) -> Vec<(u32, u32)> {
    let words = weighted_words(collection, analysis, progress);
    let mut texts_of: FxHashMap<TermId, Vec<(u32, f32)>> = FxHashMap::default();
    for (text, words) in (0u32..).zip(&words) {
        for &(term, weight) in words {
            texts_of.entry(term).or_default().push((text, weight));
        }
    }
    texts_of.retain(|_, texts| texts.len() > 1 && texts.len() <= MOST_TEXTS);
    progress.begin("searching for the nearest texts", words.len());
    let mut pairs = Vec::new();
    for (batch, first) in words.chunks(BATCH).zip((0..).step_by(BATCH)) {
        let of_text = |(text, words): (usize, &Words)| {
            let near = nearest_of((first + text) as u32, words, &texts_of, count);
            let pair = |other: u32| {
                let [a, b] =
                    [(first + text) as u32, other].map(|it| collection.originals()[it as usize]);
                (a.min(b), a.max(b))
            };
            near.into_iter().map(pair).collect::<Vec<_>>()
        };
        let found: Vec<Vec<_>> = batch.par_iter().enumerate().map(of_text).collect();
        pairs.extend(found.into_iter().flatten());
        progress.advance(batch.len());
    }
    distinct(pairs)
}

fn nearest_of(
    text: u32,
    words: &Words,
    texts_of: &FxHashMap<TermId, Vec<(u32, f32)>>,
    count: usize,
) -> Vec<u32> {
    let mut cosines: FxHashMap<u32, f32> = FxHashMap::default();
    // In the order of the words, so that each sum has the same bits every time.
    for (term, weight) in words {
        for (other, of_other) in texts_of.get(term).into_iter().flatten() {
            if *other != text {
                *cosines.entry(*other).or_default() += weight * of_other;
            }
        }
    }
    let mut near: Vec<(u32, f32)> = cosines.into_iter().collect();
    near.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    near.into_iter()
        .take(count)
        .map(|(other, _)| other)
        .collect()
}

/// Of each original, ordered by term.
fn weighted_words(
    collection: &Collection,
    analysis: &AnalysisOptions,
    progress: &dyn Progress,
) -> Vec<Words> {
    let analyzer = Analyzer::new(analysis.clone());
    let mut counted: Vec<Vec<(TermId, f32)>> = Vec::new();
    let words = Scope::default().with(None, Depth::Words);
    progress.begin("counting words", collection.originals().len());
    for places in collection.originals().chunks(BATCH) {
        let documents = places
            .iter()
            .map(|&place| &collection.documents()[place as usize]);
        let documents = analyzed(&analyzer, documents, &words);
        let counts = documents.par_iter().map(|document| {
            let mut terms: Vec<TermId> = document.body().map(|token| token.raw).collect();
            terms.sort_unstable();
            let runs = terms.chunk_by(|a, b| a == b);
            runs.map(|run| (run[0], run.len() as f32)).collect()
        });
        counted.extend(counts.collect::<Vec<_>>());
        progress.advance(places.len());
    }
    let mut frequencies: FxHashMap<TermId, u32> = FxHashMap::default();
    for (term, _) in counted.iter().flatten() {
        *frequencies.entry(*term).or_default() += 1;
    }
    let texts = counted.len() as f32;
    for words in &mut counted {
        for (term, weight) in words.iter_mut() {
            let frequency = frequencies.get(term).copied().unwrap_or(1) as f32;
            *weight = (1.0 + weight.ln()) * (1.0 + texts / frequency).ln();
        }
        let norm = words
            .iter()
            .map(|(_, weight)| weight * weight)
            .sum::<f32>()
            .sqrt();
        words.iter_mut().for_each(|(_, weight)| *weight /= norm);
    }
    counted
}
