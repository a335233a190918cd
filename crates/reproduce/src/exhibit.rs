//! [`Exhibit`]: a printed table, figure or example beside ours.

use serde::Serialize;

use crate::cell::{Cell, Verdict};
use crate::source::Source;
use dejalu_experiment::generate::experiment::PlagiarismExperiment;
use dejalu_registry::experiment::CopyExperiment;

/// A printed table, figure or example beside ours.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Exhibit {
    /// Names it among all: `000-table-3.3`.
    pub id: String,
    /// Place where it is printed.
    #[serde(flatten)]
    pub source: Source,
    /// Names of the cells of a row, in order.
    pub columns: Vec<&'static str>,
    /// The rows.
    pub rows: Vec<Row>,
    /// The verdict on all of it.
    pub verdict: Verdict,
    /// From what ours is computed, and the reason for what is not equal.
    pub why: String,
    /// All figures of an experiment of which the rows hold a part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub experiment: Option<Experiment>,
}

/// A row of an exhibit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// What it is a row of: `degree of 'rise'`.
    pub what: String,
    /// One cell a column.
    pub cells: Vec<Cell>,
}

/// An experiment that was made again, with all its figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Experiment {
    /// Plagiarised documents compared with their sources (003).
    Plagiarism(PlagiarismExperiment),
    /// Copies among registered documents (004).
    Copies(CopyExperiment),
}

impl Exhibit {
    pub(crate) fn new(
        source: Source,
        columns: impl IntoIterator<Item = &'static str>,
        mut rows: Vec<Row>,
        why: impl Into<String>,
    ) -> Self {
        let columns: Vec<&str> = columns.into_iter().collect();
        // Of a row that ends before the last column the rest is empty.
        for row in &mut rows {
            row.cells.resize(columns.len(), Cell::default());
        }
        let cells = rows.iter().flat_map(|row| &row.cells);
        let verdict = cells.filter_map(|cell| cell.verdict).max();
        let number = source.number.replace(' ', "-");
        Exhibit {
            id: format!("{}-{number}", source.paper.number),
            source,
            columns,
            rows,
            verdict: verdict.unwrap_or(Verdict::CannotBeRepeated),
            why: why.into(),
            experiment: None,
        }
    }

    pub(crate) fn with_experiment(self, experiment: Experiment) -> Self {
        Exhibit {
            experiment: Some(experiment),
            ..self
        }
    }
}

impl Row {
    pub(crate) fn new(what: impl Into<String>, cells: impl IntoIterator<Item = Cell>) -> Self {
        Row {
            what: what.into(),
            cells: cells.into_iter().collect(),
        }
    }
}
