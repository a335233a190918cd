//! `dejalu classify`.

use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::collection::{Collection, Judge, Threshold, check_matrix};
use dejalu::error::Result;
use dejalu::model::{Decision, JudgedRow, Model};
use dejalu::pairs::PairSet;
use dejalu::pairs::reader::{Labels, RowNames};
use dejalu::report::PairReport;
use dejalu_base::plural::{self, counted};
use dejalu_io::{OutputFile, STANDARD_STREAM};
use serde_json::{Value, json};

use super::figures::Json;
use super::square;
use super::table::{Table, similarity};
use crate::cli::console::Console;
use crate::cli::options::{
    Ignoring, Loaded, ModelFile, Selection, Wanted, read_file, without_vectors, written_as,
    wrong_as_said,
};
use crate::cli::output::is_stdout;
use crate::cli::run::{Outcome, Run};

/// Options that take the place of two files.
const MANY: [&str; 3] = ["pairs", "vectors", "matrix"];

/// Explains why a model that was trained on documents misreads vectors.
const OTHER_STATISTICS: &str = "the model has statistics of the documents it was trained on, but these vectors \
    were measured by other statistics, so its decisions may be off; classify documents";

/// Classify two files, or many pairs
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  dejalu classify old.html new.html
  dejalu classify --pairs pairs.csv --documents docs.jsonl --model model.json --out judged.csv
  dejalu classify --vectors vectors.csv --model model.json --out judged.csv
  dejalu classify --documents essays/ --matrix scores.csv

Exit codes for two files: 0 duplicate, 1 distinct or unsure, 2 error.",
    mut_args(without_vectors)
)]
pub(in crate::cli) struct Classify {
    /// The first document, a text or a web page
    #[arg(value_name = "A", required_unless_present_any = MANY)]
    a: Option<PathBuf>,

    /// The second document
    #[arg(value_name = "B", required_unless_present_any = MANY)]
    b: Option<PathBuf>,

    /// Classify the pairs of this table; ignores its labels
    #[arg(long, value_name = "PAIRS", conflicts_with_all = ["a", "b"])]
    pairs: Option<PathBuf>,

    /// Classify pairs by their feature vectors, from a table written by 'dejalu vectors', instead
    /// of documents; required for a model trained with --vectors
    #[arg(long, value_name = "FILE", conflicts_with_all = ["a", "b", "pairs"])]
    vectors: Option<PathBuf>,

    /// Write the score of every pair of --documents as a square table; at most 1,000 documents
    #[arg(long, value_name = "FILE", requires = "documents", value_parser = written_as(".csv"), conflicts_with_all = ["a", "b", "pairs", "vectors", "at", "out", "with_features"])]
    matrix: Option<PathBuf>,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    model: ModelFile,

    /// Minimum score of a duplicate: own (the threshold of the model), a level of the model ('dejalu model show' lists
    /// them: copy, revision, rewrite), or a number; --at revision [default: own, which of the built-in model is rewrite]
    #[arg(long, help_heading = "Decision", value_name = "T")]
    at: Option<String>,

    #[command(flatten)]
    ignoring: Ignoring,

    /// Table of classified pairs to write (.csv, also .gz, .zst); - is stdout [default: -]
    #[arg(long, short, help_heading = "Results", value_name = "FILE", value_parser = written_as(".csv"))]
    out: Option<PathBuf>,

    /// Add a column for each feature
    #[arg(long, help_heading = "Results")]
    with_features: bool,

    #[command(flatten)]
    json: Json,
}

impl Run for Classify {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "a": self.a, "b": self.b,
            "pairs": self.pairs, "vectors": self.vectors, "matrix": self.matrix, "selection": self.selection,
            "model": self.model, "at": self.at, "ignoring": self.ignoring, "out": self.out(),
            "with_features": self.with_features, "json": self.json,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        if let Some(matrix) = &self.matrix {
            return self.all_pairs(matrix, console);
        }
        if self.pairs.is_some() || self.vectors.is_some() {
            return self.many(console);
        }
        match (&self.a, &self.b) {
            (Some(a), Some(b)) => self.two([a, b], console),
            _ => {
                let expected = "expected two files, --pairs, --vectors or --matrix";
                Err(wrong_as_said("classify", "with one file", expected))
            }
        }
    }
}

impl Classify {
    /// The file for the table of judged pairs.
    fn out(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new(STANDARD_STREAM))
    }

    /// Refuses what means nothing for two files, rather than ignoring it.
    fn refuse_options_of_many(&self) -> Result<()> {
        let refuse = |option: &str, found: String| {
            let expected =
                "expected --pairs; for two files the result and all features go to stdout";
            Err(wrong_as_said(option, &found, expected))
        };
        if !is_stdout(self.out()) {
            return refuse("--out", format!("'{}'", self.out().display()));
        }
        if self.with_features {
            return refuse("--with-features", "with two files".into());
        }
        self.selection.refuse_alone()
    }

    fn refuse_json(&self, with: &str) -> Result<()> {
        if !self.json.is_named() {
            return Ok(());
        }
        let expected = "expected two files; the decisions on pairs go to --out";
        Err(wrong_as_said("--json", with, expected))
    }

    fn two(&self, paths: [&PathBuf; 2], console: &Console) -> Result<Outcome> {
        self.refuse_options_of_many()?;
        let json = self.json.open()?;
        let model = self.model.load()?;
        model.check_measurable()?;
        let at = Threshold::of_model(self.at.as_deref(), &model)?;
        let read = |path| read_file(path, &model.analysis);
        let documents = [read(paths[0])?, read(paths[1])?];
        console.characters(&documents);
        let shortened = self.ignoring.shorten(documents, &model.analysis)?;
        let [a, b] = shortened.map(|it| it.document);
        let explained = model.explain(a, b)?.decided_at(&model, at);
        json.write(PairReport::new(&explained).json())?;
        if !self.json.is_stdout() {
            console.data(&PairReport::new(&explained).text())?;
        }
        let is_duplicate = explained.judgement.decision == Decision::Duplicate;
        Ok(Outcome::of(is_duplicate, false))
    }

    /// Reads the pairs, labelled or not.
    fn load(&self, model: &Model, console: &Console) -> Result<Loaded> {
        let wanted = Wanted {
            labels: Labels::Ignored,
            without_audit: false,
            columns: &model.columns(),
            analysis: &model.analysis,
        };
        match (&self.vectors, &self.pairs) {
            (Some(vectors), _) => self.selection.load_vectors(vectors, wanted.labels, console),
            (None, Some(pairs)) => self.selection.load(pairs, wanted, console),
            (None, None) => Ok(Loaded::default()),
        }
    }

    fn many(&self, console: &Console) -> Result<Outcome> {
        let pairs = self.pairs.as_ref();
        self.refuse_json(pairs.map_or("with --vectors", |_| "with --pairs"))?;
        let (inputs, reading) = (self.selection.inputs()?, self.selection.reading());
        let model = self.model.load_for(&inputs, reading, Some(console))?;
        let at = Threshold::of_model(self.at.as_deref(), &model)?;
        let out = OutputFile::create(self.out())?;
        let loaded = self.load(&model, console)?;
        if self.vectors.is_some() && model.has_own_statistics() {
            console.warn(OTHER_STATISTICS);
        }
        let mut set = loaded.set;
        set.documents = self.ignoring.cut(set.documents, &model.analysis, console)?;
        let judged = model.judge_all_at(&set, at, console)?;
        let rows = loaded.rows.as_ref();
        self.write(Table::new(out), &model, rows, &set, &judged)?;
        let vectors = judged.iter().map(|row| &row.vector);
        match model.outside(vectors).filter(|it| it.count > 0) {
            Some(outside) if outside.is_many() => console.warn(&outside.to_string()),
            Some(outside) => console.say(&outside.to_string()),
            None => {}
        }
        let count = |decision| {
            let same = judged.iter().filter(|it| it.judgement.decision == decision);
            same.count()
        };
        let unsure = match count(Decision::Unsure) {
            0 => String::new(),
            unsure => format!(", {} unsure", plural::count(unsure)),
        };
        console.say(&format!(
            "{} classified, {}{unsure}",
            counted(judged.len(), "pair", "pairs"),
            counted(count(Decision::Duplicate), "duplicate", "duplicates")
        ));
        Ok(Outcome::unless(loaded.partly))
    }

    /// Writes the scores of all pairs of the documents.
    fn all_pairs(&self, matrix: &Path, console: &Console) -> Result<Outcome> {
        self.refuse_json("with --matrix")?;
        let (inputs, reading) = (self.selection.inputs()?, self.selection.reading());
        let judge = Judge::model(self.model.load_for(&inputs, reading, Some(console))?);
        let out = OutputFile::create(matrix)?;
        let mut read = reading.load(&inputs, judge.analysis(), console)?;
        let analysis = judge.analysis();
        read.documents = self.ignoring.cut(read.documents, analysis, console)?;
        check_matrix(read.documents.len())?;
        let collection = Collection::new(read.documents);
        square::write(Table::new(out), &collection, &judge, console)?;
        Ok(Outcome::unless(read.partly))
    }

    /// Writes the table of judged pairs, with what their rows are called where the ids may not say it.
    fn write(
        &self,
        mut table: Table,
        model: &Model,
        rows: Option<&RowNames>,
        set: &PairSet,
        judged: &[JudgedRow],
    ) -> Result<()> {
        let head = ["id_a", "id_b", "decision", "score", "probability"];
        let has_levels = !model.levels.is_empty();
        let level = has_levels.then_some("level");
        let head = head.into_iter().chain(level).map(str::to_string);
        let features = model.features.iter().filter(|_| self.with_features);
        let features = features.map(|feature| feature.name().to_string());
        let row = rows.map(|rows| rows.column.to_string());
        table.row(head.chain(row).chain(features))?;
        for (number, (pair, of_pair)) in set.pairs.iter().zip(judged).enumerate() {
            let judgement = of_pair.judgement;
            let ids = pair
                .documents
                .map(|place| set.documents[place].id.to_string());
            let said = [
                judgement.decision.to_string(),
                table.figure(judgement.score),
                table.figure(judgement.probability),
            ];
            let level = has_levels.then(|| of_pair.levels.reached_name());
            let values = of_pair
                .vector
                .iter()
                .filter(|_| self.with_features)
                .map(similarity);
            let row = rows.and_then(|rows| rows.names.get(number).cloned());
            let decided = ids.into_iter().chain(said).chain(level);
            table.row(decided.chain(row).chain(values))?;
        }
        table.finish()
    }
}
