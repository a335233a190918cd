//! The file of kept documents, and what is filled in them.

use std::path::Path;

use dejalu::collection::Grouping;
use dejalu::document::Document;
use dejalu::document::reader::{FilledField, Origin, ReadOptions};
use dejalu::error::{DocumentError, Error, Result};
use dejalu_base::plural::counted;
use dejalu_io::{Compression, FileState, OutputFile, STANDARD_STREAM, place};

use super::merging::{Again, Merged, Merging};
use crate::cli::commands::source::Source;
use crate::cli::commands::table::Table;
use crate::cli::options::wrong;

/// The source of the kept documents, and the file for them, if any.
pub(in crate::cli::commands) struct Kept<'a> {
    source: &'a Source<'a>,
    reading: ReadOptions,
    out: Option<OutputFile>,
    /// The rows that were not compared, by number.
    left_out: Vec<u64>,
    /// The list of what is filled, if anything is to be.
    merged: Option<OutputFile>,
    /// The state of the source before it was read, where it is a file.
    state: Option<FileState>,
}

impl<'a> Kept<'a> {
    /// Opens the files. Refuses a name whose ending is not that of the source, and to fill what has no
    /// fields.
    pub(in crate::cli::commands) fn open(
        kept: Option<&Path>,
        merged: Option<&Path>,
        source: &'a Source<'a>,
        reading: ReadOptions,
    ) -> Result<Self> {
        if let Some(path) = kept {
            check_ending(path, source)?;
        }
        if merged.is_some() {
            source.check_fields()?;
        }
        Ok(Kept {
            source,
            reading,
            out: kept.map(OutputFile::create).transpose()?,
            left_out: Vec::new(),
            merged: merged.map(OutputFile::create).transpose()?,
            state: state(source),
        })
    }

    /// Refuses a source that is not as it was read: its rows may be others by now.
    pub(in crate::cli::commands) fn check_unchanged(&self) -> Result<()> {
        match self.source.path() {
            Some(path) if self.out.is_some() && state(self.source) != self.state => {
                Err(Error::from(DocumentError::Rewritten).at(&place(path)))
            }
            _ => Ok(()),
        }
    }

    /// Keeps as well the rows that none of the documents that were read came of: no document is known that
    /// they are duplicates of.
    pub(in crate::cli::commands) fn keep_left_out(
        &mut self,
        read: impl IntoIterator<Item = Origin>,
    ) -> Result<()> {
        if self.out.is_some() {
            self.left_out = self.source.rows_left_out(&self.reading, read)?;
        }
        Ok(())
    }

    /// Writes documents unchanged; says what was kept beside them.
    pub(super) fn write(self, kept: &[Origin]) -> Result<Option<String>> {
        let Some(mut out) = self.out else {
            return Ok(None);
        };
        self.source
            .copy(kept, &self.left_out, &self.reading, &mut out)?;
        out.finish()?;
        Ok(beside(&self.left_out))
    }

    /// Writes the documents that a grouping keeps, and fills their fields if that was asked for; then
    /// says how many, and what was kept beside them.
    pub(in crate::cli::commands) fn write_groups(
        self,
        documents: &[Document],
        grouping: &Grouping,
        again: Again<'_>,
    ) -> Result<Vec<String>> {
        let document = |place: u32| &documents[place as usize];
        if self.merged.is_none() {
            let kept = grouping.kept().map(document).map(Origin::from);
            let kept: Vec<Origin> = kept.collect();
            return Ok(self.write(&kept)?.into_iter().collect());
        }
        let (Some(mut out), Some(list)) = (self.out, self.merged) else {
            return Ok(Vec::new());
        };
        let mut removed_for = grouping.removed_for();
        let kept: Vec<(&Document, Vec<&Document>)> = grouping
            .kept()
            .map(|place| {
                let removed = removed_for.remove(&place).unwrap_or_default();
                (document(place), removed.into_iter().map(document).collect())
            })
            .collect();
        let merging = Merging {
            source: self.source,
            reading: &self.reading,
            kept: &kept,
            left_out: &self.left_out,
        };
        let merged = merging.write(again, &mut out)?;
        out.finish()?;
        let shown = list.path().display().to_string();
        write_list(Table::new(list), &merged.filled)?;
        let beside = beside(&self.left_out);
        Ok(beside
            .into_iter()
            .chain([summary(&merged, &shown)])
            .collect())
    }
}

/// Describes the rows that are kept besides the documents.
fn beside(left_out: &[u64]) -> Option<String> {
    let rows = counted(
        left_out.len(),
        "row that was left out of the comparison is kept as it is",
        "rows that were left out of the comparison are kept as they are",
    );
    (!left_out.is_empty()).then_some(rows)
}

/// The state of a source that is a file. A folder changes where results are written into it.
fn state(source: &Source<'_>) -> Option<FileState> {
    let file = source.path().filter(|path| path.is_file());
    file.and_then(FileState::of)
}

fn check_ending(path: &Path, source: &Source<'_>) -> Result<()> {
    let ending = source.ending_of_copies()?;
    let (compression, name) = Compression::of(path);
    let may_be_packed = ending != ".parquet";
    let is_packed = compression != Compression::None;
    let is_stream = path.as_os_str() == STANDARD_STREAM;
    if is_stream || name.ends_with(ending) && (may_be_packed || !is_packed) {
        return Ok(());
    }
    let more = if may_be_packed {
        " (also .gz, .zst)"
    } else {
        ": Parquet has its own compression"
    };
    let expected = format!("expected a name that ends in {ending}{more}");
    let found = path.display().to_string();
    Err(wrong("--write-kept", &found, &expected))
}

/// Lists the fields that were taken, and from where.
fn write_list(mut table: Table, filled: &[FilledField]) -> Result<()> {
    table.row(["kept", "field", "removed", "value"])?;
    for field in filled {
        let (kept, removed) = (field.kept.as_str(), field.removed.as_str());
        table.row([kept, &*field.field, removed, &*field.value])?;
    }
    table.finish()
}

fn summary(merged: &Merged, list: &str) -> String {
    let Merged { filled, empty } = merged;
    let more = counted(*empty, "empty field stays", "empty fields stay");
    let more =
        format!("{more} empty, since kept documents would otherwise be duplicates of each other");
    if filled.is_empty() {
        let nothing = "since no kept document lacks a field that its removed duplicates have";
        let why = if *empty == 0 { nothing } else { &more };
        return format!("merged: nothing, {why}");
    }
    let mut kept: Vec<_> = filled.iter().map(|field| &field.kept).collect();
    kept.dedup();
    let fields = counted(filled.len(), "empty field", "empty fields");
    let documents = counted(kept.len(), "kept document", "kept documents");
    let more = if *empty == 0 {
        String::new()
    } else {
        format!("; {more}")
    };
    format!("merged: {fields} of {documents} filled; see {list}{more}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_written_to_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let [documents, kept] = ["d.jsonl", "kept.jsonl"].map(|name| folder.path().join(name));
        std::fs::write(&documents, "{\"text\":\"one\"}\n").unwrap();
        let source = Source::at(&documents).unwrap();
        let opened = Kept::open(Some(&kept), None, &source, ReadOptions::default()).unwrap();
        opened.check_unchanged().unwrap();
        std::fs::write(&documents, "{\"text\":\"two\"}\n{\"text\":\"one\"}\n").unwrap();
        let told = opened.check_unchanged().unwrap_err().to_string();
        let expected = "it was changed while the program ran; run the command again";
        assert_eq!(told, format!("{}: {expected}", documents.display()));
    }
}
