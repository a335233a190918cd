//! Learned near-duplicate detection.
//!
//! A pair of documents becomes a vector of similarities (fuzzy-set resemblance, Jaccard, cosine,
//! Dice, shingle containment, minimum weight overlapping and more); a support vector machine learns
//! from labelled pairs where "near-duplicate" begins, instead of thresholds set by hand; and the
//! result is measured honestly against the thresholds that five papers published.
//!
//! The types to know:
//!
//! - [`Document`]: a text with its parts marked; made by hand or by [`document::reader`].
//! - [`similarity::measures`]: the similarities, all listed in one table; a
//!   [`Feature`](similarity::Feature) is a measure with its parameters,
//!   [`FeatureSet`](similarity::FeatureSet) what a vector holds.
//! - [`PairSet`](pairs::PairSet): documents and labelled pairs of them.
//! - [`train`](experiment::train::train): pairs in, [`Model`](model::Model) out;
//!   [`compare`](experiment::compare::compare): pairs in, every decider's figures out.
//!
//! ```
//! use dejalu::Document;
//!
//! let model = dejalu::model::builtin::model()?;
//! let documents = [
//!     Document::plain("old", "The ferry waits at the pier. A storm broke the old pier in March."),
//!     Document::plain("new", "The ferry is waiting at the pier. A storm broke the pier in March."),
//! ];
//! let judged = model.classify(&documents, &[(0, 1)], &dejalu::progress::Silent)?;
//! assert!(judged[0].0.decision.is_duplicate());
//! # Ok::<(), dejalu::Error>(())
//! ```
//!
//! The papers are cited by number throughout:
//!
//! | number | paper |
//! |---|---|
//! | 000 | Yerra, *Detecting similar HTML documents using a sentence-based copy detection approach*, MSc thesis, Brigham Young University, 2005 |
//! | 001 | Raveena and Nandini, *Near duplicate document detection using document-level features and supervised learning*, ICGICT'14, IJIRCCE 2, 2014 |
//! | 002 | Das, Mathew and Vijayaraghavan, *An efficient approach for finding near duplicate web pages using minimum weight overlapping method* |
//! | 003 | Pereira and Ziviani, *Syntactic similarity of web documents*, 2003 |
//! | 004 | Ismail, Saad and Badr, *An accurate copy detection server for digital documents* |
//!
//! `docs/architecture.md` says what each module is for; a test holds what each may use.
#![deny(missing_docs)]
// No input makes the library panic, and what it has to say goes to the caller.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)
)]

pub mod candidates;
pub mod collection;
pub mod corpus;
pub mod document;
pub mod error;
pub mod evaluation;
pub mod evidence;
pub mod experiment;
pub mod generate;
pub mod io;
pub mod learning;
pub mod model;
pub mod pairs;
pub mod plural;
pub mod progress;
#[cfg(feature = "store")]
pub mod registry;
#[cfg(feature = "report")]
pub mod report;
pub mod similarity;
pub mod text;

pub use document::{Document, DocumentId, FieldKind};
pub use error::{Error, ErrorKind, Result};
