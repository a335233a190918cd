//! Errors of a part of a deduplication.

/// The kinds of error that a part of a deduplication can meet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParallelError {
    /// A model whose features look at the fields of records.
    #[error(
        "the model compares the fields of records, and the documents here are plain texts; use a model trained on texts, or one machine"
    )]
    Records,

    /// Latent axes of a collection in parts.
    #[error(
        "latent axes are computed from all documents at once, not in parts; leave out the features that need them, or use one machine"
    )]
    LatentAxes,

    /// Languages of a collection in parts that nobody named.
    #[error("the languages of a collection are detected in all documents at once; name them")]
    LanguageUnknown,

    /// Bytes from another part that cannot be read.
    #[error(
        "what a part of the search was given is cut short or damaged; all machines need the same version of dejalu"
    )]
    Damaged,

    /// A pair of documents that are not there.
    #[error("a pair names the document at place {place}, and there are {documents}")]
    NoSuchPlace {
        /// The place, from 0.
        place: usize,
        /// The number of documents.
        documents: usize,
    },
}
