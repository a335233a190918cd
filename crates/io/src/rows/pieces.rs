//! Fields as the bytes of records: taken from one, put into another.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use dejalu_base::error::Result;

/// Finds the fields of a record in its bytes.
pub(super) trait Syntax {
    /// The bytes of a field, whose value as text is given; none where the record lacks it.
    fn take(&self, record: &[u8], field: &str, value: &str) -> Result<Option<Vec<u8>>>;

    /// The record with these fields, which it lacks, as other records have them.
    fn put(&self, record: &[u8], pieces: &Pieces) -> Result<Vec<u8>>;
}

/// Fields and their bytes.
pub(super) type Pieces = BTreeMap<Arc<str>, Vec<u8>>;

/// A record with other bytes at some places, which do not overlap; at one place in the given order.
pub(super) fn spliced(record: &[u8], mut changes: Vec<(Range<usize>, &[u8])>) -> Vec<u8> {
    changes.sort_by_key(|(place, _)| place.start);
    let mut spliced = Vec::with_capacity(record.len());
    let mut written = 0;
    for (place, bytes) in changes {
        spliced.extend_from_slice(&record[written..place.start]);
        spliced.extend_from_slice(bytes);
        written = place.end;
    }
    spliced.extend_from_slice(&record[written..]);
    spliced
}

/// A field of a record that is filled from another one. Records are named by their numbers, counted from
/// 1, unreadable ones included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fill {
    /// The record.
    pub row: u64,
    /// The name of its field.
    pub field: Arc<str>,
    /// The record that has the field.
    pub from: u64,
    /// Its value there as text; of a value that is no text, as it is written or in JSON.
    pub value: String,
    /// True if the value is text.
    pub(super) is_text: bool,
}

impl Fill {
    /// Returns whether its bytes were found. A value that is no text is then given as it is written.
    pub(super) fn confirm(&mut self, pieces: &BTreeMap<u64, Pieces>) -> bool {
        let of_row = pieces.get(&self.row);
        let Some(piece) = of_row.and_then(|pieces| pieces.get(&self.field)) else {
            return false;
        };
        if !self.is_text {
            self.value = String::from_utf8_lossy(piece).into_owned();
        }
        true
    }
}
