//! [`Searched`]: the documents that a service searches and adds to.

use super::types::{AddResponse, At, FindResponse};
use crate::failure::Failure;
use dejalu_base::error::Result;
use dejalu_collection::Judge;
use dejalu_experiment::model::Model;
use dejalu_text::document::Document;

/// The decider.
pub(super) struct ServiceModel {
    pub(super) trained: Model,
    /// The model, as it judges collections.
    pub(super) judge: Judge,
}

/// Documents on disk, read by many at once.
pub(super) trait Searched: Send + Sync {
    /// Finds at most `limit` documents near this one, by a threshold if one is named.
    fn find(
        &self,
        query: Document,
        model: &ServiceModel,
        at: Option<At>,
        limit: usize,
    ) -> Result<FindResponse, Failure>;

    /// Adds documents, all or none. Called only where it is writable.
    fn add(&self, documents: Vec<Document>) -> Result<AddResponse, Failure>;

    /// Number of documents.
    fn count(&self) -> Result<usize>;
}
