//! Similarity vectors.

use std::path::PathBuf;

use dejalu::corpus::background::Background;
use dejalu::pairs;
use dejalu::similarity::measures::catalogue;
use dejalu::similarity::{Feature, FeatureSet};
use numpy::{PyArray2, ToPyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::analysis::Reading;
use crate::error::raised;
use crate::tables::Pairs;
use crate::work::detached;

/// Features, and what they know of a collection.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Vectorizer(pairs::Vectorizer);

#[pymethods]
impl Vectorizer {
    /// Counts what the features need over the documents of these pairs.
    #[staticmethod]
    fn fit(py: Python<'_>, pairs: &Pairs, features: &str, reading: Reading) -> PyResult<Self> {
        let analysis = reading.options()?;
        let features = pairs.features(features, &reading.typed()?)?;
        let fitted = detached(py, |watch| {
            pairs::Vectorizer::fit(&pairs.set, features, analysis, watch)
        })?;
        Ok(Vectorizer(fitted))
    }

    /// [`fit`](Self::fit), and the vectors of the same pairs.
    #[staticmethod]
    fn fit_vectors<'py>(
        py: Python<'py>,
        pairs: &Pairs,
        features: &str,
        reading: Reading,
    ) -> PyResult<(Self, Bound<'py, PyArray2<f64>>)> {
        let analysis = reading.options()?;
        let features = pairs.features(features, &reading.typed()?)?;
        let (fitted, rows) = detached(py, |watch| {
            pairs::Vectorizer::fit_vectors(&pairs.set, features, analysis, watch)
        })?;
        Ok((Vectorizer(fitted), rows.to_pyarray(py)))
    }

    /// The features under statistics in a file.
    #[staticmethod]
    fn with_background(
        py: Python<'_>,
        pairs: &Pairs,
        features: &str,
        reading: Reading,
        path: PathBuf,
    ) -> PyResult<Self> {
        let analysis = reading.options()?;
        let features = pairs.features(features, &reading.typed()?)?;
        let background = detached(py, |_| {
            let background = Background::load(&path)?;
            background.check(&analysis)?;
            Ok(background)
        })?;
        Ok(Vectorizer(pairs::Vectorizer::with_background(
            features,
            &background,
        )))
    }

    /// The vectors of pairs, one per row.
    fn vectors<'py>(&self, py: Python<'py>, pairs: &Pairs) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = detached(py, |watch| self.0.vectors(&pairs.set, watch))?;
        Ok(rows.to_pyarray(py))
    }

    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.0.features.iter().map(Feature::name).collect()
    }

    /// Everything it knows, for pickles.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = serde_json::to_vec(&self.0).map_err(unpickled)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The vectorizer of [`to_bytes`](Self::to_bytes).
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<Self> {
        serde_json::from_slice(bytes)
            .map(Vectorizer)
            .map_err(unpickled)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let bytes = slf.get().to_bytes(slf.py())?;
        Ok((slf.get_type().getattr("from_bytes")?, (bytes,)))
    }
}

fn unpickled(reason: serde_json::Error) -> PyErr {
    PyValueError::new_err(format!("not what a vectorizer is pickled as: {reason}"))
}

/// The names of features: `default`, `papers` and `all` stand for several.
#[pyfunction]
pub fn feature_names(features: &str) -> PyResult<Vec<String>> {
    let features = FeatureSet::parse(features).map_err(raised)?;
    Ok(features
        .iter()
        .map(|feature| feature.name().to_string())
        .collect())
}

/// Name, one line of what it measures, and source of every measure.
#[pyfunction]
pub fn measures() -> Vec<(&'static str, &'static str, &'static str)> {
    let entries = catalogue().into_iter();
    entries
        .map(|entry| (entry.name, entry.summary, entry.source))
        .collect()
}
