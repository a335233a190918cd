//! Several deciders on the same pairs.

use std::path::PathBuf;
use std::sync::Arc;

use dejalu::corpus::background::Background;
use dejalu::error::Parameter;
use dejalu::experiment::Study;
use dejalu::experiment::compare::{self, CompareOptions, Plane};
use dejalu::experiment::rules::Tuning;
use dejalu::report::{
    self, Occasion, OutputFolder, Page, Settings, Style, settings_of_comparison,
    settings_of_evaluation,
};
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
    fn new(pairs: &Pairs, comparison: compare::Comparison) -> Self {
        let set = pairs.set.in_order();
        let id = |place: usize| set.documents[place].id.to_string();
        let places = set.places().into_iter();
        Comparison {
            comparison,
            ids: places.map(|(a, b)| (id(a), id(b))).collect(),
            categories: set.pairs.iter().map(|pair| pair.category.clone()).collect(),
        }
    }
}

/// A model on held-out pairs, beside the published rules.
#[pyfunction]
pub fn evaluate(
    py: Python<'_>,
    model: &Model,
    pairs: &Pairs,
    background: Option<PathBuf>,
    chance: Chance,
    report: Option<PathBuf>,
) -> PyResult<Comparison> {
    let bootstrap = chance.bootstrap()?;
    let comparison = detached(py, |watch| {
        let background = background.as_deref().map(Background::load).transpose()?;
        let background = background.map(Arc::new);
        let folder = report.as_deref().map(OutputFolder::create).transpose()?;
        let comparison = compare::evaluate(&pairs.set, &model.0, background, &bootstrap, watch)?;
        if let Some(folder) = folder {
            let name = "in memory";
            let page = Page {
                occasion: Occasion::Evaluation,
                comparison: &comparison,
                set: &pairs.set,
                model: Some(&model.0),
                plane: None,
                settings: &settings_of_evaluation(&pairs.source, name, &model.0, &bootstrap),
                sample: None,
            };
            page.write(folder.path())?;
        }
        Ok(comparison)
    })?;
    Ok(Comparison::new(pairs, comparison))
}

/// Learned discriminants, published rules and rules re-tuned, on the same folds.
#[pyfunction]
pub fn compare_deciders(
    py: Python<'_>,
    pairs: &Pairs,
    learning: Learning,
    chance: Chance,
    retune: Vec<String>,
    report: Option<PathBuf>,
) -> PyResult<Comparison> {
    let tuning = |way: &String| match way.as_str() {
        "f1" => Ok(Tuning::BestF1),
        "crossing" => Ok(Tuning::Crossing),
        _ => Err(wrong(Parameter::Retune, way, "expected f1 or crossing")),
    };
    let options = CompareOptions {
        features: learning.features(pairs)?,
        study: learning.study(&chance)?,
        learner: learning.learner()?,
        kernels: compare::KERNELS.to_vec(),
        tunings: retune.iter().map(tuning).collect::<PyResult<_>>()?,
        bootstrap: chance.bootstrap()?,
    };
    let comparison = detached(py, |watch| {
        let folder = report.as_deref().map(OutputFolder::create).transpose()?;
        let set = pairs.set.in_order();
        let study = compare::study(&set, &options, watch)?;
        let comparison = compare::compare_in(&study, &options, watch)?;
        if let Some(folder) = folder {
            let settings = settings_of_comparison(&pairs.source, &options);
            write_report(
                &folder,
                Occasion::Comparison,
                &study,
                &comparison,
                None,
                &settings,
            )?;
        }
        Ok(comparison)
    })?;
    Ok(Comparison::new(pairs, comparison))
}

/// Writes the report of a comparison in a study, of which a model may have come.
pub fn write_report(
    folder: &OutputFolder,
    occasion: Occasion,
    study: &Study,
    comparison: &compare::Comparison,
    model: Option<&dejalu::model::Model>,
    settings: &Settings,
) -> dejalu::Result<PathBuf> {
    let plane = Plane::of(study, comparison)?;
    let page = Page {
        occasion,
        comparison,
        set: study.set(),
        model,
        plane: plane.as_ref(),
        settings,
        sample: None,
    };
    page.write(folder.path())
}
