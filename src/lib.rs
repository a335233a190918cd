//! Learned near-duplicate detection.
//!
//! A pair of documents becomes a vector of similarities (fuzzy-set resemblance, Jaccard, cosine,
//! Dice, shingle containment, minimum weight overlapping and more); a support vector machine learns
//! from labelled pairs where "near-duplicate" begins, instead of thresholds set by hand; and the
//! result is compared with the thresholds that five papers published.
//!
//! | what | with |
//! |---|---|
//! | learn from labelled pairs | [`PairSet::push`], then [`train`] with [`TrainOptions`]: a [`PairSet`] in, a [`Trained`] out, with the [`Model`] and its metrics |
//! | measure the similarities of two texts | [`similarity::vector`] |
//! | judge two texts, and say why | [`Model::explain`] |
//! | classify pairs of documents | [`Model::classify`], of a trained model or [of the built-in one](model::builtin) |
//! | compare with the published rules | [`compare`] with [`CompareOptions`], into a [`Comparison`] |
//! | measure a model on other labelled pairs | [`evaluate`] |
//! | group the near-duplicates of a collection | [`dedupe`] a [`Collection`], with [`DedupeOptions`] |
//! | leave out what another collection has | [`collection::dedupe_against`] with [`FindOptions`] |
//! | find the passages that one document took from another | [`passages::find`] |
//! | find the near-duplicates of a document | [`find`] with [`FindOptions`] |
//! | choose what is compared | a [`FeatureSet`] of [`Feature`]s: [`similarity::measures`] with parameters, or your own numbers |
#![cfg_attr(
    feature = "store",
    doc = "| find in a collection on disk | [`Index::find`] |",
    doc = "| detect copies of registered documents | [`Registry`] |",
    doc = "| set what five papers print beside ours | [`reproduce::reproduce`] |"
)]
//!
//! A [`Document`] is made of a text or a page, or read by [`document::reader`]; a [`Label`] is a
//! person's decision on a pair; a [`Judge`] is a model or a rule with a threshold. Long calls report to
//! a [`Progress`]; [`Silent`] ignores it. An [`Error`] says what was wrong, where, and what to do.
//! `examples/` has one file per use; `vector.rs`, `explain.rs`, `train_from_memory.rs`, `dedupe.rs` and
//! `index_and_find.rs` are the shortest.
//!
//! ```
//! let old = "The ferry waits at the pier. A storm broke the old pier in March.";
//! let new = "The ferry is waiting at the pier. A storm broke the pier in March.";
//! let explained = dejalu::model::builtin::model()?.explain(old, new)?;
//! assert!(explained.judgement.decision.is_duplicate());
//! # Ok::<(), dejalu::Error>(())
//! ```
//!
//! Cargo features, all on by default: `cli` (the program; it brings `serve`), `parquet` (tables in
//! `.parquet`), `report` (tables, charts and pages), `store` (the registry and the index of a collection, in
//! SQLite), `serve` (the page where people label, and the service over HTTP).
//!
//! Five papers are cited by number:
//!
//! | number | by | title |
//! |---|---|---|
//! | 000 | Yerra (2005) | *Detecting similar HTML documents using a sentence-based copy detection approach*, MSc thesis, Brigham Young University |
//! | 001 | Raveena and Nandini (2014) | *Near duplicate document detection using document-level features and supervised learning*, ICGICT'14, IJIRCCE 2 |
//! | 002 | Das, Mathew and Vijayaraghavan | *An efficient approach for finding near duplicate web pages using minimum weight overlapping method* |
//! | 003 | Pereira and Ziviani (2003) | *Syntactic similarity of web documents* |
//! | 004 | Ismail, Saad and Badr | *An accurate copy detection server for digital documents* |
//!
//! `docs/architecture.md` says what each crate is for; cargo holds what each may use.
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

pub use dejalu_base::error;
pub use dejalu_collection as collection;
pub use dejalu_collection::label;
pub use dejalu_experiment as experiment;
pub use dejalu_experiment::{generate, model, pairs, rules};
pub use dejalu_learn as learning;
pub use dejalu_learn::evaluation;
pub use dejalu_passages as passages;
#[cfg(feature = "store")]
pub use dejalu_registry as registry;
#[cfg(feature = "report")]
pub use dejalu_report as report;
#[cfg(feature = "report")]
pub use dejalu_report::evidence;
#[cfg(feature = "store")]
pub use dejalu_reproduce as reproduce;
#[cfg(feature = "serve")]
pub use dejalu_server as server;
pub use dejalu_similarity as similarity;
pub use dejalu_similarity::{candidates, corpus};
pub use dejalu_text as text;
pub use dejalu_text::document;

#[cfg(feature = "store")]
pub use collection::index::Index;
pub use collection::{
    Collection, DedupeOptions, Deduplicated, FindOptions, Judge, Keep, dedupe, find,
};
pub use dejalu_base::{Error, Progress, Result, Silent};
pub use document::Document;
pub use experiment::compare::{CompareOptions, Comparison, EvaluateOptions, compare, evaluate};
pub use experiment::train::{TrainOptions, Trained, train};
pub use model::Model;
pub use pairs::{Label, PairSet};
#[cfg(feature = "store")]
pub use registry::Registry;
pub use similarity::{Feature, FeatureSet};
