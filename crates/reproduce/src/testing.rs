//! Helpers of the tests of exhibits.

use crate::cell::Verdict;
use crate::exhibit::Exhibit;

/// The rows of which a cell that should be equal is not.
pub(crate) fn not_equal(exhibit: &Exhibit) -> Vec<&str> {
    let rows = exhibit.rows.iter().filter(|row| {
        let mut verdicts = row.cells.iter().filter_map(|cell| cell.verdict);
        verdicts.any(|verdict| matches!(verdict, Verdict::Close | Verdict::Differs))
    });
    rows.map(|row| row.what.as_str()).collect()
}
