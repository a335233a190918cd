//! [`RemovalAudit`]: the questions about removals, and the verdict.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;

use super::answers::Answers;
use super::doubts::{DoubtedRemoval, Doubts, RiskBy};
use super::draws::Draws;
use super::order::Order;
use crate::audit::AuditOptions;
use crate::collection::Collection;
use crate::groups::Grouping;
use crate::judge::Judge;
use crate::promise::{Missing, Promise, TestPlan, Trial, Verdict};
use crate::scoring::Edge;
use dejalu_base::error::{AuditError, Result};
use dejalu_experiment::pairs::{Drawn, DrawnTest, LabelRow, Ranked, Stream};
use dejalu_text::document::DocumentId;

/// An audit of the removals of a grouping: a bound on the share of wrong ones among those that it passes.
///
/// The unit is a removed document. The removals are ordered by risk before anybody answers, and nested sets of the least
/// risk are tested, the smallest first; what is outside the largest set that passes stays, and so does what was
/// answered to be wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RemovalAudit {
    /// The promised bound.
    pub promise: Promise,
    /// Removals of the grouping.
    pub removals: usize,
    /// The measures of doubt that order them.
    pub risk: RiskBy,
    /// A digest of their order of risk: another one is another test.
    pub order: String,
    /// The sets that are tested, and their stopping points.
    pub plan: TestPlan,
    /// Removals that the test may ask about.
    pub drawn: usize,
    /// Of them those that wait for an answer. In a verdict they count as wrong.
    pub unanswered: usize,
    /// Documents that answers name and the collection does not have, ascending.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<DocumentId>,
    /// The verdict; `None` for a draw.
    pub verdict: Option<Verdict>,
    /// True if the answers are sufficient for the verdict; otherwise the test waits for more.
    pub is_decided: bool,
    /// Removals that pass and were not answered to be wrong: those that can go. 0 for a draw.
    pub passed: usize,
    /// The tests that the answers serve, this one among them: those that they were drawn for, as far as they can pass. At
    /// most as many as the promise declares.
    pub tests: usize,
    /// For a draw: the answers so far, and a row for each removal that has none.
    #[serde(skip)]
    pub questions: Vec<LabelRow>,
    /// Removals that stay, by place, after a verdict.
    #[serde(skip)]
    stays: BTreeSet<u32>,
    /// The removed documents, by place, the least doubted first.
    #[serde(skip)]
    by_risk: Vec<u32>,
}

impl RemovalAudit {
    /// Draws, or judges by answers, the removals of a grouping. `edges` are the duplicate pairs of different texts: with fewer
    /// of them the order of risk is a poorer one, and its bound holds as well.
    ///
    /// # Errors
    ///
    /// What [`AuditOptions::check`] refuses; answers to questions that were drawn with another seed, or for other tests than
    /// this one, more in all than any of them declares; answers, none of which is about a removal.
    pub fn new(
        collection: &Collection,
        grouping: &Grouping,
        edges: &[Edge],
        judge: &Judge,
        options: &AuditOptions,
    ) -> Result<Self> {
        let documents = collection.documents();
        let doubts = Doubts::of(collection, grouping, edges, judge);
        let id = |place: u32| &documents[place as usize].id;
        let mut audit = RemovalAudit::of_doubts(&doubts, id, options)?;
        audit.unknown = Answers::of(&options.answers).unknown(documents);
        Ok(audit)
    }

    /// Draws, or judges by answers, removals of a collection that is elsewhere. Their places are those in `removals`; which
    /// documents of answers the collection lacks is not known.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn of_removals(removals: &[DoubtedRemoval], options: &AuditOptions) -> Result<Self> {
        let doubts = Doubts::of_removals(removals);
        // A kept document has no place of its own: it has that of the removal, after all removed ones.
        let id = |place: u32| match removals.get(place as usize) {
            Some(removal) => &removal.removed,
            None => &removals[place as usize - removals.len()].kept,
        };
        RemovalAudit::of_doubts(&doubts, id, options)
    }

    fn of_doubts<'a>(
        doubts: &Doubts<'_>,
        id: impl Fn(u32) -> &'a DocumentId + Copy,
        options: &AuditOptions,
    ) -> Result<Self> {
        options.check()?;
        let order = Order::of(doubts, options.seed);
        let pair = |rank: usize| order.removals[rank].map(id);
        let answers = Answers::of(&options.answers);
        let is_asked = |rank: &usize| answers.has_asked(pair(*rank));
        let asked = (0..order.removals.len()).filter(is_asked).count();
        if options.sample.is_none() && asked == 0 && !order.removals.is_empty() {
            return Err(AuditError::NoneAsked.into());
        }
        let draws = Draws::of(options)?;
        let planned = match options.sample {
            Some(sample) => sample as u64,
            None => draws.answers(&order.digest).unwrap_or(asked as u64),
        };
        let removals = order.removals.len() as u64;
        let test = DrawnTest {
            answers: planned.min(removals),
            wrong_at_most: options.promise.wrong_at_most,
            confidence: options.promise.confidence,
            looks: options.promise.looks,
            removals,
            order: order.digest.clone(),
        };
        let tests = draws.count_with(&test)?;
        let plan = TestPlan::new(test.removals, test.answers, options.promise);
        let trial = Trial::new(plan, order.places.clone());
        let is_wrong = |rank: usize| answers.is_wrong(pair(rank));
        let drawn = questions(&trial);
        let mut audit = RemovalAudit {
            promise: options.promise,
            removals: order.removals.len(),
            risk: order.by,
            order: order.digest.clone(),
            plan: trial.plan().clone(),
            unanswered: drawn.iter().filter(|it| is_wrong(**it).is_none()).count(),
            drawn: drawn.len(),
            unknown: Vec::new(),
            verdict: None,
            is_decided: trial.verdict(Missing::Waits, is_wrong).next.is_none(),
            passed: 0,
            tests,
            questions: Vec::new(),
            stays: BTreeSet::new(),
            by_risk: order.by_risk(),
        };
        if options.sample.is_none() {
            let verdict = trial.verdict(Missing::CountsAsWrong, is_wrong);
            let stays = |rank: &usize| {
                order.places[*rank] >= verdict.passed || is_wrong(*rank) == Some(true)
            };
            let stays = (0..order.removals.len()).filter(stays);
            audit.stays = stays.map(|rank| order.removals[rank][0]).collect();
            audit.passed = audit.removals - audit.stays.len();
            audit.verdict = Some(verdict);
            return Ok(audit);
        }
        let how = Arc::new(Drawn {
            seed: options.seed,
            thresholds: Vec::new(),
            method: format!("risk by {}", order.by),
            test: Some(test),
        });
        let open = drawn
            .into_iter()
            .filter(|rank| !answers.has_asked(pair(*rank)));
        let open = open.map(|rank| LabelRow {
            pair: pair(rank).map(Clone::clone),
            opinion: None,
            stream: Stream::Audit,
            stratum: LabelRow::REMOVAL.to_string(),
            probability: None,
            note: String::new(),
            drawn: Some(how.clone()),
            ranked: Some(Ranked {
                rank: rank as u64 + 1,
                risk: order.risks[rank],
            }),
        });
        audit.questions = options.answers.iter().cloned().chain(open).collect();
        Ok(audit)
    }

    /// The removed documents, by place, the least doubted first.
    pub fn by_risk(&self) -> &[u32] {
        &self.by_risk
    }

    /// The removals that stay, by place, after a verdict.
    pub fn stays(&self) -> &BTreeSet<u32> {
        &self.stays
    }

    /// Returns whether there was something to remove and no set passed.
    pub fn has_failed(&self) -> bool {
        let has_passed = |it: &Verdict| it.passed > 0;
        self.removals > 0 && self.verdict.as_ref().is_some_and(|it| !has_passed(it))
    }

    /// Keeps what does not pass, after a verdict.
    pub fn hold(&self, grouping: &mut Grouping) {
        grouping.not_passed.extend(&self.stays);
    }
}

/// The removals to ask about: those that the test may need. Where so few answers promise nothing, the first ones, which
/// serve if more are drawn.
fn questions(trial: &Trial) -> Vec<usize> {
    let plan = trial.plan();
    if plan.chains.is_empty() {
        (0..plan.answers.min(plan.removals) as usize).collect()
    } else {
        trial.questions()
    }
}
