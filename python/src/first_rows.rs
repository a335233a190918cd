//! The first rows of tables, which show what the fields of records hold.

use std::path::PathBuf;

use dejalu::similarity::TableFields;
use dejalu_io::{Sample, TableOptions};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::analysis::fields;
use crate::cells::table;
use crate::error::raised;
use crate::tables::Pairs;
use crate::work::detached;

/// The columns of tables with the values of their first rows.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct FirstRows(Vec<Sample>);

#[pymethods]
impl FirstRows {
    /// Those of files.
    #[staticmethod]
    fn of_files(py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<Self> {
        let options = TableOptions::default();
        let sample = |path: &PathBuf| Sample::of(path, &options, TableFields::ROWS);
        detached(py, |_| Ok(FirstRows(paths.iter().map(sample).collect())))
    }

    /// Those of a table in memory: what errors call it, its names, and its cells.
    #[staticmethod]
    fn of_columns(
        py: Python<'_>,
        what: &str,
        names: Vec<String>,
        cells: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let (table, met) = table(what, &names, cells)?;
        let read = |_: &_| {
            Ok(FirstRows(vec![Sample::of_columns(
                table,
                TableFields::ROWS,
            )]))
        };
        met.or(detached(py, read))
    }

    /// Those of the documents of pairs: their fields, each as the column of this name.
    #[staticmethod]
    fn of_pairs(pairs: &Pairs) -> Self {
        FirstRows(vec![of_read(&pairs.set.documents)])
    }

    /// Returns whether a table has a column of texts.
    #[getter]
    fn has_text(&self) -> bool {
        self.0.iter().any(Sample::has_text)
    }

    /// All columns as fields, but those of these names and others that say which document a row is; "" where a table has a
    /// column of texts, or one of the sources is no table.
    fn all_columns(&self, of_documents: Vec<String>) -> String {
        if self.0.iter().any(|table| table.columns.is_empty()) {
            return String::new();
        }
        TableFields::all_columns(&self.0, &of_documents).to_string()
    }

    /// What these fields hold: the name of each with its type, or None where its name says how it is compared.
    fn types(&self, columns: &str, said: Vec<String>) -> PyResult<Vec<(String, Option<String>)>> {
        let typed = TableFields::typed(fields(columns)?, &said, &self.0).map_err(raised)?;
        let types = typed.types.into_iter();
        let named = types.map(|it| (it.field, it.field_type.map(|it| it.to_string())));
        Ok(named.collect())
    }
}

/// The values of the fields of the first documents.
fn of_read(documents: &[dejalu::Document]) -> Sample {
    let mut sample = Sample::default();
    for document in documents.iter().take(TableFields::ROWS) {
        for field in &document.named {
            let value = document.text[field.span.clone()].to_owned();
            let mut known = sample.columns.iter_mut();
            match known.find(|(name, _)| **name == *field.name) {
                Some((_, values)) => values.push(value),
                None => sample.columns.push((field.name.to_string(), vec![value])),
            }
        }
    }
    sample
}
