//! Several deciders on the same pairs.

use std::path::PathBuf;
use std::sync::Arc;

use dejalu::corpus::background::Background;
use dejalu::error::Parameter;
use dejalu::experiment::compare::{self, CompareOptions, EvaluateOptions};
use dejalu::report::{self, OutputFolder, Page, Style};
use dejalu::rules::Tuning;
use numpy::{PyArray1, ToPyArray};
use pyo3::prelude::*;

use crate::error::wrong;
use crate::model::Model;
use crate::tables::Pairs;
use crate::training::{Chance, Learning};
use crate::work::detached;

/// The figures of several deciders, and what each said of every pair.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Comparison {
    comparison: compare::Comparison,
    /// The ids of each pair's documents, in the comparison's order.
    ids: Vec<(String, String)>,
    categories: Vec<Option<String>>,
}

#[pymethods]
impl Comparison {
    /// The figures as JSON.
    fn json(&self) -> String {
        String::from_utf8_lossy(&report::json(&self.comparison)).into_owned()
    }

    /// The figures as a table for people.
    fn table(&self) -> String {
        report::table(&self.comparison, Style::default())
    }

    #[getter]
    fn notes(&self) -> Vec<String> {
        self.comparison.notes.clone()
    }

    #[getter]
    fn ids(&self) -> Vec<(String, String)> {
        self.ids.clone()
    }

    /// Every decider's prediction for every pair: its place among the pairs, the decider, the fold, the score and the
    /// decision.
    fn held_out(&self) -> Vec<(usize, String, usize, f64, bool)> {
        let pairs = self.ids.len().max(1);
        let said = self.comparison.held_out().enumerate();
        said.map(|(row, it)| (row % pairs, it.decider, it.fold, it.score, it.decision))
            .collect()
    }

    #[getter]
    fn categories(&self) -> Vec<Option<String>> {
        self.categories.clone()
    }

    #[getter]
    fn labels<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.comparison.labels.to_pyarray(py)
    }

    /// Each pair's score less the threshold, of the decider at this place.
    fn margins<'py>(&self, py: Python<'py>, decider: usize) -> Option<Bound<'py, PyArray1<f64>>> {
        let decider = self.comparison.deciders.get(decider)?;
        Some(decider.margins.to_pyarray(py))
    }

    /// Each pair's decision, of the decider at this place.
    fn decisions<'py>(
        &self,
        py: Python<'py>,
        decider: usize,
    ) -> Option<Bound<'py, PyArray1<bool>>> {
        let decider = self.comparison.deciders.get(decider)?;
        Some(decider.decisions.to_pyarray(py))
    }
}

impl Comparison {
    fn new(comparison: compare::Comparison) -> Self {
        let set = comparison.set.clone();
        let id = |place: usize| set.documents[place].id.to_string();
        let places = set.places().into_iter();
        Comparison {
            comparison,
            ids: places.map(|(a, b)| (id(a), id(b))).collect(),
            categories: set.pairs.iter().map(|pair| pair.category.clone()).collect(),
        }
    }
}

/// Options of an evaluation.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Evaluating {
    at: Option<String>,
    background: Option<PathBuf>,
    base_rate: Option<f64>,
    report: Option<PathBuf>,
}

/// A model on held-out pairs, beside the published rules.
#[pyfunction]
pub fn evaluate(
    py: Python<'_>,
    model: &Model,
    pairs: &Pairs,
    chance: Chance,
    how: Evaluating,
) -> PyResult<Comparison> {
    let Evaluating {
        at,
        background,
        base_rate,
        report,
    } = how;
    let at = Some(model.minimum(at.as_deref())?);
    let bootstrap = chance.bootstrap()?;
    let comparison = detached(py, |watch| {
        let background = background.as_deref().map(Background::load).transpose()?;
        let options = EvaluateOptions {
            background: background.map(Arc::new),
            bootstrap,
            base_rate,
            at,
        };
        let folder = report.as_deref().map(OutputFolder::create).transpose()?;
        let comparison = compare::evaluate(&pairs.set, &model.0, &options, watch)?;
        if let Some(folder) = folder {
            Page::of(&comparison, &pairs.source)
                .with_model("in memory", &model.0)
                .write(folder.path())?;
        }
        Ok(comparison)
    })?;
    Ok(Comparison::new(comparison))
}

/// Learned discriminants, published rules and rules re-tuned, on the same folds.
#[pyfunction]
pub fn compare_deciders(
    py: Python<'_>,
    pairs: &Pairs,
    learning: Learning,
    chance: Chance,
    retune: Vec<String>,
    base_rate: Option<f64>,
    report: Option<PathBuf>,
) -> PyResult<Comparison> {
    let tuning = |way: &String| match way.as_str() {
        "f1" => Ok(Tuning::BestF1),
        "crossing" => Ok(Tuning::Crossing),
        _ => Err(wrong(Parameter::Retune, way, "expected f1 or crossing")),
    };
    let options = CompareOptions {
        tunings: retune.iter().map(tuning).collect::<PyResult<_>>()?,
        base_rate,
        ..learning.options(pairs, &chance, report.is_some())?
    };
    let comparison = detached(py, |watch| {
        let folder = report.as_deref().map(OutputFolder::create).transpose()?;
        let comparison = compare::compare(&pairs.set, &options, watch)?;
        if let Some(folder) = folder {
            Page::of(&comparison, &pairs.source).write(folder.path())?;
        }
        Ok(comparison)
    })?;
    Ok(Comparison::new(comparison))
}
