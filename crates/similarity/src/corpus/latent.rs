//! Latent axes: the directions of word space along which the documents of a reference collection
//! vary most. The leading singular vectors of its term–document weight matrix, on which other
//! documents are folded in ("latent semantic indexing"; 002, section 1, on its forerunner).
//!
//! Rows of the matrix are documents, columns the terms of highest document frequency, entries the
//! share of the document's field weight that the term has (002, section 3).

use ndarray::ArrayView1;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::singular::SparseMatrix;
use dejalu_base::error::{FeatureError, Result};
use dejalu_text::document::FieldKind;
use dejalu_text::{AnalyzedDocument, TermId};

/// The most terms, those of highest document frequency.
const MOST_TERMS: usize = 4096;

/// The most axes.
const MOST_AXES: usize = 100;

/// The most entries of a matrix, terms counted once per document: about ten seconds of work on one
/// core, and 160 MB.
pub(super) const MOST_ENTRIES: usize = 10_000_000;

/// The leading axes of a reference collection.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LatentAxes {
    /// The terms, ascending.
    terms: Vec<TermId>,
    /// For each term its coordinate on every axis. Axes are orthonormal up to rounding.
    coordinates: Vec<Vec<f32>>,
}

impl LatentAxes {
    /// The axes of a collection: at most 100, fewer than it has documents, none that it has no
    /// extent on. Refuses a collection of more than ten million terms, counted once per document.
    pub(super) fn collect(documents: &[&AnalyzedDocument]) -> Result<Self> {
        LatentAxes::collect_within(documents, MOST_ENTRIES)
    }

    fn collect_within(documents: &[&AnalyzedDocument], entries: usize) -> Result<Self> {
        let words = documents.iter().map(|document| document.vocabulary.len());
        let found = words.sum();
        if found > entries {
            return Err(FeatureError::CollectionTooLarge {
                feature: "latent-angle",
                found,
                most: entries,
            }
            .into());
        }
        let most = MOST_AXES.min(documents.len().saturating_sub(1));
        let terms = most_frequent(documents);
        let axes = matrix(documents, &terms).leading_axes(most);
        let row = |row: ArrayView1<f64>| row.iter().map(|&x| x as f32).collect();
        Ok(LatentAxes {
            coordinates: axes.rows().into_iter().map(row).collect(),
            terms,
        })
    }

    /// The position of a document on the axes, at distance 1 from the origin: folded in by its
    /// shares of weight. Empty where it holds no term of the collection or lies on none of the axes.
    ///
    /// \[choice\] Not divided by the singular values, so that the cosine of two documents of the
    /// collection is that of their rows in the matrix of lower rank.
    pub fn fold_in(&self, document: &AnalyzedDocument) -> Vec<f64> {
        let axes = self.coordinates.first().map_or(0, Vec::len);
        let mut folded = vec![0.0; axes];
        let mut known = 0.0;
        for (term, share) in shares(document) {
            let Ok(place) = self.terms.binary_search(&term) else {
                continue;
            };
            known += share * share;
            for (sum, &coordinate) in folded.iter_mut().zip(&self.coordinates[place]) {
                *sum += share * f64::from(coordinate);
            }
        }
        let squared: f64 = folded.iter().map(|x| x * x).sum();
        // What is left of a document across all axes is rounding alone.
        if squared <= 1e-12 * known {
            return Vec::new();
        }
        let length = squared.sqrt();
        folded.iter_mut().for_each(|x| *x /= length);
        folded
    }

    /// Checks what a file claims.
    pub(super) fn check(&self) -> Result<(), String> {
        let axes = self.coordinates.first().map_or(0, Vec::len);
        if self.terms.len() != self.coordinates.len() {
            let rows = self.coordinates.len();
            return Err(format!("{} latent terms and {rows} rows", self.terms.len()));
        }
        if !self.terms.is_sorted() {
            return Err("latent terms out of order".into());
        }
        let odd = |row: &&Vec<f32>| row.len() != axes || row.iter().any(|x| !x.is_finite());
        match self.coordinates.iter().find(odd) {
            Some(_) => Err("a latent axis of missing or infinite coordinates".into()),
            None => Ok(()),
        }
    }
}

/// The terms of a document, ascending, and each one's share of the weight.
fn shares(document: &AnalyzedDocument) -> Vec<(TermId, f64)> {
    let mut terms = document.weighted_terms(|kinds| kinds.heaviest(FieldKind::weight));
    let total: f64 = terms.iter().map(|&(_, weight)| weight).sum();
    terms.iter_mut().for_each(|(_, weight)| *weight /= total);
    terms
}

/// The terms of highest document frequency (ties by term), ascending.
fn most_frequent(documents: &[&AnalyzedDocument]) -> Vec<TermId> {
    let mut frequencies: FxHashMap<TermId, u32> = FxHashMap::default();
    for document in documents {
        for (term, _) in shares(document) {
            *frequencies.entry(term).or_default() += 1;
        }
    }
    let mut terms: Vec<(u32, TermId)> = frequencies
        .into_iter()
        .map(|(term, df)| (df, term))
        .collect();
    terms.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    terms.truncate(MOST_TERMS);
    let mut terms: Vec<TermId> = terms.into_iter().map(|(_, term)| term).collect();
    terms.sort_unstable();
    terms
}

/// Of each document the terms' shares, by the terms' places.
fn matrix(documents: &[&AnalyzedDocument], terms: &[TermId]) -> SparseMatrix {
    let row = |document: &&AnalyzedDocument| {
        let entries = shares(document).into_iter();
        entries
            .filter_map(|(term, share)| Some((terms.binary_search(&term).ok()? as u32, share)))
            .collect()
    };
    SparseMatrix::new(documents.par_iter().map(row).collect(), terms.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::document::Document;
    use dejalu_text::{Analyzer, analyze_all};

    fn analyzed(texts: &[&str]) -> Vec<AnalyzedDocument> {
        let documents = texts.iter().map(|text| Document::plain("x", text));
        analyze_all(
            &Analyzer::new(Default::default()),
            &documents.collect::<Vec<_>>(),
        )
    }

    fn axes(texts: &[&str], entries: usize) -> Result<LatentAxes> {
        LatentAxes::collect_within(&analyzed(texts).iter().collect::<Vec<_>>(), entries)
    }

    #[test]
    fn a_document_of_the_collection_lies_where_its_row_does() {
        // As many axes as the collection has extents: its angles are kept.
        let texts = [
            "ferry pier pier",
            "pier storm",
            "storm ferry ferry",
            "storm",
        ];
        let axes = axes(&texts, 100).unwrap();
        let folded: Vec<Vec<f64>> = analyzed(&texts)
            .iter()
            .map(|document| axes.fold_in(document))
            .collect();
        let cosine: f64 = folded[0].iter().zip(&folded[2]).map(|(a, b)| a * b).sum();
        assert!((cosine - 2.0 / 5.0).abs() < 1e-6, "{cosine}");
        assert!(axes.fold_in(&analyzed(&["beetle"])[0]).is_empty());
    }

    #[test]
    fn one_document_or_none_has_no_axes() {
        for texts in [&[][..], &["ferry pier"], &["!", "3.14"]] {
            let axes = axes(texts, 100).unwrap();
            assert!(axes.fold_in(&analyzed(&["ferry pier"])[0]).is_empty());
            assert_eq!(axes.check(), Ok(()));
        }
    }

    #[test]
    fn a_collection_that_is_too_large_is_refused() {
        assert!(axes(&["ferry ferry pier", "storm"], 3).is_ok());
        assert_eq!(
            axes(&["ferry ferry pier", "storm ferry"], 3)
                .unwrap_err()
                .to_string(),
            "feature 'latent-angle' takes a reference collection of at most 3 words, each counted once per document, but this one has 4; leave the feature out (features) or use fewer documents"
        );
    }

    #[test]
    fn a_file_of_odd_axes_is_refused() {
        let sound = axes(&["ferry pier", "pier storm", "storm"], 100).unwrap();
        let check = |change: fn(&mut LatentAxes)| {
            let mut axes = sound.clone();
            change(&mut axes);
            axes.check()
        };
        assert_eq!(check(|_| ()), Ok(()));
        assert!(check(|axes| axes.terms.reverse()).is_err());
        assert!(check(|axes| axes.coordinates[1].truncate(1)).is_err());
        assert!(check(|axes| axes.coordinates[1][0] = f32::NAN).is_err());
        assert!(check(|axes| axes.coordinates.truncate(2)).is_err());
    }
}
