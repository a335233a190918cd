//! Reused passages: the spans of one document that were made of spans of another, copied, edited, reordered or
//! summarised.
//!
//! Where a passage begins is learned, as where a near-duplicate begins is: spans with much the same words are
//! candidates, each is a vector of similarities, and linear support vector machines decide which are passages and
//! which of those that overlap has the right ends. It must never know a collection: what is asked for are pairs of texts.
//!
//! ```
//! use dejalu_passages::{PassageModel, Segmented, find};
//! use dejalu_text::{Analyzer, Document};
//!
//! let analyzer = Analyzer::new(Default::default());
//! let segmented = |text: &str| Segmented::of(&analyzer.analyze(&Document::from(text)));
//! let shared = "A storm broke the lamp on the harbour wall of Vellan in March. Nobody knows why it still burns there, \
//!               and nobody has ever climbed the wall to look at it in all these years.";
//! let a = segmented(&format!("My grandmother told us this about her town. {shared} She did not."));
//! let b = segmented(&format!("The almanac has a page on lamps. {shared} Ferries pass it on their way to the pier."));
//! let found = find(&a, &b, PassageModel::built_in());
//! assert_eq!(found.len(), 1);
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `segments.rs`, `spans.rs` | a document in segments of about a sentence; ranges |
//! | `pair.rs` | two documents with the weights of their words |
//! | `seeds.rs`, `clusters.rs`, `span.rs`, `runs.rs` | segments alike; those that lie together; the ends of spans |
//! | `candidates.rs`, `features.rs` | spans that may be passages, and their vectors |
//! | `decision.rs`, `train.rs` | what decides about them, and how it is learned |
//! | `summary.rs` | summaries, by a rule |
//! | `find.rs`, `passage.rs` | the passages of two documents |
//! | `collection.rs`, `shared.rs`, `coverage.rs` | those of many pairs; what a pair shares, in the texts as they were read; how much that is |
//! | `score.rs` | plagdet: how well passages are found |
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

mod candidates;
mod clusters;
mod collection;
mod coverage;
mod decision;
mod features;
mod find;
mod pair;
mod passage;
mod runs;
mod score;
mod seeds;
mod segments;
mod shared;
mod span;
mod spans;
mod summary;
mod train;

pub use collection::{Found, find_all};
pub use coverage::Coverage;
pub use decision::{Linear, PassageModel};
pub use features::FEATURES;
pub use find::find;
pub use passage::{Kind, Passage};
pub use score::{Located, Plagdet, plagdet};
pub use segments::Segmented;
pub use shared::SharedPassages;
pub use train::{KnownPair, train};
