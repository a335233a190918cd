//! Errors of a saved model, or of saved statistics.

use super::parameter::Parameter;
use super::phrases::pairs_of;
use crate::plural::count;

/// The kinds of error that what was saved can cause.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A model file is damaged or was changed.
    #[error("{problem}; restore the file or train again")]
    BadModel {
        /// The fault.
        problem: String,
    },

    /// Training again gave another model.
    #[error(
        "retraining on {} gave a different model (its record names {}); pass the pairs and documents it was trained on, and verify it with the version that trained it",
        pairs_of(*.pairs), pairs_of(*.recorded)
    )]
    OtherModel {
        /// The pairs trained on now.
        pairs: usize,
        /// The pairs that the model's record names.
        recorded: usize,
    },

    /// A model's companion file is not beside it.
    #[error(
        "the model's companion file '{name}' is missing beside it; put it there or train again"
    )]
    MissingCompanion {
        /// The file's name.
        name: String,
    },

    /// A file of reference statistics is damaged, or is none.
    #[error("not a usable background file ({problem}); create it again")]
    BadBackground {
        /// The fault.
        problem: String,
    },

    /// A file that would be larger than is read into memory at once.
    #[error(
        "the {what} would take {} bytes, more than the {} that can be read back; use fewer documents or features that need fewer statistics ({})",
        count(*.found), count(*.most), Parameter::Features
    )]
    TooLarge {
        /// `statistics`, `companion`.
        what: &'static str,
        /// The bytes to be written, before they are compressed.
        found: usize,
        /// The maximum size of one piece.
        most: u64,
    },

    /// Reference statistics come from documents that were read in another way.
    #[error(
        "the background was created with the analysis {found}, but this run reads documents with {wanted}; create it again with the same {} and {}",
        Parameter::Language,
        Parameter::MainContent
    )]
    OtherAnalysis {
        /// Options by which the background's documents were read.
        found: String,
        /// Options by which documents are read now.
        wanted: String,
    },

    /// A file was written by a newer version of the program.
    #[error(
        "the {what} has format {found} (written by {made_by}), but this version reads formats up to {known}; update dejalu or train again"
    )]
    NewerFormat {
        /// `model`.
        what: &'static str,
        /// The file's format.
        found: u32,
        /// The newest format that is known here.
        known: u32,
        /// Program that wrote the file.
        made_by: String,
    },
}
