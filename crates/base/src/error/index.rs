//! Errors of an index of a collection.

use super::database::DatabaseError;
use super::parameter::Parameter;

/// The kinds of error that an index can meet. Each leaves it as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// There is none in the folder.
    #[error("there is no index; correct the path or create one")]
    Missing,

    /// One is there that was to be created.
    #[error("there is an index already; open it, or create one in another folder")]
    Exists,

    /// A folder that other files are in.
    #[error(
        "the folder is not empty and holds no index; name a new or an empty one, or one with an index to add to"
    )]
    FolderInUse,

    /// A request to an index before anything was added.
    #[error("the index holds no document; add some first")]
    Empty,

    /// Another kind of file.
    #[error("not an index; correct the path or create one")]
    NotAnIndex,

    /// An index that a newer version wrote.
    #[error(
        "the index has format {found} (written by {made_by}), but this version reads formats up to {known}; update dejalu or create the index again"
    )]
    NewerFormat {
        /// The index's format.
        found: u32,
        /// The newest format that is known here.
        known: u32,
        /// Program that wrote the index.
        made_by: String,
    },

    /// Bytes that no indexing writes.
    #[error("the index is damaged: {problem}; create it again")]
    Damaged {
        /// The fault.
        problem: String,
    },

    /// Another process writes to it.
    #[error("another process is adding to the index; wait for it to finish, or end it")]
    InUse,

    /// The system refused.
    #[error("the index cannot be used: {problem}; check the disk and its permissions")]
    Unusable {
        /// The reason, in the database's words.
        problem: String,
    },

    /// The documents were read otherwise.
    #[error(
        "the index reads documents with {index}, the {other} with {found}; use the index's own model, or create an index with this one"
    )]
    OtherAnalysis {
        /// The analysis options of the index.
        index: String,
        /// Name of the other side: `model`, `rule`.
        other: &'static str,
        /// Those other ones.
        found: String,
    },

    /// A model that cannot say which documents are worth a judgement.
    #[error(
        "the model has no candidate filter to search an index with; use one that was trained on pairs"
    )]
    NoFilter,

    /// A model that compares the fields of records.
    #[error(
        "the model compares the fields of records, and an index keeps texts as a whole; search the table itself with find or dedupe"
    )]
    OfFields,

    /// A request for groups that were never formed.
    #[error("the index has no groups; form them first")]
    NoGroups,

    /// Documents are added with another model than the first ones.
    #[error(
        "the index was created with another model; leave out {}, or create a new index in another folder",
        Parameter::Model
    )]
    OtherModel,
}

impl DatabaseError for IndexError {
    fn other_file() -> Self {
        IndexError::NotAnIndex
    }

    fn newer_format(found: u32, known: u32, made_by: String) -> Self {
        IndexError::NewerFormat {
            found,
            known,
            made_by,
        }
    }

    fn damaged(problem: String) -> Self {
        IndexError::Damaged { problem }
    }

    fn in_use() -> Self {
        IndexError::InUse
    }

    fn unusable(problem: String) -> Self {
        IndexError::Unusable { problem }
    }
}
