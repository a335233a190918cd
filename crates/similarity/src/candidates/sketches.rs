//! The part of a collection that is kept while its similar pairs are looked for.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::corpus::Lists;
use crate::measures::Sketch;
use dejalu_base::error::read_by_name;

/// A sketch among others.
#[derive(Debug, Clone, Copy)]
pub struct SketchRef<'a> {
    /// [`Sketch::values`].
    pub values: &'a [u64],
    /// [`Sketch::shares`].
    pub shares: &'a [f64],
}

impl<'a> From<&'a Sketch> for SketchRef<'a> {
    fn from(sketch: &'a Sketch) -> Self {
        SketchRef {
            values: &sketch.values,
            shares: &sketch.shares,
        }
    }
}

/// The sketches of a collection, one after the other.
#[derive(Debug, Default, Clone)]
pub struct Sketches {
    /// Shared with the joins that compare them.
    values: Arc<Lists<u64>>,
    /// Of all values, or of none.
    shares: Vec<f64>,
}

impl Sketches {
    /// Adds the next document's.
    pub fn push<'a>(&mut self, sketch: impl Into<SketchRef<'a>>) {
        let sketch = sketch.into();
        let values = sketch.values.iter().copied();
        Arc::make_mut(&mut self.values).push(values);
        self.shares.extend_from_slice(sketch.shares);
    }

    /// The sketch of a document.
    pub fn get(&self, document: usize) -> SketchRef<'_> {
        let document = document as u32;
        let span = self.values.span(document);
        SketchRef {
            values: self.values.get(document),
            shares: self.shares.get(span).unwrap_or_default(),
        }
    }

    /// Returns whether there are documents, none of which has a value.
    pub fn hold_nothing(&self) -> bool {
        !self.is_empty() && self.items().is_empty()
    }

    /// The values of all documents.
    pub(super) fn items(&self) -> &[u64] {
        self.values.items()
    }

    /// Their shares; none where values only count.
    pub(super) fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// The values of each document.
    pub(super) fn sets(&self) -> Vec<&[u64]> {
        let documents = 0..self.len() as u32;
        documents
            .map(|document| self.values.get(document))
            .collect()
    }

    /// The number of documents.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// By what terms are put in their canonical order (002, section 3: "instead of simply considering the
/// document frequency, we may use the feature weights"). Candidates that are found exactly are the
/// same in either; what the paper's filter loses, and how many documents are left after each phase,
/// are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TermOrder {
    /// The number of documents that hold the term.
    #[default]
    Frequency,
    /// The sum of its shares of the documents' weight.
    Weight,
}

read_by_name!(TermOrder, Order, "expected frequency or weight");
