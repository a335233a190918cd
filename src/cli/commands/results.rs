//! Writes the results of a comparison: to the terminal, as JSON, as a report page.

use std::path::PathBuf;

use clap::Args;
use dejalu::error::Result;
use dejalu::experiment::compare::Comparison;
use dejalu::report::{self, Page};
use dejalu_io::OutputFolder;
use serde::Serialize;

use crate::cli::console::Console;
use crate::cli::options::written_as;
use crate::cli::output::{self, OptionalFile, is_stdout};

/// Destinations of results besides the terminal.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Results")]
pub(super) struct Results {
    /// Write all figures as JSON; - writes them to stdout instead of the table
    #[arg(long, value_name = "FILE", value_parser = written_as(".json"))]
    json: Option<PathBuf>,

    /// Write a report page with charts into this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

/// Results whose files were opened before the work began.
pub(super) struct OpenResults {
    json: OptionalFile,
    figures_on_stdout: bool,
    report: Option<OutputFolder>,
}

impl Results {
    /// Returns whether a report is wanted.
    pub(super) fn has_report(&self) -> bool {
        self.report.is_some()
    }

    /// Opens the files, so that a wrong path fails first.
    pub(super) fn open(&self) -> Result<OpenResults> {
        Ok(OpenResults {
            report: output::folder(&self.report)?,
            json: OptionalFile::open(&self.json)?,
            figures_on_stdout: self.json.as_deref().is_some_and(is_stdout),
        })
    }
}

impl OpenResults {
    /// Writes a comparison to all requested outputs.
    pub(super) fn write(
        self,
        page: Page,
        comparison: &Comparison,
        console: &Console,
    ) -> Result<()> {
        for note in &comparison.notes {
            console.warn(note);
        }
        if !self.figures_on_stdout {
            console.data(&report::table(comparison, console.style()))?;
        }
        self.json.write(report::json(comparison))?;
        if let Some(folder) = self.report {
            let page = page.write(folder.path())?;
            console.say(&format!("report: {}", page.display()));
        }
        Ok(())
    }
}
