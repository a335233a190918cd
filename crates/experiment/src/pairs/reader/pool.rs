//! The documents that rows of pairs name.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::given::Columns;
use super::options::{Labels, PairOptions};
use super::side::Side;
use crate::pairs::labels::is_unsure;
use crate::pairs::pair_set::{Label, Pair};
use dejalu_base::error::{Error, PairError, Result};
use dejalu_io::rows::{Row, Rows};
use dejalu_text::document::{Document, DocumentId, MainContent, reader};

/// The way a table names its documents.
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
        if options.labels != Labels::Required || columns.contains(&options.label) {
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
    /// The ids that documents have here, by those that they have in their sources, where these differ.
    own_ids: HashMap<DocumentId, Vec<DocumentId>>,
    /// Number of documents in the collection.
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
        let documents = documents.unwrap_or_default();
        let mut own_ids: HashMap<DocumentId, Vec<DocumentId>> = HashMap::new();
        for document in &documents {
            if let Some(own) = &document.own_id {
                own_ids
                    .entry(own.clone())
                    .or_default()
                    .push(document.id.clone());
            }
        }
        let documents = documents.into_iter();
        Pool {
            form,
            main_content: options.main_content,
            columns,
            size: options.collection_size.or(held),
            collection: documents
                .map(|document| (document.id.clone(), document))
                .collect(),
            own_ids,
            documents: Vec::new(),
            place_of: HashMap::new(),
            nameless: HashMap::new(),
        }
    }

    /// The pair of a row. A row that is no pair leaves no document behind.
    pub(super) fn pair(&mut self, number: usize, row: &Row, options: &PairOptions) -> Result<Pair> {
        let known = self.documents.len();
        let pair = self.read(number, row, options);
        if pair.is_err() {
            self.forget(known);
        }
        pair.map_err(|error| error.at(&row.place))
    }

    fn read(&mut self, number: usize, row: &Row, options: &PairOptions) -> Result<Pair> {
        let text = |column| {
            let cell = row.get(column)?.filter(|cell| !cell.is_empty());
            Ok::<_, Error>(cell.map(str::to_string))
        };
        let label = label(row, options)?;
        let side = |letter, id_column| Side {
            row,
            number,
            letter,
            id_column,
        };
        let sides = [side('a', &options.left), side('b', &options.right)];
        let left = self.document(&sides[0], None)?;
        let right = self.document(&sides[1], Some(left))?;
        if left == right {
            let id = self.documents[left].id.to_string();
            return Err(PairError::SelfPair { id }.into());
        }
        let pair = Pair {
            documents: [left, right],
            label,
            category: text("category")?,
            group: text("group")?,
            given: self.columns.numbers(row)?,
            place: row.place.clone(),
        };
        self.learn(&sides, pair.documents)?;
        Ok(pair)
    }

    /// Takes back the documents from this place on.
    fn forget(&mut self, from: usize) {
        for document in self.documents.drain(from..) {
            self.place_of.remove(&document.id);
            if matches!(self.form, Form::Ids) {
                self.collection.insert(document.id.clone(), document);
            }
        }
    }

    /// The place of one of a row's two documents, the `other` one being at this place.
    fn document(&mut self, side: &Side<'_>, other: Option<usize>) -> Result<usize> {
        match self.form {
            Form::Ids => self.take_from_collection(side.needed_id()?),
            Form::Names => self.add(Document::plain(side.needed_id()?, "")),
            Form::Inline(kind) => self.inline(side, kind, other),
            Form::Paths(ref folder) => {
                let path = side.path()?;
                let file = folder.join(path);
                self.file(path.into(), &file)
            }
        }
    }

    /// A text or page in a cell. Equal texts are one document, so that no fold tests what it has trained
    /// on; but the two of a pair are two.
    fn inline(&mut self, side: &Side<'_>, kind: &str, other: Option<usize>) -> Result<usize> {
        let nameless = side.nameless(kind)?;
        let known = nameless.and_then(|hash| self.nameless.get(&hash).copied());
        if let Some(known) = known.filter(|&known| Some(known) != other) {
            return Ok(known);
        }
        let column = side.column(kind);
        let source = side.cell(&column)?;
        let id = side.id()?.unwrap_or_else(|| side.own_id());
        let document = match kind {
            "html" => Document::page(id, source, None, self.main_content),
            _ => Document::plain(id, source),
        };
        if document.has_words() {
            self.add(document)
        } else {
            Err(PairError::NoWords { column }.into())
        }
    }

    fn file(&mut self, id: DocumentId, path: &Path) -> Result<usize> {
        if let Some(&place) = self.place_of.get(&id) {
            return Ok(place);
        }
        let mut document = reader::read_one(path, self.main_content)?;
        document.id = id;
        self.add(document)
    }

    fn take_from_collection(&mut self, id: DocumentId) -> Result<usize> {
        let is_here = self.place_of.contains_key(&id) || self.collection.contains_key(&id);
        let id = match self.own_ids.get(&id).map(Vec::as_slice) {
            Some([single]) if !is_here => single.clone(),
            Some(all) if !is_here => {
                let all = all.iter().map(DocumentId::to_string).collect();
                let id = id.to_string();
                return Err(PairError::AmbiguousDocument { id, all }.into());
            }
            _ => id,
        };
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

    /// Keeps what a row says of its documents besides, once it is known to be a pair.
    fn learn(&mut self, sides: &[Side<'_>; 2], places: [usize; 2]) -> Result<()> {
        match self.form {
            Form::Ids | Form::Paths(_) => Ok(()),
            Form::Inline(kind) => self.learn_texts(kind, sides, places),
            Form::Names => self.learn_clusters(sides, places),
        }
    }

    fn learn_texts(&mut self, kind: &str, sides: &[Side<'_>; 2], places: [usize; 2]) -> Result<()> {
        for (side, place) in sides.iter().zip(places) {
            if let Some(hash) = side.nameless(kind)? {
                self.nameless.entry(hash).or_insert(place);
            }
        }
        Ok(())
    }

    fn learn_clusters(&mut self, sides: &[Side<'_>; 2], places: [usize; 2]) -> Result<()> {
        let clusters = [sides[0].cluster()?, sides[1].cluster()?];
        let named = || {
            let all = places.into_iter().zip(clusters);
            all.filter_map(|(place, cluster)| Some((place, cluster?)))
        };
        for (place, cluster) in named() {
            let document = &self.documents[place];
            let known = document.cluster.as_deref();
            if let Some(known) = known.filter(|&known| known != cluster) {
                return Err(PairError::TwoClusters {
                    id: document.id.to_string(),
                    clusters: [known.to_owned(), cluster.to_owned()],
                }
                .into());
            }
        }
        for (place, cluster) in named() {
            self.documents[place].cluster = Some(cluster.to_owned());
        }
        Ok(())
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

/// Reads the label of a row; `None` if it is empty or unsure, and may be.
fn label(row: &Row, options: &PairOptions) -> Result<Option<Label>> {
    let name = &options.label;
    let is_left_open = match options.labels {
        Labels::Required => false,
        Labels::Optional => is_unsure(row, name)?,
        Labels::Ignored => true,
    };
    if is_left_open {
        return Ok(None);
    }
    match row.get(name)?.filter(|it| !it.trim().is_empty()) {
        Some(label) => label.parse().map(Some),
        None if options.labels == Labels::Optional => Ok(None),
        None => Err(PairError::NoLabel.into()),
    }
}
