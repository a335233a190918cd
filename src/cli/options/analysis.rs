//! How documents are read, where nothing read before decides it.

use clap::Args;
use dejalu::error::Result;
use dejalu::text::AnalysisOptions;
use serde::Serialize;

/// How documents are read.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Reading")]
pub(in crate::cli) struct Analysis {
    /// Language of stop words and stems: a name or ISO code; several, separated by commas, or
    /// auto, and each document is read in its own
    #[arg(long, value_name = "NAME|auto", default_value = "english")]
    language: String,

    /// How the main content of web pages is found: landmarks (what the page calls its parts),
    /// readability (the shape of the text, as in a browser's reading view), or off (all is content)
    #[arg(long, value_name = "WAY", default_value = "landmarks")]
    main_content: String,
}

impl Analysis {
    /// What was typed, resolved.
    pub(in crate::cli) fn resolve(&self) -> Result<AnalysisOptions> {
        Ok(AnalysisOptions {
            language: self.language.parse()?,
            main_content: self.main_content.parse()?,
        })
    }
}
