//! The range of each feature over the rows that were learned from.

use ndarray::{ArrayView1, ArrayView2};
use serde::{Deserialize, Serialize};

use super::checks::damaged;
use dejalu_base::error::Result;
use dejalu_base::threshold::reaches;

/// The least and the largest value of each feature over the training rows. Beyond them nothing was
/// learned: a score there is an extrapolation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ranges {
    /// One a feature; `None` of one that had no value in any row.
    features: Vec<Option<[f64; 2]>>,
}

impl Ranges {
    /// The ranges of n rows × d features. A NaN is no value.
    pub fn of(rows: ArrayView2<f64>) -> Self {
        Ranges {
            features: rows.columns().into_iter().map(range).collect(),
        }
    }

    /// The features of a row, by place, whose value lies outside their range by more than a rounding.
    /// A NaN is never outside; any value is of a feature that had none.
    pub fn outside<'a>(&'a self, row: &'a [f64]) -> impl Iterator<Item = usize> + 'a {
        let features = self.features.iter().zip(row).enumerate();
        let outside = features.filter(|(_, (range, value))| match range {
            _ if value.is_nan() => false,
            Some([low, high]) => !(reaches(**value, *low) && reaches(*high, **value)),
            None => true,
        });
        outside.map(|(place, _)| place)
    }

    /// Returns whether a feature had fewer than two different values, so that nothing can be learned of it.
    pub fn is_constant(&self, place: usize) -> bool {
        match self.features.get(place) {
            Some(Some([low, high])) => low == high,
            _ => true,
        }
    }

    /// Returns whether a value of a feature lies above its range.
    pub fn is_above(&self, place: usize, value: f64) -> bool {
        matches!(self.features.get(place), Some(Some([_, high])) if value > *high)
    }

    /// Refuses ranges, read from a file, that are not those of `features` features.
    ///
    /// # Errors
    ///
    /// Another number of features; an end that is not finite; ends in the wrong order.
    pub fn check(&self, features: usize) -> Result<()> {
        let damaged = |problem: String| Err(damaged("range", problem));
        if self.features.len() != features {
            let found = self.features.len();
            return damaged(format!("{found} ranges for {features} features"));
        }
        let is_range = |[low, high]: &[f64; 2]| low.is_finite() && high.is_finite() && low <= high;
        match self.features.iter().flatten().find(|it| !is_range(it)) {
            Some([low, high]) => damaged(format!("it holds {low} to {high}")),
            None => Ok(()),
        }
    }
}

fn range(column: ArrayView1<f64>) -> Option<[f64; 2]> {
    let values = column.iter().copied().filter(|value| !value.is_nan());
    let ends = values.map(|value| [value, value]);
    ends.reduce(|[low, high], [value, _]| [low.min(value), high.max(value)])
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    const MISSING: f64 = f64::NAN;

    fn outside(ranges: &Ranges, row: [f64; 3]) -> Vec<usize> {
        ranges.outside(&row).collect()
    }

    #[test]
    fn a_value_beyond_the_training_rows_is_outside() {
        let rows = array![
            [0.2, 0.5, MISSING],
            [0.8, MISSING, MISSING],
            [0.4, 0.5, MISSING]
        ];
        let ranges = Ranges::of(rows.view());
        let json = serde_json::to_string(&ranges).unwrap();
        assert_eq!(json, "[[0.2,0.8],[0.5,0.5],null]");
        assert_eq!(serde_json::from_str::<Ranges>(&json).unwrap(), ranges);
        for row in rows.outer_iter() {
            assert_eq!(ranges.outside(&row.to_vec()).count(), 0);
        }
        assert_eq!(outside(&ranges, [0.19, 0.5, MISSING]), [0]);
        assert_eq!(outside(&ranges, [0.81, 0.6, 0.0]), [0, 1, 2]);
        // What is missing, and what is a rounding away, is not outside.
        assert_eq!(outside(&ranges, [MISSING; 3]), Vec::<usize>::new());
        let near = [0.8 + 1e-12, 0.5 - 1e-12, MISSING];
        assert_eq!(outside(&ranges, near), Vec::<usize>::new());
    }

    #[test]
    fn ranges_that_no_training_writes_are_refused() {
        let read = |json: &str| serde_json::from_str::<Ranges>(json).unwrap().check(1);
        assert!(read("[[0.0,1.0]]").is_ok() && read("[null]").is_ok());
        assert!(
            Ranges::of(ndarray::Array2::zeros((0, 1)).view())
                .check(1)
                .is_ok()
        );
        for (json, problem) in [
            ("[]", "0 ranges for 1 features"),
            ("[[1.0,0.0]]", "it holds 1 to 0"),
        ] {
            let error = read(json).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }
}
