//! Tables that this program writes: they describe documents, and are none.

use std::path::Path;

use dejalu_io::TableOptions;
use dejalu_io::rows::{Rows, is_text};

/// Columns that only results have together: groups, pairs, what a search found, what was filled, figures.
const RESULTS: [&[&str]; 5] = [
    &["id", "group", "representative", "kept"],
    &["id_a", "id_b"],
    &["query", "id", "score"],
    &["kept", "field", "removed", "value"],
    &["format", "judge"],
];

/// Returns whether a file of rows holds results and no documents: by the columns of its first row. False of one that
/// cannot be read.
pub fn are_results(source: &Path) -> bool {
    let Ok(rows) = Rows::open(source, &TableOptions::default()) else {
        return false;
    };
    let columns: Vec<&str> = rows.columns().collect();
    let has = |names: &&[&str]| names.iter().all(|name| columns.contains(name));
    RESULTS.iter().any(has) && !columns.iter().any(|column| is_text(column))
}
