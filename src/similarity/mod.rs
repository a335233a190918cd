//! The similarity vector ⟨x₁ … x_r⟩ of a pair of documents (001, definition 1): one number per
//! [`Feature`], in [0, 1] if a measure gives it, any finite one if the user does, and NaN where there
//! is nothing to compare ([`measures::Missing`]).
//!
//! | file | contents |
//! |---|---|
//! | `features.rs` | features and sets of them, and how they are parsed |
//! | `measures/` | the measures, a file each |
//! | `prepared.rs` | documents prepared for comparison, and the vector of a pair |
//! | `vectors.rs` | the vectors of many pairs |
//! | `columns.rs` | rows of some features out of rows of others |
//! | `usual.rs` | the measures that suit a field |
//! | `description.rs` | features in plain words |

mod columns;
mod description;
mod features;
pub mod measures;
mod prepared;
mod usual;
mod vectors;
pub use columns::columns;
pub(crate) use columns::copy_columns;
pub use features::{Feature, FeatureSet};
pub use prepared::PreparedDocuments;
pub(crate) use usual::usual_measures;
pub use vectors::similarity_vectors;
