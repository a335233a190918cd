//! Error rates of probes on labelled documents: the experiment of Ismail, Saad and Badr (004),
//! section 6.4.
//!
//! People said of some pairs of documents how much they overlap. All documents are registered;
//! every document that occurs in such a pair is probed; what is found is compared with what people
//! said. Every rule, sentence threshold and set of cuts is tried, as in the paper.

mod experiment;
mod published;
pub use experiment::{Categories, CopyExperiment, Errors, THRESHOLDS, Trial, experiment};
pub use published::{PUBLISHED, Published};
