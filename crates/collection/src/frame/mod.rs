//! The pairs of a collection that people may be asked about: a wide frame, in strata of scores, each
//! in a random order.
//!
//! | file | contents |
//! |---|---|
//! | `nearest.rs` | the documents with the most alike words, for pairs that no candidate search finds |
//! | `strata.rs` | strata of scores |
//! | `frame.rs` | the whole |

mod frame;
mod nearest;
mod strata;
#[cfg(test)]
mod tests;

pub use frame::{Frame, FrameOptions, FramePairs};
pub use strata::Stratum;
