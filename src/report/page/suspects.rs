//! Labels that are probably wrong, for the page.

use serde::Serialize;

use crate::experiment::compare::{SuspectLabel, Suspects};
use crate::plural::counted;
use crate::report::figures::percent;

/// Labels that look wrong, in written figures.
#[derive(Serialize)]
pub(super) struct SuspectRows<'a> {
    /// How many there are.
    count: String,
    rows: Vec<SuspectRow<'a>>,
    /// How many are not listed.
    left_out: usize,
}

#[derive(Serialize)]
struct SuspectRow<'a> {
    ids: [&'a str; 2],
    label: String,
    /// The probability of the label, in percent and for sorting.
    probability: (String, f64),
    /// The rules against the label, of so many.
    rules: (String, f64),
    reason: String,
}

impl<'a> SuspectRows<'a> {
    pub(super) fn of(suspects: &'a Suspects) -> Self {
        SuspectRows {
            count: counted(suspects.count as u64, "label looks", "labels look"),
            rows: suspects.pairs.iter().map(SuspectRow::of).collect(),
            left_out: suspects.count.saturating_sub(suspects.pairs.len()),
        }
    }
}

impl<'a> SuspectRow<'a> {
    fn of(suspect: &'a SuspectLabel) -> Self {
        let [left, right] = &suspect.ids;
        let share = suspect.rules_against as f64 / suspect.rules.max(1) as f64;
        SuspectRow {
            ids: [left.as_str(), right.as_str()],
            label: suspect.label.to_string(),
            probability: (percent(Some(suspect.probability)), suspect.probability),
            rules: (
                format!("{} of {}", suspect.rules_against, suspect.rules),
                share,
            ),
            reason: suspect.reason(),
        }
    }
}
