//! Some documents of a source, copied as they stand there.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use serde_json::json;

use super::super::DocumentId;
use super::files::{self, File};
use super::{ReadOptions, is_folder, unknown_ending};
use crate::error::{InputError, IoContext, Result};
use crate::input::STANDARD_STREAM;
use crate::input::rows::{self, Format, Rows};
use crate::output::OutputFile;

/// How the documents of a source are written when they are copied: `.jsonl`, `.csv` or `.tsv`, the
/// source's own form; those of a folder as JSONL.
///
/// # Errors
///
/// The source is the standard input, which can be read once only, or does not exist.
pub fn ending_of_copies(source: &Path) -> Result<&'static str> {
    if source.as_os_str() == STANDARD_STREAM {
        return Err(InputError::ReadTwice.into());
    }
    Ok(match Format::of(source) {
        Some(Format::Csv) if !is_folder(source)? => ".csv",
        Some(Format::Tsv) if !is_folder(source)? => ".tsv",
        _ => ".jsonl",
    })
}

/// Copies the documents of these names, in the order of the source and with all that is said of
/// them there.
///
/// # Errors
///
/// Those of [`open`](super::open) and of [`ending_of_copies`]; what the system refuses to write.
pub fn copy(
    source: &Path,
    options: &ReadOptions,
    mut names: HashSet<DocumentId>,
    (path, out): (&Path, &mut OutputFile),
) -> Result<()> {
    ending_of_copies(source)?;
    if is_folder(source)? {
        for file in files::below(source)?.into_iter().flatten() {
            copy_file(file, &mut names, path, out)?;
        }
        return Ok(());
    }
    if let Some(file) = File::single(source) {
        return copy_file(file, &mut names, path, out);
    }
    let Some(format) = Format::of(source) else {
        return Err(unknown_ending(source, &[&super::ENDINGS, &rows::ENDINGS]));
    };
    match format {
        Format::Jsonl => copy_lines(Rows::open(source)?, options, names, path, out),
        Format::Csv => copy_table(Rows::open(source)?, b',', options, names, path, out),
        Format::Tsv => copy_table(Rows::open(source)?, b'\t', options, names, path, out),
    }
}

fn copy_file(
    file: File,
    names: &mut HashSet<DocumentId>,
    path: &Path,
    out: &mut OutputFile,
) -> Result<()> {
    if !names.remove(&file.id) {
        return Ok(());
    }
    let key = if file.is_html { "html" } else { "text" };
    let row = json!({ "id": file.id.as_str(), key: file.text()? });
    writeln!(out, "{row}").context("write", path)
}

fn copy_lines(
    mut rows: Rows,
    options: &ReadOptions,
    mut names: HashSet<DocumentId>,
    path: &Path,
    out: &mut OutputFile,
) -> Result<()> {
    while let Some(row) = rows.next() {
        // What could not be read was told of when it was read for the first time.
        let Ok(row) = row else { continue };
        if let Ok(Some(id)) = row.get(&options.id)
            && names.remove(&DocumentId::from(id))
        {
            out.write_all(rows.line()).context("write", path)?;
            out.write_all(b"\n").context("write", path)?;
        }
    }
    Ok(())
}

fn copy_table(
    mut rows: Rows,
    delimiter: u8,
    options: &ReadOptions,
    mut names: HashSet<DocumentId>,
    path: &Path,
    out: &mut OutputFile,
) -> Result<()> {
    let columns: Vec<String> = rows.columns().map(String::from).collect();
    let mut table = csv::WriterBuilder::new()
        .delimiter(delimiter)
        .from_writer(out);
    let written =
        |result: csv::Result<()>| result.map_err(std::io::Error::from).context("write", path);
    written(table.write_record(&columns))?;
    while let Some(row) = rows.next() {
        // What could not be read was told of when it was read for the first time.
        let Ok(row) = row else { continue };
        if let Ok(Some(id)) = row.get(&options.id)
            && names.remove(&DocumentId::from(id))
        {
            written(table.write_byte_record(rows.record()))?;
        }
    }
    table.flush().context("write", path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copied(name: &str, content: &str, ids: &[&str]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join(name);
        std::fs::write(&source, content).unwrap();
        copied_from(&source, ids)
    }

    fn copied_from(source: &Path, ids: &[&str]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        let mut out = OutputFile::create(&path).unwrap();
        let names = ids.iter().map(|&id| id.into()).collect();
        copy(source, &ReadOptions::default(), names, (&path, &mut out)).unwrap();
        out.finish().unwrap();
        std::fs::read_to_string(&path).unwrap()
    }

    #[test]
    fn rows_are_copied_with_all_that_stands_in_them() {
        let lines =
            "{\"id\":1,\"text\":\"a\",\"tags\":[1,2]}\nbroken\n{\"id\":\"b\", \"text\": \"c\"}\n";
        assert_eq!(
            copied("d.jsonl", lines, &["b"]),
            "{\"id\":\"b\", \"text\": \"c\"}\n"
        );
        assert_eq!(
            copied("d.jsonl", lines, &["1"]),
            "{\"id\":1,\"text\":\"a\",\"tags\":[1,2]}\n"
        );
        let table = "text,more,id\n\"one, two\",x,a\nthree,\"y\nz\",b\n";
        assert_eq!(
            copied("d.csv", table, &["b"]),
            "text,more,id\nthree,\"y\nz\",b\n"
        );
        assert_eq!(
            copied("d.csv", table, &["a"]),
            "text,more,id\n\"one, two\",x,a\n"
        );
        let unnamed = "id,text,,\na,one,x,y\n";
        assert_eq!(copied("d.csv", unnamed, &["a"]), unnamed);
        assert_eq!(
            copied("d.tsv", "id\ttext\na\tone\n", &["a"]),
            "id\ttext\na\tone\n"
        );
    }

    #[test]
    fn files_become_rows() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.txt"), "one \"two\"").unwrap();
        std::fs::write(folder.path().join("b.html"), "<p>three").unwrap();
        std::fs::write(folder.path().join("c.md"), "four").unwrap();
        assert_eq!(
            copied_from(folder.path(), &["a.txt", "b.html"]),
            "{\"id\":\"a.txt\",\"text\":\"one \\\"two\\\"\"}\n{\"html\":\"<p>three\",\"id\":\"b.html\"}\n"
        );
    }

    #[test]
    fn what_can_be_read_once_only_is_refused() {
        let error = ending_of_copies(Path::new("-")).unwrap_err().to_string();
        assert_eq!(
            error,
            "the standard input can be read only once, and its documents are to be copied; save them to a file and name that"
        );
    }
}
