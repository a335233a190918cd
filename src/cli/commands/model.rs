//! `dejalu model`.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use dejalu::error::{ModelError, Result};
use dejalu::experiment::train::retrain;
use dejalu::model::{Model, builtin};
use dejalu::pairs::reader::Labels;
use dejalu::report;
use serde::Serialize;
use serde_json::{Value, json};

use super::figures::Json;
use crate::cli::console::Console;
use crate::cli::options::{Selection, Wanted, model as read_model};
use crate::cli::run::{Outcome, Run};

/// Show or verify a model
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu model show model.json
  dejalu model verify model.json --pairs pairs.csv --documents docs.jsonl")]
pub(in crate::cli) struct ModelCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand, Serialize)]
#[serde(untagged)]
enum What {
    /// Show the contents of a model
    #[command(after_help = "\
Examples:
  dejalu model show
  dejalu model show model.json --json -")]
    Show {
        /// Model file [default: the built-in model]
        model: Option<PathBuf>,

        #[command(flatten)]
        json: Json,
    },
    /// Check the format, digest and numbers of a model; with its training pairs, also retrain it
    /// and compare byte for byte
    ///
    /// The built-in model is always retrained, on the built-in documents.
    #[command(after_help = "\
Examples:
  dejalu model verify
  dejalu model verify model.json --pairs pairs.csv --documents docs.jsonl")]
    Verify {
        /// Model file [default: the built-in model]
        model: Option<PathBuf>,

        /// The pairs it was trained on
        #[arg(long, value_name = "PAIRS")]
        pairs: Option<PathBuf>,

        #[command(flatten)]
        selection: Box<Selection>,
    },
}

impl Run for ModelCommand {
    fn settings(&self) -> Result<Value> {
        Ok(json!(self.what))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        match &self.what {
            What::Show { model, json } => show(model.as_deref(), json, console),
            What::Verify {
                model,
                pairs,
                selection,
            } => verify(
                &read_model(model.as_deref())?,
                pairs.as_deref(),
                selection,
                console,
            ),
        }
    }
}

fn show(path: Option<&Path>, json: &Json, console: &Console) -> Result<Outcome> {
    let out = json.open()?;
    let model = read_model(path)?;
    out.write_value(&json!({
        "made_by": model.made_by,
        "analysis": model.analysis,
        "features": model.features,
        "operating_point": model.operating_point,
        "levels": model.levels,
        "vetoes": model.vetoes.iter().collect::<Vec<_>>(),
        "training": model.training,
    }))?;
    if !json.is_stdout() {
        console.data(&report::model(&model))?;
    }
    Ok(Outcome::Done)
}

fn verify(
    model: &Model,
    pairs: Option<&Path>,
    selection: &Selection,
    console: &Console,
) -> Result<Outcome> {
    if pairs.is_none() {
        selection.refuse_alone()?;
    }
    // Verifying another model does not depend on the built-in one.
    let is_bundled = || builtin::model().is_ok_and(|bundled| bundled == *model);
    let (set, partly) = match pairs {
        Some(pairs) => {
            let mut selection = selection.clone();
            if selection.split.is_empty() {
                selection.split.clone_from(&model.training.splits);
            }
            let wanted = Wanted {
                labels: Labels::Required,
                without_audit: true,
                columns: &model.columns(),
                analysis: &model.analysis,
            };
            let loaded = if model.training.of_vectors {
                selection.load_vectors(pairs, Labels::Required, console)?
            } else {
                selection.load(pairs, wanted, console)?
            };
            (loaded.set, loaded.partly)
        }
        None if is_bundled() => (builtin::training()?, false),
        None => {
            console.data("format, digest and numbers are valid; pass --pairs and --documents to retrain it and compare\n")?;
            return Ok(Outcome::Done);
        }
    };
    let mut again = retrain(model, &set, console)?;
    again.made_by.clone_from(&model.made_by);
    if again.to_json()? != model.to_json()? {
        return Err(ModelError::OtherModel {
            pairs: set.pairs.len(),
            recorded: model.training.pairs,
        }
        .into());
    }
    console.data("retrained on the same pairs: identical byte for byte\n")?;
    Ok(Outcome::unless(partly))
}
