//! `dejalu train`.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use crate::cli::console::Console;
use crate::cli::options::{Features, Kernel, Learning, Pairs};
use crate::cli::{Outcome, Run};
use crate::error::Result;
use crate::output::OutputFile;
use crate::report;
use crate::train::{TrainOptions, train};

/// Learn from labelled pairs where "near-duplicate" begins, and measure it by cross-validation
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu train pairs.csv --documents docs.jsonl --out model.json
  dejalu train pairs.csv --documents docs.jsonl --split train --kernel linear --out model.json
  dejalu train sentences.csv --features papers --operating-point precision=0.99 --out model.json")]
pub(in crate::cli) struct Train {
    #[command(flatten)]
    pairs: Pairs,

    #[command(flatten)]
    features: Features,

    /// Kernel of the SVM
    #[arg(long, value_enum, default_value = "rbf", help_heading = "Learning")]
    kernel: Kernel,

    #[command(flatten)]
    learning: Learning,

    /// Where the model goes (.json, also .gz, .zst)
    #[arg(long, short, value_name = "MODEL")]
    out: PathBuf,
}

impl Train {
    fn options(&self) -> Result<TrainOptions> {
        Ok(TrainOptions {
            features: self.features.resolve()?,
            study: self.learning.study(self.features.analysis()?),
            learner: self.learning.learner(self.kernel.into())?,
            bootstrap: self.learning.chance.bootstrap(),
            splits: self.pairs.selection.split.clone(),
        })
    }
}

impl Run for Train {
    fn settings(&self) -> Result<Value> {
        let options = self.options()?;
        Ok(json!({
            "pairs": self.pairs,
            "features": options.features,
            "study": options.study,
            "learner": options.learner,
            "bootstrap": options.bootstrap,
            "out": self.out,
        }))
    }

    fn run(self, console: &Console) -> Result<Outcome> {
        let options = self.options()?;
        let out = OutputFile::create(&self.out)?;
        let loaded = self.pairs.load(console)?;
        let trained = train(&loaded.set, &options, console)?;
        trained.model.write(&self.out, out)?;
        console.end();
        for note in &trained.model.training.notes {
            console.warn(note);
        }
        let summary = report::training(&trained.model, &trained.comparison);
        // The model itself may go to stdout.
        match self.out.as_os_str() == "-" {
            true => console.say(&summary),
            false => console.data(&summary)?,
        }
        console.say(&format!("model: {}", self.out.display()));
        Ok(Outcome::unless(loaded.partly))
    }
}
