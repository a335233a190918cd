//! Near-duplicates in collections: [`dedupe`] groups all of them, [`find`] looks for those of one
//! document or of many. A [`Judge`], a trained model or a rule, decides; the
//! [candidates](dejalu_similarity::candidates) say which pairs it is applied to.
//!
//! It holds what people are asked about a collection as well ([`label`]). It must never know how anything is shown.
//!
//! Useful for: cleaning a collection, decontaminating one against another, looking something up.
//! Not useful for: labelled pairs, which [`Model::classify`](dejalu_experiment::model::Model::classify) judges.
//!
//! | file | contents |
//! |---|---|
//! | `judge/` | what decides, a model or a rule |
//! | `collection.rs`, `other_records.rs` | documents, and exact copies among them; records that say the same of different works |
//! | `components.rs` | connected components of documents |
//! | `word_reader.rs` | raw words of documents, cached up to a limit |
//! | `boilerplate/` | passages of many groups, which documents are compared without |
//! | `cascade.rs` | scores of pairs, computing expensive features only where they matter |
//! | `steps.rs` | the order in which features are computed, and what later ones can add at most |
//! | `scoring.rs` | scores of many candidates, in bounded memory |
//! | `indistinct.rs` | documents that a rule cannot tell apart |
//! | `sampled_components.rs` | the components of candidates that a guess looks at |
//! | `search.rs` | the candidates of a collection, and their scores |
//! | `star_walk.rs` | the pairs that star groups need |
//! | `thinning.rs` | some documents of a crowded collection |
//! | `vectors.rs` | scores and similarity vectors of given pairs, in bounded memory |
//! | `groups/` | groups, and the representative of each |
//! | `given.rs` | groups that a table describes |
//! | `threshold.rs` | from which score on a pair is a duplicate |
//! | `suggested/` | the threshold that the scores of a collection suggest |
//! | `losses.rs` | what each removal would lose |
//! | `verbatim.rs` | what of a removed text the kept one holds word for word |
//! | `promise/` | a bound on wrong removals, by as few answers as possible |
//! | `removal_audit/` | people look at some of the removals, and a bound follows |
//! | `groups_audit.rs` | groups of any tool, judged |
//! | `audit/` | the audit of earlier versions, of thresholds |
//! | `audited.rs` | an audit by either test |
//! | `shared.rs` | how two documents relate, and the longest passage that they share |
//! | `dedupe.rs`, `dedupe_options.rs` | deduplication of a collection |
//! | `scored_candidates.rs` | its candidates, judged |
//! | `review.rs` | the pairs that people should look at |
//! | `estimate.rs` | how long a deduplication will take |
//! | `at_default.rs` | what the default level of a model would remove |
//! | `against.rs` | deduplication against another collection |
//! | `parts.rs` | deduplication in parts, for many machines |
//! | `find.rs` | search for the near-duplicates of queries |
//! | `searcher.rs` | the candidates for queries |
//! | `certificate.rs` | what of each removed text is kept, for anybody to check |
//! | `moving.rs` | moving the files of removed documents |
//! | `matrix.rs` | the scores of all pairs of a small collection |
//! | `quality.rs` | comparison of the groups with known clusters |
//! | `bound_sketches.rs` | which documents may reach a score, by a few bytes of each |
//! | `index/` | a collection on disk |
//! | `sample.rs` | a sample of candidates to label |
//! | `frame/` | the pairs that people are asked about, in strata of scores |
//! | `label/` | which pairs people are asked about, and their answers |
//!
//! ```
//! use dejalu_base::Silent;
//! use dejalu_collection::{Collection, DedupeOptions, Judge, Keep, dedupe};
//! use dejalu_text::Document;
//!
//! let collection = Collection::new(vec![
//!     Document::plain("a", "The ferry waits at the pier."),
//!     Document::plain("b", "The ferry waits at the old pier."),
//! ]);
//! let judge = Judge::rule("jaccard=0.7", Default::default())?;
//! let options = DedupeOptions::default().with_keep(Keep::Longest);
//! let result = dedupe(&collection, &judge, &options, &Silent)?;
//! let (removed, kept) = result.removed().next().unwrap();
//! assert_eq!((removed.as_str(), kept.as_str()), ("a", "b"));
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

mod against;
mod at_default;
mod audit;
mod audited;
mod boilerplate;
#[cfg(feature = "store")]
mod bound_sketches;
mod cascade;
mod certificate;
mod collection;
mod components;
mod dedupe;
mod dedupe_options;
mod estimate;
mod find;
mod frame;
mod given;
mod groups;
mod groups_audit;
#[cfg(feature = "store")]
pub mod index;
mod indistinct;
mod judge;
pub mod label;
mod losses;
mod matrix;
mod moving;
mod other_records;
mod parts;
mod promise;
mod quality;
mod removal_audit;
mod review;
mod sample;
mod sampled_components;
mod scored_candidates;
mod scoring;
mod search;
mod searcher;
mod shared;
mod star_walk;
mod steps;
mod suggested;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod thinning;
mod threshold;
mod vectors;
mod verbatim;
mod word_reader;

pub use against::{AgainstRow, DeduplicatedAgainst, dedupe_against};
pub use at_default::DefaultRemovals;
pub use audit::{AuditOptions, AuditedCut, ThresholdAudit, more_documents, trial};
pub use audited::Audit;
pub use boilerplate::{Boilerplate, BoilerplateRemover, LeftOut, Passage};
pub use certificate::{Certificate, CertifiedPassage};
pub use collection::Collection;
pub use dedupe::{Deduplicated, dedupe};
pub use dedupe_options::DedupeOptions;
pub use estimate::Estimate;
pub use find::{Answer, Answers, FindOptions, Match, SelfMatches, find};
pub use frame::{Frame, FrameOptions, FramePairs, Stratum};
pub use given::GivenGroups;
pub use groups::{
    Cause, Change, ChangedDocument, Constraint, Constraints, Group, GroupChanges, GroupColumns,
    GroupRow, Grouping, GroupsTable, Keep, Linkage, Reason, Relation, Removal,
};
pub use groups_audit::GroupsAudit;
pub use indistinct::Indistinct;
pub use judge::Judge;
pub use losses::{Loss, LossFigures, Losses};
pub use matrix::{check_matrix, matrix};
pub use moving::{LeftFile, MoveOptions, Moved};
pub use parts::{Parts, components};
pub use promise::{
    Doubt, GivenPromise, Missing, Outcome, Promise, StoppingPoint, StoppingPoints, TestPlan,
    Tested, TestedSet, Trial, Verdict, by_risk, wrong_between,
};
pub use quality::GroupingQuality;
pub use removal_audit::{DoubtedRemoval, RemovalAudit, RiskBy};
pub use review::{Review, ReviewPair, ReviewReason, review};
pub use sample::Sample;
pub use scored_candidates::DedupeCounts;
pub use scoring::Edge;
pub use shared::{Shared, shared};
pub use suggested::{Basis, LOSS_IF_SUGGESTED, SampledCandidates, SuggestedThreshold};
pub use threshold::Threshold;
pub use vectors::{scores, vectors};
pub use verbatim::{Verbatim, verbatim};
