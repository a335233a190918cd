//! Fields of kept documents, filled so that what is kept stays as it is when it is deduplicated again.

use std::collections::BTreeSet;

use dejalu::document::Document;
use dejalu::document::reader::{self, FilledField, NamedSource, OnBad, ReadOptions, StayEmpty};
use dejalu::error::Result;
use dejalu_io::{OutputFile, ScratchFolder};

/// Deduplicates documents that were kept, and gives each that would be removed with the one that would be kept in
/// its place.
pub(in crate::cli::commands) type Again<'a> =
    &'a dyn Fn(Vec<Document>) -> Result<Vec<[Document; 2]>>;

/// Kept documents and what is filled in them.
pub(super) struct Merging<'a> {
    pub(super) file: &'a NamedSource,
    pub(super) kept: &'a [(&'a Document, Vec<&'a Document>)],
    pub(super) left_out: &'a [u64],
}

/// The fields that were filled.
pub(super) struct Merged {
    pub(super) filled: Vec<FilledField>,
    /// Number of fields that stay empty although they could have been filled.
    pub(super) empty: usize,
}

impl Merging<'_> {
    /// Writes the documents. A field that another record has as well, a DOI above all, may make two kept documents
    /// duplicates of each other: then its record's codes stay empty, or where that is not enough all its fields.
    pub(super) fn write(&self, again: Again<'_>, out: &mut OutputFile) -> Result<Merged> {
        let scratch = ScratchFolder::create(&std::env::temp_dir())?;
        let copy = scratch.path().join(format!(
            "kept{}",
            reader::ending_of_copies(&self.file.path)?
        ));
        let NamedSource { path, options, .. } = self.file;
        let kept = self.kept.iter().map(|(document, _)| *document);
        let mut empty = StayEmpty::texts(path, options, kept)?;
        let mut all = None;
        loop {
            let mut written = OutputFile::create(&copy)?;
            let filled = self.fill(&empty, &mut written)?;
            written.finish()?;
            let all = *all.get_or_insert(filled.len());
            let rows: BTreeSet<u64> = filled.iter().map(|field| field.row).collect();
            let changed = if filled.is_empty() {
                BTreeSet::new()
            } else {
                self.changed(again(self.read(&copy)?)?)
            };
            let changed = changed.into_iter().filter(|row| rows.contains(row));
            // Each is asked for, whether or not one before it has changed.
            let mut is_more = false;
            for row in changed {
                is_more |= empty.add(row);
            }
            if !is_more {
                return Ok(Merged {
                    empty: all - filled.len(),
                    filled: self.fill(&empty, out)?,
                });
            }
        }
    }

    fn fill(&self, empty: &StayEmpty<'_>, out: &mut OutputFile) -> Result<Vec<FilledField>> {
        let NamedSource { path, options, .. } = self.file;
        reader::copy_filled(path, options, self.kept, self.left_out, empty, out)
    }

    /// The documents of a copy.
    fn read(&self, copy: &std::path::Path) -> Result<Vec<Document>> {
        let options = ReadOptions {
            // What was named was in the source; here it may stay empty everywhere.
            required: Vec::new(),
            table: self.file.options.table.of_copies(),
            ..self.file.options.clone()
        };
        Ok(reader::read_all(copy, &options, OnBad::Skip)?.documents)
    }

    /// The rows in the source of documents of a copy.
    fn changed(&self, pairs: Vec<[Document; 2]>) -> BTreeSet<u64> {
        let kept = self.kept.iter().filter_map(|(document, _)| document.row);
        let mut rows: Vec<u64> = kept.chain(self.left_out.iter().copied()).collect();
        rows.sort_unstable();
        let copied = pairs.iter().flatten().filter_map(|document| document.row);
        let row = |number: u64| {
            rows.get(usize::try_from(number).ok()?.checked_sub(1)?)
                .copied()
        };
        copied.filter_map(row).collect()
    }
}
