//! `dejalu evaluate`.

use clap::Args;
use serde_json::{Value, json};

use super::results::{QUESTION, Results, draws_of};
use crate::cli::console::Console;
use crate::cli::options::{Chance, Labelled, ModelFile, Reference, Wanted, without_vectors};
use crate::cli::{Outcome, Run};
use crate::compare::evaluate;
use crate::error::Result;
use crate::numerals::counted;
use crate::report::Page;

/// Judge held-out pairs with a model, beside every published rule
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  dejalu evaluate held-out.csv --documents docs.jsonl --model model.json
  dejalu evaluate pairs.csv --documents docs.jsonl --split dev --model model.json --report report
  dejalu evaluate --vectors vectors.csv --model model.json",
    mut_args(without_vectors)
)]
pub(in crate::cli) struct Evaluate {
    #[command(flatten)]
    pairs: Labelled,

    #[command(flatten)]
    model: ModelFile,

    #[command(flatten)]
    reference: Reference,

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
            "reference": self.reference,
            "bootstrap": self.chance.bootstrap(),
            "results": self.results,
        }))
    }

    fn run(self, console: &Console) -> Result<Outcome> {
        let bootstrap = self.chance.bootstrap();
        let model = self.model.load()?;
        let background = self.reference.load(&model.analysis)?;
        let results = self.results.open()?;
        let wanted = Wanted {
            unlabelled: false,
            columns: &model.columns(),
            analysis: &model.analysis,
        };
        let loaded = self.pairs.load(wanted, console)?;
        let comparison = evaluate(&loaded.set, &model, background, &bootstrap, console)
            .map_err(|error| self.pairs.blamed(error))?;
        let settings = [
            ("Pairs", self.pairs.source()),
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
                    "{} of {}",
                    counted(model.training.pairs as u64, "pair", "pairs"),
                    counted(model.training.documents as u64, "document", "documents")
                ),
            ),
            (
                "Intervals",
                format!("95 %, {}, seed {}", draws_of(&bootstrap), bootstrap.seed),
            ),
        ];
        let page = Page {
            title: "Near-duplicates: a model on held-out pairs",
            question: QUESTION,
            comparison: &comparison,
            set: &loaded.set,
            model: Some(&model),
            plane: None,
            settings: &settings,
            sample: None,
        };
        results.write(&page, console)?;
        Ok(Outcome::unless(loaded.partly))
    }
}
