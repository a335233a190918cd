//! Options for columns of the user as features.

use clap::Args;
use dejalu::error::Result;
use dejalu::similarity::{Feature, FeatureSet};
use serde::Serialize;

use super::values::wrong;

/// Columns of PAIRS that are features.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Features")]
pub(in crate::cli) struct Columns {
    /// Use a numeric column of PAIRS as a feature of your own (for example an embedding
    /// similarity); may be repeated. Pairs to classify then need this column too; an empty cell
    /// does not change the score. Write NAME:rises if a larger value is never evidence against a
    /// duplicate; see --kernel monotone
    #[arg(long = "column", value_name = "NAME")]
    columns: Vec<String>,
}

impl Columns {
    /// The names; refuses that of a measure, and one that rises and does not.
    pub(in crate::cli) fn names(&self) -> Result<Vec<String>> {
        let rises = |column: &&String| column.ends_with(RISES);
        let is_plain = |rising: &&String| {
            let name = rising.strip_suffix(RISES).unwrap_or(rising);
            self.columns.iter().any(|column| column == name)
        };
        if let Some(column) = self.columns.iter().filter(rises).find(is_plain) {
            let expected = "expected the column once, with :rises or without";
            return Err(wrong("--column", column, expected));
        }
        let names = self.features().map(|feature| feature.name().to_string());
        names.map(no_measure).collect()
    }

    /// The features with these behind them.
    pub(in crate::cli) fn add_to(&self, mut features: FeatureSet) -> Result<FeatureSet> {
        self.names()?;
        features.extend(self.features());
        Ok(features)
    }

    fn features(&self) -> impl Iterator<Item = Feature> {
        let columns = self.columns.iter();
        columns.map(|column| match column.strip_suffix(RISES) {
            Some(name) => Feature::rising(name),
            None => Feature::given(column),
        })
    }
}

/// Suffix of a column whose larger values are never evidence against a duplicate.
const RISES: &str = ":rises";

fn no_measure(name: String) -> Result<String> {
    if Feature::of_column(&name).measure().is_none() {
        return Ok(name);
    }
    let expected = "expected a name that is not a measure; rename the column";
    Err(wrong("--column", &name, expected))
}
