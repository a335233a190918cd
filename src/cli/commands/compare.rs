//! `dejalu compare`.

use clap::Args;
use dejalu::error::Result;
use dejalu::experiment::compare::{CompareOptions, KERNELS, compare_in, study};
use dejalu::experiment::rules::Tuning;
use dejalu::learning::KernelChoice;
use dejalu::report::{Occasion, Page, settings_of_comparison};
use serde_json::{Value, json};

use super::results::Results;
use crate::cli::console::Console;
use crate::cli::options::{
    Columns, Features, Kernel, Labelled, Learning, Polynomial, Reference, Wanted, without_vectors,
};
use crate::cli::run::{Outcome, Run};

/// Compare learned models, published rules and re-tuned rules on the same folds
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  dejalu compare pairs.csv --documents docs.jsonl
  dejalu compare pairs.csv --documents docs.jsonl --split train,dev --json out.json --report report
  dejalu compare pairs.csv --documents docs.jsonl --retune f1,crossing
  dejalu compare --vectors vectors.csv",
    mut_args(without_vectors)
)]
pub(in crate::cli) struct Compare {
    #[command(flatten)]
    pairs: Labelled,

    #[command(flatten)]
    features: Features,

    #[command(flatten)]
    columns: Columns,

    #[command(flatten)]
    reference: Reference,

    /// Kernel of the SVM [default: rbf and linear, one after the other]
    #[arg(long, value_enum, help_heading = "Learning")]
    kernel: Option<Kernel>,

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
    results: Results,
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
    fn options(&self) -> Result<CompareOptions> {
        let kernel = self
            .kernel
            .map_or(KernelChoice::default(), KernelChoice::from);
        Ok(CompareOptions {
            features: self.columns.add_to(self.features.resolve()?)?,
            study: self.learning.study(self.features.analysis()?),
            learner: self.polynomial.apply(self.learning.learner(kernel)?)?,
            kernels: match self.kernel {
                Some(_) => vec![kernel],
                None => KERNELS.to_vec(),
            },
            tunings: self.retune.iter().copied().map(Tuning::from).collect(),
            bootstrap: self.learning.chance.bootstrap(),
        })
    }
}

impl Run for Compare {
    fn settings(&self) -> Result<Value> {
        let options = self.options()?;
        Ok(json!({
            "pairs": self.pairs,
            "features": (!self.pairs.are_vectors()).then_some(options.features),
            "study": options.study,
            "reference": self.reference,
            "learner": options.learner,
            "kernels": options.kernels,
            "tunings": options.tunings,
            "bootstrap": options.bootstrap,
            "results": self.results,
        }))
    }

    fn run(self, console: &Console) -> Result<Outcome> {
        let mut options = self.options()?;
        options.study.background = self.reference.load(&options.study.analysis)?;
        let results = self.results.open()?;
        let wanted = Wanted {
            unlabelled: false,
            columns: self.columns.names()?,
            analysis: &options.study.analysis,
        };
        let loaded = self.pairs.load(wanted, console)?;
        let set = loaded.set.in_order();
        if set.of_vectors {
            options.features = set.given.clone();
        }
        let study = study(&set, &options, console).map_err(|error| self.pairs.blamed(error))?;
        let comparison =
            compare_in(&study, &options, console).map_err(|error| self.pairs.blamed(error))?;
        let plane = results.plane(&study, &comparison)?;
        let page = Page {
            occasion: Occasion::Comparison,
            comparison: &comparison,
            set: &set,
            model: None,
            plane: plane.as_ref(),
            settings: &settings_of_comparison(&self.pairs.source(), &options),
            sample: None,
        };
        results.write(&page, console)?;
        Ok(Outcome::unless(loaded.partly))
    }
}
