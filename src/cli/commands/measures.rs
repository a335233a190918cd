//! `dejalu measures`.

use clap::Args;
use dejalu::error::Result;
use dejalu::similarity::measures::{Entry, catalogue};
use serde_json::{Value, json};

use super::figures::Json;
use crate::cli::console::Console;
use crate::cli::run::{Outcome, Run};

/// List the measures: name, parameters with defaults, range, requirements, cost, source, limits
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu measures
  dejalu measures --json measures.json

A feature is a measure with its parameters:
  --features \"jaccard:k=20 containment:w=3,direction=min\"")]
pub(in crate::cli) struct Measures {
    #[command(flatten)]
    json: Json,
}

impl Run for Measures {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "json": self.json }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let json = self.json.open()?;
        json.write_value(&catalogue().into_iter().map(as_json).collect())?;
        if !self.json.is_stdout() {
            console.data(&catalogue().into_iter().map(as_text).collect::<String>())?;
        }
        Ok(Outcome::Done)
    }
}

fn as_json(entry: &'static Entry) -> Value {
    let measure = entry.measure();
    json!({
        "name": entry.name,
        "summary": entry.summary,
        "parameters": measure.parameters(),
        "range": [0.0, 1.0],
        "needs": measure.needs().names(),
        "rises": entry.rises,
        "cost": entry.cost,
        "source": entry.source,
        "limits": entry.limits,
    })
}

fn as_text(entry: &'static Entry) -> String {
    let measure = entry.measure();
    let parameters: Vec<String> = measure
        .parameters()
        .iter()
        .map(|(name, value)| format!("{name}={}", value.to_string().trim_matches('"')))
        .collect();
    let line = |name: &str, text: &str| {
        if text.is_empty() {
            String::new()
        } else {
            format!("    {name:<11} {text}\n")
        }
    };
    [
        format!("{}\n    {}\n", entry.name, entry.summary),
        line("parameters", &parameters.join(", ")),
        line("range", "0 to 1"),
        line("needs", &measure.needs().names().join(", ")),
        line("monotone", if entry.rises { "yes" } else { "no" }),
        line("cost per pair", entry.cost),
        line("source", entry.source),
        line("limits", entry.limits),
        "\n".to_string(),
    ]
    .concat()
}
