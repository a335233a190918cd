//! How alike are two documents? A [`Measure`] answers with one number in [0, 1]; there are many,
//! one family a file, all listed in one table.
//!
//! What a measure keeps of a document is its [`View`]: made once for every document, shared by
//! all measures that need the same one, and compared for every pair.
//!
//! **To add a measure**: write one file with a type that implements [`Measure`] and a `MEASURES`
//! list, and put the file's name into the table at [`measures!`](self). The catalogue, the parser
//! of feature texts, the listing on the command line and the tests of the laws follow.
//!
//! Laws, walked over the whole table by tests: a similarity lies in [0, 1], is the same to the bit
//! for (a, b) and (b, a), is 1 within 1e-12 for equal non-empty views and 0 where a view is empty,
//! and depends neither on other documents in the run nor on the number of threads.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::corpus::{CorpusStats, Needs};
use crate::error::{ErrorKind, Result};
use crate::text::AnalyzedDocument;

#[cfg(test)]
mod laws;

/// The table of measure families: one word a file.
macro_rules! measures {
    ($($family:ident),* $(,)?) => {
        $(pub mod $family;)*

        /// Every measure, in the order of the table.
        pub fn catalogue() -> Vec<&'static Entry> {
            let families: &[&'static [Entry]] = &[$($family::MEASURES),*];
            families.iter().copied().flatten().collect()
        }
    };
}

measures! {
    weights, shingles, mwo, fuzzy, four_grams, sentences, fingerprints, length, alignment, agreement
}

/// What a measure keeps of one document.
pub trait View: Send + Sync + Sized + 'static {
    /// What shapes the view. Measures with equal options share one.
    type Options: Serialize + Send + Sync;

    /// Makes the view. Statistics that the measure did not ask for may be missing.
    fn of(document: &AnalyzedDocument, stats: &CorpusStats, options: &Self::Options) -> Self;

    /// Whether there is nothing to compare. Every similarity with an empty view is 0, which the
    /// caller sees to.
    fn is_empty(&self) -> bool;
}

/// A similarity of two documents, as its author writes it. The type's fields are its parameters:
/// what is deserialised from a feature's text, `name:parameter=value,…`.
pub trait Measure: Serialize + DeserializeOwned + Default + Send + Sync + 'static {
    /// Its name in feature texts, in lower case with hyphens.
    const NAME: &'static str;
    /// What it measures, in one line.
    const SUMMARY: &'static str;
    /// Where it is from: paper and section.
    const SOURCE: &'static str;
    /// Its cost for a pair, in the field's notation.
    const COST: &'static str;
    /// What is kept of a document.
    type View: View;

    /// The options of the view it compares.
    fn view(&self) -> <Self::View as View>::Options;

    /// What it needs to know of a reference collection.
    fn needs(&self) -> Needs {
        Needs::NOTHING
    }

    /// Refuses parameters out of range, saying what is expected.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// The similarity of two documents, neither view empty: in [0, 1], symmetric to the bit.
    fn similarity(&self, left: &Self::View, right: &Self::View) -> f64;

    /// For a measure that is directed by nature, its two values: from left to right, and back.
    fn directed(&self, _left: &Self::View, _right: &Self::View) -> Option<[f64; 2]> {
        None
    }
}

/// How the two values of a directed measure become one number that does not depend on the order
/// of the pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// The larger value: one document may contain the other.
    #[default]
    Max,
    /// The smaller value: each must be like the other.
    Min,
}

impl Direction {
    /// One number of two.
    pub fn combine(self, values: [f64; 2]) -> f64 {
        match self {
            Direction::Max => values[0].max(values[1]),
            Direction::Min => values[0].min(values[1]),
        }
    }
}

/// Makes a measure of its parameters, or says what is wrong with them.
type Maker = fn(Map<String, Value>) -> Result<Box<dyn Erased>, String>;

/// A row of the catalogue.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// [`Measure::NAME`].
    pub name: &'static str,
    /// [`Measure::SUMMARY`].
    pub summary: &'static str,
    /// [`Measure::SOURCE`].
    pub source: &'static str,
    /// [`Measure::COST`].
    pub cost: &'static str,
    make: Maker,
}

impl Entry {
    const fn of<M: Measure>() -> Self {
        Entry {
            name: M::NAME,
            summary: M::SUMMARY,
            source: M::SOURCE,
            cost: M::COST,
            make: |parameters| {
                let measure: M = serde_json::from_value(Value::Object(parameters))
                    .map_err(|error| error.to_string())?;
                measure.check()?;
                Ok(Box::new(measure))
            },
        }
    }

    /// The measure with its default parameters.
    pub fn measure(&'static self) -> AnyMeasure {
        // Defaults are within range: a test walks the table.
        self.with(Map::new())
            .expect("default parameters are accepted")
    }

    fn with(&'static self, parameters: Map<String, Value>) -> Result<AnyMeasure, String> {
        Ok(AnyMeasure {
            entry: self,
            measure: (self.make)(parameters)?.into(),
        })
    }
}

/// A measure with its parameters, as its users hold it. Cheap to clone.
#[derive(Clone)]
pub struct AnyMeasure {
    entry: &'static Entry,
    measure: Arc<dyn Erased>,
}

impl AnyMeasure {
    /// The measure of that name with these parameters; those that are left out have their
    /// defaults. Refuses an unknown name or parameter and a value out of range.
    pub fn new(name: &str, parameters: Map<String, Value>) -> Result<Self> {
        let Some(entry) = catalogue().into_iter().find(|entry| entry.name == name) else {
            return Err(ErrorKind::UnknownMeasure {
                name: name.into(),
                nearest: nearest_name(name),
            }
            .into());
        };
        entry.with(parameters).map_err(|problem| {
            ErrorKind::BadFeature {
                feature: name.into(),
                problem,
            }
            .into()
        })
    }

    /// Its row in the catalogue.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// All its parameters with their values.
    pub fn parameters(&self) -> Map<String, Value> {
        self.measure.parameters()
    }

    /// What it needs to know of a reference collection.
    pub fn needs(&self) -> Needs {
        self.measure.needs()
    }

    /// The views of these documents, from `cache` where another measure has made them.
    pub fn views(
        &self,
        documents: &[AnalyzedDocument],
        stats: &CorpusStats,
        cache: &mut ViewCache,
    ) -> Views {
        self.measure.clone().views(documents, stats, cache)
    }
}

impl fmt::Debug for AnyMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.entry.name, self.parameters())
    }
}

impl PartialEq for AnyMeasure {
    fn eq(&self, other: &Self) -> bool {
        self.entry.name == other.entry.name && self.parameters() == other.parameters()
    }
}

/// The views that one measure compares: one a document, in the order of the documents.
pub struct Views {
    measure: Arc<dyn Erased>,
    views: Arc<dyn Any + Send + Sync>,
}

impl Views {
    /// The similarity of documents `left` and `right`, in [0, 1].
    pub fn similarity(&self, left: usize, right: usize) -> f64 {
        self.measure.similarity(&*self.views, left, right)
    }

    /// The two values of a directed measure, each in [0, 1].
    pub fn directed(&self, left: usize, right: usize) -> Option<[f64; 2]> {
        self.measure.directed(&*self.views, left, right)
    }

    /// Whether the measure finds nothing to compare in a document.
    pub fn is_empty(&self, document: usize) -> bool {
        self.measure.is_empty(&*self.views, document)
    }
}

/// Views made so far over one list of documents and one set of statistics.
#[derive(Default)]
pub struct ViewCache {
    made: HashMap<(TypeId, String), Arc<dyn Any + Send + Sync>>,
}

/// [`Measure`] without its types. The one blanket implementation below is the only one.
trait Erased: Send + Sync {
    fn parameters(&self) -> Map<String, Value>;
    fn needs(&self) -> Needs;
    fn views(
        self: Arc<Self>,
        documents: &[AnalyzedDocument],
        stats: &CorpusStats,
        cache: &mut ViewCache,
    ) -> Views;
    fn similarity(&self, views: &dyn Any, left: usize, right: usize) -> f64;
    fn directed(&self, views: &dyn Any, left: usize, right: usize) -> Option<[f64; 2]>;
    fn is_empty(&self, views: &dyn Any, document: usize) -> bool;
}

impl<M: Measure> Erased for M {
    fn parameters(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(parameters)) => parameters,
            // A measure without fields is a unit to serde.
            _ => Map::new(),
        }
    }

    fn needs(&self) -> Needs {
        Measure::needs(self)
    }

    fn views(
        self: Arc<Self>,
        documents: &[AnalyzedDocument],
        stats: &CorpusStats,
        cache: &mut ViewCache,
    ) -> Views {
        let options = self.view();
        let shape = serde_json::to_string(&options).unwrap_or_default();
        let key = (TypeId::of::<M::View>(), shape);
        let make = || -> Arc<dyn Any + Send + Sync> {
            let view = |document| M::View::of(document, stats, &options);
            Arc::new(documents.par_iter().map(view).collect::<Vec<M::View>>())
        };
        Views {
            views: cache.made.entry(key).or_insert_with(make).clone(),
            measure: self,
        }
    }

    fn similarity(&self, views: &dyn Any, left: usize, right: usize) -> f64 {
        let views = typed::<M>(views);
        let (left, right) = (&views[left], &views[right]);
        if left.is_empty() || right.is_empty() {
            return 0.0;
        }
        within_range(Measure::similarity(self, left, right))
    }

    fn directed(&self, views: &dyn Any, left: usize, right: usize) -> Option<[f64; 2]> {
        let views = typed::<M>(views);
        let (left, right) = (&views[left], &views[right]);
        let values = Measure::directed(self, left, right)?;
        let nothing = left.is_empty() || right.is_empty();
        Some(values.map(|value| if nothing { 0.0 } else { within_range(value) }))
    }

    fn is_empty(&self, views: &dyn Any, document: usize) -> bool {
        typed::<M>(views)[document].is_empty()
    }
}

fn typed<M: Measure>(views: &dyn Any) -> &[M::View] {
    // `Views` pairs a measure with views that the same measure made.
    views
        .downcast_ref::<Vec<M::View>>()
        .expect("views of this measure")
}

/// Rounding may carry a sum past 1 by a few units in the last place.
fn within_range(similarity: f64) -> f64 {
    debug_assert!((-1e-9..=1.0 + 1e-9).contains(&similarity), "{similarity}");
    similarity.clamp(0.0, 1.0)
}

fn nearest_name(name: &str) -> Option<String> {
    let names = catalogue().into_iter().map(|entry| entry.name);
    let near = names.map(|known| (edit_distance(name, known), known));
    let (distance, known) = near.min()?;
    (distance <= 1 + name.chars().count() / 3).then(|| known.to_string())
}

fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &b) in right.iter().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}
