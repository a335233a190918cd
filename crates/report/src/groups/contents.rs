//! The contents of the page of groups.

use dejalu_collection::{Collection, Deduplicated, Judge};

/// A report of a deduplication.
#[derive(Debug, Clone, Copy)]
pub struct GroupsPage<'a> {
    /// Name of the collection.
    pub title: &'a str,
    /// The documents.
    pub collection: &'a Collection,
    /// The decider.
    pub judge: &'a Judge,
    /// The result.
    pub result: &'a Deduplicated,
    /// Warnings that should not be overlooked.
    pub warnings: &'a [String],
    /// Settings by name, in the order in which they are shown.
    pub settings: &'a [(&'a str, String)],
}
