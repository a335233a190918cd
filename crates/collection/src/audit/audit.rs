//! [`ThresholdAudit`]: the questions and the verdict.

use serde::Serialize;

use super::draw::{Draw, Otherwise};
use super::options::AuditOptions;
use super::trial::{AuditedCut, more_documents, trial};
use crate::groups::Grouping;
use crate::promise::Promise;
use dejalu_base::error::Result;
use dejalu_experiment::pairs::LabelRow;
use dejalu_text::document::{Document, DocumentId};

/// An audit of the removals of a collection at several thresholds: the test of earlier versions, for answers that were
/// drawn by it. New questions are drawn for [`RemovalAudit`](crate::RemovalAudit), which needs fewer answers.
///
/// The unit is a removed document. The documents are drawn with equal probability from those removed
/// at any of the thresholds; so those of them that are removed at one threshold are a simple random
/// sample of all that are removed there, and the bound of a finite population is exact.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ThresholdAudit {
    /// The promised bound.
    pub promise: Promise,
    /// The thresholds, strictest first.
    pub cuts: Vec<AuditedCut>,
    /// Documents that are removed at any of them.
    pub removable: usize,
    /// Documents drawn.
    pub drawn: usize,
    /// Of them those that still wait for an answer. In a verdict they count as wrong.
    pub unanswered: usize,
    /// Documents that answers name and the collection does not have, ascending.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<DocumentId>,
    /// True if this is a verdict, and not only a draw.
    pub is_verdict: bool,
    /// The place in `cuts` of the threshold that removes most of those that passed.
    pub passed: Option<usize>,
    /// Number of documents that have to be drawn in all so that one passes, if none did and it is possible.
    pub needed: Option<usize>,
    /// In what the questions were drawn otherwise than they would be now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Otherwise>,
    /// True if the answers tell how they were drawn: those of before do not.
    #[serde(skip)]
    pub(super) tells_draw: bool,
    /// For a draw: the answers so far, and a row for each pair that has none.
    #[serde(skip)]
    pub questions: Vec<LabelRow>,
}

impl ThresholdAudit {
    /// Draws, or judges, given the groups at each threshold, strictest first, and how they were formed.
    ///
    /// # Errors
    ///
    /// Answers to questions that were drawn with another seed; answers, none of which is about a document that
    /// would be removed.
    pub(crate) fn new(
        documents: &[Document],
        groupings: &[Grouping],
        method: &str,
        options: &AuditOptions,
    ) -> Result<Self> {
        let draw = Draw::new(documents, groupings, method, options)?;
        let mut audit = ThresholdAudit {
            promise: options.promise,
            cuts: draw.cuts(groupings),
            removable: draw.order.len(),
            drawn: draw.drawn().len(),
            unanswered: draw.unanswered(),
            unknown: draw.unknown(),
            is_verdict: options.sample.is_none(),
            passed: None,
            needed: None,
            otherwise: draw.otherwise(&options.answers),
            tells_draw: options.answers.iter().any(|row| row.drawn.is_some()),
            questions: Vec::new(),
        };
        if audit.is_verdict {
            audit.judge();
        } else {
            audit.questions = options.answers.clone();
            audit.questions.extend(draw.open_questions());
        }
        Ok(audit)
    }

    /// Tests the thresholds; where none passes, says how many documents would have to be drawn.
    fn judge(&mut self) {
        self.passed = trial(&mut self.cuts, &self.promise);
        if self.passed.is_none() {
            let needed = more_documents(&self.cuts, &self.promise, self.removable as u64);
            self.needed = needed.map(|all| all as usize);
        }
    }

    /// Returns whether there was something to remove and no threshold passed.
    pub fn has_failed(&self) -> bool {
        self.is_verdict && self.passed.is_none() && self.removable > 0
    }

    /// The groups at the threshold that passed; otherwise at the strictest, with nothing removed.
    pub(crate) fn decided(&self, mut groupings: Vec<Grouping>) -> Grouping {
        let mut grouping = groupings.swap_remove(self.passed.unwrap_or_default());
        grouping.is_held = self.has_failed();
        grouping
    }

    /// The threshold that passed.
    pub fn passed(&self) -> Option<&AuditedCut> {
        self.cuts.get(self.passed?)
    }
}
