//! Copies some documents of a source with fields that others of it had.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use super::copy::{changed, ending_of_copies};
use super::options::ReadOptions;
use crate::document::document::{Document, DocumentId};
use dejalu_base::error::{Error, InputError, Result};
use dejalu_io::{OutputFile, has_rows, place, rows};

/// A field of a document that was filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilledField {
    /// The document.
    pub kept: DocumentId,
    /// Its row.
    pub row: u64,
    /// The field's name: its column or key, of a reference its common name.
    pub field: Arc<str>,
    /// The document that it was taken from.
    pub removed: DocumentId,
    /// Its value there.
    pub value: String,
}

/// Fields that are not filled, by the rows of their records.
#[derive(Debug, Clone)]
pub struct StayEmpty<'a> {
    options: &'a ReadOptions,
    /// The rows that have a text, under whichever name: with a second one they would be other documents, or none.
    with_text: BTreeSet<u64>,
    codes: BTreeSet<u64>,
    all: BTreeSet<u64>,
}

impl<'a> StayEmpty<'a> {
    /// A second text beside the first in a row of any of these documents, which were read with these options.
    ///
    /// # Errors
    ///
    /// Those of [`Rows::open`](rows::Rows::open).
    pub fn texts<'d>(
        source: &Path,
        options: &'a ReadOptions,
        documents: impl IntoIterator<Item = &'d Document>,
    ) -> Result<Self> {
        let wanted = documents.into_iter().filter_map(|document| document.row);
        Ok(StayEmpty {
            options,
            with_text: rows_with_text(source, options, &wanted.collect())?,
            codes: BTreeSet::new(),
            all: BTreeSet::new(),
        })
    }

    /// Leaves the codes of the record of a filled field empty, or where they are all its fields. Says whether
    /// that is more than before.
    pub fn add(&mut self, row: u64) -> bool {
        self.codes.insert(row) || self.all.insert(row)
    }

    /// Returns whether a field stays empty.
    pub fn has(&self, row: u64, field: &str) -> bool {
        self.all.contains(&row)
            || is_code(field) && self.codes.contains(&row)
            || self.with_text.contains(&row) && self.options.is_text(field)
    }
}

/// Returns whether records of one work have this in common, and those of two have not.
fn is_code(field: &str) -> bool {
    const CODES: [&str; 6] = ["doi", "isbn", "issn", "pmid", "pmcid", "url"];
    CODES.contains(&&*field.to_lowercase())
}

/// Refuses a source whose documents have no fields that could be filled.
///
/// # Errors
///
/// A folder, a file that is one document, or an archive; XML; the standard input, which can be read once only.
pub fn check_fields(source: &Path) -> Result<()> {
    ending_of_copies(source)?;
    let error = if source.is_dir() || !has_rows(source) {
        InputError::NoFields
    } else if !rows::can_fill(source) {
        InputError::FixedRecords
    } else {
        return Ok(());
    };
    Err(Error::from(error).at(&place(source)))
}

/// Copies documents as [`copy`](super::copy::copy) does, and fills an empty field of each from the first of
/// the documents beside it that has one. A field with a value is never changed, and a document of which
/// no field is filled comes back byte for byte. Ids are never filled, nor what a reference says of itself: its
/// key, its type, notes of a database; nor is what is to stay empty. Gives what was filled, in the order of the source,
/// then by the names of the fields.
///
/// # Errors
///
/// Those of [`check_fields`] and [`copy`](super::copy::copy); a row in a character set in which a byte of a
/// character is a delimiter or brace as well, where that hides the fields.
pub fn copy_filled(
    source: &Path,
    options: &ReadOptions,
    documents: &[(&Document, Vec<&Document>)],
    left_out: &[u64],
    empty: &StayEmpty<'_>,
    out: &mut OutputFile,
) -> Result<Vec<FilledField>> {
    check_fields(source)?;
    let mut ids: HashMap<u64, &DocumentId> = HashMap::new();
    let mut kept = left_out.to_vec();
    let mut donors: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for (document, others) in documents {
        let all = std::iter::once(document).chain(others);
        ids.extend(all.filter_map(|it| Some((it.row?, &it.id))));
        let Some(row) = document.row else { continue };
        kept.push(row);
        let others: Vec<u64> = others.iter().filter_map(|it| it.row).collect();
        if !others.is_empty() {
            donors.insert(row, others);
        }
    }
    kept.sort_unstable();
    let copied = rows::copy_filled(
        source,
        &options.table,
        &kept,
        &donors,
        &options.id,
        &|row, field: &str| empty.has(row, field),
        out,
    );
    let (missing, fills) = copied.ok_or(InputError::NoFields)??;
    changed(source, missing)?;
    let fills = fills.into_iter().map(|fill| FilledField {
        kept: ids[&fill.row].clone(),
        row: fill.row,
        field: fill.field,
        removed: ids[&fill.from].clone(),
        value: fill.value,
    });
    Ok(fills.collect())
}

/// Those of the wanted rows that have a text. None of references, whose text is made of their fields.
fn rows_with_text(
    source: &Path,
    options: &ReadOptions,
    wanted: &BTreeSet<u64>,
) -> Result<BTreeSet<u64>> {
    let is_text = |row: &rows::Row, column: &str| {
        let cell = row.get(column).ok().flatten();
        options.is_text(column) && cell.is_some_and(|text| !text.trim().is_empty())
    };
    let rows = rows::Rows::open(source, &options.table)?;
    if rows.name_fields() {
        return Ok(BTreeSet::new());
    }
    let wanted = rows.flatten().filter(|row| wanted.contains(&row.number));
    let with_text = wanted.filter(|row| row.columns().any(|column| is_text(row, column)));
    Ok(with_text.map(|row| row.number).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::reader::options::OnBad;
    use crate::document::reader::reader::read_all;

    /// Writes a source whose first record is kept and whose others were removed for it; gives the list of filled fields
    /// too.
    fn filled(name: &str, content: impl AsRef<[u8]>) -> (Vec<u8>, Vec<String>) {
        filled_of(name, content, ReadOptions::default())
    }

    fn filled_of(
        name: &str,
        content: impl AsRef<[u8]>,
        options: ReadOptions,
    ) -> (Vec<u8>, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join(name);
        std::fs::write(&source, content).unwrap();
        let read = read_all(&source, &options, OnBad::Stop).unwrap();
        let documents: Vec<&Document> = read.documents.iter().collect();
        let path = folder.path().join("kept");
        let mut out = OutputFile::create(&path).unwrap();
        let what = [(documents[0], documents[1..].to_vec())];
        let empty = StayEmpty::texts(&source, &options, [documents[0]]).unwrap();
        let filled = copy_filled(&source, &options, &what, &[], &empty, &mut out).unwrap();
        out.finish().unwrap();
        let shown = |it: &FilledField| {
            let FilledField {
                kept,
                field,
                removed,
                value,
                ..
            } = it;
            format!("{kept} {field} {removed} {value}")
        };
        (
            std::fs::read(&path).unwrap(),
            filled.iter().map(shown).collect(),
        )
    }

    fn text(name: &str, content: impl AsRef<[u8]>) -> String {
        String::from_utf8(filled(name, content).0).unwrap()
    }

    #[test]
    fn the_first_that_has_a_field_counts_and_what_is_said_stays() {
        let table = "id,title,a,b,c\n1,one,,,x\n2,two,,b2,c2\n3,three,a3,b3,c3\n";
        let (kept, filled) = filled("d.csv", table);
        assert_eq!(kept, b"id,title,a,b,c\n1,one,a3,b2,x\n");
        assert_eq!(filled, ["1 a 3 a3", "1 b 2 b2"]);
    }

    #[test]
    fn a_text_gets_no_second_one_whatever_its_columns_are_called() {
        let table = "id,one,two,Content,a\n1,x,,,\n2,x,more,other,a2\n";
        let options = ReadOptions {
            text: vec!["one".to_owned(), "two".to_owned()],
            ..ReadOptions::default()
        };
        let (kept, filled) = filled_of("d.csv", table, options);
        assert_eq!(kept, b"id,one,two,Content,a\n1,x,,,a2\n");
        assert_eq!(filled, ["1 a 2 a2"]);
    }

    #[test]
    fn objects_of_an_array_take_values_of_every_kind() {
        let array = "[\n  {\"id\": 1, \"text\": \"a\", \"n\": null},\n  \
            {\"id\": 2, \"text\": \"b\", \"n\": 1.0, \"l\": [1,2]}\n]\n";
        let (kept, filled) = filled("d.json", array);
        assert_eq!(
            String::from_utf8(kept).unwrap(),
            "[\n  {\"id\": 1, \"text\": \"a\", \"n\": 1.0, \"l\": [1,2]}\n]\n"
        );
        assert_eq!(filled, ["1 l 2 [1,2]", "1 n 2 1"]);
    }

    #[test]
    fn lines_of_a_reference_stand_before_its_end_and_end_as_its_lines_do() {
        let other =
            "TY  - JOUR\nTI  - Two\nN2  - Words\ngo on\nSP  - 1\nEP  - 9\nAN  - 7\nER  - \n";
        let kept = |first: &str| text("d.ris", format!("{first}{other}"));
        assert_eq!(
            kept("TY  - JOUR\r\nTI  - One\r\nAB  - \r\nER  - \r\n\r\n"),
            "TY  - JOUR\r\nTI  - One\r\nN2  - Words\r\ngo on\r\nSP  - 1\r\nEP  - 9\r\nER  - \r\n\r\n"
        );
        let complete = "TY  - JOUR\nTI  - One\nEP  - 3\nAB  - x\n\n";
        assert_eq!(kept(complete), complete);
        assert_eq!(
            kept("TY  - JOUR\nTI  - One\nEP  - 3\n\n"),
            "TY  - JOUR\nTI  - One\nEP  - 3\nN2  - Words\ngo on\n\n",
            "a record without an end"
        );
        let medline = "PMID- 1\nTI  - One\nLID - S1 [pii]\n\nPMID- 2\nTI  - Two\nAU  - Doe J\nAID - 10.1/x [doi]";
        assert_eq!(
            text("d.nbib", medline),
            "PMID- 1\nTI  - One\nLID - S1 [pii]\nAU  - Doe J\nAID - 10.1/x [doi]\n\n"
        );
    }

    #[test]
    fn lines_are_filled_where_two_systems_meet() {
        let returns = "TY  - JOUR\rTI  - One\rER  - \r\n";
        let crlf = "TY  - JOUR\r\nTI  - One\r\nDO  - 10.1/x\r\nER  - \r\n";
        assert_eq!(
            text("d.ris", format!("{returns}{crlf}")),
            "TY  - JOUR\rTI  - One\rDO  - 10.1/x\rER  - \r\n"
        );
        let donor = "TY  - JOUR\rTI  - One\rDO  - 10.1/x\rAB  - Words\rER  - \r\n";
        assert_eq!(
            text(
                "d.ris",
                format!("TY  - JOUR\r\nTI  - One\r\nER  - \r\n{donor}")
            ),
            "TY  - JOUR\r\nTI  - One\r\nAB  - Words\r\nDO  - 10.1/x\r\nER  - \r\n"
        );
    }

    #[test]
    fn fields_of_an_entry_follow_the_last_one() {
        let other = "@misc{b, journaltitle = joh, doi = {10.1/x}, year = \"2001\"}\n";
        let kept = |first: &str| {
            let content = format!("{first}\n@string{{joh = {{J. of Harbours}}}}\n{other}");
            let text = text("d.bib", content);
            text.split_once("\n@string").unwrap().0.to_owned()
        };
        assert_eq!(
            kept("@book{a,\n\ttitle = {One}, % the first\n\tDOI = \"\",\n}"),
            "@book{a,\n\ttitle = {One}, % the first\n\tDOI = {10.1/x},\n\tjournaltitle = {J. of Harbours},\n\tyear = \"2001\",\n}"
        );
        assert_eq!(
            kept("@book{a,title={One},doi={1},year=1}"),
            "@book{a,title={One},doi={1},year=1,journaltitle = {J. of Harbours}}"
        );
        // Of a field that stands twice the last counts.
        let (kept, list) = filled(
            "d.bib",
            "@misc{a, title={One}, doi={}, DOI={}}\n@misc{b, title={One}, doi={1}, DOI={2}}\n",
        );
        assert_eq!(kept, b"@misc{a, title={One}, doi={}, DOI={2}}\n");
        assert_eq!(list, ["1 doi 2 2"]);
    }

    #[test]
    fn other_character_sets_stay_as_they_are() {
        let latin = |text: &str| encoding_rs::WINDOWS_1252.encode(text).0.into_owned();
        let one = "@misc{a, title = {Déjà lu, un café et un été}";
        let bib = format!("{one}}}\n@misc{{b, title = {{Été}}, author = {{Müller}}}}");
        let kept = format!("{one}, author = {{Müller}}}}\n");
        assert_eq!(filled("d.bib", latin(&bib)).0, latin(&kept));
        let table = "id;text;a\n1;déjà lu, un café;\n2;été;\"hé\"\n";
        let kept = "id;text;a\n1;déjà lu, un café;\"hé\"\n";
        assert_eq!(filled("d.csv", latin(table)).0, latin(kept));
    }

    #[test]
    fn rows_whose_bytes_do_not_show_their_fields_are_refused() {
        // In Shift_JIS the second byte of one character is that of a delimiter, of the other a brace.
        let table = "title|a\nボ\u{ff3f}ポ|\nボポ|x\n";
        let bib = "@misc{a, title = {ボ}}\n\n@misc{b, title = {ボ}, author = {x}}\n";
        let cases = [
            (
                "d.csv",
                table,
                "d.csv:3: the row has 3 cells by its bytes and 2 by its characters, so that no cell of it can be filled; convert the file to UTF-8",
            ),
            (
                "d.bib",
                bib,
                "d.bib:3: the fields of the reference cannot be told apart by its bytes (its closing brace is missing), so that none of them can be filled; convert the file to UTF-8",
            ),
        ];
        for (name, content, expected) in cases {
            let mut options = ReadOptions::default();
            options.table.encoding = Some("shift_jis".to_owned());
            let folder = tempfile::tempdir().unwrap();
            let source = folder.path().join(name);
            let bytes = encoding_rs::SHIFT_JIS.encode(content).0;
            std::fs::write(&source, bytes).unwrap();
            let read = read_all(&source, &options, OnBad::Stop).unwrap();
            let path = folder.path().join("kept");
            let mut out = OutputFile::create(&path).unwrap();
            let what = [(&read.documents[0], vec![&read.documents[1]])];
            let empty = StayEmpty::texts(&source, &options, [what[0].0]).unwrap();
            let copied = copy_filled(&source, &options, &what, &[], &empty, &mut out);
            let error = copied.unwrap_err();
            assert!(error.to_string().ends_with(expected), "{error}");
        }
    }

    #[test]
    fn what_has_no_fields_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.zip");
        std::fs::write(&path, "").unwrap();
        for source in [folder.path(), &path] {
            let name = source.display();
            assert_eq!(
                check_fields(source).unwrap_err().to_string(),
                format!(
                    "{name}: its documents have no fields that could be filled; expected a table, JSON, references or Parquet"
                )
            );
        }
    }
}
