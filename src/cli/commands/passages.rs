//! `dejalu passages`.

use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::document::Document;
use dejalu::error::Result;
use dejalu::pairs::reader::Labels;
use dejalu::passages::{Found, PassageModel, SharedPassages, find_all};
use dejalu::report::PassagesPage;
use dejalu::text::{AnalysisOptions, Analyzer};
use dejalu_base::plural::{count, counted};
use dejalu_io::{OutputFile, STANDARD_STREAM, Stream};
use serde_json::{Value, json};

use super::figures::Json;
use super::known_passages::PLACES;
use super::table::Table;
use crate::cli::console::Console;
use crate::cli::options::{
    Ignoring, Inputs, Selection, Wanted, read_file, written_as, wrong_as_said,
};
use crate::cli::output;
use crate::cli::run::{Outcome, Run};

/// Find reused passages: which text of one document was copied from another, edited, reordered or summarised
///
/// Compares two files, the documents of a collection with each other, or the pairs of a table. Of up to 1,000 documents
/// all pairs are compared; of more, those that share rare runs of three words or any of eight. A passage has at least
/// 120 characters in both documents. The table has a row per passage: its place in both documents in characters, what was
/// done to it, and a score; the pairs that share most, and the surest, come first. In two files and pairs of a table
/// passages of the first are looked for in the second, in a collection either way.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu passages essay.docx source.pdf
  dejalu passages essays/ --ignore question.txt --report class
  dejalu passages essays/ --out passages.csv
  dejalu passages --pairs pairs.csv --documents docs.jsonl --out passages.csv

Exit codes for two files: 0 a passage was found, 1 none was found, 2 error.")]
pub(in crate::cli) struct PassagesCommand {
    /// Two files, or one collection: a folder, or a table, reference file or archive (docs/formats.md)
    #[arg(value_name = "DOCUMENTS", num_args = 1..=2, required_unless_present = "pairs")]
    inputs: Vec<PathBuf>,

    /// Compare only the pairs of this table; ignores its labels
    #[arg(long, value_name = "PAIRS", conflicts_with = "inputs")]
    pairs: Option<PathBuf>,

    #[command(flatten)]
    selection: Selection,

    /// Model of passages, from 'dejalu train --passages' [default: built-in]
    #[arg(long, short, help_heading = "Decision", value_name = "MODEL")]
    model: Option<PathBuf>,

    #[command(flatten)]
    ignoring: Ignoring,

    /// Table of passages to write (.csv, also .gz, .zst); - is stdout [default: -, for two files a text]
    #[arg(long, short, help_heading = "Results", value_name = "FILE", value_parser = written_as(".csv"))]
    out: Option<PathBuf>,

    #[command(flatten)]
    json: Json,

    /// Write a page for all pairs into this folder: who shares how much with whom, and the passages side by side
    #[arg(long, help_heading = "Results", value_name = "DIR")]
    report: Option<PathBuf>,
}

impl Run for PassagesCommand {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "documents": self.inputs, "pairs": self.pairs, "selection": self.selection,
            "model": self.model, "ignoring": self.ignoring, "out": self.out, "json": self.json,
            "report": self.report,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let are_two = self.inputs.len() == 2;
        if self.pairs.is_none() && are_two {
            self.selection.refuse_alone()?;
        }
        let model = self.model()?;
        let json = self.json.open()?;
        let out = match &self.out {
            Some(path) => Some(OutputFile::create(path)?),
            None if are_two || self.json.is_stdout() => None,
            None => Some(OutputFile::create(Path::new(STANDARD_STREAM))?),
        };
        let report = output::folder(&self.report)?;
        let Read {
            documents,
            pairs,
            partly,
            left_out,
        } = self.read(console)?;
        let analyzer = Analyzer::new(AnalysisOptions::default().resolved(&documents));
        let ignored = self.ignoring.ignored(&analyzer)?;
        let found = find_all(&documents, pairs, (&analyzer, &ignored), &model, console);
        console.end();
        let shared = &found.shared;
        json.write_value(&json!(shared))?;
        if let Some(out) = out {
            write(shared, Table::new(out))?;
        } else if !self.json.is_stdout() {
            console.data(&dejalu::report::passages_text(shared))?;
        }
        if let Some(folder) = report {
            let page = PassagesPage {
                documents: documents.len(),
                compared: found.compared,
                shared,
                notes: &self.notes(left_out),
            };
            let page = page.write(folder.path())?;
            console.say(&format!("report: {}", page.display()));
        }
        if !are_two {
            say(documents.len(), &found, console);
        }
        let is_found = !are_two || !shared.is_empty();
        Ok(Outcome::of(is_found, partly))
    }
}

/// What is compared.
struct Read {
    documents: Vec<Document>,
    /// Places of the pairs that are compared; all of a collection where there are none.
    pairs: Option<Vec<(u32, u32)>>,
    partly: bool,
    /// What was left out, in a sentence.
    left_out: Option<String>,
}

impl PassagesCommand {
    fn model(&self) -> Result<PassageModel> {
        let Some(path) = &self.model else {
            return Ok(PassageModel::built_in().clone());
        };
        let json = Stream::open(path)?.read_all()?;
        PassageModel::from_json(&json).map_err(|error| error.at(&dejalu_io::place(path)))
    }

    /// Reads the documents, and the pairs of a table.
    fn read(&self, console: &Console) -> Result<Read> {
        let analysis = &AnalysisOptions::default();
        if let Some(pairs) = &self.pairs {
            let wanted = Wanted {
                labels: Labels::Ignored,
                without_audit: false,
                columns: &[],
                analysis,
            };
            let loaded = self.selection.load(pairs, wanted, console)?;
            let places = loaded.set.pairs.iter().map(|pair| {
                let [a, b] = pair.documents.map(|place| place as u32);
                (a, b)
            });
            return Ok(Read {
                pairs: Some(places.collect()),
                documents: loaded.set.documents,
                partly: loaded.partly,
                left_out: None,
            });
        }
        if let [a, b] = &*self.inputs {
            let documents = vec![read_file(a, analysis)?, read_file(b, analysis)?];
            console.characters(&documents);
            return Ok(Read {
                documents,
                pairs: Some(vec![(0, 1)]),
                partly: false,
                left_out: None,
            });
        }
        let inputs = Inputs::of(&self.inputs)?;
        let read = self.selection.load_collection(&inputs, analysis, console)?;
        if read.documents.len() < 2 {
            let found = format!("'{}' with one document", self.inputs[0].display());
            let expected = "expected two files, or a collection of two documents or more";
            return Err(wrong_as_said("passages", &found, expected));
        }
        Ok(Read {
            left_out: read.left_out.sentence(),
            documents: read.documents,
            pairs: None,
            partly: read.partly,
        })
    }

    /// What a reader of the page has to know besides.
    fn notes(&self, left_out: Option<String>) -> Vec<String> {
        let is_ignoring = !self.ignoring.is_nothing();
        let ignored =
            is_ignoring.then(|| "text that was to be ignored is in no passage".to_string());
        ignored.into_iter().chain(left_out).collect()
    }
}

fn say(documents: usize, found: &Found, console: &Console) {
    let passages: usize = found.shared.iter().map(|it| it.passages.len()).sum();
    console.say(&format!(
        "{} in {} of {} ({})",
        counted(passages, "passage", "passages"),
        count(found.shared.len()),
        counted(found.compared, "pair", "pairs"),
        counted(documents, "document", "documents"),
    ));
    if !found.is_all {
        console.say(
            "compared only pairs that share rare runs of three words, or runs of eight words (of those that more than 50 documents have, each with the next 50); passages in which nearly every word was replaced may be missed",
        );
    }
}

fn write(shared: &[SharedPassages], mut table: Table) -> Result<()> {
    table.row(PLACES.into_iter().chain(["kind", "score"]))?;
    for pair in shared {
        let [a, b] = pair.ids();
        for passage in &pair.passages {
            let number = |it: u32| it.to_string();
            table.row([
                a.to_string(),
                number(passage.a.start),
                number(passage.a.end - passage.a.start),
                b.to_string(),
                number(passage.b.start),
                number(passage.b.end - passage.b.start),
                passage.kind.to_string(),
                table.figure(passage.score),
            ])?;
        }
    }
    table.finish()
}
