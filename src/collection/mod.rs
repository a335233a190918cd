//! Near-duplicates in collections: [`dedupe`] groups all of them, [`find`] looks for those of one
//! document or of many. A [`Judge`], a trained model or a rule, decides; the
//! [candidates](crate::candidates) say which pairs it is applied to.
//!
//! Useful for: cleaning a collection, decontaminating one against another, looking something up.
//! Not useful for: labelled pairs, which [`Model::classify`](crate::model::Model::classify) judges.
//!
//! | file | contents |
//! |---|---|
//! | `judge.rs` | the decider, a model or a rule |
//! | `collection.rs` | documents, and exact copies among them |
//! | `cascade.rs` | scores of pairs, computing expensive features only where they matter |
//! | `scoring.rs` | scores of many candidates, in bounded memory |
//! | `groups.rs` | groups, and the representative of each |
//! | `dedupe.rs` | deduplication of a collection |
//! | `find.rs` | search for the near-duplicates of queries |
//! | `quality.rs` | comparison of the groups with known clusters |
//! | `sample.rs` | a sample of candidates to label |
//!
//! ```
//! use dejalu::Document;
//! use dejalu::progress::Silent;
//! use dejalu::collection::{Collection, DedupeOptions, Judge, dedupe};
//!
//! let collection = Collection::new(vec![
//!     Document::plain("a", "The ferry waits at the old pier."),
//!     Document::plain("b", "The ferry waits at the pier."),
//!     Document::plain("c", "Beetles farm fungus in dead wood."),
//! ]);
//! let judge = Judge::rule("jaccard=0.7", Default::default())?;
//! let result = dedupe(&collection, &judge, &DedupeOptions::default(), &Silent)?;
//! assert_eq!(result.groupings[0].group_of, [0, 0, 1]);
//! # Ok::<(), dejalu::Error>(())
//! ```

mod cascade;
mod collection;
mod dedupe;
mod find;
mod groups;
#[cfg(feature = "store")]
pub mod index;
mod judge;
mod quality;
mod sample;
mod scoring;
#[cfg(test)]
mod tests;

pub use collection::Collection;
pub use dedupe::{Counts, Deduplicated, Options as DedupeOptions, dedupe};
pub use find::{Answer, Answers, Match, SelfMatches, find};
pub use groups::{Group, Grouping, Keep, Linkage};
pub use judge::Judge;
pub use quality::Quality;
pub use sample::Sample;
pub use scoring::Edge;
