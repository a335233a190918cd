//! The documents that rows of pairs name.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

use xxhash_rust::xxh3::xxh3_128;

use super::given::Columns;
use super::options::PairOptions;
use crate::document::{Document, DocumentId, MainContent, reader};
use crate::error::{Error, InputError, PairError, Result};
use crate::io::rows::{Row, Rows};
use crate::pairs::pair_set::Pair;

/// How a table names its documents.
pub(super) enum Form {
    /// By ids of a collection.
    Ids,
    /// By their texts or pages, in columns that begin so: `text` or `html`.
    Inline(&'static str),
    /// By paths relative to a folder.
    Paths(PathBuf),
    /// By ids alone: their vectors are known.
    Names,
}

impl Form {
    pub(super) fn of(
        columns: &BTreeSet<String>,
        options: &PairOptions,
        folder: PathBuf,
        rows: &Rows,
    ) -> Result<Self> {
        let both = |left: &str, right: &str| columns.contains(left) && columns.contains(right);
        let form = if options.vectors && both(&options.left, &options.right) {
            Form::Names
        } else if both("text_a", "text_b") {
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
        if options.unlabelled || columns.contains(&options.label) {
            Ok(form)
        } else {
            Err(wrong_columns(columns, options, rows))
        }
    }
}

fn wrong_columns(columns: &BTreeSet<String>, options: &PairOptions, rows: &Rows) -> Error {
    let PairOptions {
        left, right, label, ..
    } = options;
    Error::from(PairError::PairColumns {
        found: columns.iter().cloned().collect(),
        expected: format!("'{left}', '{right}' and '{label}' (or 'text_a', 'text_b' or 'path_a', 'path_b' instead of the ids)"),
    })
    .at(rows.place())
}

/// The documents met so far.
pub(super) struct Pool {
    form: Form,
    main_content: MainContent,
    columns: Columns,
    /// The collection that ids name; documents leave it when they are first met.
    collection: HashMap<DocumentId, Document>,
    /// How many documents the collection held.
    size: Option<usize>,
    pub(super) documents: Vec<Document>,
    place_of: HashMap<DocumentId, usize>,
    /// The documents without an id of their own, by a hash of what occurs in their cells.
    nameless: HashMap<u128, usize>,
}

impl Pool {
    pub(super) fn new(
        form: Form,
        columns: Columns,
        options: &PairOptions,
        documents: Option<Vec<Document>>,
    ) -> Self {
        let held = documents.as_ref().map(Vec::len);
        let documents = documents.unwrap_or_default().into_iter();
        Pool {
            form,
            main_content: options.main_content,
            columns,
            size: options.collection_size.or(held),
            collection: documents
                .map(|document| (document.id.clone(), document))
                .collect(),
            documents: Vec::new(),
            place_of: HashMap::new(),
            nameless: HashMap::new(),
        }
    }

    pub(super) fn pair(&mut self, number: usize, row: &Row, options: &PairOptions) -> Result<Pair> {
        let label = match row
            .get(&options.label)?
            .filter(|label| !label.trim().is_empty())
        {
            Some(label) => Some(label.parse().map_err(|error: Error| error.at(&row.place))?),
            None if options.unlabelled => None,
            None => return Err(Error::from(PairError::NoLabel).at(&row.place)),
        };
        let left = self.document(row, &options.left, ("a", number), None)?;
        let right = self.document(row, &options.right, ("b", number), Some(left))?;
        if left == right {
            let id = self.documents[left].id.to_string();
            return Err(Error::from(PairError::SelfPair { id }).at(&row.place));
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
            given: self.columns.numbers(row)?,
            place: row.place.clone(),
        })
    }

    /// The place of one of a row's two documents (`side` is `a` or `b`, and the row's number); that
    /// of the `other` one, where it is known.
    fn document(
        &mut self,
        row: &Row,
        id_column: &str,
        (side, number): (&str, usize),
        other: Option<usize>,
    ) -> Result<usize> {
        let at_row = |error: Error| error.at(&row.place);
        let missing = |column: &str| {
            at_row(Error::from(InputError::MissingValue {
                column: column.to_string(),
            }))
        };
        let cell = |column: &str| row.get(column)?.ok_or_else(|| missing(column));
        let id = row
            .get(id_column)?
            .filter(|id| !id.is_empty())
            .map(DocumentId::from);
        match &self.form {
            Form::Ids => {
                let id = id.ok_or_else(|| missing(id_column))?;
                self.take_from_collection(id).map_err(at_row)
            }
            Form::Names => {
                let id = id.ok_or_else(|| missing(id_column))?;
                let cluster = row.get(&format!("cluster_{side}"))?;
                let cluster = cluster.filter(|cluster| !cluster.is_empty());
                self.name(id, cluster).map_err(at_row)
            }
            Form::Inline(kind) => {
                let column = format!("{kind}_{side}");
                let source = cell(&column)?;
                let main_content = self.main_content;
                let document = |id| {
                    let document = match *kind {
                        "html" => Document::page(id, source, None, main_content),
                        _ => Document::plain(id, source),
                    };
                    if document.has_words() {
                        Ok(document)
                    } else {
                        let column = column.clone();
                        Err(at_row(PairError::NoWords { column }.into()))
                    }
                };
                if let Some(id) = id {
                    return self.add(document(id)?).map_err(at_row);
                }
                // Equal texts are one document, so that no fold tests what it has trained on; but
                // the two of a pair are two.
                let hash = xxh3_128(source.as_bytes());
                match self.nameless.get(&hash) {
                    Some(&known) if Some(known) != other => return Ok(known),
                    _ => {}
                }
                let document = document(format!("{number}{side}").into())?;
                let place = self.add(document).map_err(at_row)?;
                self.nameless.entry(hash).or_insert(place);
                Ok(place)
            }
            Form::Paths(folder) => {
                let column = format!("path_{side}");
                let path = cell(&column)?;
                if path.is_empty() {
                    return Err(missing(&column));
                }
                let id = DocumentId::from(path);
                if let Some(&place) = self.place_of.get(&id) {
                    return Ok(place);
                }
                let mut document =
                    reader::read_one(&folder.join(path), self.main_content).map_err(at_row)?;
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
            (None, Some(documents)) => Err(PairError::UnknownDocument {
                id: id.to_string(),
                documents,
            }
            .into()),
            (None, None) => Err(PairError::NoCollection.into()),
        }
    }

    /// Adds a document that is no more than a name, perhaps with its cluster.
    fn name(&mut self, id: DocumentId, cluster: Option<&str>) -> Result<usize> {
        let place = self.add(Document::plain(id, ""))?;
        let document = &mut self.documents[place];
        match (&document.cluster, cluster) {
            (Some(known), Some(cluster)) if known != cluster => {
                return Err(PairError::TwoClusters {
                    id: document.id.to_string(),
                    clusters: [known.clone(), cluster.to_owned()],
                }
                .into());
            }
            (None, Some(cluster)) => document.cluster = Some(cluster.to_owned()),
            _ => {}
        }
        Ok(place)
    }

    fn add(&mut self, document: Document) -> Result<usize> {
        if let Some(&place) = self.place_of.get(&document.id) {
            let known = &self.documents[place];
            return if known.text == document.text && known.fields == document.fields {
                Ok(place)
            } else {
                Err(PairError::TwoTexts {
                    id: document.id.to_string(),
                }
                .into())
            };
        }
        let place = self.documents.len();
        self.place_of.insert(document.id.clone(), place);
        self.documents.push(document);
        Ok(place)
    }
}
