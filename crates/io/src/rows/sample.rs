//! The columns of a table, and what its first rows hold in them.

use std::path::Path;

use rustc_hash::{FxHashMap, FxHashSet};

use super::cell::Cell;
use super::columns::Columns;
use super::exports::is_text;
use super::options::TableOptions;
use super::rows::Rows;
use super::works::open;

/// The columns of a table, and the values of its first rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sample {
    /// The columns in their order, each with the values that rows have there, in the order of the rows. A column that holds
    /// lists of numbers or objects is none: no field can be read from it.
    pub columns: Vec<(String, Vec<String>)>,
}

impl Sample {
    /// The first rows of a table, at most so many; none of a file that is no table or cannot be read.
    pub fn of(source: &Path, options: &TableOptions, rows: usize) -> Self {
        let table = open(source, options);
        table.map_or_else(Sample::default, |table| Sample::of_rows(table, rows))
    }

    /// The first rows of a table in memory, at most so many.
    pub fn of_columns(columns: Columns, rows: usize) -> Self {
        Sample::of_rows(Rows::in_memory(columns), rows)
    }

    fn of_rows(table: Rows, rows: usize) -> Self {
        let mut columns: Vec<(String, Vec<String>)> = Vec::new();
        let mut places: FxHashMap<String, usize> = FxHashMap::default();
        let mut unreadable: FxHashSet<String> = FxHashSet::default();
        if !table.name_fields() {
            columns.extend(table.written().map(|name| (name.to_owned(), Vec::new())));
            places.extend(
                columns
                    .iter()
                    .zip(0..)
                    .map(|((name, _), place)| (name.clone(), place)),
            );
        }
        for row in table.take(rows).flatten() {
            for (name, cell) in &row.cells {
                let place = *places.entry(name.to_string()).or_insert_with(|| {
                    columns.push((name.to_string(), Vec::new()));
                    columns.len() - 1
                });
                match value(cell) {
                    Some(value) => columns[place].1.push(value),
                    None => drop(unreadable.insert(name.to_string())),
                }
            }
        }
        columns.retain(|(name, _)| !unreadable.contains(name));
        Sample { columns }
    }

    /// Returns whether a column has one of the usual names of the text of a document.
    pub fn has_text(&self) -> bool {
        self.columns.iter().any(|(name, _)| is_text(name.trim()))
    }

    /// The values of a column; none of one that is not there.
    pub fn values(&self, column: &str) -> &[String] {
        let found = self.columns.iter().find(|(name, _)| name == column);
        found.map_or(&[], |(_, values)| values)
    }
}

fn value(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Text(text) => Some(text.clone()),
        Cell::Texts(texts) => Some(texts.join("; ")),
        Cell::Other(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_of_objects_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("lamps.jsonl");
        let rows = "{\"id\":\"1\",\"name\":\"Lamp\",\"meta\":{\"a\":1}}\n{\"id\":\"2\",\"name\":\"Net\"}\n";
        std::fs::write(&table, rows).unwrap();
        let sample = Sample::of(&table, &TableOptions::default(), 9);
        let names: Vec<&str> = sample.columns.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["id", "name"]);
    }

    #[test]
    fn columns_have_the_values_of_the_first_rows() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("lamps.csv");
        std::fs::write(&table, "id,name,price\n1,Lamp,$ 3\n2,Net,\n3,Rope,$ 5\n").unwrap();
        let sample = Sample::of(&table, &TableOptions::default(), 2);
        let names: Vec<&str> = sample.columns.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["id", "name", "price"]);
        assert_eq!(sample.values("name"), ["Lamp", "Net"]);
        assert!(sample.values("colour").is_empty() && !sample.has_text());
        assert_eq!(
            Sample::of(folder.path(), &TableOptions::default(), 2),
            Sample::default()
        );
    }
}
