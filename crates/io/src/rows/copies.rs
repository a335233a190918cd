//! Copies of some rows of a source.

use std::collections::BTreeMap;
use std::path::Path;

use super::called_as::is_called;
use super::fill::fills;
use super::options::TableOptions;
use super::pieces::Fill;
use super::records::Format;
use super::rows::{Rows, format};
use super::target::{Taken, Written};
use super::writing::Writing;
use crate::OutputFile;
use dejalu_base::error::{InputError, Result};

/// Ending of the file that the rows of a source are copied to; none for a source without rows.
pub fn ending_of_copies(source: &Path) -> Option<&'static str> {
    let format = format(source)?;
    Some(match format.writing {
        Writing::As(ending, _) => ending,
        Writing::Bytes { .. } => format.ending,
    })
}

/// Copies the rows of these numbers (counted from 1, ascending) unchanged, with what stands above and
/// around them; says how many were not there. None of a source without rows.
///
/// # Errors
///
/// Those of [`Rows::open`]; what the system refuses to write.
pub fn copy(
    source: &Path,
    options: &TableOptions,
    rows: &[u64],
    out: &mut OutputFile,
) -> Option<Result<usize>> {
    Some(match &format(source)?.writing {
        Writing::Bytes { copy, .. } => copy(source, options, rows, &mut Written::unchanged(out)),
        Writing::As(_, write) => write(source, rows, &mut [], out),
    })
}

/// Returns whether the rows of a source can be copied with fields of others.
pub fn can_fill(source: &Path) -> bool {
    let is_fixed = |format: &Format| matches!(format.writing, Writing::Bytes { syntax: None, .. });
    format(source).is_some_and(|format| !is_fixed(format))
}

/// The same, with each field that a row lacks taken from the first of its donors that has it; gives
/// these fields as well. A column of the name `never` is not filled, nor is what `stays_empty` says of a row.
///
/// # Errors
///
/// As [`copy`]; a row with which its format cannot do this.
pub fn copy_filled(
    source: &Path,
    options: &TableOptions,
    rows: &[u64],
    donors: &BTreeMap<u64, Vec<u64>>,
    never: &str,
    stays_empty: &dyn Fn(u64, &str) -> bool,
    out: &mut OutputFile,
) -> Option<Result<(usize, Vec<Fill>)>> {
    let format = format(source)?;
    let is_field = |name: &str| !is_called(name, never) && (format.is_field)(name);
    let filled = fills(|| Rows::open(source, options), donors, is_field);
    Some(filled.and_then(|mut fills| {
        fills.retain(|fill| !stays_empty(fill.row, &fill.field));
        let missing = match &format.writing {
            Writing::Bytes { syntax: None, .. } => return Err(InputError::FixedRecords.into()),
            Writing::Bytes {
                copy,
                syntax: Some(syntax),
                ..
            } => {
                let syntax = syntax(source, options)?;
                let mut taken = Taken::new(source, &*syntax, &fills);
                copy(source, options, &taken.records(), &mut taken)?;
                let pieces = taken.pieces;
                fills.retain_mut(|fill| fill.confirm(&pieces));
                let mut out = Written::filled(out, &*syntax, pieces);
                copy(source, options, rows, &mut out)?
            }
            Writing::As(_, write) => write(source, rows, &mut fills, out)?,
        };
        Ok((missing, fills))
    }))
}
