//! How records are written again: unchanged, or with fields that others had.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::options::TableOptions;
use super::target::Target;
use crate::error::Result;
use crate::io::OutputFile;

/// How a format writes records again.
pub(super) enum Writing {
    /// Records are ranges of bytes of their source.
    Bytes {
        /// Gives the target the bytes of the records of these numbers (counted from 1, unreadable ones
        /// included; ascending), and those around them; says how many were not there.
        copy: Copy,
        /// How fields stand in a record.
        syntax: fn(&Path, &TableOptions) -> Result<Box<dyn Syntax>>,
    },
    /// Others, which are written as a whole, with fields of other records, in the format whose files end
    /// like this.
    As(&'static str, Rewrite),
}

pub(super) type Rewrite = fn(&Path, &[u64], &[Fill], (&Path, &mut OutputFile)) -> Result<usize>;

pub(super) type Copy = fn(&Path, &TableOptions, &[u64], &mut dyn Target) -> Result<usize>;

/// The parts of a record that its fields are.
pub(super) trait Syntax {
    /// The bytes that say the field of a record, whose text is given; none where it has none.
    fn take(&self, record: &[u8], field: &str, value: &str) -> Result<Option<Vec<u8>>>;

    /// A record with the bytes of other records for fields that it lacks.
    fn put(&self, record: &[u8], pieces: &Pieces) -> Result<Vec<u8>>;
}

/// Fields and the bytes that say them.
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
pub(crate) struct Fill {
    /// The record.
    pub(crate) row: u64,
    /// The name of its field.
    pub(crate) field: Arc<str>,
    /// The record that has the field.
    pub(crate) from: u64,
    /// What is said there, as text; of what is no text, what it is: `a list`.
    pub(crate) value: String,
    /// Whether it is text.
    pub(super) is_text: bool,
}

impl Fill {
    /// Whether it is among these pieces. What is no text is shown as it is written.
    pub(super) fn is_said_by(&mut self, pieces: &BTreeMap<u64, Pieces>) -> bool {
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
