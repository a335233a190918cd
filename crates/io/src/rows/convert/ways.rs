//! The way the rows of a source come into a file: copied, or written anew.

use std::path::Path;

use crate::input::Compression;
use crate::rows::options::TableOptions;
use crate::rows::rows::{Rows, format};
use crate::rows::writing::{Copy as CopyRows, Frame, Writing};
use dejalu_base::error::{InputError, Result};

/// Formats whose files may be put together, record by record.
const TOGETHER: [&str; 7] = [".ris", ".nbib", ".bib", ".ciw", ".enw", ".jsonl", ".ndjson"];

/// A format in which records are written anew.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Anew {
    Ris,
    Csl,
    Lines,
    Table(u8),
}

const ANEW: [(&str, Anew); 5] = [
    (".ris", Anew::Ris),
    (".json", Anew::Csl),
    (".jsonl", Anew::Lines),
    (".csv", Anew::Table(b',')),
    (".tsv", Anew::Table(b'\t')),
];

impl Anew {
    /// The format of a file of this name, if records can be written anew in it.
    pub(super) fn of(name: &str) -> Option<Self> {
        let found = ANEW.iter().find(|(ending, _)| name.ends_with(ending));
        found.map(|(_, format)| *format)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Anew::Ris => "RIS",
            Anew::Csl => "CSL JSON",
            Anew::Lines => "JSONL",
            Anew::Table(_) => "a table",
        }
    }

    /// Returns whether a row that is no reference keeps all its cells.
    pub(super) fn takes_all(self) -> bool {
        matches!(self, Anew::Lines | Anew::Table(_))
    }
}

/// Copies records as they are.
pub(super) struct Copied {
    pub(super) copy: CopyRows,
    pub(super) frame: Frame,
}

/// The way of the rows of one source.
pub(super) enum Way {
    /// As they are.
    Copied(Copied),
    /// From their fields.
    Anew(Anew),
}

impl Way {
    /// The way of the rows of a source into a file.
    ///
    /// # Errors
    ///
    /// Those of [`Rows::open`]; a format in which only its own records can be written.
    pub(super) fn of(source: &Path, options: &TableOptions, out: &Path) -> Result<Self> {
        let (_, name) = Compression::of(out);
        if let Some(copied) = copied(source, options, &name)? {
            return Ok(Way::Copied(copied));
        }
        let anew = Anew::of(&name).map(Way::Anew);
        anew.ok_or_else(|| {
            let endings: Vec<&str> = ANEW.iter().map(|(ending, _)| *ending).collect();
            let found = out.display().to_string();
            let accepted = endings.join(" ");
            InputError::UnknownEnding { found, accepted }.into()
        })
    }
}

/// Endings of the files in which rows of these sources, each with the way it is written, can be put together, best
/// first: that of all sources, if their records can be copied as they are; those of the formats in which records are
/// written anew.
///
/// # Errors
///
/// Those of [`Rows::open`].
pub fn endings_of_joined(sources: &[(&Path, &TableOptions)]) -> Result<Vec<&'static str>> {
    let first = sources.first().and_then(|(first, _)| format(first));
    let mut own = first.map(|format| format.ending);
    for (source, options) in sources {
        if let Some(ending) = own
            && copied(source, options, ending)?.is_none()
        {
            own = None;
        }
    }
    let others = ANEW.iter().map(|(ending, _)| *ending);
    let others = others.filter(|ending| own != Some(*ending));
    Ok(own.into_iter().chain(others).collect())
}

/// Copies records of a source into a file of this name, if they stay as they are: both are of one format, and in UTF-8.
fn copied(source: &Path, options: &TableOptions, name: &str) -> Result<Option<Copied>> {
    let format = format(source);
    let same = format.filter(|it| TOGETHER.contains(&it.ending) && name.ends_with(it.ending));
    let Some(&Writing::Bytes { copy, frame, .. }) = same.map(|format| &format.writing) else {
        return Ok(None);
    };
    let is_utf8 = Rows::open(source, options)?.charset().is_none();
    Ok(is_utf8.then_some(Copied { copy, frame }))
}
