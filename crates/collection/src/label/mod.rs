//! Labelling: which pairs to ask people about, what they answer, and what the answers are worth so
//! far. Nothing here knows how a question is shown: a page and a terminal ask the same ones.
//!
//! Useful for: labelling pairs of a collection, to learn from them and to judge by them.
//! Not useful for: learning a model to keep, which [`train`](dejalu_experiment::train::train) does from the same file.
//!
//! | file | contents |
//! |---|---|
//! | `pool.rs` | the pairs that may be asked about, with their similarities |
//! | `learned.rs` | what is learned from the answers so far, to choose the next questions |
//! | `choose.rs` | the choice of the training stream's pairs |
//! | `question.rs` | a question |
//! | `journal.rs` | the file of answers, written answer by answer |
//! | `session.rs` | questions and answers, of several people at once |
//! | `strata.rs` | the names of the audit's strata, which tell their sizes |
//! | `mistakes.rs` | answers that are probably mistakes |
//! | `tally.rs` | counts and figures of answers |
//! | `status.rs` | what the answers of a session are worth so far |
//! | `report.rs` | what a file of answers is worth, for any model |
//! | `merge.rs` | the answers of two people, and how far they agree |
//! | `words.rs` | that in sentences, and when to stop |
//!
//! ```
//! use dejalu_base::Silent;
//! use dejalu_collection::label::{Pool, PoolOptions};
//! use dejalu_collection::{Collection, Judge};
//! use dejalu_experiment::model::builtin;
//!
//! // The pairs that people may be asked about.
//! let collection = Collection::new(builtin::originals()?);
//! let judge = Judge::rule("jaccard=0.5", Default::default())?;
//! let pool = Pool::new(collection, &judge, &PoolOptions::default(), &Silent)?;
//! assert!(!pool.is_empty());
//! # Ok::<(), dejalu_base::Error>(())
//! ```

mod choose;
mod journal;
mod learned;
mod merge;
mod mistakes;
mod pool;
mod question;
mod report;
mod session;
mod status;
mod strata;
mod tally;
#[cfg(test)]
mod tests;
mod words;

pub use journal::Journal;
pub use merge::{Disagreement, MergedLabels};
pub use mistakes::Mistake;
pub use pool::{Pool, PoolOptions};
pub use question::Question;
pub use report::{LabelReport, LabelReportOptions};
pub use session::{Audited, Finished, Job, MOST_NOTE, Next, Session, SessionOptions};
pub use status::LabellingStatus;
pub use tally::{AuditedRemovals, CurvePoint, Tally};
