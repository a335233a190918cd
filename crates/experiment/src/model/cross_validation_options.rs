//! The options of a cross-validation. They are beside the model, not in the experiments that read them: the
//! record of a training contains them, so that it can be done again.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use dejalu_similarity::corpus::CorrelationLimits;
use dejalu_similarity::corpus::background::Background;
use dejalu_text::AnalysisOptions;

/// Folds, seed and analysis of a cross-validation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, SmartDefault)]
#[serde(deny_unknown_fields)]
pub struct CrossValidationOptions {
    /// Options by which documents are read.
    pub analysis: AnalysisOptions,
    /// Limits on the correlations that are kept.
    pub correlations: CorrelationLimits,
    /// The number of outer folds, on which results are measured; 5 by default, at least 2.
    #[default(5)]
    pub folds: usize,
    /// The number of inner folds, on which parameters are searched; 5 by default, at least 2.
    #[default(5)]
    pub inner_folds: usize,
    /// The seed of the folds; 42 by default.
    #[default(42)]
    pub seed: u64,
    /// Whether to learn which words differ ([`DifferenceTerms`]), where it helps: a model that has
    /// learned it holds words of the documents that it was trained on. None by default: a thousand pairs or more
    /// of records that are compared by what their fields hold
    /// ([`FeatureSet::are_of_typed_fields`]) are learned from, where a word says much
    /// (Amazon-Google: F1 72.9 for 69.0, a tenth more time); whole texts are not, where it doubles the time, gains nothing on
    /// licences and encyclopaedia articles, and what it learned from one collection may mislead on texts of another kind.
    ///
    /// [`DifferenceTerms`]: dejalu_similarity::measures::terms::DifferenceTerms
    /// [`FeatureSet::are_of_typed_fields`]: dejalu_similarity::FeatureSet::are_of_typed_fields
    #[serde(default = "not_learned", skip_serializing_if = "is_not_learned")]
    pub terms: Option<bool>,
    /// Statistics counted beforehand, instead of those of each fold's training documents; none by
    /// default. A model contains them itself, so a saved record only names them
    /// ([`TrainingRecord::background`](crate::model::TrainingRecord::background)).
    #[serde(skip)]
    pub background: Option<Arc<Background>>,
}

/// A record that says nothing was made without.
#[expect(clippy::unnecessary_wraps, reason = "the type is that of the field")]
fn not_learned() -> Option<bool> {
    Some(false)
}

fn is_not_learned(terms: &Option<bool>) -> bool {
    *terms != Some(true)
}

impl CrossValidationOptions {
    /// The maximum number of folds.
    pub const MOST_FOLDS: u64 = 1_000_000;
}
