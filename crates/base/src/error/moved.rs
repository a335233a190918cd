//! Errors of moving files away and back.

use std::path::PathBuf;

use super::parameter::Parameter;

/// The kinds of error that moving removed files can meet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The folder for removed files is among the documents.
    #[error(
        "the folder lies within the documents, where the removed files would be read again; choose one outside"
    )]
    Inside,

    /// The documents are not the files of a folder.
    #[error(
        "not a folder: expected the folder that the documents were read from, whose files can be moved; for a table, write the kept rows instead ({})",
        Parameter::WriteKept
    )]
    NoFolder,

    /// It holds removed files.
    #[error("the folder holds removed files already; restore them or choose a new folder")]
    HoldsFiles,

    /// It holds something else.
    #[error("the folder is not empty; choose a new one")]
    NotEmpty,

    /// A link among the files.
    #[error(
        "a symbolic link to a place outside the folder; remove the link, or leave the documents behind it out of the collection"
    )]
    Link,

    /// A file cannot be renamed from one file system to another.
    #[error(
        "the file is on another file system than the folder for removed files, and would have to be copied; choose a folder on the same one (nothing was moved)"
    )]
    OtherFileSystem,

    /// There is nothing to restore, or not any more.
    #[error(
        "there is no such folder: it is removed once all of its files are restored; if they are not, correct the path"
    )]
    NoRemoved,

    /// There is nothing to restore in a folder, or not any more.
    #[error(
        "the folder has no manifest of removed files, which is removed once all of them are restored; if they are not, correct the path"
    )]
    NoManifest,

    /// The folder that the files came from is gone.
    #[error(
        "the files came from '{}', which is not there (nothing was moved); give that folder its name back, or name the folder to restore to",
        .from.display()
    )]
    NoHome {
        /// The folder.
        from: PathBuf,
    },

    /// A manifest that no move has written.
    #[error("the manifest is damaged; correct the line, or move the files back by hand")]
    Damaged,

    /// A file of the same path.
    #[error(
        "'{}' is there again, and one of the two would be lost; move it away and restore again (nothing was moved)",
        .path.display()
    )]
    Clash {
        /// The path.
        path: PathBuf,
    },

    /// A move that could neither be completed nor undone.
    #[error(
        "some files were moved and could not be moved back ({why}); restore them when the reason is gone"
    )]
    Half {
        /// The reason why it could not be completed.
        why: String,
    },

    /// Another process has it.
    #[error("another process is moving these files; wait for it to finish")]
    InUse,
}
