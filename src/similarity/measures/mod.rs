//! Similarity measures. A [`Measure`] gives two documents a number in [0, 1]; each file contains
//! one family, and one table lists them all.
//!
//! What a measure keeps of a document is its [`View`]: made once for every document, shared by
//! all measures that need the same one. What two views have in common is found once for every pair
//! ([`View::join`]), and each measure makes one number of it.
//!
//! **To add a measure**: write one file with a type that implements [`Measure`] and a `MEASURES`
//! list, and put the file's name into the table at [`measures!`](self). The catalogue, the parser
//! of feature texts, the listing on the command line and the tests of the laws follow.
//!
//! Laws, walked over the whole table by tests: a similarity lies in [0, 1], is the same to the bit
//! for (a, b) and (b, a), is 1 within 1e-12 for equal non-empty views and 0 where a view is empty,
//! and depends neither on other documents in the run nor on the number of threads.

use std::fmt;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::corpus::{CorpusStats, Needs};
use crate::error::{FeatureError, Result, nearest};
use crate::text::AnalyzedDocument;

mod comparison;
#[cfg(test)]
mod laws;
mod tables;

pub use tables::{Comparisons, Joint, Tables};

/// The table of measure families: one word a file.
macro_rules! measures {
    ($($family:ident),* $(,)?) => {
        $(pub mod $family;)*

        /// Every family by its name with its measures, in the order of the table.
        pub fn families() -> Vec<(&'static str, &'static [Entry])> {
            vec![$((stringify!($family), $family::MEASURES)),*]
        }
    };
}

measures! {
    weights, shingles, patricia, mwo, fuzzy, four_grams, sentences, fingerprints, latent, lines,
    structure, length, alignment, agreement, headline
}

/// Every measure, in the order of the table.
pub fn catalogue() -> Vec<&'static Entry> {
    families()
        .into_iter()
        .flat_map(|(_, measures)| measures)
        .collect()
}

/// What a measure keeps of one document.
pub trait View: Send + Sync + Sized + 'static {
    /// What shapes the view. Measures with equal options share one.
    type Options: Serialize + Send + Sync;
    /// What two views have in common, found once per pair for all measures that share the view; ()
    /// where every measure looks for something else.
    type Joint;

    /// Makes the view. Statistics that the measure did not ask for may be missing.
    fn of(document: &AnalyzedDocument, stats: &CorpusStats, options: &Self::Options) -> Self;

    /// Whether there is nothing to compare. Every similarity with an empty view is 0, which the
    /// caller sees to.
    fn is_empty(&self) -> bool;

    /// Whether there is anything to compare between two documents. Where there is not, a similarity
    /// is a convention that says nothing about the pair, and no explanation gives it as a reason.
    ///
    /// Agreement compares what neither view is empty without: that two texts hold no number is no
    /// sameness of numbers.
    fn is_comparable(&self, other: &Self) -> bool {
        !self.is_empty() && !other.is_empty()
    }

    /// What it has in common with another, neither empty.
    fn join(&self, other: &Self) -> Self::Joint;

    /// What a search index keeps of it, where a similarity follows from shared values.
    fn into_sketch(self) -> Option<Sketch> {
        None
    }
}

/// What a search for similar documents keeps of one: the distinct values of its view.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sketch {
    /// Ascending, none twice.
    pub values: Vec<u64>,
    /// Each value's share of the weight, summing to 1; empty where values only count.
    pub shares: Vec<f64>,
}

/// How a similarity follows from two sketches: by this a collection is searched without comparing
/// every pair (`candidates`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overlap {
    /// |∩| / |∪|.
    Jaccard,
    /// |∩| by the size of one of the two: the larger or smaller of the two quotients.
    Containment(Direction),
    /// Σ min of the shares of each common value.
    Shares,
}

/// A similarity of two documents, as the author of a measure writes it. The fields of the type are
/// its parameters, deserialised from a feature's text, `name:parameter=value,…`.
pub trait Measure: Serialize + DeserializeOwned + Default + Send + Sync + 'static {
    /// Its name in feature texts, in lower case with hyphens.
    const NAME: &'static str;
    /// What it measures, in one line.
    const SUMMARY: &'static str;
    /// Where it is from: paper and section.
    const SOURCE: &'static str;
    /// Its cost for a pair, in the field's notation.
    const COST: &'static str;
    /// How heavy a pair is, beside other measures: decisions are made without the heavier ones where
    /// they can be.
    const EFFORT: Effort = Effort::Light;
    /// Which documents it is meant for, where its source says so; empty where it does not.
    const LIMITS: &'static str = "";
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

    /// How the similarity follows from the views' sketches; none where it does not.
    fn overlap(&self) -> Option<Overlap> {
        None
    }

    /// The similarity of two documents, neither view empty: in [0, 1], symmetric to the bit.
    fn similarity(&self, left: &Self::View, right: &Self::View, joint: &Joint<Self>) -> f64;

    /// For a measure that is directed by nature, its two values: from left to right, and back.
    fn directed(
        &self,
        _left: &Self::View,
        _right: &Self::View,
        _joint: &Joint<Self>,
    ) -> Option<[f64; 2]> {
        None
    }
}

/// How heavy a measure is for a pair, in classes that lie an order of magnitude apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Sets, weights, fingerprints: microseconds.
    Light,
    /// Sequences of words: tens of microseconds.
    Heavy,
    /// Sentences by correlated words: hundreds of microseconds.
    Heaviest,
}

impl Effort {
    /// All classes, lightest first.
    pub const RISING: [Effort; 3] = [Effort::Light, Effort::Heavy, Effort::Heaviest];
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
    /// [`Measure::EFFORT`].
    pub effort: Effort,
    /// [`Measure::LIMITS`].
    pub limits: &'static str,
    make: Maker,
}

impl Entry {
    const fn of<M: Measure>() -> Self {
        Entry {
            name: M::NAME,
            summary: M::SUMMARY,
            source: M::SOURCE,
            cost: M::COST,
            effort: M::EFFORT,
            limits: M::LIMITS,
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
            return Err(FeatureError::UnknownMeasure {
                name: name.into(),
                nearest: nearest_name(name),
            }
            .into());
        };
        entry.with(parameters).map_err(|problem| {
            FeatureError::BadFeature {
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

    /// The cost per pair, relative to other measures.
    pub fn effort(&self) -> Effort {
        self.entry.effort
    }

    /// All its parameters with their values.
    pub fn parameters(&self) -> Map<String, Value> {
        self.measure.parameters()
    }

    /// What it needs to know of a reference collection.
    pub fn needs(&self) -> Needs {
        self.measure.needs()
    }

    /// How its similarity follows from the documents' sketches; none where it does not.
    pub fn overlap(&self) -> Option<Overlap> {
        self.measure.overlap()
    }

    /// A document's sketch; none where the measure has no [`Overlap`].
    pub fn sketch(&self, document: &AnalyzedDocument, stats: &CorpusStats) -> Option<Sketch> {
        self.measure.sketch(document, stats)
    }

    /// Enters it into the tables of a run.
    pub fn enter(&self, tables: &mut Tables<'_>) {
        self.measure.clone().enter(tables);
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

/// [`Measure`] without its types. The one blanket implementation below is the only one.
trait Erased: Send + Sync {
    fn parameters(&self) -> Map<String, Value>;
    fn needs(&self) -> Needs;
    fn overlap(&self) -> Option<Overlap>;
    fn sketch(&self, document: &AnalyzedDocument, stats: &CorpusStats) -> Option<Sketch>;
    fn enter(self: Arc<Self>, tables: &mut Tables<'_>);
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

    fn overlap(&self) -> Option<Overlap> {
        Measure::overlap(self)
    }

    fn sketch(&self, document: &AnalyzedDocument, stats: &CorpusStats) -> Option<Sketch> {
        Measure::overlap(self)?;
        M::View::of(document, stats, &self.view()).into_sketch()
    }

    fn enter(self: Arc<Self>, tables: &mut Tables<'_>) {
        tables.enter(self);
    }
}

fn nearest_name(name: &str) -> Option<String> {
    nearest(name, catalogue().into_iter().map(|entry| entry.name))
}
