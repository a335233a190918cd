//! `dejalu reproduce`.

use std::path::PathBuf;

use clap::Args;
use dejalu::error::Result;
use dejalu::report::{ReproductionPage, reproduction_text};
use dejalu::reproduce::{ReproduceOptions, reproduce};
use serde_json::{Value, json};

use super::figures::Json;
use crate::cli::console::Console;
use crate::cli::options::whole;
use crate::cli::output;
use crate::cli::run::{Outcome, Run};

/// Print the tables and figures of the five papers next to ours
///
/// Lists each printed table, figure and worked example with a verdict (equal, close, differs, done with other documents
/// since the paper's are not published, or cannot be repeated) and the reason. Needs no files.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu reproduce
  dejalu reproduce --report papers --json papers.json")]
pub(in crate::cli) struct Reproduce {
    /// Number of plagiarised documents in the experiment of Pereira and Ziviani 2003 (003)
    #[arg(long, value_name = "N", default_value_t = ReproduceOptions::default().plagiarised, value_parser = whole::<usize>(1, 1_000_000))]
    count: usize,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = ReproduceOptions::default().seed, value_parser = whole::<u64>(0, u64::MAX))]
    seed: u64,

    /// Write a page with charts to this folder
    #[arg(long, help_heading = "Results", value_name = "DIR")]
    report: Option<PathBuf>,

    #[command(flatten)]
    json: Json,
}

impl Reproduce {
    fn options(&self) -> ReproduceOptions {
        ReproduceOptions {
            seed: self.seed,
            plagiarised: self.count,
        }
    }
}

impl Run for Reproduce {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "options": self.options(), "report": self.report, "json": self.json }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let folder = output::folder(&self.report)?;
        let json = self.json.open()?;
        let made = reproduce(&self.options(), console)?;
        if let Some(folder) = folder {
            let page = ReproductionPage(&made).write(folder.path())?;
            console.say(&format!("report: {}", page.display()));
        }
        json.write_value(&json!(made))?;
        if !self.json.is_stdout() {
            console.data(&reproduction_text(&made, console.style()))?;
        }
        Ok(Outcome::Done)
    }
}
