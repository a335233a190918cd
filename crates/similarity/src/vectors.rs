//! The vectors of many pairs.

use ndarray::{Array2, ArrayView1};
use rayon::prelude::*;

use super::features::FeatureSet;
use super::prepared::{same_text, tables};
use crate::corpus::CorpusStats;
use dejalu_base::error::Result;
use dejalu_base::progress::Progress;
use dejalu_text::AnalyzedDocument;

/// The number of left-hand documents compared in one pass: their views of one kind, about two
/// kilobytes each, fit into a second-level cache. On random pairs it saves a third of the time of
/// ten cheap measures against the pairs' own order.
const BLOCK: usize = 1 << 10;

/// Number of vectors computed in one piece.
const ROWS: usize = 1 << 8;

/// The [similarity vectors](super::prepared::PreparedDocuments::vector) of many pairs of documents,
/// given by their places, one per row (pairs × features), in the order given.
///
/// One kind of view is made at a time, of all documents, and compared for all pairs: the views of all
/// kinds take more than twice the memory of the analysed documents, and what is at hand is found faster.
///
/// # Errors
///
/// Statistics that a feature needs were not collected, or no measure gives a feature.
pub fn similarity_vectors(
    documents: &[AnalyzedDocument],
    features: &FeatureSet,
    stats: &CorpusStats,
    pairs: &[(usize, usize)],
    progress: &dyn Progress,
) -> Result<Array2<f64>> {
    let tables = tables(documents, features, stats)?;
    let (width, kinds) = (features.len(), tables.kinds());
    // The views of a block stay at hand, while those of the right-hand documents pass in their order.
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.par_sort_unstable_by_key(|&row| {
        let (left, right) = pairs[row];
        (left / BLOCK, right, left, row)
    });
    let mut ordered = vec![0.0; pairs.len() * width];
    for (kind, comparisons) in tables.one_by_one().enumerate() {
        let pieces = ordered.par_chunks_mut(ROWS * width);
        pieces
            .zip(order.par_chunks(ROWS))
            .for_each(|(piece, rows)| {
                for (vector, &row) in piece.chunks_exact_mut(width).zip(rows) {
                    let (left, right) = pairs[row];
                    comparisons.similarities(left, right, vector);
                }
                // Of its rows each kind tells its part.
                progress.advance(rows.len() * (kind + 1) / kinds - rows.len() * kind / kinds);
            });
    }
    let mut vectors = Array2::ones((pairs.len(), width));
    for (&row, vector) in order.iter().zip(ordered.chunks_exact(width.max(1))) {
        let (left, right) = pairs[row];
        if !same_text(documents, left, right) {
            vectors.row_mut(row).assign(&ArrayView1::from(vector));
        }
    }
    Ok(vectors)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::prepared::PreparedDocuments;
    use dejalu_base::progress::Silent;
    use dejalu_text::document::Document;
    use dejalu_text::{Analyzer, analyze_all};

    /// More documents than a block holds, some without a word, some of the same text.
    fn documents() -> Vec<AnalyzedDocument> {
        let words = ["ferry", "pier", "storm", "the", "lamp", "tide", "!"];
        let text = |n: usize| [n % 7, n / 7 % 7, n / 49 % 5].map(|n| words[n]).join(" ");
        let documents: Vec<Document> = (0..2 * BLOCK + 9)
            .map(|n| Document::plain(n.to_string(), &text(n)))
            .collect();
        analyze_all(&Analyzer::new(Default::default()), &documents)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]
        #[test]
        fn many_vectors_are_those_of_each_pair(
            pairs in prop::collection::vec((0..2 * BLOCK + 9, 0..2 * BLOCK + 9), 0..3 * ROWS),
        ) {
            let (documents, stats) = (documents(), CorpusStats::default());
            let features = FeatureSet::parse("jaccard mwo length-ratio containment:w=1").unwrap();
            let made = similarity_vectors(&documents, &features, &stats, &pairs, &Silent).unwrap();
            let comparable = PreparedDocuments::new(&documents, &features, &stats).unwrap();
            prop_assert_eq!(made.dim(), (pairs.len(), features.len()));
            for (row, &(left, right)) in made.rows().into_iter().zip(&pairs) {
                let bits = |vector: Vec<f64>| vector.into_iter().map(f64::to_bits).collect::<Vec<_>>();
                prop_assert_eq!(bits(row.to_vec()), bits(comparable.vector(left, right)));
            }
        }
    }

    #[test]
    fn no_feature_gives_empty_vectors() {
        let documents = documents();
        let (nothing, stats) = (FeatureSet::default(), CorpusStats::default());
        let made = similarity_vectors(&documents, &nothing, &stats, &[(0, 1)], &Silent).unwrap();
        assert_eq!(made.dim(), (1, 0));
    }
}
