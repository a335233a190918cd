//! Pairs from tables and streams.
//!
//! A table names its documents in one of three ways, told apart by its columns: ids of a
//! collection, texts or pages inline, or paths of files beside it.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};

use super::{Pair, PairSet};
use crate::document::{Document, DocumentId, reader};
use crate::error::{Error, ErrorKind, Place, Result};
use crate::input::rows::{Row, Rows};

/// Which columns make a pair, and which rows are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairOptions {
    /// The first document's id. Default `id_a`.
    pub left: String,
    /// The second document's id. Default `id_b`.
    pub right: String,
    /// What people say of the pair. Default `label`.
    pub label: String,
    /// Whether a row may lack a label.
    pub unlabelled: bool,
    /// The splits whose rows are kept; all rows where empty.
    pub splits: Vec<String>,
    /// Whether a row that cannot be read is left out and told of, rather than an error.
    pub skip_bad: bool,
}

impl Default for PairOptions {
    fn default() -> Self {
        PairOptions {
            left: "id_a".into(),
            right: "id_b".into(),
            label: "label".into(),
            unlabelled: false,
            splits: Vec::new(),
            skip_bad: false,
        }
    }
}

/// Pairs, and what the user should know of them.
#[derive(Debug, Default)]
pub struct LoadedPairs {
    /// The pairs and the documents that stand in them.
    pub set: PairSet,
    /// The rows that were left out, and why.
    pub skipped: Vec<Error>,
    /// What is odd but readable.
    pub warnings: Vec<Warning>,
}

/// Something odd about the pairs.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The table has splits and the user chose none.
    SplitsUnused {
        /// The values found.
        splits: Vec<String>,
    },
    /// Some pairs stand more than once.
    Repeated {
        /// How many rows repeat an earlier one.
        rows: usize,
    },
    /// Labels that contradict each other by way of other labels.
    Contradictory {
        /// Where, and which two documents.
        pairs: Vec<(Place, [DocumentId; 2])>,
    },
    /// Some documents hold no word: every similarity with them is 0.
    Wordless {
        /// How many.
        documents: usize,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::SplitsUnused { splits } => write!(
                f,
                "the pairs have a split column ({}) and all rows are used; --split NAME keeps some",
                splits.join(", ")
            ),
            Warning::Repeated { rows } => {
                write!(f, "{rows} rows repeat an earlier pair; each counts")
            }
            Warning::Contradictory { pairs } => {
                write!(
                    f,
                    "{} pairs are labelled distinct though duplicates connect their documents:",
                    pairs.len()
                )?;
                const SHOWN: usize = 10;
                for (place, [left, right]) in pairs.iter().take(SHOWN) {
                    write!(f, "\n  {place}: '{left}' and '{right}'")?;
                }
                match pairs.len().saturating_sub(SHOWN) {
                    0 => Ok(()),
                    more => write!(f, "\n  and {more} more"),
                }
            }
            Warning::Wordless { documents } => {
                write!(
                    f,
                    "{documents} documents hold no word; every similarity with them is 0"
                )
            }
        }
    }
}

/// Reads pairs. `documents` is the collection that ids name; a table with inline texts or paths
/// needs none.
///
/// # Errors
///
/// A source that cannot be opened or is empty, columns of none of the three forms, no row of the
/// chosen splits; and, unless rows may be left out, the first row with an id that is not in the
/// collection, a label that cannot be read, a document paired with itself, or one id with two
/// texts.
pub fn read(
    source: &Path,
    options: &PairOptions,
    documents: Option<Vec<Document>>,
) -> Result<LoadedPairs> {
    let mut rows = Rows::open(source)?;
    let columns: BTreeSet<String> = rows.columns().map(str::to_string).collect();
    if columns.is_empty() {
        // Of JSONL the first row names the columns: it is missing, or an error that says more.
        rows.next().transpose()?;
    }
    let folder = source.parent().map(Path::to_path_buf).unwrap_or_default();
    let mut pool = Pool::new(Form::of(&columns, options, folder, &rows)?, documents);
    let mut loaded = LoadedPairs::default();
    let mut splits = BTreeSet::new();
    for (number, row) in (1..).zip(rows) {
        let read = row.and_then(|row| {
            let split = row.get("split")?.unwrap_or_default().to_string();
            let kept = options.splits.is_empty() || options.splits.contains(&split);
            splits.insert(split);
            kept.then(|| pool.pair(number, &row, options)).transpose()
        });
        match read {
            Ok(pair) => loaded.set.pairs.extend(pair),
            Err(error) if options.skip_bad => loaded.skipped.push(error),
            Err(error) => return Err(error),
        }
    }
    loaded.set.documents = pool.documents;
    splits.remove("");
    if loaded.set.pairs.is_empty() {
        return Err(Error::from(ErrorKind::NoPairs {
            wanted: options.splits.clone(),
            splits: splits.into_iter().collect(),
            skipped: loaded.skipped.len(),
        })
        .at(&crate::input::place(source)));
    }
    if options.splits.is_empty() && !splits.is_empty() {
        let splits = splits.into_iter().collect();
        loaded.warnings.push(Warning::SplitsUnused { splits });
    }
    loaded.warnings.extend(oddities(&loaded.set));
    Ok(loaded)
}

fn oddities(set: &PairSet) -> Vec<Warning> {
    let mut found = Vec::new();
    let mut met = std::collections::HashSet::new();
    let repeats = |pair: &&Pair| {
        let [left, right] = pair.documents;
        !met.insert((left.min(right), left.max(right)))
    };
    match set.pairs.iter().filter(repeats).count() {
        0 => {}
        rows => found.push(Warning::Repeated { rows }),
    }
    let named = |pair: &Pair| {
        let ids = pair
            .documents
            .map(|document| set.documents[document].id.clone());
        (pair.place.clone(), ids)
    };
    let contradictions = set.contradictions();
    if !contradictions.is_empty() {
        let pairs = contradictions.into_iter().map(named).collect();
        found.push(Warning::Contradictory { pairs });
    }
    let wordless = set
        .documents
        .iter()
        .filter(|document| document.identity().is_none())
        .count();
    if wordless > 0 {
        found.push(Warning::Wordless {
            documents: wordless,
        });
    }
    found
}

/// How a table names its documents.
enum Form {
    /// By ids of a collection.
    Ids,
    /// By their texts or pages, in columns that begin so: `text` or `html`.
    Inline(&'static str),
    /// By paths relative to a folder.
    Paths(PathBuf),
}

impl Form {
    fn of(
        columns: &BTreeSet<String>,
        options: &PairOptions,
        folder: PathBuf,
        rows: &Rows,
    ) -> Result<Self> {
        let both = |left: &str, right: &str| columns.contains(left) && columns.contains(right);
        let form = if both("text_a", "text_b") {
            Form::Inline("text")
        } else if both("html_a", "html_b") {
            Form::Inline("html")
        } else if both("path_a", "path_b") {
            Form::Paths(folder)
        } else if both(&options.left, &options.right) {
            Form::Ids
        } else {
            return Err(wrong_columns(columns, options, rows));
        };
        match options.unlabelled || columns.contains(&options.label) {
            true => Ok(form),
            false => Err(wrong_columns(columns, options, rows)),
        }
    }
}

fn wrong_columns(columns: &BTreeSet<String>, options: &PairOptions, rows: &Rows) -> Error {
    let PairOptions {
        left, right, label, ..
    } = options;
    Error::from(ErrorKind::PairColumns {
        found: columns.iter().cloned().collect(),
        expected: format!("'{left}', '{right}' and '{label}' (or 'text_a', 'text_b' or 'path_a', 'path_b' in place of the ids)"),
    })
    .at(rows.place())
}

/// The documents met so far.
struct Pool {
    form: Form,
    /// The collection that ids name; documents leave it when they are first met.
    collection: HashMap<DocumentId, Document>,
    /// How many documents the collection held.
    size: Option<usize>,
    documents: Vec<Document>,
    place_of: HashMap<DocumentId, usize>,
}

impl Pool {
    fn new(form: Form, documents: Option<Vec<Document>>) -> Self {
        let size = documents.as_ref().map(Vec::len);
        let documents = documents.unwrap_or_default().into_iter();
        Pool {
            form,
            size,
            collection: documents
                .map(|document| (document.id.clone(), document))
                .collect(),
            documents: Vec::new(),
            place_of: HashMap::new(),
        }
    }

    fn pair(&mut self, number: usize, row: &Row, options: &PairOptions) -> Result<Pair> {
        let label = match row
            .get(&options.label)?
            .filter(|label| !label.trim().is_empty())
        {
            Some(label) => Some(label.parse().map_err(|error: Error| error.at(&row.place))?),
            None if options.unlabelled => None,
            None => return Err(Error::from(ErrorKind::NoLabel).at(&row.place)),
        };
        let left = self.document(row, &options.left, "a", number)?;
        let right = self.document(row, &options.right, "b", number)?;
        if left == right {
            let id = self.documents[left].id.to_string();
            return Err(Error::from(ErrorKind::SelfPair { id }).at(&row.place));
        }
        let text = |column| {
            Ok::<_, Error>(
                row.get(column)?
                    .filter(|cell| !cell.is_empty())
                    .map(str::to_string),
            )
        };
        Ok(Pair {
            documents: [left, right],
            label,
            category: text("category")?,
            group: text("group")?,
            place: row.place.clone(),
        })
    }

    /// The place of one of a row's two documents (`side` is `a` or `b`).
    fn document(&mut self, row: &Row, id_column: &str, side: &str, number: usize) -> Result<usize> {
        let at_row = |error: Error| error.at(&row.place);
        let missing = |column: &str| {
            at_row(Error::from(ErrorKind::MissingValue {
                column: column.to_string(),
            }))
        };
        let cell = |column: &str| {
            row.get(column)?
                .map(str::to_string)
                .ok_or_else(|| missing(column))
        };
        let id = row
            .get(id_column)?
            .filter(|id| !id.is_empty())
            .map(DocumentId::from);
        let id_or_number = || {
            id.clone()
                .unwrap_or_else(|| format!("{number}{side}").into())
        };
        match &self.form {
            Form::Ids => {
                let id = id.ok_or_else(|| missing(id_column))?;
                self.take_from_collection(id).map_err(at_row)
            }
            Form::Inline(kind) => {
                let source = cell(&format!("{kind}_{side}"))?;
                let id = id_or_number();
                let document = match *kind {
                    "html" => Document::html(id, &source, None),
                    _ => Document::plain(id, &source),
                };
                self.add(document).map_err(at_row)
            }
            Form::Paths(folder) => {
                let column = format!("path_{side}");
                let path = cell(&column)?;
                if path.is_empty() {
                    return Err(missing(&column));
                }
                let id = DocumentId::from(path.as_str());
                if let Some(&place) = self.place_of.get(&id) {
                    return Ok(place);
                }
                let mut document = reader::read_one(&folder.join(&path)).map_err(at_row)?;
                document.id = id;
                self.add(document).map_err(at_row)
            }
        }
    }

    fn take_from_collection(&mut self, id: DocumentId) -> Result<usize> {
        if let Some(&place) = self.place_of.get(&id) {
            return Ok(place);
        }
        match (self.collection.remove(&id), self.size) {
            (Some(document), _) => self.add(document),
            (None, Some(documents)) => Err(ErrorKind::UnknownDocument {
                id: id.to_string(),
                documents,
            }
            .into()),
            (None, None) => Err(ErrorKind::NoCollection.into()),
        }
    }

    fn add(&mut self, document: Document) -> Result<usize> {
        if let Some(&place) = self.place_of.get(&document.id) {
            let known = &self.documents[place];
            return match known.text == document.text && known.fields == document.fields {
                true => Ok(place),
                false => Err(ErrorKind::TwoTexts {
                    id: document.id.to_string(),
                }
                .into()),
            };
        }
        let place = self.documents.len();
        self.place_of.insert(document.id.clone(), place);
        self.documents.push(document);
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(name: &str, content: &str, options: &PairOptions) -> Result<LoadedPairs> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.txt"), "The ferry waits.").unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        let documents = ["a", "b", "c"].map(|id| Document::plain(id, &format!("text of {id}")));
        read(&path, options, Some(documents.to_vec()))
    }

    fn refusal(content: &str) -> String {
        let error = load("pairs.csv", content, &PairOptions::default()).unwrap_err();
        let text = error.to_string();
        text[text.find("pairs.csv").unwrap_or(0)..].to_string()
    }

    #[test]
    fn ids_name_documents_of_the_collection() {
        let loaded = load(
            "p.csv",
            "id_a,id_b,label,category\na,b,1,near\nb,c,no,\n",
            &PairOptions::default(),
        )
        .unwrap();
        assert_eq!(loaded.set.documents.len(), 3);
        assert_eq!(loaded.set.labels().unwrap(), [true, false]);
        assert_eq!(loaded.set.pairs[0].category.as_deref(), Some("near"));
        assert_eq!(loaded.set.pairs[1].category, None);
        assert!(loaded.warnings.is_empty());
    }

    #[test]
    fn texts_stand_inline_with_ids_or_without() {
        let options = PairOptions::default();
        let loaded = load(
            "p.jsonl",
            "{\"text_a\":\"one two\",\"text_b\":\"one\",\"label\":true}\n",
            &options,
        )
        .unwrap();
        assert_eq!(loaded.set.documents[1].id.as_str(), "1b");
        let one_id = "id_a,id_b,text_a,text_b,label\nx,y,one,two,1\nx,z,one,three,0\n";
        assert_eq!(
            load("p.csv", one_id, &options).unwrap().set.documents.len(),
            3
        );
        let two_texts = "id_a,id_b,text_a,text_b,label\nx,y,one,two,1\nx,z,ONE,three,0\n";
        assert_eq!(
            refusal(two_texts),
            "pairs.csv:3: id 'x' stands for two different texts; give each text an id of its own"
        );
    }

    #[test]
    fn paths_are_relative_to_the_file() {
        let loaded = load(
            "p.csv",
            "path_a,path_b,label\na.txt,a.txt,1\n",
            &PairOptions::default(),
        );
        assert!(
            loaded
                .unwrap_err()
                .to_string()
                .ends_with("pairs document 'a.txt' with itself; remove the row")
        );
    }

    #[test]
    fn what_cannot_be_read_is_refused_in_one_sentence() {
        assert_eq!(
            refusal("id_a,id_b,label\na,b7,1\n"),
            "pairs.csv:2: document 'b7' is not in the collection (3 documents); correct the id or pass the right --documents"
        );
        assert_eq!(
            refusal("id_a,id_b,label\na,b,perhaps\n"),
            "pairs.csv:2: label 'perhaps' cannot be read; expected 1 or 0, +1 or -1, true or false, yes or no, duplicate or distinct"
        );
        assert_eq!(
            refusal("left,right,label\na,b,1\n"),
            "pairs.csv: the columns are 'label', 'left', 'right'; expected 'id_a', 'id_b' and 'label' (or 'text_a', 'text_b' or 'path_a', 'path_b' in place of the ids); rename them or pass --left, --right, --label"
        );
        assert_eq!(
            refusal("id_a,id_b,label\n"),
            "pairs.csv: empty: there is nothing to read in it; fill or remove it"
        );
    }

    #[test]
    fn bad_rows_are_left_out_where_the_user_says_so() {
        let options = PairOptions {
            skip_bad: true,
            ..PairOptions::default()
        };
        let loaded = load("p.csv", "id_a,id_b,label\na,zz,1\na,b,?\na,c,0\n", &options).unwrap();
        assert_eq!(loaded.set.pairs.len(), 1);
        assert_eq!(loaded.skipped.len(), 2);
    }

    #[test]
    fn splits_are_kept_by_name_and_warned_of_without_one() {
        let table = "id_a,id_b,label,split\na,b,1,train\nb,c,0,dev\n";
        let options = PairOptions {
            splits: vec!["dev".into()],
            ..PairOptions::default()
        };
        assert_eq!(load("p.csv", table, &options).unwrap().set.pairs.len(), 1);
        let all = load("p.csv", table, &PairOptions::default()).unwrap();
        assert_eq!(
            all.warnings[0].to_string(),
            "the pairs have a split column (dev, train) and all rows are used; --split NAME keeps some"
        );
        let options = PairOptions {
            splits: vec!["test".into()],
            ..PairOptions::default()
        };
        let error = load("p.csv", table, &options).unwrap_err().to_string();
        assert!(
            error
                .ends_with("no row is of split test; the splits are dev, train; choose among them"),
            "{error}"
        );
    }

    #[test]
    fn contradictory_labels_are_listed_with_their_places() {
        let table = "id_a,id_b,label\na,b,1\nb,c,1\na,c,0\nb,a,1\n";
        let loaded = load("pairs.csv", table, &PairOptions::default()).unwrap();
        assert_eq!(loaded.warnings[0], Warning::Repeated { rows: 1 });
        let text = loaded.warnings[1].to_string();
        assert!(text.starts_with(
            "1 pairs are labelled distinct though duplicates connect their documents:\n"
        ));
        assert!(text.ends_with("pairs.csv:4: 'a' and 'c'"), "{text}");
    }
}
