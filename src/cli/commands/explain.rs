//! `dejalu explain`.

use std::path::PathBuf;

use clap::Args;
use dejalu::collection::{Judge, Threshold};
use dejalu::error::Result;
use dejalu::report::Explanation;
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::console::Console;
use crate::cli::options::{Ignoring, ModelFile, read_file, written_as};
use crate::cli::output::{OptionalFile, is_stdout};
use crate::cli::run::{Outcome, Run};

/// Explain why two files are near-duplicates, or why not
///
/// Shows which sentences of one document the other contains, word for word, reworded or moved; what
/// each feature adds to the score; and what the published rules decide.
#[derive(Debug, Args, Serialize)]
#[command(after_help = "\
Examples:
  dejalu explain old.html new.html
  dejalu explain old.txt new.txt --html why.html     one HTML page
  dejalu explain old.txt new.txt --json -            the full result, for programs
  dejalu explain one.txt other.txt --ignore question.txt --ignore-quotes

A sentence is contained in the other document if it has a counterpart there that says the same: \
word for word, reworded, split or merged, with the same numbers, dates and names.

For documents over 300,000 bytes the page shows only text that was changed or moved, or is in one document \
only. If two documents have thousands of nearly equal sentences, each is compared only \
with the 64 nearest that share its rarest words, and only equal words count; the output says so.

Text that --ignore excludes is shaded on the page and listed in the JSON (left_out: span, its place in the \
document; at, its place in the compared text; both in bytes).

Exit codes: 0 success, whatever the decision, 2 error.")]
pub(in crate::cli) struct Explain {
    /// The first document, a text or a web page
    #[arg(value_name = "A")]
    a: PathBuf,

    /// The second document
    #[arg(value_name = "B")]
    b: PathBuf,

    #[command(flatten)]
    model: ModelFile,

    /// Minimum score of a duplicate: own (the threshold of the model), a level of the model ('dejalu model show' lists
    /// them: copy, revision, rewrite), or a number; --at revision [default: own, which of the built-in model is rewrite]
    #[arg(long, help_heading = "Decision", value_name = "T")]
    at: Option<String>,

    #[command(flatten)]
    ignoring: Ignoring,

    /// Write a page with both texts side by side, which works offline; - is stdout
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = written_as(".html"))]
    html: Option<PathBuf>,

    /// Write the full result as JSON; - is stdout
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = written_as(".json"))]
    json: Option<PathBuf>,
}

impl Run for Explain {
    fn settings(&self) -> Result<Value> {
        Ok(json!(self))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let (html, json) = (
            OptionalFile::open(&self.html)?,
            OptionalFile::open(&self.json)?,
        );
        let model = self.model.load()?;
        model.check_measurable()?;
        let at = self.at.as_deref().unwrap_or("own");
        let minimum = Threshold::of_search(at, &Judge::model(model.clone()))?;
        let read = |path| read_file(path, &model.analysis);
        let documents = [read(&self.a)?, read(&self.b)?];
        console.characters(&documents);
        let shortened = self.ignoring.shorten(documents, &model.analysis)?;
        let explanation = Explanation::of_shortened(&model, shortened)?.decided_at(&model, minimum);
        if self.html.is_some() {
            html.write(explanation.html()?)?;
        }
        json.write(explanation.json())?;
        if ![&self.html, &self.json]
            .into_iter()
            .flatten()
            .any(|path| is_stdout(path))
        {
            console.data(&explanation.terminal(console.style()))?;
        }
        Ok(Outcome::Done)
    }
}
