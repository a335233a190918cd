//! One row of a table.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::cell::Cell;
use dejalu_base::error::{Error, InputError, Place, Result};

/// One row.
#[derive(Debug, Clone)]
pub struct Row {
    /// The source and the line at which the row begins.
    pub place: Place,
    /// Its number in the source, counted from 1, unreadable rows included.
    pub number: u64,
    pub(super) cells: BTreeMap<Arc<str>, Cell>,
}

impl Row {
    /// A row whose number is not known yet.
    pub(super) fn new(place: Place, cells: BTreeMap<Arc<str>, Cell>) -> Self {
        Row {
            place,
            number: 0,
            cells,
        }
    }

    /// The text of a cell; `None` if the row has no such cell or it is `null`. Numbers and truth
    /// values are given as text.
    ///
    /// # Errors
    ///
    /// The cell holds a list, an object, or a number too large to be exact.
    pub fn get(&self, column: &str) -> Result<Option<&str>> {
        let found = match self.cells.get(column) {
            None => return Ok(None),
            Some(Cell::Text(text)) => return Ok(Some(text)),
            Some(Cell::Texts(_)) => "a list",
            Some(Cell::Other(found)) => found,
        };
        let column = column.to_owned();
        Err(Error::from(InputError::BadCell { column, found }).at(&self.place))
    }

    /// Makes a list of texts one text, each a line of it.
    pub fn join_lines(&mut self, column: &str) {
        if let Some(cell) = self.cells.get_mut(column)
            && let Cell::Texts(lines) = cell
        {
            *cell = Cell::Text(lines.join("\n"));
        }
    }

    /// The text of a cell that has to hold some, without the white space around it.
    ///
    /// # Errors
    ///
    /// Those of [`get`](Row::get), and a cell without text.
    pub fn needed(&self, column: &str) -> Result<&str> {
        match self.get(column)?.map(str::trim).unwrap_or_default() {
            "" => {
                let column = column.to_owned();
                Err(InputError::MissingValue { column }.into())
            }
            text => Ok(text),
        }
    }

    /// The name of a document that a cell holds, as it is written: white space around it is a part of the name, since the
    /// names of two documents may differ in nothing else.
    ///
    /// # Errors
    ///
    /// Those of [`needed`](Row::needed).
    pub fn name(&self, column: &str) -> Result<&str> {
        self.needed(column)?;
        Ok(self.get(column)?.unwrap_or_default())
    }

    /// Takes the text of a cell out of the row, which then has no such cell: a long one is not copied.
    ///
    /// # Errors
    ///
    /// Those of [`get`](Row::get).
    pub fn take(&mut self, column: &str) -> Result<Option<String>> {
        self.get(column)?;
        Ok(match self.cells.remove(column) {
            Some(Cell::Text(text)) => Some(text),
            Some(Cell::Texts(_) | Cell::Other(_)) | None => None,
        })
    }

    /// Takes cells out of the row, which then has none of these names.
    pub fn forget<'n>(&mut self, columns: impl Iterator<Item = &'n &'n str>) {
        for column in columns {
            self.cells.remove(*column);
        }
    }

    /// The names of the row's cells, in alphabetical order.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.cells.keys().map(|name| &**name)
    }
}
