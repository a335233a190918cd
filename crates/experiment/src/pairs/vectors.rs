//! The similarity vectors of a set's pairs: what its table gives is taken from there, the rest is
//! measured.

use ndarray::Array2;

use super::pair_set::PairSet;
use dejalu_base::error::{PairError, Result};
use dejalu_base::progress::Progress;
use dejalu_similarity::corpus::CorpusStats;
use dejalu_similarity::{Feature, FeatureSet, copy_columns, similarity_vectors};
use dejalu_text::AnalyzedDocument;

impl PairSet {
    /// Returns whether the pairs have a value of this feature, or documents that it can be measured
    /// on.
    pub fn offers(&self, feature: &Feature) -> bool {
        self.gives(feature) || !(self.of_vectors || feature.measure().is_none())
    }

    /// Returns whether the table gives the values of this feature.
    pub fn gives(&self, feature: &Feature) -> bool {
        self.given.position(feature).is_some()
    }

    /// Refuses a feature that vectors without documents lack.
    pub(crate) fn check_offers(&self, features: &FeatureSet) -> Result<()> {
        let mut missing = features.iter().filter(|it| !self.gives(it));
        match missing.next() {
            Some(feature) if self.of_vectors => {
                let column = feature.name().to_string();
                Err(PairError::NotInVectors { column }.into())
            }
            _ => Ok(()),
        }
    }

    /// The numbers that the table gives (pairs × [`given`](PairSet::given)).
    pub fn given_rows(&self) -> Array2<f64> {
        let mut rows = Array2::zeros((self.pairs.len(), self.given.len()));
        for (pair, mut row) in self.pairs.iter().zip(rows.rows_mut()) {
            for (place, number) in row.iter_mut().zip(&pair.given) {
                *place = *number;
            }
        }
        rows
    }

    /// The vectors of all pairs (pairs × features). `documents` are the set's, analysed.
    ///
    /// # Errors
    ///
    /// A feature that the set does not [offer](PairSet::offers), or whose statistics are missing.
    pub fn vectors(
        &self,
        documents: &[AnalyzedDocument],
        features: &FeatureSet,
        stats: &CorpusStats,
        progress: &dyn Progress,
    ) -> Result<Array2<f64>> {
        self.check_offers(features)?;
        let measured = features.iter().filter(|feature| !self.gives(feature));
        let measured: FeatureSet = measured.cloned().collect();
        let similarities =
            similarity_vectors(documents, &measured, stats, &self.places(), progress)?;
        let mut rows = Array2::zeros((self.pairs.len(), features.len()));
        copy_columns(&similarities, &measured, &mut rows, features);
        copy_columns(&self.given_rows(), &self.given, &mut rows, features);
        Ok(rows)
    }
}
