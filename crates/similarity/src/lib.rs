//! The similarity vector ⟨x₁ … x_r⟩ of a pair of documents (001, definition 1): one number per
//! [`Feature`], in [0, 1] if a measure gives it, any finite one if the user does, and NaN where there
//! is nothing to compare ([`measures::Missing`]).
//!
//! With it come the [statistics of a collection](corpus) that some measures need, and the [pairs of a collection that are
//! worth comparing](candidates). It must never know a label: what is learned from similarities is learned above.
//!
//! | file | contents |
//! |---|---|
//! | `features.rs` | features and sets of them, and how they are parsed |
//! | `measures/` | the measures, a file each |
//! | `prepared.rs` | documents prepared for comparison, and the vector of a pair |
//! | `vectors.rs` | the vectors of many pairs |
//! | `vector.rs` | the similarities of two documents, by name |
//! | `columns.rs` | rows of some features out of rows of others |
//! | `usual.rs` | the measures that suit a field by its name |
//! | `field_type.rs` | what a column holds, and the measures that suit that |
//! | `table_fields.rs` | which columns of tables are fields, and what they hold |
//! | `description.rs` | features in plain words |
//! | `corpus/` | statistics of a reference collection |
//! | `candidates/` | pairs of a collection that are worth comparing |
//!
//! ```
//! use dejalu_similarity::{FeatureSet, vector};
//!
//! let features = FeatureSet::parse("jaccard resemblance:w=2")?;
//! for (name, similarity) in vector("The ferry waits.", "The ferry left.", &features)? {
//!     println!("{name}: {similarity:.2}");
//! }
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

pub mod candidates;
mod columns;
pub mod corpus;
mod description;
mod features;
mod field_type;
pub mod measures;
mod prepared;
mod table_fields;
mod usual;
mod vector;
mod vectors;
pub use columns::{columns, copy_columns};
pub use features::{Feature, FeatureSet};
pub use field_type::{FieldType, TypedField};
pub use prepared::PreparedDocuments;
pub use table_fields::TableFields;
pub use usual::{has_usual_name, usual_measures};
pub use vector::vector;
pub use vectors::similarity_vectors;
