//! Compares deciders: the learned discriminant, the published rules and the re-tuned rules, on the
//! same pairs and the same folds.

use super::comparison::Comparison;
use super::competitor::{Competitor, learner_name};
use super::predictions::{Entry, Evaluator, FoldPrediction, Predictions};
use super::suspects::Doubts;
use crate::error::Result;
use crate::evaluation::Bootstrap;
use crate::experiment::cross_validation::CrossValidation;
use crate::experiment::rules::{self, Tuning};
use crate::learning::{KernelChoice, LearnerOptions, Note};
use crate::model::CrossValidationOptions;
use crate::pairs::PairSet;
use crate::progress::Progress;
use crate::similarity::FeatureSet;

/// The kernels that are compared where none is named.
pub const KERNELS: [KernelChoice; 2] = [KernelChoice::Rbf, KernelChoice::Linear];

/// What a comparison needs besides pairs.
#[derive(Debug, Clone)]
pub struct CompareOptions {
    /// What the learners see.
    pub features: FeatureSet,
    /// Folds, seed, analysis.
    pub study: CrossValidationOptions,
    /// Parameters and operating point of the learners, whatever kernel they name.
    pub learner: LearnerOptions,
    /// The kernels that take part, each as a learner of its own; the first is the one that all
    /// others are compared with.
    pub kernels: Vec<KernelChoice>,
    /// How the thresholds of rules are chosen on the training folds; one decider a rule and way.
    pub tunings: Vec<Tuning>,
    /// How intervals are drawn.
    pub bootstrap: Bootstrap,
}

/// Compares the learned discriminants with every published rule and every rule re-tuned inside
/// the training folds (methods, section 9).
///
/// # Errors
///
/// As [`train`](crate::experiment::train::train).
pub fn compare(
    set: &PairSet,
    options: &CompareOptions,
    progress: &dyn Progress,
) -> Result<Comparison> {
    let set = set.in_order();
    let study = study(&set, options, progress)?;
    compare_in(&study, options, progress)
}

/// The study that a comparison needs: it holds the features of the learners and of the rules.
pub fn study<'a>(
    set: &'a PairSet,
    options: &CompareOptions,
    progress: &'a dyn Progress,
) -> Result<CrossValidation<'a>> {
    let mut features = options.features.clone();
    let of_rules = rules::features(&rules::published()?);
    features.extend(of_rules.into_iter().filter(|feature| set.offers(feature)));
    CrossValidation::new(set, features, options.study.clone(), progress)
}

/// [`compare`], in a study that is there already.
pub fn compare_in(
    study: &CrossValidation,
    options: &CompareOptions,
    progress: &dyn Progress,
) -> Result<Comparison> {
    let published = rules::published()?;
    let learner = |kernel| Competitor::Learner {
        name: learner_name(kernel),
        options: LearnerOptions {
            kernel,
            ..options.learner
        },
        features: Some(options.features.clone()),
    };
    let mut competitors: Vec<Competitor> = options.kernels.iter().copied().map(learner).collect();
    let applying = || published.iter().filter(|rule| study.applies(rule)).cloned();
    competitors.extend(applying().map(Competitor::Published));
    // Rules that differ in their cut alone become one when it is tuned.
    let mut tuned = FeatureSet::default();
    for rule in applying() {
        if tuned.position(&rule.feature).is_none() {
            tuned.extend([rule.feature.clone()]);
            let ways = options.tunings.iter();
            competitors.extend(ways.map(|&way| Competitor::Retuned(rule.clone(), way)));
        }
    }
    cross_validate(study, &competitors, &options.bootstrap, progress)
}

/// Runs competitors over the outer folds of a study. Every pair is judged once.
pub fn cross_validate(
    study: &CrossValidation,
    competitors: &[Competitor],
    bootstrap: &Bootstrap,
    progress: &dyn Progress,
) -> Result<Comparison> {
    let folds = study.folds()?;
    let pairs = study.labels().len();
    let mut predictions = vec![Predictions::new(pairs); competitors.len()];
    let mut unseen = vec![false; pairs];
    let mut doubts = Doubts::new(pairs);
    let mut notes: Vec<Note> = Vec::new();
    for k in 0..folds.count() {
        let data = study.fold_data(&folds, k)?;
        progress.begin(
            &format!("fold {} of {}", k + 1, folds.count()),
            competitors.len(),
        );
        for (&pair, &none_seen) in data.test.iter().zip(&data.unseen) {
            unseen[pair] = none_seen;
        }
        for (competitor, prediction) in competitors.iter().zip(&mut predictions) {
            let predicted = competitor.predict(study, &data)?;
            doubt(&predicted, &data.test, study.labels(), &mut doubts);
            add_new(&predicted, &mut notes);
            prediction.record(&data.test, predicted);
            progress.advance(1);
        }
    }
    let evaluator = Evaluator {
        labels: study.labels(),
        clusters: &study.pair_clusters(),
        unseen: &unseen,
        bootstrap,
    };
    let entry = |(competitor, prediction): (&Competitor, Predictions)| Entry {
        title: competitor.title(study.reference("training folds")),
        prediction,
        features: competitor.features(study),
    };
    let mut comparison =
        evaluator.judge(competitors.iter().zip(predictions).map(entry).collect())?;
    comparison.clusters = study.clusters();
    comparison.documents = study.documents().len();
    comparison.suspects = doubts.suspects(study, &comparison.deciders);
    comparison.notes = notes.iter().map(Note::to_string).collect();
    Ok(comparison)
}

/// Notes what a learner's models say of the labels of pairs that they have not seen: the pairs of
/// the fold, and those that its inner folds held out.
pub(super) fn doubt(
    predicted: &FoldPrediction,
    tested: &[usize],
    labels: &[bool],
    doubts: &mut Doubts,
) {
    let Some(diagnostics) = &predicted.diagnostics else {
        return;
    };
    let tested = tested.iter().zip(&diagnostics.probabilities);
    let tested = tested.map(|(&pair, &probability)| (pair, probability));
    for (pair, probability) in tested.chain(diagnostics.inner.iter().copied()) {
        let of_label = if labels[pair] {
            probability
        } else {
            1.0 - probability
        };
        doubts.add(pair, of_label);
    }
}

/// Adds notes of a kind that is not there yet: folds differ by a few pairs, one note is enough.
fn add_new(predicted: &FoldPrediction, notes: &mut Vec<Note>) {
    for note in predicted
        .diagnostics
        .iter()
        .flat_map(|diagnostics| &diagnostics.notes)
    {
        let same = |known: &Note| std::mem::discriminant(known) == std::mem::discriminant(note);
        if !notes.iter().any(same) {
            notes.push(*note);
        }
    }
}
