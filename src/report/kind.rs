//! What a report is about: what was done, and with which settings.

use super::model::operating_rule;
use crate::evaluation::Bootstrap;
use crate::experiment::compare::CompareOptions;
use crate::experiment::train::TrainOptions;
use crate::learning::{LearnerOptions, Setting};
use crate::model::{CrossValidationOptions, Model};
use crate::plural::counted;
use crate::similarity::{Feature, FeatureSet};

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// Several deciders were compared on the same folds.
    Comparison,
    /// A model was trained.
    Training,
    /// A model judged held-out pairs.
    Evaluation,
}

impl Occasion {
    pub(super) fn title(self) -> &'static str {
        match self {
            Occasion::Comparison => "Near-duplicates: learned models against published thresholds",
            Occasion::Training => "Near-duplicates: a trained model and its cross-validation",
            Occasion::Evaluation => "Near-duplicates: a model on held-out pairs",
        }
    }

    /// The question that the report answers.
    pub(super) fn question(self) -> &'static str {
        match self {
            Occasion::Comparison | Occasion::Evaluation => {
                "Is a model trained on labelled pairs better at finding near-duplicates than \
                 the thresholds that were published?"
            }
            Occasion::Training => {
                "How well does a model trained on labelled pairs find near-duplicates?"
            }
        }
    }
}

/// Settings by name, in the order in which a report shows them.
pub type Settings = Vec<(&'static str, String)>;

/// The settings of a comparison. `pairs` says where the pairs are from.
pub fn settings_of_comparison(pairs: &str, options: &CompareOptions) -> Settings {
    let CompareOptions {
        features,
        study,
        learner,
        bootstrap,
        ..
    } = options;
    settings_of_study(pairs, features, study, learner, bootstrap)
}

/// The settings of a training. `pairs` says where the pairs are from.
pub fn settings_of_training(pairs: &str, options: &TrainOptions) -> Settings {
    let TrainOptions {
        features,
        study,
        learner,
        bootstrap,
        ..
    } = options;
    settings_of_study(pairs, features, study, learner, bootstrap)
}

fn settings_of_study(
    pairs: &str,
    features: &FeatureSet,
    study: &CrossValidationOptions,
    learner: &LearnerOptions,
    bootstrap: &Bootstrap,
) -> Settings {
    let weights = if learner.class_weights {
        "by rarity"
    } else {
        "none"
    };
    let folds = format!(
        "{} outer, {} inner, split by cluster",
        study.folds, study.inner_folds
    );
    vec![
        ("Pairs", pairs.to_string()),
        ("Language", study.analysis.language.to_string()),
        ("Features", names(features)),
        ("Penalty C", searched(learner.c)),
        ("Gamma", searched(learner.gamma)),
        ("Class weights", weights.to_string()),
        ("Duplicate from", operating_rule(learner.operating_point)),
        ("Folds", folds),
        ("Seed", study.seed.to_string()),
        ("Intervals", format!("95 %, {}", draws(bootstrap))),
    ]
}

/// The settings of a model's evaluation. `pairs` and `name` say where the two are from.
pub fn settings_of_evaluation(
    pairs: &str,
    name: &str,
    model: &Model,
    bootstrap: &Bootstrap,
) -> Settings {
    let trained_on = format!(
        "{} of {}",
        counted(model.training.pairs as u64, "pair", "pairs"),
        counted(model.training.documents as u64, "document", "documents")
    );
    let intervals = format!("95 %, {}, seed {}", draws(bootstrap), bootstrap.seed);
    vec![
        ("Pairs", pairs.to_string()),
        ("Model", name.to_string()),
        ("Features", names(&model.features)),
        ("Trained on", trained_on),
        ("Intervals", intervals),
    ]
}

fn names(features: &FeatureSet) -> String {
    let names: Vec<&str> = features.iter().map(Feature::name).collect();
    names.join(" ")
}

fn searched(setting: Setting) -> String {
    match setting {
        Setting::Auto => "searched on the inner folds".to_string(),
        Setting::Fixed(value) => value.to_string(),
    }
}

fn draws(bootstrap: &Bootstrap) -> String {
    counted(
        bootstrap.draws.into(),
        "bootstrap sample of clusters",
        "bootstrap samples of clusters",
    )
}
