//! [`Error`] and its [`ErrorKind`].

use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::value::{Error as Unknown, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};

use super::audit::AuditError;
use super::constraint::ConstraintError;
use super::document::DocumentError;
use super::feature::FeatureError;
use super::generate::GenerateError;
use super::groups::GroupsError;
use super::index::IndexError;
use super::input::InputError;
use super::label::LabelError;
use super::learn::LearnError;
use super::model::ModelError;
use super::moved::MoveError;
use super::pairs::PairError;
use super::parallel::ParallelError;
use super::parameter::Parameter;
use super::place::Place;
use super::registry::RegistryError;
use super::search::SearchError;
use super::server::ServerError;

/// The result of everything in this crate that can fail.
///
/// ```
/// fn ferries(text: &str) -> dejalu_base::Result<u32> {
///     text.parse().map_err(dejalu_base::Error::other)
/// }
/// assert!(ferries("12").is_ok() && ferries("a dozen").is_err());
/// ```
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error: a kind, and the place where it was met if there is one.
///
/// ```
/// use dejalu_base::Error;
/// use dejalu_base::error::Parameter;
///
/// let error = Error::invalid(Parameter::Folds, 1, "expected a whole number from 2");
/// assert_eq!(error.to_string(), "folds '1': expected a whole number from 2");
/// ```
#[derive(Debug)]
pub struct Error {
    kind: Box<ErrorKind>,
    place: Option<Place>,
}

impl Error {
    /// A parameter whose value cannot be used: `folds '1': expected a whole number from 2`.
    pub fn invalid(
        parameter: Parameter,
        found: impl fmt::Display,
        expected: impl Into<String>,
    ) -> Self {
        ErrorKind::InvalidParameter {
            parameter,
            found: found.to_string(),
            expected: expected.into(),
        }
        .into()
    }

    /// An error of the caller of the library, such as a program that rejects its own input.
    pub fn other(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        ErrorKind::Other(reason.into()).into()
    }

    /// The kind of the error.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// The place of the error.
    pub fn place(&self) -> Option<&Place> {
        self.place.as_ref()
    }

    /// Returns whether a reader of what was written went away.
    pub fn is_broken_pipe(&self) -> bool {
        match &*self.kind {
            ErrorKind::Io { source, .. } => source.kind() == std::io::ErrorKind::BrokenPipe,
            _ => false,
        }
    }

    /// Returns whether it is about the options and the whole of a source, so that no row can be left
    /// out for it.
    pub fn is_of_source(&self) -> bool {
        matches!(
            &*self.kind,
            ErrorKind::Input(
                InputError::UnknownColumn { .. }
                    | InputError::NoFieldColumn { .. }
                    | InputError::NoReference { .. }
                    | InputError::NoXmlRecords
            )
        )
    }

    /// Returns whether it says how a source was read, in which nothing is wrong.
    pub fn is_remark(&self) -> bool {
        matches!(&*self.kind, ErrorKind::Input(kind) if kind.is_remark())
    }

    /// Returns whether it is about more than a single record: the rest of a source cannot be read, or the source was
    /// not closed.
    pub fn is_of_rest(&self) -> bool {
        match &*self.kind {
            ErrorKind::Io { .. } => true,
            ErrorKind::Input(kind) => {
                kind.leaves_nothing_out()
                    || matches!(
                        kind,
                        InputError::Truncated { .. }
                            | InputError::BadCompression { .. }
                            | InputError::DamagedCompression { .. }
                            | InputError::TooLarge { .. }
                    )
            }
            ErrorKind::Document(kind) => matches!(kind, DocumentError::CutArchive { .. }),
            _ => false,
        }
    }

    /// The reason why a document is left out for it, in a word for programs. `rest_not_read` stands for as many
    /// documents as the rest of the source would hold.
    pub fn reason(&self) -> &'static str {
        match &*self.kind {
            ErrorKind::Io { .. } => "unreadable",
            _ if self.is_of_rest() => "rest_not_read",
            ErrorKind::Document(kind) => kind.reason(),
            ErrorKind::Input(kind) => kind.reason(),
            _ => "unreadable",
        }
    }

    /// The same error, met at `place`. A place that is already known is kept: the innermost is the
    /// most precise. An [`ErrorKind::Io`] names its path, which need not be said twice.
    pub fn at(mut self, place: &Place) -> Self {
        let named = match &*self.kind {
            ErrorKind::Io { path, .. } => Place::file(path).source == place.source,
            _ => false,
        };
        if !named {
            self.place.get_or_insert_with(|| place.clone());
        }
        self
    }
}

impl Parameter {
    /// The choice with this name, which it also has in files.
    pub fn choose<T: DeserializeOwned>(self, name: &str, expected: &str) -> Result<T> {
        let choice: StrDeserializer<'_, Unknown> = name.into_deserializer();
        T::deserialize(choice).map_err(|_| Error::invalid(self, name, expected))
    }
}

/// Reads a closed choice by the name that it has in files, given for this parameter.
#[macro_export]
macro_rules! read_by_name {
    ($choice:ty, $parameter:ident, $expected:literal) => {
        impl std::str::FromStr for $choice {
            type Err = $crate::error::Error;

            fn from_str(name: &str) -> $crate::error::Result<Self> {
                $crate::error::Parameter::$parameter.choose(name, $expected)
            }
        }
    };
}

/// Displays a choice by its name in files.
#[macro_export]
macro_rules! shown_by_name {
    ($choice:ty) => {
        impl std::fmt::Display for $choice {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                serde::Serialize::serialize(self, f)
            }
        }
    };
}

/// The kinds of one area are kinds of error.
impl<K> From<K> for Error
where
    ErrorKind: From<K>,
{
    fn from(kind: K) -> Self {
        Error {
            kind: Box::new(kind.into()),
            place: None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&*self.kind)
    }
}

/// The kinds of error. Each holds what its sentence needs.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The operating system refused to read or write.
    #[error("cannot {doing} {}: {source}{}", named(.path, .doing), remedy(.source))]
    Io {
        /// The operation: `read`, `write`, `open`.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's own reason.
        source: std::io::Error,
    },

    /// A parameter has a value that cannot be used.
    #[error("{parameter} '{found}': {expected}")]
    InvalidParameter {
        /// The parameter.
        parameter: Parameter,
        /// The value found.
        found: String,
        /// The values that would be accepted.
        expected: String,
    },

    /// Removals cannot be audited.
    #[error(transparent)]
    Audit(#[from] AuditError),

    /// Constraints on groups cannot be used.
    #[error(transparent)]
    Constraint(#[from] ConstraintError),

    /// A table of groups cannot be used.
    #[error(transparent)]
    Groups(#[from] GroupsError),

    /// Files cannot be moved away or back.
    #[error(transparent)]
    Move(#[from] MoveError),

    /// A file or a table cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),

    /// A document that cannot be read for a reason of its own.
    #[error(transparent)]
    Document(#[from] DocumentError),

    /// Pairs cannot be used.
    #[error(transparent)]
    Pair(#[from] PairError),

    /// A part of a deduplication cannot be done.
    #[error(transparent)]
    Parallel(#[from] ParallelError),

    /// A feature cannot be computed.
    #[error(transparent)]
    Feature(#[from] FeatureError),

    /// Pairs cannot be labelled.
    #[error(transparent)]
    Label(#[from] LabelError),

    /// Nothing can be learned, or judged.
    #[error(transparent)]
    Learn(#[from] LearnError),

    /// A saved file that cannot be used.
    #[error(transparent)]
    Model(#[from] ModelError),

    /// A collection cannot be searched.
    #[error(transparent)]
    Search(#[from] SearchError),

    /// A registry cannot be used or does not answer.
    #[error(transparent)]
    Registry(#[from] RegistryError),

    /// Documents cannot be generated.
    #[error(transparent)]
    Generate(#[from] GenerateError),

    /// An index of a collection cannot be used.
    #[error(transparent)]
    Index(#[from] IndexError),

    /// A server cannot answer.
    #[error(transparent)]
    Server(#[from] ServerError),

    /// An error of the caller of the library.
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

/// A path as sentences name it.
fn named(path: &Path, doing: &str) -> String {
    match (path.to_str(), doing) {
        (Some("-"), "write") => "standard output".to_owned(),
        (Some("-"), _) => "standard input".to_owned(),
        _ => path.display().to_string(),
    }
}

/// Suggests a remedy for the system's refusal, if it is plain.
fn remedy(reason: &std::io::Error) -> &'static str {
    use std::io::ErrorKind::*;
    match reason.kind() {
        NotFound => "; correct the path",
        IsADirectory => "; give the name of a file",
        AlreadyExists | NotADirectory => "; give the name of a folder",
        PermissionDenied => "; allow it or choose another path",
        StorageFull => "; make room or choose another path",
        _ => "",
    }
}

/// Adds the path to an input/output error.
pub trait IoContext<T> {
    /// Turns the system's error into ours.
    fn context(self, doing: &'static str, path: &Path) -> Result<T>;
}

impl<T> IoContext<T> for std::io::Result<T> {
    fn context(self, doing: &'static str, path: &Path) -> Result<T> {
        self.map_err(|source| {
            ErrorKind::Io {
                doing,
                path: path.to_path_buf(),
                source,
            }
            .into()
        })
    }
}
