//! [`LabelledPredictions`]: what a decider says of labelled rows, the input of all metrics.

use super::counts::Counts;
use super::intervals::mcnemar;
use super::ranking::{Ranking, all_finite, same_length};
use dejalu_base::error::Result;

/// The predictions of a decider for labelled rows: the input of all metrics.
///
/// Decisions stand beside the scores rather than follow from them, because in cross-validation each
/// fold has a threshold of its own. Scores of different folds become comparable as *score −
/// threshold*.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LabelledPredictions<'a> {
    pub(super) labels: &'a [bool],
    pub(super) scores: &'a [f64],
    pub(super) decisions: &'a [bool],
    pub(super) clusters: &'a [(u32, u32)],
    unseen: &'a [bool],
}

impl<'a> LabelledPredictions<'a> {
    /// Rows with their `labels` (`true` is positive), `scores` (higher is more positive), and
    /// `decisions`; the `clusters` of each row's two documents (equal for a pair inside one); and
    /// whether both documents of the row were `unseen` in training. `clusters` or `unseen` may be
    /// empty: then what needs them is absent.
    ///
    /// # Errors
    ///
    /// A slice of another length than `labels`; a score that is not finite.
    pub fn new(
        labels: &'a [bool],
        scores: &'a [f64],
        decisions: &'a [bool],
        clusters: &'a [(u32, u32)],
        unseen: &'a [bool],
    ) -> Result<Self> {
        same_length("scores", scores.len(), labels.len())?;
        same_length("decisions", decisions.len(), labels.len())?;
        if !clusters.is_empty() {
            same_length("cluster pairs", clusters.len(), labels.len())?;
        }
        if !unseen.is_empty() {
            same_length("marks of unseen rows", unseen.len(), labels.len())?;
        }
        all_finite(scores)?;
        Ok(LabelledPredictions {
            labels,
            scores,
            decisions,
            clusters,
            unseen,
        })
    }

    /// The rows in the order of their scores, for the curves.
    ///
    /// # Errors
    ///
    /// None that [`LabelledPredictions::new`] lets pass.
    pub fn ranking(&self) -> Result<Ranking> {
        Ranking::new(self.scores, self.labels)
    }

    /// McNemar's p against the decisions of a reference decider on the same rows.
    ///
    /// # Errors
    ///
    /// Another number of decisions.
    pub fn mcnemar(&self, reference: &[bool]) -> Result<f64> {
        same_length("reference decisions", reference.len(), self.labels.len())?;
        let (mut ours, mut theirs) = (0, 0);
        for ((label, decision), other) in self.labels.iter().zip(self.decisions).zip(reference) {
            match (decision == label, other == label) {
                (true, false) => ours += 1,
                (false, true) => theirs += 1,
                _ => {}
            }
        }
        Ok(mcnemar(ours, theirs))
    }

    pub(super) fn unseen_counts(&self) -> Counts {
        let mut counts = Counts::default();
        let rows = self.labels.iter().zip(self.decisions).zip(self.unseen);
        for ((&label, &decision), _) in rows.filter(|(_, unseen)| **unseen) {
            counts.add(label, decision, 1);
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Bootstrap, Evaluation};

    #[test]
    fn the_json_has_the_agreed_names() {
        let labels = [true, true, false, false];
        let decisions = [true, false, false, false];
        let predictions =
            LabelledPredictions::new(&labels, &[0.9, 0.4, 0.5, 0.1], &decisions, &[], &[]).unwrap();
        let evaluation = predictions.evaluate(&Bootstrap::default(), None).unwrap();
        let json = serde_json::to_string(&evaluation).unwrap();
        assert_eq!(
            json,
            concat!(
                r#"{"tp":1,"fp":0,"tn":2,"fn":1,"precision":1.0,"recall":0.5,"f1":0.6666666666666666,"#,
                r#""f1_interval":null,"f1_unseen":null,"accuracy":0.75,"mcc":0.5773502691896258,"#,
                r#""roc_auc":0.75,"average_precision":0.8333333333333333,"mcnemar_p":null,"#,
                r#""thesis":{"precision":1.0,"recall":0.75,"f1":0.8571428571428571},"#,
                r#""thesis_as_printed":{"precision":1.0,"recall":0.6666666666666666,"f1":0.8}}"#
            )
        );
        assert_eq!(
            serde_json::from_str::<Evaluation>(&json).unwrap(),
            evaluation
        );
    }

    #[test]
    fn an_evaluation_of_nothing_holds_nothing() {
        let predictions = LabelledPredictions::new(&[], &[], &[], &[], &[]).unwrap();
        let evaluation = predictions
            .evaluate(&Bootstrap::default(), Some(&[]))
            .unwrap();
        assert_eq!(evaluation.f1, None);
        assert_eq!(evaluation.roc_auc, None);
        assert_eq!(evaluation.mcnemar_p, Some(1.0));
        assert_eq!(evaluation.precision_interval(0.95), None);
    }

    #[test]
    fn f1_on_unseen_rows_counts_only_them() {
        let labels = [true, true, false];
        let clusters = [(0, 1), (2, 2), (1, 2)];
        let unseen = [true, false, true];
        let scores = [1.0, 0.0, 0.5];
        let predictions =
            LabelledPredictions::new(&labels, &scores, &[true, false, false], &clusters, &unseen)
                .unwrap();
        let evaluation = predictions.evaluate(&Bootstrap::default(), None).unwrap();
        assert_eq!(evaluation.f1, Some(2.0 / 3.0));
        assert_eq!(evaluation.f1_unseen, Some(1.0));
        assert!(evaluation.f1_interval.is_some());
    }

    #[test]
    fn slices_of_different_length_are_refused() {
        let error = LabelledPredictions::new(&[true], &[0.0], &[], &[], &[]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "0 decisions for 1 labels; expected one for each; pass slices of equal length"
        );
        assert!(
            LabelledPredictions::new(&[true], &[0.0], &[true], &[(0, 0), (1, 1)], &[]).is_err()
        );
        assert!(LabelledPredictions::new(&[true], &[0.0], &[true], &[], &[true, true]).is_err());
        let predictions = LabelledPredictions::new(&[true], &[0.0], &[true], &[], &[]).unwrap();
        assert!(
            predictions
                .evaluate(&Bootstrap::default(), Some(&[]))
                .is_err()
        );
    }
}
