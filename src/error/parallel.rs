//! What can be wrong with a part of a deduplication.

/// The kinds of error that a part of a deduplication can meet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParallelError {
    /// A model whose features look at the fields of records.
    #[error(
        "the model compares the fields of records, and the documents here are plain texts; use a model trained on texts, or one machine"
    )]
    Records,

    /// A pair of documents that are not there.
    #[error("a pair names the document at place {place}, and there are {documents}")]
    NoSuchPlace {
        /// The place, from 0.
        place: usize,
        /// The number of documents.
        documents: usize,
    },
}
