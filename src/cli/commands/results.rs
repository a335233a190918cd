//! Where a comparison's results go: the terminal, JSON, a report page.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::cli::console::Console;
use crate::compare::{CompareOptions, Comparison};
use crate::error::{IoContext, Result};
use crate::output::OutputFile;
use crate::report::{self, Page, Style};
use crate::vectors::Feature;

/// Where results go besides the terminal.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Results")]
pub(super) struct Results {
    /// Write all figures as JSON; - is stdout, in place of the table
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write a report page with charts into this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

/// Results whose files were opened before the work began.
pub(super) struct OpenResults<'a> {
    json: Option<(&'a PathBuf, OutputFile)>,
    report: Option<&'a PathBuf>,
}

impl Results {
    /// Opens the files, so that a wrong path fails first.
    pub(super) fn open(&self) -> Result<OpenResults<'_>> {
        if let Some(folder) = &self.report {
            std::fs::create_dir_all(folder).context("write", folder)?;
        }
        Ok(OpenResults {
            json: match &self.json {
                Some(path) => Some((path, OutputFile::create(path)?)),
                None => None,
            },
            report: self.report.as_ref(),
        })
    }
}

impl OpenResults<'_> {
    /// Writes a comparison wherever it was asked for.
    pub(super) fn write(
        self,
        comparison: &Comparison,
        title: &str,
        settings: &[(&str, String)],
        console: &Console,
    ) -> Result<()> {
        for note in &comparison.notes {
            console.warn(note);
        }
        let json_is_data = self
            .json
            .as_ref()
            .is_some_and(|(path, _)| path.as_os_str() == "-");
        if !json_is_data {
            let style = Style {
                colour: console.colour(),
            };
            console.data(&report::table(comparison, style))?;
        }
        if let Some((path, mut out)) = self.json {
            out.write_all(&report::json(comparison))
                .context("write", path)?;
            out.finish()?;
        }
        if let Some(folder) = self.report {
            let settings = owned(settings);
            let page = Page {
                title,
                question: QUESTION,
                comparison,
                settings: &settings,
                sample: None,
            };
            let page = page.write(folder)?;
            console.say(&format!("report: {}", page.display()));
        }
        Ok(())
    }
}

/// What every report answers.
pub(super) const QUESTION: &str = "Two documents say almost the same: is one a near-duplicate of \
    the other? Does a model that learns from labelled pairs where \"near-duplicate\" begins decide \
    better than the thresholds that were published?";

/// How a comparison was made, for the report.
pub(super) fn settings_of(pairs: String, options: &CompareOptions) -> Vec<(&'static str, String)> {
    let names: Vec<&str> = options.features.iter().map(Feature::name).collect();
    let study = &options.study;
    vec![
        ("Pairs", pairs),
        ("Features", names.join(" ")),
        (
            "Folds",
            format!(
                "{} outer, {} inner, dealt by cluster",
                study.folds, study.inner_folds
            ),
        ),
        ("Seed", study.seed.to_string()),
        (
            "Intervals",
            format!("95 %, {} draws of clusters", options.bootstrap.draws),
        ),
    ]
}

pub(super) fn owned(settings: &[(&str, String)]) -> Vec<(String, String)> {
    settings
        .iter()
        .map(|(name, value)| (name.to_string(), value.clone()))
        .collect()
}
