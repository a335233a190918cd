//! Columns of the tables of pairs that the program writes, and that people may fill in.

/// Ids and what a judge says of a pair.
pub(super) const SCORED: [&str; 4] = ["id_a", "id_b", "score", "probability"];

/// The decision, of a judge that leaves pairs undecided.
pub(super) const DECISION: &str = "decision";

/// What the texts of a pair share.
pub(super) const SHARED: [&str; 5] = ["relation", "start_a", "end_a", "start_b", "end_b"];

/// A pair to label; the label is for people to fill in.
pub(super) const TO_LABEL: [&str; 5] = ["id_a", "id_b", LABEL, "beginning_a", "beginning_b"];

const LABEL: &str = "label";

/// All columns that the program fills in.
pub(super) fn written() -> Vec<&'static str> {
    let to_label = TO_LABEL.into_iter().filter(|column| *column != LABEL);
    let scored = SCORED.into_iter().chain([DECISION]).chain(SHARED);
    scored.chain(to_label).collect()
}
