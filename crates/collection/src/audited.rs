//! [`Audit`]: an audit by the test that its questions were drawn for.

use serde::Serialize;

use super::audit::ThresholdAudit;
use super::removal_audit::RemovalAudit;
use dejalu_experiment::pairs::LabelRow;

/// The audit of a deduplication.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Audit {
    /// Of its removals in the order of their risk.
    Removals(Box<RemovalAudit>),
    /// Of thresholds: by answers that an earlier version drew.
    Thresholds(ThresholdAudit),
}

impl Audit {
    /// Returns whether this is a verdict, and not only a draw.
    pub fn is_verdict(&self) -> bool {
        match self {
            Audit::Removals(audit) => audit.verdict.is_some(),
            Audit::Thresholds(audit) => audit.is_verdict,
        }
    }

    /// Returns whether a verdict lets something go.
    pub fn has_passed(&self) -> bool {
        match self {
            Audit::Removals(audit) => audit.verdict.as_ref().is_some_and(|it| it.passed > 0),
            Audit::Thresholds(audit) => audit.passed.is_some(),
        }
    }

    /// Returns whether there was something to remove, and a verdict lets nothing go.
    pub fn has_failed(&self) -> bool {
        match self {
            Audit::Removals(audit) => audit.has_failed(),
            Audit::Thresholds(audit) => audit.has_failed(),
        }
    }

    /// The draw or the verdict, each sentence without its full stop.
    pub fn sentences(&self) -> Vec<String> {
        match self {
            Audit::Removals(audit) => audit.sentences(),
            Audit::Thresholds(audit) => audit.sentences(),
        }
    }

    /// For a draw: the answers so far, and a row for each removal that has none.
    pub fn questions(&self) -> &[LabelRow] {
        match self {
            Audit::Removals(audit) => &audit.questions,
            Audit::Thresholds(audit) => &audit.questions,
        }
    }

    /// The removals that a draw asks people about, answered or not
    /// ([`Audited::Removals`](crate::label::Audited::Removals)). None where nothing would be removed, or for a
    /// verdict.
    pub fn removals_to_ask(&self) -> Vec<LabelRow> {
        let asked = self.questions().iter();
        let asked = asked.filter(|row| row.asks_about_removal());
        asked.cloned().collect()
    }
}
