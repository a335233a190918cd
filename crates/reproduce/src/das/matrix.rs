//! Tables 2 and 3: shares of weight, and minimum weight overlapping.

use crate::cell::Cell;
use crate::exhibit::{Exhibit, Row};
use crate::source::{DAS, Source};
use dejalu_base::error::Result;
use dejalu_similarity::corpus::CorpusStats;
use dejalu_similarity::measures::View;
use dejalu_similarity::measures::mwo::{Mwo, WeightedRecord};
use dejalu_similarity::{FeatureSet, PreparedDocuments};
use dejalu_text::document::Document;
use dejalu_text::{AnalyzedDocument, Analyzer, TermId};

const WHY: &str = "The paper prints symbols: which terms each record has, and the formula of each share. Printed here is \
                   what they give if x1 stands twice in r1 and x3 twice in r2; ours are records of such texts.";

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
    const PRINTED: [[&str; 3]; 4] = [
        ["0.25", "0", "0.25"],
        ["0", "0.25", "0.25"],
        ["0.50", "0.25", "0.25"],
        ["0.25", "0.50", "0.25"],
    ];
    let records = records();
    let row = |((name, word), printed): ((&str, &str), [&str; 3])| {
        let cells = printed.iter().zip(&records);
        let cells = cells.map(|(printed, record)| Cell::judged(printed, share(record, word)));
        Row::new(name, cells)
    };
    let rows = TERMS.into_iter().zip(PRINTED).map(row);
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
    const PRINTED: [[&str; 3]; 4] = [
        ["0.25", "0", "0"],
        ["0", "0.25", "0"],
        ["0.50", "0.25", "0.25"],
        ["0.25", "0.50", "0.25"],
    ];
    let records = records();
    let shares = TERMS.map(|(_, word)| [0, 1].map(|record: usize| share(&records[record], word)));
    let mut rows = Vec::with_capacity(TERMS.len() + 1);
    for (place, [r1, r2]) in shares.into_iter().enumerate() {
        let cells = PRINTED[place].iter().zip([r1, r2, r1.min(r2)]);
        let cells = cells.map(|(printed, ours)| Cell::judged(printed, ours));
        rows.push(Row::new(TERMS[place].0, cells));
    }
    let sums = [0, 1].map(|side: usize| shares.iter().map(|both| both[side]).sum::<f64>());
    let features = FeatureSet::parse("mwo")?;
    let statistics = CorpusStats::default();
    let mwo = PreparedDocuments::new(&records, &features, &statistics)?.vector(0, 1)[0];
    let total = ["1", "1", "0.50"].into_iter().zip([sums[0], sums[1], mwo]);
    let total = total.map(|(printed, ours)| Cell::judged(printed, ours));
    rows.push(Row::new("total: MWO", total));
    Ok(Exhibit::new(TABLE, ["r1", "r2", "least"], rows, WHY))
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

    #[test]
    fn both_tables_come_out() {
        for table in [table_2(), table_3().unwrap()] {
            assert_eq!(table.verdict, Verdict::Equal, "{table:?}");
        }
    }
}
