//! Learns from the answers so far: scores of the whole pool, and how uncertain they are.

use ndarray::{Array2, ArrayView2, Axis};
use petgraph::unionfind::UnionFind;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::pool::Pool;
use dejalu_base::error::{LearnError, Result};
use dejalu_base::threshold::reaches;
use dejalu_experiment::pairs::folds::GroupedPairs;
use dejalu_experiment::{FEWEST_OF_A_LABEL, search_folds};
use dejalu_learn::{Fitted, LearnerOptions, Prior, fit_calibrated_with};
use dejalu_similarity::FeatureSet;
use dejalu_text::document::DocumentId;
use dejalu_text::sorted::distinct;

/// The folds on which parameters are searched.
const FOLDS: usize = 5;

/// Number of bootstrap samples of the answers that each learner is trained on, to see where it is uncertain.
const DRAWS: usize = 2;

/// Labelled pairs as rows of similarities.
pub(super) struct Labelled {
    pub(super) ids: Vec<[DocumentId; 2]>,
    pub(super) labels: Vec<bool>,
    pub(super) rows: Array2<f64>,
}

impl Labelled {
    pub(super) fn of(pool: &Pool, answers: &[(usize, bool)]) -> Self {
        let rows: Vec<usize> = answers.iter().map(|it| it.0).collect();
        Labelled {
            ids: rows
                .iter()
                .map(|&row| pool.ids(row).map(Clone::clone))
                .collect(),
            labels: answers.iter().map(|it| it.1).collect(),
            rows: pool.rows().select(Axis(0), &rows),
        }
    }

    /// The first `count` pairs.
    pub(super) fn first(&self, count: usize) -> Self {
        let rows: Vec<usize> = (0..count.min(self.labels.len())).collect();
        Labelled {
            ids: self.ids[..rows.len()].to_vec(),
            labels: self.labels[..rows.len()].to_vec(),
            rows: self.rows.select(Axis(0), &rows),
        }
    }

    /// Learns as `dejalu train` does, with given statistics.
    ///
    /// # Errors
    ///
    /// Too few answers of either kind, or of too few documents to be divided into folds.
    pub(super) fn fit(&self, features: &FeatureSet, seed: u64) -> Result<Fitted> {
        let positives = self.labels.iter().filter(|&&label| label).count();
        let negatives = self.labels.len() - positives;
        if positives.min(negatives) < FEWEST_OF_A_LABEL {
            return Err(LearnError::OneClass {
                positives,
                negatives,
            }
            .into());
        }
        let ids = distinct(self.ids.iter().flatten());
        let place = |id: &DocumentId| ids.binary_search(&id).unwrap_or_default();
        let pairs: Vec<(usize, usize)> =
            self.ids.iter().map(|[a, b]| (place(a), place(b))).collect();
        let mut components = UnionFind::<usize>::new(ids.len());
        for (&(left, right), label) in pairs.iter().zip(&self.labels) {
            if *label {
                components.union(left, right);
            }
        }
        let clusters: Vec<u32> = components
            .into_labeling()
            .into_iter()
            .map(|it| it as u32)
            .collect();
        let ids: Vec<DocumentId> = ids.into_iter().cloned().collect();
        let grouped = GroupedPairs {
            ids: &ids,
            clusters: &clusters,
            pairs: &pairs,
            labels: &self.labels,
        };
        let every: Vec<usize> = (0..pairs.len()).collect();
        let folds = search_folds(&grouped, &every, FOLDS, seed)?;
        let prior = Prior {
            rising: &features.rising(),
            neutral: &features.neutral(),
            ..Prior::of(&self.labels)
        };
        let learner = LearnerOptions::default();
        fit_calibrated_with(self.rows.view(), &self.labels, &folds, &learner, prior)
    }
}

/// A trained model and its scores of every pair of the pool.
pub(super) struct Learned {
    /// Number of answers it was learned from.
    pub(super) answers: usize,
    /// The scores minus the threshold.
    pub(super) margins: Vec<f64>,
    /// Disagreement between learners of several kinds, and of several draws of the answers.
    pub(super) disagreement: Vec<f64>,
    /// The pairs that it was learned from, with the probability of a duplicate by models that have not
    /// seen them.
    pub(super) held_out: Vec<(usize, f64)>,
    pub(super) fitted: Fitted,
}

impl Learned {
    pub(super) fn new(pool: &Pool, answers: &[(usize, bool)], seed: u64) -> Result<Self> {
        let labelled = Labelled::of(pool, answers);
        let fitted = labelled.fit(pool.features(), seed)?;
        let scaled = fitted.scaling.rows(pool.rows().view());
        let threshold = fitted.operating_point.threshold;
        let scores = fitted.discriminant.scores(scaled.view());
        let scores = pool
            .features()
            .capped_all(pool.rows().view(), scores, fitted.ceiling);
        let held_out = answers.iter().zip(&fitted.out_of_fold);
        let held_out = held_out.filter_map(|(answer, score)| {
            let probability = fitted.calibration.probability((*score)?);
            Some((answer.0, probability))
        });
        Ok(Learned {
            answers: answers.len(),
            margins: scores.into_iter().map(|score| score - threshold).collect(),
            held_out: held_out.collect(),
            disagreement: disagreement(&labelled, &fitted, scaled.view(), pool.features(), seed)?,
            fitted,
        })
    }

    pub(super) fn is_duplicate(&self, row: usize) -> bool {
        reaches(self.margins[row], 0.0)
    }

    /// The probability that a pair of the pool is a duplicate.
    pub(super) fn probability(&self, row: usize) -> f64 {
        let threshold = self.fitted.operating_point.threshold;
        self.fitted
            .calibration
            .probability(self.margins[row] + threshold)
    }
}

/// The variance of the probabilities that a committee gives each row: each kind of learner, trained on
/// all answers and on bootstrapped draws of them (query by committee, Seung et al. 1992).
fn disagreement(
    labelled: &Labelled,
    fitted: &Fitted,
    pool: ArrayView2<f64>,
    features: &FeatureSet,
    seed: u64,
) -> Result<Vec<f64>> {
    let rows = fitted.scaling.rows(labelled.rows.view());
    let (rising, neutral) = (features.rising(), features.neutral());
    let (mut sum, mut squares) = (vec![0.0; pool.nrows()], vec![0.0; pool.nrows()]);
    let mut members = 0.0;
    for chosen in &fitted.search.chosen {
        let learner = fitted.search.points[chosen.point].learner;
        for draw in 0..=DRAWS {
            let drawn = drawn(&labelled.labels, draw, seed);
            let labels: Vec<bool> = drawn.iter().map(|&row| labelled.labels[row]).collect();
            let prior = Prior {
                rising: &rising,
                neutral: &neutral,
                ..Prior::of(&labels)
            };
            let member = learner.fit_with(rows.select(Axis(0), &drawn).view(), &labels, prior)?;
            for (row, score) in member.scores(pool).into_iter().enumerate() {
                let probability = chosen.calibration.probability(score);
                sum[row] += probability;
                squares[row] += probability * probability;
            }
            members += 1.0;
        }
    }
    let variance = |(sum, squares): (&f64, &f64)| squares / members - (sum / members).powi(2);
    Ok(sum.iter().zip(&squares).map(variance).collect())
}

/// All rows; from the second draw on, as many of each label, drawn with replacement.
fn drawn(labels: &[bool], draw: usize, seed: u64) -> Vec<usize> {
    if draw == 0 {
        return (0..labels.len()).collect();
    }
    let mut chance = ChaCha8Rng::seed_from_u64(seed.wrapping_add(draw as u64));
    let of = |wanted: bool| {
        (0..labels.len())
            .filter(|&row| labels[row] == wanted)
            .collect::<Vec<_>>()
    };
    let mut drawn = Vec::with_capacity(labels.len());
    for rows in [of(true), of(false)] {
        drawn.extend((0..rows.len()).map(|_| rows[chance.gen_range(0..rows.len())]));
    }
    drawn
}
