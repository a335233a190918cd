//! The audit of earlier versions, for answers that were drawn by it: people look at some of the documents that would be removed, and of the
//! thresholds at which too many wrong removals can be ruled out the one that removes most is taken.
//!
//! | file | contents |
//! |---|---|
//! | `cuts.rs` | the thresholds that are tested, fixed by the scores alone |
//! | `draw.rs` | the documents that people are asked about |
//! | `trial.rs` | the test of the thresholds, one after the other |
//! | `words.rs` | what it says, in sentences |
//! | `options.rs` | what is asked, or what was answered |
//! | `audit.rs` | the whole |

mod audit;
mod cuts;
mod draw;
mod options;
#[cfg(test)]
mod tests;
mod trial;
mod words;

pub use audit::ThresholdAudit;
pub(super) use cuts::cuts;
pub use options::AuditOptions;
pub use trial::{AuditedCut, more_documents, trial};
