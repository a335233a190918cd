//! The built-in model beside what is learned: whoever trains sees whether it was worth it.

use super::options::CompareOptions;
use super::predictions::FoldPrediction;
use crate::cross_validation::CrossValidation;
use crate::model::{Model, builtin};
use crate::pairs::PairSet;
use dejalu_base::error::Result;
use dejalu_similarity::FeatureSet;

/// The features that it needs, where it is wanted: beside the default features, which take as long to measure.
pub(super) fn features(options: &CompareOptions, set: &PairSet) -> Result<FeatureSet> {
    let usual = CompareOptions::default().features;
    let is_learned_from = |feature| options.features.position(feature).is_some();
    if !options.built_in || set.of_vectors || !usual.iter().all(is_learned_from) {
        return Ok(FeatureSet::default());
    }
    let needed = builtin::model()?.features;
    Ok(needed
        .iter()
        .filter(|feature| set.offers(feature))
        .cloned()
        .collect())
}

/// The built-in model where it can decide: it reads documents as they were read, knows all that it compares them by,
/// and has learned from none of them.
pub(super) fn model(cv: &CrossValidation) -> Result<Option<Model>> {
    if cv.set().of_vectors {
        return Ok(None);
    }
    let model = builtin::model()?;
    let is_read_alike =
        model.analysis.clone().resolved(&cv.set().documents) == cv.options().analysis;
    let is_measured = |feature| cv.features().position(feature).is_some();
    let can_decide = is_read_alike
        && model.features.iter().all(is_measured)
        && !cv.documents().iter().any(|it| model.training.has_seen(it));
    Ok(can_decide.then_some(model))
}

/// Its predictions for some pairs, by the minimum of each: web pages have their own.
pub(super) fn predict(
    model: &Model,
    cv: &CrossValidation,
    pairs: &[usize],
) -> Result<FoldPrediction> {
    let rows = cv.vectors(pairs, &model.features, &model.statistics)?;
    let minimum = model.minimum();
    let of_pair = |&pair: &usize| minimum.of(cv.set().are_pages(&cv.set().pairs[pair]));
    let minima: Vec<f64> = pairs.iter().map(of_pair).collect();
    let are_all_pages = minima.iter().all(|&it| it == minimum.of(true));
    Ok(FoldPrediction {
        minima: Some(minima),
        ..FoldPrediction::new(model.scores(rows.view()), minimum.of(are_all_pages))
    })
}
