//! `dejalu index DOCUMENTS`: an index is made, or added to.

use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::collection::index::Index;
use dejalu::error::{Error, ErrorKind, IndexError, Place, Result};
use dejalu_io::OutputFolder;
use serde_json::{Value, json};

use super::add::report;
use crate::cli::console::Console;
use crate::cli::options::{Inputs, ModelFile, Reading, typed, wrong};
use crate::cli::run::{Outcome, Run};

/// All of it is required, except beside an action of 'index'.
#[derive(Debug, Args)]
pub(super) struct Create {
    /// Documents: a folder, or tables, reference files or archives (.csv, .xlsx, .ris, .zip and others:
    /// docs/formats.md); several make one collection; - is JSONL on stdin; each at most 16 MiB
    #[arg(value_name = "DOCUMENTS", required = true)]
    documents: Vec<PathBuf>,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    model: ModelFile,

    /// Folder of the index
    #[arg(
        long,
        short,
        help_heading = "Results",
        value_name = "DIR",
        required = true
    )]
    out: Option<PathBuf>,
}

impl Run for Create {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "documents": typed(&self.documents), "reading": self.reading, "model": self.model, "out": self.out,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let documents = &Inputs::of(&self.documents)?;
        let out = given("--out", &self.out)?;
        let folder = OutputFolder::create(out)?;
        let mut index = self.open(out, documents, console)?;
        let analysis = &index.model().analysis;
        let mut batches = self.reading.batches(documents, analysis, console)?;
        let added = index.add_batches(&mut batches, console)?;
        report(&added, &index, folder.path(), console)?;
        Ok(Outcome::unless(batches.partly()))
    }
}

impl Create {
    /// The index that is there, or a new one.
    fn open(&self, folder: &Path, documents: &Inputs, console: &Console) -> Result<Index> {
        let index = match Index::open(folder) {
            Err(error) if matches!(error.kind(), ErrorKind::Index(IndexError::Missing)) => {
                let model = self
                    .model
                    .load_for(documents, &self.reading, Some(console))?;
                return Index::create(folder, model);
            }
            opened => opened?,
        };
        if self.model.is_named() && self.model.load()? != *index.model() {
            return Err(Error::from(IndexError::OtherModel).at(&Place::file(folder)));
        }
        Ok(index)
    }
}

fn given<'a>(name: &str, path: &'a Option<PathBuf>) -> Result<&'a Path> {
    let missing = || wrong(name, "", "expected a path");
    path.as_deref().ok_or_else(missing)
}
