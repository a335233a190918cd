//! Copies some documents of a source unchanged.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use super::files::{self, File};
use super::options::ReadOptions;
use super::reader::{accepted, archive, is_folder, unknown_ending};
use super::source::Source;
use crate::document::document::{Document, DocumentId};
use dejalu_base::error::{DocumentError, Error, InputError, IoContext, Result};
use dejalu_io::rows::{self, Rows, has_rows};
use dejalu_io::{OutputFile, STANDARD_STREAM, place};

/// Place of a document in the source that it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Its name.
    pub id: DocumentId,
    /// [`Document::row`].
    pub row: Option<u64>,
    /// [`Document::source`].
    pub source: Option<Arc<str>>,
    /// Its name in its source.
    own_id: DocumentId,
}

impl From<&Document> for Origin {
    fn from(document: &Document) -> Self {
        Origin {
            id: document.id.clone(),
            row: document.row,
            source: document.source.clone(),
            own_id: document.own_id.as_ref().unwrap_or(&document.id).clone(),
        }
    }
}

/// The ending of the file that the documents of a source are copied to: as the source has them,
/// where it has rows that can be copied; others as `.jsonl`.
///
/// # Errors
///
/// The source is the standard input or a pipe, which can be read once only, or does not exist.
pub fn ending_of_copies(source: &Path) -> Result<&'static str> {
    if source.as_os_str() == STANDARD_STREAM {
        let what = "the standard input";
        return Err(InputError::ReadTwice { what }.into());
    }
    let found = source.metadata().context("open", source)?;
    if found.is_dir() {
        return Ok(".jsonl");
    }
    if !found.is_file() {
        let what = "a pipe, socket or device";
        return Err(Error::from(InputError::ReadTwice { what }).at(&place(source)));
    }
    Ok(rows::ending_of_copies(source).unwrap_or(".jsonl"))
}

/// The rows of a source, by number, that none of the documents that were read from it came of: those that
/// cannot be read or have nothing to compare. None of a source without rows.
///
/// # Errors
///
/// Those of [`open`](super::reader::open).
pub fn rows_left_out(
    source: &Path,
    options: &ReadOptions,
    read: impl IntoIterator<Item = Origin>,
) -> Result<Vec<u64>> {
    if source.is_dir() || !has_rows(source) {
        return Ok(Vec::new());
    }
    let read: HashSet<u64> = read.into_iter().filter_map(|it| it.row).collect();
    let rows = Rows::open(source, &options.table)?.count_all();
    Ok((1..=rows).filter(|row| !read.contains(row)).collect())
}

/// Copies documents that were read from a source with these options, in its order and with all that is
/// said of them there: rows byte for byte. A row is known by its number, since another row of the same
/// id may have been left out. Rows that were [left out](rows_left_out) may be copied as well.
///
/// # Errors
///
/// Those of [`open`](super::reader::open) and of [`ending_of_copies`]; what the system refuses to write; a
/// source that was changed since the documents were read, where that makes one of them missing.
pub fn copy(
    source: &Path,
    options: &ReadOptions,
    documents: &[Origin],
    left_out: &[u64],
    out: &mut OutputFile,
) -> Result<()> {
    ending_of_copies(source)?;
    let missing = if is_folder(source)? {
        let files = files::below(source)?.files.into_iter().flatten();
        let files = files.map(Source::File);
        copy_as_json(files, options, ids(documents), out)?
    } else if let Some(file) = File::single(source).filter(|_| !has_rows(source)) {
        copy_as_json([Source::File(file)], options, ids(documents), out)?
    } else if let Some(archive) = archive(source) {
        let members = (archive.open)(source)?.sources.flatten();
        copy_as_json(members, options, ids(documents), out)?
    } else {
        let rows = documents.iter().filter_map(|document| document.row);
        let mut rows: Vec<u64> = rows.chain(left_out.iter().copied()).collect();
        rows.sort_unstable();
        match rows::copy(source, &options.table, &rows, out) {
            Some(missing) => missing?,
            None => return Err(unknown_ending(source, &accepted())),
        }
    };
    changed(source, missing)
}

/// Refuses a source in which so many documents are not there any more.
pub(super) fn changed(source: &Path, missing: usize) -> Result<()> {
    match missing {
        0 => Ok(()),
        documents => Err(Error::from(DocumentError::Changed { documents }).at(&place(source))),
    }
}

fn ids(documents: &[Origin]) -> HashSet<&DocumentId> {
    documents.iter().map(|document| &document.own_id).collect()
}

/// Copies what is no row as rows of JSONL; says how many documents were not there.
fn copy_as_json(
    sources: impl IntoIterator<Item = Source>,
    options: &ReadOptions,
    mut ids: HashSet<&DocumentId>,
    out: &mut OutputFile,
) -> Result<usize> {
    for source in sources {
        if ids.remove(source.id()) {
            let mut row = serde_json::Map::new();
            row.insert("id".to_owned(), source.id().as_str().into());
            for (key, value) in source.cells(options)? {
                row.insert(key.to_owned(), value.into());
            }
            writeln!(out, "{}", serde_json::Value::Object(row)).context("write", out.path())?;
        }
    }
    Ok(ids.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::reader::options::OnBad;
    use crate::document::reader::reader::read_all;

    fn copied(name: &str, content: impl AsRef<[u8]>, ids: &[&str]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join(name);
        std::fs::write(&source, content).unwrap();
        copied_from(&source, ids)
    }

    fn copied_from(source: &Path, ids: &[&str]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        let mut out = OutputFile::create(&path).unwrap();
        let read = read_all(source, &ReadOptions::default(), OnBad::Skip).unwrap();
        let documents = read.documents.iter();
        let kept = documents.filter(|document| ids.contains(&document.id.as_str()));
        let kept: Vec<Origin> = kept.map(Origin::from).collect();
        copy(source, &ReadOptions::default(), &kept, &[], &mut out).unwrap();
        out.finish().unwrap();
        std::fs::read_to_string(&path).unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn what_can_be_read_only_once_is_refused() {
        let refused = ending_of_copies(Path::new("/dev/null")).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "/dev/null: a pipe, socket or device can be read only once, but its documents have to be copied; save them to a file and pass that"
        );
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
    fn the_row_that_was_read_is_copied_and_none_of_its_id_before_it() {
        for refused in [
            "{\"id\":\"x\",\"text\":\"\"}",
            "{\"id\":\"x\",\"text\":\" \"}",
        ] {
            let good = "{\"id\":\"x\",\"text\":\"good\"}\n";
            assert_eq!(
                copied("d.jsonl", format!("{refused}\n{good}"), &["x"]),
                good
            );
        }
        for refused in ["x,", "x, ", "x,one,two"] {
            let table = format!("id,text\n{refused}\nx,good\nx,later\n");
            assert_eq!(copied("d.csv", table, &["x"]), "id,text\nx,good\n");
        }
        assert_eq!(
            copied("d.tsv", "id\ttext\nx\t\nx\tgood\n", &["x"]),
            "id\ttext\nx\tgood\n"
        );
    }

    #[test]
    fn rows_are_copied_byte_for_byte() {
        let table = "id,text\r\n\r\na,\"one\rtwo\r\nthree\nfour\"\r\nb,five\r\n'c' ,\"six\"\"\"";
        assert_eq!(
            copied("d.csv", table, &["a"]),
            "id,text\r\na,\"one\rtwo\r\nthree\nfour\"\r\n"
        );
        assert_eq!(copied("d.csv", table, &["b"]), "id,text\r\nb,five\r\n");
        assert_eq!(
            copied("d.csv", table, &["'c' "]),
            "id,text\r\n'c' ,\"six\"\"\"\n"
        );
        let old_system = "id,text\ra,\"one\rtwo\"\rb,three\r";
        assert_eq!(copied("d.csv", old_system, &["b"]), "id,text\rb,three\r");
        let marked = "\u{feff}id,text\na,one\nb,two\n";
        assert_eq!(copied("d.csv", marked, &["b"]), "\u{feff}id,text\nb,two\n");
        let lines = "{\"id\":\"a\",\"text\":\"one\"}\r\n\r\n{\"id\":\"b\",\r\"text\":\"two\"}";
        assert_eq!(
            copied("d.jsonl", lines, &["b"]),
            "{\"id\":\"b\",\r\"text\":\"two\"}\n"
        );
        assert_eq!(
            copied("d.jsonl", lines, &["a"]),
            "{\"id\":\"a\",\"text\":\"one\"}\r\n"
        );
    }

    #[test]
    fn objects_of_an_array_are_copied_with_what_stands_around_them() {
        let array = "[\n  {\"id\": 1,\n \"text\": \"a\"},\n  {\"id\": 2, \"text\": \"b\"}, {\"id\": 3, \"text\": \"c\"}\n]\n";
        assert_eq!(copied("d.json", array, &["1", "2", "3"]), array);
        assert_eq!(
            copied("d.json", array, &["1", "3"]),
            "[\n  {\"id\": 1,\n \"text\": \"a\"}, {\"id\": 3, \"text\": \"c\"}\n]\n"
        );
        assert_eq!(
            copied("d.json", array, &["2"]),
            "[\n  {\"id\": 2, \"text\": \"b\"}\n]\n"
        );
        assert_eq!(copied("d.json", array, &[]), "[\n  \n]\n");
    }

    const RIS: &str = "\u{feff}a line of no record\r\n\r\nTY  - JOUR\r\nTI  - One\r\nAB  - Words\r\nER  - \r\n\r\n\
        TY  - JOUR\r\nTI  - Two\r\nER  -\r\n\r\n\r\nTY  - BOOK\r\nTI  - Three\r\nER  - ";
    const NBIB: &str = "\nPMID- 1\nTI  - One\n      goes on\nAB  - Words\n\nPMID- 2\nTI  - Two\n\n\nPMID- 3\nTI  - Three\n";
    const BIB: &str = "% a comment\n@string{j = {Journal}}\n\n@article{one, title = {One},\n journal = j}\n\n@comment{x}\n\
        @Book{two,\n  title = \"Two {T}wo\"\n}\nfree text\n\n@misc{three, title={Three}}";

    const XML: &str = "\u{feff}<?xml version=\"1.0\" ?>\n<PubmedArticleSet>\n  <PubmedArticle><Article><ArticleTitle>One\n\
        </ArticleTitle></Article></PubmedArticle>\n  <PubmedArticle ><Article><ArticleTitle>Two</ArticleTitle></Article></PubmedArticle >\n\
        <PubmedArticle>\n<Article><ArticleTitle>Three</ArticleTitle></Article></PubmedArticle></PubmedArticleSet>\n";

    #[test]
    fn references_come_back_byte_for_byte() {
        for (name, content) in [
            ("d.ris", RIS),
            ("d.nbib", NBIB),
            ("d.bib", BIB),
            ("d.xml", XML),
        ] {
            assert_eq!(copied(name, content, &["1", "2", "3"]), content);
            for end in ["\r\n", "\r"] {
                let other = content.replace("\r\n", "\n").replace('\n', end);
                assert_eq!(copied(name, &other, &["1", "2", "3"]), other);
            }
        }
    }

    #[test]
    fn parts_of_different_systems_are_copied_record_by_record() {
        let lf = "TY  - JOUR\nTI  - One\nER  - \n\n";
        let returns = "TY  - JOUR\rTI  - Two\rER  - \r\rTY  - JOUR\rTI  - Three\rER  - \r\r";
        let crlf = "\nTY  - JOUR\r\nTI  - Four\r\nER  - \r\r\n";
        let all = [lf, returns, crlf].concat();
        assert_eq!(copied("d.ris", &all, &["1", "2", "3", "4"]), all);
        let (two, three) = returns.split_at(returns.len() / 2 - 1);
        assert!(three.starts_with("TY"), "{three}");
        assert_eq!(copied("d.ris", &all, &["2"]), two);
        assert_eq!(copied("d.ris", &all, &["3"]), format!("{three}\n"));
        assert_eq!(
            copied("d.ris", &all, &["1", "4"]),
            format!("{lf}{}", &crlf[1..])
        );
    }

    #[test]
    fn articles_are_copied_in_their_character_set_or_refused() {
        let article = "<PubmedArticle><Article><ArticleTitle>d\u{e9}j\u{e0}</ArticleTitle></Article></PubmedArticle>\n";
        let xml = format!("<?xml version=\"1.0\" encoding=\"X\"?>\n{article}{article}");
        let utf16 =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        let latin = encoding_rs::WINDOWS_1252.encode(&xml).0.into_owned();
        let cases = [
            (latin.clone(), Some("latin1"), None),
            (utf16(&format!("\u{feff}{xml}")), None, Some("UTF-16")),
            (utf16(&xml), Some("utf-16le"), Some("UTF-16LE")),
        ];
        for (content, encoding, refused) in cases {
            let folder = tempfile::tempdir().unwrap();
            let source = folder.path().join("d.xml");
            std::fs::write(&source, content).unwrap();
            let mut options = ReadOptions::default();
            options.table.encoding = encoding.map(str::to_owned);
            let read = read_all(&source, &options, OnBad::Skip).unwrap();
            let documents: Vec<Origin> = read.documents.iter().map(Origin::from).collect();
            let path = folder.path().join("kept");
            let mut out = OutputFile::create(&path).unwrap();
            let outcome = copy(&source, &options, &documents, &[], &mut out);
            match refused {
                None => {
                    outcome.unwrap();
                    out.finish().unwrap();
                    assert_eq!(documents.len(), 2);
                    assert_eq!(std::fs::read(&path).unwrap(), latin);
                }
                Some(charset) => assert_eq!(
                    outcome.unwrap_err().to_string(),
                    format!(
                        "{}: the records of an XML file in {charset} cannot be copied, since the file names its character set; convert it to UTF-8",
                        source.display()
                    )
                ),
            }
        }
    }

    #[test]
    fn references_that_are_not_kept_leave_the_others_as_they_are() {
        assert_eq!(
            copied("d.ris", RIS, &["1", "3"]),
            RIS.replace("TY  - JOUR\r\nTI  - Two\r\nER  -\r\n\r\n\r\n", "")
        );
        assert_eq!(copied("d.nbib", NBIB, &["2"]), "\nPMID- 2\nTI  - Two\n\n\n");
        let (before, rest) = XML.split_once("<PubmedArticle >").unwrap();
        let (_, after) = rest.split_once("</PubmedArticle >\n").unwrap();
        assert_eq!(
            copied("d.xml", XML, &["1", "3"]),
            format!("{before}{after}")
        );
        let without = BIB.replace("@Book{two,\n  title = \"Two {T}wo\"\n}\n", "");
        assert_eq!(copied("d.bib", BIB, &["1", "3"]), without);
    }

    #[test]
    fn compressed_rows_are_copied_as_they_were() {
        let lines = "{\"id\":\"x\",\"text\":\"\"}\n{\"id\":\"x\",\"text\":\"good\"}\r\n";
        let zstd = zstd::encode_all(lines.as_bytes(), 3).unwrap();
        assert_eq!(
            copied("d.jsonl.zst", zstd, &["x"]),
            "{\"id\":\"x\",\"text\":\"good\"}\r\n"
        );
    }

    #[test]
    fn a_source_that_was_changed_meanwhile_is_told() {
        let folder = tempfile::tempdir().unwrap();
        for (name, before, after) in [
            (
                "d.jsonl",
                "{\"id\":1,\"text\":\"a\"}\n{\"id\":2,\"text\":\"b\"}\n",
                "{}\n",
            ),
            ("d.csv", "id,text\n1,a\n2,b\n", "id,text\n1,a\n"),
        ] {
            let source = folder.path().join(name);
            std::fs::write(&source, before).unwrap();
            let read = read_all(&source, &ReadOptions::default(), OnBad::Stop).unwrap();
            std::fs::write(&source, after).unwrap();
            let path = folder.path().join("kept");
            let mut out = OutputFile::create(&path).unwrap();
            let documents: Vec<Origin> = read.documents.iter().map(Origin::from).collect();
            let error =
                copy(&source, &ReadOptions::default(), &documents, &[], &mut out).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "{}: it was changed while the program ran (1 document is no longer at the \
                     place where it was read); run the command again",
                    source.display()
                )
            );
        }
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
            "the standard input can be read only once, but its documents have to be copied; save them to a file and pass that"
        );
    }
}
