//! Fields of kept documents, filled so that what is kept stays as it is when it is deduplicated again.

use std::collections::BTreeSet;
use std::path::Path;

use dejalu::document::Document;
use dejalu::document::reader::{
    self, FilledField, NamedSource, OnBad, Origin, ReadOptions, StayEmpty,
};
use dejalu::error::Result;
use dejalu_io::{OutputFile, ScratchFolder};

/// How documents that were kept are deduplicated once more.
#[derive(Clone, Copy)]
pub(in crate::cli::commands) struct Again<'a> {
    /// Gives each that would be removed with the one that would be kept in its place.
    pub(in crate::cli::commands) dedupe: &'a dyn Fn(Vec<Document>) -> Result<Vec<[Document; 2]>>,
    /// Whether kept documents may be duplicates of each other before anything is filled, as somebody else made the groups.
    pub(in crate::cli::commands) is_of_others: bool,
}

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
        let before = if again.is_of_others {
            self.alike(self.unfilled(&copy)?, again)?
        } else {
            BTreeSet::new()
        };
        let mut all = None;
        loop {
            let mut written = OutputFile::create(&copy)?;
            let filled = self.fill(&empty, &mut written)?;
            written.finish()?;
            let all = *all.get_or_insert(filled.len());
            let rows: BTreeSet<u64> = filled.iter().map(|field| field.row).collect();
            let alike = if filled.is_empty() {
                BTreeSet::new()
            } else {
                self.alike(&copy, again)?
            };
            let changed: BTreeSet<u64> = alike.difference(&before).flatten().copied().collect();
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

    /// A copy in which nothing is filled.
    fn unfilled<'c>(&self, copy: &'c Path) -> Result<&'c Path> {
        let NamedSource { path, options, .. } = self.file;
        let kept = self
            .kept
            .iter()
            .map(|(document, _)| Origin::from(*document));
        let kept: Vec<Origin> = kept.collect();
        let mut written = OutputFile::create(copy)?;
        reader::copy(path, options, &kept, self.left_out, &mut written)?;
        written.finish()?;
        Ok(copy)
    }

    /// The documents of a copy.
    fn read(&self, copy: &Path) -> Result<Vec<Document>> {
        let options = ReadOptions {
            // What was named was in the source; here it may stay empty everywhere.
            required: Vec::new(),
            table: self.file.options.table.of_copies(),
            ..self.file.options.clone()
        };
        Ok(reader::read_all(copy, &options, OnBad::Skip)?.documents)
    }

    /// The rows in the source of documents of a copy that are duplicates of each other.
    fn alike(&self, copy: &Path, again: Again<'_>) -> Result<BTreeSet<[u64; 2]>> {
        let pairs = (again.dedupe)(self.read(copy)?)?;
        let kept = self.kept.iter().filter_map(|(document, _)| document.row);
        let mut rows: Vec<u64> = kept.chain(self.left_out.iter().copied()).collect();
        rows.sort_unstable();
        let row = |document: &Document| {
            let number = usize::try_from(document.row?).ok()?;
            rows.get(number.checked_sub(1)?).copied()
        };
        let pairs = pairs.iter().filter_map(|[a, b]| Some([row(a)?, row(b)?]));
        Ok(pairs.map(|[a, b]| [a.min(b), a.max(b)]).collect())
    }
}
