//! Errors of a registry's store.

use super::database::DatabaseError;
use super::parameter::Parameter;
use crate::plural::counted;

/// The kinds of error that a registry can meet. Each leaves the store as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// There is no store.
    #[error("there is no registry; correct the path or create one")]
    Missing,

    /// A store is to be made where something is.
    #[error("the file already exists; choose another path or remove it")]
    Exists,

    /// Another kind of file.
    #[error("not a registry; correct the path or create one")]
    NotARegistry,

    /// A store that a newer version wrote.
    #[error(
        "the registry has format {found} (written by {made_by}), but this version reads formats up to {known}; update dejalu"
    )]
    NewerFormat {
        /// The store's format.
        found: u32,
        /// The newest format that is known here.
        known: u32,
        /// Program that wrote the store.
        made_by: String,
    },

    /// A store that an older version wrote.
    #[error(
        "the registry has format {found}, but this version reads format {known}; export it with the version that wrote it, and import the export into a new registry"
    )]
    OlderFormat {
        /// The store's format.
        found: u32,
        /// The format that is known here.
        known: u32,
    },

    /// Bytes that no registering writes.
    #[error(
        "the registry is damaged: {problem}; restore it from a backup or register the documents again"
    )]
    Damaged {
        /// The fault.
        problem: String,
    },

    /// The log beside the store cannot be merged without losing what it holds.
    #[error(
        "the registry's log, which alone contains the latest registrations, is damaged; restore both files from a backup, or move this one away to continue without its contents"
    )]
    DamagedLog,

    /// Another process writes, or reads what is to be written.
    #[error("another process has the registry open; wait for it to finish, or end it")]
    InUse,

    /// The store must not be written to.
    #[error("the registry is read-only; allow writing, or copy it and write to the copy")]
    ReadOnly,

    /// The disk is full.
    #[error("the disk is full; what was registered before is safe; make room and continue")]
    Full,

    /// The system refused in another way.
    #[error("the registry cannot be used: {problem}; check the disk and its permissions")]
    Unusable {
        /// The reason, in the database's words.
        problem: String,
    },

    /// The documents were read otherwise.
    #[error(
        "the registry reads documents with {registry}, the {other} with {found}; use one with the same options"
    )]
    OtherAnalysis {
        /// The analysis options of the store.
        registry: String,
        /// Name of the other side: `model`.
        other: &'static str,
        /// Those other ones.
        found: String,
    },

    /// Analysis options that this version does not know.
    #[error(
        "the registry reads documents with {found}, which this version does not know; update dejalu"
    )]
    UnknownAnalysis {
        /// The store's options.
        found: String,
    },

    /// A document of that name is there already.
    #[error(
        "document '{id}' is already registered; remove it first, or give the new one a different id"
    )]
    Registered {
        /// The name.
        id: String,
    },

    /// No document of that name is there.
    #[error(
        "document '{id}' is not registered ({} registered)",
        counted(*.documents, "document", "documents")
    )]
    NotRegistered {
        /// The name.
        id: String,
        /// Number of registered documents.
        documents: u64,
    },

    /// Pairs none of which says how much its documents overlap.
    #[error(
        "no pair has category {}; the categories are {}; name them with {}, {}, {}",
        expected.join(", "), listed(.found), Parameter::Exact, Parameter::High, Parameter::Some
    )]
    NoCategory {
        /// The categories that were looked for.
        expected: Vec<String>,
        /// Those that there are.
        found: Vec<String>,
    },
}

fn listed(names: &[String]) -> String {
    match names {
        [] => "none".to_string(),
        _ => names.join(", "),
    }
}

impl DatabaseError for RegistryError {
    fn other_file() -> Self {
        RegistryError::NotARegistry
    }

    fn newer_format(found: u32, known: u32, made_by: String) -> Self {
        RegistryError::NewerFormat {
            found,
            known,
            made_by,
        }
    }

    fn damaged(problem: String) -> Self {
        RegistryError::Damaged { problem }
    }

    fn in_use() -> Self {
        RegistryError::InUse
    }

    fn unusable(problem: String) -> Self {
        RegistryError::Unusable { problem }
    }
    fn read_only(_problem: String) -> Self {
        RegistryError::ReadOnly
    }

    fn full(_problem: String) -> Self {
        RegistryError::Full
    }
}
