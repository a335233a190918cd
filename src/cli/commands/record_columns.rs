//! Columns that name documents for people: their source, and what records are known by.

use std::collections::BTreeMap;
use std::sync::Arc;

use dejalu::document::reader::Origin;
use dejalu::document::{Document, DocumentId};

/// The fields that people know a record by.
pub(in crate::cli) const KNOWN_BY: [&str; 3] = ["title", "author", "year"];

/// The columns behind those of a table of groups: the source, where there are several; title, author and year, where
/// the documents are records that have them.
pub(super) struct RecordColumns {
    has_sources: bool,
    fields: Vec<&'static str>,
}

impl RecordColumns {
    /// The columns of these documents.
    pub(super) fn of(documents: &[Document]) -> Self {
        let is_named = |name: &&str| {
            let mut fields = documents.iter().flat_map(|it| &it.named);
            fields.any(|field| *field.name == **name)
        };
        RecordColumns {
            has_sources: documents.iter().any(|it| it.source.is_some()),
            fields: KNOWN_BY.into_iter().filter(is_named).collect(),
        }
    }

    /// Their names.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        let source = self.has_sources.then_some("source");
        source.into_iter().chain(self.fields.iter().copied())
    }

    /// The names of the fields alone.
    pub(super) fn fields(&self) -> &[&'static str] {
        &self.fields
    }

    /// The fields of a document.
    pub(super) fn field_cells<'d>(
        &'d self,
        document: &'d Document,
    ) -> impl Iterator<Item = String> + 'd {
        self.fields.iter().map(|name| field(document, name))
    }

    /// The cells of a document.
    pub(super) fn cells<'d>(&'d self, document: &'d Document) -> impl Iterator<Item = String> + 'd {
        let source = document.source.as_deref().unwrap_or_default().to_owned();
        let source = self.has_sources.then_some(source);
        source.into_iter().chain(self.field_cells(document))
    }
}

/// The text of a field on one line; nothing where the record lacks it.
fn field(document: &Document, name: &str) -> String {
    let field = document.named.iter().find(|field| *field.name == *name);
    let text = field.map_or("", |field| &document.text[field.span.clone()]);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sources of documents by their ids, where there are several.
pub(super) fn sources_of(read: &[Origin]) -> Option<BTreeMap<DocumentId, Arc<str>>> {
    let sources = read
        .iter()
        .filter_map(|it| Some((it.id.clone(), it.source.clone()?)));
    let sources: BTreeMap<_, _> = sources.collect();
    (!sources.is_empty()).then_some(sources)
}
