//! Labelled pairs of documents. A [`PairSet`] holds the documents and the pairs; [`reader`] reads
//! it from files; [`quality`] checks it; `folds` splits it into folds of whole clusters. A
//! [`LabelRow`] is one answer of a person, in a file that grows as people answer.
//!
//! | file | contents |
//! |---|---|
//! | `pair_set.rs` | documents, pairs, labels and clusters |
//! | `reader/` | pairs from tables and streams |
//! | `quality.rs` | quality checks before training |
//! | `folds.rs` | folds of whole clusters |
//! | `labels.rs` | the file of answers |
//! | `handwritten.rs` | what people have written into a table, which no output may replace |
//! | `vectors.rs` | the similarity vectors of a set's pairs |
//! | `dataset.rs` | labelled vectors as a data set of linfa |
//! | `vectorizer.rs` | features with their statistics: vectors that need no folds |
//!
//! ```
//! use dejalu_experiment::pairs::{Label, PairSet};
//!
//! let mut pairs = PairSet::default();
//! pairs.push("The ferry waits.", "The ferry waits!", Label::Duplicate)?;
//! assert_eq!(pairs.labels()?, [true]);
//! # Ok::<(), dejalu_base::Error>(())
//! ```

mod dataset;
pub mod folds;
mod handwritten;
mod labels;
mod pair_set;
pub mod quality;
pub mod reader;
mod vectorizer;
mod vectors;
pub use handwritten::{Handwritten, handwritten, handwritten_beside};
pub use labels::{
    Drawn, DrawnTest, LabelRow, Opinion, Ranked, Stream, read_first_labels, read_label_columns,
    read_labels, write_labels,
};
pub use pair_set::{Label, Pair, PairSet};
pub use vectorizer::Vectorizer;

#[cfg(test)]
mod testing;
