//! How records are written again: unchanged, or with fields that others had.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::options::TableOptions;
use crate::error::{IoContext, Result};
use crate::io::OutputFile;

/// How a format writes records again.
pub(super) enum Writing {
    /// Records are stretches of bytes of their source.
    Bytes {
        /// Gives the target the bytes of the records of these numbers (counted from 1, unreadable ones
        /// included; ascending), and those around them; says how many were not there.
        copy: Copy,
        /// How fields stand in a record.
        syntax: fn(&Path, &TableOptions) -> Result<Box<dyn Syntax>>,
    },
    /// Others, which are written as a whole, with fields of other records, in the format whose files end
    /// like this.
    As(&'static str, Rewrite),
}

pub(super) type Rewrite = fn(&Path, &[u64], &[Fill], (&Path, &mut OutputFile)) -> Result<usize>;

pub(super) type Copy = fn(&Path, &TableOptions, &[u64], &mut dyn Target) -> Result<usize>;

/// The parts of a record that its fields are.
pub(super) trait Syntax {
    /// The bytes that say the field of a record, whose text is given; none where it has none.
    fn take(&self, record: &[u8], field: &str, value: &str) -> Result<Option<Vec<u8>>>;

    /// A record with the bytes of other records for fields that it lacks.
    fn put(&self, record: &[u8], pieces: &Pieces) -> Result<Vec<u8>>;
}

/// Fields and the bytes that say them.
pub(super) type Pieces = BTreeMap<Arc<str>, Vec<u8>>;

/// A field of a record that is filled from another one. Records are named by their numbers, counted from
/// 1, unreadable ones included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fill {
    /// The record.
    pub(crate) row: u64,
    /// The name of its field.
    pub(crate) field: Arc<str>,
    /// The record that has the field.
    pub(crate) from: u64,
    /// What is said there, as text; of what is no text, what it is: `a list`.
    pub(crate) value: String,
    /// Whether it is text.
    pub(super) is_text: bool,
}

impl Fill {
    /// Whether it is among these pieces. What is no text is shown as it is written.
    pub(super) fn is_said_by(&mut self, pieces: &BTreeMap<u64, Pieces>) -> bool {
        let of_row = pieces.get(&self.row);
        let Some(piece) = of_row.and_then(|pieces| pieces.get(&self.field)) else {
            return false;
        };
        if !self.is_text {
            self.value = String::from_utf8_lossy(piece).into_owned();
        }
        true
    }
}

/// Takes the bytes of records, and those around them.
pub(super) trait Target {
    /// Where they go, for errors.
    fn path(&self) -> &Path;

    /// Takes what stands around records.
    fn around(&mut self) -> &mut dyn Write;

    /// Takes the bytes of a record, until it ends.
    fn record(&mut self, number: u64) -> &mut dyn Write;

    /// Ends the record.
    fn end_record(&mut self) -> Result<()>;
}

/// A file that records are written to.
pub(super) struct Written<'a> {
    path: &'a Path,
    out: &'a mut OutputFile,
    syntax: Option<&'a dyn Syntax>,
    pieces: BTreeMap<u64, Pieces>,
    /// A record that is changed before it is written.
    open: Option<(u64, Vec<u8>)>,
}

impl<'a> Written<'a> {
    /// Records unchanged.
    pub(super) fn unchanged((path, out): (&'a Path, &'a mut OutputFile)) -> Self {
        Written {
            path,
            out,
            syntax: None,
            pieces: BTreeMap::new(),
            open: None,
        }
    }

    /// Records with these pieces, by their numbers.
    pub(super) fn filled(
        (path, out): (&'a Path, &'a mut OutputFile),
        syntax: &'a dyn Syntax,
        pieces: BTreeMap<u64, Pieces>,
    ) -> Self {
        Written {
            syntax: Some(syntax),
            pieces,
            ..Written::unchanged((path, out))
        }
    }
}

impl Target for Written<'_> {
    fn path(&self) -> &Path {
        self.path
    }

    fn around(&mut self) -> &mut dyn Write {
        self.out
    }

    fn record(&mut self, number: u64) -> &mut dyn Write {
        if self.pieces.contains_key(&number) {
            &mut self.open.insert((number, Vec::new())).1
        } else {
            self.out
        }
    }

    fn end_record(&mut self) -> Result<()> {
        let (Some((number, record)), Some(syntax)) = (self.open.take(), self.syntax) else {
            return Ok(());
        };
        let filled = syntax.put(&record, &self.pieces[&number])?;
        self.out.write_all(&filled).context("write", self.path)
    }
}

/// The bytes of fields that others lack.
pub(super) struct Taken<'a> {
    source: &'a Path,
    syntax: &'a dyn Syntax,
    /// What is taken from each record.
    fills: BTreeMap<u64, Vec<&'a Fill>>,
    nowhere: io::Sink,
    open: Option<(u64, Vec<u8>)>,
    /// What was taken, by the record that it is for.
    pub(super) pieces: BTreeMap<u64, Pieces>,
}

impl<'a> Taken<'a> {
    pub(super) fn new(source: &'a Path, syntax: &'a dyn Syntax, fills: &'a [Fill]) -> Self {
        let mut of_record: BTreeMap<u64, Vec<&Fill>> = BTreeMap::new();
        for fill in fills {
            of_record.entry(fill.from).or_default().push(fill);
        }
        Taken {
            source,
            syntax,
            fills: of_record,
            nowhere: io::sink(),
            open: None,
            pieces: BTreeMap::new(),
        }
    }

    /// The numbers of the records that something is taken from, ascending.
    pub(super) fn records(&self) -> Vec<u64> {
        self.fills.keys().copied().collect()
    }
}

impl Target for Taken<'_> {
    fn path(&self) -> &Path {
        self.source
    }

    fn around(&mut self) -> &mut dyn Write {
        &mut self.nowhere
    }

    fn record(&mut self, number: u64) -> &mut dyn Write {
        &mut self.open.insert((number, Vec::new())).1
    }

    fn end_record(&mut self) -> Result<()> {
        let Some((number, record)) = self.open.take() else {
            return Ok(());
        };
        for fill in self.fills.get(&number).into_iter().flatten() {
            if let Some(piece) = self.syntax.take(&record, &fill.field, &fill.value)? {
                let pieces = self.pieces.entry(fill.row).or_default();
                pieces.insert(fill.field.clone(), piece);
            }
        }
        Ok(())
    }
}
