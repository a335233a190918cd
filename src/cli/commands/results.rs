//! Where a comparison's results go: the terminal, JSON, a report page.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use dejalu::error::{IoContext, Result};
use dejalu::experiment::CrossValidation;
use dejalu::experiment::compare::{Comparison, Plane};
use dejalu::io::{OutputFile, OutputFolder};
use dejalu::report::{self, Page, Style};
use serde::Serialize;

use crate::cli::console::Console;
use crate::cli::options::json_file;

/// Where results go besides the terminal.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Results")]
pub(super) struct Results {
    /// Write all figures as JSON; - is stdout, instead of the table
    #[arg(long, value_name = "FILE", value_parser = json_file)]
    json: Option<PathBuf>,

    /// Write a report page with charts into this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

/// Results whose files were opened before the work began.
pub(super) struct OpenResults<'a> {
    json: Option<(&'a PathBuf, OutputFile)>,
    report: Option<OutputFolder>,
}

impl Results {
    /// Opens the files, so that a wrong path fails first.
    pub(super) fn open(&self) -> Result<OpenResults<'_>> {
        let report = self.report.as_deref().map(OutputFolder::create);
        let json = self.json.as_ref();
        let json = json.map(|path| OutputFile::create(path).map(|file| (path, file)));
        Ok(OpenResults {
            report: report.transpose()?,
            json: json.transpose()?,
        })
    }
}

impl OpenResults<'_> {
    /// The plane of two features, which only a report shows.
    pub(super) fn plane(
        &self,
        study: &CrossValidation,
        comparison: &Comparison,
    ) -> Result<Option<Plane>> {
        match self.report {
            Some(_) => Plane::of(study, comparison),
            None => Ok(None),
        }
    }

    /// Writes a comparison to all requested outputs.
    pub(super) fn write(self, page: &Page, console: &Console) -> Result<()> {
        let comparison = page.comparison;
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
            let page = page.write(folder.path())?;
            console.say(&format!("report: {}", page.display()));
        }
        Ok(())
    }
}
