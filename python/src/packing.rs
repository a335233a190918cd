//! A deduplication in parts: documents packed, their postings, the pairs of postings, the scores of packed
//! pairs, the groups of connected documents. Tables travel as columns of equal length.

use dejalu::candidates::{Posting, Prefixes as Postings};
use dejalu::collection::Parts as Inner;
use dejalu::document::Document;
use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::error::raised;
use crate::model::Model;
use crate::work::detached;

/// What every part knows of a deduplication.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Parts(Inner);

/// The packed documents, where the values of each end among all of them, and the values.
type Packed<'py> = (
    Vec<Bound<'py, PyBytes>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
);

/// A document's row: its id, the first id of its group, the document kept in its place, the score of the
/// pair that joined it, whether it is kept, what would be lost, why, and how it relates to the kept one.
type GroupRow = (
    String,
    String,
    String,
    Option<f64>,
    bool,
    Option<f64>,
    String,
    String,
);

#[pymethods]
impl Parts {
    #[new]
    fn new(model: &Model, at: Option<f64>) -> PyResult<Self> {
        let parts = Inner::new((*model.0).clone(), at).map_err(raised)?;
        Ok(Parts(parts))
    }

    /// The minimum score of a duplicate.
    #[getter]
    fn at(&self) -> f64 {
        self.0.at()
    }

    /// The filter of candidates, in words.
    #[getter]
    fn filter(&self) -> String {
        self.0.filter().to_string()
    }

    /// For each text what is equal in two of the same text; none of one without a word.
    #[staticmethod]
    fn identities<'py>(py: Python<'py>, texts: Vec<String>) -> Vec<Option<Bound<'py, PyBytes>>> {
        let identity = |text: &String| Document::plain("", text).identity();
        let identities: Vec<Option<u128>> = py.detach(|| texts.iter().map(identity).collect());
        let bytes = |identity: u128| PyBytes::new(py, &identity.to_be_bytes());
        identities.into_iter().map(|it| it.map(bytes)).collect()
    }

    /// The documents, packed, and the values by which each is searched.
    fn pack<'py>(
        &self,
        py: Python<'py>,
        ids: Vec<String>,
        texts: Vec<String>,
    ) -> PyResult<Packed<'py>> {
        let made = detached(py, |_| {
            let documents = ids.into_iter().zip(&texts);
            let documents = documents.map(|(id, text)| Document::plain(id, text));
            let made = documents.map(|document| self.0.read(&document));
            Ok(made.collect::<Vec<_>>())
        })?;
        let (mut packed, mut ends, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (bytes, sketch) in made {
            packed.push(PyBytes::new(py, &bytes));
            values.extend(sketch.values.iter().map(|&value| value as i64));
            ends.push(values.len() as i64);
        }
        Ok((packed, ends.to_pyarray(py), values.to_pyarray(py)))
    }

    /// The scores of pairs, by place among packed documents; nan for one that is no duplicate.
    fn scores<'py>(
        &self,
        py: Python<'py>,
        packed: Vec<PyBackedBytes>,
        left: PyReadonlyArray1<'py, i64>,
        right: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let pairs = places(&left, &right);
        let scores = detached(py, |_| self.0.scores(&packed, &pairs))?;
        let scores: Vec<f64> = scores
            .into_iter()
            .map(|it| it.unwrap_or(f64::NAN))
            .collect();
        Ok(scores.to_pyarray(py))
    }

    /// The probabilities of scores.
    fn probabilities<'py>(
        &self,
        py: Python<'py>,
        scores: PyReadonlyArray1<'py, f64>,
    ) -> Bound<'py, PyArray1<f64>> {
        let scores = scores.as_array();
        let probabilities: Vec<f64> = scores.iter().map(|it| self.0.probability(*it)).collect();
        probabilities.to_pyarray(py)
    }

    /// The groups of documents that belong together, with the duplicate pairs by place.
    #[expect(clippy::too_many_arguments, reason = "columns")]
    fn group<'py>(
        &self,
        py: Python<'py>,
        ids: Vec<String>,
        texts: Vec<String>,
        left: PyReadonlyArray1<'py, i64>,
        right: PyReadonlyArray1<'py, i64>,
        scores: PyReadonlyArray1<'py, f64>,
        keep: &str,
        lose_at_most: Option<f64>,
    ) -> PyResult<Vec<GroupRow>> {
        let pairs = places(&left, &right).into_iter().zip(scores.as_array());
        let pairs: Vec<(usize, usize, f64)> = pairs
            .map(|((left, right), &score)| (left, right, score))
            .collect();
        let keep = keep.parse().map_err(raised)?;
        detached(py, |_| {
            let documents = ids.into_iter().zip(&texts);
            let documents = documents.map(|(id, text)| Document::plain(id, text));
            let (collection, grouping) =
                self.0
                    .group(documents.collect(), &pairs, keep, lose_at_most)?;
            let id = |place: u32| collection.documents()[place as usize].id.to_string();
            let row = |place: u32| {
                let row = grouping.row(place);
                let group = grouping.group_of[place as usize] as usize;
                (
                    id(place),
                    id(grouping.groups[group].members[0]),
                    id(row.representative),
                    row.score,
                    row.is_kept,
                    row.lost,
                    row.reason.to_string(),
                    row.relation.map_or(String::new(), |it| it.to_string()),
                )
            };
            Ok((0..collection.documents().len() as u32).map(row).collect())
        })
    }
}

/// Pairs of places; what is below 0 is no place of any document.
fn places(
    left: &PyReadonlyArray1<'_, i64>,
    right: &PyReadonlyArray1<'_, i64>,
) -> Vec<(usize, usize)> {
    let pairs = left.as_array();
    let pairs = pairs.iter().zip(right.as_array());
    let place = |place: i64| usize::try_from(place).unwrap_or(usize::MAX);
    pairs.map(|(&a, &b)| (place(a), place(b))).collect()
}

/// Turns sets into postings, and postings into pairs.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Prefixes(Postings);

/// Columns of postings: value, set, size, rest, whether it is indexed, and the bitmap.
type Columns<'py> = (
    Vec<Bound<'py, PyArray1<i64>>>,
    Vec<Bound<'py, PyArray1<i32>>>,
    Bound<'py, PyArray1<bool>>,
);

/// The two sets of each pair.
type Ends<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

#[pymethods]
impl Prefixes {
    /// With the values that most sets hold, the most frequent last.
    #[new]
    fn new(parts: &Parts, common: PyReadonlyArray1<'_, i64>) -> PyResult<Self> {
        let common: Vec<u64> = common.as_array().iter().map(|&it| it as u64).collect();
        let prefixes = Postings::new(parts.0.filter(), &common).map_err(raised)?;
        Ok(Prefixes(prefixes))
    }

    /// The postings of sets: their numbers, where the values of each end, the values. Given back are
    /// value, set and the bitmap in four parts; size and rest; whether larger sets meet it.
    fn postings<'py>(
        &self,
        py: Python<'py>,
        sets: PyReadonlyArray1<'py, i64>,
        ends: PyReadonlyArray1<'py, i64>,
        values: PyReadonlyArray1<'py, i64>,
    ) -> Columns<'py> {
        let values: Vec<u64> = values.as_array().iter().map(|&it| it as u64).collect();
        let (mut start, mut made) = (0, Vec::new());
        for (&set, &end) in sets.as_array().iter().zip(ends.as_array()) {
            let end = end as usize;
            let values = values.get(start..end).unwrap_or_default();
            made.extend(self.0.postings(set as u64, values));
            start = end;
        }
        let wide = |of: fn(&Posting) -> u64| {
            let column: Vec<i64> = made.iter().map(|it| of(it) as i64).collect();
            column.to_pyarray(py)
        };
        let narrow = |of: fn(&Posting) -> u32| {
            let column: Vec<i32> = made.iter().map(|it| of(it) as i32).collect();
            column.to_pyarray(py)
        };
        let indexed: Vec<bool> = made.iter().map(|it| it.is_indexed).collect();
        (
            vec![
                wide(|it| it.value),
                wide(|it| it.set),
                wide(|it| it.bitmap[0]),
                wide(|it| it.bitmap[1]),
                wide(|it| it.bitmap[2]),
                wide(|it| it.bitmap[3]),
            ],
            vec![narrow(|it| it.size), narrow(|it| it.rest)],
            indexed.to_pyarray(py),
        )
    }

    /// The pairs of postings that lie in one cell: those with the same number in `cells`, which stand
    /// together. The other columns are those of `postings`, with the side of each.
    fn pairs<'py>(
        &self,
        py: Python<'py>,
        cells: PyReadonlyArray1<'py, i64>,
        wide: Vec<PyReadonlyArray1<'py, i64>>,
        narrow: Vec<PyReadonlyArray1<'py, i32>>,
        indexed: PyReadonlyArray1<'py, bool>,
        sides: PyReadonlyArray1<'py, i8>,
    ) -> PyResult<Ends<'py>> {
        let (cells, indexed, sides) = (cells.as_array(), indexed.as_array(), sides.as_array());
        let wide: Vec<_> = wide.iter().map(|it| it.as_array()).collect();
        let narrow: Vec<_> = narrow.iter().map(|it| it.as_array()).collect();
        let rows = cells.len();
        let lengths = wide.iter().map(|it| it.len());
        let lengths = lengths.chain(narrow.iter().map(|it| it.len()));
        let mut lengths = lengths.chain([indexed.len(), sides.len()]);
        if wide.len() != 6 || narrow.len() != 2 || lengths.any(|length| length != rows) {
            let reason = "expected six wide and two narrow columns, all of one length";
            return Err(PyValueError::new_err(reason));
        }
        let posting = |row: usize| Posting {
            value: wide[0][row] as u64,
            set: wide[1][row] as u64,
            size: narrow[0][row] as u32,
            rest: narrow[1][row] as u32,
            is_indexed: indexed[row],
            bitmap: [2, 3, 4, 5].map(|column| wide[column][row] as u64),
            side: sides[row] as u8,
        };
        let mut postings: Vec<(i64, Posting)> = (0..cells.len())
            .map(|row| (cells[row], posting(row)))
            .collect();
        let (left, right): (Vec<i64>, Vec<i64>) = py.detach(|| {
            let mut pairs = Vec::new();
            for cell in postings.chunk_by_mut(|a, b| a.0 == b.0) {
                let mut cell: Vec<Posting> = cell.iter().map(|(_, posting)| *posting).collect();
                pairs.extend(self.0.pairs(&mut cell));
            }
            let pairs = pairs.into_iter();
            pairs.map(|(a, b)| (a as i64, b as i64)).unzip()
        });
        Ok((left.to_pyarray(py), right.to_pyarray(py)))
    }
}
