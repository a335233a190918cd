//! Fields of Parquet rows that are filled from other rows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch};
use arrow_schema::ArrowError;
use arrow_select::filter::filter_record_batch;
use arrow_select::interleave::interleave;

use super::super::pieces::Fill;
use super::parquet_cells::display_value;

/// The rows that fields are taken from.
pub(super) struct Donors {
    /// The fields and the rows that have them, by the row that is filled.
    fills: BTreeMap<u64, Vec<(Arc<str>, u64)>>,
    rows: BTreeSet<u64>,
    /// The batch and the place where each of them is kept.
    found: BTreeMap<u64, (usize, usize)>,
    batches: Vec<RecordBatch>,
    /// Number of rows seen.
    seen: u64,
}

impl Donors {
    pub(super) fn new(fills: &[Fill]) -> Self {
        let mut of_row: BTreeMap<u64, Vec<(Arc<str>, u64)>> = BTreeMap::new();
        for fill in fills {
            let field = (fill.field.clone(), fill.from);
            of_row.entry(fill.row).or_default().push(field);
        }
        Donors {
            fills: of_row,
            rows: fills.iter().map(|fill| fill.from).collect(),
            found: BTreeMap::new(),
            batches: Vec::new(),
            seen: 0,
        }
    }

    /// Keeps the rows of the next batch that something is taken from.
    pub(super) fn see(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        let first = self.seen + 1;
        self.seen += batch.num_rows() as u64;
        let mut place = 0;
        let is_donor = (first..=self.seen).map(|row| {
            let is_donor = self.rows.contains(&row);
            if is_donor {
                self.found.insert(row, (self.batches.len(), place));
                place += 1;
            }
            Some(is_donor)
        });
        let is_donor: BooleanArray = is_donor.collect();
        if place > 0 {
            self.batches.push(filter_record_batch(batch, &is_donor)?);
        }
        Ok(())
    }

    /// Says what the values are that are no text.
    pub(super) fn show(&self, fills: &mut [Fill]) -> Result<(), ArrowError> {
        for fill in fills.iter_mut().filter(|fill| !fill.is_text) {
            if let Some(&(donors, place)) = self.found.get(&fill.from) {
                let batch = &self.batches[donors];
                let column = batch.schema().index_of(&fill.field)?;
                fill.value = display_value(batch.column(column), place);
            }
        }
        Ok(())
    }

    /// Fills a batch, before which there are so many rows.
    pub(super) fn fill(&self, batch: RecordBatch, before: u64) -> Result<RecordBatch, ArrowError> {
        let rows = before + 1..=before + batch.num_rows() as u64;
        let mut of_column: BTreeMap<usize, Vec<(usize, ArrayRef)>> = BTreeMap::new();
        for (&row, fills) in self.fills.range(rows) {
            for (field, from) in fills {
                let Some(&(donors, place)) = self.found.get(from) else {
                    continue;
                };
                let column = batch.schema().index_of(field)?;
                let value = self.batches[donors].column(column).slice(place, 1);
                let filled = (row - before - 1) as usize;
                of_column.entry(column).or_default().push((filled, value));
            }
        }
        let mut columns = batch.columns().to_vec();
        for (column, values) in of_column {
            columns[column] = with(&columns[column], &values)?;
        }
        RecordBatch::try_new(batch.schema(), columns)
    }
}

/// A column with other values at some places.
fn with(column: &Arc<dyn Array>, values: &[(usize, ArrayRef)]) -> Result<ArrayRef, ArrowError> {
    let mut places: Vec<(usize, usize)> = (0..column.len()).map(|place| (0, place)).collect();
    for (array, (place, _)) in (1..).zip(values) {
        places[*place] = (array, 0);
    }
    let others = values.iter().map(|(_, value)| value.as_ref());
    let arrays: Vec<&dyn Array> = std::iter::once(column.as_ref()).chain(others).collect();
    interleave(&arrays, &places)
}
