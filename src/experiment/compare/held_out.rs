//! Evaluates a model on held-out pairs.

use std::sync::Arc;

use ndarray::Array2;

use super::compare::doubt;
use super::comparison::{Comparison, Kind};
use super::competitor::{Competitor, learner_name};
use super::importance::Tested;
use super::learned::FoldDiagnostics;
use super::mistakes::mistakes;
use super::predictions::{Entry, Evaluator, FoldPrediction, Predictions, Title};
use super::suspects::Doubts;
use crate::corpus::CorpusStats;
use crate::corpus::background::Background;
use crate::error::Result;
use crate::evaluation::Bootstrap;
use crate::experiment::cross_validation::CrossValidation;
use crate::experiment::rules;
use crate::learning::SearchTable;
use crate::model::{CrossValidationOptions, Model};
use crate::pairs::PairSet;
use crate::progress::Progress;
use crate::similarity::FeatureSet;

/// The model on held-out pairs, beside every published rule.
///
/// The rules' statistics are the model's where it holds what a rule needs, else those of the
/// background where one is given, else those of the evaluated documents; each decider says which.
///
/// # Errors
///
/// A pair without a label.
pub fn evaluate(
    set: &PairSet,
    model: &Model,
    background: Option<Arc<Background>>,
    bootstrap: &Bootstrap,
    progress: &dyn Progress,
) -> Result<Comparison> {
    let set = &set.in_order();
    let published = rules::published()?;
    let own = CrossValidationOptions {
        analysis: model.analysis.clone(),
        background,
        ..CrossValidationOptions::default()
    };
    let of_rules = rules::features(&published).into_iter();
    let of_rules = of_rules.filter(|feature| set.offers(feature)).collect();
    let study = CrossValidation::new(set, of_rules, own, progress)?;
    let pairs = study.pairs();
    progress.begin("classifying pairs", pairs.len());
    let rows = model.vectors(set, study.documents(), progress)?;
    let predicted = predict(model, &rows, &study, bootstrap.seed);
    let unseen = unseen(model, &study);
    let mut doubts = Doubts::new(pairs.len());
    doubt(&predicted, &pairs, study.labels(), &mut doubts);
    doubts.forget(|pair| !unseen[pair]);
    let title = Title {
        name: learner_name(model.training.learner.kernel.into()),
        statistics: Some("model".into()),
        ..Title::new(Kind::Learned)
    };
    let mut entries = vec![entry(title, predicted, &model.features, &pairs)];
    let of_documents = study.statistics(&pairs, study.needs())?;
    for rule in published.into_iter().filter(|rule| study.applies(rule)) {
        let from_model = !set.of_vectors && model.statistics.covers(rule.feature.needs());
        let (stats, origin): (&CorpusStats, _) = if from_model {
            (&model.statistics, "model")
        } else {
            (&of_documents, study.reference("evaluated documents"))
        };
        let feature = FeatureSet::from_iter([rule.feature.clone()]);
        progress.begin(&format!("rule {}", rule.name), pairs.len());
        let rows = set.vectors(study.documents(), &feature, stats, progress)?;
        let predicted = FoldPrediction {
            scores: rows.column(0).to_vec(),
            threshold: rule.at,
            diagnostics: None,
        };
        let title = Competitor::Published(rule).title(origin);
        entries.push(entry(title, predicted, &feature, &pairs));
    }
    let evaluator = Evaluator {
        labels: study.labels(),
        clusters: &study.pair_clusters(),
        unseen: &unseen,
        bootstrap,
    };
    let mut comparison = evaluator.judge(entries)?;
    comparison.clusters = study.clusters();
    comparison.documents = study.documents().len();
    comparison.suspects = doubts.suspects(&study, &comparison.deciders);
    if set.of_vectors {
        comparison.notes.push(UNKNOWN.to_string());
    }
    Ok(comparison)
}

/// What vectors do not tell.
const UNKNOWN: &str = "vectors do not say which of these documents the model was trained on";

/// Whether the model has learned from neither document of a pair.
fn unseen(model: &Model, study: &CrossValidation) -> Vec<bool> {
    let documents = study.documents().iter();
    let seen: Vec<bool> = documents
        .map(|document| model.training.has_seen(document))
        .collect();
    let places = study.set().places().into_iter();
    places
        .map(|(left, right)| !seen[left] && !seen[right])
        .collect()
}

/// A decider that judges all pairs at once.
fn entry(title: Title, predicted: FoldPrediction, features: &FeatureSet, pairs: &[usize]) -> Entry {
    let mut prediction = Predictions::new(pairs.len());
    prediction.record(pairs, predicted);
    Entry {
        title,
        prediction,
        features: features.clone(),
    }
}

/// What a model says of vectors of its features.
fn predict(
    model: &Model,
    values: &Array2<f64>,
    study: &CrossValidation,
    seed: u64,
) -> FoldPrediction {
    let rows = model.scaling.rows(values.view());
    let scores = model.scores(values.view());
    let probability = |score: &f64| model.calibration.probability(*score);
    let probabilities: Vec<f64> = scores.iter().map(probability).collect();
    let tested = Tested {
        discriminant: &model.discriminant,
        threshold: model.operating_point.threshold,
        rows,
        labels: study.labels().to_vec(),
    };
    let (pairs, clusters) = (study.pairs(), study.pair_clusters());
    let mistakes = mistakes(&tested, &pairs, &clusters, values, &scores, &probabilities);
    FoldPrediction {
        scores,
        threshold: model.operating_point.threshold,
        diagnostics: Some(FoldDiagnostics {
            search: SearchTable::new(&model.training.search, model.training.learner),
            abstains_at: model.operating_point.abstain,
            probabilities,
            mistakes,
            inner: Vec::new(),
            tally: match tested.weights() {
                Some(weights) => weights,
                None => tested.shuffle(seed),
            },
            notes: Vec::new(),
        }),
    }
}
