//! Removals of a collection that is elsewhere, judged by what is known of each.

use dejalu::collection::{self, DoubtedRemoval, Loss, Losses, Relation, RemovalAudit};
use dejalu::document::DocumentId;
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;

use crate::collections::Judge;
use crate::columns::{Cells, Given};
use crate::given_groups::{Answers, Auditing};
use crate::work::detached;

/// Removals, judged.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct AuditedRemovals {
    figures: collection::LossFigures,
    audit: Option<RemovalAudit>,
}

#[pymethods]
impl AuditedRemovals {
    /// The questions of a draw and the answers so far, each as a line of a `labels.jsonl`.
    fn questions_json(&self) -> Vec<String> {
        let rows = self.audit.iter().flat_map(|audit| &audit.questions);
        rows.map(|row| row.to_json().to_string()).collect()
    }

    /// What is known, in sentences.
    fn sentences(&self) -> Vec<String> {
        let mut sentences = self.figures.sentences();
        sentences.extend(self.audit.iter().flat_map(RemovalAudit::sentences));
        sentences
    }

    /// Returns whether a verdict lets nothing go, though there was something to remove.
    fn has_failed(&self) -> bool {
        self.audit.as_ref().is_some_and(RemovalAudit::has_failed)
    }

    /// The figures about all removals, and those of the draw or the verdict.
    fn figures_json(&self) -> String {
        json!({ "figures": self.figures, "audit": self.audit }).to_string()
    }

    /// The places of the removals that stay after a verdict, ascending.
    fn stays(&self) -> Vec<u32> {
        let stays = self.audit.iter().flat_map(RemovalAudit::stays);
        stays.copied().collect()
    }
}

/// Judges removals: each by its id, that of the document kept in its place, how it relates to that one, what would be
/// lost, their score, and how many documents score higher with it.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "columns")]
pub fn audit_removals<'py>(
    py: Python<'py>,
    judge: &Judge,
    ids: Given<'py>,
    representatives: Given<'py>,
    relations: Given<'py>,
    lost: PyReadonlyArray1<'py, f64>,
    scores: PyReadonlyArray1<'py, f64>,
    better: PyReadonlyArray1<'py, i64>,
    answers: Option<&Answers>,
    how: Auditing,
) -> PyResult<AuditedRemovals> {
    let options = how.options(answers)?;
    let [ids, kept, relations] = [&ids, &representatives, &relations].map(texts);
    let (ids, kept, relations) = (ids?, kept?, relations?);
    let lengths = [
        kept.len(),
        relations.len(),
        lost.len()?,
        scores.len()?,
        better.len()?,
    ];
    if lengths.iter().any(|&length| length != ids.len()) {
        return Err(PyValueError::new_err("expected columns of equal length"));
    }
    let relation = |name: &str| {
        let relation = serde_json::from_value::<Relation>(name.into());
        relation.map_err(|error| PyValueError::new_err(error.to_string()))
    };
    let relations: PyResult<Vec<Relation>> = relations.into_iter().map(relation).collect();
    let figures = lost.as_array().into_iter().zip(scores.as_array());
    let known = |&figure: &f64| Some(figure).filter(|it| !it.is_nan());
    let (mut losses, mut removals) = (Vec::new(), Vec::new());
    for (place, (relation, (lost, score))) in relations?.into_iter().zip(figures).enumerate() {
        let score = known(score);
        removals.push(DoubtedRemoval {
            removed: DocumentId::from(ids[place]),
            kept: DocumentId::from(kept[place]),
            score,
            better: better.as_array()[place].max(0) as u64,
        });
        losses.push(Loss {
            removed: place as u32,
            kept: place as u32,
            lost: known(lost),
            relation,
            score,
            // Rows do not tell web pages from texts: all are decided as texts.
            decision: score.map(|score| judge.0.decide(score, judge.0.minimum().texts)),
            probability: score.and_then(|score| judge.0.probability(score)),
        });
    }
    detached(py, |_| {
        let audit = options.map(|options| RemovalAudit::of_removals(&removals, &options));
        Ok(AuditedRemovals {
            figures: Losses::of_rows(losses, &judge.0).figures,
            audit: audit.transpose()?,
        })
    })
}

fn texts<'a>(column: &'a Given<'_>) -> PyResult<Vec<&'a str>> {
    Cells::of(column)?.texts()
}
