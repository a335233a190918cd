//! `dejalu explain`.

use std::path::PathBuf;

use clap::Args;
use dejalu::collection::{Judge, Threshold};
use dejalu::document::{Document, DocumentId};
use dejalu::error::Result;
use dejalu::model::{MinimumScore, Model};
use dejalu::report::Explanation;
use serde::Serialize;
use serde_json::{Value, json};

use super::of_groups::OfGroups;
use crate::cli::commands::source::Source;
use crate::cli::console::Console;
use crate::cli::options::{
    Ignoring, ModelFile, Reading, read_file, serialize_typed, written_as, wrong,
};
use crate::cli::output::{OptionalFile, is_stdout};
use crate::cli::run::{Outcome, Run};

/// Explain why two documents are near-duplicates, or why not
///
/// Shows which sentences of one document the other contains, word for word, reworded or moved; what
/// each feature adds to the score; and what the published rules decide. Of two records it shows how far each field
/// agrees, and what it adds to the score.
#[derive(Debug, Args, Serialize)]
// The output has the shorter name: few tables have HTML, and --html is a page in every command that writes one.
#[command(mut_arg("html", |column| column.long("html-column")))]
#[command(after_help = "\
Examples:
  dejalu explain old.html new.html
  dejalu explain old.txt new.txt --html why.html     one HTML page
  dejalu explain old.txt new.txt --json -            the full result, for programs
  dejalu explain one.txt other.txt --ignore question.txt --ignore-quotes
  dejalu explain --documents library.ris 17 203      two rows, by their ids
  dejalu explain --groups groups.csv --documents docs.jsonl --report why
  dejalu explain --groups groups.csv --documents docs.jsonl --of 203 --report why

A sentence is contained in the other document if it has a counterpart there that says the same: \
word for word, reworded, split or merged, with the same numbers, dates and names.

For documents over 300,000 bytes the page shows only text that was changed or moved, or is in one document \
only. If two documents have thousands of nearly equal sentences, each is compared only \
with the 64 nearest that share its rarest words, and only equal words count; the output says so.

Text that --ignore excludes is shaded on the page and listed in the JSON (left_out: span, its place in the \
document; at, its place in the compared text; both in bytes).

Exit codes: 0 success, whatever the decision, 2 error.")]
pub(in crate::cli) struct Explain {
    /// The first document, a text or a web page; with --documents its id
    #[arg(
        value_name = "A",
        required_unless_present = "groups",
        conflicts_with = "groups"
    )]
    a: Option<PathBuf>,

    /// The second document
    #[arg(
        value_name = "B",
        required_unless_present = "groups",
        conflicts_with = "groups"
    )]
    b: Option<PathBuf>,

    /// Documents that A and B, or the rows of --groups, are the ids of: a folder, or a table, reference file or archive
    /// (.csv, .xlsx, .ris, .zip and others: docs/formats.md), or an index; may be repeated, for several as one collection
    #[arg(long, short, value_name = "DOCUMENTS")]
    #[serde(serialize_with = "serialize_typed")]
    documents: Vec<PathBuf>,

    #[command(flatten)]
    model: ModelFile,

    /// Minimum score of a duplicate: own (the threshold of the model), a level of the model ('dejalu model show' lists
    /// them: copy, revision, rewrite), or a number; --at revision [default: own, which of the built-in model is rewrite]
    #[arg(long, help_heading = "Decision", value_name = "T")]
    at: Option<String>,

    #[command(flatten)]
    #[serde(flatten)]
    of_groups: OfGroups,

    #[command(flatten)]
    ignoring: Ignoring,

    /// Write a page with both texts, or the fields of both records, side by side, which works offline; - is stdout
    #[arg(id = "page", long = "html", help_heading = "Results", value_name = "FILE", value_parser = written_as(".html"))]
    #[serde(rename = "html")]
    page: Option<PathBuf>,

    /// Write the full result as JSON; - is stdout
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = written_as(".json"))]
    json: Option<PathBuf>,

    #[command(flatten)]
    reading: Reading,
}

impl Run for Explain {
    fn settings(&self) -> Result<Value> {
        Ok(json!(self))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let (page, json) = (
            OptionalFile::open(&self.page)?,
            OptionalFile::open(&self.json)?,
        );
        let source = self.source()?;
        let model = self.model(source.as_ref(), console)?;
        model.check_measurable()?;
        let at = self.at.as_deref().unwrap_or("own");
        let minimum = Threshold::of_search(at, &Judge::model(model.clone()))?;
        let how = (&self.ignoring, &self.reading);
        if let Some(source) = &source
            && let Some(done) = self
                .of_groups
                .run(source, (&model, minimum), how, console)?
        {
            return Ok(done);
        }
        let documents = self.documents(source.as_ref(), &model, console)?;
        let explanation = self.explained(documents, &model, minimum)?;
        if self.page.is_some() {
            page.write(explanation.html()?)?;
        }
        json.write(explanation.json())?;
        if ![&self.page, &self.json]
            .into_iter()
            .flatten()
            .any(|path| is_stdout(path))
        {
            console.data(&explanation.terminal(console.style()))?;
        }
        Ok(Outcome::Done)
    }
}

impl Explain {
    /// The collection that documents are named in, if they are no files.
    fn source(&self) -> Result<Option<Source>> {
        if self.documents.is_empty() {
            self.reading
                .refuse_without("--documents", "those of a table")?;
            return Ok(None);
        }
        Source::of(&self.documents).map(Some)
    }

    /// The model that was named, or that suits the documents.
    fn model(&self, source: Option<&Source>, console: &Console) -> Result<Model> {
        match source {
            Some(Source::Documents(inputs)) => {
                let reading = &self.reading;
                self.model.load_for(inputs, reading, Some(console))
            }
            Some(Source::Index(index)) if !self.model.is_named() => {
                self.model.refuse_no_veto()?;
                let judge = index.judge();
                judge
                    .trained()
                    .cloned()
                    .map_or_else(|| self.model.load(), Ok)
            }
            _ => self.model.load(),
        }
    }

    fn explained(
        &self,
        documents: [Document; 2],
        model: &Model,
        minimum: MinimumScore,
    ) -> Result<Explanation> {
        let shortened = self.ignoring.shorten(documents, &model.analysis)?;
        let explanation = Explanation::of_shortened(model, shortened)?;
        Ok(explanation.decided_at(model, minimum))
    }

    /// The two documents: files, or rows of a collection.
    fn documents(
        &self,
        source: Option<&Source>,
        model: &Model,
        console: &Console,
    ) -> Result<[Document; 2]> {
        let typed = [("A", &self.a), ("B", &self.b)];
        let typed = typed.map(|(name, path)| (name, path.clone().unwrap_or_default()));
        let Some(source) = source else {
            let [a, b] = typed.map(|(_, path)| read_file(&path, &model.analysis));
            let documents = [a?, b?];
            console.characters(&documents);
            return Ok(documents);
        };
        let read = source.load(&self.reading, &Judge::model(model.clone()), console)?;
        let [a, b] = typed.map(|(name, id)| {
            let id = id.display().to_string();
            let named = DocumentId::from(id.as_str());
            let found = read.documents.iter().find(|it| it.id == named).cloned();
            found.ok_or_else(|| wrong(name, &id, "expected the id of a document in --documents"))
        });
        Ok([a?, b?])
    }
}
