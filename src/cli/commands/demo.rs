//! `dejalu demo`.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use dejalu::error::Result;
use dejalu::evaluation::Bootstrap;
use dejalu::experiment::compare::CompareOptions;
use dejalu::experiment::train::{TrainOptions, Trained, train};
use dejalu::model::{CrossValidationOptions, builtin};
use dejalu::report::PairReport;
use dejalu::report::{self, Page, report_folder};
use serde_json::{Value, json};

use crate::cli::console::Console;
use crate::cli::options::whole;
use crate::cli::run::{Outcome, Run};

/// Run the full workflow on the built-in documents
///
/// Trains a model, cross-validates it next to the thresholds of the papers, writes a report and
/// classifies one pair. Takes about ten seconds.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu demo
  dejalu demo --report my-report --seed 7")]
pub(in crate::cli) struct Demo {
    /// Folder for the report
    #[arg(long, value_name = "DIR", default_value = "dejalu-report")]
    report: PathBuf,

    /// Random seed for folds, permutations and intervals
    #[arg(long, value_name = "N", default_value_t = 42, value_parser = whole::<u64>(0, u64::MAX))]
    seed: u64,
}

/// A light revision: what is similar and what is not explains its score.
const SAMPLE: [&str; 2] = ["ferry-pier/original.txt", "ferry-pier/light.txt"];

impl Demo {
    fn options(&self) -> TrainOptions {
        TrainOptions {
            comparison: CompareOptions {
                cross_validation: CrossValidationOptions {
                    seed: self.seed,
                    ..CrossValidationOptions::default()
                },
                bootstrap: Bootstrap {
                    draws: 200,
                    seed: self.seed,
                    ..Bootstrap::default()
                },
                plane: true,
                ..CompareOptions::default()
            },
            candidate_recall: None,
            ..TrainOptions::default()
        }
    }
}

impl Run for Demo {
    fn settings(&self) -> Result<Value> {
        let options = self.options().comparison;
        Ok(json!({
            "features": options.features,
            "cross_validation": options.cross_validation,
            "learner": options.learner,
            "bootstrap": options.bootstrap,
            "report": self.report,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let begun = Instant::now();
        let folder = report_folder(&self.report)?;
        let Trained { model, comparison } = train(&builtin::pairs()?, &self.options(), console)?;

        console.data(&report::table(&comparison, console.style()))?;
        let named = |id: &str| {
            comparison
                .set
                .documents
                .iter()
                .find(|document| document.id.as_str() == id)
        };
        let mut page =
            Page::of(&comparison, "the built-in ones").with_model("learned here", &model);
        let sample = match SAMPLE.map(named) {
            [Some(left), Some(right)] => Some(model.explain(left, right)?),
            _ => None,
        };
        if let Some(sample) = &sample {
            let text = PairReport::new(sample).text();
            console.data(&format!("\nOne pair, classified by the model:\n\n{text}"))?;
            page = page.with_sample(sample);
        }

        let page = page.write(folder.path())?;
        console.data(&format!("\nreport: {}\n", shown(&page)))?;
        console.say(&format!(
            "done in {:.1} s; next: dejalu train --help",
            begun.elapsed().as_secs_f64()
        ));
        Ok(Outcome::Done)
    }
}

/// The whole path, so that it can be opened from anywhere.
fn shown(path: &Path) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    whole.display().to_string()
}
