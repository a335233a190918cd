//! Statistics of a reference collection. [`CorpusStats`] counts document frequencies and
//! co-occurring words; measures see the collection only through it.
//!
//! Useful for: idf weights, rare words, correlated words, learned weights of terms. Not useful for: the documents themselves,
//! which are not kept.
//!
//! | file | contents |
//! |---|---|
//! | `statistics.rs` | the statistics of a collection, and what a feature needs of them |
//! | `collector.rs` | statistics that are being counted |
//! | `counting.rs` | a collection that is counted in parts |
//! | `background.rs` | statistics in a file |
//! | `correlation.rs` | word–word correlation factors |
//! | `correlation_table.rs` | all of them, for people |
//! | `latent.rs` | the axes along which documents vary most |
//! | `singular.rs` | the singular vectors of a sparse matrix |
//! | `terms.rs` | what a term in only one document says of a pair |
//! | `lists.rs` | lists of different lengths, one after the other in memory |
//!
//! ```
//! use dejalu_similarity::corpus::{CorpusStats, Needs};
//! use dejalu_text::{Analyzer, Document, analyze_all};
//!
//! let documents = ["The ferry waits.", "The ferry left.", "A storm."].map(Document::from);
//! let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
//! let statistics = CorpusStats::collect(&analyzed, Needs::DOCUMENT_FREQUENCIES, &Default::default())?;
//! assert_eq!(statistics.documents(), 3);
//! # Ok::<(), dejalu_base::Error>(())
//! ```

pub mod background;
mod collector;
mod correlation;
mod correlation_table;
mod counting;
mod latent;
mod lists;
mod singular;
mod statistics;
mod terms;
pub use correlation::{CorrelationLimits, Correlations, Neighbour};
pub use correlation_table::{Correlation, CorrelationTable, CorrelationTableBuilder};
pub use counting::{CorrelatingWords, Counting};
pub use latent::LatentAxes;
pub use lists::Lists;
pub use statistics::{CorpusStats, Counts, Needs};
pub use terms::{TermWeights, WeightedTerm, heaviest};
