//! `dejalu find`.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::candidates::Choice;
use dejalu::collection::{Answers, Collection, FindOptions, Judge, SelfMatches, find};
use dejalu::document::Document;
use dejalu::error::Result;
use dejalu::evaluation::Counts;
use dejalu::io::{OutputFile, STANDARD_STREAM};
use dejalu::pairs::reader::PairOptions;
use dejalu::pairs::{Label, PairSet};
use dejalu::plural::{count, counted};
use serde::Serialize;
use serde_json::{Value, json};

use super::figures::Json;
use super::source::{InIndex, Source};
use super::table::Table;
use super::warnings;
use crate::cli::console::Console;
use crate::cli::options::{
    BlockBy, Decision, Finding, Ignoring, ReadDocuments, Reading, read_file, score, table_file,
    whole, wrong,
};
use crate::cli::run::{Outcome, Run};

/// Find the near-duplicates of one document in a collection
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu find draft.txt archive/
  dejalu find page.html docs.jsonl --model model.json --top 5
  dejalu find page.html docs.jsonl --rule mwo=0.5
  dejalu find page.html --index archive.index
  dejalu find docs.jsonl --evaluate pairs.csv --rule mwo=0.5 --out queries.csv

The table has the columns id, score and, with a model, probability; exact copies come first, \
then the highest scores. With --evaluate it has a row for each document in a pair labelled as \
duplicate: how many documents were left after each phase of the search, and precision and recall \
over the labelled pairs.

Exit codes: 0 found, 1 nothing found, 2 error or input left out; with --evaluate 0 or 2.")]
pub(in crate::cli) struct Find {
    /// The query document, a text or a web page (omitted with --evaluate), and the collection
    /// (omitted with --index): a folder, or a table, reference file or archive (.csv, .xlsx, .ris,
    /// .zip and others: docs/formats.md), or - for JSONL on stdin
    #[arg(value_name = "QUERY DOCUMENTS", required_unless_present = "index", num_args = 0..=2)]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    index: InIndex,

    #[command(flatten)]
    decision: Decision,

    /// Minimum score of a near-duplicate: own (the threshold of the model or rule), or a number [default:
    /// with the built-in model, which knows nothing of the collection, the score of a pair whose
    /// similarities are all 0.75; otherwise own]
    #[arg(
        long,
        help_heading = "Results",
        value_name = "T",
        allow_hyphen_values = true
    )]
    at: Option<String>,

    /// List only the K best
    #[arg(long, help_heading = "Results", value_name = "K", value_parser = whole::<usize>(1, u64::from(u32::MAX)))]
    top: Option<usize>,

    /// Evaluate the search: query every document in these labelled pairs and report precision and
    /// recall
    #[arg(
        long,
        help_heading = "Results",
        value_name = "PAIRS",
        conflicts_with = "top"
    )]
    evaluate: Option<PathBuf>,

    /// Table to write (.csv, also .gz, .zst); - is stdout [default: -, unless --json uses stdout]
    #[arg(long, short, help_heading = "Results", value_name = "FILE", value_parser = table_file)]
    out: Option<PathBuf>,

    #[command(flatten)]
    json: Json,

    #[command(flatten)]
    finding: Finding,

    #[command(flatten)]
    block_by: BlockBy,

    #[command(flatten)]
    ignoring: Ignoring,

    #[command(flatten)]
    reading: Reading,
}

impl Run for Find {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "paths": self.paths, "index": self.index.index, "decision": self.decision,
            "judge": self.source()?.judge(&self.decision, &self.reading)?.to_string(),
            "at": self.at, "top": self.top, "evaluate": self.evaluate, "out": self.out(), "json": self.json,
            "candidates": self.finding.options()?, "block_by": self.block_by, "ignoring": self.ignoring, "reading": self.reading,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let in_index = self.index.is_named();
        match (&self.evaluate, self.paths.as_slice()) {
            (None, [query, _]) if !in_index => self.one(query, &self.source()?, console),
            (None, [query]) if in_index => self.one(query, &self.source()?, console),
            (Some(pairs), [_]) if !in_index => self.many(pairs, &self.source()?, console),
            (Some(pairs), []) if in_index => self.many(pairs, &self.source()?, console),
            _ => Err(wrong("find", &listed(&self.paths), self.expected())),
        }
    }
}

impl Find {
    /// The index, or the last path.
    fn source(&self) -> Result<Source<'_>> {
        Source::new(self.paths.last().map(PathBuf::as_path), &self.index)
    }

    /// Which paths are expected.
    fn expected(&self) -> &'static str {
        match (self.evaluate.is_some(), self.index.is_named()) {
            (false, false) => "expected QUERY and DOCUMENTS",
            (false, true) => "expected only QUERY; --index holds the documents",
            (true, false) => "expected only DOCUMENTS; --evaluate names the queries",
            (true, true) => "expected no path; --evaluate names the queries, --index the documents",
        }
    }

    /// The score from which on a pair counts.
    fn least(&self, judge: &Judge) -> Result<f64> {
        match self.at.as_deref() {
            None => Ok(judge.threshold_in_collections()),
            Some("own") => Ok(judge.threshold()),
            Some(number) => {
                let least = score(number, "own, or a number")?;
                judge.check_threshold(least).map(|()| least)
            }
        }
    }

    /// Where the table goes, if anywhere.
    fn out(&self) -> Option<&Path> {
        let standard = (!self.json.is_stdout()).then_some(Path::new(STANDARD_STREAM));
        self.out.as_deref().or(standard)
    }

    fn table(&self) -> Result<Option<Table>> {
        let out = self.out().map(OutputFile::create).transpose()?;
        Ok(out.map(Table::new))
    }

    fn one(&self, query: &Path, source: &Source<'_>, console: &Console) -> Result<Outcome> {
        let judge = self
            .block_by
            .apply(source.judge(&self.decision, &self.reading)?)?;
        let least = self.least(&judge)?;
        let mut options = FindOptions {
            candidates: self.finding.options()?,
            at: Some(least),
            ..FindOptions::default()
        };
        let filtered = options.candidates.choice != Choice::All;
        let query = self
            .ignoring
            .cut(vec![read_file(query, judge.analysis())?], judge.analysis())?;
        let (table, json) = (self.table()?, self.json.open()?);
        let asked = (&query[0], &judge, least, filtered);
        let near = source.near(asked, &self.ignoring, &self.reading, console)?;
        options.near = near.is_filtered;
        let (query, among) = (Collection::new(query), Collection::new(near.documents));
        let answers = find(&query, &among, &judge, &options, console)?;
        let unsure = answers.answers.iter().map(|it| it.unsure.len()).sum();
        let matches = answers
            .answers
            .into_iter()
            .flat_map(|answer| answer.matches);
        let matches: Vec<_> = matches.collect();
        let best = matches.iter().take(self.top.unwrap_or(usize::MAX));
        let best = best.map(|found| {
            let id = &among.documents()[found.document as usize].id;
            let probability = judge.probability(found.score);
            json!({ "id": id, "score": found.score, "probability": probability })
        });
        let best: Vec<Value> = best.collect();
        if let Some(table) = table {
            table.records(&["id", "score", "probability"], &best)?;
        }
        json.write_value(&json!({
            "format": 1,
            "query": query.documents()[0].id,
            "judge": judge.named_at(least),
            "documents": near.of,
            "near_duplicates": matches.len(),
            "found": best,
        }))?;
        console.say(&format!(
            "{} of {} ({})",
            counted(matches.len() as u64, "near-duplicate", "near-duplicates"),
            counted(near.of as u64, "document", "documents"),
            judge.named_at(least)
        ));
        warnings::say(&judge, &answers.plan, unsure, console);
        Ok(Outcome::of(!matches.is_empty(), near.partly))
    }

    fn many(&self, pairs: &Path, source: &Source<'_>, console: &Console) -> Result<Outcome> {
        let judge = self
            .block_by
            .apply(source.judge(&self.decision, &self.reading)?)?;
        let least = self.least(&judge)?;
        let options = FindOptions {
            candidates: self.finding.options()?,
            at: Some(least),
            self_matches: SelfMatches::LeftOut,
            near: false,
        };
        let (table, json) = (self.table()?, self.json.open()?);
        let ReadDocuments {
            documents,
            mut partly,
        } = source.load(&self.reading, &judge, console)?;
        let documents = self.ignoring.cut(documents, judge.analysis())?;
        let read =
            dejalu::pairs::reader::read(pairs, &PairOptions::default(), Some(documents.clone()))?;
        console.left_out(("pair", "pairs"), &read.skipped);
        partly |= !read.skipped.is_empty();
        let labels = Labels::of(&read.set);
        let queries: Vec<Document> = read
            .set
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

fn listed(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    names.join(" ")
}

/// What people say of the pairs of a document.
struct Labels<'a>(BTreeMap<&'a str, BTreeMap<&'a str, bool>>);

impl<'a> Labels<'a> {
    fn of(set: &'a PairSet) -> Self {
        let mut labels: BTreeMap<&str, BTreeMap<&str, bool>> = BTreeMap::new();
        for pair in &set.pairs {
            let Some(label) = pair.label else { continue };
            let [a, b] = pair.documents.map(|place| set.documents[place].id.as_str());
            for (query, other) in [(a, b), (b, a)] {
                labels
                    .entry(query)
                    .or_default()
                    .insert(other, label == Label::Duplicate);
            }
        }
        Labels(labels)
    }

    /// Whether there is something to be found for a document.
    fn is_query(&self, document: &Document) -> bool {
        let of = self.0.get(document.id.as_str());
        of.is_some_and(|labels| labels.values().any(|&duplicate| duplicate))
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
        let found = answer
            .matches
            .iter()
            .map(|it| among.documents()[it.document as usize].id.as_str());
        let found: HashSet<&str> = found.collect();
        let mut counts = Counts::default();
        for (&other, &label) in labels {
            counts.add(label, found.contains(other), 1);
        }
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
            unlabelled: found.len() as u64 - tp - fp,
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
        "{} ({judge}): average precision {}, recall {}\n\
         documents left on average: {} after the prefix filter, {} after the positional filter, {} candidates\n\
         {} found without a label",
        counted(rows.len() as u64, "query", "queries"),
        mean(rows.iter().filter_map(|row| row.precision).collect()),
        mean(rows.iter().map(|row| row.recall.unwrap_or(0.0)).collect()),
        mean_of(|row| row.after_prefix),
        mean_of(|row| row.after_position),
        mean_of(|row| row.candidates),
        count(rows.iter().map(|row| row.unlabelled).sum()),
    )
}
