//! Figures for programs: `--json FILE`.

use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::error::Result;
use dejalu::io::{OutputFile, STANDARD_STREAM};
use serde::Serialize;
use serde_json::Value;

use crate::cli::options::json_file;

/// Where all figures go as JSON, if anywhere.
#[derive(Debug, Clone, Args, Serialize)]
#[serde(transparent)]
#[command(next_help_heading = "Results")]
pub(super) struct Json {
    /// Write the full result as JSON; - is stdout, instead of the text output
    #[arg(long, value_name = "FILE", value_parser = json_file)]
    json: Option<PathBuf>,
}

/// The file, opened before the work whose figures it takes.
pub(super) struct OpenJson(Option<OutputFile>);

impl Json {
    /// Opens the file, so that a wrong path fails first.
    pub(super) fn open(&self) -> Result<OpenJson> {
        let path = self.json.as_deref();
        path.map(OutputFile::create).transpose().map(OpenJson)
    }

    /// Whether it is named.
    pub(super) fn is_named(&self) -> bool {
        self.json.is_some()
    }

    /// Whether the figures take the place of what is shown.
    pub(super) fn is_stdout(&self) -> bool {
        self.json.as_deref() == Some(Path::new(STANDARD_STREAM))
    }
}

impl OpenJson {
    /// Writes text that is JSON.
    pub(super) fn write(self, json: &[u8]) -> Result<()> {
        self.0.map_or(Ok(()), |out| out.write_whole(json))
    }

    /// Writes a value.
    pub(super) fn write_value(self, value: &Value) -> Result<()> {
        self.write(format!("{value:#}\n").as_bytes())
    }
}
