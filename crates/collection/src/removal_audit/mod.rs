//! The audit of removals: people look at some of them, and so many of the others as their answers allow may go.
//!
//! | file | contents |
//! |---|---|
//! | `doubts.rs` | how much each removal is doubted before anybody answers |
//! | `order.rs` | the order of risk, and the order of questions |
//! | `answers.rs` | what people said |
//! | `draws.rs` | the tests that they were asked for |
//! | `removal_audit.rs` | the whole: questions, or a verdict |
//! | `words.rs` | what it says, in sentences |

mod answers;
mod doubts;
mod draws;
mod order;
mod removal_audit;
#[cfg(test)]
mod tests;
mod words;

pub use doubts::{DoubtedRemoval, RiskBy};
pub use removal_audit::RemovalAudit;
