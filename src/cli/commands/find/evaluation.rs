//! `dejalu find --evaluate`: precision and recall of each query.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use dejalu::collection::{Answers, Collection, FindOptions, SelfMatches, find};
use dejalu::document::Document;
use dejalu::error::Result;
use dejalu::evaluation::Counts;
use dejalu::pairs::reader::{self, LoadedPairs, PairOptions, Warning};
use dejalu::pairs::{Label, PairSet};
use dejalu_base::plural::{count, counted};
use serde::Serialize;
use serde_json::{Value, json};

use super::find::Find;
use crate::cli::commands::source::Source;
use crate::cli::commands::warnings;
use crate::cli::console::Console;
use crate::cli::options::ReadDocuments;
use crate::cli::run::Outcome;

impl Find {
    /// Searches for the documents of these pairs that are labelled as duplicates, and counts what is right.
    pub(super) fn evaluate(
        &self,
        pairs: &Path,
        source: &Source,
        console: &Console,
    ) -> Result<Outcome> {
        let judge = self.judge(source, console)?;
        let least = self.least(&judge)?;
        let options = FindOptions::default()
            .with_candidates(self.finding.options()?)
            .with_at(least)
            .with_self_matches(SelfMatches::LeftOut);
        let (table, json) = (self.table()?, self.json.open()?);
        let ReadDocuments {
            documents, partly, ..
        } = source.load(&self.reading, &judge, console)?;
        let documents = self.ignoring.cut(documents, judge.analysis(), console)?;
        let set = labelled(pairs, &documents, console)?;
        let labels = Labels::of(&set);
        let queries: Vec<Document> = set
            .documents
            .iter()
            .filter(|it| labels.is_query(it))
            .cloned()
            .collect();
        let (queries, among) = (Collection::new(queries), Collection::new(documents));
        let answers = find(&queries, &among, &judge, &options, console)?;

        let rows: Vec<Row> = rows(&answers, &queries, &among, &labels).collect();
        let records: Vec<Value> = rows.iter().map(|row| json!(row)).collect();
        if let Some(table) = table {
            table.records(&COLUMNS, &records)?;
        }
        json.write_value(&json!({
            "format": 1,
            "judge": judge.named_at(least),
            "queries": records,
        }))?;
        console.say(&averages(&rows, &judge.named_at(least)));
        let unsure = answers.answers.iter().map(|it| it.unsure.len()).sum();
        warnings::say(&judge, &answers.plan, unsure, console);
        Ok(Outcome::unless(partly))
    }
}

/// Reads labelled pairs of these documents.
fn labelled(pairs: &Path, documents: &[Document], console: &Console) -> Result<PairSet> {
    let options = PairOptions {
        collection_size: Some(documents.len()),
        ..PairOptions::default()
    };
    let named = reader::named(pairs, &options)?;
    let is_named = |it: &&Document| named.as_ref().is_none_or(|ids| ids.contains(&it.id));
    let of_pairs = documents.iter().filter(is_named).cloned().collect();
    let LoadedPairs {
        set,
        warnings,
        charset,
        ..
    } = reader::read(pairs, &options, Some(of_pairs))?;
    console.charset_of_pairs(charset);
    // A pair that stands twice counts once, and no split can be chosen.
    let of_labels = |it: &&Warning| {
        matches!(
            it,
            Warning::BothLabels { .. } | Warning::Contradictory { .. }
        )
    };
    for warning in warnings.iter().filter(of_labels) {
        console.warn(&warning.to_string());
    }
    Ok(set)
}

/// Labels of the pairs of a document: the other documents, each with a label or with both.
struct Labels<'a>(BTreeMap<&'a str, BTreeSet<(&'a str, bool)>>);

impl<'a> Labels<'a> {
    fn of(set: &'a PairSet) -> Self {
        let mut labels: BTreeMap<&str, BTreeSet<(&str, bool)>> = BTreeMap::new();
        for pair in &set.pairs {
            let Some(label) = pair.label else { continue };
            let [a, b] = pair.documents.map(|place| set.documents[place].id.as_str());
            for (query, other) in [(a, b), (b, a)] {
                labels
                    .entry(query)
                    .or_default()
                    .insert((other, label == Label::Duplicate));
            }
        }
        Labels(labels)
    }

    /// Returns whether there is something to be found for a document.
    fn is_query(&self, document: &Document) -> bool {
        let of = self.0.get(document.id.as_str());
        of.is_some_and(|labels| labels.iter().any(|&(_, duplicate)| duplicate))
    }
}

const COLUMNS: [&str; 12] = [
    "query",
    "relevant",
    "documents",
    "after_prefix",
    "after_position",
    "candidates",
    "found",
    "correct",
    "wrong",
    "unlabelled",
    "precision",
    "recall",
];

/// One query's row of 002's table.
#[derive(Serialize)]
struct Row<'a> {
    query: &'a str,
    relevant: u64,
    documents: usize,
    after_prefix: usize,
    after_position: usize,
    candidates: usize,
    found: usize,
    correct: u64,
    wrong: u64,
    unlabelled: u64,
    precision: Option<f64>,
    recall: Option<f64>,
}

fn rows<'a>(
    answers: &'a Answers,
    queries: &'a Collection,
    among: &'a Collection,
    labels: &'a Labels<'_>,
) -> impl Iterator<Item = Row<'a>> {
    let pairs = queries.documents().iter().zip(&answers.answers);
    pairs.filter_map(|(query, answer)| {
        let labels = labels.0.get(query.id.as_str())?;
        let found = answer.matches.iter().map(|it| it.id.as_str());
        let found: HashSet<&str> = found.collect();
        let mut counts = Counts::default();
        for &(other, label) in labels {
            counts.add(label, found.contains(other), 1);
        }
        let labelled: HashSet<&str> = labels.iter().map(|it| it.0).collect();
        let Counts { tp, fp, fn_, .. } = counts;
        Some(Row {
            query: query.id.as_str(),
            relevant: tp + fn_,
            documents: among.documents().len(),
            after_prefix: answer.by_prefix,
            after_position: answer.by_position,
            candidates: answer.candidates,
            found: found.len(),
            correct: tp,
            wrong: fp,
            unlabelled: found.difference(&labelled).count() as u64,
            precision: counts.precision(),
            recall: counts.recall(),
        })
    })
}

/// Averages over queries, as 002's table 4 has them.
fn averages(rows: &[Row], judge: &str) -> String {
    let mean = |numbers: Vec<f64>| match numbers.len() {
        0 => "–".to_string(),
        count => format!("{:.4}", numbers.iter().sum::<f64>() / count as f64),
    };
    let mean_of =
        |number: fn(&Row) -> usize| mean(rows.iter().map(|row| number(row) as f64).collect());
    format!(
        "{} ({judge}): mean precision {}, mean recall {}\n\
         mean number of documents left: {} after the prefix filter, {} after the positional filter, {} candidates\n\
         {} of the documents found have no label",
        counted(rows.len(), "query", "queries"),
        mean(rows.iter().filter_map(|row| row.precision).collect()),
        mean(rows.iter().map(|row| row.recall.unwrap_or(0.0)).collect()),
        mean_of(|row| row.after_prefix),
        mean_of(|row| row.after_position),
        mean_of(|row| row.candidates),
        count(rows.iter().map(|row| row.unlabelled).sum::<u64>()),
    )
}
