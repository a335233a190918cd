//! Finds the empty fields of kept records, and the removed records that have them.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::cell::Cell;
use super::pieces::Fill;
use super::row::Row;
use super::rows::Rows;
use dejalu_base::error::Result;

/// The fields of each record that are empty, and the first of its donors that has them. Ordered by record,
/// then by name. `open` reads the source, once for the names of fields and once for the values that are
/// needed.
///
/// # Errors
///
/// Those of `open`. Rows that cannot be read have no fields.
pub(crate) fn fills(
    open: impl Fn() -> Result<Rows>,
    donors: &BTreeMap<u64, Vec<u64>>,
    is_field: impl Fn(&str) -> bool,
) -> Result<Vec<Fill>> {
    let fields = Fields::of(open()?, donors, is_field);
    let mut fills = Vec::new();
    for (&row, others) in donors {
        let mut needed: BTreeMap<&Arc<str>, u64> = BTreeMap::new();
        for &from in others {
            for field in fields.of_row(from) {
                needed.entry(field).or_insert(from);
            }
        }
        for field in fields.of_row(row) {
            needed.remove(field);
        }
        fills.extend(needed.into_iter().map(|(field, from)| Fill {
            row,
            field: field.clone(),
            from,
            value: String::new(),
            is_text: true,
        }));
    }
    find_values(&mut fills, open()?);
    Ok(fills)
}

fn find_values(fills: &mut [Fill], rows: Rows) {
    let mut of_row: FxHashMap<u64, Vec<&mut Fill>> = FxHashMap::default();
    for fill in fills {
        of_row.entry(fill.from).or_default().push(fill);
    }
    for row in rows.flatten() {
        for fill in of_row.remove(&row.number).into_iter().flatten() {
            (fill.value, fill.is_text) = match row.cells.get(&fill.field) {
                Some(Cell::Text(text)) => (text.clone(), true),
                Some(Cell::Texts(_)) => ("a list".to_owned(), false),
                Some(Cell::Other(what)) => ((*what).to_owned(), false),
                None => (String::new(), true),
            };
        }
    }
}

/// Returns whether a value only says that there is none, as databases and spreadsheets write it.
pub(super) fn says_nothing(value: &str) -> bool {
    const WORDS: [&str; 8] = ["n/a", "na", "#n/a", "nan", "null", "none", "-", "--"];
    let value = value.trim().to_lowercase();
    let value = value.trim_matches(['[', ']', '(', ')', '.', ' ']);
    // "[No abstract available]", "No author name available."
    let is_sentence = value.starts_with("no ")
        && value.ends_with(" available")
        && value.split_whitespace().count() <= 5;
    value.is_empty() || is_sentence || WORDS.contains(&value)
}

/// Fields of the records.
#[derive(Default)]
struct Fields {
    names: Vec<Arc<str>>,
    numbers: FxHashMap<Arc<str>, u32>,
    of_row: FxHashMap<u64, Vec<u32>>,
}

impl Fields {
    fn of(rows: Rows, donors: &BTreeMap<u64, Vec<u64>>, is_field: impl Fn(&str) -> bool) -> Self {
        let mut fields = Fields::default();
        for (&row, others) in donors {
            let involved = others.iter().chain([&row]).map(|&row| (row, Vec::new()));
            fields.of_row.extend(involved);
        }
        for row in rows.flatten() {
            fields.see(&row, &is_field);
        }
        fields
    }

    fn see(&mut self, row: &Row, is_field: impl Fn(&str) -> bool) {
        let Some(has) = self.of_row.get_mut(&row.number) else {
            return;
        };
        for (name, cell) in &row.cells {
            let is_blank = matches!(cell, Cell::Text(text) if says_nothing(text));
            if name.is_empty() || is_blank || !is_field(name) {
                continue;
            }
            let number = *self.numbers.entry(name.clone()).or_insert_with(|| {
                self.names.push(name.clone());
                self.names.len() as u32 - 1
            });
            has.push(number);
        }
    }

    fn of_row(&self, row: u64) -> impl Iterator<Item = &Arc<str>> {
        let has = self.of_row.get(&row).into_iter().flatten();
        has.map(|&number| &self.names[number as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_says_that_there_is_no_value_is_none() {
        for value in [
            " ",
            "[No abstract available]",
            "[No author name available]",
            "No abstract available.",
            "No DOI available",
            "N/A",
            "null",
            "NaN",
            "-",
        ] {
            assert!(says_nothing(value), "{value}");
        }
        for value in [
            "0",
            "Li, Nan",
            "No otters",
            "No data on otters in the wild are available",
            "No",
        ] {
            assert!(!says_nothing(value), "{value}");
        }
    }
}
