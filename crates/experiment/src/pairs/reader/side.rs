//! One of the two documents of a row, as the row names it.

use xxhash_rust::xxh3::xxh3_128;

use dejalu_base::error::{Error, InputError, Result};
use dejalu_io::rows::Row;
use dejalu_text::document::DocumentId;

/// One of the two documents of a row.
pub(super) struct Side<'r> {
    pub(super) row: &'r Row,
    /// The row's number.
    pub(super) number: usize,
    /// `a` or `b`.
    pub(super) letter: char,
    pub(super) id_column: &'r str,
}

impl<'r> Side<'r> {
    /// The column of this side, of the two that begin so.
    pub(super) fn column(&self, kind: &str) -> String {
        format!("{kind}_{}", self.letter)
    }

    pub(super) fn cell(&self, column: &str) -> Result<&'r str> {
        let cell = self.row.get(column)?;
        cell.ok_or_else(|| missing(column))
    }

    pub(super) fn id(&self) -> Result<Option<DocumentId>> {
        let id = self.row.get(self.id_column)?;
        Ok(id.filter(|id| !id.is_empty()).map(DocumentId::from))
    }

    pub(super) fn needed_id(&self) -> Result<DocumentId> {
        self.id()?.ok_or_else(|| missing(self.id_column))
    }

    /// The id of a document that has none in the table.
    pub(super) fn own_id(&self) -> DocumentId {
        format!("{}{}", self.number, self.letter).into()
    }

    /// A hash of the text of a document that has no id in the table.
    pub(super) fn nameless(&self, kind: &str) -> Result<Option<u128>> {
        if self.id()?.is_some() {
            return Ok(None);
        }
        let text = self.cell(&self.column(kind))?;
        Ok(Some(xxh3_128(text.as_bytes())))
    }

    pub(super) fn path(&self) -> Result<&'r str> {
        let column = self.column("path");
        let path = self.row.get(&column)?.filter(|path| !path.is_empty());
        path.ok_or_else(|| missing(&column))
    }

    pub(super) fn cluster(&self) -> Result<Option<&'r str>> {
        let cluster = self.row.get(&self.column("cluster"))?;
        Ok(cluster.filter(|cluster| !cluster.is_empty()))
    }
}

fn missing(column: &str) -> Error {
    let column = column.to_string();
    InputError::MissingValue { column }.into()
}
