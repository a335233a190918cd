//! [`LabellingStatus`]: what the answers of a session are worth so far.

use std::collections::BTreeMap;

use serde::Serialize;

use super::mistakes::{Mistake, ranked};
use super::pool::Pool;
use super::question::{Key, Question, key};
use super::session::{Audited, Session, Trained};
use super::tally::{AuditedRemovals, CurvePoint, Tally};
use super::words;
use dejalu_experiment::pairs::{LabelRow, Stream};
use dejalu_learn::evaluation::{
    Bootstrap, Counts, SampledStratum, StratifiedEstimates, stratified_estimates,
};

/// Progress of a session, and the quality of its model so far.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LabellingStatus {
    /// Answers to learn from.
    pub training: Tally,
    /// Answers to judge by.
    pub audit: Tally,
    /// Estimates, on the pairs of the frame, of the model trained last, or before any training of the one they were
    /// drawn by, once every stratum has an answer.
    pub estimates: Option<StratifiedEstimates>,
    /// Share of the decisions that each training has changed, in their order.
    pub changes: Vec<f64>,
    /// F1 of each training, on the audit's answers so far; empty until that tells of growth.
    pub curve: Vec<CurvePoint>,
    /// Removals that were looked at.
    pub removals: Option<AuditedRemovals>,
    /// Answers that the model contradicts, the least probable first.
    pub mistakes: Vec<Mistake>,
    /// Next steps, in sentences.
    pub advice: Vec<String>,
}

impl LabellingStatus {
    /// Next steps, each sentence with its full stop.
    fn advice(&self, audited: &Audited, pool: &Pool, trained_on: Option<usize>) -> Vec<String> {
        let mut sentences = vec![words::to_learn_from(self.training, &self.changes)];
        match audited {
            Audited::Pairs => {
                let estimates = self.estimates.as_ref();
                let left = pool.audit_order().count().saturating_sub(self.audit.all());
                let frame = pool.frame_size();
                sentences.extend(estimates.map(|_| words::judged(trained_on)));
                sentences.push(words::to_judge_by(estimates, self.audit, frame, left));
            }
            Audited::Removals(_) => {
                sentences.extend(self.removals.as_ref().map(words::removals));
            }
            Audited::Nothing => {}
        }
        let doubtful = self.mistakes.iter().filter(|it| it.is_doubtful());
        sentences.extend(words::doubtful_answers(doubtful.count()));
        sentences
    }
}

impl Session {
    /// Reports progress and quality so far.
    pub fn status(&self) -> LabellingStatus {
        let of = |stream: Stream| {
            let rows = self.answers.values();
            Tally::of(rows.filter(move |row| row.stream == stream))
        };
        let (training, audit) = (of(Stream::Training), of(Stream::Audit));
        let estimates = match self.models.last() {
            Some(model) => self.estimates(model),
            None => self.estimates(&Trained::before_any(&self.pool)),
        };
        let curve = self.models.iter().map(|model| CurvePoint {
            answers: model.answers,
            f1: self.estimates(model).and_then(|it| it.f1),
        });
        let mut status = LabellingStatus {
            training,
            audit,
            estimates,
            changes: self.changes.clone(),
            curve: CurvePoint::grown(&curve.collect::<Vec<_>>()),
            removals: self.removals(),
            mistakes: self.mistakes(),
            advice: Vec::new(),
        };
        let trained_on = self.models.last().map(|model| model.answers);
        status.advice = status.advice(&self.options.audited, &self.pool, trained_on);
        status
    }

    /// Describes the answers that are missing before a model can be trained; `None` if none is.
    pub fn missing_answers(&self) -> Option<String> {
        let rows = self.answers.values();
        words::to_train(Tally::of(rows.filter(|row| row.stream == Stream::Training)))
    }

    /// Number of pairs with an answer, in words.
    pub fn progress(&self) -> String {
        words::answered(self.answered(), !self.models.is_empty())
    }

    /// Share of the usual number of answers, from 0 to 1; `None` once the model can be evaluated.
    pub fn share_of_usual(&self) -> Option<f64> {
        let share = self.answered() as f64 / words::USUAL as f64;
        self.models.is_empty().then_some(share.min(1.0))
    }

    fn estimates(&self, model: &Trained) -> Option<StratifiedEstimates> {
        if self.options.audited != Audited::Pairs {
            return None;
        }
        let mut counts = vec![Counts::default(); self.pool.strata().len()];
        for ((row, stratum, _), &decision) in self.pool.audit_order().zip(&model.decisions) {
            let key = super::question::key(&self.pool.ids(row).map(Clone::clone));
            let answer = self.answers.get(&key);
            let answer = answer.filter(|row| row.stream == Stream::Audit);
            if let Some(label) = answer.and_then(LabelRow::sure) {
                counts[stratum].add(label.is_duplicate(), decision, 1);
            }
        }
        let strata = self.pool.strata().iter().zip(counts).enumerate();
        let strata = strata.map(|(place, (stratum, counts))| SampledStratum {
            size: stratum.size,
            counts,
            called: model.called.as_ref().map(|called| called[place]),
        });
        // In the order of a report, whose figures of the same model are the same.
        let named = super::session::strata_names(&self.pool)
            .into_iter()
            .zip(strata);
        let named: BTreeMap<String, SampledStratum> = named.collect();
        let strata: Vec<SampledStratum> = named.into_values().collect();
        stratified_estimates(&strata, &Bootstrap::default())
    }

    fn removals(&self) -> Option<AuditedRemovals> {
        let Audited::Removals(questions) = &self.options.audited else {
            return None;
        };
        let probability = questions.iter().find_map(|row| row.probability)?;
        let questions = questions.iter().map(|row| {
            let answer = self.answers.get(&key(&row.pair));
            (&row.pair[0], answer.and_then(|row| row.opinion))
        });
        AuditedRemovals::of(questions, Some(probability))
    }

    /// The probability that a pair is a duplicate, according to models that have not learned from its answer.
    /// `None` before anything was learned, and for pairs that are not in the pool.
    pub fn probability(&self, question: &Question) -> Option<f64> {
        let learned = self.learned.as_ref()?;
        let row = self.pool.row_of(&question.pair)?;
        let held_out = learned.held_out.iter().find(|it| it.0 == row);
        Some(held_out.map_or_else(|| learned.probability(row), |it| it.1))
    }

    /// The sure answers by their probability, the least probable first.
    pub fn mistakes(&self) -> Vec<Mistake> {
        let Some(learned) = &self.learned else {
            return Vec::new();
        };
        let held_out: BTreeMap<usize, f64> = learned.held_out.iter().copied().collect();
        let of = |(key, row): (&Key, &LabelRow)| {
            row.sure()?;
            let place = self.pool.row_of(key)?;
            // Of a pair that it has not learned from it is a fair judge as it is.
            let held_out = held_out.get(&place).copied();
            let probability = held_out.unwrap_or_else(|| learned.probability(place));
            Mistake::new(row, probability)
        };
        ranked(self.answers.iter().filter_map(of).collect())
    }
}
