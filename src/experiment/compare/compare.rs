//! Which decider is best? The learned discriminant, the published rules and the rules re-tuned,
//! on the same pairs and the same folds.

use super::comparison::Comparison;
use super::contestant::Contestant;

use super::ballot::{Ballot, Bench, Entry, Vote};
use super::contestant::learner_name;
use super::suspects::Doubts;

use crate::error::Result;
use crate::evaluation::Bootstrap;
use crate::experiment::cross_validation::Study;
use crate::experiment::rules::{self, Tuning};
use crate::learning::{KernelChoice, LearnerOptions, Note};
use crate::model::StudyOptions;
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
pub(super) fn hear(vote: &Vote, tested: &[usize], labels: &[bool], doubts: &mut Doubts) {
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
