//! [`LearningCurve`]: F1 against the number of labelled pairs.

use ndarray::Axis;
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::options::CompareOptions;
use super::predictions::{FoldPrediction, Predictions};
use crate::cross_validation::{CrossValidation, FoldData};
use crate::pairs::folds::Folds;
use crate::terms::leave_out;
use dejalu_base::error::{ErrorKind, Result};
use dejalu_base::progress::Progress;
use dejalu_learn::evaluation::{Bootstrap, Counts, Evaluation, Interval, LabelledPredictions};
use dejalu_learn::{Prior, fit_calibrated_with};
use dejalu_similarity::columns;

/// F1 of the same procedure with fewer labelled pairs, measured on the test pairs of the outer folds,
/// and what more labels would bring.
///
/// Each fold draws its training pairs in a fixed order, so that a larger draw holds every smaller
/// one, and each fold has an order of its own: a point is the mean over as many draws as folds. Only
/// labels are drawn. Statistics of the collection are those of all training documents, which need no
/// labels, and the share of duplicates is that of all pairs, as in the cross-validation. Points below
/// all pairs leave `difference-terms` out, whose weights are learned from the labels of all.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LearningCurve {
    /// Number of labelled pairs; a fold trains on fewer.
    pub labelled: usize,
    /// From the fewest pairs to all that the folds train on, whose figures are those of the
    /// cross-validation.
    pub points: Vec<LearningCurvePoint>,
    /// Sizes that some fold could not learn from: fewer than five pairs of either label, too few
    /// clusters for the inner folds, or an operating point that no threshold reaches.
    pub left_out: Vec<usize>,
    /// Estimated gain in F1 from twice as many labels, roughly, in [0, 1]. `None` where fewer than
    /// [`FEWEST_SIZES`](Self::FEWEST_SIZES) sizes have an F1.
    pub gain_of_doubling: Option<f64>,
}

/// F1 with this number of labelled pairs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LearningCurvePoint {
    /// Pairs that each fold trained on; the mean over the folds where they trained on all.
    pub pairs: usize,
    /// F1 on the test pairs of all folds; `None` where nothing is a duplicate or called one.
    pub f1: Option<f64>,
    /// The cluster bootstrap's interval: the chance of the test pairs, not that of the draw.
    pub f1_interval: Option<Interval>,
}

/// The fewest pairs of either label that anything is learned from: the inner folds need some of both.
pub const FEWEST_OF_A_LABEL: usize = 5;

impl LearningCurve {
    /// Through fewer points than three a line says nothing of its own error.
    pub const FEWEST_SIZES: usize = 3;

    /// Measures the first learner of `options` with fewer pairs; `all` are its figures with all.
    pub(crate) fn measure(
        cv: &CrossValidation,
        options: &CompareOptions,
        all: &Evaluation,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let draws = Draws::new(cv)?;
        let trained: Vec<usize> = draws.orders.iter().map(|it| it.train.len()).collect();
        let least = trained.iter().copied().min().unwrap_or_default();
        let asked: Vec<usize> = label_counts().take_while(|&size| size < least).collect();
        let predicted = draws.predictions(cv, options, &asked, progress)?;

        let mut points = Vec::new();
        let mut left_out = Vec::new();
        for (pairs, predictions) in asked.into_iter().zip(predicted) {
            match predictions {
                Some(it) => {
                    let point = LearningCurvePoint::of(pairs, &it, cv, &options.bootstrap)?;
                    points.push(point);
                }
                None => left_out.push(pairs),
            }
        }
        let mean = trained.iter().sum::<usize>() as f64 / trained.len().max(1) as f64;
        points.push(LearningCurvePoint {
            pairs: mean.round() as usize,
            f1: all.f1,
            f1_interval: all.f1_interval,
        });
        let labelled = cv.labels().len();
        Ok(LearningCurve {
            gain_of_doubling: gain_of_doubling(labelled, &points),
            labelled,
            points,
            left_out,
        })
    }
}

impl LearningCurvePoint {
    fn of(
        pairs: usize,
        predictions: &Predictions,
        cv: &CrossValidation,
        bootstrap: &Bootstrap,
    ) -> Result<Self> {
        let (labels, clusters) = (cv.labels(), cv.pair_clusters());
        let (margins, decisions) = (&predictions.margins, &predictions.decisions);
        let predictions = LabelledPredictions::new(labels, margins, decisions, &clusters, &[])?;
        Ok(LearningCurvePoint {
            pairs,
            f1: Counts::of(labels, decisions).f1(),
            f1_interval: bootstrap.f1(&predictions),
        })
    }
}

/// 30, 60, 120, 250, 500, 1,000 and so on: what people label, each about twice the one before.
pub fn label_counts() -> impl Iterator<Item = usize> {
    let doubled = std::iter::successors(Some(500_usize), |size| size.checked_mul(2));
    [30, 60, 120, 250].into_iter().chain(doubled)
}

/// The outer folds, and what each of them draws.
struct Draws {
    folds: Folds,
    orders: Vec<DrawingOrder>,
}

/// The pairs that a fold trains on, and the order in which they are drawn.
struct DrawingOrder {
    /// As in [`FoldData`].
    train: Vec<usize>,
    /// Places in `train`.
    order: Vec<usize>,
}

impl DrawingOrder {
    /// By a hash of the ids, another one in every fold, so that the luck of a draw averages out.
    fn new(cv: &CrossValidation, folds: &Folds, fold: usize) -> Self {
        let train = cv.train_pairs(folds, fold);
        let seed = cv.options().seed.wrapping_add(fold as u64);
        let hash = |place: &usize| {
            let [left, right] = cv.ids(train[*place]);
            let (first, second) = (left.clone().min(right.clone()), left.max(right));
            xxh3_64_with_seed(format!("{first}\0{second}").as_bytes(), seed)
        };
        let mut order: Vec<usize> = (0..train.len()).collect();
        order.sort_by_cached_key(|place| (hash(place), *place));
        DrawingOrder { train, order }
    }

    /// The first pairs in this order, as places in `train`. They ascend, so that sums of all pairs
    /// are those of the cross-validation, to the bit.
    fn draw(&self, size: usize) -> Vec<usize> {
        let mut drawn: Vec<usize> = self.order.iter().take(size).copied().collect();
        drawn.sort_unstable();
        drawn
    }

    fn has_both_labels(&self, size: usize, labels: &[bool]) -> bool {
        let drawn = self.draw(size);
        let is_positive = |place: &&usize| labels[self.train[**place]];
        let positives = drawn.iter().filter(is_positive).count();
        positives.min(drawn.len() - positives) >= FEWEST_OF_A_LABEL
    }
}

impl Draws {
    fn new(cv: &CrossValidation) -> Result<Self> {
        let folds = cv.folds()?;
        let order = |fold| DrawingOrder::new(cv, &folds, fold);
        let orders = (0..folds.count()).map(order).collect();
        Ok(Draws { folds, orders })
    }

    /// Predictions for all pairs, by size; `None` if some fold cannot learn from so few.
    fn predictions(
        &self,
        cv: &CrossValidation,
        options: &CompareOptions,
        sizes: &[usize],
        progress: &dyn Progress,
    ) -> Result<Vec<Option<Predictions>>> {
        let start = |&size: &usize| {
            let both = |order: &DrawingOrder| order.has_both_labels(size, cv.labels());
            let possible = self.orders.iter().all(both);
            possible.then(|| Predictions::new(cv.labels().len()))
        };
        let mut all: Vec<Option<Predictions>> = sizes.iter().map(start).collect();
        for (fold, order) in self.orders.iter().enumerate() {
            if all.iter().all(Option::is_none) {
                break;
            }
            let data = cv.fold_data(&self.folds, fold)?;
            for (&size, predictions) in sizes.iter().zip(&mut all) {
                let Some(kept) = predictions else { continue };
                let of = self.orders.len();
                let stage = format!("learning curve: {size} pairs, fold {} of {of}", fold + 1);
                progress.begin(&stage, 1);
                match predict(cv, options, &data, &order.draw(size)) {
                    Ok(predicted) => kept.record(&data.test, predicted),
                    Err(error) if is_of_the_draw(error.kind()) => *predictions = None,
                    Err(error) => return Err(error),
                }
                progress.advance(1);
            }
        }
        Ok(all)
    }
}

/// Predicts the test pairs of a fold that trains on these pairs alone, places in its training pairs.
fn predict(
    cv: &CrossValidation,
    options: &CompareOptions,
    data: &FoldData,
    drawn: &[usize],
) -> Result<FoldPrediction> {
    let features = &options.features;
    let pairs: Vec<usize> = drawn.iter().map(|&place| data.train[place]).collect();
    let labels: Vec<bool> = pairs.iter().map(|&pair| cv.labels()[pair]).collect();
    let inner = cv.search_folds(&pairs, cv.options().inner_folds)?;
    let mut train = columns(&data.train_rows, cv.features(), features).select(Axis(0), drawn);
    let mut test = columns(&data.test_rows, cv.features(), features);
    // It was learned from the labels of all training pairs of the fold.
    leave_out(features, &mut train);
    leave_out(features, &mut test);
    let prior = Prior {
        share: cv.share(),
        rising: &features.rising(),
        neutral: &features.neutral(),
    };
    let fitted = fit_calibrated_with(train.view(), &labels, &inner, &options.learner, prior)?;
    let scores = features.capped_all(test.view(), fitted.scores(test.view()), fitted.ceiling);
    let threshold = fitted.operating_point.threshold;
    Ok(FoldPrediction::new(scores, threshold))
}

/// Returns whether this error may be one of the draw, which another or a larger one would not have.
fn is_of_the_draw(error: &ErrorKind) -> bool {
    matches!(error, ErrorKind::Learn(_) | ErrorKind::Pair(_))
}

/// Estimates the gain in F1 from twice as many as `labelled` pairs: the line through the points over n^(−1/2), the rate
/// at which errors of estimation fall. It never falls with more labels, and no F1 exceeds 1.
fn gain_of_doubling(labelled: usize, points: &[LearningCurvePoint]) -> Option<f64> {
    let rate = |pairs: usize| (pairs as f64).powf(-0.5);
    let known = points
        .iter()
        .filter_map(|it| Some((rate(it.pairs), it.f1?)));
    let known: Vec<(f64, f64)> = known.collect();
    if known.len() < LearningCurve::FEWEST_SIZES {
        return None;
    }
    let count = known.len() as f64;
    let x_mean = known.iter().map(|it| it.0).sum::<f64>() / count;
    let y_mean = known.iter().map(|it| it.1).sum::<f64>() / count;
    let product = |&(x, y): &(f64, f64)| (x - x_mean) * (y - y_mean);
    let square = |&(x, _): &(f64, f64)| (x - x_mean).powi(2);
    let slope = known.iter().map(product).sum::<f64>() / known.iter().map(square).sum::<f64>();
    let fall = if slope < 0.0 { -slope } else { 0.0 };
    let gain = fall * (rate(labelled) - rate(2 * labelled));
    let room = 1.0 - points.last()?.f1.unwrap_or_default();
    Some(gain.min(room))
}

#[cfg(test)]
mod tests;
