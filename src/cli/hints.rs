//! Adds to library errors the command that helps.

use dejalu::error::{
    Error, ErrorKind, FeatureError, GenerateError, IndexError, ModelError, MoveError, PairError,
    RegistryError,
};

/// The sentence of an error that ends a command, and what would let it go on.
pub(super) fn refusal(error: &Error) -> String {
    let hint = match error.kind() {
        ErrorKind::Pair(PairError::NoLabel) => ", or pass --skip-bad",
        _ => "",
    };
    format!("{}{hint}", sentence(error))
}

/// The library's sentence, and which command does what it says is to be done.
pub(super) fn sentence(error: &Error) -> String {
    let hint = match error.kind() {
        ErrorKind::Feature(FeatureError::UnknownMeasure { .. }) => "; 'dejalu measures' lists them",
        ErrorKind::Feature(FeatureError::BadFeature { .. }) => {
            "; 'dejalu measures' lists parameters and their ranges"
        }
        ErrorKind::Generate(GenerateError::NoRecipe { .. }) => {
            "; 'dejalu generate --show-settings' prints one"
        }
        ErrorKind::Index(
            IndexError::Missing | IndexError::NotAnIndex | IndexError::Damaged { .. },
        ) => " with 'dejalu index'",
        ErrorKind::Index(IndexError::NoGroups) => " with 'dejalu index groups'",
        ErrorKind::Index(IndexError::NoFilter) => " ('dejalu train')",
        ErrorKind::Model(ModelError::BadBackground { .. }) => " with 'dejalu background'",
        ErrorKind::Move(MoveError::NoHome { .. }) => " (--to)",
        ErrorKind::Pair(PairError::NoAnswers { .. }) => " with 'dejalu label'",
        ErrorKind::Pair(PairError::NoFeatures) => ", as 'dejalu vectors' writes them",
        ErrorKind::Pair(PairError::NotInVectors { .. }) => " ('dejalu model show')",
        ErrorKind::Pair(PairError::OfVectors) => {
            ", with 'classify --vectors' or 'evaluate --vectors'"
        }
        ErrorKind::Pair(PairError::OnlyGiven { .. }) => ", with 'classify --pairs' or 'evaluate'",
        ErrorKind::Registry(RegistryError::Missing | RegistryError::NotARegistry) => {
            " with 'dejalu registry init'"
        }
        ErrorKind::Registry(RegistryError::NotRegistered { .. }) => {
            "; 'dejalu registry list' names them"
        }
        _ => "",
    };
    format!("{error}{hint}")
}
