//! The file of kept documents, and what is filled in them.

use std::path::Path;

use dejalu::collection::Grouping;
use dejalu::document::Document;
use dejalu::document::reader::{self, FilledField, NamedSource, Origin};
use dejalu::error::{DocumentError, Error, Result};
use dejalu_base::plural::counted;
use dejalu_io::rows::Rewritten;
use dejalu_io::{Compression, FileState, OutputFile, STANDARD_STREAM, place};

use super::merging::{Again, Merged, Merging};
use crate::cli::commands::source::Source;
use crate::cli::commands::table::Table;
use crate::cli::options::wrong;
use crate::cli::output::is_stdout;

/// The source of the kept documents, and the file for them, if any.
pub(in crate::cli::commands) struct Kept<'a> {
    source: &'a Source,
    /// The files that the source is read from; none of an index.
    files: Vec<NamedSource>,
    out: Option<OutputFile>,
    /// The rows of each file that were not compared, by number.
    left_out: Vec<Vec<u64>>,
    /// The list of what is filled, if anything is to be.
    merged: Option<OutputFile>,
    /// The states of the files before they were read.
    states: Vec<Option<FileState>>,
}

impl<'a> Kept<'a> {
    /// Opens the files. Refuses a name whose ending is that of no format in which the source can be written, and to fill
    /// what has no fields.
    pub(in crate::cli::commands) fn open(
        kept: Option<&Path>,
        merged: Option<&Path>,
        source: &'a Source,
        files: Vec<NamedSource>,
    ) -> Result<Self> {
        if let Some(path) = kept {
            check_ending(path, source, &files, merged.is_some())?;
        }
        if merged.is_some() {
            source.check_fields()?;
        }
        Ok(Kept {
            source,
            out: kept.map(OutputFile::create).transpose()?,
            left_out: Vec::new(),
            merged: merged.map(OutputFile::create).transpose()?,
            states: states(&files),
            files,
        })
    }

    /// Refuses a source that is not as it was read: its rows may be others by now.
    pub(in crate::cli::commands) fn check_unchanged(&self) -> Result<()> {
        if self.out.is_none() {
            return Ok(());
        }
        let now = states(&self.files);
        let mut files = self.files.iter().zip(self.states.iter().zip(&now));
        match files.find(|(_, (before, now))| before != now) {
            None => Ok(()),
            Some((file, _)) => Err(Error::from(DocumentError::Rewritten).at(&place(&file.path))),
        }
    }

    /// Keeps as well the rows that none of the documents that were read came of: no document is known that
    /// they are duplicates of.
    pub(in crate::cli::commands) fn keep_left_out(
        &mut self,
        read: impl IntoIterator<Item = Origin>,
    ) -> Result<()> {
        if self.out.is_none() {
            return Ok(());
        }
        let read: Vec<Origin> = read.into_iter().collect();
        for file in &self.files {
            let is_its =
                |origin: &&Origin| origin.source.as_ref().is_none_or(|it| *it == file.name);
            let own = read.iter().filter(is_its).cloned();
            let rows = reader::rows_left_out(&file.path, &file.options, own)?;
            self.left_out.push(rows);
        }
        Ok(())
    }

    /// Writes documents; says what was kept beside them, and what was written in another format.
    pub(super) fn write(self, kept: &[Origin]) -> Result<Vec<String>> {
        let Some(mut out) = self.out else {
            return Ok(Vec::new());
        };
        let joined = self
            .source
            .copy(&self.files, kept, &self.left_out, &mut out)?;
        out.finish()?;
        let mut lines = beside(&self.left_out, &joined.unread);
        lines.extend(joined.rewritten.iter().map(sentence_of));
        Ok(lines)
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
            return self.write(&kept);
        }
        let (Some(mut out), Some(list), [file]) = (self.out, self.merged, &self.files[..]) else {
            return Ok(Vec::new());
        };
        let left_out = self.left_out.first().map_or(&[][..], Vec::as_slice);
        let mut removed_for = grouping.removed_for();
        let kept: Vec<(&Document, Vec<&Document>)> = grouping
            .kept()
            .map(|place| {
                let removed = removed_for.remove(&place).unwrap_or_default();
                (document(place), removed.into_iter().map(document).collect())
            })
            .collect();
        let merging = Merging {
            file,
            kept: &kept,
            left_out,
        };
        let merged = merging.write(again, &mut out)?;
        out.finish()?;
        let shown = if is_stdout(list.path()) {
            "stdout".to_owned()
        } else {
            list.path().display().to_string()
        };
        write_list(Table::new(list), &merged.filled)?;
        let mut lines = beside(&self.left_out, &[]);
        lines.push(summary(&merged, &shown));
        Ok(lines)
    }
}

/// Describes the rows that are kept besides the documents, and those of them that could not be written.
fn beside(left_out: &[Vec<u64>], unread: &[Error]) -> Vec<String> {
    let rows = left_out.iter().map(Vec::len).sum::<usize>();
    let rows = rows.saturating_sub(unread.len());
    let kept = counted(
        rows,
        "row that was left out of the comparison is kept as it is",
        "rows that were left out of the comparison are kept as they are",
    );
    let mut lines = Vec::new();
    lines.extend((rows > 0).then_some(kept));
    lines.extend(unread.first().map(|first| {
        let rows = counted(
            unread.len(),
            "row cannot be read and is not in the file of kept documents",
            "rows cannot be read and are not in the file of kept documents",
        );
        format!("{rows}: {first}")
    }));
    lines
}

/// Describes the records of a source that are written in another format, and what they lost by it.
fn sentence_of(rewritten: &Rewritten) -> String {
    const MOST: usize = 8;
    let Rewritten {
        source,
        rows,
        format,
        without,
    } = rewritten;
    let records = counted(*rows, "record", "records");
    let were = if *rows == 1 { "was" } else { "were" };
    let shown = without
        .iter()
        .take(MOST)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    let lost = match without.len() {
        0 => String::new(),
        all if all > MOST => format!("; without: {shown} and {} more", all - MOST),
        _ => format!("; without: {shown}"),
    };
    format!("{records} of {source} {were} rewritten as {format}{lost}")
}

/// The states of sources that are files. A folder changes where results are written into it.
fn states(files: &[NamedSource]) -> Vec<Option<FileState>> {
    let state = |file: &NamedSource| FileState::of(&file.path).filter(|_| file.path.is_file());
    files.iter().map(state).collect()
}

/// Refuses a name whose ending is that of no format in which the source can be written. Fields are filled in the format
/// of the source alone, where all else of a record stays.
fn check_ending(path: &Path, source: &Source, files: &[NamedSource], fills: bool) -> Result<()> {
    let mut endings = source.endings_of_copies(files)?;
    if fills {
        endings.truncate(1);
    }
    let (compression, name) = Compression::of(path);
    let may_be_packed = endings != [".parquet"] && !name.ends_with(".parquet");
    let is_packed = compression != Compression::None;
    let is_stream = path.as_os_str() == STANDARD_STREAM && files.len() < 2;
    let is_known = endings.iter().any(|ending| name.ends_with(ending));
    if is_stream || is_known && (may_be_packed || !is_packed) {
        return Ok(());
    }
    let more = if may_be_packed {
        " (also .gz, .zst)"
    } else {
        ": Parquet has its own compression"
    };
    let endings = endings.join(" or ");
    let expected = format!("expected a name that ends in {endings}{more}");
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
    use dejalu::document::reader::ReadOptions;

    use super::*;

    #[test]
    fn a_file_that_was_written_to_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let [documents, kept] = ["d.jsonl", "kept.jsonl"].map(|name| folder.path().join(name));
        std::fs::write(&documents, "{\"text\":\"one\"}\n").unwrap();
        let source = Source::at(&documents).unwrap();
        let file = NamedSource {
            path: documents.clone(),
            name: "d.jsonl".into(),
            options: ReadOptions::default(),
        };
        let opened = Kept::open(Some(&kept), None, &source, vec![file]).unwrap();
        opened.check_unchanged().unwrap();
        std::fs::write(&documents, "{\"text\":\"two\"}\n{\"text\":\"one\"}\n").unwrap();
        let told = opened.check_unchanged().unwrap_err().to_string();
        let expected = "it was changed while the program ran; run the command again";
        assert_eq!(told, format!("{}: {expected}", documents.display()));
    }
}
