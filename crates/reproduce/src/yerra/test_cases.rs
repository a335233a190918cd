//! Figures 3.3 to 3.8: the test cases of section 3.3, on generated documents.

use crate::cell::Cell;
use crate::exhibit::{Exhibit, Row};
use crate::inputs::Inputs;
use crate::source::{Source, YERRA};
use dejalu_base::error::Result;
use dejalu_experiment::generate::generate;
use dejalu_experiment::model::builtin;
use dejalu_similarity::{FeatureSet, PreparedDocuments};
use dejalu_text::{Analyzer, analyze_all};

const FIGURES: Source = Source {
    paper: YERRA,
    number: "figures 3.3 to 3.8",
    section: "3.4",
    page: Some(27),
    title: "dot plots of the test cases: which sentences of two documents match",
};

/// The part of the recipe that makes documents of a kind, what they are, and the printed overlap of both
/// documents by 4-grams and by fuzzy sets (tables 3.6 and 3.7); of successive reports, of which table 3.8 has
/// six pairs, the first.
const CASES: [(&str, &str, [&str; 4]); 6] = [
    (
        "subset",
        "1, a part of the other",
        ["60 %", "100 %", "60 %", "100 %"],
    ),
    (
        "subset-and-unrelated",
        "2, with unrelated sentences",
        ["60 %", "67 %", "60 %", "67 %"],
    ),
    ("unrelated", "3, unrelated", ["3 %", "3 %", "3 %", "3 %"]),
    ("related", "4, related", ["54 %", "60 %", "31 %", "34 %"]),
    (
        "sizes",
        "5, of different size",
        ["4 %", "30 %", "5 %", "40 %"],
    ),
    (
        "revisions",
        "6, successive reports",
        ["42 %", "51 %", "50 %", "59 %"],
    ),
];

pub(crate) fn figures_3_3_to_3_8(inputs: &Inputs) -> Result<Exhibit> {
    let made = generate(&inputs.originals, &builtin::test_cases()?, inputs.progress)?;
    let analyzed = analyze_all(&Analyzer::new(Default::default()), &made.set.documents);
    let features = FeatureSet::parse("four-grams fuzzy-overlap")?;
    let prepared = PreparedDocuments::new(&analyzed, &features, &inputs.statistics)?;
    let row = |(part, what, printed): (&str, &str, [&str; 4])| {
        let pairs = made.set.pairs.iter();
        let pairs = pairs.filter(|pair| pair.category.as_deref() == Some(part));
        let overlaps = pairs.map(|pair| {
            let [left, right] = pair.documents;
            let both = prepared.directed(left, right).into_iter();
            both.flat_map(Option::unwrap_or_default).collect()
        });
        let means = means(&overlaps.collect::<Vec<_>>());
        let cells = printed.iter().zip(means);
        Row::new(
            what,
            cells.map(|(printed, ours)| Cell::measured(printed, Some(ours))),
        )
    };
    Ok(Exhibit::new(
        FIGURES,
        ["1st, 4-grams", "2nd, 4-grams", "1st, fuzzy", "2nd, fuzzy"],
        CASES.map(row).into(),
        "No values can be read from the plots, and their documents are not published. Printed are the overlaps of tables 3.6 to \
         3.8; ours are means over generated documents of the same six kinds (datasets/generated/test-cases.json), the \
         first five with the overlaps of table 3.6: both approaches recover these overlaps. In the thesis, fuzzy \
         sets and 4-grams differ on cases 4 and 5, since people do not revise at random. \
         `dejalu explain A B --html` draws the plot of any two documents.",
    ))
}

/// The mean of each column.
fn means(rows: &[Vec<f64>]) -> Vec<f64> {
    let columns = rows.first().map_or(0, Vec::len);
    let mean = |column: usize| {
        let sum: f64 = rows.iter().map(|row| row[column]).sum();
        sum / rows.len() as f64
    };
    (0..columns).map(mean).collect()
}
