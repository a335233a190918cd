//! Who takes part in a cross-validation, and what each says of a fold.

use ndarray::{Array2, Axis};

use super::ballot::{Title, Vote};
use super::comparison::Kind;
use super::importance::Tested;
use super::learned::Lesson;
use super::mistakes::mistakes;
use crate::error::Result;
use crate::experiment::cross_validation::{Round, Study};
use crate::experiment::rules::{self, EqualityCalibration, Rule, Tuning};
use crate::learning::{Fitted, KernelChoice, LearnerOptions, SearchTable, fit_calibrated_at};
use crate::similarity::{FeatureSet, columns};

/// Who takes part in a cross-validation.
#[derive(Debug, Clone)]
pub enum Contestant {
    /// A learner over some of the study's features; all where none are named.
    Learner {
        /// Its name in the table.
        name: String,
        /// Kernel, parameters, operating point.
        options: LearnerOptions,
        /// The features that it sees.
        features: Option<FeatureSet>,
    },
    /// A rule as published.
    Published(Rule),
    /// A rule with a threshold chosen on the training pairs of each fold.
    Retuned(Rule, Tuning),
}

impl Contestant {
    /// A learner over all features of the study.
    pub fn learned(options: &LearnerOptions) -> Self {
        Contestant::Learner {
            name: learner_name(options.kernel),
            options: *options,
            features: None,
        }
    }

    /// The features that it looks at.
    pub(super) fn features(&self, study: &Study) -> FeatureSet {
        match self {
            Contestant::Learner { features, .. } => {
                features.clone().unwrap_or_else(|| study.features().clone())
            }
            Contestant::Published(rule) | Contestant::Retuned(rule, _) => {
                FeatureSet::from_iter([rule.feature.clone()])
            }
        }
    }

    pub(super) fn vote(&self, study: &Study, round: &Round) -> Result<Vote> {
        match self {
            Contestant::Learner { options, .. } => {
                learn(options, &self.features(study), study, round)
            }
            Contestant::Published(rule) => Ok(Vote {
                scores: column(study, &round.test_rows, rule),
                threshold: rule.at,
                lesson: None,
            }),
            Contestant::Retuned(rule, Tuning::Crossing) if rule.for_sentences => {
                calibrate(rule, study, round)
            }
            Contestant::Retuned(rule, tuning) => {
                let train = column(study, &round.train_rows, rule);
                Ok(Vote {
                    threshold: rules::retune(
                        (&train, &round.train_labels),
                        study.share(),
                        rule,
                        *tuning,
                    )?,
                    scores: column(study, &round.test_rows, rule),
                    lesson: None,
                })
            }
        }
    }

    pub(super) fn title(&self, statistics: &str) -> Title {
        let of_rule = |rule: &Rule, kind| Title {
            name: rule.name.to_string(),
            source: Some(rule.source.to_string()),
            statistics: (!rule.feature.needs().is_nothing()).then(|| statistics.to_string()),
            ..Title::new(kind)
        };
        match self {
            Contestant::Learner { name, .. } => Title {
                name: name.clone(),
                statistics: Some(statistics.to_string()),
                ..Title::new(Kind::Learned)
            },
            Contestant::Published(rule) => Title {
                threshold_origin: Some(rule.origin),
                ..of_rule(rule, Kind::Published)
            },
            Contestant::Retuned(rule, Tuning::BestF1) => of_rule(rule, Kind::Retuned),
            Contestant::Retuned(rule, Tuning::Crossing) => Title {
                name: format!("{}-crossing", rule.name),
                ..of_rule(rule, Kind::Retuned)
            },
        }
    }
}

/// The name of a learned decider.
pub(super) fn learner_name(kernel: KernelChoice) -> String {
    match kernel {
        KernelChoice::Linear => "svm-linear",
        KernelChoice::Rbf => "svm-rbf",
        KernelChoice::Polynomial => "svm-polynomial",
        _ => "svm-auto",
    }
    .to_string()
}

fn learn(
    options: &LearnerOptions,
    features: &FeatureSet,
    study: &Study,
    round: &Round,
) -> Result<Vote> {
    let train = columns(&round.train_rows, study.features(), features);
    let test = columns(&round.test_rows, study.features(), features);
    let (labels, share) = (&round.train_labels, study.share());
    let fitted = fit_calibrated_at(train.view(), labels, &round.inner, options, share)?;
    let labels = round.test.iter().map(|&pair| study.labels()[pair]);
    let tested = Tested::new(&fitted, &test, labels.collect());
    let scores = test.outer_iter().zip(fitted.scores(test.view()));
    let scores: Vec<f64> = scores
        .map(|(row, score)| features.capped(&row.to_vec(), score, fitted.ceiling))
        .collect();
    let probability = |score: &f64| fitted.calibration.probability(*score);
    let probabilities: Vec<f64> = scores.iter().map(probability).collect();
    Ok(Vote {
        lesson: Some(Lesson {
            search: SearchTable::of(&fitted.search),
            abstains_at: options.abstain,
            mistakes: mistakes(
                &tested,
                &round.test,
                &study.pair_clusters(),
                &test,
                &scores,
                &probabilities,
            ),
            probabilities,
            inner: inner(&fitted, round),
            // Folds may differ in the kernel that they choose, not in the measure of importance.
            tally: match (options.kernel, tested.weights()) {
                (KernelChoice::Linear, Some(weights)) => weights,
                _ => tested.shuffle(study.options().seed),
            },
            notes: fitted.notes,
        }),
        threshold: fitted.operating_point.threshold,
        scores,
    })
}

/// The thesis's rule of sentences has two thresholds, which its own method calibrates both.
fn calibrate(rule: &Rule, study: &Study, round: &Round) -> Result<Vote> {
    let both = |pairs: &[usize]| study.directed(pairs, &rule.feature, &round.statistics);
    let found = EqualityCalibration::new(&both(&round.train)?, &round.train_labels)?;
    let least = |[there, back]: [f64; 2]| {
        if found.thresholds.within_variation(there, back) {
            there.min(back)
        } else {
            0.0
        }
    };
    Ok(Vote {
        scores: both(&round.test)?.into_iter().map(least).collect(),
        threshold: found.thresholds.permissible,
        lesson: None,
    })
}

fn inner(fitted: &Fitted, round: &Round) -> Vec<(usize, f64)> {
    let held_out = round.train.iter().zip(&fitted.search.out_of_fold);
    held_out
        .filter_map(|(&pair, score)| Some((pair, fitted.calibration.probability((*score)?))))
        .collect()
}

fn column(study: &Study, rows: &Array2<f64>, rule: &Rule) -> Vec<f64> {
    let place = study.features().position(&rule.feature).unwrap_or_default();
    rows.index_axis(Axis(1), place).to_vec()
}
