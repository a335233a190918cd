//! Names of columns that users gave, and whether there are such columns.

use std::collections::BTreeSet;

use super::row::Row;
use dejalu_base::error::{Error, InputError, nearest};

/// Keys of JSONL that a user named, until a row has them.
#[derive(Default)]
pub(super) struct Keys {
    /// Those that no row had, in the order in which they were named.
    missing: Vec<String>,
    /// The keys that there are.
    met: BTreeSet<String>,
}

impl Keys {
    pub(super) fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        Keys {
            missing: names.into_iter().map(String::from).collect(),
            met: BTreeSet::new(),
        }
    }

    /// Looks for the keys in a row.
    pub(super) fn see(&mut self, row: &Row) {
        if self.missing.is_empty() {
            return;
        }
        self.missing.retain(|name| !row.cells.contains_key(&**name));
        for name in row.columns().filter(|name| !name.is_empty()) {
            if !self.met.contains(name) {
                self.met.insert(name.to_owned());
            }
        }
    }

    /// The error for the first key that no row had, after the last row. None if there was no row
    /// that could be read.
    pub(super) fn missing(&self) -> Option<Error> {
        let name = self.missing.first().filter(|_| !self.met.is_empty())?;
        Some(unknown(name, self.met.iter().map(String::as_str)))
    }
}

/// The error for a name that is not a column.
pub(super) fn unknown<'n>(column: &str, found: impl Iterator<Item = &'n str>) -> Error {
    let found: Vec<&str> = found.filter(|name| !name.is_empty()).collect();
    InputError::UnknownColumn {
        column: column.to_owned(),
        nearest: nearest(column, found.iter().copied()),
        found: found.into_iter().map(String::from).collect(),
    }
    .into()
}
