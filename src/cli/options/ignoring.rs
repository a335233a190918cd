//! Options for text to ignore.

use std::path::PathBuf;

use clap::Args;
use dejalu::document::{Document, reader};
use dejalu::error::Result;
use dejalu::text::{AnalysisOptions, Analyzer, Ignored};
use rayon::prelude::*;
use serde::Serialize;

/// Options for text to ignore.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Ignoring")]
pub(in crate::cli) struct Ignoring {
    /// Ignore sentences and runs of four words of this text or web page, for example an
    /// assignment's question or a boilerplate notice
    #[arg(long, value_name = "FILE")]
    ignore: Option<PathBuf>,

    /// Ignore text in quotation marks
    #[arg(long)]
    ignore_quotes: bool,
}

impl Ignoring {
    /// Whether everything counts.
    pub(in crate::cli) fn is_nothing(&self) -> bool {
        self.ignore.is_none() && !self.ignore_quotes
    }

    /// What is to be cut out of documents that this analyzer reads.
    pub(in crate::cli) fn ignored(&self, analyzer: &Analyzer) -> Result<Ignored> {
        let read = |path| reader::read_one(path, analyzer.options().main_content);
        let text = self.ignore.as_deref().map(read).transpose()?;
        Ok(Ignored::new(analyzer, text.as_ref(), self.ignore_quotes))
    }

    /// Cuts out of documents, which are read in this way, what does not count.
    pub(in crate::cli) fn cut(
        &self,
        documents: Vec<Document>,
        analysis: &AnalysisOptions,
    ) -> Result<Vec<Document>> {
        let analyzer = Analyzer::new(analysis.clone());
        let ignored = self.ignored(&analyzer)?;
        if ignored.is_empty() {
            return Ok(documents);
        }
        Ok(documents
            .par_iter()
            .map(|document| ignored.cut(&analyzer, document))
            .collect())
    }
}
