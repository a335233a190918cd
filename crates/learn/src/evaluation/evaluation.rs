//! All figures of one decider.

use serde::{Deserialize, Serialize};

use super::bootstrap::Bootstrap;
use super::counts::Counts;
use super::curves::roc_auc;
use super::intervals::{Interval, wilson};
use super::labelled_predictions::LabelledPredictions;
use super::thesis::ThesisFigures;
use super::verdict::Verdict;
use dejalu_base::error::Result;

/// The figures of a decider, under the names they have in the JSON of `evaluate` and `compare`. A
/// figure that does not exist is `null`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// `tp`, `fp`, `tn`, `fn`.
    #[serde(flatten)]
    pub counts: Counts,
    /// See [`Counts::precision`].
    pub precision: Option<f64>,
    /// See [`Counts::recall`].
    pub recall: Option<f64>,
    /// See [`Counts::f1`].
    pub f1: Option<f64>,
    /// The cluster bootstrap's interval of F1.
    pub f1_interval: Option<Interval>,
    /// F1 on the rows neither of whose documents was seen in training.
    pub f1_unseen: Option<f64>,
    /// See [`Counts::accuracy`].
    pub accuracy: Option<f64>,
    /// See [`Counts::mcc`].
    pub mcc: Option<f64>,
    /// The area under the ROC curve.
    pub roc_auc: Option<f64>,
    /// See [`Ranking::average_precision`](super::ranking::Ranking::average_precision).
    pub average_precision: Option<f64>,
    /// McNemar's p against the reference decider; `None` for the reference itself.
    pub mcnemar_p: Option<f64>,
    /// The cluster bootstrap's interval of F1 less the reference decider's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub f1_difference: Option<Interval>,
    /// The verdict of both; `None` for the reference itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// See [`Counts::thesis`].
    pub thesis: ThesisFigures,
    /// See [`Counts::thesis_as_printed`]; absent from records of earlier trainings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thesis_as_printed: Option<ThesisFigures>,
}

impl Evaluation {
    /// Wilson's interval of the precision.
    pub fn precision_interval(&self, level: f64) -> Option<Interval> {
        wilson(self.counts.tp, self.counts.tp + self.counts.fp, level)
    }

    /// Wilson's interval of the recall.
    pub fn recall_interval(&self, level: f64) -> Option<Interval> {
        wilson(self.counts.tp, self.counts.tp + self.counts.fn_, level)
    }
}

impl LabelledPredictions<'_> {
    /// All figures; McNemar's p, the difference in F1 and the verdict only with a `reference` decider's decisions on the same rows.
    ///
    /// # Errors
    ///
    /// Another number of reference decisions.
    pub fn evaluate(
        &self,
        bootstrap: &Bootstrap,
        reference: Option<&[bool]>,
    ) -> Result<Evaluation> {
        let counts = Counts::of(self.labels, self.decisions);
        let ranking = self.ranking()?;
        let mcnemar_p = reference.map(|other| self.mcnemar(other)).transpose()?;
        let f1_difference = reference.and_then(|other| bootstrap.f1_difference(self, other));
        let verdict = mcnemar_p.zip(reference).map(|(p, other)| {
            let errors = [counts, Counts::of(self.labels, other)].map(|it| it.fp + it.fn_);
            Verdict::of(errors, p, f1_difference)
        });
        Ok(Evaluation {
            counts,
            precision: counts.precision(),
            recall: counts.recall(),
            f1: counts.f1(),
            f1_interval: bootstrap.f1(self),
            f1_unseen: self.unseen_counts().f1(),
            accuracy: counts.accuracy(),
            mcc: counts.mcc(),
            roc_auc: roc_auc(&ranking),
            average_precision: ranking.average_precision(),
            mcnemar_p,
            f1_difference,
            verdict,
            thesis: counts.thesis(),
            thesis_as_printed: Some(counts.thesis_as_printed()),
        })
    }
}
