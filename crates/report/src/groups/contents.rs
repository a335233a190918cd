//! The contents of the page of groups.

use dejalu_collection::{Collection, Deduplicated, Judge};

/// A report of a deduplication.
#[derive(Debug, Clone, Copy)]
pub struct GroupsPage<'a> {
    /// What was deduplicated.
    pub title: &'a str,
    /// The documents.
    pub collection: &'a Collection,
    /// The decider.
    pub judge: &'a Judge,
    /// What was found.
    pub result: &'a Deduplicated,
    /// What should not be overlooked.
    pub warnings: &'a [String],
    /// How it was done: settings by name, in the order in which they are shown.
    pub settings: &'a [(&'a str, String)],
}
