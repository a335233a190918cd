//! A model of two features, for the report.

use super::decider::Decider;
use crate::cross_validation::CrossValidation;
use dejalu_base::error::Result;
use dejalu_learn::{Fitted, KernelChoice, LearnerOptions, Limits, fit_calibrated};
use dejalu_similarity::{Feature, FeatureSet};

/// The most rows that the model is fitted to: it is for the eye.
const ROWS: usize = 1_000;

/// All pairs in the plane of two features, and a model trained on those two alone.
#[derive(Debug, Clone)]
pub struct Plane {
    /// The features' names.
    pub features: [String; 2],
    /// The similarities, both in \[0, 1\], of each pair that has both, in the order of the pairs.
    pub points: Vec<[f64; 2]>,
    /// Whether each of these pairs is a duplicate.
    pub labels: Vec<bool>,
    /// The model's F1 on pairs that were held out in its search.
    pub f1: Option<f64>,
    fitted: Fitted,
}

impl Plane {
    /// The plane of the two most important features; `None` if fewer than two are measures. The model
    /// has an RBF kernel, whose boundary is smooth, searched as usual on at most a thousand pairs.
    ///
    /// # Errors
    ///
    /// As [`fit_calibrated`].
    pub(super) fn of(cv: &CrossValidation, deciders: &[Decider]) -> Result<Option<Self>> {
        let Some(two) = strongest(cv, deciders) else {
            return Ok(None);
        };
        let pairs = cv.pairs();
        let set = FeatureSet::from_iter(two.map(Clone::clone));
        let statistics = cv.statistics(&pairs, cv.needs_of(&set))?;
        let rows = cv.vectors(&pairs, &set, &statistics)?;
        let folds = cv.search_folds(&pairs, cv.options().inner_folds)?;
        let options = LearnerOptions {
            kernel: KernelChoice::Rbf,
            limits: Limits {
                search_rows: ROWS,
                fit_rows: ROWS,
            },
            ..LearnerOptions::default()
        };
        let fitted = fit_calibrated(rows.view(), cv.labels(), &folds, &options)?;
        let pairs = rows.outer_iter().zip(cv.labels());
        let points = pairs.map(|(row, &label)| ([row[0], row[1]], label));
        let (points, labels) = points
            .filter(|(point, _)| !point.iter().any(|value| value.is_nan()))
            .unzip();
        Ok(Some(Plane {
            features: two.map(|feature| feature.name().to_string()),
            points,
            labels,
            f1: fitted.search.points[fitted.search.chosen[0].point].best_f1,
            fitted,
        }))
    }

    /// The amount by which the model's score of a point exceeds its threshold.
    pub fn height(&self, point: [f64; 2]) -> f64 {
        self.fitted.score(&point) - self.fitted.operating_point.threshold
    }
}

/// The two similarities with the largest importance; a column of the user's own has another range, and
/// a learned feature is another number in every fold.
fn strongest<'s>(cv: &'s CrossValidation, deciders: &[Decider]) -> Option<[&'s Feature; 2]> {
    let learned = deciders.iter().find_map(|it| it.learned.as_ref())?;
    let mut features: Vec<_> = learned.importance.as_ref()?.features.iter().collect();
    features.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    let similarities = || {
        cv.features()
            .iter()
            .filter(|it| it.measure().is_some() && !it.is_learned())
    };
    let known = |name: &str| similarities().find(|it| it.name() == name);
    let mut known = features.iter().filter_map(|it| known(&it.feature));
    Some([known.next()?, known.next()?])
}
