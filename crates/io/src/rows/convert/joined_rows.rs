//! Some rows of one of several sources, under the names that they have in the file that is written.

use std::collections::BTreeSet;
use std::path::Path;

use super::work::{COMMON, Work};
use crate::rows::options::TableOptions;
use crate::rows::row::Row;
use crate::rows::rows::Rows;
use dejalu_base::error::{Error, InputError, Result};

/// Some rows of one of several sources.
pub struct JoinedRows<'a> {
    /// The source.
    pub source: &'a Path,
    /// Its name, which no other source has.
    pub name: &'a str,
    /// The way it is written.
    pub options: &'a TableOptions,
    /// Names of fields, each with the column that holds it, where a user said so: `title`, `Titel`.
    pub columns: &'a [(&'a str, &'a str)],
    /// The numbers of its rows, ascending, counted from 1.
    pub rows: &'a [u64],
    /// The id of a row in the file that is written.
    pub id: &'a dyn Fn(u64, &str) -> String,
}

impl JoinedRows<'_> {
    /// Sees the rows of these numbers.
    pub(super) fn each(
        &self,
        mut see: impl FnMut(std::result::Result<&Work<'_>, Error>) -> Result<()>,
    ) -> Result<()> {
        let wanted: BTreeSet<u64> = self.rows.iter().copied().collect();
        let mut rows = Rows::open(self.source, self.options)?;
        let is_named = |name: &&str| self.columns.iter().any(|(field, _)| field == name);
        let usual = COMMON.into_iter().chain(["id"]);
        let usual = usual.filter(|name| !is_named(name));
        rows.call_as(usual.chain(self.columns.iter().map(|(_, column)| *column)));
        let is_reference = rows.name_fields();
        let mut number = 0;
        for row in rows {
            match row {
                Ok(mut row) => {
                    number = row.number;
                    if wanted.contains(&number) {
                        self.name_fields(&mut row);
                        let row = &row;
                        see(Ok(&Work { row, is_reference }))?;
                    }
                }
                Err(error) if wanted.contains(&(number + 1)) => {
                    number += 1;
                    see(Err(error))?;
                }
                Err(_) => number += 1,
            }
        }
        Ok(())
    }

    /// Gives the cells of columns that a user named the names of their fields. A cell that had such a name gets that of
    /// the column, so that none is lost. A column with a common name, such as a date whose year is asked for, stays as
    /// well.
    fn name_fields(&self, row: &mut Row) {
        for (field, column) in self.columns {
            if COMMON.contains(column) {
                if let Some(cell) = row.cells.get(*column).cloned() {
                    row.cells.insert((*field).into(), cell);
                }
            } else if let Some(cell) = row.cells.remove(*column) {
                let before = row.cells.insert((*field).into(), cell);
                row.cells
                    .extend(before.map(|before| ((*column).into(), before)));
            }
        }
    }

    pub(super) fn refuse_missing(&self, missing: usize) -> Result<()> {
        match missing {
            0 => Ok(()),
            rows => {
                let error = Error::from(InputError::RowsGone { rows });
                Err(error.at(&crate::input::place(self.source)))
            }
        }
    }
}
