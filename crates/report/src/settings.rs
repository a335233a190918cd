//! Title, question and settings of a report.

use super::figures::number;
use super::model::operating_rule;
use dejalu_base::plural::counted;
use dejalu_experiment::compare::{CompareOptions, Experiment};
use dejalu_experiment::model::Model;
use dejalu_learn::Setting;
use dejalu_learn::evaluation::Bootstrap;
use dejalu_similarity::{Feature, FeatureSet};

/// The title of a report.
pub(super) fn title(experiment: &Experiment) -> &'static str {
    match experiment {
        Experiment::Training(options) if !options.rules => {
            "Near-duplicates: a trained model and its cross-validation"
        }
        Experiment::Comparison(_) | Experiment::Training(_) => {
            "Near-duplicates: learned models against published thresholds"
        }
        Experiment::Evaluation(_) => "Near-duplicates: a model on held-out pairs",
    }
}

/// The question that a report answers.
pub(super) fn question(experiment: &Experiment) -> &'static str {
    match experiment {
        Experiment::Training(options) if !options.rules => {
            "How well does a model trained on labelled pairs find near-duplicates?"
        }
        _ => {
            "Is a model trained on labelled pairs better at finding near-duplicates than the \
             thresholds that were published?"
        }
    }
}

/// Settings by name, in the order in which a report shows them.
pub(super) type Settings = Vec<(&'static str, String)>;

/// The settings of an experiment on the pairs of `source`; a judged model has a name.
pub(super) fn settings(
    experiment: &Experiment,
    source: &str,
    model: Option<(&str, &Model)>,
) -> Settings {
    let mut settings = vec![("Pairs", source.to_string())];
    match (experiment, model) {
        (Experiment::Comparison(options) | Experiment::Training(options), _) => {
            settings.extend(of_learning(options));
        }
        (Experiment::Evaluation(options), Some((name, model))) => {
            let bootstrap = &options.bootstrap;
            settings.push(("Model", name.to_string()));
            settings.extend(of_model(model));
            settings.push(("Intervals", intervals(bootstrap)));
            settings.push(("Seed", bootstrap.seed.to_string()));
        }
        (Experiment::Evaluation(_), None) => {}
    }
    settings
}

fn of_learning(options: &CompareOptions) -> Settings {
    let (cv, learner) = (&options.cross_validation, &options.learner);
    let weights = if learner.class_weights {
        "by rarity"
    } else {
        "none"
    };
    let folds = format!(
        "{} outer, {} inner, split by cluster",
        cv.folds, cv.inner_folds
    );
    vec![
        ("Language", cv.analysis.language.to_string()),
        ("Features", names(&options.features)),
        ("Penalty C", searched(learner.c)),
        ("Gamma", searched(learner.gamma)),
        ("Class weights", weights.to_string()),
        ("Duplicate from", operating_rule(learner.operating_point)),
        ("Folds", folds),
        ("Seed", cv.seed.to_string()),
        ("Intervals", intervals(&options.bootstrap)),
    ]
}

fn of_model(model: &Model) -> Settings {
    let (pairs, documents) = (model.training.pairs, model.training.documents);
    let trained_on = format!(
        "{} of {}",
        number(pairs, "pair"),
        number(documents, "document")
    );
    vec![
        ("Features", names(&model.features)),
        ("Trained on", trained_on),
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

fn intervals(bootstrap: &Bootstrap) -> String {
    if bootstrap.draws == 0 {
        return "none, since no bootstrap samples were drawn".to_string();
    }
    let drawn = counted(
        bootstrap.draws,
        "bootstrap sample of clusters",
        "bootstrap samples of clusters",
    );
    format!("95 %, {drawn}")
}
