//! Table 3.5: seven pairs of sentences, by 4-grams and by fuzzy sets.

use super::equality::decision_words;
use crate::cell::Cell;
use crate::exhibit::{Exhibit, Row};
use crate::inputs::Inputs;
use crate::source::{Source, YERRA};
use dejalu_base::error::Result;
use dejalu_experiment::rules::{self, Rule};
use dejalu_similarity::PreparedDocuments;
use dejalu_text::document::Document;
use dejalu_text::{Analyzer, analyze_all};

const TABLE: Source = Source {
    paper: YERRA,
    number: "table 3.5",
    section: "3.3",
    page: Some(24),
    title: "seven pairs of sentences, by 4-grams and by fuzzy sets",
};

/// A printed pair of sentences.
struct Pair {
    sentences: [&'static str; 2],
    /// The opinion of people: whether they are the same.
    are_same: bool,
    /// The decisions of the thesis's program, by 4-grams and by fuzzy sets: that of people, but where the table has an
    /// error.
    printed: [bool; 2],
}

const PAIRS: [Pair; 7] = [
    Pair {
        sentences: [
            "Please do not hesitate to contact us.",
            "We can reach the destination by tomorrow.",
        ],
        are_same: false,
        printed: [false, false],
    },
    Pair {
        sentences: [
            "We acknowledge receipt of your letter.",
            "We got your letter.",
        ],
        are_same: true,
        printed: [false, true],
    },
    Pair {
        sentences: [
            "I consider Bob Kim's best friend.",
            "Bob is Kim's best friend.",
        ],
        are_same: true,
        printed: [true, true],
    },
    Pair {
        sentences: ["John is the king.", "The king is intelligent."],
        are_same: false,
        printed: [false, true],
    },
    Pair {
        sentences: [
            "The student submitted papers to the company for employment.",
            "To get employed the graduate applied to the office with relevant documents.",
        ],
        are_same: true,
        printed: [false, true],
    },
    Pair {
        sentences: [
            "No one is allowed to talk to him.",
            "Please do not hesitate to contact us.",
        ],
        are_same: false,
        printed: [false, false],
    },
    Pair {
        sentences: [
            "We have pleasure enclosing our updated brochure.",
            "We have put a new brochure in this letter.",
        ],
        are_same: true,
        printed: [true, true],
    },
];

pub(crate) fn table_3_5(inputs: &Inputs) -> Result<Exhibit> {
    let sentences = PAIRS.iter().flat_map(|pair| pair.sentences);
    let sentences: Vec<Document> = sentences.map(|text| Document::plain(text, text)).collect();
    let analyzed = analyze_all(&Analyzer::new(Default::default()), &sentences);
    let published = rules::published()?;
    let named = |name| published.iter().filter(move |rule| rule.name == name);
    // In the order of the columns.
    let rules = ["four-grams", "fuzzy-sentence"].into_iter().flat_map(named);
    let rules: Vec<Rule> = rules.cloned().collect();
    let features = rules::features(&rules);
    let prepared = PreparedDocuments::new(&analyzed, &features, &inputs.statistics)?;
    let mut rows: Vec<Row> = Vec::with_capacity(PAIRS.len() + 2);
    for (place, pair) in PAIRS.iter().enumerate() {
        let vector = prepared.vector(2 * place, 2 * place + 1);
        let decided = rules
            .iter()
            .zip(vector)
            .map(|(rule, value)| rule.decide(value));
        let cells = pair.printed.iter().zip(decided);
        let cells = cells
            .map(|(&printed, ours)| Cell::judged(decision_words(printed), decision_words(ours)));
        let what = format!(
            "pair {}; people: {}",
            place + 1,
            decision_words(pair.are_same)
        );
        rows.push(Row::new(what, cells));
    }
    let whole = [
        ("false positives of the whole sample", ["0 %", "5.5 %"]),
        ("false negatives of the whole sample", ["22 %", "5.5 %"]),
    ];
    rows.extend(whole.map(|(what, cells)| Row::new(what, cells.map(Cell::only_printed))));
    Ok(Exhibit::new(
        TABLE,
        ["4-grams", "fuzzy sets"],
        rows,
        "The printed sentences, with correlations and frequencies of 4-grams from the sixty originals of this project. In so \
         few, words such as 'receipt' and 'letter' do not correlate: what is the same in other words takes a reference \
         collection such as that of table 3.2. The whole sample is not printed.",
    ))
}
