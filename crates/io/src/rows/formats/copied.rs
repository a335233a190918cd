//! Copies of some of the records of a source.

use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use super::super::records::Records;
use super::super::target::Target;
use crate::input::place;
use crate::lines::RawLines;
use dejalu_base::error::Result;

/// Copies a source byte for byte but for the records that are not among these; says how many of these were
/// not there. `pass` writes what stands before a place, counted as [`Records::extent`] counts, and was not
/// passed yet.
pub(super) fn copy_records(
    mut records: impl Records,
    source: &Path,
    rows: &[u64],
    target: &mut dyn Target,
    mut pass: impl FnMut(u64, &mut dyn Write) -> Result<()>,
) -> Result<usize> {
    let mut wanted = rows.iter().copied().peekable();
    let (mut number, mut written) = (0, 0);
    while let Some(row) = records.read() {
        number += 1;
        let extent = records.extent();
        pass(extent.start, target.around())?;
        if wanted.next_if_eq(&number).is_some() {
            pass(extent.end, target.record(number))?;
            let place = row.map_or_else(|_| place(source), |row| row.place);
            target.end_record(&place)?;
            written += 1;
        } else {
            pass(extent.end, &mut io::sink())?;
        }
    }
    pass(u64::MAX, target.around())?;
    Ok(rows.len() - written)
}

/// Copies rows, each of which has lines of its own, and nothing around them; says how many of them were not
/// there. `next` gives the lines of the next row.
pub(super) fn copy_rows(
    mut next: impl FnMut() -> Option<Range<u64>>,
    mut lines: RawLines,
    source: &Path,
    rows: &[u64],
    target: &mut dyn Target,
) -> Result<usize> {
    let path = target.path().to_path_buf();
    let mut wanted = rows.iter().copied().peekable();
    let mut number = 0;
    while wanted.peek().is_some()
        && let Some(row) = next()
    {
        number += 1;
        if wanted.next_if_eq(&number).is_some() {
            lines.skip_to(row.start)?;
            lines.copy_to(row.end, &path, target.record(number))?;
            target.end_record(&place(source).at_line(row.start))?;
        }
    }
    Ok(wanted.count())
}
