//! Why are two documents near-duplicates, so that a person can see it?
//!
//! | file | the question it answers |
//! |---|---|
//! | `sentences.rs` | where do the sentences stand that are compared? |
//! | `entries.rs` | which entries does a long sentence consist of? |
//! | `values.rs` | which numbers and names does it hold? |
//! | `hierarchy.rs` | which parts does a document consist of? |
//! | `tree_matching.rs` | which parts of two documents hold the same? |
//! | `alike.rs` | how far is a sentence, or are several together, found in the other document? |
//! | `pairing.rs` | which sentence corresponds to which, and how? |
//! | `chain.rs` | which of them keep their order? |
//! | `links.rs` | which of the pairs are looked at, where sentences are repeated over and over? |
//! | `difference.rs` | which of their words differ? |
//! | `passages.rs` | what follows one another on both sides, what stands on one side alone? |
//!
//! Useful for: one pair that a person looks at. Not useful for: deciding, which a model or a rule
//! does; nothing here moves a score.

mod alike;
mod chain;
mod difference;
mod entries;
mod evidence;
pub mod hierarchy;
mod links;
mod pairing;
mod passages;
mod sentences;
mod tree_matching;
mod values;
pub use difference::{Difference, Run};
pub use evidence::{Evidence, Figures, Side};
pub use hierarchy::Hierarchy;
pub use pairing::{MatchKind, SentenceMatch};
pub use passages::Passage;
pub use sentences::{Sentence, sentences};
pub use tree_matching::{Counterpart, TreeMatching};
