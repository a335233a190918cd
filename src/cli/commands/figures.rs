//! Figures for programs: `--json FILE`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::error::{IoContext, Result};
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
pub(super) struct OpenJson<'a>(Option<(&'a Path, OutputFile)>);

impl Json {
    /// Opens the file, so that a wrong path fails first.
    pub(super) fn open(&self) -> Result<OpenJson<'_>> {
        let path = self.json.as_deref();
        let open = |path| OutputFile::create(path).map(|file| (path, file));
        path.map(open).transpose().map(OpenJson)
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

impl OpenJson<'_> {
    /// Writes text that is JSON.
    pub(super) fn write(self, json: &[u8]) -> Result<()> {
        let Some((path, mut out)) = self.0 else {
            return Ok(());
        };
        out.write_all(json).context("write", path)?;
        out.finish()
    }

    /// Writes a value.
    pub(super) fn write_value(self, value: &Value) -> Result<()> {
        self.write(format!("{value:#}\n").as_bytes())
    }
}
