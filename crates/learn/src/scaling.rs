//! Scales features of different size so that they are comparable.

use ndarray::{Array2, ArrayView1, ArrayView2};
use serde::{Deserialize, Serialize};

use super::checks::{LARGEST_VALUE, damaged};
use dejalu_base::error::Result;

/// Standardisation of each feature by the training rows: mean 0 and variance 1, stored as
/// `(x − offset) · factor`. A missing value, NaN, counts in neither, and becomes 0, the training mean:
/// no learner makes anything of it, and an attribution from 0 gives it nothing.
///
/// Standardised rather than spread over \[0, 1\], because similarities of unrelated documents crowd
/// near 0: a range would let the few high values of one feature press all others together, and one
/// gamma would not suit two features.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scaling {
    /// The value of each feature that becomes 0: the training mean of those that are not missing, or what a missing one
    /// stands for ([`around`](Self::around)).
    pub offsets: Vec<f64>,
    /// The reciprocal of each feature's training standard deviation; 0 for a constant feature,
    /// which therefore counts for nothing: where training saw no difference, none can have been learned.
    pub factors: Vec<f64>,
}

impl Scaling {
    /// Fits the scaling of n rows × d features. A column without a value, or without spread, gets
    /// factor 0.
    ///
    /// # Errors
    ///
    /// An infinite value.
    pub fn fit(rows: ArrayView2<f64>) -> Result<Self> {
        super::checks::check_finite(rows)?;
        let (offsets, factors) = rows.columns().into_iter().map(standard).unzip();
        Ok(Scaling { offsets, factors })
    }

    /// The scaling by which a missing value of a feature stands for this one instead of the training mean, where it is not
    /// NaN: 0 once scaled, so that an attribution from there gives it nothing.
    #[must_use]
    pub fn around(mut self, neutral: &[f64]) -> Self {
        for (offset, &value) in self.offsets.iter_mut().zip(neutral) {
            if !value.is_nan() {
                *offset = value;
            }
        }
        self
    }

    /// The number of features.
    pub fn features(&self) -> usize {
        self.offsets.len()
    }

    /// The number of features that differ between training rows.
    pub fn varying(&self) -> usize {
        self.factors.iter().filter(|&&factor| factor != 0.0).count()
    }

    /// A row scaled. Values are held within ±[`LARGEST_VALUE`], so that no later sum overflows; NaN
    /// becomes 0.
    pub fn row(&self, row: &[f64]) -> Vec<f64> {
        let columns = self.offsets.iter().zip(&self.factors);
        let scaled = row.iter().zip(columns);
        scaled
            .map(|(&x, (&offset, &factor))| scale(x, offset, factor))
            .collect()
    }

    /// A value of one feature scaled, as in [`Scaling::row`]; 0 of a feature that there is not.
    pub fn value(&self, feature: usize, value: f64) -> f64 {
        match (self.offsets.get(feature), self.factors.get(feature)) {
            (Some(&offset), Some(&factor)) => scale(value, offset, factor),
            _ => 0.0,
        }
    }

    /// All rows scaled (n × d), each as by [`Scaling::row`].
    pub fn rows(&self, rows: ArrayView2<f64>) -> Array2<f64> {
        let mut scaled = rows.to_owned();
        for (j, mut column) in scaled.columns_mut().into_iter().enumerate() {
            let offset = self.offsets.get(j).copied().unwrap_or(0.0);
            let factor = self.factors.get(j).copied().unwrap_or(0.0);
            column.mapv_inplace(|x| scale(x, offset, factor));
        }
        scaled
    }

    /// Refuses a scaling, read from a file, that is not one of `features` finite features.
    ///
    /// # Errors
    ///
    /// Another number of features; a number that is not finite.
    pub fn check(&self, features: usize) -> Result<()> {
        let lengths = (self.offsets.len(), self.factors.len());
        if lengths != (features, features) {
            let (offsets, factors) = lengths;
            let problem =
                format!("{offsets} offsets and {factors} factors for {features} features");
            return Err(damaged("scaling", problem));
        }
        let mut numbers = self.offsets.iter().chain(&self.factors);
        match numbers.find(|x| !x.is_finite()) {
            Some(x) => Err(damaged("scaling", format!("it holds {x}"))),
            None => Ok(()),
        }
    }
}

fn scale(x: f64, offset: f64, factor: f64) -> f64 {
    if x.is_nan() || factor == 0.0 {
        return 0.0;
    }
    ((x - offset) * factor).clamp(-LARGEST_VALUE, LARGEST_VALUE)
}

/// Offset and factor of a column. Everything is computed on values brought into \[−1, 1\] first, so
/// that neither tiny nor huge columns lose their spread to rounding or overflow.
fn standard(column: ArrayView1<f64>) -> (f64, f64) {
    let present = || column.iter().copied().filter(|x| !x.is_nan());
    let Some(first) = present().next() else {
        return (0.0, 0.0);
    };
    let (low, high) = present().fold((first, first), |(low, high), x| (low.min(x), high.max(x)));
    let centre = low / 2.0 + high / 2.0;
    let reach = high / 2.0 - low / 2.0;
    // A spread below rounding is none: 0.1 + 0.2 and 0.3 are the same value.
    if reach <= 1e-12 * low.abs().max(high.abs()) {
        return (centre, 0.0);
    }
    let n = present().count() as f64;
    let unit = |x: f64| (x - centre) / reach;
    let mean = present().map(unit).sum::<f64>() / n;
    let variance = present().map(|x| (unit(x) - mean).powi(2)).sum::<f64>() / n;
    let factor = 1.0 / (reach * variance.sqrt());
    let offset = centre + reach * mean;
    (offset, if factor.is_finite() { factor } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use ndarray::{Axis, array};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn training_rows_get_mean_0_and_variance_1() {
        let rows = array![[0.1, 300.0], [0.4, 100.0], [0.7, 800.0], [0.2, 0.0]];
        let scaled = Scaling::fit(rows.view()).unwrap().rows(rows.view());
        for column in scaled.axis_iter(Axis(1)) {
            assert!(column.mean().unwrap().abs() < 1e-12);
            assert!((column.mapv(|x| x * x).mean().unwrap() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_constant_feature_has_no_say() {
        let rows = array![[0.1 + 0.2, 0.0], [0.3, 1.0]];
        let scaling = Scaling::fit(rows.view()).unwrap();
        assert_eq!(scaling.factors[0], 0.0);
        assert_eq!((scaling.features(), scaling.varying()), (2, 1));
        assert_eq!(scaling.row(&[7.0, 0.5]), vec![0.0, 0.0]);
    }

    #[test]
    fn a_missing_value_counts_in_no_mean_and_is_the_mean() {
        let gaps = array![
            [0.1, f64::NAN],
            [f64::NAN, f64::NAN],
            [0.4, f64::NAN],
            [0.7, f64::NAN]
        ];
        let scaling = Scaling::fit(gaps.view()).unwrap();
        let whole = Scaling::fit(array![[0.1], [0.4], [0.7]].view()).unwrap();
        assert_eq!(scaling.offsets, [whole.offsets[0], 0.0]);
        assert_eq!(scaling.factors, [whole.factors[0], 0.0]);
        assert_eq!(scaling.rows(gaps.view()).row(1).to_vec(), [0.0, 0.0]);
        assert_eq!(scaling.row(&[f64::NAN, 0.5]), [0.0, 0.0]);
    }

    #[test]
    fn a_missing_value_is_what_it_stands_for() {
        let rows = array![[0.1, 1.0], [f64::NAN, 0.0], [0.4, 1.0]];
        let mean = Scaling::fit(rows.view()).unwrap();
        let scaling = mean.clone().around(&[f64::NAN, 1.0]);
        assert_eq!(scaling.offsets, [mean.offsets[0], 1.0]);
        assert_eq!(scaling.factors, mean.factors);
        assert_eq!(scaling.row(&[0.25, f64::NAN]), scaling.row(&[0.25, 1.0]));
    }

    #[test]
    fn an_infinite_value_is_refused_or_held() {
        let error = Scaling::fit(array![[0.0], [f64::NAN], [f64::INFINITY]].view()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "feature 0 of row 2 is inf (rows and features counted from 0; 1 such values); expected a finite number, or NaN for a missing one; correct the input or leave the feature out"
        );
        let scaling = Scaling::fit(array![[0.0], [1.0]].view()).unwrap();
        assert_eq!(scaling.row(&[f64::INFINITY]), vec![LARGEST_VALUE]);
    }

    #[test]
    fn a_damaged_scaling_is_refused() {
        let scaling = Scaling {
            offsets: vec![0.0],
            factors: vec![f64::NAN],
        };
        assert_eq!(
            scaling.check(2).unwrap_err().to_string(),
            "the learned scaling is damaged: 1 offsets and 1 factors for 2 features; train the model again"
        );
        assert!(
            scaling
                .check(1)
                .unwrap_err()
                .to_string()
                .contains("it holds NaN")
        );
    }

    proptest! {
        #[test]
        fn any_column_without_infinities_scales_to_finite_values(column in prop::collection::vec(prop::num::f64::ANY.prop_filter("finite or missing", |x| !x.is_infinite()), 1..20)) {
            let rows = Array2::from_shape_vec((column.len(), 1), column).unwrap();
            let scaling = Scaling::fit(rows.view()).unwrap();
            prop_assert!(scaling.check(1).is_ok(), "{scaling:?}");
            prop_assert!(scaling.rows(rows.view()).iter().all(|x| x.is_finite()));
        }
    }
}
