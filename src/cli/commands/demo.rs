//! `dejalu demo`.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use dejalu::error::Result;
use dejalu::evaluation::Bootstrap;
use dejalu::experiment::compare::{self, CompareOptions, Plane, compare_in};
use dejalu::experiment::rules::Tuning;
use dejalu::experiment::train::{TrainOptions, fit};
use dejalu::io::OutputFolder;
use dejalu::learning::{KernelChoice, LearnerOptions};
use dejalu::model::{CrossValidationOptions, builtin};
use dejalu::report::{self, Occasion, Page, PairReport, Style, settings_of_comparison};
use dejalu::similarity::FeatureSet;
use serde_json::{Value, json};

use crate::cli::console::Console;
use crate::cli::options::whole;
use crate::cli::run::{Outcome, Run};

/// Run the full workflow on the built-in documents
///
/// Trains a model, cross-validates it beside the thresholds of the papers, writes a report and
/// classifies one pair.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu demo
  dejalu demo --report my-report --seed 7")]
pub(in crate::cli) struct Demo {
    /// Folder for the report
    #[arg(long, value_name = "DIR", default_value = "dejalu-report")]
    report: PathBuf,

    /// Seed for folds and intervals
    #[arg(
        long,
        value_name = "N",
        default_value_t = 42,
        value_parser = whole::<u64>(0, u64::MAX),
        allow_negative_numbers = true
    )]
    seed: u64,
}

/// A heavy revision: every published rule misses it, so that it shows what learning adds.
const SAMPLE: [&str; 2] = ["ferry-pier/original.txt", "ferry-pier/heavy.txt"];

impl Demo {
    fn options(&self) -> Result<CompareOptions> {
        Ok(CompareOptions {
            features: FeatureSet::parse("default")?,
            study: CrossValidationOptions {
                seed: self.seed,
                ..CrossValidationOptions::default()
            },
            learner: LearnerOptions {
                kernel: KernelChoice::Rbf,
                ..LearnerOptions::default()
            },
            kernels: compare::KERNELS.to_vec(),
            tunings: vec![Tuning::BestF1],
            bootstrap: Bootstrap {
                draws: 200,
                seed: self.seed,
                ..Bootstrap::default()
            },
        })
    }
}

impl Run for Demo {
    fn settings(&self) -> Result<Value> {
        let options = self.options()?;
        Ok(json!({
            "features": options.features,
            "study": options.study,
            "learner": options.learner,
            "bootstrap": options.bootstrap,
            "report": self.report,
        }))
    }

    fn run(self, console: &Console) -> Result<Outcome> {
        let begun = Instant::now();
        let options = self.options()?;
        let folder = OutputFolder::create(&self.report)?;
        let set = builtin::pairs()?.in_order();
        let study = compare::study(&set, &options, console)?;
        let comparison = compare_in(&study, &options, console)?;
        let training = TrainOptions {
            features: options.features.clone(),
            study: options.study.clone(),
            learner: options.learner,
            bootstrap: options.bootstrap,
            candidate_recall: None,
            splits: Vec::new(),
        };
        let figures = comparison.deciders[0].figures.clone();
        let model = fit(&study, &training, figures, console)?;

        let style = Style {
            colour: console.colour(),
        };
        console.data(&report::table(&comparison, style))?;
        let named = |id: &str| {
            set.documents
                .iter()
                .find(|document| document.id.as_str() == id)
        };
        let sample = match (named(SAMPLE[0]), named(SAMPLE[1])) {
            (Some(left), Some(right)) => {
                Some(PairReport::new(&model, &[left.clone(), right.clone()])?)
            }
            _ => None,
        };
        if let Some(sample) = &sample {
            console.data(&format!(
                "\nOne pair, classified by the model:\n\n{}",
                sample.text()
            ))?;
        }
        let settings = settings_of_comparison("the built-in ones", &options);
        let plane = Plane::of(&study, &comparison)?;
        let page = Page {
            occasion: Occasion::Comparison,
            comparison: &comparison,
            set: &set,
            model: Some(&model),
            plane: plane.as_ref(),
            settings: &settings,
            sample: sample.as_ref(),
        };
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
    let whole = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    whole.display().to_string()
}
