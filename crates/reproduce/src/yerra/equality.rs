//! Tables 4.3 to 4.6: twelve pairs of sentences, and whether they are the same.

use crate::cell::Cell;
use crate::exhibit::{Exhibit, Row};
use crate::source::{Source, YERRA};
use dejalu_similarity::measures::fuzzy::Thresholds;

const TABLES: Source = Source {
    paper: YERRA,
    number: "tables 4.3 to 4.6",
    section: "4.4",
    page: Some(56),
    title: "twelve pairs of sentences, treated as the same or not",
};

/// The degrees of similarity of each sentence with the other, and whether people call the two similar:
/// all that the tables print of them, the sentences apart.
pub(super) const PAIRS: [([f64; 2], bool); 12] = [
    ([0.95, 0.95], true),
    ([0.87, 0.73], false),
    ([0.86, 0.91], true),
    ([0.85, 0.83], true),
    ([0.61, 0.41], false),
    ([0.23, 0.1], false),
    ([0.91, 0.95], true),
    ([0.63, 0.11], false),
    ([0.85, 0.97], true),
    ([0.25, 0.12], false),
    ([0.89, 0.85], true),
    ([0.83, 0.85], true),
];

pub(crate) fn tables_4_3_to_4_6() -> Exhibit {
    let row = |(place, ([there, back], are_same)): (usize, ([f64; 2], bool))| {
        let ours = Thresholds::default().are_equal(there, back);
        let what = format!("pair {}, similar by {there} and {back}", place + 1);
        // The thesis judges all twelve as people do.
        Row::new(
            what,
            [Cell::judged(decision_words(are_same), decision_words(ours))],
        )
    };
    Exhibit::new(
        TABLES,
        ["treated as"],
        PAIRS.into_iter().enumerate().map(row).collect(),
        "From the printed degrees of similarity, by both printed thresholds, 0.825 and 0.15. The degrees themselves \
         come from correlations that are not published.",
    )
}

/// A decision on two sentences.
pub(super) fn decision_words(are_same: bool) -> &'static str {
    if are_same { "the same" } else { "different" }
}
