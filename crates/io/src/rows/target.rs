//! Receives the records of a source as they are read: a file, or the fields that are looked for.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use super::pieces::{Fill, Pieces, Syntax};
use crate::OutputFile;
use dejalu_base::error::{IoContext, Place, Result};

/// Takes the bytes of records, and those around them.
pub(super) trait Target {
    /// The path they go to, for errors.
    fn path(&self) -> &Path;

    /// Takes what stands around records.
    fn around(&mut self) -> &mut dyn Write;

    /// Takes the bytes of a record, until it ends.
    fn record(&mut self, number: u64) -> &mut dyn Write;

    /// Ends the record, which begins at this place of its source.
    fn end_record(&mut self, place: &Place) -> Result<()>;
}

/// A file that records are written to.
pub(super) struct Written<'a> {
    out: &'a mut OutputFile,
    syntax: Option<&'a dyn Syntax>,
    pieces: BTreeMap<u64, Pieces>,
    /// A record that is changed before it is written.
    open: Option<(u64, Vec<u8>)>,
}

impl<'a> Written<'a> {
    /// Records unchanged.
    pub(super) fn unchanged(out: &'a mut OutputFile) -> Self {
        Written {
            out,
            syntax: None,
            pieces: BTreeMap::new(),
            open: None,
        }
    }

    /// Records with these pieces, by their numbers.
    pub(super) fn filled(
        out: &'a mut OutputFile,
        syntax: &'a dyn Syntax,
        pieces: BTreeMap<u64, Pieces>,
    ) -> Self {
        Written {
            syntax: Some(syntax),
            pieces,
            ..Written::unchanged(out)
        }
    }
}

impl Target for Written<'_> {
    fn path(&self) -> &Path {
        self.out.path()
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

    fn end_record(&mut self, place: &Place) -> Result<()> {
        let (Some((number, record)), Some(syntax)) = (self.open.take(), self.syntax) else {
            return Ok(());
        };
        let filled = syntax.put(&record, &self.pieces[&number]);
        let filled = filled.map_err(|error| error.at(place))?;
        self.out
            .write_all(&filled)
            .context("write", self.out.path())
    }
}

/// The bytes of fields that others lack.
pub(super) struct Taken<'a> {
    source: &'a Path,
    syntax: &'a dyn Syntax,
    /// The fields to take from each record.
    fills: BTreeMap<u64, Vec<&'a Fill>>,
    nowhere: io::Sink,
    open: Option<(u64, Vec<u8>)>,
    /// The fields taken, by the record that they are for.
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

    fn end_record(&mut self, place: &Place) -> Result<()> {
        let Some((number, record)) = self.open.take() else {
            return Ok(());
        };
        for fill in self.fills.get(&number).into_iter().flatten() {
            let piece = self.syntax.take(&record, &fill.field, &fill.value);
            if let Some(piece) = piece.map_err(|error| error.at(place))? {
                let pieces = self.pieces.entry(fill.row).or_default();
                pieces.insert(fill.field.clone(), piece);
            }
        }
        Ok(())
    }
}
