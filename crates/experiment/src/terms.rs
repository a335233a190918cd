//! Learning which words differ: the weights of `difference-terms`, and what the feature says of the pairs
//! that they are learned from.
//!
//! A pair must not be scored by weights that were learned from its own documents: where all distinct
//! pairs cross clusters and no duplicate does, such weights know each of them. So the pairs are divided into
//! folds of their own, and a pair across folds i and j is scored by weights learned without any document
//! of i or j. Pairs that are tested, and those that are judged later, are scored by weights learned from
//! all training pairs.
//!
//! **\[choice\]** One sigmoid, fitted to the held-out scores of all folds together, turns scores into
//! probabilities. Every pair's vector has length 1 and every fit the same C, so the scores of different
//! fits are of one size already: on three collections the standard deviations of their held-out scores
//! differed by a tenth. A C that rises as a fit has fewer pairs, which makes them equal, gained nothing.

use ndarray::{Array2, ArrayView2};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

use crate::pairs::folds::{Cell, Folds, GroupedPairs};
use dejalu_base::error::Result;
use dejalu_learn::{
    Calibration, Fold, Kernel, Learner, Note, Prior, SparseLinear, sample_training, search,
};
use dejalu_similarity::corpus::TermWeights;
use dejalu_similarity::{Feature, FeatureSet};
use dejalu_text::sorted::distinct;
use dejalu_text::{AnalyzedDocument, TermId, shingles};

/// Number of folds that the pairs are divided into: fifteen fits, each of three fifths of the clusters or more.
pub(super) const FOLDS: usize = 5;

/// The fewest pairs that are learned from: with fewer, most words of new documents were never met, and
/// what helps on held-out pairs helps by chance.
pub(super) const FEWEST_PAIRS: usize = 1_000;

/// The penalties tried; the held-out log loss of the calibrated probability chooses. On sentences and
/// web pages 1 is the better one, on licences 0.1; between and beyond there is little to gain.
const PENALTIES: [f64; 2] = [0.1, 1.0];

/// Tolerance at which the descent stops.
const TOLERANCE: f64 = 0.01;

/// The most terms that differ in all pairs learned from, together: a quarter of a gigabyte. Pairs beyond,
/// chosen by a hash of their documents, teach nothing and are scored like the others.
const MOST_ENTRIES: usize = 1 << 26;

/// The terms of all documents, and the rows that the pairs make.
pub(super) struct PairTerms {
    /// The term of each column.
    terms: Vec<TermId>,
    /// Each document's terms, ascending.
    documents: Vec<Vec<u32>>,
    /// The terms that stand in exactly one document of each pair, ascending; none where the pair teaches
    /// nothing.
    rows: Vec<Vec<u32>>,
}

/// Weights learned from some of the pairs.
pub(super) struct LearnedTerms {
    /// The weights learned from all of them.
    pub(super) weights: TermWeights,
    /// The feature's value of each of them, by weights that were learned without its documents.
    pub(super) held_out: Vec<f64>,
}

/// The scores of pairs that are held out, by one penalty; none for a pair in which nothing differs.
struct HeldOut {
    penalty: f64,
    scores: Vec<Option<f64>>,
    calibration: Calibration,
    loss: f64,
}

impl PairTerms {
    pub(super) fn new(documents: &[AnalyzedDocument], grouped: &GroupedPairs) -> Self {
        PairTerms::within(documents, grouped, MOST_ENTRIES)
    }

    fn within(documents: &[AnalyzedDocument], grouped: &GroupedPairs, entries: usize) -> Self {
        let hashed: Vec<Vec<u64>> = documents.par_iter().map(shingles::terms).collect();
        let mut places: FxHashMap<u64, u32> = FxHashMap::default();
        let mut terms = Vec::new();
        let mut place = |term: u64| {
            *places.entry(term).or_insert_with(|| {
                terms.push(TermId(term));
                terms.len() as u32 - 1
            })
        };
        let numbered = |document: Vec<u64>| {
            let mut numbers: Vec<u32> = document.into_iter().map(&mut place).collect();
            numbers.sort_unstable();
            numbers
        };
        let documents: Vec<Vec<u32>> = hashed.into_iter().map(numbered).collect();
        let mut rows = Vec::new();
        rows.resize_with(grouped.pairs.len(), Vec::new);
        let made: Vec<(usize, Vec<u32>)> = teaching(&documents, grouped, entries)
            .into_par_iter()
            .map(|pair| (pair, difference(&documents, grouped.pairs[pair])))
            .collect();
        for (pair, row) in made {
            rows[pair] = row;
        }
        PairTerms {
            terms,
            documents,
            rows,
        }
    }

    /// Learns from these pairs, which `folds` divide; none where held-out scores do not tell duplicates
    /// from others, or where too few pairs of a class are left to learn from.
    pub(super) fn learn(
        &self,
        analyzed: &[AnalyzedDocument],
        grouped: &GroupedPairs,
        pairs: &[usize],
        folds: &Folds,
    ) -> Result<Option<LearnedTerms>> {
        let cells = folds.cells(grouped, pairs);
        let both = |cell: &Cell| self.teaches_both(&cell.known, grouped.labels);
        if !cells.iter().all(both) {
            return Ok(None);
        }
        let mut best: Option<HeldOut> = None;
        for held_out in self.held_out(grouped, &cells)? {
            if best.as_ref().is_none_or(|best| held_out.loss < best.loss) {
                best = Some(held_out);
            }
        }
        let Some(best) = best.filter(|best| best.calibration.a < 0.0) else {
            return Ok(None);
        };
        let value = |&pair: &usize| match best.scores[pair] {
            Some(score) => best.calibration.probability(score),
            None => 1.0,
        };
        Ok(Some(LearnedTerms {
            held_out: pairs.iter().map(value).collect(),
            weights: self.weights(analyzed, grouped, pairs, &best),
        }))
    }

    /// The held-out scores of the pairs of all cells, by every penalty.
    fn held_out(&self, grouped: &GroupedPairs, cells: &[Cell]) -> Result<Vec<HeldOut>> {
        let fits: Vec<(usize, &Cell)> = (0..PENALTIES.len())
            .flat_map(|penalty| cells.iter().map(move |cell| (penalty, cell)))
            .collect();
        let asked = |(penalty, cell): (usize, &Cell)| -> (usize, Vec<(usize, Option<f64>)>) {
            let fitted = self.fit(&cell.known, grouped.labels, PENALTIES[penalty]);
            let score = |&pair: &usize| (pair, self.score(&fitted, grouped.pairs[pair]));
            (penalty, cell.asked.iter().map(score).collect())
        };
        let scored: Vec<_> = fits.into_par_iter().map(asked).collect();
        let held_out = |(place, &penalty): (usize, &f64)| {
            let mut scores = vec![None; grouped.pairs.len()];
            for (_, scored) in scored.iter().filter(|(penalty, _)| *penalty == place) {
                scored
                    .iter()
                    .for_each(|&(pair, score)| scores[pair] = score);
            }
            HeldOut::new(penalty, scores, grouped.labels)
        };
        PENALTIES.iter().enumerate().map(held_out).collect()
    }

    fn fit(&self, pairs: &[usize], labels: &[bool], penalty: f64) -> SparseLinear {
        let teaching = pairs.iter().filter(|&&pair| self.teaches(pair));
        let (rows, labels): (Vec<&[u32]>, Vec<bool>) = teaching
            .map(|&pair| (&self.rows[pair][..], labels[pair]))
            .unzip();
        SparseLinear::fit(&rows, &labels, self.terms.len(), penalty, TOLERANCE)
    }

    /// The score of a pair; none where nothing differs.
    fn score(&self, fitted: &SparseLinear, documents: (usize, usize)) -> Option<f64> {
        let row = difference(&self.documents, documents);
        (!row.is_empty()).then(|| fitted.score(&row))
    }

    fn teaches(&self, pair: usize) -> bool {
        !self.rows[pair].is_empty()
    }

    fn teaches_both(&self, pairs: &[usize], labels: &[bool]) -> bool {
        let mut of = pairs.iter().filter(|&&pair| self.teaches(pair));
        let Some(&first) = of.next() else {
            return false;
        };
        of.any(|&pair| labels[pair] != labels[first])
    }

    /// The weights learned from all pairs, as log odds.
    fn weights(
        &self,
        analyzed: &[AnalyzedDocument],
        grouped: &GroupedPairs,
        pairs: &[usize],
        chosen: &HeldOut,
    ) -> TermWeights {
        let fitted = self.fit(pairs, grouped.labels, chosen.penalty);
        let Calibration { a, b } = chosen.calibration;
        let weights = self.terms.iter().zip(&fitted.weights);
        let weights = weights.map(|(&term, &weight)| (term, -a * weight));
        TermWeights::new(weights.collect(), -a * fitted.bias - b, |terms| {
            texts(analyzed, grouped, pairs, terms)
        })
    }
}

impl HeldOut {
    fn new(penalty: f64, scores: Vec<Option<f64>>, labels: &[bool]) -> Result<Self> {
        let known = scores.iter().zip(labels);
        let (found, labels): (Vec<f64>, Vec<bool>) = known
            .filter_map(|(score, &label)| Some(((*score)?, label)))
            .unzip();
        let calibration = Calibration::fit(&found, &labels)?;
        let rows = found.iter().zip(&labels);
        let losses = rows.map(|(&score, &label)| log_loss(calibration.probability(score), label));
        Ok(HeldOut {
            penalty,
            loss: losses.sum(),
            scores,
            calibration,
        })
    }
}

/// Explains why the learned feature was left out, with this number of rows.
pub(super) fn why_left_out(rows: usize) -> Note {
    if rows < FEWEST_PAIRS {
        Note::TooFewForTerms {
            rows,
            least: FEWEST_PAIRS,
        }
    } else {
        Note::TermsOfNoHelp
    }
}

/// Sets the learned feature to 1 throughout, so that nothing is learned from it.
pub(super) fn leave_out(features: &FeatureSet, rows: &mut Array2<f64>) {
    if let Some(place) = features.iter().position(Feature::is_learned) {
        rows.column_mut(place).fill(1.0);
    }
}

/// Returns whether the learned feature helps to tell duplicates in these rows.
pub(super) fn are_useful(
    features: &FeatureSet,
    rows: &Array2<f64>,
    labels: &[bool],
    repeats: &[Vec<Fold>],
    share: f64,
) -> Result<bool> {
    let mut without = rows.clone();
    leave_out(features, &mut without);
    Ok(without != *rows && gains(rows.view(), without.view(), labels, repeats, share)?)
}

/// Returns whether rows tell duplicates better than others do: whether the held-out log loss of the calibrated
/// probability falls by more than two of its standard errors over the pairs. Of an RBF support vector machine with C =
/// 1 and γ = 1/d, whatever is learned later: a search for every kernel would double the time of training.
fn gains(
    with: ArrayView2<f64>,
    without: ArrayView2<f64>,
    labels: &[bool],
    repeats: &[Vec<Fold>],
    share: f64,
) -> Result<bool> {
    let folds = sample_training(repeats, labels, ROWS);
    let losses = |rows: ArrayView2<f64>| held_out_losses(rows, labels, &folds, share);
    let (with, without) = (losses(with)?, losses(without)?);
    let pairs = with.iter().zip(&without);
    let gain = |(with, without): (&Option<f64>, &Option<f64>)| Some((*without)? - (*with)?);
    let gains: Vec<f64> = pairs.filter_map(gain).collect();
    let n = gains.len() as f64;
    let mean = gains.iter().sum::<f64>() / n;
    let squares: f64 = gains.iter().map(|gain| (gain - mean).powi(2)).sum();
    Ok(mean > 2.0 * squares.sqrt() / n)
}

/// Upper bound on the number of rows of a fold that are trained on. A model that is trained again is to decide as
/// before, so that this follows no default.
const ROWS: usize = 3_000;

/// The log loss of each row's probability by the folds that test it.
fn held_out_losses(
    rows: ArrayView2<f64>,
    labels: &[bool],
    repeats: &[Vec<Fold>],
    share: f64,
) -> Result<Vec<Option<f64>>> {
    let gamma = 1.0 / rows.ncols() as f64;
    let learner = Learner::new(Kernel::Rbf { gamma }, 1.0);
    let prior = Prior {
        share,
        rising: &[],
        neutral: &[],
    };
    let found = search(rows, labels, repeats, &[learner], prior)?;
    let losses = found.chosen.iter().flat_map(|it| {
        let probability = |score: f64| it.calibration.probability(score);
        let scores = it.out_of_fold.iter().zip(labels);
        scores.map(move |(score, &label)| Some(log_loss(probability((*score)?), label)))
    });
    Ok(losses.collect())
}

fn log_loss(probability: f64, label: bool) -> f64 {
    -(if label {
        probability
    } else {
        1.0 - probability
    })
    .ln()
}

/// The pairs that teach: as many as `entries` allow.
fn teaching(documents: &[Vec<u32>], grouped: &GroupedPairs, entries: usize) -> Vec<usize> {
    let most = |&pair: &usize| {
        let (left, right) = grouped.pairs[pair];
        documents[left].len() + documents[right].len()
    };
    let pairs: Vec<usize> = (0..grouped.pairs.len()).collect();
    if pairs.iter().map(most).sum::<usize>() <= entries {
        return pairs;
    }
    let mut chosen = pairs;
    chosen.sort_by_cached_key(|&pair| {
        let (left, right) = grouped.pairs[pair];
        xxh3_64(format!("{}\0{}", grouped.ids[left], grouped.ids[right]).as_bytes())
    });
    let mut left = entries;
    let mut fits = |pair: &usize| {
        let rest = left.checked_sub(most(pair));
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    let count = chosen.iter().take_while(|pair| fits(pair)).count();
    chosen.truncate(count);
    chosen
}

/// The terms that stand in exactly one of two documents, ascending.
fn difference(documents: &[Vec<u32>], (left, right): (usize, usize)) -> Vec<u32> {
    let (mut left, mut right) = (&documents[left][..], &documents[right][..]);
    let mut found = Vec::new();
    while let (Some(&a), Some(&b)) = (left.first(), right.first()) {
        if a != b {
            found.push(a.min(b));
        }
        (left, right) = (&left[usize::from(a <= b)..], &right[usize::from(b <= a)..]);
    }
    found.extend_from_slice(left);
    found.extend_from_slice(right);
    found
}

/// The spelling of these terms, ascending, in the documents of these pairs, where each is met first.
fn texts(
    documents: &[AnalyzedDocument],
    grouped: &GroupedPairs,
    pairs: &[usize],
    terms: &[TermId],
) -> Vec<String> {
    let both = pairs.iter().map(|&pair| grouped.pairs[pair]);
    let places = distinct(both.flat_map(|(left, right)| [left, right]));
    let mut texts = vec![String::new(); terms.len()];
    let place = |term: u64| terms.binary_search(&TermId(term)).ok();
    for document in places {
        shingles::written_terms(
            &documents[document],
            |term| place(term).is_some(),
            |term, written| {
                let text = place(term).and_then(|place| texts.get_mut(place));
                if let Some(text) = text.filter(|text| text.is_empty()) {
                    *text = written;
                }
            },
        );
    }
    texts
}

#[cfg(test)]
mod tests;
