//! Rows of several sources in one file.

use std::collections::BTreeSet;
use std::io::Write;

use super::framed::Framed;
use super::joined_rows::JoinedRows;
use super::one_end::{OneEnd, Tail};
use super::table::Columns;
use super::ways::{Anew, Copied, Way};
use super::work::Work;
use super::{csl, lines, ris, without};
use crate::OutputFile;
use crate::input::Compression;
use dejalu_base::error::{Error, IoContext, Result};

/// What became of the rows of several sources.
#[derive(Debug, Default)]
pub struct Joined {
    /// The errors of rows that cannot be written, since they cannot be read.
    pub unread: Vec<Error>,
    /// The sources whose rows were written in another format, in order.
    pub rewritten: Vec<Rewritten>,
}

/// The rows of a source that were written in another format.
#[derive(Debug)]
pub struct Rewritten {
    /// The name of the source.
    pub source: String,
    /// Number of its rows.
    pub rows: usize,
    /// The format in which they were written.
    pub format: &'static str,
    /// Names of their fields that the format has no place for, ascending.
    pub without: Vec<String>,
}

/// Writes rows of several sources into one file: unchanged where the source is of its format, else anew from their
/// fields. All lines end as the first one does, and the file has one head and one foot.
///
/// # Errors
///
/// Those of [`Rows::open`](crate::rows::Rows::open); what the system refuses to write; a source that has changed; an
/// ending that is none of [`endings_of_joined`](super::endings_of_joined).
pub fn join(sources: &[JoinedRows<'_>], out: &mut OutputFile) -> Result<Joined> {
    let way = |source: &JoinedRows<'_>| Way::of(source.source, source.options, out.path());
    let ways: Vec<Way> = sources.iter().map(way).collect::<Result<_>>()?;
    let (_, name) = Compression::of(out.path());
    let anew = Anew::of(&name);
    let are_lines = [".jsonl", ".ndjson"];
    let mut joining = Joining {
        columns: Columns::new(),
        written: 0,
        joined: Joined::default(),
        tail: Tail::default(),
        are_lines: are_lines.iter().any(|ending| name.ends_with(ending)),
        was_copied: false,
        foot: None,
    };
    if matches!(anew, Some(Anew::Table(_))) {
        for source in sources {
            source.each(|row| {
                row.into_iter().for_each(|row| joining.columns.see(row));
                Ok(())
            })?;
        }
    }
    joining.begin(anew, out)?;
    for (number, (source, way)) in sources.iter().zip(ways).enumerate() {
        match way {
            Way::Copied(copied) => joining.copy(source, &copied, number == 0, out)?,
            Way::Anew(format) => joining.convert(source, format, out)?,
        }
    }
    joining.end(anew, out)?;
    Ok(joining.joined)
}

/// A file while rows are written to it.
struct Joining {
    columns: Columns,
    written: u64,
    joined: Joined,
    tail: Tail,
    /// True if each line is a record, as in JSONL: a return alone ends none.
    are_lines: bool,
    /// True if the records that were written last were copied.
    was_copied: bool,
    /// The tag of the last line, which a source had.
    foot: Option<&'static str>,
}

impl Joining {
    fn begin(&self, anew: Option<Anew>, out: &mut OutputFile) -> Result<()> {
        match anew {
            Some(Anew::Table(delimiter)) => self.columns.write_header(delimiter, out),
            Some(Anew::Csl) => out.write_all(b"[").context("write", out.path()),
            _ => Ok(()),
        }
    }

    fn end(&mut self, anew: Option<Anew>, out: &mut OutputFile) -> Result<()> {
        if let Some(foot) = self.foot {
            if !self.tail.ends_line() {
                self.write_lines("\n", out)?;
            }
            self.write_lines(&format!("{foot}\n"), out)?;
        }
        match anew {
            Some(Anew::Csl) => out.write_all(b"\n]\n").context("write", out.path()),
            _ => Ok(()),
        }
    }

    /// Ends the records that were copied last: the line, and of references each with a blank one, which the last in its
    /// file may lack.
    fn end_copied(&mut self, out: &mut OutputFile) -> Result<()> {
        let may_lack_line =
            std::mem::take(&mut self.was_copied) && !self.are_lines && !self.tail.is_empty();
        if may_lack_line || !self.tail.ends_line() {
            self.write_lines("\n", out)?;
        }
        Ok(())
    }

    fn copy(
        &mut self,
        source: &JoinedRows<'_>,
        copied: &Copied,
        is_first: bool,
        out: &mut OutputFile,
    ) -> Result<()> {
        self.end_copied(out)?;
        let path = out.path().to_path_buf();
        let lines = OneEnd::new(out, &mut self.tail, self.are_lines);
        let mut written = Framed::new(lines, copied.frame, is_first);
        let missing = (copied.copy)(source.source, source.options, source.rows, &mut written)?;
        if written.finish().context("write", &path)? {
            self.foot = copied.frame.foot;
        }
        self.was_copied = true;
        source.refuse_missing(missing)
    }

    fn convert(
        &mut self,
        source: &JoinedRows<'_>,
        format: Anew,
        out: &mut OutputFile,
    ) -> Result<()> {
        let (mut found, mut rows) = (0, 0);
        let mut without = BTreeSet::new();
        self.end_copied(out)?;
        source.each(|row| {
            found += 1;
            match row {
                Ok(row) => {
                    rows += 1;
                    see_lost(row, format, &mut without);
                    let own = if row.is_reference { "key" } else { "id" };
                    let own = row.field(own).unwrap_or_default();
                    let id = (source.id)(row.row.number, &own);
                    self.write(row, format, &id, out)
                }
                Err(error) => {
                    self.joined.unread.push(error);
                    Ok(())
                }
            }
        })?;
        if rows > 0 {
            self.joined.rewritten.push(Rewritten {
                source: source.name.to_owned(),
                rows,
                format: format.name(),
                without: without.into_iter().collect(),
            });
        }
        source.refuse_missing(source.rows.len() - found)
    }

    /// Writes lines with the ends that those before them have.
    fn write_lines(&mut self, text: &str, out: &mut OutputFile) -> Result<()> {
        let path = out.path().to_path_buf();
        let mut lines = OneEnd::new(out, &mut self.tail, self.are_lines);
        let written = lines.write_all(text.as_bytes());
        written
            .and_then(|()| lines.finish())
            .context("write", &path)
    }

    fn write(
        &mut self,
        row: &Work<'_>,
        format: Anew,
        id: &str,
        out: &mut OutputFile,
    ) -> Result<()> {
        let comma = if self.written == 0 { "\n" } else { ",\n" };
        self.written += 1;
        match format {
            Anew::Ris => self.write_lines(&ris::record(row), out),
            Anew::Lines => self.write_lines(&format!("{}\n", lines::object(row, id)), out),
            Anew::Table(delimiter) => self.columns.write_row(row, id, delimiter, out),
            Anew::Csl => {
                write!(out, "{comma}{}", csl::object(row, id)).context("write", out.path())
            }
        }
    }
}

/// Adds the fields of a row that the format has no place for.
fn see_lost(row: &Work<'_>, format: Anew, without: &mut BTreeSet<String>) {
    if row.is_reference || !format.takes_all() {
        without::add(row, without);
    }
}
