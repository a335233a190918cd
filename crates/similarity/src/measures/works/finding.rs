//! The common part of all measures of fields of works.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use crate::measures::{Entry, Measure, Overlap, View};

/// One number that the comparison of two fields gives.
pub(super) trait Finding: Send + Sync + 'static {
    /// [`Measure::NAME`].
    const NAME: &'static str;
    /// [`Measure::SUMMARY`].
    const SUMMARY: &'static str;
    /// [`Measure::PHRASE`].
    const PHRASE: &'static str;
    /// [`Measure::COST`].
    const COST: &'static str = "O(1)";
    /// Whether it is agreement, or the absence of conflict.
    const SIGN: Sign;
    /// What is kept of the field.
    type Field: View<Options = ()>;

    /// Returns whether two fields have enough in them for this finding, where they are comparable at all.
    fn is_comparable(_left: &Self::Field, _right: &Self::Field) -> bool {
        true
    }

    /// The number: in \[0, 1\], the same for either order, 1 for equal fields.
    fn value(left: &Self::Field, right: &Self::Field, compared: &Joint<Self>) -> f64;

    /// [`Measure::overlap`].
    fn overlap() -> Option<Overlap> {
        None
    }
}

/// What is found by comparing two fields.
pub(super) type Joint<F> = <<F as Finding>::Field as View>::Joint;

/// The decision that a finding speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// A high value speaks for one work; nothing to compare says as little as a value of 0.
    Agreement,
    /// A low value speaks for two works; nothing to compare says as little as a value of 1.
    NoConflict,
}

/// The measure of a [`Finding`]. It has no parameters.
#[derive(Serialize, Deserialize)]
#[serde(default, bound = "", deny_unknown_fields)]
pub(super) struct Found<F> {
    #[serde(skip)]
    finding: PhantomData<F>,
}

impl<F: Finding> Found<F> {
    pub(super) const ENTRY: Entry = Entry::of::<Self>();
}

impl<F> Default for Found<F> {
    fn default() -> Self {
        Found {
            finding: PhantomData,
        }
    }
}

impl<F: Finding> Measure for Found<F> {
    const NAME: &'static str = F::NAME;
    const SUMMARY: &'static str = F::SUMMARY;
    const PHRASE: &'static str = F::PHRASE;
    const SOURCE: &'static str = "for bibliographic records";
    const COST: &'static str = F::COST;
    const NEUTRAL: Option<f64> = Some(match F::SIGN {
        Sign::Agreement => 0.0,
        Sign::NoConflict => 1.0,
    });
    type View = F::Field;

    fn view(&self) {}

    fn overlap(&self) -> Option<Overlap> {
        F::overlap()
    }

    fn is_comparable(&self, left: &F::Field, right: &F::Field) -> bool {
        F::is_comparable(left, right)
    }

    fn similarity(&self, left: &F::Field, right: &F::Field, compared: &Joint<F>) -> f64 {
        F::value(left, right, compared)
    }
}

/// 1 for yes and 0 for no.
pub(super) fn of(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}

/// `(value − from) / (to − from)` within \[0, 1\].
pub(super) fn rise(value: f64, from: f64, to: f64) -> f64 {
    ((value - from) / (to - from)).clamp(0.0, 1.0)
}
