//! Table 3.2: where correlations and frequencies of 4-grams were counted.

use crate::cell::Cell;
use crate::exhibit::{Exhibit, Row};
use crate::figure::Form;
use crate::inputs::Inputs;
use crate::source::{Source, YERRA};

const TABLE: Source = Source {
    paper: YERRA,
    number: "table 3.2",
    section: "3.2.1",
    page: Some(14),
    title: "the reference collection",
};

const PRINTED: [(&str, [&str; 3]); 5] = [
    ("TREC", ["4,390", "4,829,653", "28,983,918"]),
    ("Gutenberg", ["5,643", "8,935,215", "72,681,213"]),
    ("news articles", ["39,349", "701,520", "5,429,643"]),
    ("a text archive", ["3,124", "6,239,154", "41,624,048"]),
    ("total", ["52,506", "20,705,542", "148,718,822"]),
];

pub(crate) fn table_3_2(inputs: &Inputs) -> Exhibit {
    let printed = PRINTED.map(|(name, figures)| Row::new(name, figures.map(Cell::only_printed)));
    let sentences = inputs.analyzed.iter().map(|it| it.sentences.len());
    let ours = [
        inputs.analyzed.len(),
        sentences.sum(),
        inputs.statistics.words(),
    ];
    let ours = ours.map(|count| Cell::only_ours(count, Form::number(0)));
    let ours = Row::new("the project's originals, in its place", ours);
    Exhibit::new(
        TABLE,
        ["documents", "sentences", "distinct words"],
        printed.into_iter().chain([ours]).collect(),
        "The collection is not published, and its pages are those of the web of 2005. Correlations and frequencies \
         below are counted in the sixty original articles of this project. The printed numbers of words add up, \
         so a word of two sources is counted twice.",
    )
}
