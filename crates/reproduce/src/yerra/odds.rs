//! Table 4.1 and example 4: the odds ratios of documents.

use crate::cell::Cell;
use crate::exhibit::{Exhibit, Row};
use crate::source::{Source, YERRA};
use dejalu_similarity::measures::fuzzy::odds;

const TABLE: Source = Source {
    paper: YERRA,
    number: "table 4.1",
    section: "4.2",
    page: Some(44),
    title: "odds ratios of documents, and those that the text works out",
};

/// Two degrees of resemblance whose odds are printed.
struct Worked {
    what: &'static str,
    degrees: [f64; 2],
    /// In the table, and in the text.
    odds: [Option<&'static str>; 2],
}

const fn worked(what: &'static str, degrees: [f64; 2], odds: [Option<&'static str>; 2]) -> Worked {
    Worked {
        what,
        degrees,
        odds,
    }
}

#[rustfmt::skip]
const WORKED: [Worked; 5] = [
    worked("0.9 and 0.9", [0.9, 0.9], [None, Some("4.26")]),
    worked("0.1 and 0.9", [0.1, 0.9], [None, Some("0.098")]),
    worked("documents 0 and 1: 0.91 and 0.98", [0.91, 0.98], [Some("9.21"), Some("8.242")]),
    worked("documents 3 and 4: 0.93 and 0.97", [0.93, 0.97], [Some("8.242"), Some("9.21")]),
    worked("a document and itself: 1 and 1", [1.0, 1.0], [Some("100"), Some("100")]),
];

/// The pairs of which the degrees of resemblance are not printed.
const UNKNOWN: [(&str, &str); 13] = [
    ("0 and 3", "0.064"),
    ("0 and 4", "0.058"),
    ("0 and 5", "0.01"),
    ("0 and 7", "0"),
    ("1 and 3", "0.09"),
    ("1 and 4", "0.051"),
    ("1 and 5", "0.001"),
    ("1 and 7", "0.021"),
    ("3 and 5", "0.1"),
    ("3 and 7", "0"),
    ("4 and 5", "0.015"),
    ("4 and 7", "0.009"),
    ("5 and 7", "12.4"),
];

pub(crate) fn table_4_1() -> Exhibit {
    let worked = WORKED.map(|it| {
        let ours = odds(it.degrees[0] * it.degrees[1]);
        let cell = |printed: &str| Cell::judged(printed, ours);
        Row::new(
            it.what,
            it.odds.map(|printed| printed.map(cell).unwrap_or_default()),
        )
    });
    let unknown = UNKNOWN.map(|(what, printed)| {
        let cells = [Cell::only_printed(printed), Cell::default()];
        Row::new(format!("documents {what}"), cells)
    });
    Exhibit::new(
        TABLE,
        ["table 4.1", "text"],
        worked.into_iter().chain(unknown).collect(),
        "From the printed degrees of resemblance. The table swaps the odds of two pairs, which the text gives \
         correctly; 0.0989 is truncated to 0.098. The other degrees are not printed, and the pages of 2005 are not published.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Verdict::{Close, Differs, Equal};

    #[test]
    fn the_text_is_right_and_the_table_exchanges_two_pairs() {
        let verdicts = table_4_1().rows.into_iter().take(WORKED.len());
        let verdicts = verdicts.map(|row| [row.cells[0].verdict, row.cells[1].verdict]);
        assert_eq!(
            verdicts.collect::<Vec<_>>(),
            [
                [None, Some(Equal)],
                [None, Some(Close)],
                [Some(Differs), Some(Equal)],
                [Some(Differs), Some(Equal)],
                [Some(Equal), Some(Equal)],
            ]
        );
    }
}
