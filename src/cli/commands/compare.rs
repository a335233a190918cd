//! `dejalu compare`.

use clap::Args;
use serde_json::{Value, json};

use super::results::{Results, settings_of};
use crate::cli::console::Console;
use crate::cli::options::{Features, Learning, Pairs};
use crate::cli::{Outcome, Run};
use crate::compare::{CompareOptions, compare};
use crate::error::Result;
use crate::learn::KernelChoice;

/// Compare on the same folds: learned discriminants, every published rule, every rule re-tuned
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu compare pairs.csv --documents docs.jsonl
  dejalu compare pairs.csv --documents docs.jsonl --split train,dev --json out.json --report report")]
pub(in crate::cli) struct Compare {
    #[command(flatten)]
    pairs: Pairs,

    #[command(flatten)]
    features: Features,

    #[command(flatten)]
    learning: Learning,

    #[command(flatten)]
    results: Results,
}

impl Compare {
    fn options(&self) -> Result<CompareOptions> {
        Ok(CompareOptions {
            features: self.features.resolve()?,
            study: self.learning.study(self.features.analysis()?),
            // Both kernels take part, whatever stands here.
            learner: self.learning.learner(KernelChoice::Rbf)?,
            bootstrap: self.learning.chance.bootstrap(),
        })
    }
}

impl Run for Compare {
    fn settings(&self) -> Result<Value> {
        let options = self.options()?;
        Ok(json!({
            "pairs": self.pairs,
            "features": options.features,
            "study": options.study,
            "learner": options.learner,
            "bootstrap": options.bootstrap,
            "results": self.results,
        }))
    }

    fn run(self, console: &Console) -> Result<Outcome> {
        let options = self.options()?;
        let results = self.results.open()?;
        let loaded = self.pairs.load(console)?;
        let comparison = compare(&loaded.set, &options, console)?;
        let settings = settings_of(self.pairs.pairs.display().to_string(), &options);
        results.write(
            &comparison,
            "Near-duplicates: learned against published thresholds",
            &settings,
            console,
        )?;
        Ok(Outcome::unless(loaded.partly))
    }
}
