//! What can be wrong with the choice of how texts are read.

use super::parameter::Parameter;

/// The kinds of error that concern words and languages.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// A language that is not known.
    #[error(
        "{} {found}: expected auto, or languages by name or ISO 639-1 code, separated by commas; these have stemmers: {}; 'other' is any other language",
        Parameter::Language, .stemmed.join(", ")
    )]
    UnknownLanguage {
        /// The name found.
        found: String,
        /// The languages with stems.
        stemmed: Vec<String>,
    },
}
