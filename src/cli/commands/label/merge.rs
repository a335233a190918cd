//! `dejalu label merge`.

use std::path::PathBuf;

use clap::Args;
use dejalu::error::Result;
use dejalu::label::MergedLabels;
use dejalu::pairs::{Handwritten, handwritten, read_labels, write_labels};
use dejalu::report::sanitize_line;
use dejalu_io::OutputFile;
use serde_json::{Value, json};

use crate::cli::commands::figures::Json;
use crate::cli::console::Console;
use crate::cli::files::lost;
use crate::cli::options::written_as;
use crate::cli::output::is_stdout;
use crate::cli::run::{Outcome, Run};

/// Merge the answers of two people, and say how far they agree
///
/// Reports Cohen's kappa over the pairs that both have answered (1, 0 and unsure), and lists the pairs on which they
/// disagree. In the merged file these have no answer, and both answers in their note: talk about them, and answer again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu label merge anna.jsonl ben.jsonl --out both.jsonl
  dejalu label merge anna.jsonl ben.jsonl --out both.jsonl --json agreement.json
  dejalu label notes --audit drawn --out both.jsonl")]
pub(super) struct Merge {
    /// File of answers of the first person
    #[arg(value_name = "A")]
    a: PathBuf,

    /// File of answers of the second person
    #[arg(value_name = "B")]
    b: PathBuf,

    /// File of answers to write (.jsonl); one that holds answers is not replaced
    #[arg(long, short, value_name = "LABELS", value_parser = written_as(".jsonl"))]
    out: PathBuf,

    #[command(flatten)]
    json: Json,
}

impl Run for Merge {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "a": self.a, "b": self.b, "out": self.out, "json": self.json }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        self.check()?;
        let json = self.json.open()?;
        let out = OutputFile::create(&self.out)?;
        let [a, b] = [read_labels(&self.a)?, read_labels(&self.b)?];
        let merged = MergedLabels::new(&a, &b);
        write_labels(out, &merged.rows)?;
        json.write_value(&json!(merged))?;
        let mut lines = merged.sentences();
        lines.extend(merged.disagreements.iter().map(|it| {
            let [a, b] = it.pair.each_ref().map(|id| sanitize_line(id.as_str()));
            let [first, second] = &it.answers;
            format!("  {a}, {b}: {first} and {second}")
        }));
        let text = lines.join("\n");
        if self.json.is_stdout() || is_stdout(&self.out) {
            console.say(&text);
        } else {
            console.data(&format!("{text}\n"))?;
        }
        Ok(Outcome::Done)
    }
}

impl Merge {
    /// Refuses to replace answers.
    fn check(&self) -> Result<()> {
        match handwritten(&self.out) {
            Ok(Handwritten::Nothing) => Ok(()),
            other => Err(lost("--out", &self.out.display().to_string(), other)),
        }
    }
}
