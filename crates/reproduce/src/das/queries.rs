//! Table 4: precision and recall of ten queries.

use std::collections::{BTreeMap, HashSet};

use crate::cell::Cell;
use crate::exhibit::{Exhibit, Row};
use crate::figure::{Figure, Form, printed};
use crate::inputs::Inputs;
use crate::source::{DAS, Source};
use dejalu_base::error::Result;
use dejalu_collection::{Answers, Collection, FindOptions, Judge, SelfMatches, find};
use dejalu_experiment::pairs::PairSet;
use dejalu_learn::evaluation::Counts;
use dejalu_similarity::candidates::{CandidateOptions, ShareFilter};

const TABLE: Source = Source {
    paper: DAS,
    number: "table 4",
    section: "4.3",
    page: None,
    title: "near-duplicates of ten queries, and what is left after each phase",
};

/// Near-duplicates of each query, precision and recall.
const PRINTED: [[&str; 3]; 10] = [
    ["167", "94.4 %", "94.2 %"],
    ["98", "94.9 %", "94.9 %"],
    ["156", "94.8 %", "93.6 %"],
    ["123", "93.0 %", "93.7 %"],
    ["79", "95.2 %", "95.8 %"],
    ["129", "94.6 %", "94.5 %"],
    ["63", "93.1 %", "94.1 %"],
    ["112", "94.3 %", "95.6 %"],
    ["109", "93.6 %", "94.9 %"],
    ["59", "94.7 %", "95.8 %"],
];

pub(crate) fn table_4(inputs: &Inputs) -> Result<Exhibit> {
    let mut rows = Vec::new();
    for (place, row) in PRINTED.into_iter().enumerate() {
        let cells = row.map(Cell::only_printed);
        rows.push(Row::new(format!("query {}", place + 1), cells));
    }
    let average = |column: usize| {
        let shares = PRINTED.iter().map(|row| match printed(row[column]).0 {
            Figure::Number(share) => share,
            Figure::Word(_) => f64::NAN,
        });
        shares.sum::<f64>() / PRINTED.len() as f64
    };
    rows.push(Row::new(
        "average of the printed rows",
        [
            Cell::default(),
            Cell::judged("94.3 %", average(1)),
            Cell::judged("94.7 %", average(2)),
        ],
    ));
    let queries = Queries::asked(inputs)?;
    rows.push(Row::new(
        "average of our sixty queries",
        [
            Cell::only_ours(queries.mean(|it| it.relevant), Form::number(0)),
            Cell::measured("94.3 %", Some(queries.mean(|it| it.precision))),
            Cell::measured("94.7 %", Some(queries.mean(|it| it.recall))),
        ],
    ));
    let phases = [
        ("records of a repository", "50", queries.documents as f64),
        (
            "left by the prefix and positional filters",
            "6",
            queries.mean(|it| it.filtered),
        ),
        ("near-duplicates found", "3", queries.mean(|it| it.found)),
    ];
    let phase = |(what, printed, ours)| Row::new(what, [Cell::measured(printed, Some(ours))]);
    rows.extend(phases.map(phase));
    Ok(Exhibit::new(
        TABLE,
        ["near-duplicates", "precision", "recall"],
        rows,
        "The ten repositories, results of a search engine, are not published. Ours are sixty queries, the original of each article \
         of this project among all 360 versions, with the paper's filters and its threshold 0.5. A \
         result is correct if its pair is labelled a duplicate; pairs without a label are not counted.",
    ))
}

/// The results of all queries.
struct Queries {
    documents: usize,
    all: Vec<Query>,
}

struct Query {
    relevant: f64,
    filtered: f64,
    found: f64,
    precision: f64,
    recall: f64,
}

impl Queries {
    /// Asks for the near-duplicates of every original.
    fn asked(inputs: &Inputs) -> Result<Self> {
        let judge = Judge::rule("mwo", Default::default())?;
        let candidates = CandidateOptions {
            shares: ShareFilter::Jaccard,
            ..CandidateOptions::default()
        };
        let options = FindOptions::default()
            .with_candidates(candidates)
            .with_self_matches(SelfMatches::LeftOut);
        let among = Collection::new(inputs.articles.documents.clone());
        let queries = Collection::new(inputs.originals.clone());
        let answers = find(&queries, &among, &judge, &options, inputs.progress)?;
        Ok(Queries {
            documents: among.documents().len(),
            all: judged(&answers, &queries, &among, &labels(&inputs.articles)),
        })
    }

    fn mean(&self, of: fn(&Query) -> f64) -> f64 {
        let sum: f64 = self.all.iter().map(of).sum();
        sum / self.all.len() as f64
    }
}

/// Of each document the others that it is labelled with, and whether as a duplicate.
type Labels<'a> = BTreeMap<&'a str, Vec<(&'a str, bool)>>;

fn labels(articles: &PairSet) -> Labels<'_> {
    let mut labels = Labels::new();
    for pair in &articles.pairs {
        let [left, right] = pair
            .documents
            .map(|place| articles.documents[place].id.as_str());
        let is_duplicate = pair.label.is_some_and(|label| label.is_duplicate());
        labels.entry(left).or_default().push((right, is_duplicate));
        labels.entry(right).or_default().push((left, is_duplicate));
    }
    labels
}

fn judged(
    answers: &Answers,
    queries: &Collection,
    among: &Collection,
    labels: &Labels,
) -> Vec<Query> {
    let asked = queries.documents().iter().zip(&answers.answers);
    let judged = asked.filter_map(|(query, answer)| {
        let found = answer.matches.iter().map(|it| it.document as usize);
        let found = found.map(|place| among.documents()[place].id.as_str());
        let found: HashSet<&str> = found.collect();
        let mut counts = Counts::default();
        for &(other, label) in labels.get(query.id.as_str())? {
            counts.add(label, found.contains(other), 1);
        }
        Some(Query {
            relevant: (counts.tp + counts.fn_) as f64,
            filtered: answer.by_position as f64,
            found: found.len() as f64,
            // Each query finds a duplicate: the same text in another frame.
            precision: counts.precision().unwrap_or_default(),
            recall: counts.recall().unwrap_or_default(),
        })
    });
    judged.collect()
}
