//! `dejalu evaluate`.

use clap::Args;
use dejalu::collection::Threshold;
use dejalu::error::Result;
use dejalu::experiment::compare::{EvaluateOptions, evaluate};
use dejalu::report::Page;
use serde_json::{Value, json};

use super::results::Results;
use crate::cli::console::Console;
use crate::cli::options::{BaseRate, Chance, Labelled, ModelFile, Reference, without_vectors};
use crate::cli::run::{Outcome, Run};

/// Evaluate a model on held-out pairs, next to every published rule
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  dejalu evaluate held-out.csv --documents docs.jsonl --model model.json
  dejalu evaluate pairs.csv --documents docs.jsonl --split dev --model model.json --report report
  dejalu evaluate pairs.csv --documents docs.jsonl --model model.json --base-rate 0.001
  dejalu evaluate held-out.csv --documents docs.jsonl --model model.json --at revision
  dejalu evaluate --vectors vectors.csv --model model.json",
    mut_args(without_vectors)
)]
pub(in crate::cli) struct Evaluate {
    #[command(flatten)]
    pairs: Labelled,

    #[command(flatten)]
    model: ModelFile,

    /// Minimum score of a duplicate: own (the threshold of the model), a level of the model ('dejalu model show' lists
    /// them: copy, revision, rewrite), or a number; --at revision [default: own]
    #[arg(long, help_heading = "Decision", value_name = "T")]
    at: Option<String>,

    #[command(flatten)]
    reference: Reference,

    #[command(flatten)]
    chance: Chance,

    #[command(flatten)]
    base_rate: BaseRate,

    #[command(flatten)]
    results: Results,
}

impl Run for Evaluate {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "pairs": self.pairs,
            "model": self.model,
            "at": self.at,
            "reference": self.reference,
            "base_rate": self.base_rate.share()?,
            "bootstrap": self.chance.bootstrap(),
            "results": self.results,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let model = self.model.load()?;
        let options = EvaluateOptions {
            at: Some(Threshold::of_model(self.at.as_deref(), &model)?),
            background: self.reference.load(&model.analysis)?,
            bootstrap: self.chance.bootstrap(),
            base_rate: self.base_rate.share()?,
        };
        let results = self.results.open()?;
        let columns = model.columns();
        let loaded = self.pairs.load(&columns, &model.analysis, console)?;
        let comparison = evaluate(&loaded.set, &model, &options, console)
            .map_err(|error| self.pairs.blamed(error))?;
        let (source, name) = (self.pairs.source(), self.model.to_string());
        let page = Page::of(&comparison, &source).with_model(&name, &model);
        results.write(page, &comparison, console)?;
        console.say(&format!("model: {name}"));
        Ok(Outcome::unless(loaded.partly))
    }
}
