//! What every decider says of every pair, and how good that is.

use super::comparison::{Comparison, Decider, FORMAT, Kind};
use super::learned::{Learned, Lesson, Lessons};
use super::suspect_label::Suspects;
use crate::error::Result;
use crate::evaluation::ranking::reaches;
use crate::evaluation::{Bootstrap, Judged};
use crate::experiment::rules::Origin;
use crate::similarity::FeatureSet;

/// What a contestant says of a fold's test pairs.
pub(super) struct Vote {
    pub(super) scores: Vec<f64>,
    pub(super) threshold: f64,
    pub(super) lesson: Option<Lesson>,
}

/// What a decider says of all pairs, gathered fold by fold.
#[derive(Clone)]
pub(super) struct Ballot {
    margins: Vec<f64>,
    decisions: Vec<bool>,
    thresholds: Vec<f64>,
    lessons: Option<Lessons>,
}

impl Ballot {
    pub(super) fn new(pairs: usize) -> Self {
        Ballot {
            margins: vec![0.0; pairs],
            decisions: vec![false; pairs],
            thresholds: Vec::new(),
            lessons: None,
        }
    }

    /// Takes down what was said of these pairs.
    pub(super) fn record(&mut self, pairs: &[usize], vote: Vote) {
        self.thresholds.push(vote.threshold);
        for (&pair, &score) in pairs.iter().zip(&vote.scores) {
            self.margins[pair] = score - vote.threshold;
            self.decisions[pair] = reaches(score, vote.threshold);
        }
        if let Some(lesson) = vote.lesson {
            let all = self.margins.len();
            let lessons = self.lessons.get_or_insert_with(|| Lessons::new(all));
            lessons.record(pairs, lesson);
        }
    }

    fn learned(&mut self, labels: &[bool], features: FeatureSet) -> Result<Option<Learned>> {
        let lessons = self.lessons.take();
        let told = lessons.map(|it| it.learned(labels, &self.decisions, features));
        told.transpose()
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
pub(super) struct Title {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) threshold_origin: Option<Origin>,
    pub(super) statistics: Option<String>,
    pub(super) source: Option<String>,
}

impl Title {
    pub(super) fn new(kind: Kind) -> Self {
        Title {
            name: String::new(),
            kind,
            threshold_origin: None,
            statistics: None,
            source: None,
        }
    }
}

/// Who decided, what was said, and on which features.
pub(super) struct Entry {
    pub(super) title: Title,
    pub(super) ballot: Ballot,
    pub(super) features: FeatureSet,
}

/// The labelled pairs that all deciders are judged on.
pub(super) struct Bench<'a> {
    pub(super) labels: &'a [bool],
    pub(super) clusters: &'a [(u32, u32)],
    pub(super) unseen: &'a [bool],
    pub(super) bootstrap: &'a Bootstrap,
}

impl Bench<'_> {
    /// Judges deciders, each compared with the first.
    pub(super) fn judge(&self, entries: Vec<Entry>) -> Result<Comparison> {
        let mut deciders: Vec<Decider> = Vec::with_capacity(entries.len());
        for entry in entries {
            // The first is not compared with itself.
            let other = deciders.first().map(|first| first.decisions.clone());
            deciders.push(self.decider(entry, other.as_deref())?);
        }
        let seen = self.unseen.iter().filter(|&&unseen| !unseen).count();
        Ok(Comparison {
            format: FORMAT,
            pairs: self.labels.len(),
            positives: self.labels.iter().filter(|&&label| label).count(),
            clusters: 0,
            documents: 0,
            seen_share: seen as f64 / self.labels.len().max(1) as f64,
            deciders,
            suspects: Suspects::default(),
            labels: self.labels.to_vec(),
            notes: Vec::new(),
        })
    }

    fn decider(&self, entry: Entry, reference: Option<&[bool]>) -> Result<Decider> {
        let Entry {
            title,
            mut ballot,
            features,
        } = entry;
        let judged = Judged::new(
            self.labels,
            &ballot.margins,
            &ballot.decisions,
            self.clusters,
            self.unseen,
        )?;
        Ok(Decider {
            figures: judged.evaluate(self.bootstrap, reference)?,
            learned: ballot.learned(self.labels, features)?,
            name: title.name,
            kind: title.kind,
            threshold: ballot.median_threshold(),
            threshold_origin: title.threshold_origin,
            statistics: title.statistics,
            source: title.source,
            margins: ballot.margins,
            decisions: ballot.decisions,
        })
    }
}
