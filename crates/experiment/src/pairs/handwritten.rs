//! Detects what people have written into a table made by this program: no output may replace it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use dejalu_base::error::{Error, ErrorKind, InputError, Result};
use dejalu_io::rows::{Row, Rows};
use dejalu_io::{Compression, TableOptions, has_delimiter, has_rows};
use dejalu_similarity::FeatureSet;

/// The columns that people fill in, or add for themselves.
const FILLED_IN: [&str; 8] = [
    "answer",
    "comment",
    "comments",
    "constraint",
    "label",
    "note",
    "notes",
    "remarks",
];

/// The tables that people work on, by columns that no table of documents has together: pairs, in each form in
/// which they are read, groups, the list of what was merged.
const TABLES: [&[&str]; 6] = [
    &["id_a", "id_b"],
    &["text_a", "text_b"],
    &["html_a", "html_b"],
    &["path_a", "path_b"],
    &["id", "group", "representative"],
    &["kept", "field", "removed"],
];

/// The columns of the predictions of a comparison, which repeat the labels that it was made with.
const PREDICTIONS: [&str; 4] = ["decider", "fold", "score", "decision"];

/// The contents of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Handwritten {
    /// Nothing that only a person can have written.
    Nothing,
    /// Something in this column.
    InColumn(String),
    /// Rows under columns of which this program writes none there.
    Unknown,
}

/// Looks for what people have written into the file at a path, if there is one and it is a table.
///
/// # Errors
///
/// A table that cannot be read to its end, in which nothing of the kind was found before.
pub fn handwritten(path: &Path) -> Result<Handwritten> {
    written_beside(path, None)
}

/// Looks likewise into a table in which this program fills in columns of these names alone: whatever stands in
/// another one, or in the column `label`, is a person's.
///
/// # Errors
///
/// As for [`handwritten`].
pub fn handwritten_beside(path: &Path, own: &[&str]) -> Result<Handwritten> {
    written_beside(path, Some(own))
}

fn written_beside(path: &Path, own: Option<&[&str]>) -> Result<Handwritten> {
    let is_empty = |metadata: fs::Metadata| !metadata.is_file() || metadata.len() == 0;
    let is_lines = Compression::of(path).1.ends_with(".jsonl");
    // Outputs without an ending, or with an unknown one, are tables of commas.
    let is_table = is_lines || has_delimiter(path) || !has_rows(path);
    if !is_table || path.metadata().map_or(true, is_empty) {
        return Ok(Handwritten::Nothing);
    }
    let mut rows = Rows::open_written(path, &TableOptions::default())?;
    let columns: BTreeSet<String> = rows.columns().map(str::to_lowercase).collect();
    let has = |name: &&str| columns.contains(*name);
    if !TABLES.iter().any(|table| table.iter().all(has)) {
        return match rows.next() {
            None => Ok(Handwritten::Nothing),
            Some(Ok(_)) => Ok(Handwritten::Unknown),
            Some(Err(error)) if is_of_nothing(&error) => Ok(Handwritten::Nothing),
            Some(Err(error)) => Err(error),
        };
    }
    // A table of vectors repeats the labels that it was made from.
    let is_of_vectors = columns.iter().any(|name| FeatureSet::parse(name).is_ok());
    let repeats_labels = is_of_vectors || PREDICTIONS.iter().all(has);
    let mut unreadable = None;
    for row in rows {
        match row {
            Ok(row) => {
                if let Some(column) = written_in(&row, own, repeats_labels) {
                    return Ok(Handwritten::InColumn(column.to_string()));
                }
            }
            Err(error) if is_of_nothing(&error) => {}
            Err(error) => unreadable = unreadable.or(Some(error)),
        }
    }
    unreadable.map_or(Ok(Handwritten::Nothing), Err)
}

/// Returns whether it says that there is no row.
fn is_of_nothing(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Input(InputError::Empty))
}

/// The first column that people fill in and that is filled in this row, where the program itself may have written
/// its label.
fn written_in<'a>(row: &'a Row, own: Option<&[&str]>, repeats_labels: bool) -> Option<&'a str> {
    let is_filled = |name: &&str| {
        let is_repeated = repeats_labels && name.eq_ignore_ascii_case("label");
        let is_among = |names: &[&str]| names.iter().any(|it| it.eq_ignore_ascii_case(name));
        let is_asked = own.map_or_else(|| is_among(&FILLED_IN), |own| !is_among(own));
        let cell = || row.get(name).ok().flatten().unwrap_or_default();
        is_asked && !is_repeated && !cell().trim().is_empty()
    };
    row.columns().find(is_filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, content: &[u8]) -> std::result::Result<Handwritten, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        handwritten(&path).map_err(|error| error.to_string())
    }

    #[test]
    fn what_people_fill_in_is_found_in_whatever_form_they_save_it() {
        let column = |name: &str| Ok(Handwritten::InColumn(name.into()));
        for (name, content) in [
            ("a.csv", "id_a,id_b,label,beginning_a\na,b,,x\na,c,1,y\n"),
            ("b.csv", "\u{feff}id_a;id_b;Label\r\na;b;yes\r\n"),
            ("c.csv", "id_a,id_b,label\na,b,1,too,many\na,c,0\n"),
            (
                "d.jsonl",
                "{\"id_a\":\"a\",\"id_b\":\"b\",\"label\":null}\n{\"id_a\":\"a\",\"id_b\":\"c\",\"label\":0}\n",
            ),
            (
                "e.jsonl",
                "{\"id_a\":\"a\",\"id_b\":\"b\",\"label\":1}\nyes\n",
            ),
        ] {
            let found = found(name, content.as_bytes()).map(|it| match it {
                Handwritten::InColumn(name) => Handwritten::InColumn(name.to_lowercase()),
                other => other,
            });
            assert_eq!(found, column("label"), "{name}");
        }
        for kind in ["text", "html", "path"] {
            let pairs = format!("{kind}_a,{kind}_b,label\na,b,1\n");
            assert_eq!(found("pairs.csv", pairs.as_bytes()), column("label"));
        }
        let predictions =
            "id_a,id_b,label,decider,fold,score,decision,note\na,b,1,svm,1,2,duplicate,look\n";
        assert_eq!(found("p.csv", predictions.as_bytes()), column("note"));
        let groups = "id,group,representative,score,note\na,1,a,,\nb,1,a,0.9,look again\n";
        assert_eq!(found("groups.csv", groups.as_bytes()), column("note"));
        let constraints = "id_a,id_b,constraint\na,b,must-link\n";
        assert_eq!(found("c.csv", constraints.as_bytes()), column("constraint"));
        let utf16: Vec<u8> = "\u{feff}id_a\tid_b\tlabel\na\tb\t1\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(found("u.csv", &utf16), column("label"));
    }

    #[test]
    fn what_this_program_writes_is_replaced() {
        for (name, content) in [
            ("empty.csv", ""),
            ("to-label.csv", "id_a,id_b,label,beginning_a\na,b,,x\n"),
            ("vectors.csv", "id_a,id_b,label,jaccard\na,b,1,0.5\n"),
            ("texts.csv", "text_a,text_b,label\na,b,\n"),
            (
                "predictions.csv",
                "id_a,id_b,label,decider,fold,score,decision\na,b,1,svm,1,2,duplicate\n",
            ),
            (
                "labels.jsonl",
                "{\"id_a\":\"a\",\"id_b\":\"b\",\"label\":null,\"note\":\"\"}\n",
            ),
            ("other.csv", "what was there before"),
            ("model.json.bin", "anything"),
        ] {
            assert_eq!(
                found(name, content.as_bytes()),
                Ok(Handwritten::Nothing),
                "{name}"
            );
        }
        // Documents with notes of their own.
        let kept = "{\"id\":\"a\",\"text\":\"x\",\"note\":\"n\"}\n";
        assert_eq!(
            found("kept.jsonl", kept.as_bytes()),
            Ok(Handwritten::Unknown)
        );
    }

    #[test]
    fn a_column_of_a_persons_own_is_found_where_all_others_are_known() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("to-label.csv");
        let own = ["id_a", "id_b", "beginning_a"];
        let look = |content: &str| {
            fs::write(&path, content).unwrap();
            handwritten_beside(&path, &own).unwrap()
        };
        let column = |name: &str| Handwritten::InColumn(name.into());
        let asked = "id_a,id_b,label,beginning_a\na,b,,x\n";
        assert_eq!(look(asked), Handwritten::Nothing);
        assert_eq!(look(&asked.replace(",,", ",1,")), column("label"));
        let own_column = "id_a,id_b,same text?,beginning_a\na,b,,x\na,c,yes,x\n";
        assert_eq!(look(own_column), column("same text?"));
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        for (name, content) in [
            (
                "a.jsonl",
                "{\"id_a\":\"a\",\"id_b\":\"b\",\"label\":null}\nyes\n",
            ),
            ("b.jsonl", "yes\n"),
            ("c.csv.gz", "id_a,id_b,label\n"),
            ("d.csv", "a,b,1\nc,d,0,more\n"),
        ] {
            assert!(found(name, content.as_bytes()).is_err(), "{name}");
        }
    }
}
