//! Labels that are probably wrong, for the page.

use serde::Serialize;

use dejalu_base::plural::counted;
use dejalu_experiment::compare::{SuspectLabel, Suspects};

/// Labels that look wrong.
#[derive(Serialize)]
pub(super) struct SuspectRows<'a> {
    /// Total number.
    count: String,
    /// Each with the reason.
    rows: Vec<(&'a SuspectLabel, String)>,
    /// Number of those not listed.
    left_out: usize,
}

impl<'a> SuspectRows<'a> {
    pub(super) fn of(suspects: &'a Suspects) -> Self {
        let pairs = suspects.pairs.iter();
        SuspectRows {
            count: counted(suspects.count, "label looks", "labels look"),
            rows: pairs.map(|it| (it, it.reason())).collect(),
            left_out: suspects.count.saturating_sub(suspects.pairs.len()),
        }
    }
}
