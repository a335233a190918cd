//! Errors of constraints on groups.

use super::phrases::documents_of;

/// The kinds of error that constraints can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConstraintError {
    /// A constraint that is none of the two.
    #[error("constraint '{found}' is invalid; expected must-link, cannot-link or withdrawn")]
    Bad {
        /// The text found.
        found: String,
    },

    /// A document that the collection lacks.
    #[error(
        "document '{id}' of the constraints is not in the collection ({}); correct the id or remove the row",
        documents_of(*.documents)
    )]
    Unknown {
        /// The id found.
        id: String,
        /// Number of documents in the collection.
        documents: usize,
    },

    /// A document of an id that several sources share.
    #[error("document '{id}' of the constraints is in several sources; write one of: {}", .all.join(", "))]
    Ambiguous {
        /// The id found.
        id: String,
        /// The ids of the documents that it may mean.
        all: Vec<String>,
    },

    /// A pair that must not be linked and must be.
    #[error(
        "the constraints link '{a}' and '{b}', by one row or several, and forbid it in another; remove one of them"
    )]
    Contradiction {
        /// The first document.
        a: String,
        /// The second one.
        b: String,
    },
}
