//! Numbers that a table gives for its pairs: features that nobody has to measure.

use super::options::PairOptions;
use crate::error::{Error, PairError, Result};
use crate::io::rows::{Row, Rows};
use crate::similarity::{Feature, FeatureSet};

/// What a table of vectors may say of a pair besides.
const NO_FEATURES: [&str; 3] = ["split", "category", "group"];

/// The columns of a table that are features.
#[derive(Default)]
pub(super) struct Columns {
    names: Vec<String>,
    /// The features, in the order of their columns, none twice.
    pub(super) features: FeatureSet,
}

impl Columns {
    /// Those that the options name; of a table of vectors all that neither name nor label a pair.
    pub(super) fn of(rows: &Rows, options: &PairOptions) -> Result<Self> {
        let mut found = Columns::default();
        if !options.vectors {
            for name in &options.columns {
                found.add(name, Feature::given(name));
            }
            return Ok(found);
        }
        let named = [&*options.left, &*options.right, &*options.label];
        for name in rows.columns() {
            if !named.contains(&name) && !NO_FEATURES.contains(&name) {
                found.add(name, Feature::of_column(name));
            }
        }
        if found.names.is_empty() {
            Err(Error::from(PairError::NoFeatures).at(rows.place()))
        } else {
            Ok(found)
        }
    }

    fn add(&mut self, name: &str, feature: Feature) {
        if self.features.position(&feature).is_none() {
            self.names.push(name.to_string());
            self.features.extend([feature]);
        }
    }

    /// A row's numbers, one per feature; NaN where the cell is empty.
    pub(super) fn numbers(&self, row: &Row) -> Result<Vec<f64>> {
        let names = self.names.iter();
        names.map(|name| number(row, name)).collect()
    }
}

fn number(row: &Row, column: &str) -> Result<f64> {
    let cell = row.get(column)?.map(str::trim).unwrap_or_default();
    if cell.is_empty() {
        return Ok(f64::NAN);
    }
    let number = cell.parse().ok();
    number
        .filter(|number: &f64| number.is_finite())
        .ok_or_else(|| {
            let bad = PairError::BadNumber {
                column: column.into(),
                found: cell.into(),
            };
            Error::from(bad).at(&row.place)
        })
}
