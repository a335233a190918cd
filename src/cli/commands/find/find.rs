//! The options of `dejalu find`, and its searches.

use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::collection::{Judge, Threshold};
use dejalu::document::Document;
use dejalu::error::Result;
use dejalu::model::MinimumScore;
use dejalu_base::plural::{count, counted};
use dejalu_io::{OutputFile, STANDARD_STREAM};
use serde_json::{Value, json};

use super::search::{Listed, Search, Searched};
use crate::cli::commands::figures::Json;
use crate::cli::commands::source::{InIndex, Source};
use crate::cli::commands::table::Table;
use crate::cli::console::Console;
use crate::cli::options::{
    BlockBy, Decision, Finding, Ignoring, Inputs, Reading, read_file, whole, written_as, wrong,
};
use crate::cli::run::{Outcome, Run};

/// Find the near-duplicates of one document, or of many, in a collection
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu find draft.txt archive/
  dejalu find page.html docs.jsonl --model model.json --top 5
  dejalu find page.html docs.jsonl --rule mwo=0.5
  dejalu find page.html --index archive.index
  dejalu find --queries new.jsonl --index archive.index --out found.csv
  dejalu find docs.jsonl --evaluate pairs.csv --rule mwo=0.5 --out queries.csv

If the query is itself a file of the folder DOCUMENTS, it is not listed; copies of it in other files are. An \
index does not know which file a document came from, and lists it.

The table has the columns id, score and, with a model, probability; exact copies come first, \
then the highest scores; with --queries the column query precedes them. With --evaluate it has a row for \
each document in a pair labelled as duplicate: how many documents were left after each phase of the search, \
and precision and recall over the labelled pairs.

Exit codes: 0 found, 1 nothing found, 2 an error or skipped input; with --evaluate 0 or 2.")]
pub(in crate::cli) struct Find {
    /// The query document, a text or a web page (omitted with --queries or --evaluate), and the
    /// collection (omitted with --index): a folder, or tables, reference files or archives (.csv, .xlsx, .ris,
    /// .zip and others: docs/formats.md), several as one, or - for JSONL on stdin
    #[arg(value_name = "QUERY DOCUMENTS", required_unless_present = "index", num_args = 0..)]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    index: InIndex,

    #[command(flatten)]
    decision: Decision,

    /// Minimum score of a near-duplicate: own (the threshold of the model or rule), a level of the model ('dejalu model
    /// show' lists them: copy, revision, rewrite), or a number; --at revision [default: own, which
    /// of the built-in model is rewrite]
    #[arg(long, help_heading = "Results", value_name = "T")]
    at: Option<String>,

    /// List only the K best matches of each query
    #[arg(long, help_heading = "Results", value_name = "K", value_parser = whole::<usize>(1, u64::from(u32::MAX)))]
    pub(super) top: Option<usize>,

    /// Find the near-duplicates of every document of this collection instead of QUERY; adds a column, query, to the
    /// table
    #[arg(
        long,
        help_heading = "Results",
        value_name = "DOCUMENTS",
        conflicts_with = "evaluate"
    )]
    pub(super) queries: Option<PathBuf>,

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
    #[arg(long, short, help_heading = "Results", value_name = "FILE", value_parser = written_as(".csv"))]
    out: Option<PathBuf>,

    #[command(flatten)]
    pub(super) json: Json,

    #[command(flatten)]
    pub(super) finding: Finding,

    #[command(flatten)]
    block_by: BlockBy,

    #[command(flatten)]
    pub(super) ignoring: Ignoring,

    #[command(flatten)]
    pub(super) reading: Reading,
}

impl Run for Find {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "paths": self.paths, "index": self.index.index, "decision": self.decision,
            "judge": self.source()?.judge(&self.decision, &self.reading, None)?.to_string(),
            "at": self.at, "top": self.top, "queries": self.queries, "evaluate": self.evaluate, "out": self.out(), "json": self.json,
            "candidates": self.finding.options()?, "block_by": self.block_by, "ignoring": self.ignoring, "reading": self.reading,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let has_query = self.paths.len() >= self.queries_among_paths();
        if !has_query || self.index.is_named() != self.documents().is_empty() {
            return Err(wrong("find", &listed(&self.paths), self.expected()));
        }
        let source = &self.source()?;
        match (&self.evaluate, &self.queries) {
            (Some(pairs), _) => self.evaluate(pairs, source, console),
            (_, Some(queries)) => self.many(queries, source, console),
            _ => self.one(&self.paths[0], source, console),
        }
    }
}

impl Find {
    /// Number of paths that are queries.
    fn queries_among_paths(&self) -> usize {
        usize::from(self.evaluate.is_none() && self.queries.is_none())
    }

    /// The paths of the collection.
    fn documents(&self) -> &[PathBuf] {
        let queries = self.queries_among_paths().min(self.paths.len());
        &self.paths[queries..]
    }

    /// The index, or the documents.
    fn source(&self) -> Result<Source> {
        Source::new(self.documents(), &self.index)
    }

    /// Describes the paths that are expected.
    fn expected(&self) -> &'static str {
        let in_index = self.index.is_named();
        match (&self.evaluate, &self.queries) {
            (None, None) if in_index => "expected only QUERY; --index holds the documents",
            (Some(_), _) if in_index => {
                "expected no path; --evaluate names the queries, --index the documents"
            }
            (_, Some(_)) if in_index => {
                "expected no path; --queries names the queries, --index the documents"
            }
            _ => "expected QUERY and DOCUMENTS",
        }
    }

    /// The score from which on a pair counts.
    pub(super) fn least(&self, judge: &Judge) -> Result<MinimumScore> {
        match &self.at {
            None => Ok(judge.minimum()),
            Some(named) => Threshold::of_search(named, judge),
        }
    }

    /// The file for the table, if any.
    fn out(&self) -> Option<&Path> {
        let standard = (!self.json.is_stdout()).then_some(Path::new(STANDARD_STREAM));
        self.out.as_deref().or(standard)
    }

    pub(super) fn table(&self) -> Result<Option<Table>> {
        let out = self.out().map(OutputFile::create).transpose()?;
        Ok(out.map(Table::new))
    }

    /// The judge, with the fields that candidates are found by.
    pub(super) fn judge(&self, source: &Source, console: &Console) -> Result<Judge> {
        let judge = source.judge(&self.decision, &self.reading, Some(console))?;
        self.block_by.apply(judge)
    }

    fn search(
        &self,
        queries: Vec<Document>,
        judge: &Judge,
        least: MinimumScore,
        source: &Source,
        console: &Console,
    ) -> Result<Searched> {
        let reading = &match (source.inputs(), &self.queries) {
            // An index has no columns: those that are named are the queries'.
            (None, Some(_)) => Reading::default(),
            (Some(inputs), Some(queries)) => {
                let queries = Inputs::of(std::slice::from_ref(queries))?;
                self.reading.among(inputs, &[inputs, &queries])
            }
            (_, None) => self.reading.clone(),
        };
        let search = Search {
            source,
            reading,
            ignoring: &self.ignoring,
            judge,
            least,
            candidates: self.finding.options()?,
            top: self.top,
        };
        search.run(queries, console)
    }

    /// Lists the near-duplicates of a query.
    fn one(&self, query: &Path, source: &Source, console: &Console) -> Result<Outcome> {
        let judge = &self.judge(source, console)?;
        let least = self.least(judge)?;
        let query = read_file(query, judge.analysis())?;
        let (table, json) = (self.table()?, self.json.open()?);
        let searched = self.search(vec![query], judge, least, source, console)?;
        let Listed {
            query,
            near_duplicates,
            found,
        } = &searched.lists[0];
        if let Some(table) = table {
            table.records(&["id", "score", "probability"], found)?;
        }
        json.write_value(&json!({
            "format": 1,
            "query": query,
            "judge": judge.named_at(least),
            "documents": searched.of,
            "near_duplicates": near_duplicates,
            "found": found,
        }))?;
        console.say(&format!(
            "{} of {} ({})",
            counted(*near_duplicates, "near-duplicate", "near-duplicates"),
            counted(searched.of, "document", "documents"),
            judge.named_at(least)
        ));
        searched.warn(judge, console);
        Ok(Outcome::of(*near_duplicates > 0, searched.partly))
    }

    /// Lists the near-duplicates of each document of a collection of queries.
    fn many(&self, queries: &Path, source: &Source, console: &Console) -> Result<Outcome> {
        let judge = &self.judge(source, console)?;
        let least = self.least(judge)?;
        let (table, json) = (self.table()?, self.json.open()?);
        let queries = Inputs::of(&[queries.to_path_buf()])?;
        let sources: Vec<&Inputs> = source.inputs().into_iter().chain([&queries]).collect();
        let reading = self.reading.among(&queries, &sources);
        let queries = reading.load(&queries, judge.analysis(), console)?;
        let searched = self.search(queries.documents, judge, least, source, console)?;
        let lists = &searched.lists;
        if let Some(table) = table {
            let rows: Vec<Value> = lists.iter().flat_map(Listed::rows).collect();
            table.records(&["query", "id", "score", "probability"], &rows)?;
        }
        json.write_value(&json!({
            "format": 1,
            "judge": judge.named_at(least),
            "documents": searched.of,
            "queries": lists,
        }))?;
        let all: usize = lists.iter().map(|list| list.near_duplicates).sum();
        let with_some = lists.iter().filter(|list| list.near_duplicates > 0);
        console.say(&format!(
            "{} of {} with near-duplicates, {} in all, of {} ({})",
            count(with_some.count()),
            counted(lists.len(), "query", "queries"),
            count(all),
            counted(searched.of, "document", "documents"),
            judge.named_at(least)
        ));
        searched.warn(judge, console);
        Ok(Outcome::of(all > 0, queries.partly || searched.partly))
    }
}

fn listed(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    names.join(" ")
}
