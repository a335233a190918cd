//! Options for text to ignore.

use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::document::{Document, reader};
use dejalu::error::{DocumentError, Error, Result};
use dejalu::text::{AnalysisOptions, Analyzer, Ignored, Shortened};
use dejalu_base::plural::counted;
use dejalu_io::place;
use rayon::prelude::*;
use serde::Serialize;

use crate::cli::console::Console;

/// Options for text to ignore.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Ignoring")]
pub(in crate::cli) struct Ignoring {
    /// Ignore the sentences and the runs of four words of this text or web page; repeatable
    #[arg(long, value_name = "FILE")]
    ignore: Vec<PathBuf>,

    /// Ignore text in quotation marks, and the quoted text, signatures and footers of emails
    #[arg(long)]
    ignore_quotes: bool,
}

impl Ignoring {
    /// Returns whether everything counts.
    pub(in crate::cli) fn is_nothing(&self) -> bool {
        self.ignore.is_empty() && !self.ignore_quotes
    }

    /// Texts to cut out of documents that this analyzer reads.
    pub(in crate::cli) fn ignored(&self, analyzer: &Analyzer) -> Result<Ignored> {
        let read = |path: &PathBuf| reader::read_one(path, analyzer.options().main_content);
        let texts: Vec<Document> = self.ignore.iter().map(read).collect::<Result<_>>()?;
        Ok(Ignored::new(analyzer, &texts, self.ignore_quotes))
    }

    /// Two documents without what does not count. Refuses one of which nothing is left: a model would
    /// judge the pair by how often its training pairs were duplicates.
    pub(in crate::cli) fn shorten(
        &self,
        documents: [Document; 2],
        analysis: &AnalysisOptions,
    ) -> Result<[Shortened; 2]> {
        let analyzer = Analyzer::new(analysis.clone());
        let ignored = self.ignored(&analyzer)?;
        let shortened = documents.map(|it| ignored.shorten(&analyzer, Shortened::whole(it)));
        match shortened.iter().find(|it| !it.document.has_words()) {
            None => Ok(shortened),
            Some(empty) => Err(Error::from(DocumentError::OnlyIgnored)
                .at(&place(Path::new(empty.document.id.as_str())))),
        }
    }

    /// Cuts out of documents, which are read in this way, what does not count; says how many have nothing
    /// left.
    pub(in crate::cli) fn cut(
        &self,
        documents: Vec<Document>,
        analysis: &AnalysisOptions,
        console: &Console,
    ) -> Result<Vec<Document>> {
        let analyzer = Analyzer::new(analysis.clone());
        let ignored = self.ignored(&analyzer)?;
        if ignored.is_empty() {
            return Ok(documents);
        }
        let rest = documents.par_iter();
        let rest: Vec<Document> = rest.map(|it| ignored.cut(&analyzer, it)).collect();
        let wordless = rest.iter().filter(|it| !it.has_words()).count();
        if wordless > 0 {
            let counted = counted(wordless, "document has", "documents have");
            console.warn(&format!(
                "{counted} no words besides those that are ignored, so that there is nothing to compare"
            ));
        }
        Ok(rest)
    }
}
