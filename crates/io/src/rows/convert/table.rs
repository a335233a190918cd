//! Rows of several sources in one table.

use std::collections::HashSet;
use std::io::Write;

use super::without;
use super::work::{COMMON, Work};
use crate::OutputFile;
use dejalu_base::error::{IoContext, Result};

/// The columns of the table that any row says something in: an id, the common fields, then the others in the order in
/// which they are met.
pub(super) struct Columns {
    common: [bool; COMMON.len()],
    others: Vec<String>,
    met: HashSet<String>,
}

impl Columns {
    pub(super) fn new() -> Self {
        Columns {
            common: [false; COMMON.len()],
            others: Vec::new(),
            met: HashSet::new(),
        }
    }

    /// Adds the columns of a row; of a reference only the common ones, of one in CSL what these do not say as well.
    pub(super) fn see(&mut self, work: &Work<'_>) {
        let is_own = without::own_columns(work);
        // The kind of a reference is in a field of its format.
        let kind = work.kind_name().map(|_| "type");
        let columns = work.row.columns().filter(|name| work.field(name).is_some());
        for name in columns.chain(kind) {
            if let Some(place) = COMMON.iter().position(|common| *common == name) {
                self.common[place] = true;
            } else if is_own(name) && !matches!(name, "" | "id") && !self.met.contains(name) {
                self.met.insert(name.to_owned());
                self.others.push(name.to_owned());
            }
        }
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let common = COMMON
            .iter()
            .zip(self.common)
            .filter(|(_, is_there)| *is_there);
        let common = common.map(|(name, _)| *name);
        common.chain(self.others.iter().map(String::as_str))
    }

    /// Writes the header.
    pub(super) fn write_header(&self, delimiter: u8, out: &mut OutputFile) -> Result<()> {
        write(std::iter::once("id").chain(self.names()), delimiter, out)
    }

    /// Writes a row.
    pub(super) fn write_row(
        &self,
        work: &Work<'_>,
        id: &str,
        delimiter: u8,
        out: &mut OutputFile,
    ) -> Result<()> {
        let cells = self.names().map(|name| match (name, work.row.get(name)) {
            ("abstract" | "date" | "pages" | "isbn", _) | (_, Err(_) | Ok(None)) => {
                work.written(name).unwrap_or_default()
            }
            ("type", Ok(Some(text))) => work.kind_name().unwrap_or(text).to_owned(),
            (_, Ok(Some(text))) => text.to_owned(),
        });
        write(std::iter::once(id.to_owned()).chain(cells), delimiter, out)
    }
}

fn write(
    cells: impl Iterator<Item: AsRef<[u8]>>,
    delimiter: u8,
    out: &mut OutputFile,
) -> Result<()> {
    let mut writer = csv::WriterBuilder::new();
    let mut writer = writer.delimiter(delimiter).from_writer(Vec::new());
    let written = writer.write_record(cells).map_err(std::io::Error::from);
    let written = written.and_then(|()| writer.into_inner().map_err(|it| it.into_error()));
    let row = written.context("write", out.path())?;
    out.write_all(&row).context("write", out.path())
}
