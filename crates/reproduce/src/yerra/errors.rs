//! Tables 4.7 and 4.8: the errors of two groups of sentence pairs.

use crate::cell::Cell;
use crate::exhibit::{Exhibit, Row};
use crate::source::{Source, YERRA};
use dejalu_learn::evaluation::Counts;

const NOT_PUBLISHED: &str = "The 2,081 pairs of sentences are not published.";

/// Pairs, similar ones among them, false positives and false negatives (section 4.4 and table 4.7).
const GROUPS: [Counts; 2] = [group(1041, 100, 28, 13), group(1040, 101, 37, 9)];

const fn group(pairs: u64, similar: u64, fp: u64, fn_: u64) -> Counts {
    Counts {
        tp: similar - fn_,
        fp,
        tn: pairs - similar - fp,
        fn_,
    }
}

pub(crate) fn table_4_7() -> Exhibit {
    const TABLE: Source = Source {
        paper: YERRA,
        number: "table 4.7",
        section: "4.4",
        page: Some(60),
        title: "error rates of two groups of sentence pairs",
    };
    let rates = GROUPS.map(|counts| [counts.false_positive_rate(), counts.false_negative_rate()]);
    let rates = rates.map(|both| both.map(|rate| rate.unwrap_or(f64::NAN)));
    let counts = GROUPS.map(|counts| [counts.fp as f64, counts.fn_ as f64]);
    let mean = |groups: [[f64; 2]; 2]| {
        [0, 1].map(|column: usize| (groups[0][column] + groups[1][column]) / 2.0)
    };
    let row = |what: &str, printed: [&str; 2], ours: [f64; 2]| {
        let cells = printed.into_iter().zip(ours);
        Row::new(
            what,
            cells.map(|(printed, ours)| Cell::judged(printed, ours)),
        )
    };
    let rows = vec![
        row("group 1: 28 and 13 errors", ["3 %", "13 %"], rates[0]),
        row("group 2: 37 and 9 errors", ["4 %", "9 %"], rates[1]),
        row("mean of both rates", ["3.5 %", "11 %"], mean(rates)),
        row("mean number of errors", ["32.5", "11"], mean(counts)),
    ];
    Exhibit::new(
        TABLE,
        ["false positives", "false negatives"],
        rows,
        format!("From the printed numbers of pairs and errors. {NOT_PUBLISHED}"),
    )
}

pub(crate) fn table_4_8() -> Exhibit {
    const TABLE: Source = Source {
        paper: YERRA,
        number: "table 4.8",
        section: "4.4",
        page: Some(63),
        title: "precision, recall and F of the two groups, by three definitions",
    };
    const PRINTED: [[&str; 3]; 2] = [["0.97", "0.88", "0.92"], ["0.96", "0.91", "0.93"]];
    let mut rows = Vec::new();
    for (place, (counts, printed)) in GROUPS.iter().zip(PRINTED).enumerate() {
        let (rates, formulas) = (counts.thesis_as_printed(), counts.thesis());
        let definitions = [
            (
                "1/(1 + error rate)",
                [rates.precision, rates.recall, rates.f1],
            ),
            (
                "the thesis's formulas",
                [formulas.precision, formulas.recall, formulas.f1],
            ),
            (
                "the usual ones",
                [counts.precision(), counts.recall(), counts.f1()],
            ),
        ];
        for (definition, ours) in definitions {
            let cells = printed.iter().zip(ours);
            let cells =
                cells.map(|(printed, ours)| Cell::judged(printed, ours.unwrap_or(f64::NAN)));
            rows.push(Row::new(
                format!("group {}, {definition}", place + 1),
                cells,
            ));
        }
    }
    Exhibit::new(
        TABLE,
        ["precision", "recall", "F"],
        rows,
        format!(
            "From the printed numbers of errors. What is printed follows from the rates of table 4.7, truncated to two \
             digits, and not from the thesis's own formulas, which count every correct decision; by the usual definitions \
             F is 0.81 and 0.80. {NOT_PUBLISHED}"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Verdict;
    use crate::figure::Figure;

    #[test]
    fn the_rates_are_those_that_are_printed() {
        assert_eq!(table_4_7().verdict, Verdict::Equal);
    }

    #[test]
    fn table_4_8_follows_from_the_rates_alone() {
        let table = table_4_8();
        for (place, row) in table.rows.iter().enumerate() {
            let worst = row.cells.iter().filter_map(|cell| cell.verdict).max();
            assert_eq!(
                worst <= Some(Verdict::Close),
                place % 3 == 0,
                "{}",
                row.what
            );
        }
    }

    #[test]
    fn three_definitions_give_three_results() {
        let ours = |row: usize| {
            let cells = table_4_8().rows[row].cells.clone().into_iter();
            let cells = cells.map(|cell| match cell.ours {
                Some(Figure::Number(number)) => (number * 1000.0).round() / 1000.0,
                _ => f64::NAN,
            });
            cells.collect::<Vec<f64>>()
        };
        assert_eq!(ours(1), [0.973, 0.987, 0.980]);
        assert_eq!(ours(2), [0.757, 0.870, 0.809]);
        assert_eq!(ours(4), [0.964, 0.991, 0.977]);
        assert_eq!(ours(5), [0.713, 0.911, 0.800]);
    }
}
