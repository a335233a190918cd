//! Copy detection (Ismail, Saad and Badr (004)): a [`Registry`] stores the sentences of registered
//! documents on disk, and a probe finds those that a new document shares with them.
//!
//! Servers and reports use it; collections do without. It must never know groups of near-duplicates.
//!
//! \[choice\] 004, section 5.1, also stores with every sentence all sentences that share words with
//! it. That table grows with the square of the collection, and holds only the sentences that came
//! before. The lists of words' sentences give the same overlaps when they are asked for, both ways and
//! for any order of registration: only the sentences of the rarest words are looked at.
//!
//! Everything that is read is checked, missing rows included: a store with a flipped bit answers as
//! before or not at all. Every value has a checksum that covers its position, a directory
//! (`crates/io/src/sqlite/directory.rs`) proves that a key is absent, a list detects missing blocks.
//!
//! | file | contents |
//! |---|---|
//! | `registry.rs` | registering, probing and exporting |
//! | `registration.rs` | the outcome of a registration |
//! | `answer.rs` | options and results of a probe |
//! | `find.rs` | registered documents that share chunks, and their overlap |
//! | `probe.rs` | the probe |
//! | `prepare.rs` | analysis of documents before the registry is used |
//! | `index.rs` | the index of registered documents |
//! | `lists.rs` | lists that grow without being rewritten |
//! | `store/` | storage on disk |
//! | `transfer.rs` | export and import |
//! | `verify.rs` | integrity checks |
//! | `experiment/` | error rates on labelled documents (004, section 6.4) |
//!
//! ```
//! use dejalu_text::Document;
//! use dejalu_registry::{Class, ProbeOptions, Registry};
//!
//! let mut registry = Registry::in_memory(Default::default())?;
//! let old = Document::plain("old", "The ferry waits at the pier. A storm broke the pier in March.");
//! registry.register(&[old], None)?;
//! let new = Document::plain("new", "It was a cold day in town. In March, a storm broke the pier.");
//! let probed = registry.probe(&new, &ProbeOptions::default())?;
//! assert_eq!(probed.found[0].id.as_str(), "old");
//! assert_eq!(probed.found[0].class, Class::High);
//! # Ok::<(), dejalu_base::Error>(())
//! ```
#![deny(missing_docs)]
// `pub` items are reachable from outside; everything else is `pub(crate)`.
#![warn(unreachable_pub)]
// No input makes the library panic, and what it has to say goes to the caller. Where a value must be there,
// the reason stands beside it.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

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

pub use dejalu_text::document::packed::DocumentRecord;
