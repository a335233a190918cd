//! `dejalu label report`.

use std::path::PathBuf;

use clap::Args;
use dejalu::collection::{Collection, Judge};
use dejalu::error::Result;
use dejalu::label::{LabelReport, LabelReportOptions};
use dejalu::pairs::read_labels;
use dejalu::report::sanitize_line;
use dejalu_base::plural::{counted, percent};
use serde_json::{Value, json};

use crate::cli::commands::figures::Json;
use crate::cli::console::Console;
use crate::cli::options::{Decision, Inputs, Reading, typed};
use crate::cli::run::{Outcome, Run};

/// Evaluate a model on the answers, and list likely labelling errors
///
/// Estimates precision, recall and F1 on all pairs that the audit was drawn from, with 95 % intervals. The learning
/// curve and the likely errors come from models trained on the other answers.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu label report labels.jsonl --documents notes
  dejalu label report labels.jsonl --documents notes --model model.json --json worth.json
  dejalu label report labels.jsonl --documents notes --rule jaccard=0.8")]
pub(super) struct Report {
    /// File of answers that 'dejalu label' wrote
    #[arg(value_name = "LABELS")]
    labels: PathBuf,

    /// Documents that the ids refer to: a folder, or a table, reference file or archive (.csv, .xlsx,
    /// .ris, .zip and others: docs/formats.md); may be repeated
    #[arg(long, short, value_name = "DOCUMENTS", required = true)]
    documents: Vec<PathBuf>,

    #[command(flatten)]
    decision: Decision,

    #[command(flatten)]
    json: Json,

    #[command(flatten)]
    reading: Reading,
}

impl Run for Report {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "labels": self.labels, "documents": typed(&self.documents), "decision": self.decision,
            "json": self.json, "reading": self.reading,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let json = self.json.open()?;
        let judge: Judge = self
            .decision
            .judge(&self.reading, &Inputs::default(), None)?;
        let rows = read_labels(&self.labels)?;
        let inputs = Inputs::of(&self.documents)?;
        let read = self.reading.load(&inputs, judge.analysis(), console)?;
        let collection = Collection::new(read.documents);
        let options = LabelReportOptions::default();
        let report = LabelReport::new(&rows, &collection, &judge, &options, console)?;
        report.check()?;
        json.write_value(&json!(report))?;
        if report.without_documents > 0 {
            let answers = counted(report.without_documents, "answer", "answers");
            console.warn(&format!(
                "{answers} left out: their documents are not in the collection"
            ));
        }
        let mut text = String::new();
        for line in report.lines() {
            text.push_str(&format!("{line}\n"));
        }
        for mistake in report.mistakes.iter().filter(|it| it.is_doubtful()) {
            let [a, b] = mistake.pair.each_ref().map(|id| sanitize_line(id.as_str()));
            text.push_str(&format!(
                "  {a}, {b}: answered {}; probability of that answer {}\n",
                mistake.label,
                percent(mistake.probability, 1)
            ));
        }
        if self.json.is_stdout() {
            console.say(text.trim_end());
        } else {
            console.data(&text)?;
        }
        Ok(Outcome::unless(read.partly || report.without_documents > 0))
    }
}
