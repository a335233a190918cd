//! The scores of all pairs of a small collection as a square table.

use dejalu::collection::{Collection, Judge, matrix};
use dejalu::error::Result;

use super::table::Table;
use crate::cli::console::Console;

/// Writes the scores, with the ids above and before them.
pub(super) fn write(
    mut table: Table,
    collection: &Collection,
    judge: &Judge,
    console: &Console,
) -> Result<()> {
    let scores = matrix(collection, judge, console)?;
    let ids = || collection.documents().iter().map(|it| it.id.to_string());
    table.row(["id".to_string()].into_iter().chain(ids()))?;
    for (id, scores) in ids().zip(scores) {
        table.row([id].into_iter().chain(scores.iter().map(f64::to_string)))?;
    }
    table.finish()
}
