//! `dejalu diff`.

use std::path::PathBuf;

use clap::Args;
use dejalu::collection::{ChangedDocument, Constraints, GroupChanges, GroupColumns, GroupsTable};
use dejalu::document::DocumentId;
use dejalu::error::Result;
use dejalu::report::sanitize_line;
use dejalu_io::OutputFile;
use serde_json::{Value, json};

use super::figures::Json;
use super::table::{Table, cell};
use crate::cli::console::Console;
use crate::cli::options::{all_columns, group_column, whole, written_as};
use crate::cli::output::is_stdout;
use crate::cli::run::{Outcome, Run};

/// Say what changed between two tables of groups
///
/// Compares two runs, of this program or of any other, by the ids of documents: what is removed now, kept now, removed in
/// favour of another document, merged, split, new or gone; and why: a new document, one that is gone, a constraint of
/// --constraints, kept beside the kept one (it would lose too much, or an audit did not pass), a threshold (as the scores
/// of both tables tell), or else another decision, such as another model.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu diff monday.csv tuesday.csv
  dejalu diff before.csv after.csv --out changes.csv
  dejalu diff before.csv after.csv --constraints known.csv
  dejalu diff theirs.csv ours.csv --column group=cluster --json changes.json

The table has the columns id, change (removed-now, kept-now, other-kept, merged, split, new, gone), before and after (the \
document that represents its group), and cause (new-document, gone-document, constraint, kept-beside, threshold, \
decision). A group that is merged or split has one row, that of its representative. Exit code 0, whatever changed.")]
pub(in crate::cli) struct Diff {
    /// The earlier table of groups: id with representative, kept_id or group, or ids of kept documents alone
    #[arg(value_name = "OLD")]
    old: PathBuf,

    /// The later one
    #[arg(value_name = "NEW")]
    new: PathBuf,

    /// Column of both tables with another name: id, group, representative or kept, as in group=cluster; may be repeated
    #[arg(long = "column", help_heading = "Groups", value_name = "ROLE=NAME", value_parser = group_column)]
    columns: Vec<GroupColumns>,

    /// Must-link and cannot-link pairs of either run, withdrawn ones included: what they explain has the cause
    /// 'constraint'
    #[arg(long, help_heading = "Groups", value_name = "FILE")]
    constraints: Option<PathBuf>,

    /// Table of changes to write (.csv, also .gz, .zst); - is stdout
    #[arg(long, short, help_heading = "Results", value_name = "FILE", value_parser = written_as(".csv"))]
    out: Option<PathBuf>,

    /// Number of changes to list
    #[arg(long, help_heading = "Results", value_name = "N", default_value_t = 20, value_parser = whole::<usize>(0, 100_000))]
    top: usize,

    #[command(flatten)]
    json: Json,
}

impl Run for Diff {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "old": self.old, "new": self.new, "columns": self.columns, "constraints": self.constraints, "out": self.out,
            "top": self.top, "json": self.json,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let json = self.json.open()?;
        let out = self.out.as_deref().map(OutputFile::create).transpose()?;
        let columns = all_columns(&self.columns);
        let old = GroupsTable::read(&self.old, &columns)?;
        let new = GroupsTable::read(&self.new, &columns)?;
        let decided = self.constraints.as_deref().map(Constraints::read_pairs);
        let decided = decided.transpose()?.unwrap_or_default();
        let found = GroupChanges::explained(&old, &new, &decided)?;
        if let Some(out) = out {
            write(Table::new(out), &found.changes)?;
        }
        json.write_value(&json!({
            "format": 1, "documents": found.documents, "counts": found.counts(), "changes": found.changes,
        }))?;
        let mut lines = found.sentences();
        lines.extend(found.changes.iter().take(self.top).map(line));
        if found.changes.len() > self.top && self.top > 0 {
            lines.push(format!("  and {} more", found.changes.len() - self.top));
        }
        let text = lines.join("\n");
        if self.json.is_stdout() || self.out.as_deref().is_some_and(is_stdout) {
            console.say(&text);
        } else {
            console.data(&format!("{text}\n"))?;
        }
        Ok(Outcome::Done)
    }
}

fn write(mut table: Table, changes: &[ChangedDocument]) -> Result<()> {
    table.row(["id", "change", "before", "after", "cause"])?;
    for change in changes {
        table.row([
            change.id.to_string(),
            change.change.to_string(),
            cell(change.before.as_ref()),
            cell(change.after.as_ref()),
            cell(change.cause),
        ])?;
    }
    table.finish()
}

fn line(change: &ChangedDocument) -> String {
    let id = |id: &DocumentId| sanitize_line(id.as_str());
    let told = |id: &Option<DocumentId>| {
        id.as_ref()
            .map_or("–".to_string(), |it| sanitize_line(it.as_str()))
    };
    let cause = change
        .cause
        .map_or(String::new(), |cause| format!(" ({cause})"));
    format!(
        "  {}: {}, represented by {} before and {} now{cause}",
        id(&change.id),
        change.change,
        told(&change.before),
        told(&change.after)
    )
}
