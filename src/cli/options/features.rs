//! Options for features and their statistics.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use dejalu::corpus::background::Background;
use dejalu::document::RecordFields;
use dejalu::error::Result;
use dejalu::similarity::{FeatureSet, TypedField};
use dejalu::text::AnalysisOptions;
use serde::Serialize;

use super::analysis::Analysis;

/// Features of a similarity vector.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Features")]
pub(in crate::cli) struct Features {
    /// Features: default, records, papers, all, or measures with parameters, separated by spaces
    /// ("jaccard:k=20 containment:w=4,direction=max"); may be repeated. With --fields, default also
    /// includes measures of each field
    #[arg(long, value_name = "LIST", default_value = "default")]
    features: Vec<String>,

    #[command(flatten)]
    #[serde(flatten)]
    analysis: Analysis,
}

impl Features {
    /// The features named, of records with these fields. Refuses those of other fields.
    pub(in crate::cli) fn resolve(&self, fields: &RecordFields) -> Result<FeatureSet> {
        FeatureSet::parse_with_fields(&self.features.join(" "), fields.names())
    }

    /// The features named, of records with these fields, which are compared by what they hold.
    pub(in crate::cli) fn resolve_typed(&self, fields: &[TypedField]) -> Result<FeatureSet> {
        FeatureSet::parse_with_types(&self.features.join(" "), fields)
    }

    /// Analysis options for documents with these fields.
    pub(in crate::cli) fn analysis(&self, fields: RecordFields) -> Result<AnalysisOptions> {
        let analysis = self.analysis.resolve()?;
        Ok(AnalysisOptions { fields, ..analysis })
    }
}

/// Statistics counted beforehand.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Features")]
pub(in crate::cli) struct Reference {
    /// Use the statistics of a reference collection (from 'dejalu background') instead of those of
    /// the given documents
    #[arg(long, value_name = "FILE")]
    pub(super) background: Option<PathBuf>,
}

impl Reference {
    /// The statistics, if any were named. Refuses those of documents read in another way.
    pub(in crate::cli) fn load(
        &self,
        analysis: &AnalysisOptions,
    ) -> Result<Option<Arc<Background>>> {
        let Some(path) = &self.background else {
            return Ok(None);
        };
        let background = Background::load(path)?;
        background
            .check(analysis)
            .map_err(|error| error.at(&dejalu_io::place(path)))?;
        Ok(Some(Arc::new(background)))
    }
}
