//! The options of `dejalu audit`, and the steps of a run.

use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::collection::{Collection, GroupsAudit, Judge};
use dejalu::error::Result;
use dejalu::pairs::write_labels;
use dejalu::report::RemovalsPage;
use dejalu_io::OutputFile;
use serde_json::{Value, json};

use super::questions::QuestionArgs;
use super::summary;
use crate::cli::commands::groups_table;
use crate::cli::commands::source::Source;
use crate::cli::commands::table::Table;
use crate::cli::console::Console;
use crate::cli::options::{
    Decision, Finding, Given, Reading, check_questions, check_table, table_or_labels_file, whole,
    written_as,
};
use crate::cli::output::{self, OptionalFile, is_stdout};
use crate::cli::run::{Outcome, Run};

/// Judge the removals of any tool's groups: what each would lose, and how many are wrong
///
/// Lists what would be lost, the worst first, with an estimate by a model. For a promise, draw some removals, let people
/// answer, and pass the answers: a test then decides how many of the removals can go.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu audit groups.csv --documents docs.jsonl
  dejalu audit clusters.parquet --column id=doc --column group=__cluster__ --documents docs.jsonl --report report
  dejalu audit kept.csv --documents docs.jsonl --draw 300 --out labels.jsonl
  dejalu label docs.jsonl --audit drawn --out labels.jsonl
  dejalu audit kept.csv --documents docs.jsonl --answers labels.jsonl --wrong-at-most 0.02 --out passed.csv

A removed document that GROUPS assigns to no kept document or group is compared with the kept document that the model finds \
most similar. The test orders removals by risk before anybody answers: how many documents go in favour of the same one, \
and how many others are more similar. It promises: with the given confidence, at most --wrong-at-most of the \
removals that pass are wrong.

Exit codes: 0 done, 1 the audit failed, 2 an error or skipped input.")]
pub(in crate::cli) struct AuditCommand {
    #[command(flatten)]
    given: Given,

    #[command(flatten)]
    questions: QuestionArgs,

    #[command(flatten)]
    decision: Decision,

    /// With --draw the questions to write (.jsonl); otherwise the table of groups to write (.csv, also .gz, .zst): with
    /// --answers, what did not pass is kept in it. 'dejalu apply' carries it out
    #[arg(long, short, help_heading = "Results", value_name = "FILE", value_parser = table_or_labels_file)]
    out: Option<PathBuf>,

    /// Number of removals to list, the worst first
    #[arg(long, help_heading = "Results", value_name = "N", default_value_t = 10, value_parser = whole::<usize>(0, 100_000))]
    top: usize,

    /// Write a page for those who decide into this folder: the verdict, what it rests on, the worst removals with what
    /// would be lost, and room to sign
    #[arg(long, help_heading = "Results", value_name = "DIR")]
    report: Option<PathBuf>,

    /// Write all figures as JSON; - is stdout
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = written_as(".json"))]
    json: Option<PathBuf>,

    #[command(flatten)]
    finding: Finding,

    #[command(flatten)]
    reading: Reading,
}

impl Run for AuditCommand {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "given": self.given, "decision": self.decision, "audit": self.questions, "out": self.out,
            "top": self.top, "report": self.report, "json": self.json,
            "candidates": self.finding.options()?, "reading": self.reading,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        self.check()?;
        let source = Source::of(self.given.documents())?;
        let judge = source.judge(&self.decision, &self.reading, None)?;
        let options = self.questions.options(self.finding.seed)?;
        let table = self.given.table()?;
        let json = OptionalFile::open(&self.json)?;
        let report = output::folder(&self.report)?;
        let out = self.out.as_deref().map(OutputFile::create).transpose()?;
        let read = source.load(&self.reading, &judge, console)?;
        let collection = Collection::new(read.documents);
        let given = self.given.resolve(&table, &collection, &judge, console)?;
        let candidates = self.finding.options()?;
        let found = GroupsAudit::new(
            &collection,
            given,
            &judge,
            candidates,
            options.as_ref(),
            console,
        )?;
        console.end();
        let grouping = &found.given.grouping;
        match (out, &found.audit) {
            (Some(out), Some(audit)) if self.questions.draw.is_some() => {
                write_labels(out, &audit.questions)?;
            }
            (Some(out), _) => {
                groups_table::write(Table::new(out), collection.documents(), grouping)?;
            }
            (None, _) => {}
        }
        json.write_value(&summary::json(&collection, &judge, &found))?;
        let mut text = summary::text(&collection, &found, self.top);
        if let Some(folder) = report {
            let settings = self.settings_shown(&judge);
            let page = RemovalsPage {
                title: "Audit of removals",
                collection: &collection,
                losses: &found.losses,
                audit: found.audit.as_ref(),
                alone: &found.given.alone,
                settings: &settings,
            };
            let written = page.write(folder.path())?;
            text.push_str(&format!("report: {}\n", written.display()));
        }
        if self.takes_stdout() {
            console.say(text.trim_end());
        } else {
            console.data(&text)?;
        }
        Ok(Outcome::of(!found.has_failed(), read.partly))
    }
}

impl AuditCommand {
    /// Refuses a file of questions under the name of a table, and the other way round.
    fn check(&self) -> Result<()> {
        let Some(out) = &self.out else { return Ok(()) };
        match self.questions.draw {
            Some(_) => check_questions(out, ["--draw", "--answers"]),
            None => check_table(out, "--draw"),
        }
    }

    fn takes_stdout(&self) -> bool {
        let outputs = [&self.out, &self.json];
        outputs.into_iter().flatten().any(|path| is_stdout(path))
    }

    fn settings_shown(&self, judge: &Judge) -> Vec<(&'static str, String)> {
        let shown = |path: &Path| path.display().to_string();
        let answers = self.questions.answers.as_deref().map(shown);
        let settings = [
            ("Groups", Some(shown(&self.given.groups))),
            ("Documents", Some(self.given.typed())),
            ("Estimate by", Some(judge.named_at(judge.minimum()))),
            ("Answers", answers),
            ("Seed", Some(self.finding.seed.to_string())),
        ];
        let named = settings.into_iter();
        named
            .filter_map(|(name, value)| Some((name, value?)))
            .collect()
    }
}
