//! Which decider is best? The learned discriminant, the published rules and the rules re-tuned,
//! on the same pairs and the same folds.
//!
//! | file | the question it answers |
//! |---|---|
//! | `mod.rs` | what comes out, and who is compared |
//! | `contestant.rs` | what does each say of a fold |
//! | `ballot.rs` | what do they say of all pairs, and how good is that |
//! | `held_out.rs` | how good is a model on pairs held out |
//! | `learned.rs` | what can a learned decider tell beside its figures |
//! | `importance.rs` | which features does it lean on |
//! | `mistakes.rs` | what was decided wrongly, and why |
//! | `suspects.rs` | which labels look wrong |
//! | `plane.rs` | what would a model of two features alone decide |

mod ballot;
mod contestant;
mod held_out;
mod importance;
mod learned;
mod mistakes;
mod plane;
mod suspects;

pub use contestant::Contestant;
pub use held_out::evaluate;
pub use importance::{FeatureImportance, Importance, ImportanceKind};
pub use learned::Learned;
pub use mistakes::Mistake;
pub use plane::Plane;
pub use suspects::{SuspectLabel, Suspects};

use serde::Serialize;

use ballot::{Ballot, Bench, Entry, Vote};
use contestant::learner_name;
use suspects::Doubts;

use crate::error::Result;
use crate::evaluate::{Bootstrap, Evaluation};
use crate::learn::{KernelChoice, LearnerOptions, Note};
use crate::pairs::PairSet;
use crate::progress::Progress;
use crate::rules::{self, Origin, Tuning};
use crate::study::{Study, StudyOptions};
use crate::vectors::FeatureSet;

/// The kernels that are compared where none is named.
pub const KERNELS: [KernelChoice; 2] = [KernelChoice::Rbf, KernelChoice::Linear];

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
    /// A rule with a threshold chosen on the training pairs.
    Retuned,
}

impl Kind {
    /// `learned`, `published` or `re-tuned`.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Learned => "learned",
            Kind::Published => "published",
            Kind::Retuned => "re-tuned",
        }
    }
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
    /// Labels that look wrong.
    pub suspects: Suspects,
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
    /// What a learned decider can tell besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learned: Option<Learned>,
    /// Each pair's score less the threshold, so that scores of different folds compare.
    #[serde(skip)]
    pub margins: Vec<f64>,
    /// Each pair's decision.
    #[serde(skip)]
    pub decisions: Vec<bool>,
}

/// What a comparison needs besides pairs.
#[derive(Debug, Clone)]
pub struct CompareOptions {
    /// What the learners see.
    pub features: FeatureSet,
    /// Folds, seed, analysis.
    pub study: StudyOptions,
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
    let of_rules = rules::features(&rules::published()?);
    features.extend(of_rules.into_iter().filter(|feature| set.offers(feature)));
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
    let mut contestants: Vec<Contestant> = options.kernels.iter().copied().map(learner).collect();
    let applying = || published.iter().filter(|rule| study.hears(rule)).cloned();
    contestants.extend(applying().map(Contestant::Published));
    // Rules that differ in their cut alone become one when it is tuned.
    let mut tuned = FeatureSet::default();
    for rule in applying() {
        if tuned.position(&rule.feature).is_none() {
            tuned.extend([rule.feature.clone()]);
            let ways = options.tunings.iter();
            contestants.extend(ways.map(|&way| Contestant::Retuned(rule.clone(), way)));
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
    let mut doubts = Doubts::new(pairs);
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
            hear(&vote, &round.test, study.labels(), &mut doubts);
            add_new(&vote, &mut notes);
            ballot.record(&round.test, vote);
            progress.advance(1);
        }
    }
    let bench = Bench {
        labels: study.labels(),
        clusters: &study.pair_clusters(),
        unseen: &unseen,
        bootstrap,
    };
    let entry = |(contestant, ballot): (&Contestant, Ballot)| Entry {
        title: contestant.title(study.reference("training folds")),
        ballot,
        features: contestant.features(study),
    };
    let mut comparison = bench.judge(contestants.iter().zip(ballots).map(entry).collect())?;
    comparison.clusters = study.clusters();
    comparison.documents = study.documents().len();
    comparison.suspects = doubts.suspects(study, &comparison.deciders);
    comparison.notes = notes.iter().map(Note::to_string).collect();
    Ok(comparison)
}

/// Notes what a learner's models say of the labels of pairs that they have not seen: the pairs of
/// the fold, and those that its inner folds held out.
fn hear(vote: &Vote, tested: &[usize], labels: &[bool], doubts: &mut Doubts) {
    let Some(lesson) = &vote.lesson else {
        return;
    };
    let tested = tested.iter().zip(&lesson.probabilities);
    let tested = tested.map(|(&pair, &probability)| (pair, probability));
    for (pair, probability) in tested.chain(lesson.inner.iter().copied()) {
        let of_label = if labels[pair] {
            probability
        } else {
            1.0 - probability
        };
        doubts.hear(pair, of_label);
    }
}

/// Adds notes of a kind that is not there yet: folds differ by a few pairs, one note is enough.
fn add_new(vote: &Vote, notes: &mut Vec<Note>) {
    for note in vote.lesson.iter().flat_map(|lesson| &lesson.notes) {
        let same = |known: &Note| std::mem::discriminant(known) == std::mem::discriminant(note);
        if !notes.iter().any(same) {
            notes.push(*note);
        }
    }
}
