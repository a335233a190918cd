//! Columns that are called by a name in another case: `ID` and `Title` where `id` and `title` are asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Columns that have another name, by the one they are written with.
type Renamed = BTreeMap<Arc<str>, Arc<str>>;

/// Names that columns are asked for by.
#[derive(Default)]
pub(super) struct CalledAs {
    /// The names, by what is the same in every case; none where two of them are.
    names: BTreeMap<String, Option<Arc<str>>>,
    exact: BTreeSet<Arc<str>>,
    /// The columns of the last row, and which of them have another name here: most rows have the same.
    last: (Vec<Arc<str>>, Renamed),
}

impl CalledAs {
    pub(super) fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut called = CalledAs::default();
        for name in names {
            if !called.exact.insert(name.into()) {
                continue;
            }
            let known = called.names.entry(folded(name));
            let twice = known.and_modify(|known| *known = None);
            twice.or_insert_with(|| Some(name.into()));
        }
        called
    }

    /// These columns as they are called.
    pub(super) fn names(&self, columns: &[Arc<str>]) -> Vec<Arc<str>> {
        let renamed = self.renamed(columns.iter());
        let name = |column: &Arc<str>| renamed.get(column).unwrap_or(column).clone();
        columns.iter().map(name).collect()
    }

    /// Renames the cells of a row.
    pub(super) fn rename<C>(&mut self, cells: &mut BTreeMap<Arc<str>, C>) {
        if !cells.keys().eq(&self.last.0) {
            self.last = (cells.keys().cloned().collect(), self.renamed(cells.keys()));
        }
        for (old, new) in &self.last.1 {
            if let Some(cell) = cells.remove(old) {
                cells.insert(new.clone(), cell);
            }
        }
    }

    /// The columns that have another name here, by the one they are written with. A column of exactly that name
    /// goes before one in another case, and of several in other cases none is meant.
    fn renamed<'c>(&self, columns: impl Iterator<Item = &'c Arc<str>> + Clone) -> Renamed {
        let mut found: BTreeMap<Arc<str>, Vec<Arc<str>>> = BTreeMap::new();
        for column in columns.clone().filter(|it| !self.exact.contains(*it)) {
            if let Some(Some(name)) = self.names.get(&folded(column)) {
                found.entry(name.clone()).or_default().push(column.clone());
            }
        }
        let exact: BTreeSet<&Arc<str>> = columns.filter(|it| self.exact.contains(*it)).collect();
        let single = found
            .into_iter()
            .filter(|(name, columns)| columns.len() == 1 && !exact.contains(name));
        single
            .flat_map(|(name, columns)| columns.into_iter().map(move |it| (it, name.clone())))
            .collect()
    }
}

/// Returns whether a column may be meant by a name.
pub(super) fn is_called(column: &str, name: &str) -> bool {
    folded(column) == folded(name)
}

/// Folds the case, and drops white space at both ends.
fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(asked: &[&str], columns: &[&str]) -> Vec<String> {
        let columns: Vec<Arc<str>> = columns.iter().map(|&it| it.into()).collect();
        let names = CalledAs::new(asked.iter().copied()).names(&columns);
        names.iter().map(|it| it.to_string()).collect()
    }

    #[test]
    fn a_column_is_meant_whatever_its_case_unless_two_are() {
        let asked = ["id", "text", "title"];
        assert_eq!(
            called(&asked, &["ID", " Title ", "TEXT", "More"]),
            ["id", "title", "text", "More"]
        );
        assert_eq!(called(&asked, &["Text", "text"]), ["Text", "text"]);
        assert_eq!(called(&asked, &["Text", "TEXT"]), ["Text", "TEXT"]);
        assert_eq!(called(&["Été"], &["ÉTÉ"]), ["Été"]);
        // Both are asked for as they stand.
        assert_eq!(
            called(&["text", "TEXT"], &["TEXT", "Text"]),
            ["TEXT", "Text"]
        );
    }
}
