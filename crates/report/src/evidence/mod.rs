//! Evidence: what two documents share, and where.
//!
//! | file | contents |
//! |---|---|
//! | `evidence.rs` | the result: sentences, passages and values, matched |
//! | `sentences.rs` | the sentences and their positions |
//! | `entries.rs` | entries of long sentences |
//! | `values.rs` | numbers and names in a sentence |
//! | `hierarchy/` | the hierarchy of a document |
//! | `alike.rs` | similarity of sentences, alone or several together |
//! | `pairing.rs` | pairing of sentences |
//! | `chain.rs` | pairs that keep their order |
//! | `links.rs` | candidate pairs of repeated sentences |
//! | `difference.rs` | words that differ |
//! | `passages.rs` | passages of consecutive pairs |
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
mod values;
pub use difference::{Difference, Run};
pub use evidence::{Evidence, Figures, Side};
pub use hierarchy::Hierarchy;
pub use pairing::{MatchKind, SentenceMatch};
pub use passages::Passage;
pub use sentences::{Sentence, sentences};
