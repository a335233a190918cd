//! The predictions of every decider for every pair, and their evaluation.

use super::baseline::baselines;
use super::comparison::{Comparison, Experiment, FORMAT};
use super::competitor::Competitor;
use super::decider::{Decider, Kind, highest};
use super::plane::Plane;
use super::predictions::{Description, FoldPrediction, Predictions};
use super::suspects::LabelVotes;
use crate::cross_validation::{CrossValidation, FoldData};
use crate::model::Outside;
use dejalu_base::error::Result;
use dejalu_base::plural::percent;
use dejalu_learn::Note;
use dejalu_learn::evaluation::{Bootstrap, LabelledPredictions};
use dejalu_similarity::FeatureSet;

/// Predictions of every decider for pairs that it had not learned from.
pub struct AllPredictions {
    entries: Vec<Entry>,
    /// Whether each pair has no document that was trained on.
    unseen: Vec<bool>,
    /// The fold in which each pair was tested, from 1; 0 without folds.
    folds: Vec<usize>,
    votes: LabelVotes,
    outside: Option<Outside>,
    notes: Vec<String>,
    /// The kinds of the notes.
    known: Vec<std::mem::Discriminant<Note>>,
}

/// A decider, what it predicted, and from which features.
pub(super) struct Entry {
    pub(super) description: Description,
    pub(super) predictions: Predictions,
    pub(super) features: FeatureSet,
}

impl AllPredictions {
    /// No predictions yet, of these competitors.
    pub(super) fn new(cv: &CrossValidation, competitors: &[Competitor]) -> Self {
        let entry = |competitor: &Competitor| Entry {
            description: competitor.description(cv.reference("training folds")),
            predictions: Predictions::new(cv.labels().len()),
            features: competitor.features(),
        };
        let entries = competitors.iter().map(entry).collect();
        AllPredictions::of(entries, vec![false; cv.labels().len()])
    }

    /// No predictions yet, of these deciders.
    pub(super) fn of(entries: Vec<Entry>, unseen: Vec<bool>) -> Self {
        AllPredictions {
            entries,
            votes: LabelVotes::new(unseen.len()),
            folds: vec![0; unseen.len()],
            unseen,
            outside: None,
            notes: Vec::new(),
            known: Vec::new(),
        }
    }

    /// Records the test pairs of a fold, and which of them have no document that was trained on.
    pub(super) fn record_fold(&mut self, fold: usize, data: &FoldData) {
        for (&pair, &unseen) in data.test.iter().zip(&data.unseen) {
            self.unseen[pair] = unseen;
            self.folds[pair] = fold;
        }
    }

    /// Records what the decider at `place` predicted for these pairs.
    pub(super) fn record(
        &mut self,
        place: usize,
        pairs: &[usize],
        labels: &[bool],
        predicted: FoldPrediction,
    ) {
        if let Some(diagnostics) = &predicted.diagnostics {
            self.votes.record(diagnostics, pairs, labels);
            // Folds differ by a few pairs: one note of a kind is enough.
            for note in &diagnostics.notes {
                let kind = std::mem::discriminant(note);
                if !self.known.contains(&kind) {
                    self.known.push(kind);
                    self.notes.push(note.to_string());
                }
            }
        }
        self.entries[place].predictions.record(pairs, predicted);
    }

    /// Reports this threshold of the first decider, in place of the median over the folds.
    pub(crate) fn with_threshold(mut self, threshold: f64) -> Self {
        if let Some(first) = self.entries.first_mut() {
            first.description.threshold = Some(threshold);
        }
        self
    }

    /// Forgets the votes on a label of a pair whose documents the model has seen.
    pub(super) fn without_votes_on_seen(mut self) -> Self {
        let unseen = &self.unseen;
        self.votes.forget(|pair| !unseen[pair]);
        self
    }

    /// Adds what a reader should know.
    pub(super) fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Reports how many of the pairs lie outside what the evaluated model learned from.
    pub(super) fn with_outside(mut self, outside: Option<Outside>) -> Self {
        let many = outside.as_ref().filter(|it| it.is_many());
        self.notes.extend(many.map(ToString::to_string));
        self.outside = outside;
        self
    }

    /// The figures of all deciders, each compared with the first; and of the baselines.
    pub(crate) fn evaluate(
        self,
        cv: &CrossValidation,
        experiment: Experiment,
    ) -> Result<Comparison> {
        let labels = cv.labels();
        let clusters = cv.pair_clusters();
        let evaluator = Evaluator {
            labels,
            clusters: &clusters,
            unseen: &self.unseen,
            bootstrap: experiment.bootstrap(),
        };
        let mut deciders: Vec<Decider> = Vec::with_capacity(self.entries.len());
        for entry in self.entries {
            // The first is not compared with itself.
            let reference = deciders.first().map(|first| &*first.decisions);
            let decider = evaluator.decider(entry, reference)?;
            deciders.push(decider);
        }
        evaluator.add_base_rates(&mut deciders, experiment.base_rate())?;
        for (description, predictions) in baselines(labels.len()) {
            let features = FeatureSet::default();
            let entry = Entry {
                description,
                predictions,
                features,
            };
            deciders.push(evaluator.decider(entry, None)?);
        }
        let mut notes = self.notes;
        notes.extend(better_untrained(&deciders));
        let has_base_rates = deciders.iter().any(|it| !it.base_rates.is_empty());
        if experiment.base_rate().is_some() && !has_base_rates {
            notes.push(ONE_CLASS.to_string());
        }
        let seen = self.unseen.iter().filter(|&&unseen| !unseen).count();
        Ok(Comparison {
            format: FORMAT,
            pairs: labels.len(),
            positives: labels.iter().filter(|&&label| label).count(),
            clusters: cv.clusters(),
            documents: cv.documents().len(),
            seen_share: seen as f64 / labels.len().max(1) as f64,
            outside: self.outside,
            suspects: self.votes.suspects(cv, &deciders),
            learning_curve: None,
            plane: if experiment.has_plane() {
                Plane::of(cv, &deciders)?
            } else {
                None
            },
            deciders,
            labels: labels.to_vec(),
            folds: self.folds,
            notes,
            set: cv.set().clone(),
            experiment,
        })
    }
}

/// Explains what pairs of a single class cannot show.
const ONE_CLASS: &str =
    "there are no figures at another share of duplicates: they need pairs of both labels";

/// The labelled pairs that all deciders are evaluated on.
struct Evaluator<'a> {
    labels: &'a [bool],
    clusters: &'a [(u32, u32)],
    unseen: &'a [bool],
    bootstrap: &'a Bootstrap,
}

impl Evaluator<'_> {
    fn decider(&self, entry: Entry, reference: Option<&[bool]>) -> Result<Decider> {
        let Entry {
            description,
            mut predictions,
            features,
        } = entry;
        let labelled = self.labelled(&predictions.margins, &predictions.decisions)?;
        Ok(Decider {
            figures: labelled.evaluate(self.bootstrap, reference)?,
            learned: predictions.learned(self.labels, features)?,
            variation: predictions.variation(self.labels)?,
            name: description.name,
            kind: description.kind,
            threshold: description
                .threshold
                .unwrap_or_else(|| predictions.median_threshold()),
            threshold_origin: description.threshold_origin,
            statistics: description.statistics,
            source: description.source,
            base_rates: Vec::new(),
            scores: predictions.scores,
            margins: predictions.margins,
            decisions: predictions.decisions,
        })
    }
    /// Adds the figures at other shares of duplicates to the learned deciders and to the best
    /// published rule: those that a reader may go on to use.
    fn add_base_rates(&self, deciders: &mut [Decider], asked: Option<f64>) -> Result<()> {
        let published = deciders.iter().filter(|it| it.kind == Kind::Published);
        let best = highest(published).map(|it| it.name.clone());
        let is_best = |it: &Decider| it.kind == Kind::Published && Some(&it.name) == best.as_ref();
        let wanted = |it: &Decider| it.kind == Kind::Learned || is_best(it);
        for decider in deciders.iter_mut().filter(|it| wanted(it)) {
            let labelled = self.labelled(&decider.margins, &decider.decisions)?;
            decider.base_rates = labelled.base_rates(self.bootstrap, decider.threshold, asked)?;
        }
        Ok(())
    }

    fn labelled<'a>(
        &'a self,
        margins: &'a [f64],
        decisions: &'a [bool],
    ) -> Result<LabelledPredictions<'a>> {
        LabelledPredictions::new(self.labels, margins, decisions, self.clusters, self.unseen)
    }
}

/// That training brought nothing, where the built-in model decides the pairs as well as what was learned from them.
fn better_untrained(deciders: &[Decider]) -> Option<String> {
    let learned = deciders.iter().find(|it| it.kind == Kind::Learned)?;
    let built_in = deciders.iter().find(|it| it.kind == Kind::BuiltIn)?;
    let (ours, theirs) = (learned.figures.f1?, built_in.figures.f1?);
    (theirs >= ours).then(|| {
        format!(
            "the built-in model, which has learned from none of these pairs, decides them as well or better (F1 {}; \
             {}: {}): use it, or label more pairs",
            percent(theirs, 1),
            learned.name,
            percent(ours, 1),
        )
    })
}
