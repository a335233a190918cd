//! A table that is in memory already, as a data frame is.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::cell::Cell;
use super::records::Records;
use super::row::Row;
use dejalu_base::error::{InputError, Place, Result};

/// The cells of a column that are still to be read.
type Cells = Box<dyn Iterator<Item = Option<Cell>> + Send>;

/// Named columns of equal length, whose rows can be read as those of a file can. A cell is asked for
/// when its row is read, so that no text need be in memory twice.
#[derive(Default)]
pub struct Columns {
    name: String,
    columns: Vec<(Arc<str>, Cells)>,
    /// Number of rows; unknown while no column has cells.
    rows: Option<usize>,
    /// Number of them that were read.
    read: usize,
}

impl fmt::Debug for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.names().collect();
        let mut shown = f.debug_struct("Columns");
        shown.field("name", &self.name).field("columns", &names);
        shown
            .field("rows", &self.rows)
            .field("read", &self.read)
            .finish()
    }
}

impl Columns {
    /// A table without columns. Errors call it by its name.
    pub fn new(name: &str) -> Self {
        Columns {
            name: name.to_owned(),
            ..Columns::default()
        }
    }

    /// The table with one more column; a cell without a value is `None`.
    ///
    /// ```
    /// use dejalu_io::{Cell, Columns};
    ///
    /// let columns = Columns::new("documents").with("id", vec![Some(Cell::Text("a".into()))])?;
    /// let refused = columns.with("text", Vec::new()).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "documents: column 'text' has 0 rows, the columns before it have 1; give all columns the same length"
    /// );
    /// # Ok::<(), dejalu_base::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// It is longer or shorter than those before it, or one of them has its name.
    pub fn with<C>(mut self, column: &str, cells: C) -> Result<Self>
    where
        C: IntoIterator<Item = Option<Cell>>,
        C::IntoIter: ExactSizeIterator + Send + 'static,
    {
        let cells = cells.into_iter();
        if self.names().any(|name| **name == *column) {
            let column = column.to_owned();
            return Err(
                dejalu_base::Error::from(InputError::DoubledColumn { column }).at(&self.place()),
            );
        }
        let expected = *self.rows.get_or_insert(cells.len());
        if cells.len() != expected {
            let kind = InputError::UnevenColumns {
                column: column.to_owned(),
                found: cells.len(),
                expected,
            };
            return Err(dejalu_base::Error::from(kind).at(&self.place()));
        }
        self.columns.push((column.into(), Box::new(cells)));
        Ok(self)
    }

    /// The table with the name of a column whose cells nobody will ask for, so that an error can
    /// name it.
    pub fn with_unread(mut self, column: &str) -> Self {
        self.columns
            .push((column.into(), Box::new(std::iter::empty())));
        self
    }

    /// The columns' names, in order.
    fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.columns.iter().map(|(name, _)| name)
    }

    /// The table as a whole, for errors.
    pub(super) fn place(&self) -> Place {
        Place::named(&self.name)
    }
}

impl Records for Columns {
    fn header(&self) -> Option<Vec<Arc<str>>> {
        Some(self.names().cloned().collect())
    }

    fn read(&mut self) -> Option<Result<Row>> {
        if self.has_ended() {
            return None;
        }
        let place = Place::named(format_args!("{}[{}]", self.name, self.read));
        self.read += 1;
        let mut cells = BTreeMap::new();
        for (name, column) in &mut self.columns {
            if let Some(cell) = column.next().flatten() {
                cells.insert(name.clone(), cell);
            }
        }
        Some(Ok(Row::new(place, cells)))
    }

    fn has_ended(&self) -> bool {
        self.read == self.rows.unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::rows::Rows;

    fn texts(cells: &[Option<&str>]) -> Vec<Option<Cell>> {
        let text = |cell: &Option<&str>| cell.map(|text| Cell::Text(text.into()));
        cells.iter().map(text).collect()
    }

    #[test]
    fn rows_are_those_of_a_file_but_for_their_places() {
        let columns = Columns::new("pairs")
            .with("id", texts(&[Some("a"), None]))
            .and_then(|columns| columns.with("tags", vec![Some(Cell::Other("a list")), None]))
            .unwrap()
            .with_unread("vector");
        let rows = Rows::in_memory(columns);
        assert_eq!(rows.columns().collect::<Vec<_>>(), ["id", "tags", "vector"]);
        assert!(rows.have_header());
        let rows: Vec<Row> = rows.map(Result::unwrap).collect();
        assert_eq!(rows[0].get("id").unwrap(), Some("a"));
        assert_eq!(rows[1].get("id").unwrap(), None);
        assert_eq!(
            rows[0].get("tags").unwrap_err().to_string(),
            "pairs[0]: 'tags' is a list; expected text or a number, in quotation marks if it is long"
        );
        assert_eq!(rows.len(), 2);
    }

    #[test]
    fn no_rows_are_as_an_empty_file() {
        for columns in [
            Columns::new("pairs"),
            Columns::new("pairs").with("id", Vec::new()).unwrap(),
        ] {
            let rows: Vec<_> = Rows::in_memory(columns).collect();
            let [Err(error)] = &rows[..] else {
                panic!("{} rows", rows.len());
            };
            let expected = "pairs: the input is empty; fill or remove it";
            assert_eq!(error.to_string(), expected);
        }
    }
}
