//! `dejalu evaluate`.

use clap::Args;
use serde_json::{Value, json};

use super::results::Results;
use crate::cli::console::Console;
use crate::cli::options::{Chance, ModelFile, Pairs};
use crate::cli::{Outcome, Run};
use crate::compare::evaluate;
use crate::error::Result;

/// Judge held-out pairs with a model, beside every published rule
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu evaluate held-out.csv --documents docs.jsonl --model model.json
  dejalu evaluate pairs.csv --documents docs.jsonl --split dev --model model.json --report report")]
pub(in crate::cli) struct Evaluate {
    #[command(flatten)]
    pairs: Pairs,

    #[command(flatten)]
    model: ModelFile,

    #[command(flatten)]
    chance: Chance,

    #[command(flatten)]
    results: Results,
}

impl Run for Evaluate {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "pairs": self.pairs,
            "model": self.model,
            "bootstrap": self.chance.bootstrap(),
            "results": self.results,
        }))
    }

    fn run(self, console: &Console) -> Result<Outcome> {
        let bootstrap = self.chance.bootstrap();
        let model = self.model.load()?;
        let results = self.results.open()?;
        let loaded = self.pairs.load(console)?;
        let comparison = evaluate(&loaded.set, &model, &bootstrap, console)?;
        let settings = [
            ("Pairs", self.pairs.pairs.display().to_string()),
            ("Model", self.model.to_string()),
            (
                "Features",
                model
                    .features
                    .iter()
                    .map(|f| f.name())
                    .collect::<Vec<_>>()
                    .join(" "),
            ),
            (
                "Trained on",
                format!(
                    "{} pairs of {} documents",
                    model.training.pairs, model.training.documents
                ),
            ),
            (
                "Intervals",
                format!(
                    "95 %, {} draws of clusters, seed {}",
                    bootstrap.draws, bootstrap.seed
                ),
            ),
        ];
        results.write(
            &comparison,
            "Near-duplicates: a model on held-out pairs",
            &settings,
            console,
        )?;
        Ok(Outcome::unless(loaded.partly))
    }
}
