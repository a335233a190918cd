//! The tables of a run: for every kind of view a table of the documents' views and of the measures
//! that compare them.
//!
//! Grouped so, a view is made once per document and what two views have in common ([`View::Joint`])
//! once per pair, however many features look at it.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::{CommonRuns, Joint, Measure, Missing, View};
use crate::corpus::CorpusStats;
use dejalu_text::AnalyzedDocument;

/// A type of view and its options.
pub(crate) type ViewKey = (TypeId, String);

/// The key that tells a view from others.
pub(super) fn view_key<V: View>(options: &V::Options, field: Option<&str>) -> ViewKey {
    // Equal options have equal JSON; options are plain values, which serialise.
    let shape = serde_json::to_string(options).unwrap_or_default();
    let field = field.map_or(String::new(), |field| format!("@{field}"));
    (TypeId::of::<V>(), shape + &field)
}

/// The tables of a run. Measures are entered one by one and known by their places, from 0 in the
/// order of entering; documents by their places in the list.
pub struct Tables<'a> {
    documents: &'a [AnalyzedDocument],
    stats: &'a CorpusStats,
    tables: Vec<Box<dyn AnyTable>>,
    by_view: HashMap<ViewKey, usize>,
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
    #[cfg_attr(
        not(test),
        expect(clippy::expect_used, reason = "the key holds the type of the view")
    )]
    pub(super) fn enter<M: Measure>(
        &mut self,
        measure: Arc<M>,
        field: Option<Arc<str>>,
        missing: Missing,
    ) {
        let options = measure.view();
        let next = self.tables.len();
        let key = view_key::<M::View>(&options, field.as_deref());
        let at = *self.by_view.entry(key).or_insert(next);
        if at == next {
            self.tables.push(Box::new(Table::<M::View> {
                options,
                field,
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

    /// Number of kinds of views.
    pub fn kinds(&self) -> usize {
        self.tables.len()
    }

    /// The tables, filled.
    pub fn finish(mut self) -> Comparisons<'static> {
        let source = self.source();
        for table in &mut self.tables {
            table.fill(source);
        }
        Comparisons {
            source: None,
            tables: self.tables,
            measures: self.measures,
        }
    }

    /// The tables, in which a view is made when it is first looked at: where many documents may never
    /// be compared by some of the measures.
    pub fn lazily(mut self) -> Comparisons<'a> {
        for table in &mut self.tables {
            table.make_room(self.documents.len());
        }
        Comparisons {
            source: Some(self.source()),
            tables: self.tables,
            measures: self.measures,
        }
    }

    fn source(&self) -> Source<'a> {
        Source {
            documents: self.documents,
            stats: self.stats,
        }
    }

    /// The tables one by one, each filled when it is its turn: for many pairs at a time, where the
    /// views of all documents would take more memory than the documents.
    pub fn one_by_one(self) -> impl Iterator<Item = Comparisons<'static>> {
        let (source, measures) = (self.source(), self.measures);
        self.tables.into_iter().map(move |mut table| {
            table.fill(source);
            Comparisons {
                source: None,
                tables: vec![table],
                measures,
            }
        })
    }
}

/// The documents that views are made from.
#[derive(Clone, Copy)]
struct Source<'a> {
    documents: &'a [AnalyzedDocument],
    stats: &'a CorpusStats,
}

/// Two documents by their places, and what views are still to be made of.
#[derive(Clone, Copy)]
struct Pair<'a> {
    source: Option<Source<'a>>,
    places: [usize; 2],
}

/// Views of all documents, ready to be compared by the measures of these views.
pub struct Comparisons<'a> {
    /// The source of views still to be made; nothing where all are made.
    source: Option<Source<'a>>,
    tables: Vec<Box<dyn AnyTable>>,
    measures: usize,
}

impl Comparisons<'_> {
    /// Number of measures that were entered.
    pub fn len(&self) -> usize {
        self.measures
    }

    /// Returns whether there is no measure.
    pub fn is_empty(&self) -> bool {
        self.measures == 0
    }

    /// The similarities of two documents into `vector`, which holds a number for every measure that
    /// was entered; each in [0, 1], or what the measure was entered with for [`Missing`] ones. Places
    /// of measures of other views are left as they are. Gives the runs of words in common, where a measure
    /// compares them.
    pub fn similarities(
        &self,
        left: usize,
        right: usize,
        vector: &mut [f64],
    ) -> Option<CommonRuns> {
        let pair = self.pair(left, right);
        let mut known = None;
        for table in &self.tables {
            known = table.similarities(pair, vector).or(known);
        }
        known
    }

    /// The two values of every measure that is directed by nature, in the order of the measures.
    pub fn directed(&self, left: usize, right: usize) -> Vec<Option<[f64; 2]>> {
        let mut values = vec![None; self.measures];
        for table in &self.tables {
            table.directed(self.pair(left, right), &mut values);
        }
        values
    }

    /// Flags the measures that find something to compare between two documents
    /// ([`View::is_comparable`]), in the order of the measures.
    pub fn are_comparable(&self, left: usize, right: usize) -> Vec<bool> {
        let mut comparable = vec![false; self.measures];
        for table in &self.tables {
            table.are_comparable(self.pair(left, right), &mut comparable);
        }
        comparable
    }

    fn pair(&self, left: usize, right: usize) -> Pair<'_> {
        Pair {
            source: self.source,
            places: [left, right],
        }
    }
}

/// One kind of view: a view a document, and the measures over it with their places.
struct Table<V: View> {
    options: V::Options,
    /// The field of a record that it looks at; none for the whole document.
    field: Option<Arc<str>>,
    views: Vec<OnceLock<V>>,
    measures: Vec<Entered<V>>,
}

impl<V: View> Table<V> {
    #[cfg_attr(
        not(test),
        expect(
            clippy::expect_used,
            reason = "without a source all views are made beforehand"
        )
    )]
    fn views(&self, pair: Pair<'_>) -> [&V; 2] {
        pair.places.map(|place| {
            self.views[place].get_or_init(|| {
                let source = pair.source.expect("a table without a source is filled");
                self.view_of(&source.documents[place], source.stats)
            })
        })
    }

    fn view_of(&self, document: &AnalyzedDocument, stats: &CorpusStats) -> V {
        with_field(document, self.field.as_deref(), |document| {
            V::of(document, stats, &self.options)
        })
    }
}

/// Applies a function to a document, or to a field of it: a missing field counts as one without
/// words.
pub(super) fn with_field<T>(
    document: &AnalyzedDocument,
    field: Option<&str>,
    make: impl FnOnce(&AnalyzedDocument) -> T,
) -> T {
    match field {
        None => make(document),
        Some(field) => match document.part(field) {
            Some(part) => make(part),
            None => make(&document.without_words()),
        },
    }
}

/// A measure with its place in the vector.
struct Entered<V: View> {
    place: usize,
    measure: Arc<dyn Compare<V>>,
    missing: Missing,
}

impl<V: View> Entered<V> {
    /// The value where there is nothing to compare.
    fn missing(&self, convention: f64) -> f64 {
        match self.missing {
            Missing::Neutral => f64::NAN,
            Missing::Conventional => convention,
        }
    }
}

/// A [`Measure`] over the view `V`, its own type forgotten.
trait Compare<V: View>: Send + Sync {
    fn is_comparable(&self, left: &V, right: &V) -> bool;
    fn similarity(&self, left: &V, right: &V, joint: &V::Joint) -> f64;
    fn directed(&self, left: &V, right: &V, joint: &V::Joint) -> Option<[f64; 2]>;
}

impl<M: Measure> Compare<M::View> for M {
    fn is_comparable(&self, left: &M::View, right: &M::View) -> bool {
        Measure::is_comparable(self, left, right)
    }

    fn similarity(&self, left: &M::View, right: &M::View, joint: &Joint<M>) -> f64 {
        within_range(Measure::similarity(self, left, right, joint))
    }

    fn directed(&self, left: &M::View, right: &M::View, joint: &Joint<M>) -> Option<[f64; 2]> {
        Measure::directed(self, left, right, joint)
    }
}

/// A [`Table`], its view forgotten.
trait AnyTable: Any + Send + Sync {
    /// Makes room for so many views, where there is none.
    fn make_room(&mut self, documents: usize);
    /// Makes the views.
    fn fill(&mut self, source: Source<'_>);
    fn similarities(&self, pair: Pair<'_>, vector: &mut [f64]) -> Option<CommonRuns>;
    fn directed(&self, pair: Pair<'_>, values: &mut [Option<[f64; 2]>]);
    fn are_comparable(&self, pair: Pair<'_>, comparable: &mut [bool]);
}

impl<V: View> AnyTable for Table<V> {
    fn make_room(&mut self, documents: usize) {
        self.views.resize_with(documents, OnceLock::new);
    }

    fn fill(&mut self, source: Source<'_>) {
        let this = &*self;
        let view = |document| OnceLock::from(this.view_of(document, source.stats));
        let views = source.documents.par_iter().map(view).collect();
        self.views = views;
    }

    fn similarities(&self, pair: Pair<'_>, vector: &mut [f64]) -> Option<CommonRuns> {
        let [left, right] = self.views(pair);
        if left.is_comparable(right) {
            let joint = left.join(right);
            for entered in &self.measures {
                vector[entered.place] = if entered.measure.is_comparable(left, right) {
                    entered.measure.similarity(left, right, &joint)
                } else {
                    entered.missing(0.0)
                };
            }
            let known = left.common_runs(right, &joint);
            return known.filter(|_| self.field.is_none());
        }
        let convention = if left.is_empty() || right.is_empty() {
            0.0
        } else {
            V::CONVENTION
        };
        for entered in &self.measures {
            vector[entered.place] = entered.missing(convention);
        }
        None
    }

    fn directed(&self, pair: Pair<'_>, values: &mut [Option<[f64; 2]>]) {
        let [left, right] = self.views(pair);
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

    fn are_comparable(&self, pair: Pair<'_>, comparable: &mut [bool]) {
        let [left, right] = self.views(pair);
        let are = left.is_comparable(right);
        for entered in &self.measures {
            comparable[entered.place] = are && entered.measure.is_comparable(left, right);
        }
    }
}

/// Rounding may carry a sum past 1 by a few units in the last place; the sum of nothing is minus zero.
fn within_range(similarity: f64) -> f64 {
    debug_assert!((-1e-9..=1.0 + 1e-9).contains(&similarity), "{similarity}");
    similarity.clamp(0.0, 1.0) + 0.0
}
