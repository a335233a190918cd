//! Compares deciders: the learned discriminant, the published rules and the re-tuned rules, on the
//! same pairs and the same folds.

use std::sync::Arc;

use super::all_predictions::AllPredictions;
use super::built_in;
use super::comparison::{Comparison, Experiment};
use super::competitor::Competitor;
use super::options::CompareOptions;
use crate::cross_validation::CrossValidation;
use crate::model::CrossValidationOptions;
use crate::pairs::PairSet;
use crate::rules::{self, Rule};
use dejalu_base::error::Result;
use dejalu_base::progress::Progress;
use dejalu_learn::evaluation::check_share;
use dejalu_similarity::FeatureSet;

/// Compares the learned discriminants with every published rule and every rule re-tuned inside
/// the training folds (`pairs/folds.rs`). Every pair is tested once, by deciders that were not
/// trained on it. Of a pair across two folds, training may hold one of the documents
/// ([`Comparison::seen_share`]).
///
/// The order of pairs and documents changes nothing: they are put into that of
/// [`PairSet::in_order`] first.
///
/// ```
/// use dejalu_base::Silent;
/// use dejalu_experiment::compare::{CompareOptions, compare};
/// use dejalu_experiment::model::builtin;
/// use dejalu_similarity::FeatureSet;
///
/// let mut pairs = builtin::pairs()?;
/// pairs.pairs.truncate(150);
/// let options = CompareOptions::default()
///     .with_features(FeatureSet::parse("jaccard resemblance:w=2")?)
///     .with_rules(false);
/// let comparison = compare(&pairs, &options, &Silent)?;
/// let names: Vec<&str> = comparison.deciders.iter().map(|it| &*it.name).collect();
/// // Two that look at nothing stand in every comparison.
/// assert_eq!(names, ["svm-auto", "svm-linear", "svm-rbf", "all-duplicates", "none"]);
/// # Ok::<(), dejalu_base::Error>(())
/// ```
///
/// # Errors
///
/// As [`train`](crate::train::train).
pub fn compare(
    set: &PairSet,
    options: &CompareOptions,
    progress: &dyn Progress,
) -> Result<Comparison> {
    let options = options.for_pairs(set);
    let cv = cross_validation(set, &options, progress)?;
    let predictions = predict(&cv, &options, progress)?;
    predictions.evaluate(&cv, Experiment::Comparison(options))
}

/// The cross-validation of these options: it holds the features of the learners and of the rules.
pub fn cross_validation<'p>(
    set: &PairSet,
    options: &CompareOptions,
    progress: &'p dyn Progress,
) -> Result<CrossValidation<'p>> {
    options.base_rate.map_or(Ok(()), check_share)?;
    let published = if options.rules {
        rules::published()?
    } else {
        Vec::new()
    };
    let cv = options.cross_validation.clone();
    let mut features = options.features.clone();
    features.extend(built_in::features(options, set)?);
    let (cv, _) = beside_rules(set, &features, published, cv, progress)?;
    Ok(cv)
}

/// A cross-validation of these features and those of the rules that apply, and these rules. Which do
/// is known once the documents are analysed; the rule for single sentences is too costly to be
/// measured for nothing.
pub(super) fn beside_rules<'p>(
    set: &PairSet,
    features: &FeatureSet,
    mut published: Vec<Rule>,
    options: CrossValidationOptions,
    progress: &'p dyn Progress,
) -> Result<(CrossValidation<'p>, Vec<Rule>)> {
    let with = |rules: &[Rule]| {
        let mut all = features.clone();
        let of_rules = rules::features(rules).into_iter();
        all.extend(of_rules.filter(|feature| set.offers(feature)));
        all
    };
    let all = with(&published);
    let mut cv = CrossValidation::new(Arc::new(set.in_order()), all, options, progress)?;
    published.retain(|rule| cv.applies(rule));
    cv.keep_features(with(&published));
    Ok((cv, published))
}

/// Predictions of each competitor for the test pairs of every outer fold.
pub fn predict(
    cv: &CrossValidation,
    options: &CompareOptions,
    progress: &dyn Progress,
) -> Result<AllPredictions> {
    let competitors = competitors(cv, options)?;
    let folds = cv.folds()?;
    let mut all = AllPredictions::new(cv, &competitors);
    for k in 0..folds.count() {
        let data = cv.fold_data(&folds, k)?;
        progress.begin(
            &format!("fold {} of {}", k + 1, folds.count()),
            competitors.len(),
        );
        all.record_fold(k + 1, &data);
        for (place, competitor) in competitors.iter().enumerate() {
            let predicted = competitor.predict(cv, &data)?;
            all.record(place, &data.test, cv.labels(), predicted);
            progress.advance(1);
        }
    }
    Ok(all)
}

/// The learners, the built-in model where it can decide, the published rules that apply, and these re-tuned.
fn competitors(cv: &CrossValidation, options: &CompareOptions) -> Result<Vec<Competitor>> {
    let learner = |learner| Competitor::Learner {
        options: learner,
        features: options.features.clone(),
    };
    let mut competitors: Vec<Competitor> = options.learners().into_iter().map(learner).collect();
    if options.built_in {
        let model = built_in::model(cv)?.map(Arc::new);
        competitors.extend(model.map(Competitor::BuiltIn));
    }
    if !options.rules {
        return Ok(competitors);
    }
    let published = rules::published()?.into_iter();
    let published: Vec<_> = published.filter(|rule| cv.applies(rule)).collect();
    competitors.extend(published.iter().cloned().map(Competitor::Published));
    // Rules that differ only in their threshold become one when it is re-tuned.
    let mut tuned = FeatureSet::default();
    for rule in &published {
        if tuned.position(&rule.feature).is_none() {
            tuned.extend([rule.feature.clone()]);
            let ways = options.tunings.iter();
            competitors.extend(ways.map(|&way| Competitor::Retuned(rule.clone(), way)));
        }
    }
    Ok(competitors)
}
