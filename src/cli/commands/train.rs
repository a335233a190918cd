//! `dejalu train`.

use std::path::{Path, PathBuf};

use clap::{Arg, Args};
use dejalu::error::{Error, Result};
use dejalu::experiment::compare::CompareOptions;
use dejalu::experiment::train::{TrainOptions, candidate_recall, train};
use dejalu::learning::{KernelChoice, LearnerOptions, Solver, chance_of_error};
use dejalu::model::{Level, Levels, Veto};
use dejalu::pairs::PairSet;
use dejalu::pairs::reader::Labels;
use dejalu::report::{self, Page};
use dejalu::similarity::TableFields;
use dejalu::text::{AnalysisOptions, LanguageChoice};
use dejalu_io::{OutputFile, Stream, place};
use serde_json::{Value, json};

use super::figures::Json;
use super::known_passages;
use crate::cli::console::Console;
use crate::cli::options::{
    BaseRate, Columns, Features, FieldTypes, Labelled, Learning, Loaded, Polynomial, Reference,
    Wanted, blamed, kernel, solver, without_vectors, written_as,
};
use crate::cli::output::{self, is_stdout};
use crate::cli::run::{Outcome, Run};

/// Train a model on labelled pairs and cross-validate it
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  dejalu train pairs.csv --documents docs.jsonl --out model.json --report report
  dejalu train pairs.csv --documents docs.jsonl --split train --kernel linear --out model.json
  dejalu train sentences.csv --features papers --operating-point precision=0.99 --out model.json
  dejalu train pairs.csv --documents docs.jsonl --abstain 0.1 --out model.json
  dejalu train pairs.csv --documents docs.jsonl --learning-curve --report report --out model.json
  dejalu train pairs.csv --documents pages/ --main-content readability --out model.json
  dejalu train pairs.csv --documents docs.jsonl --column embedding --out model.json
  dejalu train --labels labels.jsonl --documents docs.jsonl --out model.json
  dejalu train --vectors vectors.csv --out model.json",
    mut_args(without_pairs)
)]
pub(in crate::cli) struct Train {
    #[command(flatten)]
    pairs: Labelled,

    /// Train on the answers in a labels.jsonl instead of PAIRS: the last answer for each pair, unless
    /// it is unsure. Audit answers are excluded, so that they can evaluate the model
    #[arg(long, value_name = "LABELS", help_heading = "Pairs", conflicts_with_all = ["pairs", "vectors"])]
    labels: Option<PathBuf>,

    #[command(flatten)]
    features: Features,

    #[command(flatten)]
    field_types: FieldTypes,

    #[command(flatten)]
    columns: Columns,

    #[command(flatten)]
    reference: Reference,

    /// Kernel of the SVM; auto averages a monotone and a Laplacian SVM, plus a polynomial one if
    /// --degree is given. monotone is linear and gives no negative weight to measures that 'dejalu
    /// measures' lists as monotone; laplacian reacts more sharply than rbf to a change in a single
    /// measure
    #[arg(long, value_parser = kernel(), default_value = "auto", help_heading = "Learning")]
    kernel: KernelChoice,

    /// Solver of the SVM: own (built in) or linfa (linfa-svm, at most 5,000 pairs; needs --kernel linear, rbf or
    /// polynomial). Their decisions agree; linfa is slower and takes more memory
    #[arg(long, value_parser = solver(), default_value = "own", help_heading = "Learning")]
    solver: Solver,

    #[command(flatten)]
    polynomial: Polynomial,

    #[command(flatten)]
    learning: Learning,

    /// Call a pair "unsure" if its decision would be wrong with a probability above X; 0.1 and 0.9 are equivalent: both
    /// decide only pairs that are at least 90 % certain
    #[arg(long, value_name = "X", help_heading = "Learning")]
    abstain: Option<String>,

    /// Share of duplicates that the candidate filter of find and dedupe must keep; 1 keeps all,
    /// none compares every pair of a collection
    #[arg(
        long,
        value_name = "X|none",
        default_value = "0.99",
        help_heading = "Learning"
    )]
    candidate_recall: String,

    /// Find candidates by these fields of records ('title', 'title,doi'): pairs as similar in one of them as the
    /// labelled duplicates are, or as the numbers say (title=0.5,same-keys=0.1) [default: the fields that find them at
    /// the lowest cost]
    #[arg(long, value_name = "FIELD,…", help_heading = "Learning")]
    block_by: Option<String>,

    /// Conditions under which a pair is never a duplicate, whatever its score: a JSON file, 'records' for those of the
    /// model of records, or 'texts' for that of the built-in model. Pairs that a veto decides are not used for training (--vetoes never.json; docs/formats.md)
    #[arg(long, value_name = "FILE", help_heading = "Learning")]
    vetoes: Option<PathBuf>,

    /// Labelled pairs of web pages to learn the levels of pages from, with categories (state, sibling and others:
    /// docs/formats.md); the model is not trained on them (--page-pairs siblings.csv). Their documents are those of
    /// --documents; needs a model with levels
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Learning",
        requires = "pairs"
    )]
    page_pairs: Option<PathBuf>,

    /// Level that decides where none is named, instead of the operating point: copy, revision or rewrite
    /// (--default-level rewrite); needs pairs of several kinds (docs/collections.md)
    #[arg(long, value_name = "LEVEL", help_heading = "Learning")]
    default_level: Option<String>,

    /// Also measure F1 with fewer labelled pairs (30, 60, 120, and so on), and estimate the gain from twice as many;
    /// takes two to three times as long
    #[arg(long, help_heading = "Learning")]
    learning_curve: bool,

    /// Train a model of passages instead, for 'dejalu passages': this table has the passages of PAIRS, one row each
    /// (id_a, offset_a, length_a, id_b, offset_b, length_b, in characters). Pairs without a row have none
    #[arg(long, value_name = "FILE", help_heading = "Learning", requires = "pairs", conflicts_with_all = NOT_OF_PASSAGES)]
    passages: Option<PathBuf>,

    /// Model file to write (.json, also .gz, .zst)
    #[arg(long, short, help_heading = "Results", value_name = "MODEL", value_parser = written_as(".json"))]
    out: PathBuf,

    #[command(flatten)]
    base_rate: BaseRate,

    #[command(flatten)]
    json: Json,

    /// Write a report page with charts into this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

/// Options that mean nothing where passages are learned.
const NOT_OF_PASSAGES: [&str; 30] = [
    "vectors",
    "labels",
    "features",
    "field_types",
    "columns",
    "main_content",
    "marks",
    "background",
    "kernel",
    "solver",
    "degree",
    "coef0",
    "c",
    "gamma",
    "class_weights",
    "operating_point",
    "folds",
    "inner_folds",
    "terms",
    "seed",
    "draws",
    "abstain",
    "candidate_recall",
    "block_by",
    "page_pairs",
    "default_level",
    "learning_curve",
    "base_rate",
    "json",
    "report",
];

/// An argument of a command that takes vectors or answers in place of pairs.
fn without_pairs(argument: Arg) -> Arg {
    if argument.get_id() == "pairs" {
        argument.required_unless_present("labels")
    } else {
        without_vectors(argument)
    }
}

/// The vetoes of a file, or of a name.
fn vetoes(path: &Path) -> Result<Vec<Veto>> {
    if let Some(named) = path.to_str().and_then(Veto::named) {
        return named;
    }
    let bytes = Stream::open(path)?.read_all()?;
    Veto::read(&bytes).map_err(|error| error.at(&place(path)))
}

impl Train {
    /// Reads what is learned from, and reports anything unusual.
    fn load(&self, analysis: &AnalysisOptions, console: &Console) -> Result<Loaded> {
        let columns = &self.columns.names()?;
        let Some(labels) = &self.labels else {
            return self.pairs.load_to_train(columns, analysis, console);
        };
        let wanted = Wanted {
            labels: Labels::Required,
            without_audit: true,
            columns,
            analysis,
        };
        self.pairs.selection.load(labels, wanted, console)
    }

    /// Reads the pairs that levels of pages are learned from.
    fn load_pages(&self, analysis: &AnalysisOptions, console: &Console) -> Result<Option<PairSet>> {
        let Some(pages) = &self.page_pairs else {
            return Ok(None);
        };
        let wanted = Wanted {
            labels: Labels::Required,
            without_audit: true,
            columns: &self.columns.names()?,
            analysis,
        };
        let loaded = self.pairs.selection.load(pages, wanted, console)?;
        Ok(Some(loaded.set))
    }

    /// The source of the pairs, for a report.
    fn source(&self) -> String {
        let labels = self.labels.as_ref();
        labels.map_or_else(|| self.pairs.source(), |path| path.display().to_string())
    }

    /// An error that what is learned from is the reason for, at it.
    fn blamed(&self, error: Error) -> Error {
        match &self.labels {
            Some(labels) => blamed(error, Some(labels)),
            None => self.pairs.blamed(error),
        }
    }

    fn default_level(&self) -> Result<Option<Level>> {
        self.default_level.as_deref().map(str::parse).transpose()
    }

    fn options(&self, fields: &TableFields) -> Result<TrainOptions> {
        let learner = self.learning.learner(self.kernel)?;
        Ok(TrainOptions {
            comparison: CompareOptions {
                features: self
                    .columns
                    .add_to(self.features.resolve_typed(&fields.types)?)?,
                cross_validation: self
                    .learning
                    .cross_validation(self.features.analysis(fields.columns.clone())?),
                learner: LearnerOptions {
                    solver: self.solver,
                    abstain: self.abstain.as_deref().map(chance_of_error).transpose()?,
                    ..self.polynomial.apply(learner)?
                },
                bootstrap: self.learning.chance.bootstrap(),
                base_rate: self.base_rate.share()?,
                plane: self.report.is_some(),
                ..TrainOptions::default().comparison
            },
            candidate_recall: candidate_recall(&self.candidate_recall)?,
            block_by: self.block_by.as_deref().map(str::parse).transpose()?,
            vetoes: self.vetoes.as_deref().map_or(Ok(Vec::new()), vetoes)?,
            splits: self.pairs.selection.split.clone(),
            learning_curve: self.learning_curve,
        })
    }
}

impl Train {
    /// Trains a model of passages.
    fn passages(&self, passages: &Path, console: &Console) -> Result<Outcome> {
        let out = OutputFile::create(&self.out)?;
        let loaded = self
            .pairs
            .load_unlabelled(&AnalysisOptions::default(), console)?;
        let model = known_passages::learn(&loaded.set, passages, console)?;
        out.write_whole(model.to_json())?;
        console.say(&format!("model: {}", self.out.display()));
        Ok(Outcome::unless(loaded.partly))
    }
}

impl Run for Train {
    fn settings(&self) -> Result<Value> {
        let fields = self.field_types.of(&self.pairs.selection)?;
        let options = self.options(&fields)?;
        let comparison = options.comparison;
        Ok(json!({
            "pairs": self.pairs,
            "passages": self.passages,
            "labels": self.labels,
            "field_types": fields.types,
            "features": (!self.pairs.are_vectors()).then_some(comparison.features),
            "cross_validation": comparison.cross_validation,
            "reference": self.reference,
            "learner": comparison.learner,
            "base_rate": comparison.base_rate,
            "bootstrap": comparison.bootstrap,
            "candidate_recall": options.candidate_recall,
            "block_by": self.block_by,
            "vetoes": self.vetoes,
            "page_pairs": self.page_pairs,
            "default_level": self.default_level()?,
            "learning_curve": options.learning_curve,
            "out": self.out,
            "json": self.json,
            "report": self.report,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        if let Some(passages) = &self.passages {
            return self.passages(passages, console);
        }
        let fields = self.field_types.of(&self.pairs.selection)?;
        let mut options = self.options(&fields)?;
        let default_level = self.default_level()?;
        let cv = &mut options.comparison.cross_validation;
        cv.background = self.reference.load(&cv.analysis)?;
        let analysis = &options.comparison.cross_validation.analysis;
        let out = OutputFile::create(&self.out)?;
        let json = self.json.open()?;
        let report = output::folder(&self.report)?;
        let loaded = self.load(analysis, console)?;
        if let Some(level) = default_level {
            Levels::check_default(level, &loaded.set.pairs)?;
        }
        let pages = self.load_pages(analysis, console)?;
        let mut trained =
            train(&loaded.set, &options, console).map_err(|error| self.blamed(error))?;
        if let Some(pages) = &pages {
            trained.model = trained.model.with_page_levels(pages, console)?;
            if trained.model.levels.pages.is_empty() {
                console.warn(
                    "no levels of web pages were learned: --page-pairs needs a model with levels, and ten pairs of two web \
                     pages of one kind of duplicates (category) that its scores tell from the next weaker one",
                );
            }
        }
        if let Some(level) = default_level {
            trained.model = trained.model.with_default_level(level)?;
        }
        trained.model.write(&self.out, out)?;
        json.write(report::json(&trained.comparison))?;
        console.end();
        if analysis.language == LanguageChoice::Auto {
            console.say(&format!("languages: {}", trained.model.analysis.language));
        }
        for note in &trained.model.training.notes {
            console.warn(note);
        }
        if let (Some(fields), None) = (&self.block_by, &trained.model.blocking) {
            console.warn(&format!(
                "--block-by '{fields}' finds too few of the labelled duplicates, so the model compares every pair; name other fields, or lower --candidate-recall"
            ));
        }
        let summary = report::training(&trained.model, &trained.comparison);
        // The model itself or its figures may go to stdout.
        let is_taken = is_stdout(&self.out) || self.json.is_stdout();
        console.summary(&summary, is_taken)?;
        console.say(&format!("model: {}", self.out.display()));
        if let Some(folder) = report {
            let (source, name) = (self.source(), self.out.display().to_string());
            let page = Page::of(&trained.comparison, &source).with_model(&name, &trained.model);
            let page = page.write(folder.path())?;
            console.say(&format!("report: {}", page.display()));
        }
        Ok(Outcome::unless(loaded.partly))
    }
}
