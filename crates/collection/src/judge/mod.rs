//! Decides on the pairs of a collection, by a model or a rule.

mod filters;
mod judge;
mod just_below;
mod rule;
mod score_bounds;

pub(super) use judge::ALIKE_IN_COLLECTIONS;
pub use judge::Judge;
