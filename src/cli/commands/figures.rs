//! Figures for programs: `--json FILE`.

use std::path::PathBuf;

use clap::Args;
use dejalu::error::Result;
use serde::Serialize;

use crate::cli::options::written_as;
use crate::cli::output::{OptionalFile, is_stdout};

/// The file for all figures as JSON, if any.
#[derive(Debug, Clone, Args, Serialize)]
#[serde(transparent)]
#[command(next_help_heading = "Results")]
pub(super) struct Json {
    /// Write the full result as JSON; - writes it to stdout instead of the text output
    #[arg(long, value_name = "FILE", value_parser = written_as(".json"))]
    json: Option<PathBuf>,
}

impl Json {
    /// Opens the file, so that a wrong path fails first.
    pub(super) fn open(&self) -> Result<OptionalFile> {
        OptionalFile::open(&self.json)
    }

    /// Returns whether it is named.
    pub(super) fn is_named(&self) -> bool {
        self.json.is_some()
    }

    /// Returns whether the figures take the place of what is shown.
    pub(super) fn is_stdout(&self) -> bool {
        self.json.as_deref().is_some_and(is_stdout)
    }
}
