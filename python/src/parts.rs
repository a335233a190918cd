//! A deduplication in parts: documents distributed by what they are searched by, the pairs that meet, the
//! duplicates among them, the groups of connected documents. Tables travel as columns of equal length.

use std::collections::HashMap;

use dejalu::candidates::{PairCounts, PartedSearch, Postings, Side};
use dejalu::collection::{self, Parts as Inner};
use dejalu::document::Document;
use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::columns::{Cells, Given, Made, made};
use crate::error::raised;
use crate::model::Model;
use crate::work::detached;

/// The state that every part of a deduplication shares.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Parts(Inner);

/// First byte of the key of a document without a word, and of that of others.
const WORDLESS: u8 = b'i';
const WORDED: u8 = b't';

type Numbers<'py> = Bound<'py, PyArray1<i64>>;
type Figures<'py> = Bound<'py, PyArray1<f64>>;

/// Pairs: the two of each, and its score or its cell.
type Scored<'py> = (Numbers<'py>, Numbers<'py>, Figures<'py>);
type InCells<'py> = (Numbers<'py>, Numbers<'py>, Numbers<'py>);

/// Rows of the table of groups, each by the places of documents as they were given: the document, the one that represents
/// its group, the one kept in its place; the score of the pair that joined it, whether it is kept, what
/// would be lost; why, and how it relates to the kept one.
type Rows<'py> = (
    [Numbers<'py>; 3],
    [Figures<'py>; 2],
    Bound<'py, PyArray1<bool>>,
    [Vec<String>; 2],
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

    /// The score of two documents of the same text.
    #[getter]
    fn score_of_copies(&self) -> f64 {
        self.0.score_of_copies()
    }

    /// For each document what is equal in two of the same text (of one without a word, what no other
    /// has), and the number of its characters.
    #[staticmethod]
    fn keys<'py>(
        py: Python<'py>,
        ids: Given<'py>,
        texts: Given<'py>,
    ) -> PyResult<(Made<'py>, Numbers<'py>)> {
        let (ids, texts) = (Cells::of(&ids)?, Cells::of(&texts)?.texts()?);
        let key = |(id, text): (&[u8], &str)| {
            let document = Document::plain("", text);
            let key = match document.exact_text() {
                Some(identity) => [&[WORDED][..], &identity.to_be_bytes()].concat(),
                None => [&[WORDLESS][..], id].concat(),
            };
            (key, document.text.chars().count() as i64)
        };
        let (keys, characters): (Vec<Vec<u8>>, Vec<i64>) = ids.bytes().zip(texts).map(key).unzip();
        Ok((made(py, &keys)?, characters.to_pyarray(py)))
    }

    /// The values that the documents of these texts are searched by: the end of each document's values among those of
    /// all, and the values.
    fn values<'py>(
        &self,
        py: Python<'py>,
        texts: Given<'py>,
    ) -> PyResult<(Numbers<'py>, Numbers<'py>)> {
        let texts = Cells::of(&texts)?.texts()?;
        let (ends, values) = detached(py, |_| {
            let (mut ends, mut values) = (Vec::new(), Vec::new());
            for text in &texts {
                let found = self.0.values(&Document::plain("", text));
                values.extend(found.into_iter().map(|value| value as i64));
                ends.push(values.len() as i64);
            }
            Ok((ends, values))
        })?;
        Ok((ends.to_pyarray(py), values.to_pyarray(py)))
    }

    /// The duplicates among pairs of different texts, all by place among the texts: the smaller, the
    /// larger, the score.
    fn duplicates<'py>(
        &self,
        py: Python<'py>,
        texts: Given<'py>,
        left: PyReadonlyArray1<'py, i64>,
        right: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Scored<'py>> {
        let texts = Cells::of(&texts)?.texts()?;
        let pairs = places(&left, &right);
        let found = detached(py, |_| {
            let documents: Vec<Document> = plain(texts.iter().map(|text| ("", *text)));
            self.0.duplicates(&documents, &pairs)
        })?;
        let column = |of: fn(&collection::Edge) -> u32| {
            let column: Vec<i64> = found.iter().map(|it| i64::from(of(it))).collect();
            column.to_pyarray(py)
        };
        let scores: Vec<f64> = found.iter().map(|it| it.score).collect();
        Ok((
            column(|it| it.left),
            column(|it| it.right),
            scores.to_pyarray(py),
        ))
    }

    /// The probabilities of scores.
    fn probabilities<'py>(
        &self,
        py: Python<'py>,
        scores: PyReadonlyArray1<'py, f64>,
    ) -> Figures<'py> {
        let scores = scores.as_array();
        let probabilities: Vec<f64> = scores.iter().map(|it| self.0.probability(*it)).collect();
        probabilities.to_pyarray(py)
    }

    /// The groups of documents that belong together, each with the number of documents of its text, with the
    /// duplicate pairs by place.
    #[expect(clippy::too_many_arguments, reason = "columns")]
    fn group<'py>(
        &self,
        py: Python<'py>,
        ids: Given<'py>,
        texts: Given<'py>,
        of_text: PyReadonlyArray1<'py, i64>,
        left: PyReadonlyArray1<'py, i64>,
        right: PyReadonlyArray1<'py, i64>,
        scores: PyReadonlyArray1<'py, f64>,
        keep: &str,
        lose_at_most: Option<f64>,
    ) -> PyResult<Rows<'py>> {
        let (ids, texts) = (Cells::of(&ids)?.texts()?, Cells::of(&texts)?.texts()?);
        let pairs = places(&left, &right).into_iter().zip(scores.as_array());
        let pairs: Vec<(usize, usize, f64)> = pairs
            .map(|((left, right), &score)| (left, right, score))
            .collect();
        let keep = keep.parse().map_err(raised)?;
        if of_text.len()? != ids.len() || texts.len() != ids.len() {
            return Err(PyValueError::new_err("expected columns of equal length"));
        }
        let of_text = of_text.as_array();
        let of_text: Vec<usize> = of_text.iter().map(|&it| it.max(1) as usize).collect();
        let (collection, grouping) = detached(py, |_| {
            let documents = plain(ids.iter().copied().zip(texts.iter().copied()));
            let documents = documents.into_iter().zip(of_text).collect();
            self.0.group(documents, &pairs, keep, lose_at_most)
        })?;
        let given: HashMap<&str, i64> = ids.iter().copied().zip(0..).collect();
        let documents = collection.documents();
        let given: Vec<i64> = documents.iter().map(|it| given[it.id.as_str()]).collect();
        let each = || 0..documents.len() as u32;
        let row = |place: u32| grouping.row(place);
        let numbers = |of: &dyn Fn(u32) -> u32| {
            let column: Vec<i64> = each().map(|place| given[of(place) as usize]).collect();
            column.to_pyarray(py)
        };
        let figures = |of: &dyn Fn(u32) -> Option<f64>| {
            let column: Vec<f64> = each().map(|place| of(place).unwrap_or(f64::NAN)).collect();
            column.to_pyarray(py)
        };
        let kept: Vec<bool> = each().map(|place| row(place).is_kept).collect();
        let relation = |place| {
            row(place)
                .relation
                .map_or(String::new(), |it| it.to_string())
        };
        Ok((
            [
                numbers(&|place| place),
                numbers(&|place| row(place).group),
                numbers(&|place| row(place).representative),
            ],
            [
                figures(&|place| row(place).score),
                figures(&|place| row(place).lost),
            ],
            kept.to_pyarray(py),
            [
                each().map(|place| row(place).reason.to_string()).collect(),
                each().map(relation).collect(),
            ],
        ))
    }
}

fn plain<'a>(documents: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Document> {
    documents
        .map(|(id, text)| Document::plain(id, text))
        .collect()
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

/// Deals documents out, and brings together those that meet.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Search(PartedSearch);

#[pymethods]
impl Search {
    /// The exact search, with the values that most documents hold, the most frequent last, and those of
    /// them that are distributed into blocks, with how many.
    #[staticmethod]
    fn exact(
        parts: &Parts,
        common: PyReadonlyArray1<'_, i64>,
        crowded: Vec<(i64, u32)>,
    ) -> PyResult<Self> {
        let common: Vec<u64> = common.as_array().iter().map(|&it| it as u64).collect();
        let search = PartedSearch::exact(parts.0.filter(), &common).map_err(raised)?;
        let crowded = crowded.into_iter();
        let crowded = crowded.map(|(value, blocks)| (value as u64, blocks));
        Ok(Search(search.with_crowded(crowded)))
    }

    /// The search by MinHash bands.
    #[staticmethod]
    fn by_bands(parts: &Parts, seed: u64, crowded: Vec<(i64, u32)>) -> PyResult<Self> {
        let search = PartedSearch::by_bands(parts.0.filter(), seed).map_err(raised)?;
        let crowded = crowded.into_iter();
        let crowded = crowded.map(|(value, blocks)| (value as u64, blocks));
        Ok(Search(search.with_crowded(crowded)))
    }

    /// The probability that a pair which barely passes the filter is met.
    #[getter]
    fn expected_recall(&self) -> f64 {
        self.0.expected_recall()
    }

    /// By what documents with these values are found, of all one after the other: the values of each end
    /// where `ends` says.
    fn keys<'py>(
        &self,
        py: Python<'py>,
        ends: PyReadonlyArray1<'py, i64>,
        values: PyReadonlyArray1<'py, i64>,
    ) -> Numbers<'py> {
        let values: Vec<u64> = values.as_array().iter().map(|&it| it as u64).collect();
        let (mut start, mut keys) = (0, Vec::new());
        for &end in ends.as_array() {
            let end = usize::try_from(end).unwrap_or(0);
            let of_document = values.get(start..end).unwrap_or_default();
            keys.extend(self.0.keys(of_document).into_iter().map(|key| key as i64));
            start = end;
        }
        keys.to_pyarray(py)
    }

    /// Deals documents into buckets: the bytes of each. `side` is "any", "searched" or "query".
    fn distribute<'py>(
        &self,
        py: Python<'py>,
        parts: &Parts,
        numbers: PyReadonlyArray1<'py, i64>,
        texts: Given<'py>,
        side: &str,
        buckets: usize,
    ) -> PyResult<Made<'py>> {
        let side = match side {
            "any" => Side::Any,
            "searched" => Side::Searched,
            "query" => Side::Query,
            _ => {
                return Err(PyValueError::new_err(
                    "expected 'any', 'searched' or 'query'",
                ));
            }
        };
        let texts = Cells::of(&texts)?.texts()?;
        let numbers: Vec<u64> = numbers.as_array().iter().map(|&it| it as u64).collect();
        let bytes = detached(py, |_| {
            let values = texts
                .iter()
                .map(|text| parts.0.values(&Document::plain("", text)));
            let values: Vec<Vec<u64>> = values.collect();
            let sets = numbers
                .iter()
                .copied()
                .zip(values.iter().map(Vec::as_slice));
            let distributed = self.0.distribute(sets, side, buckets);
            Ok(distributed
                .iter()
                .map(Postings::to_bytes)
                .collect::<Vec<_>>())
        })?;
        made(py, &bytes)
    }

    /// The counts of pairs in a bucket, given all that was distributed into it, themselves distributed into buckets.
    fn count_pairs<'py>(
        &self,
        py: Python<'py>,
        distributed: Given<'py>,
        buckets: usize,
    ) -> PyResult<Made<'py>> {
        let distributed = Cells::of(&distributed)?;
        let bytes = detached(py, |_| {
            let mut together = Postings::default();
            for bytes in distributed.bytes() {
                together.add(bytes)?;
            }
            Ok(self.0.count_pairs(together).distribute(buckets))
        })?;
        made(py, &bytes)
    }
}

/// The candidates of a bucket of counts of pairs: the smaller, the larger, the cell.
#[pyfunction]
pub fn candidates<'py>(py: Python<'py>, counts: Given<'py>) -> PyResult<InCells<'py>> {
    let counts = Cells::of(&counts)?;
    let found = detached(py, |_| {
        let mut together = PairCounts::default();
        for bytes in counts.bytes() {
            together.add(bytes)?;
        }
        Ok(together.candidates())
    })?;
    let column = |of: fn(&dejalu::candidates::Candidate) -> u64| {
        let column: Vec<i64> = found.iter().map(|it| of(it) as i64).collect();
        column.to_pyarray(py)
    };
    Ok((
        column(|it| it.left),
        column(|it| it.right),
        column(|it| it.cell),
    ))
}

/// Each end of pairs with the smallest number that it is connected with.
#[pyfunction]
pub fn components<'py>(
    py: Python<'py>,
    left: PyReadonlyArray1<'py, i64>,
    right: PyReadonlyArray1<'py, i64>,
) -> (Numbers<'py>, Numbers<'py>) {
    let pairs = left.as_array();
    let pairs = pairs.iter().zip(right.as_array());
    let pairs: Vec<(u64, u64)> = pairs.map(|(&a, &b)| (a as u64, b as u64)).collect();
    let found = py.detach(|| collection::components(&pairs));
    let (numbers, names): (Vec<i64>, Vec<i64>) = found
        .into_iter()
        .map(|(number, name)| (number as i64, name as i64))
        .unzip();
    (numbers.to_pyarray(py), names.to_pyarray(py))
}
