//! Columns of the tables of pairs that the program writes, and that people may fill in.

/// Ids and what a judge says of a pair.
pub(super) const SCORED: [&str; 4] = ["id_a", "id_b", "score", "probability"];

/// The decision, of a judge that leaves pairs undecided.
pub(super) const DECISION: &str = "decision";

/// What the texts of a pair share.
pub(super) const SHARED: [&str; 5] = ["relation", "start_a", "end_a", "start_b", "end_b"];

/// A pair to label; the label is for people to fill in.
pub(super) const TO_LABEL: [&str; 5] = ["id_a", "id_b", LABEL, "beginning_a", "beginning_b"];

/// A pair to review; the label is for people to fill in. Columns of both records, by their fields, or the beginnings of
/// both texts follow.
pub(super) const TO_REVIEW: [&str; 5] = ["id_a", "id_b", "score", "why", LABEL];

const LABEL: &str = "label";

/// The beginnings of two texts.
pub(super) const BEGINNINGS: [&str; 2] = ["beginning_a", "beginning_b"];

/// The columns of both documents of a pair for the columns of one.
pub(super) fn of_both<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Vec<String> {
    let of = |side: &'static str| names.clone().map(move |name| format!("{name}_{side}"));
    of("a").chain(of("b")).collect()
}

/// All columns that the program fills in, `fields` being those of one record.
pub(super) fn written(fields: &[&str]) -> Vec<String> {
    let to_label = TO_LABEL.into_iter().chain(TO_REVIEW);
    let to_label = to_label.filter(|column| *column != LABEL);
    let scored = SCORED.into_iter().chain([DECISION]).chain(SHARED);
    let own = scored.chain(to_label).map(str::to_owned);
    own.chain(of_both(fields.iter().copied())).collect()
}
