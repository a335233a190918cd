//! Finds reused passages.

use std::path::PathBuf;

use dejalu::document::reader::read_one;
use dejalu::passages::{PassageModel, find_all};
use dejalu::text::{AnalysisOptions, Analyzer, Ignored};
use pyo3::prelude::*;

use crate::error::raised;
use crate::tables::Documents;
use crate::work::detached;

/// The pairs with passages, as JSON; of two documents that pair alone.
#[pyfunction]
pub fn passages(
    py: Python<'_>,
    documents: &Documents,
    ignore: Vec<PathBuf>,
    ignore_quotes: bool,
    model: Option<PathBuf>,
) -> PyResult<String> {
    let model = match model {
        None => PassageModel::built_in().clone(),
        Some(path) => {
            let json = std::fs::read(&path)?;
            PassageModel::from_json(&json)
                .map_err(|error| raised(error.at(&dejalu_io::place(&path))))?
        }
    };
    let documents = &documents.documents;
    let found = detached(py, |watch| {
        let analyzer = Analyzer::new(AnalysisOptions::default().resolved(documents));
        let texts = ignore
            .iter()
            .map(|path| read_one(path, analyzer.options().main_content));
        let texts = texts.collect::<dejalu::Result<Vec<_>>>()?;
        let ignored = Ignored::new(&analyzer, &texts, ignore_quotes);
        let found = find_all(documents, None, (&analyzer, &ignored), &model, watch);
        Ok(serde_json::json!(found.shared).to_string())
    })?;
    Ok(found)
}
