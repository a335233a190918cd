//! Copy detection (Ismail, Saad and Badr (004)): a [`Registry`] stores the sentences of registered
//! documents on disk, and a probe finds those that a new document shares with them.
//!
//! \[choice\] 004, section 5.1, also stores with every sentence all sentences that share words with
//! it. That table grows with the square of the collection, and holds only the sentences that came
//! before. The lists of words' sentences give the same overlaps when they are asked for, both ways and
//! for any order of registration: only the sentences of the rarest words are looked at.
//!
//! What is read is checked, and so is what is not there: a store in which a bit flipped answers as
//! before or not at all. Every value carries a checksum that holds its place, a
//! directory (`io/sqlite/directory.rs`) proves that it lacks a key, a list knows whether a block is missing.
//!
//! | file | contents |
//! |---|---|
//! | `answer.rs` | options and results of a probe |
//! | `find.rs` | registered documents that share chunks, and their overlap |
//! | `probe.rs` | the probe |
//! | `prepare.rs` | analysis of documents before the registry is used |
//! | `index.rs` | the index of registered documents |
//! | `lists.rs` | lists that grow without being rewritten |
//! | `store/` | storage on disk |
//! | `transfer.rs` | stored documents, export and import |
//! | `verify.rs` | integrity checks |
//! | `experiment.rs` | error rates on labelled documents (004, section 7) |

mod answer;
pub mod experiment;
mod find;
mod index;
mod lists;
mod prepare;
mod probe;
mod registration;
mod registry;
mod store;
pub mod transfer;
mod verify;
pub use answer::{Class, CopiedSentence, CopyRule, Cuts, Found, ProbeOptions, Probed};
pub use registration::Registration;
pub use registry::{Listed, Registry, Stats};
pub use store::{Access, FORMAT};

pub use crate::document::packed::DocumentRecord;
