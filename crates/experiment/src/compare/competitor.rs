//! The competitors of a comparison, and what each predicts for a fold.

use std::sync::Arc;

use ndarray::{Array2, Axis};

use super::built_in;
use super::decider::Kind;
use super::importance::Tested;
use super::learned::FoldDiagnostics;
use super::mistakes::{Judged, mistakes};
use super::predictions::{Description, FoldPrediction};
use super::variation::FoldVariation;
use crate::cross_validation::{CrossValidation, FoldData};
use crate::model::Model;
use crate::rules::{self, EqualityCalibration, Rule, Tuning};
use crate::terms;
use dejalu_base::error::Result;
use dejalu_base::threshold::reaches;
use dejalu_learn::{
    Fitted, KernelChoice, LearnerOptions, Prior, SearchTable, Solver, fit_calibrated_with,
};
use dejalu_similarity::{Feature, FeatureSet, columns};

/// A decider that takes part in a cross-validation.
#[derive(Debug, Clone)]
pub(super) enum Competitor {
    /// A learner.
    Learner {
        /// Kernel, parameters, operating point.
        options: LearnerOptions,
        /// The features that it sees.
        features: FeatureSet,
    },
    /// The built-in model.
    BuiltIn(Arc<Model>),
    /// A rule as published.
    Published(Rule),
    /// A rule with a threshold chosen on the training pairs of each fold.
    Retuned(Rule, Tuning),
}

impl Competitor {
    /// The features that it looks at.
    pub(super) fn features(&self) -> FeatureSet {
        match self {
            Competitor::Learner { features, .. } => features.clone(),
            Competitor::BuiltIn(model) => model.features.clone(),
            Competitor::Published(rule) | Competitor::Retuned(rule, _) => {
                FeatureSet::from_iter([rule.feature.clone()])
            }
        }
    }

    pub(super) fn predict(&self, cv: &CrossValidation, data: &FoldData) -> Result<FoldPrediction> {
        match self {
            Competitor::Learner { options, features } => {
                predict_learned(options, features, cv, data)
            }
            Competitor::BuiltIn(model) => built_in::predict(model, cv, &data.test),
            Competitor::Published(rule) => {
                let scores = column(cv, &data.test_rows, rule);
                Ok(FoldPrediction::new(scores, rule.threshold))
            }
            Competitor::Retuned(rule, Tuning::Crossing) if rule.for_sentences => {
                calibrate(rule, cv, data)
            }
            Competitor::Retuned(rule, tuning) => {
                let (train, labels) = (column(cv, &data.train_rows, rule), &data.train_labels);
                let threshold = rules::retune(&train, labels, cv.share(), rule, *tuning)?;
                let scores = column(cv, &data.test_rows, rule);
                Ok(FoldPrediction::new(scores, threshold))
            }
        }
    }

    pub(super) fn description(&self, statistics: &str) -> Description {
        let of_rule = |rule: &Rule, kind| Description {
            name: rule.name.to_string(),
            source: Some(rule.source.to_string()),
            statistics: (!rule.feature.needs().is_nothing()).then(|| statistics.to_string()),
            ..Description::new(kind)
        };
        match self {
            Competitor::Learner { options, .. } => Description {
                name: learner_name(options.kernel, options.solver),
                statistics: Some(statistics.to_string()),
                ..Description::new(Kind::Learned)
            },
            Competitor::BuiltIn(_) => Description {
                name: "built-in".to_string(),
                statistics: Some("model".to_string()),
                ..Description::new(Kind::BuiltIn)
            },
            Competitor::Published(rule) => Description {
                threshold_origin: Some(rule.origin),
                ..of_rule(rule, Kind::Published)
            },
            Competitor::Retuned(rule, Tuning::BestF1) => of_rule(rule, Kind::Retuned),
            Competitor::Retuned(rule, Tuning::Crossing) => Description {
                name: format!("{}-crossing", rule.name),
                ..of_rule(rule, Kind::Retuned)
            },
        }
    }
}

/// The name of a learned decider.
pub(super) fn learner_name(kernel: KernelChoice, solver: Solver) -> String {
    match solver {
        Solver::Linfa => "svm-linfa".to_string(),
        _ => format!("svm-{kernel}"),
    }
}

fn predict_learned(
    options: &LearnerOptions,
    features: &FeatureSet,
    cv: &CrossValidation,
    data: &FoldData,
) -> Result<FoldPrediction> {
    let mut train = columns(&data.train_rows, cv.features(), features);
    let mut test = columns(&data.test_rows, cv.features(), features);
    let (labels, inner, share) = (&data.train_labels, &data.inner, cv.share());
    let mut note = None;
    if features.iter().any(Feature::is_learned)
        && !terms::are_useful(features, &train, labels, inner, share)?
    {
        terms::leave_out(features, &mut train);
        terms::leave_out(features, &mut test);
        note = Some(terms::why_left_out(labels.len()));
    }
    let prior = Prior {
        share,
        rising: &features.rising(),
        neutral: &features.neutral(),
    };
    let mut fitted = fit_calibrated_with(train.view(), labels, inner, options, prior)?;
    fitted.notes.extend(note);
    let labels = data.test.iter().map(|&pair| cv.labels()[pair]);
    let tested = Tested::new(&fitted, &test, labels.collect());
    let scores = features.capped_all(test.view(), fitted.scores(test.view()), fitted.ceiling);
    let probability = |score: &f64| fitted.calibration.probability(*score);
    let probabilities: Vec<f64> = scores.iter().map(probability).collect();
    let threshold = fitted.operating_point.threshold;
    let judged = Judged {
        pairs: &data.test,
        values: &test,
        scores: &scores,
        minima: &vec![threshold; scores.len()],
        probabilities: &probabilities,
    };
    let comparable = |pair| cv.comparable(pair, features);
    let mistakes = mistakes(&tested, &judged, &cv.pair_clusters(), comparable);
    Ok(FoldPrediction {
        diagnostics: Some(FoldDiagnostics {
            search: SearchTable::of(&fitted.search),
            abstains_at: options.abstain,
            mistakes,
            probabilities,
            inner: held_out(&fitted, data),
            // Folds may differ in the kernel that they choose, not in the measure of importance.
            importance: match (options.kernel, tested.weights()) {
                (KernelChoice::Linear | KernelChoice::Monotone, Some(weights)) => weights,
                _ => tested.shuffle(cv.options().seed),
            },
            notes: fitted.notes,
        }),
        ..FoldPrediction::new(scores, threshold)
    })
}

/// The thesis's rule of sentences has two thresholds, which its own method calibrates both.
fn calibrate(rule: &Rule, cv: &CrossValidation, data: &FoldData) -> Result<FoldPrediction> {
    let both = |pairs: &[usize]| cv.directed(pairs, &rule.feature, &data.statistics);
    let found = EqualityCalibration::new(&both(&data.train)?, &data.train_labels)?;
    let tested = both(&data.test)?;
    let thresholds = found.thresholds;
    let score = |&[there, back]: &[f64; 2]| {
        if thresholds.within_variation(there, back) {
            there.min(back)
        } else {
            0.0
        }
    };
    let difference = |&[there, back]: &[f64; 2]| {
        reaches(there.min(back), thresholds.permissible).then_some((there - back).abs())
    };
    Ok(FoldPrediction {
        variation: Some(FoldVariation {
            threshold: thresholds.variation,
            differences: tested.iter().map(difference).collect(),
        }),
        ..FoldPrediction::new(tested.iter().map(score).collect(), thresholds.permissible)
    })
}

fn held_out(fitted: &Fitted, data: &FoldData) -> Vec<(usize, f64)> {
    let held_out = data.train.iter().zip(&fitted.out_of_fold);
    held_out
        .filter_map(|(&pair, score)| Some((pair, fitted.calibration.probability((*score)?))))
        .collect()
}

/// The similarities of these rows as the rule sees them.
fn column(cv: &CrossValidation, rows: &Array2<f64>, rule: &Rule) -> Vec<f64> {
    let place = cv.features().position(&rule.feature).unwrap_or_default();
    let column = rows.index_axis(Axis(1), place);
    column.iter().copied().map(rules::score).collect()
}
