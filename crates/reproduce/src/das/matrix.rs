//! Tables 2 and 3: shares of weight, and minimum weight overlapping.

use crate::cell::Cell;
use crate::directed::directed;
use crate::exhibit::{Exhibit, Row};
use crate::figure::Form;
use crate::source::{DAS, Source};
use dejalu_base::error::Result;
use dejalu_similarity::corpus::CorpusStats;
use dejalu_similarity::measures::View;
use dejalu_similarity::measures::mwo::{Mwo, WeightedRecord};
use dejalu_text::document::Document;
use dejalu_text::{AnalyzedDocument, Analyzer, TermId};

const WHY: &str = "Printed are the zeros and the totals; the other cells are formulas of weights that the paper leaves \
                   open. Ours are texts in which x1 stands twice in r1 and x3 twice in r2.";

/// The terms in the order of the paper, and words for them that no stemmer touches.
const TERMS: [(&str, &str); 4] = [
    ("x2", "beta"),
    ("x4", "delta"),
    ("x1", "alpha"),
    ("x3", "gamma"),
];

/// The records r1, r2 and r3.
const RECORDS: [&str; 3] = [
    "beta alpha alpha gamma",
    "delta alpha gamma gamma",
    "beta delta alpha gamma",
];

pub(crate) fn table_2() -> Exhibit {
    const TABLE: Source = Source {
        paper: DAS,
        number: "table 2",
        section: "3",
        page: None,
        title: "the matrix of terms and records: shares of weight",
    };
    const IS_ZERO: [[bool; 3]; 4] = [
        [false, true, false],
        [true, false, false],
        [false; 3],
        [false; 3],
    ];
    let records = records();
    let row = |((name, word), are_zero): ((&str, &str), [bool; 3])| {
        let cells = are_zero.iter().zip(&records);
        let cells = cells.map(|(&is_zero, record)| share_cell(is_zero, share(record, word)));
        Row::new(name, cells)
    };
    let rows = TERMS.into_iter().zip(IS_ZERO).map(row);
    Exhibit::new(TABLE, ["r1", "r2", "r3"], rows.collect(), WHY)
}

pub(crate) fn table_3() -> Result<Exhibit> {
    const TABLE: Source = Source {
        paper: DAS,
        number: "table 3",
        section: "3",
        page: None,
        title: "minimum weight overlapping of r1 and r2",
    };
    const IS_ZERO: [[bool; 3]; 4] = [
        [false, true, true],
        [true, false, true],
        [false; 3],
        [false; 3],
    ];
    let records = records();
    let shares = TERMS.map(|(_, word)| [0, 1].map(|record: usize| share(&records[record], word)));
    let mut rows = Vec::with_capacity(TERMS.len() + 1);
    for (place, [r1, r2]) in shares.into_iter().enumerate() {
        let cells = IS_ZERO[place].iter().zip([r1, r2, r1.min(r2)]);
        let cells = cells.map(|(&is_zero, ours)| share_cell(is_zero, ours));
        rows.push(Row::new(TERMS[place].0, cells));
    }
    let sums = [0, 1].map(|side: usize| shares.iter().map(|both| both[side]).sum::<f64>());
    let mwo = directed("mwo", [RECORDS[0], RECORDS[1]])?;
    let total = [
        Cell::judged("1", sums[0]),
        Cell::judged("1", sums[1]),
        Cell::only_ours(mwo, Form::number(2)),
    ];
    rows.push(Row::new("total: MWO", total));
    Ok(Exhibit::new(TABLE, ["r1", "r2", "least"], rows, WHY))
}

/// A share beside what the paper prints: a zero, or a formula that only our weights make a number.
fn share_cell(is_zero: bool, ours: f64) -> Cell {
    if is_zero {
        Cell::judged("0", ours)
    } else {
        Cell::only_ours(ours, Form::number(2))
    }
}

fn records() -> [AnalyzedDocument; 3] {
    let analyzer = Analyzer::new(Default::default());
    RECORDS.map(|text| analyzer.analyze(&Document::plain(text, text)))
}

/// A term's share of a record's weight.
fn share(record: &AnalyzedDocument, word: &str) -> f64 {
    let record = WeightedRecord::of(record, &CorpusStats::default(), &Mwo::default());
    let sketch = record.into_sketch().unwrap_or_default();
    let place = sketch.values.binary_search(&TermId::of(word).0);
    place.map_or(0.0, |place| sketch.shares[place])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Verdict;
    use crate::figure::Figure;

    #[test]
    fn both_tables_come_out() {
        for table in [table_2(), table_3().unwrap()] {
            assert_eq!(table.verdict, Verdict::Equal, "{table:?}");
        }
    }

    #[test]
    fn the_measure_is_the_sum_of_the_least_shares() {
        let table = table_3().unwrap();
        let least = table.rows.iter().map(|row| match &row.cells[2].ours {
            Some(Figure::Number(share)) => *share,
            other => panic!("{other:?}"),
        });
        let least: Vec<f64> = least.collect();
        let (mwo, shares) = least.split_last().unwrap();
        assert_eq!((*mwo, shares.iter().sum()), (0.5, 0.5));
    }
}
