//! Documents that are not parsed yet.

use super::files::File;
use super::options::ReadOptions;
use super::page::Page;
use super::record::Record;
use crate::document::document::{Document, DocumentId};
use dejalu_base::error::{Place, Result};

/// A document that is not parsed yet: cheap to find, and parsed on any thread.
pub(super) enum Source {
    File(File),
    Page(Page),
    Record(Record),
}

impl Source {
    pub(super) fn parse(self, options: &ReadOptions) -> Result<Document> {
        match self {
            Source::File(file) => file.parse(options),
            Source::Page(page) => page.parse(options),
            Source::Record(record) => record.parse(options.main_content),
        }
    }

    /// The keys and values of a file's or a page's row of JSONL.
    pub(super) fn cells(&self, options: &ReadOptions) -> Result<Vec<(&'static str, String)>> {
        match self {
            Source::File(file) => file.cells(options),
            Source::Page(page) => page.cells(options),
            // Rows are copied as they are.
            Source::Record(_) => Ok(Vec::new()),
        }
    }

    pub(super) fn id(&self) -> &DocumentId {
        match self {
            Source::File(file) => &file.id,
            Source::Page(page) => &page.id,
            Source::Record(record) => &record.id,
        }
    }

    /// Returns whether its id is the number of its row.
    pub(super) fn is_numbered(&self) -> bool {
        match self {
            Source::File(_) | Source::Page(_) => false,
            Source::Record(record) => record.is_numbered,
        }
    }

    pub(super) fn place(&self) -> Place {
        match self {
            Source::File(file) => file.input.place(),
            Source::Page(page) => page.place.clone(),
            Source::Record(record) => record.place.clone(),
        }
    }

    /// Roughly how much memory it holds, in bytes.
    pub(super) fn size(&self) -> usize {
        match self {
            Source::File(file) => file.input.size(),
            Source::Page(page) => page.bytes.len(),
            Source::Record(record) => record.size(),
        }
    }
}

/// The documents of a source, not parsed yet.
pub(super) type Sources = Box<dyn Iterator<Item = Result<Source>> + Send>;
