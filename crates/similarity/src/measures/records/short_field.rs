//! The common part of all comparisons of short fields.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use crate::corpus::CorpusStats;
use crate::measures::{Entry, Measure, Overlap, Reads, Sketch, View};
use dejalu_text::AnalyzedDocument;

/// A short field, and how two of them are compared.
pub trait ShortField: Send + Sync + Sized + 'static {
    /// [`Measure::NAME`].
    const NAME: &'static str;
    /// [`Measure::SUMMARY`].
    const SUMMARY: &'static str;
    /// [`Measure::SOURCE`].
    const SOURCE: &'static str;
    /// [`Measure::COST`].
    const COST: &'static str;
    /// [`Measure::overlap`].
    const OVERLAP: Option<Overlap> = None;

    /// Reads a field, or a whole document.
    fn of(document: &AnalyzedDocument) -> Self;

    /// Returns whether there is nothing to compare.
    fn is_empty(&self) -> bool;

    /// The similarity of two fields, neither empty: in [0, 1], symmetric to the bit.
    fn similarity(&self, other: &Self) -> f64;

    /// The sketch that a search index keeps of it, if there is an [`OVERLAP`](ShortField::OVERLAP).
    fn into_sketch(self) -> Option<Sketch> {
        None
    }
}

/// The measure that compares documents by what is kept of a field. It has no parameters.
#[derive(Serialize, Deserialize)]
#[serde(default, bound = "", deny_unknown_fields)]
pub struct Agreement<F> {
    #[serde(skip)]
    of: PhantomData<F>,
}

impl<F: ShortField> Agreement<F> {
    pub(super) const ENTRY: Entry = Entry::of::<Self>();
}

impl<F> Default for Agreement<F> {
    fn default() -> Self {
        Agreement { of: PhantomData }
    }
}

impl<F: ShortField> Measure for Agreement<F> {
    const NAME: &'static str = F::NAME;
    const SUMMARY: &'static str = F::SUMMARY;
    const SOURCE: &'static str = F::SOURCE;
    const COST: &'static str = F::COST;
    type View = Kept<F>;

    fn view(&self) {}

    fn overlap(&self) -> Option<Overlap> {
        F::OVERLAP
    }

    fn similarity(&self, left: &Kept<F>, right: &Kept<F>, (): &()) -> f64 {
        left.0.similarity(&right.0)
    }
}

/// The view of a short field.
pub struct Kept<F>(F);

impl<F: ShortField> View for Kept<F> {
    type Options = ();
    type Joint = ();

    const READS: Reads = Reads::TEXT;

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        Kept(F::of(document))
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn into_sketch(self) -> Option<Sketch> {
        self.0.into_sketch()
    }
}
