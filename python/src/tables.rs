//! Documents and pairs: from files, and from columns that Python has in memory.

use std::path::PathBuf;

use dejalu::document::reader::{self, OnBad, ReadOptions};
use dejalu::input::{Cell, Columns};
use dejalu::pairs::PairSet;
use dejalu::pairs::reader::{LoadedPairs, PairOptions};
use dejalu::vectors::{Feature, FeatureSet};
use numpy::{PyArray1, ToPyArray};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};

use crate::error::{DejaluError, in_python, raised, wrong};
use crate::work::detached;

/// A document.
#[pyclass(frozen, module = "dejalu")]
pub struct Document(pub dejalu::Document);

#[pymethods]
impl Document {
    /// A text of one's own, or with `html` a web page.
    #[new]
    #[pyo3(signature = (id, text, *, html = false, url = None, main_content = "landmarks"))]
    fn new(
        id: &str,
        text: &str,
        html: bool,
        url: Option<&str>,
        main_content: &str,
    ) -> PyResult<Self> {
        let main_content = main_content.parse().map_err(raised)?;
        Ok(Document(match html {
            true => dejalu::Document::page(id, text, url, main_content),
            false => dejalu::Document::plain(id, text),
        }))
    }

    /// Reads a file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf, main_content: &str) -> PyResult<Self> {
        let main_content = main_content.parse().map_err(raised)?;
        let mut document = detached(py, |_| reader::read_one(&path, main_content))?;
        document.id = path.display().to_string().into();
        Ok(Document(document))
    }

    #[getter]
    fn id(&self) -> &str {
        self.0.id.as_str()
    }

    #[getter]
    fn text(&self) -> &str {
        &self.0.text
    }

    #[getter]
    fn cluster(&self) -> Option<&str> {
        self.0.cluster.as_deref()
    }

    #[getter]
    fn split(&self) -> Option<&str> {
        self.0.split.as_deref()
    }

    #[getter]
    fn date(&self) -> Option<&str> {
        self.0.date.as_deref()
    }

    #[getter]
    fn charset(&self) -> Option<&str> {
        self.0.charset
    }

    fn __repr__(&self) -> String {
        const SHOWN: usize = 60;
        let beginning: String = self.0.text.chars().take(SHOWN).collect();
        format!("Document({:?}, {beginning:?}…)", self.0.id.as_str())
    }
}

/// Documents, in the order of their source.
#[pyclass(frozen, sequence, module = "dejalu")]
pub struct Documents {
    pub documents: Vec<dejalu::Document>,
    skipped: Vec<String>,
}

#[pymethods]
impl Documents {
    /// Reads a folder or a file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf, columns: ReadColumns, skip_bad: bool) -> PyResult<Self> {
        let options = ReadOptions::try_from(columns)?;
        let read = detached(py, |_| reader::read_all(&path, &options, on_bad(skip_bad)))?;
        Documents::of(read)
    }

    /// Takes them out of a table in memory: all its names, and the cells of the columns that count.
    #[staticmethod]
    fn of_columns(
        py: Python<'_>,
        names: Vec<String>,
        cells: &Bound<'_, PyDict>,
        columns: ReadColumns,
        skip_bad: bool,
    ) -> PyResult<Self> {
        let table = table("documents", &names, cells)?;
        let options = ReadOptions::try_from(columns)?;
        let read = |_: &_| reader::read_columns(table, &options, on_bad(skip_bad));
        Documents::of(detached(py, read)?)
    }

    /// These documents.
    #[staticmethod]
    fn of_list(documents: Vec<PyRef<'_, Document>>) -> Self {
        let documents = documents.iter().map(|document| document.0.clone());
        Documents::from(documents.collect::<Vec<_>>())
    }

    #[getter]
    fn ids(&self) -> Vec<&str> {
        self.documents
            .iter()
            .map(|document| document.id.as_str())
            .collect()
    }

    #[getter]
    fn texts(&self) -> Vec<&str> {
        self.documents
            .iter()
            .map(|document| &*document.text)
            .collect()
    }

    #[getter]
    fn skipped(&self) -> Vec<String> {
        self.skipped.clone()
    }

    fn __len__(&self) -> usize {
        self.documents.len()
    }

    fn __getitem__(&self, place: isize) -> PyResult<Document> {
        let place = match place < 0 {
            true => place + self.documents.len() as isize,
            false => place,
        };
        let found = usize::try_from(place)
            .ok()
            .and_then(|place| self.documents.get(place));
        match found {
            Some(document) => Ok(Document(document.clone())),
            None => Err(PyIndexError::new_err("there is no document at this place")),
        }
    }

    fn __repr__(&self) -> String {
        format!("Documents({} documents)", self.documents.len())
    }
}

impl From<Vec<dejalu::Document>> for Documents {
    fn from(documents: Vec<dejalu::Document>) -> Self {
        Documents {
            documents,
            skipped: Vec::new(),
        }
    }
}

impl Documents {
    fn of(read: reader::Collection) -> PyResult<Self> {
        if read.documents.is_empty() {
            return Err(DejaluError::new_err(match read.skipped.first() {
                Some(error) => format!("none of the documents can be read: {error}"),
                None => "there are no documents; give at least one".to_owned(),
            }));
        }
        Ok(Documents {
            documents: read.documents,
            skipped: sentences(&read.skipped),
        })
    }
}

/// Pairs and the documents that stand in them.
#[pyclass(frozen, module = "dejalu")]
pub struct Pairs {
    pub set: PairSet,
    skipped: Vec<String>,
    warnings: Vec<String>,
}

#[pymethods]
impl Pairs {
    /// Reads a table of pairs.
    #[staticmethod]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        columns: PairColumns,
        documents: Option<&Documents>,
    ) -> PyResult<Self> {
        let options = PairOptions::try_from(columns)?;
        let documents = documents.map(|it| it.documents.clone());
        let read = |_: &_| dejalu::pairs::reader::read(&path, &options, documents);
        Ok(Pairs::of(detached(py, read)?))
    }

    /// Takes them out of a table in memory.
    #[staticmethod]
    fn of_columns(
        py: Python<'_>,
        names: Vec<String>,
        cells: &Bound<'_, PyDict>,
        columns: PairColumns,
        documents: Option<&Documents>,
    ) -> PyResult<Self> {
        let table = table("pairs", &names, cells)?;
        let options = PairOptions::try_from(columns)?;
        let documents = documents.map(|it| it.documents.clone());
        let read = |_: &_| dejalu::pairs::reader::read_columns(table, &options, documents);
        Ok(Pairs::of(detached(py, read)?))
    }

    /// The pairs that the crate carries.
    #[staticmethod]
    fn bundled(py: Python<'_>) -> PyResult<Self> {
        let set = detached(py, |_| dejalu::bundled::pairs())?;
        Ok(Pairs::of(LoadedPairs {
            set,
            ..LoadedPairs::default()
        }))
    }

    /// The ids of each pair's documents.
    #[getter]
    fn ids(&self) -> Vec<(&str, &str)> {
        let id = |place: usize| self.set.documents[place].id.as_str();
        let ids = |(left, right): (usize, usize)| (id(left), id(right));
        self.set.places().into_iter().map(ids).collect()
    }

    /// 1, 0, or None of a pair without a label.
    #[getter]
    fn labels(&self) -> Vec<Option<u8>> {
        let label = |pair: &dejalu::pairs::Pair| Some(u8::from(pair.label?.is_duplicate()));
        self.set.pairs.iter().map(label).collect()
    }

    /// What kind of pair each is.
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
        Ok((Document(left), Document(right)))
    }

    #[getter]
    fn skipped(&self) -> Vec<String> {
        self.skipped.clone()
    }

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
}

impl Pairs {
    /// These features, and the columns of the table that are some.
    pub fn features(&self, features: &str) -> PyResult<FeatureSet> {
        let mut features = FeatureSet::parse(features).map_err(raised)?;
        features.extend(self.set.given.iter().cloned());
        Ok(features)
    }

    fn of(read: LoadedPairs) -> Self {
        Pairs {
            set: read.set,
            skipped: sentences(&read.skipped),
            warnings: sentences(&read.warnings),
        }
    }
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
}

impl TryFrom<PairColumns> for PairOptions {
    type Error = PyErr;

    fn try_from(columns: PairColumns) -> PyResult<Self> {
        Ok(PairOptions {
            left: columns.left,
            right: columns.right,
            label: columns.label,
            unlabelled: columns.unlabelled,
            splits: columns.split,
            skip_bad: columns.skip_bad,
            main_content: columns.main_content.parse().map_err(raised)?,
            columns: own(columns.columns)?,
            vectors: false,
        })
    }
}

/// Columns that are features; refuses the name of a measure.
fn own(columns: Vec<String>) -> PyResult<Vec<String>> {
    let is_measure = |name: &&String| Feature::of_column(name).measure().is_some();
    match columns.iter().find(is_measure) {
        None => Ok(columns),
        Some(name) => {
            let expected = "expected a name that no measure has; rename the column";
            Err(wrong("columns", &format!("'{name}'"), expected))
        }
    }
}

/// What is to be told, as Python spells options.
fn sentences<T: ToString>(told: &[T]) -> Vec<String> {
    told.iter().map(|it| in_python(&it.to_string())).collect()
}

fn on_bad(skip: bool) -> OnBad {
    match skip {
        true => OnBad::Skip,
        false => OnBad::Stop,
    }
}

/// A table of these columns: of those in `cells` the values, which come in lists; of the others the
/// name.
fn table(name: &str, names: &[String], cells: &Bound<'_, PyDict>) -> PyResult<Columns> {
    let mut columns = Columns::new(name);
    for column in names {
        columns = match cells.get_item(column)? {
            Some(lists) => columns.with(column, values(&lists)?).map_err(raised)?,
            None => columns.with_unread(column),
        };
    }
    Ok(columns)
}

fn values(lists: &Bound<'_, PyAny>) -> PyResult<Vec<Option<Cell>>> {
    let mut values = Vec::new();
    for list in lists.try_iter()? {
        for value in list?.cast::<PyList>()? {
            values.push(cell(&value)?);
        }
    }
    Ok(values)
}

/// A value as text; `None` for what Python and its data frames call missing.
fn cell(value: &Bound<'_, PyAny>) -> PyResult<Option<Cell>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Some(Cell::Text(text.to_str()?.to_owned())));
    }
    if value.is_none() {
        return Ok(None);
    }
    if value.is_instance_of::<PyBool>() || value.is_instance_of::<PyInt>() {
        return Ok(Some(Cell::Text(value.str()?.to_str()?.to_owned())));
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(float(number.value()));
    }
    other(value)
}

/// From 2^53 on, different numbers may read as the same: two ids would become one.
fn float(number: f64) -> Option<Cell> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match number {
        _ if number.is_nan() => None,
        _ if number.abs() < EXACT => Some(Cell::Text(number.to_string())),
        _ => Some(Cell::Other("a number too large to be exact")),
    }
}

/// The scalars of NumPy and pandas, dates, and what is no value of a cell.
fn other(value: &Bound<'_, PyAny>) -> PyResult<Option<Cell>> {
    let kind = value.get_type().name()?;
    let kind = kind.to_str()?;
    if matches!(kind, "NAType" | "NaTType") {
        return Ok(None);
    }
    if let Ok(date) = value.call_method0("isoformat") {
        return Ok(Some(Cell::Text(date.str()?.to_str()?.to_owned())));
    }
    if let Ok(scalar) = value.call_method0("item")
        && !scalar.is(value)
    {
        return cell(&scalar);
    }
    Ok(Some(Cell::Other(match kind {
        "list" | "tuple" | "ndarray" | "Series" => "a list",
        "dict" => "an object",
        "bytes" | "bytearray" => "bytes",
        _ => "no text",
    })))
}
