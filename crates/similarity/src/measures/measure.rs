//! Defines a measure, and what it keeps of a document.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::bound_sketch::{BoundSketch, CommonValues};
use super::common_runs::CommonRuns;
use crate::corpus::{CorpusStats, Needs};
use dejalu_text::{AnalyzedDocument, Depth};

/// What a view is made of.
#[derive(Debug, Clone, Copy)]
pub enum Reads {
    /// The document that is compared, or the field of it, as deep as this.
    Compared(Depth),
    /// These fields of a record, each as deep as this; nothing else of the document.
    Fields(&'static [(&'static str, Depth)]),
}

impl Reads {
    /// The text of what is compared.
    pub const TEXT: Self = Reads::Compared(Depth::Text);
}

/// The part of a document that a measure keeps.
pub trait View: Send + Sync + Sized + 'static {
    /// Options that shape the view. Measures with equal options share one.
    type Options: Serialize + Send + Sync;
    /// The common part of two views, computed once per pair for all measures that share the view; ()
    /// where every measure looks for something else.
    type Joint: Default;

    /// What it is made of: a document that is analysed no further has the same view.
    const READS: Reads = Reads::Compared(Depth::Words);

    /// The value that models of formats 1 to 3 learned where two documents, neither empty, are not
    /// comparable ([`Missing::Conventional`]).
    const CONVENTION: f64 = 0.0;

    /// Makes the view. Statistics that the measure did not ask for may be missing.
    fn of(document: &AnalyzedDocument, stats: &CorpusStats, options: &Self::Options) -> Self;

    /// Returns whether there is nothing to compare, with whatever document.
    fn is_empty(&self) -> bool;

    /// Returns whether there is anything to compare between two documents: never with an empty view.
    /// Where there is not, the similarity is [`Missing`].
    ///
    /// Agreement compares what a document may lack without being empty: that two texts hold no number
    /// is no sameness of numbers.
    fn is_comparable(&self, other: &Self) -> bool {
        !self.is_empty() && !other.is_empty()
    }

    /// Computes what it has in common with another, neither empty; by default ().
    fn join(&self, _other: &Self) -> Self::Joint {
        Self::Joint::default()
    }

    /// The runs of words that it has in common with another, where these are what it keeps: they bound
    /// what other measures may find.
    fn common_runs(&self, _other: &Self, _joint: &Self::Joint) -> Option<CommonRuns> {
        None
    }

    /// The sketch that a search index keeps of it, where a similarity follows from shared values.
    fn into_sketch(self) -> Option<Sketch> {
        None
    }

    /// The bound sketch that an index keeps of a document, to bound its similarity without its text; none where that
    /// would take too many bytes.
    fn bound_sketch(
        _document: &AnalyzedDocument,
        _stats: &CorpusStats,
        _options: &Self::Options,
    ) -> Option<BoundSketch> {
        None
    }
}

/// The value of a similarity vector where two documents have nothing to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Missing {
    /// NaN. A discriminant takes it for the training mean, so that it speaks for neither side; a rule
    /// for distinct. Nothing to compare is not zero likeness.
    #[default]
    Neutral,
    /// A number, as models of formats 1 to 3 were trained: 0 where a view is empty, else
    /// [`View::CONVENTION`].
    Conventional,
}

/// The sketch of a document in a search for similar ones: the distinct values of its view.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sketch {
    /// Ascending, none twice.
    pub values: Vec<u64>,
    /// Each value's share of the weight, summing to 1; empty where values only count.
    pub shares: Vec<f64>,
}

/// Derives a similarity from two sketches: by this a collection is searched without comparing every
/// pair (`candidates`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overlap {
    /// |∩| / |∪|.
    Jaccard,
    /// |∩| by the size of one of the two: the larger or smaller of the two quotients.
    Containment(Direction),
    /// Σ min of the shares of each common value.
    Shares,
}

/// A similarity of two documents, as its author writes it. The type's fields are its parameters:
/// what is deserialised from a feature's text, `name:parameter=value,…`.
pub trait Measure: Serialize + DeserializeOwned + Default + Send + Sync + 'static {
    /// Its name in feature texts, in lower case with hyphens.
    const NAME: &'static str;
    /// Summary in one line.
    const SUMMARY: &'static str;
    /// The thing that it looks at, as a noun phrase that a stranger understands and a share may follow. In braces stand
    /// parameters; `{one}` is "one" or "each" by the direction, `{where}` follows the place.
    const PHRASE: &'static str = Self::SUMMARY;
    /// Source: paper and section.
    const SOURCE: &'static str;
    /// Its cost for a pair, in the field's notation.
    const COST: &'static str;
    /// Cost of a pair, relative to other measures: decisions are made without the heavier ones where
    /// they can be.
    const EFFORT: Effort = Effort::Light;
    /// The statistics of a reference collection that it needs.
    const NEEDS: Needs = Needs::NOTHING;
    /// Whether more of it never speaks against a duplicate, all other measures equal. Where it does,
    /// learning with monotone weights leaves its sign free, and its file says why.
    const RISES: bool = true;
    /// The value that a missing one stands for: no agreement is 0 where only agreement speaks, and 1 where only conflict
    /// does. None, of most, for the training mean.
    const NEUTRAL: Option<f64> = None;
    /// Whether it sees if its documents are among those that were counted. Labelled pairs are then measured
    /// by the counts of others, as the pairs will be that are judged later.
    const IS_HELD_OUT: bool = false;
    /// The documents it is meant for, if its source names them; empty where it does not.
    const LIMITS: &'static str = "";
    /// The part of a document that is kept.
    type View: View;

    /// The options of the view it compares.
    fn view(&self) -> <Self::View as View>::Options;

    /// The statistics of a reference collection that it needs: [`NEEDS`](Measure::NEEDS), unless that depends on its
    /// parameters.
    fn needs(&self) -> Needs {
        Self::NEEDS
    }

    /// Refuses parameters out of range, saying what is expected.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// Derives the similarity from the views' sketches; none if it does not follow from them.
    fn overlap(&self) -> Option<Overlap> {
        None
    }

    /// Length, in words, of the runs by which it compares documents, if it does.
    fn run_length(&self) -> Option<u32> {
        None
    }

    /// The most that the similarity of two documents can be of which so much is known, in \[0, 1\].
    fn at_most(&self, _known: &CommonRuns) -> f64 {
        1.0
    }

    /// The most that the similarity of two documents can be by the bound sketches of their views, in \[0, 1\]; NaN
    /// where there is nothing to compare, none where that is not known.
    fn at_most_of(&self, _common: &CommonValues) -> Option<f64> {
        None
    }

    /// Returns whether it finds something to compare between views that are comparable: where several measures share a
    /// view, one may need more in it than another.
    fn is_comparable(&self, _left: &Self::View, _right: &Self::View) -> bool {
        true
    }

    /// The similarity of two documents whose views are comparable: in [0, 1], symmetric to the bit.
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

/// The common part of a measure's views.
pub type Joint<M> = <<M as Measure>::View as View>::Joint;

/// Cost of a measure per pair, in classes that lie several times apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// Sets, weights, fingerprints: a microsecond.
    Light,
    /// Sequences of characters, sentences by their words: several microseconds.
    Medium,
    /// Sequences of words: tens of microseconds.
    Heavy,
    /// Sentences by correlated words: hundreds of microseconds.
    Heaviest,
}

impl Effort {
    /// All classes, lightest first.
    pub const RISING: [Effort; 4] = [
        Effort::Light,
        Effort::Medium,
        Effort::Heavy,
        Effort::Heaviest,
    ];
}

/// Combines the two values of a directed measure into one number that does not depend on the order
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
