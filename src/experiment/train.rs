//! From labelled pairs to a model.

use std::sync::Arc;

use super::compare::{Comparison, Competitor, cross_validate};
use super::cross_validation::CrossValidation;
use crate::corpus::Needs;
use crate::corpus::background::Background;
use crate::error::{Error, Parameter, Result};
use crate::evaluation::{Bootstrap, Evaluation};
use crate::learning::{LearnerOptions, Note, fit_calibrated};
use crate::model::{CrossValidationOptions, Model, TrainingRecord};
use crate::pairs::PairSet;
use crate::progress::Progress;
use crate::similarity::{FeatureSet, columns};

/// What a training needs besides pairs.
#[derive(Debug, Clone)]
pub struct TrainOptions {
    /// What a similarity vector holds.
    pub features: FeatureSet,
    /// Folds, seed, analysis.
    pub study: CrossValidationOptions,
    /// Kernel, parameters, operating point.
    pub learner: LearnerOptions,
    /// How intervals are drawn.
    pub bootstrap: Bootstrap,
    /// The share of duplicates that the candidates of a collection are to hold; `None` to learn no
    /// filter, so that every pair of a collection is judged. 0.99 by default.
    pub candidate_recall: Option<f64>,
    /// The splits that the pairs were chosen by; recorded, not applied.
    pub splits: Vec<String>,
}

/// Reads the share of the duplicates that candidates are to hold, or `none`.
///
/// # Errors
///
/// A text that is neither a number above 0 and at most 1 nor `none`.
pub fn candidate_recall(text: &str) -> Result<Option<f64>> {
    let share = text.parse().ok().filter(|x: &f64| *x > 0.0 && *x <= 1.0);
    let expected = "expected a number above 0 and at most 1, or none";
    match (text, share) {
        ("none", _) => Ok(None),
        (_, Some(x)) => Ok(Some(x)),
        _ => Err(Error::invalid(Parameter::CandidateRecall, text, expected)),
    }
}

/// A model, and how good its way of learning is.
pub struct Trained {
    /// The model, learned from all pairs.
    pub model: Model,
    /// The same procedure on the outer folds: what to expect of the model on pairs of documents
    /// that it has not seen. Its pairs are in the order of [`PairSet::in_order`], its threshold is the
    /// model's.
    pub comparison: Comparison,
}

/// Learns a model from all pairs, and measures the same procedure by cross-validation (methods,
/// section 9). The order of pairs and documents does not matter: sums of floating-point numbers
/// depend on it, so they are put into the order of [`PairSet::in_order`] first.
///
/// # Errors
///
/// A pair without a label, one class only, fewer document clusters than folds, and what
/// [`fit_calibrated`] refuses.
pub fn train(set: &PairSet, options: &TrainOptions, progress: &dyn Progress) -> Result<Trained> {
    let set = set.in_order();
    let study = CrossValidation::new(
        &set,
        options.features.clone(),
        options.study.clone(),
        progress,
    )?;
    train_in(&study, options, progress)
}

/// [`train`], in a study of the options' features that is there already.
pub fn train_in(
    study: &CrossValidation,
    options: &TrainOptions,
    progress: &dyn Progress,
) -> Result<Trained> {
    let competitors = [Competitor::learned(&options.learner)];
    let mut comparison = cross_validate(study, &competitors, &options.bootstrap, progress)?;
    let figures = comparison.deciders[0].figures.clone();
    let model = fit(study, options, figures, progress)?;
    // The folds' thresholds belong to the folds' scores; a reader asks for the model's.
    comparison.deciders[0].threshold = model.operating_point.threshold;
    Ok(Trained { model, comparison })
}

/// Learns a model from all pairs of a study that holds the options' features. `figures` are those
/// of the same procedure on the outer folds.
pub fn fit(
    study: &CrossValidation,
    options: &TrainOptions,
    figures: Evaluation,
    progress: &dyn Progress,
) -> Result<Model> {
    let pairs = study.pairs();
    let statistics = study.statistics(&pairs, kept(study, &options.features))?;
    let of_all = study.statistics(&pairs, study.needs())?;
    let rows = study.vectors(&pairs, &of_all)?;
    let rows = columns(&rows, study.features(), &options.features);
    let folds = study.search_folds(&pairs, options.study.folds)?;
    progress.begin("training on all pairs", 1);
    let fitted = fit_calibrated(rows.view(), study.labels(), &folds, &options.learner)?;
    progress.advance(1);
    progress.begin("learning the candidate filter", 1);
    let blocking = match options.candidate_recall {
        Some(asked) if !study.set().of_vectors => study.blocking(asked)?,
        _ => None,
    };
    progress.advance(1);
    let mut seen: Vec<String> = study
        .documents()
        .iter()
        .filter_map(TrainingRecord::mark)
        .collect();
    seen.sort_unstable();
    seen.dedup();
    let training = TrainingRecord {
        pairs: pairs.len(),
        positives: study.labels().iter().filter(|&&label| label).count(),
        documents: study.documents().len(),
        clusters: study.clusters(),
        splits: options.splits.clone(),
        of_vectors: study.set().of_vectors,
        study: study.options().clone(),
        options: options.learner,
        bootstrap: options.bootstrap,
        learner: fitted.learner,
        search: fitted.search.points,
        cross_validation: figures,
        notes: fitted.notes.iter().map(Note::to_string).collect(),
        seen,
        background: study
            .options()
            .background
            .as_ref()
            .map(|background| background.name()),
    };
    Ok(Model {
        made_by: concat!("dejalu ", env!("CARGO_PKG_VERSION")).to_string(),
        analysis: study.options().analysis.clone(),
        features: options.features.clone(),
        statistics: Arc::unwrap_or_clone(statistics),
        scaling: fitted.scaling,
        discriminant: fitted.discriminant,
        calibration: fitted.calibration,
        operating_point: fitted.operating_point,
        ceiling: options.features.tell_copies().then_some(fitted.ceiling),
        blocking,
        training,
    })
}

/// The statistics that a model keeps: those that its features need, and word correlations, by which
/// explanations know reworded sentences.
fn kept(study: &CrossValidation, features: &FeatureSet) -> Needs {
    let needs = study.needs_of(features);
    if study.set().of_vectors {
        needs
    } else {
        needs.union(Needs::CORRELATIONS)
    }
}

/// Trains again as a model's record says, on the pairs given.
///
/// # Errors
///
/// As [`train`].
pub fn retrain(model: &Model, set: &PairSet, progress: &dyn Progress) -> Result<Model> {
    let record = &model.training;
    let mut study = record.study.clone();
    if record.background.is_some() {
        study.background = Some(Arc::new(Background {
            analysis: model.analysis.clone(),
            limits: study.correlations,
            statistics: Arc::new(model.statistics.clone()),
        }));
    }
    let options = TrainOptions {
        features: model.features.clone(),
        study,
        learner: record.options,
        bootstrap: record.bootstrap,
        candidate_recall: model.blocking.as_ref().map(|blocking| blocking.asked),
        splits: record.splits.clone(),
    };
    Ok(train(set, &options, progress)?.model)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::{KernelChoice, Setting};
    use crate::progress::Silent;

    fn trained(set: &PairSet, kernel: KernelChoice) -> Model {
        let options = TrainOptions {
            features: FeatureSet::parse("jaccard resemblance:w=2 longest-difference").unwrap(),
            study: CrossValidationOptions::default(),
            learner: LearnerOptions {
                kernel,
                c: Setting::Fixed(10.0),
                gamma: Setting::Fixed(1.0),
                ..LearnerOptions::default()
            },
            bootstrap: Bootstrap {
                draws: 10,
                ..Bootstrap::default()
            },
            candidate_recall: None,
            splits: Vec::new(),
        };
        train(set, &options, &Silent).unwrap().model
    }

    #[test]
    fn no_pair_scores_higher_than_the_same_text_twice() {
        let set = crate::model::builtin::pairs().unwrap();
        for kernel in [KernelChoice::Linear, KernelChoice::Rbf] {
            let model = trained(&set, kernel);
            let of_copies = model.score(&[1.0; 3]);
            assert_eq!(Some(of_copies), model.ceiling);
            assert!(model.judge(&[1.0; 3]).decision.is_duplicate());
            let judged = model.judge_all(&set, &Silent).unwrap();
            let highest = judged.iter().map(|(it, _)| it.score).fold(0.0, f64::max);
            assert!(highest <= of_copies, "{kernel:?}: {highest} {of_copies}");
            for (judgement, vector) in &judged {
                let parts = model.contributions(vector).iter().sum::<f64>();
                let sum = model.base_score() + parts + model.capping(vector);
                assert!((sum - judgement.score).abs() < 1e-9);
            }
            let saved = Model::from_json(&model.to_json().unwrap()).unwrap();
            assert_eq!(saved, model);
            // Beyond what was learned from, a score may be larger only by the discriminant.
            let beyond = [1.0, 1.0, 0.99];
            assert!(model.score(&beyond) <= of_copies);
        }
    }

    #[test]
    fn the_same_text_is_no_less_a_duplicate_than_an_edited_one() {
        let set = crate::model::builtin::pairs().unwrap();
        let model = trained(&set, KernelChoice::Rbf);
        let uncapped = model.score(&[1.0; 3]) - model.capping(&[1.0; 3]);
        assert!(
            uncapped < model.score(&[1.0; 3]),
            "the cap has something to do"
        );
    }
}
