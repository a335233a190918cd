//! Is a document a copy, wholly or in part, of something known? A [`Registry`] answers (004): it
//! keeps the sentences of registered documents on the disk, and a probe finds those that a new one
//! shares with them.
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
//! | file | the question it answers |
//! |---|---|
//! | `answer.rs` | what is a probe asked, what does it answer? |
//! | `find.rs` | which documents is that, and how much of them? |
//! | `probe.rs` | what does a document share with each registered one? |
//! | `prepare.rs` | what can be done before the registry is asked? |
//! | `index.rs` | what is known of the registered documents? |
//! | `lists.rs` | how do lists grow without being rewritten? |
//! | `store/` | how does it lie on the disk? |
//! | `transfer.rs` | how does an exported document come in again? |
//! | `verify.rs` | do all tables say the same? |
//! | `experiment.rs` | how often is it wrong (004, section 7)? |

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
