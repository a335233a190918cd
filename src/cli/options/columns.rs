//! Options for columns of the user as features.

use clap::Args;
use dejalu::error::Result;
use dejalu::similarity::{Feature, FeatureSet};
use serde::Serialize;

use super::values::wrong;

/// Which columns of PAIRS are features.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Features")]
pub(in crate::cli) struct Columns {
    /// Use a column of numbers in PAIRS as a feature of your own (for example an embedding
    /// similarity); may be repeated. The model needs this column in all pairs that it classifies
    #[arg(long = "column", value_name = "NAME")]
    columns: Vec<String>,
}

impl Columns {
    /// The names; refuses that of a measure.
    pub(in crate::cli) fn names(&self) -> Result<&[String]> {
        let is_measure = |name: &&String| Feature::of_column(name).measure().is_some();
        match self.columns.iter().find(is_measure) {
            None => Ok(&self.columns),
            Some(name) => {
                let expected = "expected a name that is not a measure; rename the column";
                Err(wrong("--column", name, expected))
            }
        }
    }

    /// The features with these behind them.
    pub(in crate::cli) fn add_to(&self, mut features: FeatureSet) -> Result<FeatureSet> {
        let own = self.names()?.iter();
        features.extend(own.map(|name| Feature::given(name)));
        Ok(features)
    }
}
