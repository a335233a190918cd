//! Rows of several sources in one file.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::item::{COMMON, Item};
use super::one_end::{LineEnd, OneEnd};
use super::table::Columns;
use super::{csl, lines, ris, without};
use crate::OutputFile;
use crate::input::Compression;
use crate::rows::options::TableOptions;
use crate::rows::row::Row;
use crate::rows::rows::{Rows, format};
use crate::rows::writing::Writing;
use dejalu_base::error::{Error, InputError, IoContext, Result};

/// Some rows of one of several sources.
pub struct JoinedRows<'a> {
    /// The source.
    pub source: &'a Path,
    /// The way it is written.
    pub options: &'a TableOptions,
    /// The numbers of its rows, ascending, counted from 1.
    pub rows: &'a [u64],
    /// The id of a row in the file that is written.
    pub id: &'a dyn Fn(u64, &str) -> String,
}

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
    /// The source.
    pub source: PathBuf,
    /// Number of its rows.
    pub rows: usize,
    /// The format in which they were written.
    pub format: &'static str,
    /// Names of their fields that the format has no place for, ascending.
    pub without: Vec<String>,
}

/// Formats whose files may be put together, record by record.
const TOGETHER: [&str; 7] = [".ris", ".nbib", ".bib", ".ciw", ".enw", ".jsonl", ".ndjson"];

/// A format in which records are written anew.
#[derive(Clone, Copy, PartialEq)]
enum Written {
    Ris,
    Csl,
    Lines,
    Table(u8),
}

impl Written {
    fn name(self) -> &'static str {
        match self {
            Written::Ris => "RIS",
            Written::Csl => "CSL JSON",
            Written::Lines => "JSONL",
            Written::Table(_) => "a table",
        }
    }

    /// Returns whether a row that is no reference keeps all its cells.
    fn takes_all(self) -> bool {
        matches!(self, Written::Lines | Written::Table(_))
    }
}

const WRITTEN: [(&str, Written); 5] = [
    (".ris", Written::Ris),
    (".json", Written::Csl),
    (".jsonl", Written::Lines),
    (".csv", Written::Table(b',')),
    (".tsv", Written::Table(b'\t')),
];

/// Endings of the files in which rows of these sources can be put together, best first.
pub fn endings_of_joined(sources: &[&Path]) -> Vec<&'static str> {
    let of_first = sources.first().and_then(|first| format(first));
    let own = of_first.map(|format| format.ending);
    let own = own.filter(|ending| {
        let is_of_it = |source: &&Path| is_unchanged(source, ending);
        sources.iter().all(is_of_it)
    });
    let others = WRITTEN.iter().map(|(ending, _)| *ending);
    let others = others.filter(|ending| own != Some(*ending));
    own.into_iter().chain(others).collect()
}

/// Returns whether records of a source are copied into a file with this ending.
fn is_unchanged(source: &Path, ending: &str) -> bool {
    let is_of_it = |format: &crate::rows::records::Format| format.ending == ending;
    TOGETHER.contains(&ending) && format(source).is_some_and(is_of_it)
}

/// Writes rows of several sources into one file: unchanged where the source is of its format, else anew from their
/// fields. All lines end as the first one does.
///
/// # Errors
///
/// Those of [`Rows::open`]; what the system refuses to write; a source that has changed; an ending that is none of
/// [`endings_of_joined`].
pub fn join(sources: &[JoinedRows<'_>], out: &mut OutputFile) -> Result<Joined> {
    let (_, name) = Compression::of(out.path());
    let form = WRITTEN.iter().find(|(ending, _)| name.ends_with(ending));
    let form = form.map(|(_, form)| *form);
    let mut joining = Joining {
        form,
        columns: Columns::new(),
        written: 0,
        joined: Joined::default(),
        end: None,
        keeps_returns: [".jsonl", ".ndjson"]
            .iter()
            .any(|ending| name.ends_with(ending)),
        ends_line: true,
    };
    if matches!(form, Some(Written::Table(_))) {
        for source in sources {
            source.each(|row, is_reference| {
                if let Ok(row) = row {
                    joining.columns.see(row, is_reference);
                }
                Ok(())
            })?;
        }
    }
    joining.begin(out)?;
    for source in sources {
        let ending = TOGETHER.iter().find(|ending| name.ends_with(**ending));
        let is_copied = ending.is_some_and(|ending| is_unchanged(source.source, ending));
        if is_copied && source.is_utf8()? {
            joining.copy(source, out)?;
        } else {
            joining.convert(source, out)?;
        }
    }
    joining.end(out)?;
    Ok(joining.joined)
}

/// A file while rows are written to it.
struct Joining {
    /// The format of rows that are written anew; none where all are copied.
    form: Option<Written>,
    columns: Columns,
    written: u64,
    joined: Joined,
    end: LineEnd,
    /// True if a return alone ends no line.
    keeps_returns: bool,
    /// True if nothing stands in the last line.
    ends_line: bool,
}

impl Joining {
    fn begin(&self, out: &mut OutputFile) -> Result<()> {
        match self.form {
            Some(Written::Table(delimiter)) => self.columns.write_header(delimiter, out),
            Some(Written::Csl) => out.write_all(b"[").context("write", out.path()),
            _ => Ok(()),
        }
    }

    fn end(&self, out: &mut OutputFile) -> Result<()> {
        match self.form {
            Some(Written::Csl) => out.write_all(b"\n]\n").context("write", out.path()),
            _ => Ok(()),
        }
    }

    fn copy(&mut self, source: &JoinedRows<'_>, out: &mut OutputFile) -> Result<()> {
        if !self.ends_line {
            self.write_lines("\n", out)?;
        }
        let format = format(source.source);
        let Some(Writing::Bytes { copy, .. }) = format.map(|format| &format.writing) else {
            return self.convert(source, out);
        };
        let path = out.path().to_path_buf();
        let mut written = OneEnd::new(out, &mut self.end, self.keeps_returns);
        let missing = copy(source.source, source.options, source.rows, &mut written)?;
        written.finish().context("write", &path)?;
        self.ends_line = false;
        source.refuse_missing(missing)
    }

    fn convert(&mut self, source: &JoinedRows<'_>, out: &mut OutputFile) -> Result<()> {
        let (mut found, mut rows) = (0, 0);
        let mut without = BTreeSet::new();
        if !self.ends_line {
            self.write_lines("\n", out)?;
            self.ends_line = true;
        }
        source.each(|row, is_reference| {
            found += 1;
            match row {
                Ok(row) => {
                    let own = if is_reference { "key" } else { "id" };
                    let own = Item(row).field(own).unwrap_or_default();
                    let id = (source.id)(row.number, &own);
                    rows += 1;
                    self.see_lost(row, is_reference, &mut without);
                    self.write(row, is_reference, &id, out)
                }
                Err(error) => {
                    self.joined.unread.push(error);
                    Ok(())
                }
            }
        })?;
        if let Some(form) = self.form.filter(|_| rows > 0) {
            self.joined.rewritten.push(Rewritten {
                source: source.source.to_path_buf(),
                rows,
                format: form.name(),
                without: without.into_iter().collect(),
            });
        }
        source.refuse_missing(source.rows.len() - found)
    }

    /// Adds the fields of a row that the format has no place for.
    fn see_lost(&self, row: &Row, is_reference: bool, without: &mut BTreeSet<String>) {
        match self.form {
            Some(form) if is_reference || !form.takes_all() => {
                without::add(&Item(row), is_reference, without);
            }
            _ => {}
        }
        if self.form == Some(Written::Csl) && Item(row).field("key").is_some() {
            without.insert("key".to_owned());
        }
    }

    /// Writes lines with the ends that those before them have.
    fn write_lines(&mut self, text: &str, out: &mut OutputFile) -> Result<()> {
        let path = out.path().to_path_buf();
        let mut lines = OneEnd::new(out, &mut self.end, self.keeps_returns);
        let written = lines.write_all(text.as_bytes());
        written
            .and_then(|()| lines.finish())
            .context("write", &path)
    }

    fn write(
        &mut self,
        row: &Row,
        is_reference: bool,
        id: &str,
        out: &mut OutputFile,
    ) -> Result<()> {
        let comma = if self.written == 0 { "\n" } else { ",\n" };
        self.written += 1;
        let written = match self.form {
            None => return Err(self.no_format(out)),
            Some(Written::Ris) => return self.write_lines(&ris::record(&Item(row)), out),
            Some(Written::Csl) => write!(out, "{comma}{}", csl::object(&Item(row), id)),
            Some(Written::Lines) => {
                let line = format!("{}\n", lines::object(row, is_reference, id));
                return self.write_lines(&line, out);
            }
            Some(Written::Table(delimiter)) => {
                return self.columns.write_row(row, id, delimiter, out);
            }
        };
        written.context("write", out.path())
    }

    /// The refusal of a format in which only its own records can be written.
    fn no_format(&self, out: &OutputFile) -> Error {
        let endings: Vec<&str> = WRITTEN.iter().map(|(ending, _)| *ending).collect();
        let found = out.path().display().to_string();
        let accepted = endings.join(" ");
        InputError::UnknownEnding { found, accepted }.into()
    }
}

impl JoinedRows<'_> {
    /// Sees the rows of these numbers, and whether they are references.
    fn each(
        &self,
        mut see: impl FnMut(std::result::Result<&Row, Error>, bool) -> Result<()>,
    ) -> Result<()> {
        let wanted: BTreeSet<u64> = self.rows.iter().copied().collect();
        let mut rows = Rows::open(self.source, self.options)?;
        rows.call_as(COMMON.into_iter().chain(["id"]));
        let are_references = rows.name_fields();
        let mut number = 0;
        for row in rows {
            match row {
                Ok(row) => {
                    number = row.number;
                    if wanted.contains(&number) {
                        see(Ok(&row), are_references)?;
                    }
                }
                Err(error) if wanted.contains(&(number + 1)) => {
                    number += 1;
                    see(Err(error), are_references)?;
                }
                Err(_) => number += 1,
            }
        }
        Ok(())
    }

    fn is_utf8(&self) -> Result<bool> {
        Ok(Rows::open(self.source, self.options)?.charset().is_none())
    }

    fn refuse_missing(&self, missing: usize) -> Result<()> {
        match missing {
            0 => Ok(()),
            rows => {
                let error = Error::from(InputError::RowsGone { rows });
                Err(error.at(&crate::input::place(self.source)))
            }
        }
    }
}
