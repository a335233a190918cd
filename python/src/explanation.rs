//! Explains the decision on a pair.

use dejalu::report::{self, Style};
use pyo3::prelude::*;

use crate::error::raised;

/// One pair, judged, and the evidence.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Explanation(pub report::Explanation);

#[pymethods]
impl Explanation {
    #[getter]
    fn verdict(&self) -> String {
        self.0.verdict()
    }

    fn text(&self) -> String {
        self.0.terminal(Style::default())
    }

    fn json(&self) -> String {
        self.0.json()
    }

    fn html(&self) -> PyResult<String> {
        self.0.html().map_err(raised)
    }
}
