//! Options that several commands share, and what they mean.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::console::Console;
use crate::document::Document;
use crate::document::reader::{self, OnBad, ReadOptions};
use crate::error::{Error, ErrorKind, Result};
use crate::evaluate::Bootstrap;
use crate::learn::{KernelChoice, LearnerOptions, OperatingRule, Setting};
use crate::model::Model;
use crate::pairs::PairSet;
use crate::pairs::reader::PairOptions;
use crate::study::StudyOptions;
use crate::text::{AnalysisOptions, Language};
use crate::vectors::FeatureSet;

/// Where pairs and their documents are.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Pairs and documents")]
pub(super) struct Pairs {
    /// Pairs: a .csv, .tsv or .jsonl file (also .gz, .zst) with id_a, id_b, label, or with texts
    /// (text_a, text_b) or paths (path_a, path_b) in place of the ids; - is stdin
    #[arg(value_name = "PAIRS")]
    pub(super) pairs: PathBuf,

    #[command(flatten)]
    #[serde(flatten)]
    pub(super) selection: Selection,
}

/// Which documents and which rows.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Pairs and documents")]
pub(super) struct Selection {
    /// The documents that ids name: a folder of texts and web pages, or a .jsonl, .csv, .tsv file
    /// (also .gz, .zst)
    #[arg(long, short, value_name = "DOCUMENTS")]
    documents: Option<PathBuf>,

    /// Keep only pairs of these splits (the column 'split')
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(super) split: Vec<String>,

    /// Leave out pairs that cannot be read, and count them
    #[arg(long)]
    skip_bad: bool,

    /// Stop at the first document that cannot be read
    #[arg(long)]
    strict: bool,

    /// Column of the first document's id
    #[arg(long, value_name = "NAME", default_value = "id_a")]
    left: String,

    /// Column of the second document's id
    #[arg(long, value_name = "NAME", default_value = "id_b")]
    right: String,

    /// Column of the label (1/0, +1/-1, true/false, yes/no, duplicate/distinct)
    #[arg(long, value_name = "NAME", default_value = "label")]
    label: String,

    /// Column of a document's id
    #[arg(long, value_name = "NAME", default_value = "id")]
    id: String,

    /// Columns of a document's text, joined
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "text"
    )]
    text: Vec<String>,

    /// Column of a document's web page
    #[arg(long, value_name = "NAME", default_value = "html")]
    html: String,

    /// Column of a document's title
    #[arg(long, value_name = "NAME", default_value = "title")]
    title: String,

    /// Column of a document's address
    #[arg(long, value_name = "NAME", default_value = "url")]
    url: String,
}

/// Pairs as read, and whether something was left out.
pub(super) struct Loaded {
    pub(super) set: PairSet,
    pub(super) partly: bool,
}

impl Pairs {
    /// Reads labelled pairs and their documents.
    pub(super) fn load(&self, console: &Console) -> Result<Loaded> {
        self.selection.load(&self.pairs, false, console)
    }
}

impl Selection {
    /// Reads pairs and their documents, and tells of what is odd.
    pub(super) fn load(&self, pairs: &Path, unlabelled: bool, console: &Console) -> Result<Loaded> {
        let mut partly = false;
        let documents = match &self.documents {
            None => None,
            Some(source) => {
                let collection = self.load_documents(source)?;
                console.left_out("documents", &collection.skipped);
                partly |= !collection.skipped.is_empty();
                if collection.documents.is_empty() {
                    let documents = collection.skipped.len();
                    let place = crate::input::place(source);
                    return Err(Error::from(ErrorKind::NothingRead { documents }).at(&place));
                }
                Some(collection.documents)
            }
        };
        let options = PairOptions {
            left: self.left.clone(),
            right: self.right.clone(),
            label: self.label.clone(),
            unlabelled,
            splits: self.split.clone(),
            skip_bad: self.skip_bad,
        };
        let loaded = crate::pairs::reader::read(pairs, &options, documents)?;
        console.left_out("pairs", &loaded.skipped);
        partly |= !loaded.skipped.is_empty();
        for warning in &loaded.warnings {
            console.warn(&warning.to_string());
        }
        Ok(Loaded {
            set: loaded.set,
            partly,
        })
    }

    /// Refuses documents that no pairs name: they would be ignored.
    pub(super) fn refuse_alone(&self) -> Result<()> {
        match &self.documents {
            None => Ok(()),
            Some(documents) => Err(wrong(
                "--documents",
                &documents.display().to_string(),
                "expected --pairs as well, whose documents these are",
            )),
        }
    }

    fn load_documents(&self, source: &Path) -> Result<reader::Collection> {
        let options = ReadOptions {
            id: self.id.clone(),
            text: self.text.clone(),
            html: self.html.clone(),
            title: self.title.clone(),
            url: self.url.clone(),
        };
        let on_bad = match self.strict {
            true => OnBad::Stop,
            false => OnBad::Skip,
        };
        reader::read_all(source, &options, on_bad)
    }
}

/// What a similarity vector holds.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Features")]
pub(super) struct Features {
    /// Features: default, papers, all, or measures with parameters, separated by spaces
    /// ("jaccard:k=20 containment:w=4,direction=max"); may be repeated
    #[arg(long, value_name = "LIST", default_value = "default")]
    features: Vec<String>,

    /// Language of stop words and stems
    #[arg(long, value_name = "NAME", default_value = "english")]
    language: String,
}

impl Features {
    /// The features named.
    pub(super) fn resolve(&self) -> Result<FeatureSet> {
        FeatureSet::parse(&self.features.join(" "))
    }

    /// How documents are read.
    pub(super) fn analysis(&self) -> Result<AnalysisOptions> {
        Ok(AnalysisOptions {
            language: self.language.parse::<Language>()?,
        })
    }
}

/// How a discriminant is learned and measured.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Learning")]
pub(super) struct Learning {
    /// Penalty of the SVM, or auto to search it
    #[arg(
        long,
        value_name = "X|auto",
        default_value = "auto",
        allow_negative_numbers = true
    )]
    c: String,

    /// Width of the RBF kernel, or auto to search it
    #[arg(
        long,
        value_name = "X|auto",
        default_value = "auto",
        allow_negative_numbers = true
    )]
    gamma: String,

    /// Where "duplicate" begins: f1 (best F1 on held-out folds), precision=X, recall=X, or margin
    /// (score 0)
    #[arg(long, value_name = "RULE", default_value = "f1")]
    operating_point: String,

    /// Folds that figures are measured on
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5,
        value_parser = whole::<usize>(2, 1_000_000),
        allow_negative_numbers = true
    )]
    folds: usize,

    /// Folds inside each, on which C and gamma are searched
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        value_parser = whole::<usize>(2, 1_000_000),
        allow_negative_numbers = true
    )]
    inner_folds: usize,

    #[command(flatten)]
    #[serde(flatten)]
    pub(super) chance: Chance,
}

/// Where chance plays.
#[derive(Debug, Clone, Args, Serialize)]
pub(super) struct Chance {
    /// Seed of folds and intervals
    #[arg(
        long,
        value_name = "N",
        default_value_t = 42,
        value_parser = whole::<u64>(0, u64::MAX),
        allow_negative_numbers = true,
        help_heading = "Learning"
    )]
    seed: u64,

    /// Bootstrap draws behind every interval; 0 for none
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        value_parser = whole::<u32>(0, u64::from(Bootstrap::MOST_DRAWS)),
        allow_negative_numbers = true,
        help_heading = "Learning"
    )]
    draws: u32,
}

impl Chance {
    /// How intervals are drawn.
    pub(super) fn bootstrap(&self) -> Bootstrap {
        Bootstrap {
            draws: self.draws,
            seed: self.seed,
            ..Bootstrap::default()
        }
    }
}

impl Learning {
    /// Kernel and parameters.
    pub(super) fn learner(&self, kernel: KernelChoice) -> Result<LearnerOptions> {
        Ok(LearnerOptions {
            kernel,
            c: setting("--c", &self.c)?,
            gamma: setting("--gamma", &self.gamma)?,
            operating_point: operating_rule(&self.operating_point)?,
            ..LearnerOptions::default()
        })
    }

    /// Folds, seed and analysis.
    pub(super) fn study(&self, analysis: AnalysisOptions) -> StudyOptions {
        StudyOptions {
            analysis,
            folds: self.folds,
            inner_folds: self.inner_folds,
            seed: self.chance.seed,
            ..StudyOptions::default()
        }
    }
}

/// Reads a whole number between two bounds, both included, and says them otherwise.
pub(super) fn whole<N>(least: u64, most: u64) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: TryFrom<u64>,
{
    move |text| {
        let number: Option<u64> = text.parse().ok();
        number
            .filter(|number| (least..=most).contains(number))
            .and_then(|number| N::try_from(number).ok())
            .ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

fn setting(flag: &str, text: &str) -> Result<Setting> {
    let number = text
        .parse()
        .ok()
        .filter(|x: &f64| x.is_finite() && *x > 0.0);
    match (text, number) {
        ("auto", _) => Ok(Setting::Auto),
        (_, Some(x)) => Ok(Setting::Fixed(x)),
        _ => Err(wrong(flag, text, "expected 'auto' or a number above 0")),
    }
}

fn operating_rule(text: &str) -> Result<OperatingRule> {
    let share = |text: &str| text.parse().ok().filter(|x: &f64| *x > 0.0 && *x <= 1.0);
    let rule = match text.split_once('=') {
        None if text == "f1" => Some(OperatingRule::BestF1),
        None if text == "margin" => Some(OperatingRule::Margin),
        Some(("precision", x)) => share(x).map(OperatingRule::Precision),
        Some(("recall", x)) => share(x).map(OperatingRule::Recall),
        _ => None,
    };
    let expected = "expected f1, margin, precision=X or recall=X with X above 0 and at most 1";
    rule.ok_or_else(|| wrong("--operating-point", text, expected))
}

fn wrong(option: &str, found: &str, expected: &str) -> crate::Error {
    ErrorKind::Option {
        option: option.into(),
        found: format!("'{found}'"),
        expected: expected.into(),
    }
    .into()
}

/// The kernels that `train` offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kernel {
    /// A plane in the space of the features.
    Linear,
    /// Radial basis functions.
    Rbf,
    /// Both are tried; of equally good ones the linear is taken.
    Auto,
}

impl From<Kernel> for KernelChoice {
    fn from(kernel: Kernel) -> Self {
        match kernel {
            Kernel::Linear => KernelChoice::Linear,
            Kernel::Rbf => KernelChoice::Rbf,
            Kernel::Auto => KernelChoice::Auto,
        }
    }
}

/// A trained model.
#[derive(Debug, Clone, Args, Serialize)]
pub(super) struct ModelFile {
    /// The model; without it the one that is built in
    #[arg(long, short, value_name = "MODEL")]
    model: Option<PathBuf>,
}

impl std::fmt::Display for ModelFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.model {
            Some(path) => path.display().fmt(f),
            None => f.write_str("the one that is built in"),
        }
    }
}

impl ModelFile {
    /// Reads the model.
    pub(super) fn load(&self) -> Result<Model> {
        match &self.model {
            Some(path) => Model::load(path),
            None => crate::bundled::model(),
        }
    }
}

/// A document that is a file.
pub(super) fn read_file(path: &Path) -> Result<Document> {
    let mut document = reader::read_one(path)?;
    document.id = path.display().to_string().into();
    Ok(document)
}
