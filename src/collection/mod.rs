//! Near-duplicates in collections: [`dedupe`] groups all of them, [`find`] looks for those of one
//! document or of many. A [`Judge`], a trained model or a rule, decides; the
//! [candidates](crate::candidates) say which pairs it is asked about.
//!
//! Useful for: cleaning a collection, decontaminating one against another, looking something up.
//! Not useful for: labelled pairs, which [`Model::classify`](crate::model::Model::classify) judges.
//!
//! | file | the question it answers |
//! |---|---|
//! | `judge.rs` | who decides, and by which score? |
//! | `collection.rs` | which documents are there, and which are exact copies? |
//! | `cascade.rs` | what is the score of a pair, with as few heavy features as possible? |
//! | `scoring.rs` | what are the scores of many candidates, in bounded memory? |
//! | `groups.rs` | which documents belong together, and who stands for them? |
//! | `dedupe.rs` | all of it together, for a collection |
//! | `find.rs` | for queries |
//! | `quality.rs` | how good are the groups, where the true ones are known? |
//! | `sample.rs` | which candidates should people label? |

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
pub use dedupe::{DedupeCounts, DedupeOptions, Deduplicated, dedupe};
pub use find::{Answer, Answers, FindOptions, Match, SelfMatches, find};
pub use groups::{Group, Grouping, Keep, Linkage};
pub use judge::Judge;
pub use quality::GroupingQuality;
pub use sample::Sample;
pub use scoring::Edge;
