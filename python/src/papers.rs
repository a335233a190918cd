//! Reproduces the figures of the five papers.

use dejalu::reproduce::ReproduceOptions;
use pyo3::prelude::*;

use crate::work::detached;

/// All exhibits, as JSON.
#[pyfunction]
pub fn reproduce(py: Python<'_>, count: usize, seed: u64) -> PyResult<String> {
    let options = ReproduceOptions {
        seed,
        plagiarised: count,
    };
    let made = detached(py, |watch| dejalu::reproduce::reproduce(&options, watch))?;
    Ok(serde_json::json!(made).to_string())
}
