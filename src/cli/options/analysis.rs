//! Options for the analysis of documents.

use clap::Args;
use dejalu::error::Result;
use dejalu::text::AnalysisOptions;
use serde::Serialize;

/// How documents are read.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Reading")]
pub(in crate::cli) struct Analysis {
    /// Language for stop words and stemming: a name or ISO code; with several, separated by commas,
    /// or auto, the language of each document is detected
    #[arg(long, value_name = "NAME|auto", default_value = "english")]
    language: String,

    /// How to find the main content of web pages: landmarks (elements such as <main> and
    /// <article>), readability (density of the text, as in a browser's reader view), or off
    /// (everything is content)
    #[arg(long, value_name = "WAY", default_value = "landmarks")]
    main_content: String,

    /// Which marks on letters count, as the accent in é: auto (those that make a letter of its own in the
    /// language, as in Spanish ñ), fold (none) or keep (all)
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
