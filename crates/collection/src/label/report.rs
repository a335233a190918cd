//! [`LabelReport`]: what a file of answers is worth, for any model.

use std::collections::{BTreeMap, BTreeSet};

use ndarray::{Array2, Axis};
use serde::Serialize;
use smart_default::SmartDefault;

use super::learned::Labelled;
use super::mistakes::{Mistake, ranked};
use super::pool::vectorizer;
use super::question::Key;
use super::session::note_answer;
use super::tally::{AuditedRemovals, CurvePoint, Tally};
use super::{strata, words};
use crate::scoring::Texts;
use crate::{Collection, Judge, scores, vectors};
use dejalu_base::error::{ErrorKind, LabelError, Result};
use dejalu_base::progress::Progress;
use dejalu_experiment::label_counts;
use dejalu_experiment::pairs::{Label, LabelRow, Stream};
use dejalu_learn::Fitted;
use dejalu_learn::evaluation::{
    Bootstrap, Counts, SampledStratum, StratifiedEstimates, stratified_estimates,
};
use dejalu_similarity::FeatureSet;

/// Options of a report.
#[derive(Debug, Clone, PartialEq, SmartDefault)]
pub struct LabelReportOptions {
    /// Features that the curve and the mistakes are learned from.
    #[default(FeatureSet::parse("default").unwrap_or_default())]
    pub features: FeatureSet,
    /// Options of the intervals.
    pub bootstrap: Bootstrap,
    /// The most mistakes that are listed.
    #[default(20)]
    pub mistakes: usize,
}

/// Evaluation of a file of answers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LabelReport {
    /// The judge that was estimated.
    pub judge: String,
    /// Answers to learn from.
    pub training: Tally,
    /// Answers about pairs to judge by.
    pub audit: Tally,
    /// Answers about pairs whose documents are not there.
    pub without_documents: usize,
    /// Number of pairs that the estimates represent.
    pub frame: u64,
    /// Estimates of the judge on those pairs; `None` while a stratum has no sure answer.
    pub estimates: Option<StratifiedEstimates>,
    /// Removals that were looked at.
    pub removals: Option<AuditedRemovals>,
    /// F1 of models trained on the first 30, 60, 120 and so on answers, and on all.
    pub curve: Vec<CurvePoint>,
    /// The answers that are the least probable by models that have not seen them.
    pub mistakes: Vec<Mistake>,
    /// Number of answers that are less probable than their opposite.
    pub doubtful: usize,
}

/// Counts the last answers on removed documents. A file that holds answers alone does not tell how many documents were
/// drawn.
fn removals(rows: &[LabelRow], collection: &Collection) -> Option<AuditedRemovals> {
    let is_asked = |row: &&LabelRow| {
        let is_removal = row.stream == Stream::Audit && !strata::is_of_pairs(&row.stratum);
        // Those of a test of risk are no sample drawn evenly: the test itself bounds them.
        let is_tested = row.drawn.as_ref().is_some_and(|it| it.test.is_some());
        let is_removal = is_removal && !is_tested;
        is_removal && collection.places_of_pair(&row.pair).is_some()
    };
    let mut last: BTreeMap<Key, &LabelRow> = BTreeMap::new();
    for row in rows.iter().filter(is_asked) {
        last.insert(super::question::key(&row.pair), row);
    }
    let has_open = last.values().any(|row| row.opinion.is_none());
    let probability = last.values().filter_map(|row| row.probability);
    let probability = probability.reduce(f64::max).filter(|_| has_open);
    let questions = last.values().map(|row| (&row.pair[0], row.opinion));
    AuditedRemovals::of(questions, probability)
}

/// Answers about pairs of the collection.
struct Answered {
    rows: Vec<LabelRow>,
    places: Vec<(u32, u32)>,
}

impl LabelReport {
    /// Estimates a judge from the last answer to each pair.
    ///
    /// # Errors
    ///
    /// As [`dedupe`](crate::dedupe()).
    pub fn new(
        rows: &[LabelRow],
        collection: &Collection,
        judge: &Judge,
        options: &LabelReportOptions,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let mut answers: BTreeMap<Key, LabelRow> = BTreeMap::new();
        let mut order: Vec<Key> = Vec::new();
        for row in rows {
            note_answer(&mut answers, row.clone());
            order.push(super::question::key(&row.pair));
        }
        let mut seen = BTreeSet::new();
        order.reverse();
        order.retain(|key| seen.insert(key.clone()));
        order.reverse();
        let in_order = order.iter().filter_map(|key| answers.get(key));
        let (mut answered, mut without_documents) = (Vec::new(), 0);
        for row in in_order {
            match collection.places_of_pair(&row.pair) {
                Some(places) => answered.push((row.clone(), places)),
                None => without_documents += 1,
            }
        }
        let of = |is_one: &dyn Fn(&LabelRow) -> bool| {
            let some = answered.iter().filter(|it| is_one(&it.0)).cloned();
            let (rows, places) = some.unzip();
            Answered { rows, places }
        };
        let is_of_pairs = |row: &LabelRow| strata::is_of_pairs(&row.stratum);
        let training = of(&|row| row.stream == Stream::Training);
        let audit = of(&|row| row.stream == Stream::Audit && is_of_pairs(row));
        let scores = scores(collection, &audit.places, judge, progress)?;
        let texts = Texts::of(collection.documents());
        let decide = |(&score, &(left, right)): (&f64, &(u32, u32))| {
            let least = texts.minimum([left, right], judge.minimum());
            judge.decide(score, least).is_duplicate()
        };
        let decisions: Vec<bool> = scores.iter().zip(&audit.places).map(decide).collect();
        let learned = Learning::new(collection, judge, [&training, &audit], options, progress)?;
        let ranked = learned.mistakes();
        let doubtful = ranked.iter().filter(|it| it.is_doubtful()).count();
        let tally = |answered: &Answered| Tally::of(answered.rows.iter());
        Ok(LabelReport {
            judge: judge.to_string(),
            training: tally(&training),
            audit: tally(&audit),
            without_documents,
            frame: audit.frame(),
            estimates: audit.estimates(&decisions, &options.bootstrap),
            removals: removals(rows, collection),
            curve: learned.curve(&options.bootstrap)?,
            mistakes: ranked.into_iter().take(options.mistakes).collect(),
            doubtful,
        })
    }

    /// Refuses a file that says nothing about a judge.
    ///
    /// # Errors
    ///
    /// [`LabelError::NoAudit`].
    pub fn check(&self) -> Result<()> {
        if self.audit.all() == 0 && self.removals.is_none() && self.training.all() == 0 {
            let without_documents = self.without_documents;
            return Err(LabelError::NoAudit { without_documents }.into());
        }
        Ok(())
    }

    /// The report in lines.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.judge.clone()];
        match &self.estimates {
            Some(estimates) => {
                lines.extend(words::figures(estimates));
                lines.push(words::scope(self.audit, self.frame));
            }
            None => lines.push(words::no_estimates(self.audit)),
        }
        lines.extend(self.removals.as_ref().map(words::removals));
        lines.push(words::training(self.training));
        lines.extend(words::curve(&self.curve));
        lines.extend(words::enough(
            &self.curve,
            self.estimates.as_ref(),
            self.audit,
            self.frame,
        ));
        lines.extend(words::doubtful_answers(self.doubtful));
        lines
    }
}

impl Answered {
    /// Number of pairs in all strata.
    fn frame(&self) -> u64 {
        let strata: BTreeSet<&str> = self.rows.iter().map(|row| &*row.stratum).collect();
        strata.into_iter().filter_map(strata::size).sum()
    }

    fn estimates(&self, decisions: &[bool], bootstrap: &Bootstrap) -> Option<StratifiedEstimates> {
        let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
        for (row, &decision) in self.rows.iter().zip(decisions) {
            let counts = counts.entry(&row.stratum).or_default();
            if let Some(label) = row.sure() {
                counts.add(label.is_duplicate(), decision, 1);
            }
        }
        // A stratum that nobody was asked about is not in the file.
        let all = self
            .rows
            .first()
            .and_then(|row| strata::count(&row.stratum))?;
        let sampled: Option<Vec<SampledStratum>> = counts
            .into_iter()
            .map(|(stratum, counts)| {
                Some(SampledStratum {
                    size: strata::size(stratum)?,
                    counts,
                    called: None,
                })
            })
            .collect();
        let sampled = sampled.filter(|it| it.len() == all)?;
        stratified_estimates(&sampled, bootstrap)
    }

    /// The sure ones, with their places among all.
    fn sure(&self) -> impl Iterator<Item = (usize, Label)> + '_ {
        let rows = self.rows.iter().enumerate();
        rows.filter_map(|(place, row)| Some((place, row.sure()?)))
    }
}

/// Inputs of learning from the answers, for the curve and the mistakes.
struct Learning<'a> {
    training: &'a Answered,
    audit: &'a Answered,
    /// The sure answers to learn from, in the order of the file.
    labelled: Labelled,
    audit_rows: Array2<f64>,
    features: FeatureSet,
    /// The model of all of them, if they are enough.
    fitted: Option<Fitted>,
    seed: u64,
}

impl<'a> Learning<'a> {
    fn new(
        collection: &Collection,
        judge: &Judge,
        [training, audit]: [&'a Answered; 2],
        options: &LabelReportOptions,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let features = options.features.clone();
        let places: Vec<(u32, u32)> = training
            .places
            .iter()
            .chain(&audit.places)
            .copied()
            .collect();
        let vectorizer = vectorizer(collection, judge, &features, progress)?;
        let rows = vectors(collection, &places, &vectorizer, progress)?;
        let sure: Vec<(usize, Label)> = training.sure().collect();
        let chosen: Vec<usize> = sure.iter().map(|it| it.0).collect();
        let labelled = Labelled {
            ids: chosen
                .iter()
                .map(|&row| training.rows[row].pair.clone())
                .collect(),
            labels: sure.iter().map(|it| it.1.is_duplicate()).collect(),
            rows: rows.select(Axis(0), &chosen),
        };
        let seed = options.bootstrap.seed;
        let audited: Vec<usize> = (training.places.len()..places.len()).collect();
        progress.begin("learning from the answers", 1);
        let fitted = unless_too_few(labelled.fit(&features, seed))?;
        progress.advance(1);
        Ok(Learning {
            training,
            audit,
            fitted,
            labelled,
            audit_rows: rows.select(Axis(0), &audited),
            features,
            seed,
        })
    }

    fn curve(&self, bootstrap: &Bootstrap) -> Result<Vec<CurvePoint>> {
        let all = self.labelled.labels.len();
        let mut points = Vec::new();
        for answers in label_counts().take_while(|&answers| answers < all) {
            let fitted = self.labelled.first(answers).fit(&self.features, self.seed);
            if let Some(fitted) = unless_too_few(fitted)? {
                points.push(self.point(answers, &fitted, bootstrap));
            }
        }
        points.extend(
            self.fitted
                .iter()
                .map(|fitted| self.point(all, fitted, bootstrap)),
        );
        Ok(points)
    }

    fn point(&self, answers: usize, fitted: &Fitted, bootstrap: &Bootstrap) -> CurvePoint {
        let rows = self.audit_rows.view();
        let scores = self
            .features
            .capped_all(rows, fitted.scores(rows), fitted.ceiling);
        let decide = |&score: &f64| fitted.operating_point.decide(score);
        let decisions: Vec<bool> = scores.iter().map(decide).collect();
        let estimates = self.audit.estimates(&decisions, bootstrap);
        CurvePoint {
            answers,
            f1: estimates.and_then(|it| it.f1),
        }
    }

    fn mistakes(&self) -> Vec<Mistake> {
        let Some(fitted) = &self.fitted else {
            return Vec::new();
        };
        let held_out = self.training.sure().zip(&fitted.out_of_fold);
        let held_out = held_out.filter_map(|((place, _), score)| {
            let probability = fitted.calibration.probability((*score)?);
            Mistake::new(&self.training.rows[place], probability)
        });
        let unseen = self.audit.sure().filter_map(|(place, _)| {
            let probability = fitted.probability(&self.audit_rows.row(place).to_vec());
            Mistake::new(&self.audit.rows[place], probability)
        });
        ranked(held_out.chain(unseen).collect())
    }
}

/// The trained model; `None` if there are too few answers to learn from.
fn unless_too_few(fitted: Result<Fitted>) -> Result<Option<Fitted>> {
    match fitted {
        Ok(fitted) => Ok(Some(fitted)),
        Err(error) if matches!(error.kind(), ErrorKind::Learn(_) | ErrorKind::Pair(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
