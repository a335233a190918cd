//! The cells of a table's row, as they are written.

use std::ops::Range;
use std::sync::Arc;

use super::super::pieces::{Pieces, Syntax, spliced};
use dejalu_base::error::{Error, InputError, Result};

/// A row of these columns.
pub(super) struct TableSyntax {
    pub(super) columns: Vec<Arc<str>>,
    pub(super) delimiter: u8,
}

impl Syntax for TableSyntax {
    fn take(&self, record: &[u8], field: &str, _: &str) -> Result<Option<Vec<u8>>> {
        let cells = self.cells(record)?;
        let mut named = self.columns.iter().zip(cells);
        let cell = named.find(|(name, _)| ***name == *field);
        Ok(cell.map(|(_, cell)| record[cell].to_vec()))
    }

    fn put(&self, record: &[u8], pieces: &Pieces) -> Result<Vec<u8>> {
        let cells = self.columns.iter().zip(self.cells(record)?);
        let changes = cells.filter_map(|(name, cell)| Some((cell, &**pieces.get(name)?)));
        Ok(spliced(record, changes.collect()))
    }
}

impl TableSyntax {
    /// Places of the cells of a row, with their quotation marks.
    fn cells(&self, record: &[u8]) -> Result<Vec<Range<usize>>> {
        let mut cells = Vec::new();
        let mut start = 0;
        loop {
            let end = start + self.cell(&record[start..]);
            cells.push(start..end);
            if record.get(end) != Some(&self.delimiter) {
                break;
            }
            start = end + 1;
        }
        let (found, expected) = (cells.len(), self.columns.len());
        if found == expected {
            Ok(cells)
        } else {
            Err(Error::from(InputError::CellsAsBytes { found, expected }))
        }
    }

    /// The length of the cell with which these bytes begin.
    fn cell(&self, bytes: &[u8]) -> usize {
        let mut quoted = 0;
        if bytes.first() == Some(&b'"') {
            let mut marks = memchr::memchr_iter(b'"', &bytes[1..]).map(|mark| mark + 1);
            quoted = bytes.len();
            while let Some(mark) = marks.next() {
                if bytes.get(mark + 1) != Some(&b'"') {
                    quoted = mark + 1;
                    break;
                }
                marks.next();
            }
        }
        let rest = &bytes[quoted..];
        let end = memchr::memchr3(self.delimiter, b'\n', b'\r', rest);
        quoted + end.unwrap_or(rest.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn syntax() -> TableSyntax {
        TableSyntax {
            columns: ["a", "b", "c"].map(Arc::from).into(),
            delimiter: b';',
        }
    }

    #[test]
    fn cells_keep_their_marks_and_line_breaks() {
        let row = b"one;\"two; \"\"2\"\"\r\nmore\" x; three \r\n";
        let taken = |field| {
            let taken = syntax().take(row, field, "").unwrap().unwrap();
            String::from_utf8(taken).unwrap()
        };
        assert_eq!(taken("a"), "one");
        assert_eq!(taken("b"), "\"two; \"\"2\"\"\r\nmore\" x");
        assert_eq!(taken("c"), " three ");
    }

    #[test]
    fn empty_cells_are_replaced_and_the_rest_stays() {
        let filled = |row: &[u8]| {
            let pieces = [("a", "1"), ("c", "\"x;y\"")];
            let pieces = pieces.map(|(name, piece)| (name.into(), piece.into()));
            let filled = syntax().put(row, &pieces.into()).unwrap();
            String::from_utf8(filled).unwrap()
        };
        assert_eq!(filled(b";two;\r\n"), "1;two;\"x;y\"\r\n");
        assert_eq!(filled(b"\"\";\"a\"\"b\"; "), "1;\"a\"\"b\";\"x;y\"");
    }

    #[test]
    fn a_delimiter_within_a_character_is_refused() {
        let error = syntax().take(b"one;two", "a", "").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the row has 2 cells by its bytes and 3 by its characters, so that no cell of it can be filled; convert the file to UTF-8"
        );
    }
}
