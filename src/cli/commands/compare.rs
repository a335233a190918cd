//! `dejalu compare`.

use std::path::PathBuf;

use clap::Args;
use dejalu::error::Result;
use dejalu::experiment::compare::{CompareOptions, Comparison, compare};
use dejalu::learning::{KernelChoice, LearnerOptions, Solver};
use dejalu::model::Decision;
use dejalu::report::Page;
use dejalu::rules::Tuning;
use dejalu::similarity::TableFields;
use dejalu_io::OutputFile;
use serde_json::{Value, json};

use super::results::Results;
use super::table::Table;
use crate::cli::console::Console;
use crate::cli::options::{
    BaseRate, Columns, Features, FieldTypes, Labelled, Learning, Polynomial, Reference, kernel,
    solver, without_vectors, written_as,
};
use crate::cli::run::{Outcome, Run};

/// Compare learned models, the built-in model, published rules and re-tuned rules on the same folds
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  dejalu compare pairs.csv --documents docs.jsonl
  dejalu compare pairs.csv --documents docs.jsonl --split train,dev --json out.json --report report
  dejalu compare pairs.csv --documents docs.jsonl --retune f1,crossing
  dejalu compare pairs.csv --documents docs.jsonl --kernel rbf --solver own,linfa
  dejalu compare pairs.csv --documents docs.jsonl --predictions predictions.csv
  dejalu compare --vectors vectors.csv",
    mut_args(without_vectors)
)]
pub(in crate::cli) struct Compare {
    #[command(flatten)]
    pairs: Labelled,

    #[command(flatten)]
    features: Features,

    #[command(flatten)]
    field_types: FieldTypes,

    #[command(flatten)]
    columns: Columns,

    #[command(flatten)]
    reference: Reference,

    /// Kernel of the SVM [default: auto, linear and rbf, each compared]
    #[arg(long, value_parser = kernel(), help_heading = "Learning")]
    kernel: Option<KernelChoice>,

    /// Solvers of the SVM, a list: own (built in), linfa (linfa-svm, at most 5,000 pairs; linear, rbf or polynomial
    /// kernel). own,linfa adds the decider svm-linfa to the comparison
    #[arg(
        long,
        value_parser = solver(),
        value_delimiter = ',',
        default_value = "own",
        help_heading = "Learning"
    )]
    solver: Vec<Solver>,

    #[command(flatten)]
    polynomial: Polynomial,

    #[command(flatten)]
    learning: Learning,

    /// How to choose the threshold of a rule on the training folds: best F1, or the crossing of its
    /// error curves (Yerra 2005 (000), section 3.2.2); a list (f1,crossing) re-tunes every rule
    /// both ways
    #[arg(
        long,
        value_enum,
        value_name = "WAY",
        value_delimiter = ',',
        default_value = "f1",
        help_heading = "Learning"
    )]
    retune: Vec<Retune>,

    #[command(flatten)]
    base_rate: BaseRate,

    #[command(flatten)]
    results: Results,

    /// Write the predictions of every decider for the pairs of its test folds (.csv, also .gz, .zst): id_a,
    /// id_b, label, decider, fold, score, decision
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = written_as(".csv"))]
    predictions: Option<PathBuf>,
}

/// The ways to choose a rule's threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Retune {
    /// The best F1.
    F1,
    /// The threshold with equally many false positives and false negatives.
    Crossing,
}

impl From<Retune> for Tuning {
    fn from(way: Retune) -> Self {
        match way {
            Retune::F1 => Tuning::BestF1,
            Retune::Crossing => Tuning::Crossing,
        }
    }
}

impl Compare {
    fn options(&self, fields: &TableFields) -> Result<CompareOptions> {
        let usual = CompareOptions::default();
        let (solver, others) = self.solver.split_first().unwrap_or((&Solver::Own, &[]));
        // linfa-svm alone has one of the usual kernels, the curved one.
        let kernel = match solver {
            Solver::Linfa => self.kernel.or(Some(KernelChoice::Rbf)),
            _ => self.kernel,
        };
        let learner = LearnerOptions {
            solver: *solver,
            ..self.learning.learner(kernel.unwrap_or_default())?
        };
        Ok(CompareOptions {
            features: self
                .columns
                .add_to(self.features.resolve_typed(&fields.types)?)?,
            cross_validation: self
                .learning
                .cross_validation(self.features.analysis(fields.columns.clone())?),
            learner: self.polynomial.apply(learner)?,
            other_kernels: match kernel {
                Some(_) => Vec::new(),
                None => usual.other_kernels,
            },
            other_solvers: others.to_vec(),
            built_in: true,
            rules: true,
            tunings: self.retune.iter().copied().map(Tuning::from).collect(),
            bootstrap: self.learning.chance.bootstrap(),
            base_rate: self.base_rate.share()?,
            plane: self.results.has_report(),
        })
    }
}

impl Run for Compare {
    fn settings(&self) -> Result<Value> {
        let fields = self.field_types.of(&self.pairs.selection)?;
        let options = self.options(&fields)?;
        let kernels: Vec<KernelChoice> = options.kernels().collect();
        Ok(json!({
            "pairs": self.pairs,
            "field_types": fields.types,
            "features": (!self.pairs.are_vectors()).then_some(options.features),
            "cross_validation": options.cross_validation,
            "reference": self.reference,
            "learner": options.learner,
            "kernels": kernels,
            "solvers": self.solver,
            "tunings": options.tunings,
            "base_rate": self.base_rate.share()?,
            "bootstrap": options.bootstrap,
            "results": self.results,
            "predictions": self.predictions,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let fields = self.field_types.of(&self.pairs.selection)?;
        let mut options = self.options(&fields)?;
        let analysis = options.cross_validation.analysis.clone();
        options.cross_validation.background = self.reference.load(&analysis)?;
        let results = self.results.open()?;
        let predictions = self.predictions.as_deref().map(OutputFile::create);
        let predictions = predictions.transpose()?.map(Table::new);
        let columns = self.columns.names()?;
        let loaded = self.pairs.load_to_train(&columns, &analysis, console)?;
        let comparison =
            compare(&loaded.set, &options, console).map_err(|error| self.pairs.blamed(error))?;
        results.write(
            Page::of(&comparison, &self.pairs.source()),
            &comparison,
            console,
        )?;
        if let Some(table) = predictions {
            write(table, &comparison)?;
        }
        Ok(Outcome::unless(loaded.partly))
    }
}

/// Writes what every decider said of every pair.
fn write(mut table: Table, comparison: &Comparison) -> Result<()> {
    table.row([
        "id_a", "id_b", "label", "decider", "fold", "score", "decision",
    ])?;
    for said in comparison.held_out() {
        let [a, b] = said.ids.map(ToString::to_string);
        let decision = if said.decision {
            Decision::Duplicate
        } else {
            Decision::Distinct
        };
        table.row([
            a,
            b,
            u8::from(said.label).to_string(),
            said.decider,
            said.fold.to_string(),
            said.score.to_string(),
            decision.to_string(),
        ])?;
    }
    table.finish()
}
