//! The rows of the catalogue, and the measure that a name and its parameters stand for.

use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::measure::{Effort, Measure, Missing, Overlap, Reads, Sketch, View};
use super::tables::{ViewKey, view_key, with_field};
use super::{BoundSketch, CommonRuns, CommonValues, Tables, families};
use crate::corpus::{CorpusStats, Needs};
use dejalu_base::error::{FeatureError, Result, nearest};
use dejalu_text::{AnalyzedDocument, Depth, Scope};

/// Every measure, in the order of the table.
pub fn catalogue() -> Vec<&'static Entry> {
    families()
        .into_iter()
        .flat_map(|(_, measures)| measures)
        .collect()
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
    /// [`Measure::PHRASE`].
    pub phrase: &'static str,
    /// [`Measure::SOURCE`].
    pub source: &'static str,
    /// [`Measure::COST`].
    pub cost: &'static str,
    /// [`Measure::EFFORT`].
    pub effort: Effort,
    /// [`Measure::RISES`].
    pub rises: bool,
    /// [`Measure::IS_HELD_OUT`].
    pub is_held_out: bool,
    /// [`Measure::NEUTRAL`].
    pub neutral: Option<f64>,
    /// [`Measure::LIMITS`].
    pub limits: &'static str,
    /// [`View::CONVENTION`] of its view.
    pub convention: f64,
    make: Maker,
}

impl Entry {
    pub(super) const fn of<M: Measure>() -> Self {
        Entry {
            name: M::NAME,
            summary: M::SUMMARY,
            phrase: M::PHRASE,
            source: M::SOURCE,
            cost: M::COST,
            effort: M::EFFORT,
            rises: M::RISES,
            is_held_out: M::IS_HELD_OUT,
            neutral: M::NEUTRAL,
            limits: M::LIMITS,
            convention: M::View::CONVENTION,
            make: |parameters| {
                let measure: M = serde_json::from_value(Value::Object(parameters))
                    .map_err(|error| in_words(&error))?;
                measure.check()?;
                Ok(Box::new(measure))
            },
        }
    }

    /// The measure with its default parameters.
    #[cfg_attr(
        not(test),
        expect(
            clippy::expect_used,
            reason = "defaults are within range: a test walks the table"
        )
    )]
    pub fn measure(&'static self) -> AnyMeasure {
        self.with(Map::new())
            .expect("default parameters are accepted")
    }

    pub(super) fn with(
        &'static self,
        parameters: Map<String, Value>,
    ) -> Result<AnyMeasure, String> {
        Ok(AnyMeasure {
            entry: self,
            field: None,
            measure: (self.make)(parameters)?.into(),
        })
    }
}

/// Describes what is wrong with a parameter, without Rust's names for numbers.
fn in_words(error: &serde_json::Error) -> String {
    let whole = format!("expected a whole number from 0 to {}", u32::MAX);
    let said = error.to_string().replace("expected u32", &whole);
    said.replace("expected f64", "expected a number")
}

/// A measure with its parameters, as its users hold it. Cheap to clone.
#[derive(Clone)]
pub struct AnyMeasure {
    entry: &'static Entry,
    field: Option<Arc<str>>,
    measure: Arc<dyn Erased>,
}

impl AnyMeasure {
    /// The measure of that name with these parameters; those that are left out have their
    /// defaults. Refuses an unknown name or parameter and a value out of range.
    pub fn new(name: &str, parameters: Map<String, Value>) -> Result<Self> {
        let Some(entry) = catalogue().into_iter().find(|entry| entry.name == name) else {
            return Err(FeatureError::UnknownMeasure {
                name: name.into(),
                nearest: nearest(name, catalogue().into_iter().map(|entry| entry.name)),
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

    /// The same over a field of records instead of whole documents.
    #[must_use]
    pub fn of_field(self, field: Option<&str>) -> Self {
        AnyMeasure {
            field: field.map(Arc::from),
            ..self
        }
    }

    /// The field that it looks at; none for the whole document.
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }

    /// Its row in the catalogue.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The cost of a pair, relative to other measures.
    pub fn effort(&self) -> Effort {
        self.entry.effort
    }

    /// All its parameters with their values.
    pub fn parameters(&self) -> Map<String, Value> {
        self.measure.parameters()
    }

    /// The statistics of a reference collection that it needs.
    pub fn needs(&self) -> Needs {
        self.measure.needs()
    }

    /// Derives its similarity from the documents' sketches; none if it does not follow from them.
    pub fn overlap(&self) -> Option<Overlap> {
        self.measure.overlap()
    }

    /// Length, in words, of the runs by which it compares whole documents, if it does.
    pub fn run_length(&self) -> Option<u32> {
        self.measure.run_length().filter(|_| self.field.is_none())
    }

    /// Returns whether anything bounds it.
    pub fn is_bounded(&self) -> bool {
        self.at_most(&CommonRuns::none()) < 1.0
    }

    /// Returns whether what bounds it is in how many places two documents differ.
    pub fn minds_differences(&self) -> bool {
        let none = CommonRuns::none();
        let many = CommonRuns {
            differences: [2, 2],
            ..none
        };
        self.at_most(&none) != self.at_most(&many)
    }

    /// The most that its similarity of two whole documents can be of which so much is known; 1 of a field.
    pub fn at_most(&self, known: &CommonRuns) -> f64 {
        match self.field {
            None => self.measure.at_most(known),
            Some(_) => 1.0,
        }
    }

    /// The bound sketch of its view of a whole document; none of a field, and of views that have none.
    pub fn bound_sketch(
        &self,
        document: &AnalyzedDocument,
        stats: &CorpusStats,
    ) -> Option<BoundSketch> {
        match self.field {
            None => self.measure.bound_sketch(document, stats),
            Some(_) => None,
        }
    }

    /// The most that its similarity can be by bound sketches: see [`Measure::at_most_of`].
    pub fn at_most_of(&self, common: &CommonValues) -> Option<f64> {
        self.measure.at_most_of(common)
    }

    /// The key that tells its view from others: measures with the same key share it.
    pub fn view_key(&self) -> ViewKey {
        let (kind, shape) = self.measure.view_key();
        let field = self
            .field()
            .map_or(String::new(), |field| format!("@{field}"));
        (kind, shape + &field)
    }

    /// What it reads of a document: one that is analysed no further has the same similarities.
    pub fn scope(&self) -> Scope {
        let scope = Scope::default();
        match (self.measure.reads(), self.field()) {
            (Reads::Compared(depth), field) => scope.with(field, depth),
            (Reads::Fields(fields), None) => fields
                .iter()
                .fold(scope, |scope, &(name, depth)| scope.with(Some(name), depth)),
            // A field has no fields.
            (Reads::Fields(_), field) => scope.with(field, Depth::Text),
        }
    }

    /// A document's sketch; none where the measure has no [`Overlap`].
    pub fn sketch(&self, document: &AnalyzedDocument, stats: &CorpusStats) -> Option<Sketch> {
        with_field(document, self.field(), |document| {
            self.measure.sketch(document, stats)
        })
    }

    /// Enters it into the tables of a run.
    pub fn enter(&self, tables: &mut Tables<'_>, missing: Missing) {
        self.measure
            .clone()
            .enter(tables, self.field.clone(), missing);
    }
}

impl fmt::Debug for AnyMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.entry.name, self.parameters())
    }
}

impl PartialEq for AnyMeasure {
    fn eq(&self, other: &Self) -> bool {
        self.entry.name == other.entry.name
            && self.field == other.field
            && self.parameters() == other.parameters()
    }
}

/// [`Measure`] without its types. The one blanket implementation below is the only one.
trait Erased: Send + Sync {
    fn parameters(&self) -> Map<String, Value>;
    fn needs(&self) -> Needs;
    fn reads(&self) -> Reads;
    fn overlap(&self) -> Option<Overlap>;
    fn run_length(&self) -> Option<u32>;
    fn at_most(&self, known: &CommonRuns) -> f64;
    fn at_most_of(&self, common: &CommonValues) -> Option<f64>;
    fn bound_sketch(&self, document: &AnalyzedDocument, stats: &CorpusStats)
    -> Option<BoundSketch>;
    fn view_key(&self) -> ViewKey;
    fn sketch(&self, document: &AnalyzedDocument, stats: &CorpusStats) -> Option<Sketch>;
    fn enter(self: Arc<Self>, tables: &mut Tables<'_>, field: Option<Arc<str>>, missing: Missing);
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

    fn reads(&self) -> Reads {
        M::View::READS
    }

    fn overlap(&self) -> Option<Overlap> {
        Measure::overlap(self)
    }

    fn run_length(&self) -> Option<u32> {
        Measure::run_length(self)
    }

    fn at_most(&self, known: &CommonRuns) -> f64 {
        Measure::at_most(self, known)
    }

    fn at_most_of(&self, common: &CommonValues) -> Option<f64> {
        Measure::at_most_of(self, common)
    }

    fn bound_sketch(
        &self,
        document: &AnalyzedDocument,
        stats: &CorpusStats,
    ) -> Option<BoundSketch> {
        M::View::bound_sketch(document, stats, &self.view())
    }

    fn view_key(&self) -> ViewKey {
        view_key::<M::View>(&self.view(), None)
    }

    fn sketch(&self, document: &AnalyzedDocument, stats: &CorpusStats) -> Option<Sketch> {
        Measure::overlap(self)?;
        M::View::of(document, stats, &self.view()).into_sketch()
    }

    fn enter(self: Arc<Self>, tables: &mut Tables<'_>, field: Option<Arc<str>>, missing: Missing) {
        tables.enter(self, field, missing);
    }
}
