//! Numbers that a table gives for its pairs: features that nobody has to measure.

use super::options::PairOptions;
use dejalu_base::error::{Error, PairError, Result};
use dejalu_base::numbers::number_with_comma;
use dejalu_io::rows::{Row, Rows};
use dejalu_similarity::{Feature, FeatureSet};

/// Columns of a table of vectors that are not features.
const NO_FEATURES: [&str; 5] = ["split", "category", "group", "cluster_a", "cluster_b"];

/// The columns of a table that are features.
#[derive(Default)]
pub(super) struct Columns {
    names: Vec<String>,
    /// The features, in the order of their columns, none twice.
    pub(super) features: FeatureSet,
    /// True if numbers may be written with a decimal comma.
    with_commas: bool,
}

impl Columns {
    /// Those that the options name; of a table of vectors all that neither name nor label a pair.
    pub(super) fn of(rows: &Rows, options: &PairOptions) -> Result<Self> {
        let mut found = Columns {
            with_commas: rows.may_have_decimal_commas(),
            ..Columns::default()
        };
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
        let columns = self.names.iter().zip(self.features.iter());
        columns
            .map(|(name, feature)| number(row, name, feature, self.with_commas))
            .collect()
    }
}

fn number(row: &Row, column: &str, feature: &Feature, with_commas: bool) -> Result<f64> {
    let cell = row.get(column)?.map(str::trim).unwrap_or_default();
    if cell.is_empty() {
        return Ok(f64::NAN);
    }
    let with_comma = number_with_comma(cell);
    let number = cell.parse().ok();
    let number: Option<f64> = number.or(with_comma.filter(|_| with_commas));
    let (column, found) = (column.to_string(), cell.to_string());
    let bad = match number.filter(|number| number.is_finite()) {
        None => PairError::BadNumber {
            column,
            found,
            has_comma: with_comma.is_some(),
        },
        Some(number) if feature.measure().is_some() && !(0.0..=1.0).contains(&number) => {
            PairError::NoSimilarity { column, found }
        }
        Some(number) => return Ok(number),
    };
    Err(Error::from(bad).at(&row.place))
}
