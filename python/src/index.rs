//! A collection on disk, and its groups.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use dejalu::Result;
use dejalu::collection::index::{self, Groups};
use dejalu::collection::{self, Constraints, Threshold};
use dejalu::document::DocumentId;
use dejalu::error::IoContext;
use pyo3::prelude::*;
use serde_json::json;

use crate::collections::{Finding, GroupsRow, Judge, Scored, row_of_group, scored};
use crate::error::raised;
use crate::model::Model;
use crate::tables::{Document, Documents};
use crate::work::detached;

/// An index that is open.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Index(Mutex<index::Index>);

/// Options of forming groups, as Python gives them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Forming {
    at: Option<String>,
    keep: String,
    lose_at_most: Option<f64>,
    boilerplate: String,
    /// In megabytes.
    fit_on: u32,
}

impl Forming {
    fn options(&self, judge: &collection::Judge) -> Result<index::GroupOptions> {
        Ok(index::GroupOptions {
            threshold: Threshold::of_groups(self.at.as_slice(), judge)?,
            keep: self.keep.parse()?,
            lose_at_most: self.lose_at_most,
            boilerplate: self.boilerplate.parse()?,
            fit_on: u64::from(self.fit_on) * 1_000_000,
        })
    }
}

/// The groups of an index.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct IndexGroups(Groups);

#[pymethods]
impl IndexGroups {
    /// For every document, by id, what the table of groups says.
    fn rows(&self) -> Vec<GroupsRow<'_, u32>> {
        let groups = &self.0;
        let row = |place: u32| {
            let id = |place: u32| groups.documents[place as usize].as_str();
            row_of_group(&groups.grouping, (place, groups.number_of(place)), id)
        };
        (0..groups.documents.len() as u32).map(row).collect()
    }
}

#[pymethods]
impl Index {
    #[staticmethod]
    fn create(path: PathBuf, model: &Model) -> PyResult<Self> {
        let folder = fs::create_dir_all(&path).context("write", &path);
        let made = folder.and_then(|()| index::Index::create(&path, (*model.0).clone()));
        made.map(Index::new).map_err(raised)
    }

    #[staticmethod]
    fn open(path: PathBuf) -> PyResult<Self> {
        index::Index::open(&path).map(Index::new).map_err(raised)
    }

    fn count(&self, py: Python<'_>) -> PyResult<usize> {
        detached(py, |_| self.held().count())
    }

    /// The decider.
    fn judge(&self, py: Python<'_>) -> PyResult<Judge> {
        detached(py, |_| Ok(self.held().judge())).map(Judge)
    }

    /// Adds documents, and reports the effect on the groups.
    fn add(&self, py: Python<'_>, documents: &Documents) -> PyResult<String> {
        let added = detached(py, |watch| {
            self.held().add(documents.documents.clone(), watch)
        })?;
        let change = json!({
            "added": added.added, "known": added.known, "changed": added.changed, "change": added.change,
        });
        Ok(change.to_string())
    }

    /// The near-duplicates of a query, as [`find`](crate::collections::find) has them.
    fn find<'py>(&self, py: Python<'py>, query: &Document, how: Finding) -> PyResult<Scored<'py>> {
        let queries = [query.0.clone()];
        let judge = self.judge(py)?;
        let options = how.options(&judge)?;
        let found = detached(py, |watch| {
            self.held().find_by(&judge.0, &queries, &options, watch)
        })?;
        Ok(scored(py, (&queries, found), &judge, how.top))
    }

    fn form_groups(&self, py: Python<'_>, how: Forming) -> PyResult<String> {
        let change = detached(py, |watch| {
            let mut index = self.held();
            let options = how.options(&index.judge())?;
            index.form_groups(&options, watch)
        })?;
        Ok(json!(change).to_string())
    }

    fn constrain(&self, py: Python<'_>, constraints: PathBuf) -> PyResult<String> {
        let change = detached(py, |_| {
            let constraints = Constraints::read(&constraints)?;
            self.held().constrain(&constraints)
        })?;
        Ok(json!(change).to_string())
    }

    fn groups(&self, py: Python<'_>) -> PyResult<Option<IndexGroups>> {
        let groups = detached(py, |_| self.held().groups())?;
        Ok(groups.map(IndexGroups))
    }

    fn history(&self, py: Python<'_>) -> PyResult<String> {
        let changes: Vec<index::Change<DocumentId>> = detached(py, |_| self.held().history())?;
        Ok(json!(changes).to_string())
    }
}

impl Index {
    fn new(index: index::Index) -> Self {
        Index(Mutex::new(index))
    }

    /// The index for one at a time, to be asked for within [`detached`]: whoever holds it may need the
    /// interpreter's lock. A call that failed leaves the index as it was.
    fn held(&self) -> MutexGuard<'_, index::Index> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
