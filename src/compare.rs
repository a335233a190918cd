//! Which decider is best? The learned discriminant, the published rules and the rules re-tuned,
//! on the same pairs and the same folds.

use ndarray::{Array2, Axis};
use serde::Serialize;

use crate::corpus::CorpusStats;
use crate::error::Result;
use crate::evaluate::{Bootstrap, Evaluation, Judged};
use crate::learn::{KernelChoice, LearnerOptions, Note, fit_calibrated};
use crate::model::Model;
use crate::pairs::PairSet;
use crate::progress::Progress;
use crate::rules::{self, Origin, Rule};
use crate::study::{Round, Study, StudyOptions, columns};
use crate::vectors::{Comparable, FeatureSet};

/// The version of the JSON that [`Comparison`] is written as.
pub const FORMAT: u32 = 1;

/// What kind of decider it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A discriminant learned from the training pairs.
    Learned,
    /// A rule with the threshold that was published.
    Published,
    /// A rule with the threshold of the best F1 on the training pairs.
    Retuned,
}

/// Several deciders on the same pairs.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    /// [`FORMAT`].
    pub format: u32,
    /// How many pairs were judged.
    pub pairs: usize,
    /// How many of them are duplicates.
    pub positives: usize,
    /// How many clusters their documents form.
    pub clusters: usize,
    /// How many documents stand in them.
    pub documents: usize,
    /// The share of judged pairs one of whose documents stood in training; in [0, 1].
    pub seen_share: f64,
    /// The deciders: learned, published, re-tuned.
    pub deciders: Vec<Decider>,
    /// The labels, in the order of the pairs.
    #[serde(skip)]
    pub labels: Vec<bool>,
    /// What the user should know.
    #[serde(skip)]
    pub notes: Vec<String>,
}

impl Comparison {
    /// The learned decider that the others are compared with: the first.
    pub fn reference(&self) -> Option<&Decider> {
        self.deciders
            .iter()
            .find(|decider| decider.kind == Kind::Learned)
    }
}

/// A decider and how good it was.
#[derive(Debug, Clone, Serialize)]
pub struct Decider {
    /// `svm-rbf`, or the rule's name.
    pub name: String,
    /// Learned, published or re-tuned.
    pub kind: Kind,
    /// What is called a duplicate scores at least this; the median over folds where each has its
    /// own.
    pub threshold: f64,
    /// Whose threshold a published rule has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold_origin: Option<Origin>,
    /// Whose document frequencies and correlations it used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<String>,
    /// Paper and section of a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// All figures.
    #[serde(flatten)]
    pub figures: Evaluation,
    /// Each pair's score less the threshold, so that scores of different folds compare.
    #[serde(skip)]
    pub margins: Vec<f64>,
    /// Each pair's decision.
    #[serde(skip)]
    pub decisions: Vec<bool>,
}

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
    /// A rule with the best threshold on the training pairs of each fold.
    Retuned(Rule),
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
}

fn learner_name(kernel: KernelChoice) -> String {
    match kernel {
        KernelChoice::Linear => "svm-linear",
        KernelChoice::Rbf => "svm-rbf",
        _ => "svm-auto",
    }
    .to_string()
}

/// What a comparison needs besides pairs.
#[derive(Debug, Clone)]
pub struct CompareOptions {
    /// What the learners see.
    pub features: FeatureSet,
    /// Folds, seed, analysis.
    pub study: StudyOptions,
    /// Parameters and operating point of the learners; each kernel takes part.
    pub learner: LearnerOptions,
    /// How intervals are drawn.
    pub bootstrap: Bootstrap,
}

/// Compares the learned discriminants with every published rule and every rule re-tuned inside
/// the training folds (methods, section 9).
///
/// # Errors
///
/// As [`train`](crate::train::train).
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
) -> Result<Study<'a>> {
    let mut features = options.features.clone();
    features.extend(rules::features(&rules::published()?));
    Study::new(set, features, options.study.clone(), progress)
}

/// [`compare`], in a study that is there already.
pub fn compare_in(
    study: &Study,
    options: &CompareOptions,
    progress: &dyn Progress,
) -> Result<Comparison> {
    let published = rules::published()?;
    let learner = |kernel| Contestant::Learner {
        name: learner_name(kernel),
        options: LearnerOptions {
            kernel,
            ..options.learner
        },
        features: Some(options.features.clone()),
    };
    let mut contestants = vec![learner(KernelChoice::Rbf), learner(KernelChoice::Linear)];
    let applying = || {
        published
            .iter()
            .filter(|rule| rule.applies_to(study.documents()))
            .cloned()
    };
    contestants.extend(applying().map(Contestant::Published));
    // Rules that differ in their cut alone become one when it is tuned.
    let mut tuned = FeatureSet::default();
    for rule in applying() {
        if tuned.position(&rule.feature).is_none() {
            tuned.extend([rule.feature.clone()]);
            contestants.push(Contestant::Retuned(rule));
        }
    }
    cross_validate(study, &contestants, &options.bootstrap, progress)
}

/// Runs contestants over the outer folds of a study. Every pair is judged once.
pub fn cross_validate(
    study: &Study,
    contestants: &[Contestant],
    bootstrap: &Bootstrap,
    progress: &dyn Progress,
) -> Result<Comparison> {
    let folds = study.folds()?;
    let pairs = study.labels().len();
    let mut ballots = vec![Ballot::new(pairs); contestants.len()];
    let mut unseen = vec![false; pairs];
    let mut notes: Vec<Note> = Vec::new();
    for k in 0..folds.count() {
        let round = study.round(&folds, k)?;
        progress.begin(
            &format!("fold {} of {}", k + 1, folds.count()),
            contestants.len(),
        );
        for (&pair, &none_seen) in round.test.iter().zip(&round.unseen) {
            unseen[pair] = none_seen;
        }
        for (contestant, ballot) in contestants.iter().zip(&mut ballots) {
            let vote = contestant.vote(study, &round)?;
            ballot.record(&round.test, &vote.scores, vote.threshold);
            for note in vote.notes {
                // Folds differ by a few pairs; one of a kind is enough.
                let same =
                    |known: &Note| std::mem::discriminant(known) == std::mem::discriminant(&note);
                if !notes.iter().any(same) {
                    notes.push(note);
                }
            }
            progress.advance(1);
        }
    }
    let bench = Bench {
        labels: study.labels(),
        clusters: &study.pair_clusters(),
        unseen: &unseen,
        bootstrap,
    };
    let deciders = contestants
        .iter()
        .zip(ballots)
        .map(|(contestant, ballot)| (contestant.title("training folds"), ballot))
        .collect();
    let mut comparison = bench.judge(deciders)?;
    comparison.clusters = study.clusters();
    comparison.documents = study.documents().len();
    comparison.notes = notes.iter().map(Note::to_string).collect();
    Ok(comparison)
}

/// The model on held-out pairs, beside every published rule.
///
/// The rules' statistics are the model's where it holds what a rule needs, else those of the
/// evaluated documents; each decider says which.
///
/// # Errors
///
/// A pair without a label.
pub fn evaluate(
    set: &PairSet,
    model: &Model,
    bootstrap: &Bootstrap,
    progress: &dyn Progress,
) -> Result<Comparison> {
    let set = &set.in_order();
    let published = rules::published()?;
    let own = StudyOptions {
        analysis: model.analysis.clone(),
        ..StudyOptions::default()
    };
    let study = Study::new(set, rules::features(&published), own, progress)?;
    let pairs = study.pairs();
    let places = set.places();
    let comparable = model.comparable(study.documents())?;
    progress.begin("judging pairs", pairs.len());
    let rows = comparable.matrix(&places, progress);
    let scores = model
        .discriminant
        .scores(model.scaling.rows(rows.view()).view());
    let mut learned = Ballot::new(pairs.len());
    learned.record(&pairs, &scores, model.operating_point.threshold);
    let title = Title {
        name: learner_name(model.training.learner.kernel.into()),
        statistics: Some("model".into()),
        ..Title::new(Kind::Learned)
    };
    let mut deciders = vec![(title, learned)];
    let of_documents = study.statistics(&pairs, study.features().needs());
    for rule in published
        .into_iter()
        .filter(|rule| rule.applies_to(study.documents()))
    {
        let from_model = model.statistics.covers(rule.feature.needs());
        let (stats, origin): (&CorpusStats, _) = match from_model {
            true => (&model.statistics, "model"),
            false => (&of_documents, "evaluated documents"),
        };
        let feature = FeatureSet::from_iter([rule.feature.clone()]);
        let comparable = Comparable::new(study.documents(), &feature, stats)?;
        progress.begin(&format!("rule {}", rule.name), pairs.len());
        let scores = comparable.matrix(&places, progress).column(0).to_vec();
        let mut ballot = Ballot::new(pairs.len());
        ballot.record(&pairs, &scores, rule.at);
        deciders.push((Contestant::Published(rule).title(origin), ballot));
    }
    let seen: Vec<bool> = study
        .documents()
        .iter()
        .map(|document| model.training.has_seen(document))
        .collect();
    let unseen: Vec<bool> = places
        .iter()
        .map(|&(left, right)| !seen[left] && !seen[right])
        .collect();
    let bench = Bench {
        labels: study.labels(),
        clusters: &study.pair_clusters(),
        unseen: &unseen,
        bootstrap,
    };
    let mut comparison = bench.judge(deciders)?;
    comparison.clusters = study.clusters();
    comparison.documents = study.documents().len();
    Ok(comparison)
}

impl Contestant {
    fn vote(&self, study: &Study, round: &Round) -> Result<Vote> {
        let column = |rows: &Array2<f64>, rule: &Rule| {
            let place = study.features().position(&rule.feature).unwrap_or_default();
            rows.index_axis(Axis(1), place).to_vec()
        };
        match self {
            Contestant::Learner {
                options, features, ..
            } => {
                let all = study.features();
                let wanted = features.as_ref().unwrap_or(all);
                let train = columns(&round.train_rows, all, wanted);
                let test = columns(&round.test_rows, all, wanted);
                let fitted =
                    fit_calibrated(train.view(), &round.train_labels, &round.inner, options)?;
                Ok(Vote {
                    scores: fitted.scores(test.view()),
                    threshold: fitted.operating_point.threshold,
                    notes: fitted.notes,
                })
            }
            Contestant::Published(rule) => Ok(Vote {
                scores: column(&round.test_rows, rule),
                threshold: rule.at,
                notes: Vec::new(),
            }),
            Contestant::Retuned(rule) => Ok(Vote {
                threshold: rules::retune(
                    &column(&round.train_rows, rule),
                    &round.train_labels,
                    rule.at,
                )?,
                scores: column(&round.test_rows, rule),
                notes: Vec::new(),
            }),
        }
    }

    fn title(&self, statistics: &str) -> Title {
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
            Contestant::Retuned(rule) => of_rule(rule, Kind::Retuned),
        }
    }
}

/// What a contestant says of a fold's test pairs.
struct Vote {
    scores: Vec<f64>,
    threshold: f64,
    notes: Vec<Note>,
}

/// What a decider says of all pairs, gathered fold by fold.
#[derive(Clone)]
struct Ballot {
    margins: Vec<f64>,
    decisions: Vec<bool>,
    thresholds: Vec<f64>,
}

impl Ballot {
    fn new(pairs: usize) -> Self {
        Ballot {
            margins: vec![0.0; pairs],
            decisions: vec![false; pairs],
            thresholds: Vec::new(),
        }
    }

    fn record(&mut self, pairs: &[usize], scores: &[f64], threshold: f64) {
        self.thresholds.push(threshold);
        for (&pair, &score) in pairs.iter().zip(scores) {
            self.margins[pair] = score - threshold;
            self.decisions[pair] = score >= threshold;
        }
    }

    fn median_threshold(&self) -> f64 {
        let mut sorted = self.thresholds.clone();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        match sorted.len() % 2 {
            _ if sorted.is_empty() => 0.0,
            1 => sorted[middle],
            _ => (sorted[middle - 1] + sorted[middle]) / 2.0,
        }
    }
}

/// What a decider is called in a table.
struct Title {
    name: String,
    kind: Kind,
    threshold_origin: Option<Origin>,
    statistics: Option<String>,
    source: Option<String>,
}

impl Title {
    fn new(kind: Kind) -> Self {
        Title {
            name: String::new(),
            kind,
            threshold_origin: None,
            statistics: None,
            source: None,
        }
    }
}

/// The labelled pairs that all deciders are judged on.
struct Bench<'a> {
    labels: &'a [bool],
    clusters: &'a [(u32, u32)],
    unseen: &'a [bool],
    bootstrap: &'a Bootstrap,
}

impl Bench<'_> {
    /// Judges deciders, each compared with the first.
    fn judge(&self, deciders: Vec<(Title, Ballot)>) -> Result<Comparison> {
        let reference = deciders.first().map(|(_, ballot)| ballot.decisions.clone());
        let mut judged = Vec::with_capacity(deciders.len());
        for (title, ballot) in deciders {
            let row = Judged::new(
                self.labels,
                &ballot.margins,
                &ballot.decisions,
                self.clusters,
                self.unseen,
            )?;
            // The first is not compared with itself.
            let other = reference.as_deref().filter(|_| !judged.is_empty());
            judged.push(Decider {
                name: title.name,
                kind: title.kind,
                threshold: ballot.median_threshold(),
                threshold_origin: title.threshold_origin,
                statistics: title.statistics,
                source: title.source,
                figures: row.evaluate(self.bootstrap, other)?,
                margins: ballot.margins,
                decisions: ballot.decisions,
            });
        }
        let seen = self.unseen.iter().filter(|&&unseen| !unseen).count();
        Ok(Comparison {
            format: FORMAT,
            pairs: self.labels.len(),
            positives: self.labels.iter().filter(|&&label| label).count(),
            clusters: 0,
            documents: 0,
            seen_share: seen as f64 / self.labels.len().max(1) as f64,
            deciders: judged,
            labels: self.labels.to_vec(),
            notes: Vec::new(),
        })
    }
}
