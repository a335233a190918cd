//! Errors of a recipe, or of the documents it is used on.

/// The kinds of error that generating documents can meet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// Not a recipe.
    #[error("not a recipe: {problem}")]
    NoRecipe {
        /// The fault.
        problem: String,
    },

    /// A recipe of a newer version.
    #[error(
        "the recipe has format {found}, but this version reads formats up to {known}; update dejalu"
    )]
    NewerRecipe {
        /// The recipe's format.
        found: u32,
        /// The newest format that is known here.
        known: u32,
    },

    /// A part of a recipe that cannot be made.
    #[error("part '{part}': {problem}; correct the recipe")]
    BadPart {
        /// The part's name.
        part: String,
        /// The fault.
        problem: String,
    },

    /// A rate out of range.
    #[error("a rate is {found}, expected a number from 0 to 1 or two of them in ascending order")]
    BadRate {
        /// The rate.
        found: String,
    },

    /// A folder that other files are in.
    #[error(
        "the folder is not empty; expected a new or an empty one, so that old documents are not mixed with new ones; empty it or name another"
    )]
    FolderInUse,

    /// Too few documents to take texts from.
    #[error(
        "{found} of {documents} documents can be sources (main text with words); expected 2 or more; give more documents"
    )]
    TooFewSources {
        /// The documents that can be sources.
        found: usize,
        /// The documents given.
        documents: usize,
    },
}
