//! `dejalu generate`.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::error::{Error, GenerateError, IoContext, Result};
use dejalu::generate::experiment::experiment;
use dejalu::generate::passages::MixtureOptions;
use dejalu::generate::records::{self, Record, RecordOptions};
use dejalu::generate::{Generated, Recipe, generate};
use dejalu::model::builtin;
use dejalu::report;
use dejalu::text::AnalysisOptions;
use dejalu_base::plural::counted;
use dejalu_io::{OutputFile, OutputFolder};
use serde_json::{Value, json};

use super::known_passages;
use super::table::Table;
use crate::cli::console::Console;
use crate::cli::options::{
    Inputs, LeftOut, ReadDocuments, Reading, typed, whole, written_as, wrong,
};
use crate::cli::output::{OptionalFile, is_stdout};
use crate::cli::run::{Outcome, Run};

/// Generate documents of known similarity: plagiarised mixtures, edited variants
///
/// A recipe describes what to generate; --show-settings prints it with all defaults, for you to
/// edit and pass to --recipe. Writes documents/, pairs.csv (labels, expected similarities, recipe
/// and seed) and recipe.json. Expected similarities do not count text that two source documents
/// already share, so use sources on different subjects.
///
/// With --records, generates bibliographic records instead: records.csv, and pairs.csv with pairs of the same work, of
/// works by the same authors, and of other works.
///
/// With --passages, generates pairs of documents in which the reused passages are known.
///
/// With --experiment, writes no documents but repeats the experiment of Pereira and Ziviani 2003
/// (003): generates plagiarised documents in memory and compares them with their sources by
/// shingles of 2 to 10 words and by Patricia overlap. This has moved to 'dejalu reproduce'; the
/// next version removes it here.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu generate essays/ --out made
  dejalu train made/pairs.csv --documents made/documents --out model.json
  dejalu generate --show-settings > recipe.json
  dejalu generate essays/ --out made --recipe recipe.json --count 100
  dejalu generate --records 1000 --out made
  dejalu generate --passages 1000 --out made")]
pub(in crate::cli) struct Generate {
    /// Source documents: a folder, or a table, reference file or archive (.csv, .xlsx, .ris, .zip and
    /// others: docs/formats.md); - is JSONL on stdin; each at most 16 MiB [default: the sixty built-in
    /// articles]
    #[arg(value_name = "DOCUMENTS")]
    documents: Vec<PathBuf>,

    #[command(flatten)]
    reading: Reading,

    /// Output folder, new or empty
    #[arg(
        long,
        short,
        help_heading = "Results",
        value_name = "DIR",
        required_unless_present_any = ["experiment", "show_settings"]
    )]
    out: Option<PathBuf>,

    /// Recipe file (JSON) [default: mixtures, near copies, revisions, excerpts, shared passages]
    #[arg(long, help_heading = "Generating", value_name = "FILE")]
    recipe: Option<PathBuf>,

    /// Repeat every part of the recipe N times [default: as in the recipe; experiment: 900]
    #[arg(long, help_heading = "Generating", value_name = "N", value_parser = whole::<usize>(1, 1_000_000))]
    count: Option<usize>,

    /// Random seed [default: as in the recipe; experiment: 42]
    #[arg(long, help_heading = "Generating", value_name = "N", value_parser = whole::<u64>(0, u64::MAX))]
    seed: Option<u64>,

    /// Generate bibliographic records of N works, about two per work
    #[arg(long, help_heading = "Generating", value_name = "N", value_parser = whole::<usize>(2, 10_000_000), conflicts_with_all = ["recipe", "count", "experiment"])]
    records: Option<usize>,

    /// Generate N pairs of documents with known passages: documents.jsonl, pairs.csv and passages.csv, from which
    /// 'dejalu train --passages' learns
    #[arg(long, help_heading = "Generating", value_name = "N", value_parser = whole::<usize>(2, 1_000_000), conflicts_with_all = ["documents", "recipe", "count", "experiment", "records"])]
    passages: Option<usize>,

    /// Average number of words in a record's abstract [default: 120]
    #[arg(long, help_heading = "Generating", value_name = "N", value_parser = whole::<usize>(1, 10_000))]
    words: Option<usize>,

    /// Measure the difference between expected and measured similarities (moved to 'dejalu reproduce')
    #[arg(long, help_heading = "Generating", conflicts_with_all = ["out", "recipe"])]
    experiment: bool,

    /// Write the chart of the experiment (.svg)
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = written_as(".svg"))]
    chart: Option<PathBuf>,

    /// Write the figures of the experiment as JSON; - writes them to stdout instead of the table
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = written_as(".json"))]
    json: Option<PathBuf>,
}

impl Generate {
    fn recipe(&self) -> Result<Recipe> {
        let mut recipe = match &self.recipe {
            Some(path) => Recipe::load(path)?,
            None => builtin::recipe()?,
        };
        if let Some(count) = self.count {
            recipe = recipe.with_count(count);
        }
        recipe.seed = self.seed.unwrap_or(recipe.seed);
        recipe.check().map_err(|error| at(&self.recipe, error))?;
        Ok(recipe)
    }

    /// The documents, if they are in one file or folder.
    fn document(&self) -> Option<PathBuf> {
        match &self.documents[..] {
            [single] => Some(single.clone()),
            _ => None,
        }
    }

    fn sources(&self, console: &Console) -> Result<ReadDocuments> {
        match &self.documents[..] {
            typed @ [_, ..] => {
                let inputs = Inputs::of(typed)?;
                self.reading
                    .load(&inputs, &AnalysisOptions::default(), console)
            }
            [] => {
                self.reading.refuse_without("DOCUMENTS", "theirs")?;
                Ok(ReadDocuments {
                    documents: builtin::originals()?,
                    partly: false,
                    left_out: LeftOut::default(),
                })
            }
        }
    }

    /// Refuses what another kind of work has: it would be ignored. clap accepts it, since what it
    /// requires cannot stand beside --out.
    fn check(&self) -> Result<()> {
        for (option, path) in [("--chart", &self.chart), ("--json", &self.json)] {
            if let (Some(path), false) = (path, self.experiment) {
                let found = path.display().to_string();
                let expected = "expected --experiment as well, whose figures go there";
                return Err(wrong(option, &found, expected));
            }
        }
        match (self.words, self.records) {
            (Some(words), None) => Err(wrong(
                "--words",
                &words.to_string(),
                "expected --records as well, since it sets the length of their abstracts",
            )),
            _ => Ok(()),
        }
    }

    /// Number of words in an abstract.
    fn words(&self) -> usize {
        self.words.unwrap_or(120)
    }

    /// Pairs with known passages, if these are wanted.
    fn mixtures(&self) -> Option<MixtureOptions> {
        let seed = self.seed.unwrap_or(42);
        let pairs = self.passages?;
        Some(MixtureOptions { pairs, seed })
    }

    /// As many documents as in 003 of each kind, and the seed.
    fn size_of_experiment(&self) -> (usize, u64) {
        (self.count.unwrap_or(900), self.seed.unwrap_or(42))
    }

    fn experiment(&self, console: &Console) -> Result<Outcome> {
        console.warn(
            "generate --experiment has moved to dejalu reproduce; the next version removes it here",
        );
        let chart = OptionalFile::open(&self.chart)?;
        let json = OptionalFile::open(&self.json)?;
        let read = self.sources(console)?;
        let (count, seed) = self.size_of_experiment();
        let given = experiment(&read.documents, count, seed, console)
            .map_err(|error| at(&self.document(), error))?;
        if self.chart.is_some() {
            chart.write(report::plagiarism_chart(&given)?)?;
        }
        json.write_value(&json!(given))?;
        if !self.json.as_deref().is_some_and(is_stdout) {
            console.data(&report::plagiarism_table(&given))?;
        }
        Ok(Outcome::unless(read.partly))
    }

    /// Writes records and pairs of them.
    fn records(&self, works: usize, folder: &Path, console: &Console) -> Result<Outcome> {
        let read = self.sources(console)?;
        let options = RecordOptions {
            works,
            words: self.words(),
            seed: self.seed.unwrap_or(42),
        };
        let mut table = Table::new(OutputFile::create(&folder.join("records.csv"))?);
        let mut pairs = Table::new(OutputFile::create(&folder.join("pairs.csv"))?);
        table.row(records::COLUMNS)?;
        pairs.row(["id_a", "id_b", "label"])?;
        let (mut count, mut labelled) = (0, 0);
        let mut made = records::records(&read.documents, options).peekable();
        while made.peek().is_some() {
            // Pairs are drawn of so many works at a time.
            let works: Vec<Record> = made.by_ref().take(1_000).flatten().collect();
            for (left, right, label) in records::pairs(&works) {
                pairs.row([left, right, if label { "1" } else { "0" }])?;
                labelled += 1;
            }
            count += works.len() as u64;
            for record in works {
                table.row(record)?;
            }
        }
        table.finish()?;
        pairs.finish()?;
        console.say(&format!(
            "{}, {}",
            counted(count, "record", "records"),
            counted(labelled, "pair", "pairs"),
        ));
        Ok(Outcome::unless(read.partly))
    }
}

impl Run for Generate {
    /// The recipe as it would be made: what is printed can be used.
    fn settings(&self) -> Result<Value> {
        self.check()?;
        if self.experiment {
            let (count, seed) = self.size_of_experiment();
            Ok(json!({
                "documents": typed(&self.documents), "reading": self.reading,
                "count": count, "seed": seed,
                "chart": self.chart, "json": self.json,
            }))
        } else if let Some(MixtureOptions { pairs, seed }) = self.mixtures() {
            Ok(json!({ "passages": pairs, "seed": seed }))
        } else if let Some(works) = self.records {
            let seed = self.seed.unwrap_or(42);
            Ok(json!({ "records": works, "words": self.words(), "seed": seed }))
        } else {
            Ok(json!(self.recipe()?))
        }
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        self.check()?;
        let Some(out) = &self.out else {
            return self.experiment(console);
        };
        if let Some(options) = self.mixtures() {
            let folder = empty_folder(out)?;
            known_passages::generate(options, folder.path(), console)?;
            return Ok(Outcome::of(true, false));
        }
        if let Some(works) = self.records {
            let folder = empty_folder(out)?;
            return self.records(works, folder.path(), console);
        }
        let recipe = self.recipe()?;
        let folder = empty_folder(out)?;
        let read = self.sources(console)?;
        let made = generate(&read.documents, &recipe, console)
            .map_err(|error| at(&self.document(), error))?;
        write_all(&made, &recipe, folder.path())?;
        console.say(&format!(
            "{}, {}; digest {}",
            counted(made.set.documents.len(), "document", "documents"),
            counted(made.set.pairs.len(), "pair", "pairs"),
            made.digest(),
        ));
        Ok(Outcome::unless(read.partly))
    }
}

/// A folder that holds nothing yet.
fn empty_folder(path: &Path) -> Result<OutputFolder> {
    let folder = OutputFolder::create(path)?;
    match fs::read_dir(path).context("read", path)?.next() {
        None => Ok(folder),
        Some(_) => Err(Error::from(GenerateError::FolderInUse).at(&dejalu_io::place(path))),
    }
}

/// An error with the file that it is about, if one was named.
fn at(path: &Option<PathBuf>, error: Error) -> Error {
    match path {
        Some(path) => error.at(&dejalu_io::place(path)),
        None => error,
    }
}

/// The pairs come last: where they are, everything is.
fn write_all(made: &Generated, recipe: &Recipe, folder: &Path) -> Result<()> {
    let documents = OutputFolder::create(&folder.join("documents"))?;
    for document in &made.set.documents {
        let path = documents.path().join(document.id.as_str());
        OutputFile::create(&path)?.write_whole(&*document.text)?;
    }
    let path = folder.join("recipe.json");
    OutputFile::create(&path)?.write_whole(recipe.to_json())?;
    write_pairs(made, recipe, &folder.join("pairs.csv"))
}

const COLUMNS: [&str; 10] = [
    "id_a",
    "id_b",
    "label",
    "category",
    "group",
    "expected_a",
    "expected_b",
    "sources",
    "recipe",
    "seed",
];

fn write_pairs(made: &Generated, recipe: &Recipe, path: &Path) -> Result<()> {
    let mut table = Table::new(OutputFile::create(path)?);
    table.row(COLUMNS)?;
    let (digest, seed) = (recipe.digest(), recipe.seed.to_string());
    for (pair, known) in made.set.pairs.iter().zip(&made.known) {
        let [left, right] = pair
            .documents
            .map(|place| made.set.documents[place].id.to_string());
        let label = pair.label.is_some_and(|label| label.is_duplicate());
        let sources: Vec<&str> = known.sources.iter().map(|id| id.as_str()).collect();
        table.row([
            left,
            right,
            u8::from(label).to_string(),
            pair.category.clone().unwrap_or_default(),
            pair.group.clone().unwrap_or_default(),
            known.expected[0].to_string(),
            known.expected[1].to_string(),
            sources.join("; "),
            digest.clone(),
            seed.clone(),
        ])?;
    }
    table.finish()
}
