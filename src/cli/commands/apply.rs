//! `dejalu apply`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use dejalu::Silent;
use dejalu::collection::{
    Certificate, Collection, DedupeOptions, Grouping, Judge, MoveOptions, dedupe,
};
use dejalu::document::Document;
use dejalu::document::reader::Origin;
use dejalu::error::{IoContext, Result};
use dejalu_base::plural::counted;
use dejalu_io::{OutputFile, place_outputs};
use serde_json::{Value, json};

use super::dedupe::{Again, Kept};
use super::source::Source;
use crate::cli::console::Console;
use crate::cli::options::{Decision, Given, Reading, written_as, wrong, wrong_as_said};
use crate::cli::output::is_stdout;
use crate::cli::run::{Outcome, Run};

/// Carry out any tool's groups: write what is kept, merge fields, move files, certify
///
/// Does what GROUPS says without checking it; check it with 'dejalu audit' first.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu apply groups.csv --documents docs.jsonl --write-kept kept.jsonl
  dejalu apply groups.csv --documents library.ris --write-kept clean.ris --merge merged.csv
  dejalu apply clusters.csv --column group=cluster --documents notes --move-removed removed
  dejalu apply groups.csv --documents docs.jsonl --write-kept kept.jsonl --certificates certificates.jsonl
  dejalu restore removed

A certificate states what the kept text has of a removed one, word for word, and what is lost; \
examples/check_certificates checks it by the texts alone. Nothing is deleted.")]
pub(in crate::cli) struct Apply {
    #[command(flatten)]
    given: Given,

    #[command(flatten)]
    decision: Decision,

    /// Write the kept documents: unchanged with the input's extension (also .gz or .zst, except for .parquet), of a
    /// folder or archive as .jsonl, of a spreadsheet as .csv; rows also anew from their fields, as .ris, .csv, .tsv,
    /// .jsonl or .json (CSL)
    #[arg(long, help_heading = "Results", value_name = "FILE")]
    write_kept: Option<PathBuf>,

    /// With --write-kept: fill the empty fields of each kept record from the documents removed for it, best match first
    /// (exact copies, then by the column 'score' of GROUPS, then by id), and log every change to this table: kept, field,
    /// removed, value. Never overwrites a value, and leaves one empty that would make two kept records duplicates
    #[arg(long, help_heading = "Results", value_name = "FILE", requires = "write_kept", value_parser = written_as(".csv"))]
    merge: Option<PathBuf>,

    /// Move the removed files of a folder into this new folder, with a manifest: all of them or none, and no file is
    /// deleted; 'dejalu restore DIR' moves them back. Files changed since they were read stay, and so do their duplicates
    /// (exit code 2)
    #[arg(long, help_heading = "Results", value_name = "DIR")]
    move_removed: Option<PathBuf>,

    /// Write a line for each removal (.jsonl, also .gz, .zst): the kept document, the share of the removed text that it
    /// has, the passages of the same words in both, and what is lost
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = written_as(".jsonl"))]
    certificates: Option<PathBuf>,

    #[command(flatten)]
    reading: Reading,
}

impl Run for Apply {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "given": self.given, "decision": self.decision, "write_kept": self.write_kept, "merge": self.merge,
            "move_removed": self.move_removed, "certificates": self.certificates, "reading": self.reading,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        self.check()?;
        let source = Source::of(self.given.documents())?;
        let judge = source.judge(&self.decision, &self.reading, None)?;
        let table = self.given.table()?;
        let files = source.files(&self.reading, &judge);
        let [write_kept, merge] = [&self.write_kept, &self.merge].map(|path| path.as_deref());
        let mut kept = Kept::open(write_kept, merge, &source, files)?;
        let certificates = self
            .certificates
            .as_deref()
            .map(OutputFile::create)
            .transpose()?;
        let moving = self.moving(&source, console)?;
        let read = source.load(&self.reading, &judge, console)?;
        if read.partly {
            kept.keep_left_out(read.documents.iter().map(Origin::from))?;
        }
        let collection = Collection::new(read.documents);
        let given = self.given.resolve(&table, &collection, &judge, console)?;
        console.end();
        for warning in given.warnings() {
            console.alert(&warning);
        }
        kept.check_unchanged()?;
        if let Some(out) = certificates {
            write_certificates(out, &collection, &given.grouping)?;
        }
        // Whoever made the groups has decided what stays; only what is filled must make no other duplicates.
        let again = Again {
            dedupe: &|kept| duplicates(kept, &judge),
            is_of_others: true,
        };
        let said = kept.write_groups(collection.documents(), &given.grouping, again)?;
        let mut is_moved = true;
        if let Some(moving) = moving {
            // Before files move, so that what is written can be complete or absent.
            place_outputs()?;
            let moved = moving.run_grouping(&collection, &given.grouping)?;
            is_moved = super::dedupe::say_moved(&moving, &moved, console);
        }
        let removed = given.grouping.removed().count();
        let documents = collection.documents().len();
        let mut lines = vec![format!(
            "{} removed, {} kept",
            counted(removed, "document", "documents"),
            documents - removed
        )];
        // A list of what is kept names no other.
        let unnamed = documents.saturating_sub(table.documents());
        if unnamed > 0 && !table.lists_kept() {
            let counted = counted(unnamed, "document is", "documents are");
            lines.push(format!("{counted} not in the table, and kept"));
        }
        lines.extend(said);
        console.summary(&(lines.join("\n") + "\n"), self.takes_stdout())?;
        Ok(Outcome::unless(read.partly || !is_moved))
    }
}

impl Apply {
    /// Refuses to do nothing.
    fn check(&self) -> Result<()> {
        let asked = [&self.write_kept, &self.move_removed, &self.certificates];
        if asked.into_iter().any(Option::is_some) {
            return Ok(());
        }
        let expected = "expected --write-kept, --move-removed or --certificates, since apply does nothing without one of them";
        let shown = format!("'{}'", self.given.groups.display());
        Err(wrong_as_said("GROUPS", &shown, expected))
    }

    fn moving(&self, source: &Source, console: &Console) -> Result<Option<MoveOptions>> {
        let Some(into) = self.move_removed.clone() else {
            return Ok(None);
        };
        let Some(from) = source.path() else {
            let expected = "expected one folder of documents, from which files are moved";
            return Err(wrong("--documents", &self.given.typed(), expected));
        };
        let moving = MoveOptions {
            from: from.to_path_buf(),
            into,
            unaudited: true,
        };
        if moving.prepare_folder()? {
            let shown = moving.into.display();
            console.warn(&format!("{shown}: an interrupted move was undone first"));
        }
        Ok(Some(moving))
    }

    fn takes_stdout(&self) -> bool {
        let outputs = [&self.write_kept, &self.merge, &self.certificates];
        outputs.into_iter().flatten().any(|path| is_stdout(path))
    }
}

/// Each document that a judge would remove, with the one that it would keep in its place.
fn duplicates(documents: Vec<Document>, judge: &Judge) -> Result<Vec<[Document; 2]>> {
    let collection = Collection::new(documents);
    let result = dedupe(&collection, judge, &DedupeOptions::default(), &Silent)?;
    let document = |place: u32| collection.documents()[place as usize].clone();
    let removed = result.groupings.iter().flat_map(Grouping::removed);
    let pairs = removed.map(|(place, removal)| [place, removal.in_favour_of].map(document));
    Ok(pairs.collect())
}

fn write_certificates(
    mut out: OutputFile,
    collection: &Collection,
    grouping: &Grouping,
) -> Result<()> {
    let path = out.path().to_path_buf();
    for certificate in Certificate::of_removals(collection, grouping) {
        let line = json!(certificate);
        writeln!(out, "{line}").context("write", &path)?;
    }
    out.finish()
}
