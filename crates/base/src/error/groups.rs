//! Errors of a table of groups.

use super::phrases::documents_of;

/// The kinds of error that a table of groups can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GroupsError {
    /// A document that the collection lacks.
    #[error(
        "document '{id}' of the table of groups is not in the collection ({}); pass the documents that were grouped",
        documents_of(*.documents)
    )]
    Unknown {
        /// The id found.
        id: String,
        /// Number of documents in the collection.
        documents: usize,
    },

    /// An id that several sources of the collection have.
    #[error("document '{id}' of the table of groups is in several sources; write one of: {}", .all.join(", "))]
    Ambiguous {
        /// The id found.
        id: String,
        /// The ids of the documents that it may mean.
        all: Vec<String>,
    },

    /// A document with two rows.
    #[error("document '{id}' has two rows; expected one for each document, at one threshold")]
    Twice {
        /// The id.
        id: String,
    },

    /// Documents that are removed in favour of each other.
    #[error(
        "document '{id}' is removed in favour of documents that are removed in favour of it; expected one of them to be kept"
    )]
    Circle {
        /// One of them.
        id: String,
    },

    /// Documents of which each names another as its representative, and none itself.
    #[error(
        "the representative of document '{id}' names another one, and so on back to '{id}'; expected one of them to name itself"
    )]
    KeptCircle {
        /// One of them.
        id: String,
    },

    /// A cell that says neither yes nor no.
    #[error("'{found}' in the column of kept documents; expected true or false")]
    NotKept {
        /// The text found.
        found: String,
    },

    /// The name of a column for a role that there is none of.
    #[error(
        "'{found}'; expected ROLE=NAME, where ROLE is id, group, representative (also kept_id) or kept"
    )]
    NoRole {
        /// The text found.
        found: String,
    },

    /// Columns of which none says what belongs together, and none is that of a document.
    #[error(
        "none of the columns {columns} defines groups; name the column with --column, as in group={example}, or pass a table with only the column '{id}', listing the kept documents"
    )]
    NoGroups {
        /// The columns.
        columns: String,
        /// One of them.
        example: String,
        /// The column of ids.
        id: String,
    },

    /// No row.
    #[error("the table of groups has no rows; expected one for each document")]
    Empty,
}
