//! Documents and pairs: from files, and from columns that Python has in memory.

use std::path::{Path, PathBuf};

use dejalu::document::MainContent;
use dejalu::document::reader::{self, OnBad, ReadOptions};
use dejalu::error::Parameter;
use dejalu::pairs::reader::{Labels, LoadedPairs, PairOptions, Warning};
use dejalu::pairs::{Label, PairSet};
use dejalu::similarity::{Feature, FeatureSet, TypedField};
use dejalu_io::{self as io, TableOptions};
use numpy::{PyArray1, ToPyArray};
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice};

use crate::analysis::fields;
use crate::cells::table;
use crate::error::{DejaluError, raised, wrong};
use crate::ids::{Id, given_ids};
use crate::work::detached;

/// A document, and whether its id is a whole number.
#[pyclass(frozen, module = "dejalu")]
pub struct Document(pub dejalu::Document, bool);

#[pymethods]
impl Document {
    /// A text of one's own, or with `html` a web page.
    #[new]
    #[pyo3(signature = (id, text, *, html = false, url = None, main_content = "landmarks"))]
    fn new(
        id: Id,
        text: &str,
        html: bool,
        url: Option<&str>,
        main_content: &str,
    ) -> PyResult<Self> {
        let main_content = main_content.parse().map_err(raised)?;
        let name = id.to_string();
        let document = if html {
            dejalu::Document::page(&*name, text, url, main_content)
        } else {
            dejalu::Document::plain(&*name, text)
        };
        let document = reader::with_words(document, &io::place(Path::new(&name)));
        Ok(Document(document.map_err(raised)?, id.is_whole()))
    }

    /// Reads a file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf, main_content: &str) -> PyResult<Self> {
        let main_content = main_content.parse().map_err(raised)?;
        let mut document = detached(py, |_| reader::read_one(&path, main_content))?;
        document.id = path.display().to_string().into();
        Ok(Document::named(document))
    }

    /// Its name: the id of a table, the path in a folder.
    #[getter]
    fn id(&self) -> Id {
        Id::of(self.0.id.as_str(), self.1)
    }

    /// Its text; of a web page what is seen of its content.
    #[getter]
    fn text(&self) -> &str {
        &self.0.text
    }

    /// Name, in its table, of the thing that it is a version of.
    #[getter]
    fn cluster(&self) -> Option<&str> {
        self.0.cluster.as_deref()
    }

    /// The split of its table that it belongs to: train, test.
    #[getter]
    fn split(&self) -> Option<&str> {
        self.0.split.as_deref()
    }

    /// Its date, as its table writes it.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.0.date.as_deref()
    }

    /// The name of its source, where several were read; None where there is one.
    #[getter]
    fn source(&self) -> Option<&str> {
        self.0.source.as_deref()
    }

    /// The character set that its file was declared or guessed to be in; None where nothing had to be
    /// guessed.
    #[getter]
    fn charset(&self) -> Option<&str> {
        self.0.charset
    }

    fn __repr__(&self) -> String {
        const SHOWN: usize = 60;
        let beginning: String = self.0.text.chars().take(SHOWN).collect();
        format!("Document({:?}, {beginning:?}…)", self.0.id.as_str())
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        html(slf.as_any(), "document")
    }
}

/// Documents, in the order of their source.
#[pyclass(frozen, sequence, module = "dejalu")]
pub struct Documents {
    pub documents: Vec<dejalu::Document>,
    skipped: Vec<String>,
    /// The way the main content of pages was found, if known.
    main_content: Option<MainContent>,
    whole_ids: bool,
    /// The table in memory that they were taken out of: an `Origin` of Python.
    origin: Option<Py<PyAny>>,
}

#[pymethods]
impl Documents {
    /// Reads a folder or a file, or several as one collection.
    #[staticmethod]
    fn read(
        py: Python<'_>,
        paths: Vec<PathBuf>,
        columns: ReadColumns,
        skip_bad: Option<bool>,
    ) -> PyResult<Self> {
        let options = ReadOptions::try_from(columns)?;
        let on_bad = on_bad(skip_bad.unwrap_or(paths.iter().any(|path| path.is_dir())));
        let read = detached(py, |_| reader::read_several(&paths, &options, on_bad))?;
        Documents::of(read, options.main_content, false, None)
    }

    /// Takes them out of a table in memory: what errors call it, all its names, and the cells of the
    /// columns that count.
    #[staticmethod]
    #[pyo3(signature = (what, names, cells, columns, skip_bad, origin = None))]
    fn of_columns(
        py: Python<'_>,
        what: &str,
        names: Vec<String>,
        cells: &Bound<'_, PyDict>,
        columns: ReadColumns,
        skip_bad: bool,
        origin: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let options = ReadOptions::try_from(columns)?;
        let (table, met) = table(what, &names, cells)?;
        let read = |_: &_| reader::read_columns(table, &options, on_bad(skip_bad));
        let read = detached(py, read);
        let whole_ids = met.are_whole(&options.id);
        Documents::of(met.or(read)?, options.main_content, whole_ids, origin)
    }

    /// These documents.
    #[staticmethod]
    fn of_list(documents: Vec<PyRef<'_, Document>>) -> Self {
        let whole_ids = documents.iter().all(|document| document.1);
        let documents = documents.iter().map(|document| document.0.clone());
        Documents::with_ids(documents.collect(), whole_ids, None)
    }

    /// The id of each.
    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let ids = self.documents.iter().map(|document| document.id.as_str());
        given_ids(py, ids.collect(), self.whole_ids, self.origin.as_ref())
    }

    /// The table in memory that they were taken out of, if there was one.
    #[getter]
    fn origin(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        Some(self.origin.as_ref()?.clone_ref(py))
    }

    /// Returns whether the ids are whole numbers.
    #[getter]
    fn whole_ids(&self) -> bool {
        self.whole_ids
    }

    /// The text of each.
    #[getter]
    fn texts(&self) -> Vec<&str> {
        self.documents
            .iter()
            .map(|document| &*document.text)
            .collect()
    }

    /// Documents that were left out, and the reasons.
    #[getter]
    fn skipped(&self) -> Vec<String> {
        self.skipped.clone()
    }

    /// The way the main content of the pages among them was found; None without pages.
    #[getter]
    fn main_content(&self) -> Option<String> {
        Some(self.main_content?.to_string())
    }

    /// Returns whether any of them has fields that are compared on their own.
    #[getter]
    fn have_fields(&self) -> bool {
        have_fields(&self.documents)
    }

    fn __len__(&self) -> usize {
        self.documents.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, place: Place<'py>) -> PyResult<Bound<'py, PyAny>> {
        let found = match place {
            Place::Slice(slice) => return self.slice(&slice),
            Place::Number(place) => {
                let ahead = if place < 0 { self.documents.len() } else { 0 };
                let place = place.checked_add_unsigned(ahead).map(usize::try_from);
                let found = place.and_then(|place| self.documents.get(place.ok()?));
                found.ok_or_else(|| PyIndexError::new_err("there is no document at this place"))
            }
            Place::Id(id) => {
                let found = self.documents.iter().find(|it| it.id.as_str() == id);
                found.ok_or_else(|| PyKeyError::new_err(id))
            }
        };
        let document = Document(found?.clone(), self.whole_ids);
        Ok(Bound::new(py, document)?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("Documents({} documents)", self.documents.len())
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        html(slf.as_any(), "documents")
    }
}

impl Document {
    /// A document whose id is a text.
    pub fn named(document: dejalu::Document) -> Self {
        Document(document, false)
    }
}

/// What documents are asked for: a place, an id that is a text, or several places.
#[derive(FromPyObject)]
enum Place<'py> {
    Number(isize),
    Id(String),
    Slice(Bound<'py, PySlice>),
}

/// What a notebook shows of it.
fn html(shown: &Bound<'_, PyAny>, kind: &str) -> PyResult<String> {
    let module = shown.py().import("dejalu._html")?;
    module.call_method1(kind, (shown,))?.extract()
}

impl Documents {
    /// Documents, and whether their ids are whole numbers.
    pub fn with_ids(
        documents: Vec<dejalu::Document>,
        whole_ids: bool,
        origin: Option<Py<PyAny>>,
    ) -> Self {
        Documents {
            documents,
            skipped: Vec::new(),
            main_content: None,
            whole_ids,
            origin,
        }
    }

    fn slice<'py>(&self, slice: &Bound<'py, PySlice>) -> PyResult<Bound<'py, PyAny>> {
        let py = slice.py();
        let found = slice.indices(self.documents.len() as isize)?;
        let places = (0..found.slicelength).map(|nth| found.start + nth as isize * found.step);
        let documents = places.filter_map(|place| self.documents.get(usize::try_from(place).ok()?));
        let origin = self.origin.as_ref().map(|it| it.clone_ref(py));
        let mut part = Documents::with_ids(documents.cloned().collect(), self.whole_ids, origin);
        part.main_content = self.main_content;
        Ok(Bound::new(py, part)?.into_any())
    }

    fn of(
        read: reader::LoadedDocuments,
        main_content: MainContent,
        whole_ids: bool,
        origin: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        if read.documents.is_empty() {
            return Err(DejaluError::new_err(match read.skipped.first() {
                Some(error) => format!("none of the documents can be read: {error}"),
                None => "there are no documents; give at least one".to_owned(),
            }));
        }
        Ok(Documents {
            main_content: of_pages(&read.documents, main_content),
            skipped: read.skipped.iter().map(ToString::to_string).collect(),
            documents: read.documents,
            whole_ids,
            origin,
        })
    }
}

/// Pairs and the documents that occur in them.
#[pyclass(frozen, module = "dejalu")]
pub struct Pairs {
    pub set: PairSet,
    /// Their source, for a report.
    pub source: String,
    skipped: Vec<String>,
    warnings: Vec<String>,
    /// The way the main content of pages was found, if known.
    main_content: Option<MainContent>,
    whole_ids: bool,
    /// The table in memory that they were taken out of: an `Origin` of Python, which knows the ids.
    origin: Option<Py<PyAny>>,
}

#[pymethods]
impl Pairs {
    /// Reads a table of pairs.
    #[staticmethod]
    #[pyo3(signature = (path, columns, documents, origin = None))]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        columns: PairColumns,
        documents: Option<&Documents>,
        origin: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let options = PairOptions::try_from(columns)?;
        let known = documents.map(|it| it.documents.clone());
        let read = |_: &_| dejalu::pairs::reader::read(&path, &options, known);
        let source = path.display().to_string();
        let whole_ids = documents.is_some_and(|it| it.whole_ids);
        let read = detached(py, read)?;
        let pairs = Pairs::of(read, source, documents, whole_ids, &options);
        Ok(Pairs { origin, ..pairs })
    }

    /// Takes them out of a table in memory.
    #[staticmethod]
    #[pyo3(signature = (names, cells, columns, documents, origin = None))]
    fn of_columns(
        py: Python<'_>,
        names: Vec<String>,
        cells: &Bound<'_, PyDict>,
        columns: PairColumns,
        documents: Option<&Documents>,
        origin: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let options = PairOptions::try_from(columns)?;
        let (table, met) = table("pairs", &names, cells)?;
        let known = documents.map(|it| it.documents.clone());
        let read = |_: &_| dejalu::pairs::reader::read_columns(table, &options, known);
        let read = detached(py, read);
        // Texts without ids have names of the crate's own.
        let are_whole = |column: &String| names.contains(column) && met.are_whole(column);
        let own = || [&options.left, &options.right].into_iter().all(are_whole);
        let whole_ids = documents.map_or_else(own, |it| it.whole_ids);
        let source = "a table in memory".to_owned();
        let pairs = Pairs::of(met.or(read)?, source, documents, whole_ids, &options);
        Ok(Pairs { origin, ..pairs })
    }

    /// The pairs that the crate carries.
    #[staticmethod]
    fn bundled(py: Python<'_>) -> PyResult<Self> {
        let set = detached(py, |_| dejalu::model::builtin::pairs())?;
        let read = LoadedPairs {
            set,
            ..LoadedPairs::default()
        };
        let source = "the crate's own".to_owned();
        let options = PairOptions::default();
        Ok(Pairs::of(read, source, None, false, &options))
    }

    /// The same pairs with these labels.
    fn with_labels(&self, py: Python<'_>, labels: Vec<bool>) -> PyResult<Self> {
        let (found, expected) = (labels.len(), self.set.pairs.len());
        if found != expected {
            let sentence = format!("{found} labels for {expected} pairs; give one for each");
            return Err(DejaluError::new_err(sentence));
        }
        let mut set = self.set.clone();
        for (pair, duplicate) in set.pairs.iter_mut().zip(labels) {
            pair.label = Some(if duplicate {
                Label::Duplicate
            } else {
                Label::Distinct
            });
        }
        Ok(Pairs {
            set,
            source: self.source.clone(),
            skipped: self.skipped.clone(),
            warnings: self.warnings.clone(),
            main_content: self.main_content,
            whole_ids: self.whole_ids,
            origin: self.origin(py),
        })
    }

    /// The columns that are features.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.set.given.iter().map(Feature::name).collect()
    }

    /// The way the main content of the pages among the documents was found; None without pages.
    #[getter]
    fn main_content(&self) -> Option<String> {
        Some(self.main_content?.to_string())
    }

    /// The ids of each pair's documents.
    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        let id = |place: usize| self.set.documents[place].id.as_str();
        let places = self.set.places().into_iter();
        let (left, right) = places.map(|(left, right)| (id(left), id(right))).unzip();
        let given = |ids| given_ids(py, ids, self.whole_ids, self.origin.as_ref());
        let (left, right) = (given(left)?, given(right)?);
        left.try_iter()?
            .zip(right.try_iter()?)
            .map(|(left, right)| Ok((left?, right?)))
            .collect()
    }

    /// The table in memory that they were taken out of, if there was one.
    #[getter]
    fn origin(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        Some(self.origin.as_ref()?.clone_ref(py))
    }

    /// Returns whether the ids are whole numbers.
    #[getter]
    fn whole_ids(&self) -> bool {
        self.whole_ids
    }

    /// 1, 0, or None of a pair without a label.
    #[getter]
    fn labels(&self) -> Vec<Option<u8>> {
        let label = |pair: &dejalu::pairs::Pair| Some(u8::from(pair.label?.is_duplicate()));
        self.set.pairs.iter().map(label).collect()
    }

    /// Returns whether any of their documents has fields that are compared on their own.
    #[getter]
    fn have_fields(&self) -> bool {
        have_fields(&self.set.documents)
    }

    /// The category of each pair.
    #[getter]
    fn categories(&self) -> Vec<Option<&str>> {
        self.set
            .pairs
            .iter()
            .map(|pair| pair.category.as_deref())
            .collect()
    }

    /// The cluster of each pair's first document.
    fn groups<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let clusters = self.set.clusters();
        let group = |pair: &dejalu::pairs::Pair| i64::from(clusters[pair.documents[0]]);
        let groups: Vec<i64> = self.set.pairs.iter().map(group).collect();
        groups.to_pyarray(py)
    }

    /// The documents of a pair.
    fn documents(&self, pair: usize) -> PyResult<(Document, Document)> {
        let Some(pair) = self.set.pairs.get(pair) else {
            return Err(PyIndexError::new_err("there is no pair at this place"));
        };
        let [left, right] = pair
            .documents
            .map(|place| self.set.documents[place].clone());
        Ok((
            Document(left, self.whole_ids),
            Document(right, self.whole_ids),
        ))
    }

    /// The rows that were left out, and why.
    #[getter]
    fn skipped(&self) -> Vec<String> {
        self.skipped.clone()
    }

    /// Warnings about odd pairs.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    fn __len__(&self) -> usize {
        self.set.pairs.len()
    }

    fn __repr__(&self) -> String {
        let (pairs, documents) = (self.set.pairs.len(), self.set.documents.len());
        format!("Pairs({pairs} pairs of {documents} documents)")
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        html(slf.as_any(), "pairs")
    }
}

impl Pairs {
    /// These features, of records with these fields, and the columns of the table that are some.
    pub fn features(&self, features: &str, fields: &[TypedField]) -> PyResult<FeatureSet> {
        let features = FeatureSet::parse_with_types(features, fields);
        let mut features = features.map_err(raised)?;
        features.extend(self.set.given.iter().cloned());
        Ok(features)
    }

    fn of(
        read: LoadedPairs,
        source: String,
        known: Option<&Documents>,
        whole_ids: bool,
        options: &PairOptions,
    ) -> Self {
        let own = || of_pages(&read.set.documents, options.main_content);
        Pairs {
            main_content: known.map_or_else(own, |documents| documents.main_content),
            skipped: read.skipped.iter().map(ToString::to_string).collect(),
            warnings: read.warnings.iter().map(warning).collect(),
            set: read.set,
            source,
            whole_ids,
            origin: None,
        }
    }
}

/// The meaning of a label, as in tables: true for duplicates; None of any other text.
#[pyfunction]
pub fn label_of(text: &str) -> Option<bool> {
    let label: Option<Label> = text.parse().ok();
    label.map(Label::is_duplicate)
}

/// [`ReadOptions`] as Python gives them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct ReadColumns {
    id: String,
    text: Vec<String>,
    html: String,
    title: String,
    url: String,
    fields: String,
    delimiter: Option<char>,
    encoding: Option<String>,
    main_content: String,
}

impl TryFrom<ReadColumns> for ReadOptions {
    type Error = PyErr;

    fn try_from(columns: ReadColumns) -> PyResult<Self> {
        Ok(ReadOptions {
            id: columns.id,
            text: columns.text,
            html: columns.html,
            title: columns.title,
            url: columns.url,
            fields: fields(&columns.fields)?,
            required: Vec::new(),
            table: TableOptions {
                delimiter: columns.delimiter,
                encoding: columns.encoding,
            },
            main_content: columns.main_content.parse().map_err(raised)?,
        })
    }
}

/// [`PairOptions`] as Python gives them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct PairColumns {
    left: String,
    right: String,
    label: String,
    unlabelled: bool,
    split: Vec<String>,
    skip_bad: bool,
    main_content: String,
    columns: Vec<String>,
    audit: bool,
}

impl TryFrom<PairColumns> for PairOptions {
    type Error = PyErr;

    fn try_from(columns: PairColumns) -> PyResult<Self> {
        Ok(PairOptions {
            without_audit: !columns.audit,
            left: columns.left,
            right: columns.right,
            label: columns.label,
            required: Vec::new(),
            labels: if columns.unlabelled {
                Labels::Optional
            } else {
                Labels::Required
            },
            splits: columns.split,
            skip_bad: columns.skip_bad,
            main_content: columns.main_content.parse().map_err(raised)?,
            columns: own(columns.columns)?,
            vectors: false,
            collection_size: None,
        })
    }
}

/// A warning, and where the parameter that it names is.
fn warning(warning: &Warning) -> String {
    match warning {
        Warning::SplitsUnused { .. } => format!("{warning} in dejalu.read_pairs"),
        _ => warning.to_string(),
    }
}

/// Columns that are features; refuses the name of a measure.
fn own(columns: Vec<String>) -> PyResult<Vec<String>> {
    let is_measure = |name: &&String| Feature::of_column(name).measure().is_some();
    match columns.iter().find(is_measure) {
        None => Ok(columns),
        Some(name) => {
            let expected = "expected a name that is not a measure; rename the column";
            Err(wrong(Parameter::Columns, name, expected))
        }
    }
}

/// The way pages were read, if some of the documents are pages.
fn of_pages(documents: &[dejalu::Document], main_content: MainContent) -> Option<MainContent> {
    let mut documents = documents.iter();
    documents
        .any(|document| document.structure.is_some())
        .then_some(main_content)
}

fn on_bad(skip: bool) -> OnBad {
    if skip { OnBad::Skip } else { OnBad::Stop }
}

fn have_fields(documents: &[dejalu::Document]) -> bool {
    documents.iter().any(|it| !it.named.is_empty())
}
