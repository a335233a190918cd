//! Evidence: what two documents share, and where.
//!
//! | file | contents |
//! |---|---|
//! | `evidence.rs` | the result: sentences, runs of them and values, matched |
//! | `sentences.rs` | the sentences and their positions |
//! | `entries.rs` | entries of long sentences |
//! | `values.rs` | numbers and names in a sentence |
//! | `hierarchy/` | the hierarchy of a document |
//! | `alike.rs` | similarity of sentences, alone or several together |
//! | `pairing.rs` | pairing of sentences |
//! | `chain.rs` | pairs that keep their order |
//! | `links.rs` | candidate pairs of repeated sentences |
//! | `difference.rs` | words that differ |
//! | `match_runs.rs` | runs of consecutive pairs |
//! | `fields.rs` | the fields of two records, compared one by one |
//!
//! Useful for: one pair that a person looks at. Not useful for: deciding, which a model or a rule
//! does; nothing here moves a score.
//!
//! ```
//! use dejalu_report::evidence::Evidence;
//! use dejalu_text::{Analyzer, Document};
//!
//! let analyzer = Analyzer::new(Default::default());
//! let texts = ["Boats wait. Nobody was hurt.", "Nobody was hurt. A storm broke the pier."];
//! let documents = texts.map(Document::from);
//! let analyzed = documents.each_ref().map(|document| analyzer.analyze(document));
//! let statistics = Default::default();
//! let evidence =
//!     Evidence::new(documents.each_ref(), analyzed.each_ref(), &statistics, &Default::default());
//! assert_eq!(evidence.contained(0), [false, true]);
//! ```

mod alike;
pub(crate) mod chain;
mod difference;
mod entries;
mod evidence;
mod fields;
pub mod hierarchy;
mod links;
mod match_runs;
mod pairing;
mod sentences;
mod values;
pub use difference::{Difference, Run};
pub use evidence::{Evidence, Figures, Side};
pub use fields::{Agreement, FieldMatch, FieldValue, Piece};
pub use hierarchy::Hierarchy;
pub use match_runs::MatchRun;
pub use pairing::{MatchKind, SentenceMatch};
pub use sentences::{Sentence, sentences};
