//! Statistics of a reference collection, counted in parts.

use std::path::PathBuf;

use dejalu::corpus::{self, CorrelationLimits, CorrelationTableBuilder};
use dejalu::document::Document;
use dejalu::rules;
use dejalu::similarity::FeatureSet;
use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::analysis::Reading;
use crate::columns::{Cells, Given, Made, made};
use crate::error::raised;
use crate::tables::Documents;
use crate::work::detached;

/// Terms and how often each occurs.
type Counted<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);
type Counts<'py> = (PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, i64>);

/// Pairs of words, and how far they correlate.
type Factors<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<f64>>,
);

/// Counts the documents of each part.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Counting(corpus::Counting);

#[pymethods]
impl Counting {
    /// Of what these features and the published rules need, as `dejalu background` counts it.
    #[new]
    fn new(features: &str, reading: Reading) -> PyResult<Self> {
        let features = FeatureSet::parse(features).map_err(raised)?;
        let published = rules::published().map_err(raised)?;
        let needs = features.needs().union(rules::features(&published).needs());
        let limits = CorrelationLimits::default();
        let counting = corpus::Counting::new(reading.options()?, needs, limits);
        counting.map(Counting).map_err(raised)
    }

    /// Words, and runs of four characters, of documents of these texts.
    fn count<'py>(&self, py: Python<'py>, texts: Given<'py>) -> PyResult<[Counted<'py>; 2]> {
        let documents = documents(&texts)?;
        let counts = detached(py, |_| self.0.count(&documents))?;
        let column = |counts: &[(u64, u32)]| {
            let terms: Vec<i64> = counts.iter().map(|it| it.0 as i64).collect();
            let counts: Vec<i64> = counts.iter().map(|it| i64::from(it.1)).collect();
            (terms.to_pyarray(py), counts.to_pyarray(py))
        };
        Ok([column(&counts.words), column(&counts.four_grams)])
    }

    /// The words that may correlate, given in how many documents each word stands.
    fn correlating(&self, words: Counts<'_>) -> PyResult<CorrelatingWords> {
        Ok(CorrelatingWords(self.0.correlating(&listed(&words)?)))
    }

    /// Documents of these texts distributed to parts, as bytes for each.
    fn distribute<'py>(
        &self,
        py: Python<'py>,
        texts: Given<'py>,
        words: &CorrelatingWords,
        parts: u32,
    ) -> PyResult<Made<'py>> {
        let documents = documents(&texts)?;
        let distributed = detached(py, |_| {
            let distributed = self.0.distribute(&documents, &words.0, parts);
            Ok(distributed
                .iter()
                .map(|it| to_bytes(it))
                .collect::<Vec<_>>())
        })?;
        made(py, &distributed)
    }

    /// Writes the statistics of so many documents, with the correlated words, each pair once.
    #[expect(clippy::too_many_arguments, reason = "columns")]
    fn write(
        &self,
        py: Python<'_>,
        path: PathBuf,
        documents: u32,
        words: Counts<'_>,
        four_grams: Counts<'_>,
        left: PyReadonlyArray1<'_, i64>,
        right: PyReadonlyArray1<'_, i64>,
        factors: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<()> {
        let counts = corpus::Counts {
            words: listed(&words)?,
            four_grams: listed(&four_grams)?,
        };
        let pairs = left.as_array();
        let pairs = pairs.iter().zip(right.as_array()).zip(factors.as_array());
        let pair = |((&a, &b), &factor): ((&i64, &i64), &f64)| (a as u64, b as u64, factor);
        let factors: Vec<(u64, u64, f64)> = pairs.map(pair).collect();
        detached(py, |_| {
            self.0.finish(documents, counts, factors).save(&path)
        })
    }
}

/// Words that may have partners.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct CorrelatingWords(corpus::CorrelatingWords);

#[pymethods]
impl CorrelatingWords {
    /// The strongest partners of the words of a part, given all that was distributed to it.
    fn partners<'py>(
        &self,
        py: Python<'py>,
        distributed: Given<'py>,
        part: u32,
        parts: u32,
    ) -> PyResult<Factors<'py>> {
        let distributed = Cells::of(&distributed)?;
        let found = detached(py, |_| {
            let documents: Vec<Vec<u32>> = distributed.bytes().flat_map(of_bytes).collect();
            Ok(self.0.partners(&documents, part, parts))
        })?;
        let column = |of: fn(&(u64, u64, f64)) -> u64| {
            let column: Vec<i64> = found.iter().map(|it| of(it) as i64).collect();
            column.to_pyarray(py)
        };
        let factors: Vec<f64> = found.iter().map(|it| it.2).collect();
        Ok((column(|it| it.0), column(|it| it.1), factors.to_pyarray(py)))
    }
}

fn documents(texts: &Given<'_>) -> PyResult<Vec<Document>> {
    let texts = Cells::of(texts)?.texts()?;
    Ok(texts
        .into_iter()
        .map(|text| Document::plain("", text))
        .collect())
}

fn listed((terms, counts): &Counts<'_>) -> PyResult<Vec<(u64, u32)>> {
    let pairs = terms.as_array();
    let pairs = pairs.iter().zip(counts.as_array());
    let count = |&count: &i64| u32::try_from(count);
    let listed: Result<Vec<_>, _> = pairs
        .map(|(&term, times)| count(times).map(|times| (term as u64, times)))
        .collect();
    listed.map_err(|_| PyValueError::new_err("expected counts from 0 to 4,294,967,295"))
}

/// The words of documents: of each how many, and their numbers.
fn to_bytes(documents: &[Vec<u32>]) -> Vec<u8> {
    let numbers = documents
        .iter()
        .flat_map(|words| [&[words.len() as u32][..], words].concat());
    numbers.flat_map(u32::to_le_bytes).collect()
}

fn of_bytes(bytes: &[u8]) -> Vec<Vec<u32>> {
    let (numbers, _) = bytes.as_chunks::<4>();
    let mut numbers = numbers.iter().map(|it| u32::from_le_bytes(*it));
    let mut documents = Vec::new();
    while let Some(words) = numbers.next() {
        documents.push(numbers.by_ref().take(words as usize).collect());
    }
    documents
}

/// Two words, how many documents hold each and both, and their correlation factor.
type Correlation = (String, String, usize, usize, usize, f64);

/// The correlation factors of the words of documents: word_a, word_b, how many documents hold each and both, the
/// factor. Of these words; of all where none is given.
#[pyfunction]
pub fn correlations(
    py: Python<'_>,
    documents: &Documents,
    words: Vec<String>,
    reading: Reading,
) -> PyResult<Vec<Correlation>> {
    let analysis = reading.options()?;
    detached(py, |_| {
        let analysis = analysis.resolved(&documents.documents);
        let mut table = CorrelationTableBuilder::new(analysis);
        table.add(&documents.documents);
        let table = table.finish();
        let rows = table.rows(&words)?.map(|row| {
            let ([a, b], [of_a, of_b]) = (row.words.map(str::to_string), row.documents);
            (a, b, of_a, of_b, row.both, row.factor)
        });
        Ok(rows.collect())
    })
}
