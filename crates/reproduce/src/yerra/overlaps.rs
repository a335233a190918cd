//! Tables 3.6 to 3.8: the degrees of overlap of documents, from the printed numbers of sentences.

use crate::cell::Cell;
use crate::exhibit::{Exhibit, Row};
use crate::source::{Source, YERRA};
use dejalu_similarity::measures::fuzzy::degree_of_overlap;

const WHY: &str = "From the printed numbers of sentences and of matched ones; the documents are not published. For \
                   results on documents of the same kinds, see figures 3.3 to 3.8.";

/// Two documents, as a table prints them.
struct Case {
    what: &'static str,
    /// Number of their sentences.
    sentences: [usize; 2],
    /// Number of matched sentences, and the overlap of each document, by one approach or by both.
    overlaps: &'static [(usize, [&'static str; 2])],
}

const fn case(
    what: &'static str,
    sentences: [usize; 2],
    overlaps: &'static [(usize, [&'static str; 2])],
) -> Case {
    Case {
        what,
        sentences,
        overlaps,
    }
}

pub(crate) fn table_3_6() -> Exhibit {
    const TABLE: Source = Source {
        paper: YERRA,
        number: "table 3.6",
        section: "3.3",
        page: Some(25),
        title: "overlap of five pairs of documents by 4-grams",
    };
    const CASES: [Case; 5] = [
        case(
            "1, a part of the other",
            [35, 21],
            &[(21, ["60 %", "100 %"])],
        ),
        case(
            "2, with unrelated sentences",
            [35, 31],
            &[(21, ["60 %", "67 %"])],
        ),
        case("3, unrelated", [149, 133], &[(4, ["3 %", "3 %"])]),
        case("4, related", [87, 79], &[(47, ["54 %", "60 %"])]),
        case("5, of different size", [425, 50], &[(15, ["4 %", "30 %"])]),
    ];
    exhibit(TABLE, &["1st", "2nd"], &CASES)
}

pub(crate) fn table_3_7() -> Exhibit {
    const TABLE: Source = Source {
        paper: YERRA,
        number: "table 3.7",
        section: "3.4",
        page: Some(30),
        title: "overlap of the same five pairs by fuzzy sets",
    };
    const CASES: [Case; 5] = [
        case(
            "1, a part of the other",
            [35, 21],
            &[(21, ["60 %", "100 %"])],
        ),
        case(
            "2, with unrelated sentences",
            [35, 31],
            &[(21, ["60 %", "67 %"])],
        ),
        case("3, unrelated", [149, 133], &[(4, ["3 %", "3 %"])]),
        case("4, related", [87, 79], &[(27, ["31 %", "34 %"])]),
        case("5, of different size", [425, 50], &[(20, ["5 %", "40 %"])]),
    ];
    exhibit(TABLE, &["1st", "2nd"], &CASES)
}

pub(crate) fn table_3_8() -> Exhibit {
    const TABLE: Source = Source {
        paper: YERRA,
        number: "table 3.8",
        section: "3.4",
        page: Some(31),
        title: "overlap of successive news reports",
    };
    #[rustfmt::skip]
    const CASES: [Case; 6] = [
        case("reports 1 and 2", [99, 83], &[(42, ["42 %", "51 %"]), (49, ["50 %", "59 %"])]),
        case("reports 2 and 3", [83, 90], &[(36, ["43 %", "40 %"]), (37, ["45 %", "41 %"])]),
        case("reports 3 and 4", [90, 101], &[(39, ["43 %", "39 %"]), (43, ["48 %", "43 %"])]),
        case("reports 4 and 5", [101, 104], &[(77, ["76 %", "74 %"]), (77, ["76 %", "74 %"])]),
        case("reports 5 and 6", [104, 101], &[(96, ["92 %", "95 %"]), (96, ["92 %", "95 %"])]),
        case("reports 1 and 6", [99, 101], &[(42, ["42 %", "42 %"]), (46, ["47 %", "46 %"])]),
    ];
    const COLUMNS: [&str; 4] = ["1st, 4-grams", "2nd, 4-grams", "1st, fuzzy", "2nd, fuzzy"];
    exhibit(TABLE, &COLUMNS, &CASES)
}

fn exhibit(source: Source, columns: &[&'static str], cases: &[Case]) -> Exhibit {
    let row = |case: &Case| {
        let cells = case.overlaps.iter().flat_map(|&(matched, printed)| {
            let [left, right] = case.sentences;
            let degrees = degree_of_overlap(matched, left, right);
            printed.into_iter().zip(degrees)
        });
        let cells = cells.map(|(printed, degree)| Cell::judged(printed, degree));
        Row::new(case.what, cells)
    };
    let rows = cases.iter().map(row).collect();
    Exhibit::new(source, columns.iter().copied(), rows, WHY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Verdict;

    #[test]
    fn all_overlaps_are_within_one_point_of_what_is_printed() {
        for table in [table_3_6(), table_3_7(), table_3_8()] {
            assert!(table.verdict <= Verdict::Close, "{table:?}");
        }
    }
}
