//! A set's labelled vectors as a data set of linfa, on which every linfa learner trains.

use linfa::Dataset;
use ndarray::{Array1, Array2, ArrayView2, Axis, Ix1};

use super::pair_set::PairSet;
use super::vectorizer::Vectorizer;
use dejalu_base::error::{Error, PairError, Result};
use dejalu_base::progress::Progress;
use dejalu_similarity::FeatureSet;

impl PairSet {
    /// The given columns of the labelled pairs ([`given`](PairSet::given)), as a data set: a record a pair, a target
    /// that is true for a duplicate, and the names of the features. That is all of a table of vectors; of other pairs,
    /// [`Vectorizer::dataset`] measures the features.
    ///
    /// Pairs without a label are left out. A missing value becomes the mean of its feature over the pairs that
    /// have one, 0 where none has: linfa's learners know no missing values.
    ///
    /// ```
    /// use dejalu_experiment::model::builtin;
    ///
    /// let mut pairs = builtin::pairs()?;
    /// pairs.add_column("length", |left, right| (left.text.len() + right.text.len()) as f64);
    /// let dataset = pairs.dataset()?;
    /// assert_eq!(dataset.feature_names(), ["length"]);
    /// assert_eq!(dataset.records.nrows(), 1173);
    /// # Ok::<(), dejalu_base::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// No pair has a label.
    pub fn dataset(&self) -> Result<Dataset<f64, bool, Ix1>> {
        self.dataset_of(self.given_rows().view(), &self.given)
    }

    /// The labelled ones of these rows (pairs × features).
    fn dataset_of(
        &self,
        rows: ArrayView2<f64>,
        features: &FeatureSet,
    ) -> Result<Dataset<f64, bool, Ix1>> {
        let labels = self.pairs.iter().map(|pair| pair.label).enumerate();
        let labelled = labels.filter_map(|(row, label)| Some((row, label?.is_duplicate())));
        let (kept, targets): (Vec<usize>, Vec<bool>) = labelled.unzip();
        if kept.is_empty() {
            return Err(Error::from(PairError::NoLabel));
        }
        let records = without_missing(rows.select(Axis(0), &kept));
        let names: Vec<String> = features.iter().map(ToString::to_string).collect();
        Ok(Dataset::new(records, Array1::from(targets)).with_feature_names(names))
    }
}

impl Vectorizer {
    /// The vectors of the labelled pairs as a data set; see [`PairSet::dataset`].
    ///
    /// ```
    /// use dejalu_experiment::pairs::Vectorizer;
    /// use dejalu_base::Silent;
    /// use dejalu_experiment::model::builtin;
    /// use dejalu_similarity::FeatureSet;
    ///
    /// let pairs = builtin::pairs()?;
    /// let features = FeatureSet::parse("jaccard resemblance")?;
    /// let vectorizer = Vectorizer::fit(&pairs, features, Default::default(), &Silent)?;
    /// let dataset = vectorizer.dataset(&pairs, &Silent)?;
    /// assert_eq!(dataset.feature_names(), ["jaccard", "resemblance"]);
    /// # Ok::<(), dejalu_base::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Vectorizer::vectors`]; no pair has a label.
    pub fn dataset(
        &self,
        set: &PairSet,
        progress: &dyn Progress,
    ) -> Result<Dataset<f64, bool, Ix1>> {
        set.dataset_of(self.vectors(set, progress)?.view(), &self.features)
    }
}

/// The rows with the mean of its column in place of each NaN.
fn without_missing(mut rows: Array2<f64>) -> Array2<f64> {
    for mut column in rows.columns_mut() {
        let present = column.iter().filter(|it| !it.is_nan());
        let (count, sum) = present.fold((0_usize, 0.0), |(count, sum), it| (count + 1, sum + it));
        let mean = sum / count.max(1) as f64;
        column.mapv_inplace(|it| if it.is_nan() { mean } else { it });
    }
    rows
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;
    use crate::pairs::Label;

    #[test]
    fn missing_values_become_the_mean_of_their_feature() {
        let rows = array![[1.0, f64::NAN], [f64::NAN, f64::NAN], [3.0, f64::NAN]];
        let filled = array![[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]];
        assert_eq!(without_missing(rows), filled);
    }

    #[test]
    fn pairs_without_a_label_are_left_out() {
        let mut set = crate::model::builtin::pairs().unwrap();
        set.pairs.truncate(5);
        set.add_column("number", |_, _| 0.5);
        for (pair, label) in set.pairs.iter_mut().zip([true, false, true]) {
            pair.label = Some(if label {
                Label::Duplicate
            } else {
                Label::Distinct
            });
        }
        set.pairs[3].label = None;
        set.pairs[4].label = None;
        let dataset = set.dataset().unwrap();
        assert_eq!(dataset.targets, array![true, false, true]);
        assert_eq!(dataset.records, array![[0.5], [0.5], [0.5]]);
        set.pairs.iter_mut().for_each(|pair| pair.label = None);
        assert!(set.dataset().is_err());
    }
}
