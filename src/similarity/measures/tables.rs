//! What a run compares: for every kind of view a table of the documents' views and of the measures
//! that compare them.
//!
//! Grouped so, a view is made once per document and what two views have in common ([`View::Joint`])
//! once per pair, however many features look at it.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::{Measure, Missing, View};
use crate::corpus::CorpusStats;
use crate::text::AnalyzedDocument;

/// The tables of a run. Measures are entered one by one and known by their places, from 0 in the
/// order of entering; documents by their places in the list.
pub struct Tables<'a> {
    documents: &'a [AnalyzedDocument],
    stats: &'a CorpusStats,
    tables: Vec<Box<dyn AnyTable>>,
    by_view: HashMap<(TypeId, String), usize>,
    measures: usize,
}

impl<'a> Tables<'a> {
    /// No measure yet, over these documents and statistics.
    pub fn new(documents: &'a [AnalyzedDocument], stats: &'a CorpusStats) -> Self {
        Tables {
            documents,
            stats,
            tables: Vec::new(),
            by_view: HashMap::new(),
            measures: 0,
        }
    }

    /// Adds a measure, to the table of an earlier one if it looks at the same view.
    pub(super) fn enter<M: Measure>(&mut self, measure: Arc<M>, missing: Missing) {
        let options = measure.view();
        // Equal options have equal JSON; options are plain values, which serialise.
        let shape = serde_json::to_string(&options).unwrap_or_default();
        let next = self.tables.len();
        let at = *self
            .by_view
            .entry((TypeId::of::<M::View>(), shape))
            .or_insert(next);
        if at == next {
            self.tables.push(Box::new(Table::<M::View> {
                options,
                views: Vec::new(),
                measures: Vec::new(),
            }));
        }
        let table: &mut dyn Any = &mut *self.tables[at];
        let table = table
            .downcast_mut::<Table<M::View>>()
            .expect("the key names the view");
        table.measures.push(Entered {
            place: self.measures,
            measure,
            missing,
        });
        self.measures += 1;
    }

    /// How many kinds of views there are.
    pub fn kinds(&self) -> usize {
        self.tables.len()
    }

    /// The tables, filled.
    pub fn finish(mut self) -> Comparisons {
        for table in &mut self.tables {
            table.fill(self.documents, self.stats);
        }
        Comparisons {
            tables: self.tables,
            measures: self.measures,
        }
    }

    /// The tables one by one, each filled when it is its turn: for many pairs at a time, where the
    /// views of all documents would take more memory than the documents.
    pub fn one_by_one(self) -> impl Iterator<Item = Comparisons> {
        let (documents, stats, measures) = (self.documents, self.stats, self.measures);
        self.tables.into_iter().map(move |mut table| {
            table.fill(documents, stats);
            Comparisons {
                tables: vec![table],
                measures,
            }
        })
    }
}

/// Views of all documents, ready to be compared by the measures of these views.
pub struct Comparisons {
    tables: Vec<Box<dyn AnyTable>>,
    measures: usize,
}

impl Comparisons {
    /// How many measures were entered.
    pub fn len(&self) -> usize {
        self.measures
    }

    /// Whether there is no measure.
    pub fn is_empty(&self) -> bool {
        self.measures == 0
    }

    /// The similarities of two documents into `vector`, which holds a number for every measure that
    /// was entered; each in [0, 1], or what the measure was entered with for [`Missing`] ones. Places
    /// of measures of other views are left as they are.
    pub fn similarities(&self, left: usize, right: usize, vector: &mut [f64]) {
        for table in &self.tables {
            table.similarities(left, right, vector);
        }
    }

    /// The two values of every measure that is directed by nature, in the order of the measures.
    pub fn directed(&self, left: usize, right: usize) -> Vec<Option<[f64; 2]>> {
        let mut values = vec![None; self.measures];
        for table in &self.tables {
            table.directed(left, right, &mut values);
        }
        values
    }

    /// Which measures find something to compare between two documents ([`View::is_comparable`]), in
    /// the order of the measures.
    pub fn are_comparable(&self, left: usize, right: usize) -> Vec<bool> {
        let mut comparable = vec![false; self.measures];
        for table in &self.tables {
            table.are_comparable(left, right, &mut comparable);
        }
        comparable
    }
}

/// One kind of view: a view a document, and the measures over it with their places.
struct Table<V: View> {
    options: V::Options,
    views: Vec<V>,
    measures: Vec<Entered<V>>,
}

/// A measure with its place in the vector.
struct Entered<V: View> {
    place: usize,
    measure: Arc<dyn Compare<V>>,
    missing: Missing,
}

/// A [`Measure`] over the view `V`, its own type forgotten.
trait Compare<V: View>: Send + Sync {
    fn similarity(&self, left: &V, right: &V, joint: &V::Joint) -> f64;
    fn directed(&self, left: &V, right: &V, joint: &V::Joint) -> Option<[f64; 2]>;
}

impl<M: Measure> Compare<M::View> for M {
    fn similarity(&self, left: &M::View, right: &M::View, joint: &Joint<M>) -> f64 {
        within_range(Measure::similarity(self, left, right, joint))
    }

    fn directed(&self, left: &M::View, right: &M::View, joint: &Joint<M>) -> Option<[f64; 2]> {
        Measure::directed(self, left, right, joint)
    }
}

/// What a measure's views have in common.
pub type Joint<M> = <<M as Measure>::View as View>::Joint;

/// A [`Table`], its view forgotten.
trait AnyTable: Any + Send + Sync {
    /// Makes the views.
    fn fill(&mut self, documents: &[AnalyzedDocument], stats: &CorpusStats);
    fn similarities(&self, left: usize, right: usize, vector: &mut [f64]);
    fn directed(&self, left: usize, right: usize, values: &mut [Option<[f64; 2]>]);
    fn are_comparable(&self, left: usize, right: usize, comparable: &mut [bool]);
}

impl<V: View> AnyTable for Table<V> {
    fn fill(&mut self, documents: &[AnalyzedDocument], stats: &CorpusStats) {
        let view = |document| V::of(document, stats, &self.options);
        self.views = documents.par_iter().map(view).collect();
    }

    fn similarities(&self, left: usize, right: usize, vector: &mut [f64]) {
        let (left, right) = (&self.views[left], &self.views[right]);
        if left.is_comparable(right) {
            let joint = left.join(right);
            for entered in &self.measures {
                vector[entered.place] = entered.measure.similarity(left, right, &joint);
            }
            return;
        }
        let convention = if left.is_empty() || right.is_empty() {
            0.0
        } else {
            V::CONVENTION
        };
        for entered in &self.measures {
            vector[entered.place] = match entered.missing {
                Missing::Neutral => f64::NAN,
                Missing::Conventional => convention,
            };
        }
    }

    fn directed(&self, left: usize, right: usize, values: &mut [Option<[f64; 2]>]) {
        let (left, right) = (&self.views[left], &self.views[right]);
        let nothing = left.is_empty() || right.is_empty();
        let joint = left.join(right);
        for entered in &self.measures {
            let both = entered.measure.directed(left, right, &joint);
            values[entered.place] = both.map(|both| {
                if nothing {
                    [0.0; 2]
                } else {
                    both.map(within_range)
                }
            });
        }
    }

    fn are_comparable(&self, left: usize, right: usize, comparable: &mut [bool]) {
        let are = self.views[left].is_comparable(&self.views[right]);
        for entered in &self.measures {
            comparable[entered.place] = are;
        }
    }
}

/// Rounding may carry a sum past 1 by a few units in the last place; the sum of nothing is minus zero.
fn within_range(similarity: f64) -> f64 {
    debug_assert!((-1e-9..=1.0 + 1e-9).contains(&similarity), "{similarity}");
    similarity.clamp(0.0, 1.0) + 0.0
}
