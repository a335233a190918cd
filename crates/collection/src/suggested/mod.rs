//! The threshold that the scores of a collection suggest, without any label.
//!
//! `suggested.rs` weighs what the scores show: `valley.rs` between two modes, `cohesion.rs` of groups, and
//! `gap.rs` below rare duplicates.

mod cohesion;
mod gap;
mod suggested;
#[cfg(test)]
mod tests;
mod valley;

pub(crate) use suggested::SAMPLED_CANDIDATES;
pub use suggested::{Basis, LOSS_IF_SUGGESTED, SampledCandidates, SuggestedThreshold};
