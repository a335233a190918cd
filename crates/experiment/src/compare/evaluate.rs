//! Evaluates a model on held-out pairs, beside the published rules.

use ndarray::{Array2, Axis, concatenate};

use super::all_predictions::{AllPredictions, Entry};
use super::compare::beside_rules;
use super::comparison::{Comparison, Experiment};
use super::competitor::{Competitor, learner_name};
use super::decider::Kind;
use super::importance::Tested;
use super::learned::FoldDiagnostics;
use super::mistakes::{Judged, mistakes};
use super::options::EvaluateOptions;
use super::predictions::{Description, FoldPrediction, Predictions, minima};
use crate::cross_validation::CrossValidation;
use crate::model::{CrossValidationOptions, Model};
use crate::pairs::PairSet;
use crate::rules;
use dejalu_base::error::Result;
use dejalu_base::progress::Progress;
use dejalu_learn::SearchTable;
use dejalu_learn::evaluation::check_share;
use dejalu_similarity::{Feature, FeatureSet, columns};

/// Measures a model on held-out pairs, beside every published rule.
///
/// ```
/// use dejalu_base::Silent;
/// use dejalu_experiment::compare::{EvaluateOptions, evaluate};
/// use dejalu_experiment::model::builtin;
///
/// let mut pairs = builtin::pairs()?;
/// pairs.pairs.truncate(100);
/// let comparison = evaluate(&pairs, &builtin::model()?, &EvaluateOptions::default(), &Silent)?;
/// assert!(comparison.deciders[0].figures.f1 > Some(0.5));
/// # Ok::<(), dejalu_base::Error>(())
/// ```
///
/// The rules' statistics are the model's where it holds what a rule needs, else those of the
/// background where one is given, else those of the evaluated documents; each decider says which.
///
/// # Errors
///
/// A pair without a label; a base rate outside (0, 1); a feature of the model that the pairs do not
/// [offer](PairSet::offers); documents where the model was learned from vectors.
pub fn evaluate(
    set: &PairSet,
    model: &Model,
    options: &EvaluateOptions,
    progress: &dyn Progress,
) -> Result<Comparison> {
    model.check_set(set)?;
    options.base_rate.map_or(Ok(()), check_share)?;
    let of_model = CrossValidationOptions {
        analysis: model.analysis.clone(),
        background: options.background.clone(),
        ..CrossValidationOptions::default()
    };
    let published = rules::published()?;
    let (cv, rules) = beside_rules(set, &model.features, published, of_model, progress)?;
    let pairs = cv.pairs();
    let measured = Measured::new(model, &cv)?;

    progress.begin("classifying pairs", pairs.len());
    let rows = measured.rows(&model.features);
    let unseen = unseen(model, &cv);
    let description = Description {
        name: learner_name(model.training.kernel(), model.training.solver()),
        statistics: Some("model".into()),
        ..Description::new(Kind::Learned)
    };
    let mut entries = vec![entry(description, &model.features, &unseen)];
    for rule in &rules {
        let from_model = !set.of_vectors && model.statistics.covers(rule.feature.needs());
        let origin = if from_model {
            "model"
        } else {
            cv.reference("evaluated documents")
        };
        let competitor = Competitor::Published(rule.clone());
        let description = competitor.description(origin);
        entries.push(entry(description, &competitor.features(), &unseen));
    }
    let mut all = AllPredictions::of(entries, unseen);
    let predicted = predict(model, &rows, &cv, options);
    all.record(0, &pairs, cv.labels(), predicted);
    for (place, rule) in rules.iter().enumerate() {
        let similarities = measured.rows(&FeatureSet::from_iter([rule.feature.clone()]));
        let scores = similarities.iter().copied().map(rules::score).collect();
        let predicted = FoldPrediction::new(scores, rule.threshold);
        all.record(place + 1, &pairs, cv.labels(), predicted);
    }
    all = all.without_votes_on_seen();
    if set.of_vectors {
        all = all.with_note(UNKNOWN);
        if model.has_own_statistics() {
            all = all.with_note(OTHER_STATISTICS);
        }
    }
    all.with_outside(model.outside(rows.outer_iter().map(|row| row.to_vec())))
        .evaluate(&cv, Experiment::Evaluation(options.clone()))
}

/// The vectors of held-out pairs: of the features that the model's statistics cover, or that need none, by
/// these; of the others by the background, or else by the evaluated documents.
struct Measured {
    features: FeatureSet,
    rows: Array2<f64>,
}

impl Measured {
    fn new(model: &Model, cv: &CrossValidation) -> Result<Self> {
        let (pairs, set) = (cv.pairs(), cv.set());
        let is_covered = |feature: &Feature| {
            !set.of_vectors && model.statistics.covers(feature.needs()) || set.gives(feature)
        };
        let (covered, others): (Vec<_>, Vec<_>) =
            cv.features().iter().cloned().partition(is_covered);
        let (covered, others) = (
            FeatureSet::from_iter(covered),
            FeatureSet::from_iter(others),
        );
        let of_documents = cv.statistics(&pairs, cv.needs_of(&others))?;
        let by_model = cv.vectors(&pairs, &covered, &model.statistics)?;
        let by_documents = cv.vectors(&pairs, &others, &of_documents)?;
        Ok(Measured {
            features: covered.iter().chain(others.iter()).cloned().collect(),
            rows: concatenate![Axis(1), by_model, by_documents],
        })
    }

    /// The columns of these features.
    fn rows(&self, wanted: &FeatureSet) -> Array2<f64> {
        columns(&self.rows, &self.features, wanted)
    }
}

/// Explains what vectors do not show.
const UNKNOWN: &str = "vectors do not show which of these documents the model was trained on";

/// Explains why a model that was trained on documents misreads vectors.
const OTHER_STATISTICS: &str = "the model has statistics of the documents it was trained on, but these vectors \
    were measured by other statistics, so the figures may say little of the model; evaluate it on documents";

/// Returns whether the model has learned from neither document of a pair.
fn unseen(model: &Model, cv: &CrossValidation) -> Vec<bool> {
    let documents = cv.documents().iter();
    let seen: Vec<bool> = documents
        .map(|document| model.training.has_seen(document))
        .collect();
    let places = cv.set().places().into_iter();
    places
        .map(|(left, right)| !seen[left] && !seen[right])
        .collect()
}

/// A decider without predictions yet.
fn entry(description: Description, features: &FeatureSet, unseen: &[bool]) -> Entry {
    Entry {
        description,
        predictions: Predictions::new(unseen.len()),
        features: features.clone(),
    }
}

/// Predicts vectors of the model's features.
fn predict(
    model: &Model,
    values: &Array2<f64>,
    cv: &CrossValidation,
    options: &EvaluateOptions,
) -> FoldPrediction {
    let rows = model.scaling.rows(values.view());
    let minimum = options.at.unwrap_or(model.minimum());
    let pairs = cv.set().pairs.iter().zip(values.outer_iter());
    let are_pages: Vec<bool> = pairs
        .map(|(pair, vector)| model.set_has_pages(cv.set(), pair, &vector.to_vec()))
        .collect();
    let (minima, threshold) = minima(minimum, &are_pages);
    let scores = model.scores(values.view());
    let probability = |score: &f64| model.calibration.probability(*score);
    let probabilities: Vec<f64> = scores.iter().map(probability).collect();
    let tested = Tested {
        discriminant: &model.discriminant,
        threshold,
        rows,
        labels: cv.labels().to_vec(),
    };
    let judged = Judged {
        pairs: &cv.pairs(),
        values,
        scores: &scores,
        minima: &minima,
        probabilities: &probabilities,
    };
    let comparable = |pair| cv.comparable(pair, &model.features);
    let mistakes = mistakes(&tested, &judged, &cv.pair_clusters(), comparable);
    FoldPrediction {
        diagnostics: Some(FoldDiagnostics {
            search: SearchTable::new(&model.training.search, &model.training.learners),
            abstains_at: model.operating_point.abstain,
            probabilities,
            mistakes,
            inner: Vec::new(),
            importance: match tested.weights() {
                Some(weights) => weights,
                None => tested.shuffle(options.bootstrap.seed),
            },
            notes: Vec::new(),
        }),
        minima: Some(minima),
        ..FoldPrediction::new(scores, threshold)
    }
}
