//! Fuzzy-set resemblance: sentences are alike if their words correlate, not only if they are equal
//! (000, sections 3.2.2 and 4.2).
//!
//! | file | contents |
//! |---|---|
//! | `resemblance.rs` | the measures `fuzzy-resemblance` and `fuzzy-sentence` |
//! | `sentences.rs` | the sentences of a document, and how alike those of two documents are |
//! | `thresholds.rs` | when two sentences are called equal |
//! | `equal.rs` | the pairs of equal sentences |
//! | `overlap.rs` | the degree of overlap |
//! | `occurrences.rs` | sentences of the same words, taken together |
//! | `bounded.rs` | two long documents, with bounded work |

pub mod bounded;
mod equal;
mod occurrences;
mod overlap;
mod resemblance;
mod sentences;
mod thresholds;
pub use equal::EqualPairs;
pub use occurrences::Occurrences;
pub use overlap::{FuzzyOverlap, degree_of_overlap};
pub use resemblance::{Combination, FuzzyResemblance, FuzzySentence, MEASURES, odds};
pub use sentences::{SentencePair, Sentences, Similarities, Unit};
pub use thresholds::{EqualSentences, Thresholds};
