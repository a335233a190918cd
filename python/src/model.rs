//! Models: loaded, saved, asked.

use std::path::PathBuf;
use std::sync::Arc;

use dejalu::Progress;
use dejalu::collection::Threshold;
use dejalu::model::{Decision, MinimumScore};
use dejalu::report;
use numpy::{PyArray1, PyArray2, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::raised;
use crate::explanation::Explanation;
use crate::tables::{Document, Pairs};
use crate::work::detached;

/// A trained model.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Model(pub Arc<dejalu::model::Model>);

impl Model {
    pub fn new(model: dejalu::model::Model) -> Self {
        Model(Arc::new(model))
    }

    /// The minimum score of a duplicate, as a user names it.
    pub fn minimum(&self, at: Option<&str>) -> PyResult<MinimumScore> {
        Threshold::of_model(at, &self.0).map_err(raised)
    }
}

/// Decision, score and probability of every pair, and the level that it reaches, or an empty text.
type Judged<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
    Vec<String>,
);

#[pymethods]
impl Model {
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        detached(py, |_| dejalu::model::Model::load(&path)).map(Model::new)
    }

    #[staticmethod]
    fn built_in(py: Python<'_>) -> PyResult<Self> {
        detached(py, |_| dejalu::model::builtin::model()).map(Model::new)
    }

    /// The one for bibliographic records.
    #[staticmethod]
    fn records(py: Python<'_>) -> PyResult<Self> {
        detached(py, |_| dejalu::model::builtin::records_model()).map(Model::new)
    }

    /// The model without the vetoes of these names.
    fn without_vetoes(&self, names: Vec<String>) -> PyResult<Self> {
        let model = (*self.0).clone().without_vetoes(&names);
        model.map(Model::new).map_err(raised)
    }

    /// The names of its vetoes, each with its condition in words.
    #[getter]
    fn vetoes(&self) -> Vec<(String, String)> {
        let vetoes = self.0.vetoes.iter();
        vetoes
            .map(|veto| (veto.name.clone(), veto.says.clone()))
            .collect()
    }

    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        detached(py, |_| self.0.save(&path))
    }

    /// Decisions (1 duplicate, 0 distinct, -1 unsure), scores, probabilities, levels.
    #[pyo3(signature = (pairs, at=None))]
    fn judge<'py>(
        &self,
        py: Python<'py>,
        pairs: &Pairs,
        at: Option<&str>,
    ) -> PyResult<Judged<'py>> {
        let set = &pairs.set;
        let minimum = self.minimum(at)?;
        let judged = detached(py, |watch| self.0.judge_all_at(set, minimum, watch))?;
        let judgements = || judged.iter().map(|row| row.judgement);
        let levels = judged.iter().map(|row| row.levels.reached_name());
        let decision = |decision| match decision {
            Decision::Duplicate => 1,
            Decision::Distinct => 0,
            Decision::Unsure => -1,
        };
        let decisions: Vec<i64> = judgements().map(|it| decision(it.decision)).collect();
        let scores: Vec<f64> = judgements().map(|it| it.score).collect();
        let probabilities: Vec<f64> = judgements().map(|it| it.probability).collect();
        Ok((
            decisions.to_pyarray(py),
            scores.to_pyarray(py),
            probabilities.to_pyarray(py),
            levels.collect(),
        ))
    }

    /// The vectors of pairs under the model's statistics.
    fn vectors<'py>(&self, py: Python<'py>, pairs: &Pairs) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = detached(py, |watch| {
            let documents = self.0.analyze_with_progress(&pairs.set.documents, watch);
            watch.begin("comparing pairs", pairs.set.pairs.len());
            self.0.vectors(&pairs.set, &documents, watch)
        })?;
        Ok(rows.to_pyarray(py))
    }

    #[pyo3(signature = (a, b, at=None))]
    fn explain(
        &self,
        py: Python<'_>,
        a: &Document,
        b: &Document,
        at: Option<&str>,
    ) -> PyResult<Explanation> {
        let documents = [a.0.clone(), b.0.clone()];
        let minimum = self.minimum(at)?;
        let explained = detached(py, |_| report::Explanation::new(&self.0, &documents))?;
        Ok(Explanation(explained.decided_at(&self.0, minimum)))
    }

    /// The columns of a table of pairs that it needs.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.0.columns()
    }

    /// The way the main content of pages is found.
    #[getter]
    fn main_content(&self) -> String {
        self.0.analysis.main_content.to_string()
    }

    /// The fields of records that it compares, with the columns that they were read from.
    #[getter]
    fn fields(&self) -> String {
        self.0.analysis.fields.to_string()
    }

    /// Its levels, the strictest first, each with the minimum score of texts and of web pages.
    #[getter]
    fn levels(&self) -> Vec<(String, f64, f64)> {
        let levels = &self.0.levels;
        let named = levels.texts.iter().filter_map(|it| {
            let minimum = levels.minimum(it.level)?;
            Some((it.level.to_string(), minimum.texts, minimum.pages))
        });
        named.collect()
    }

    #[getter]
    fn threshold(&self) -> f64 {
        self.0.minimum().texts
    }

    #[getter]
    fn features(&self) -> Vec<&str> {
        self.0
            .features
            .iter()
            .map(|feature| feature.name())
            .collect()
    }

    /// The record of its training, as JSON.
    fn training_json(&self) -> String {
        serde_json::json!(self.0.training).to_string()
    }

    /// A description for people.
    fn summary(&self) -> String {
        report::model(&self.0)
    }

    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let json = self.0.to_json().map_err(raised)?;
        Ok(PyBytes::new(py, &json))
    }

    #[staticmethod]
    fn from_json(bytes: &[u8]) -> PyResult<Self> {
        dejalu::model::Model::from_json(bytes)
            .map(Model::new)
            .map_err(raised)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let bytes = slf.get().to_json(slf.py())?;
        Ok((slf.get_type().getattr("from_json")?, (bytes,)))
    }
}
