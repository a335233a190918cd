//! Options for the analysis of documents.

use clap::Args;
use dejalu::error::Result;
use dejalu::text::AnalysisOptions;
use serde::Serialize;

/// Options by which documents are read.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Reading")]
pub(in crate::cli) struct Analysis {
    /// Language for stop words and stemming: a name or ISO code. With auto or several languages,
    /// separated by commas, the language of each document is detected
    #[arg(long, value_name = "NAME|auto", default_value = "english")]
    language: String,

    /// How to find the main content of web pages: landmarks (elements such as <main> and
    /// <article>), readability (text density, as in a browser's reader view), or off (the whole
    /// page)
    #[arg(long, value_name = "WAY", default_value = "landmarks")]
    main_content: String,

    /// Diacritics that distinguish words: auto (those that form a separate letter in the language, such as Spanish ñ),
    /// fold (none) or keep (all)
    #[arg(long, value_name = "WHICH", default_value = "auto")]
    marks: String,
}

impl Analysis {
    /// The resolved options.
    pub(in crate::cli) fn resolve(&self) -> Result<AnalysisOptions> {
        Ok(AnalysisOptions {
            language: self.language.parse()?,
            main_content: self.main_content.parse()?,
            marks: self.marks.parse()?,
            ..AnalysisOptions::default()
        })
    }
}
