//! Errors of a choice of features.

use super::nearest::did_you_mean;
use super::parameter::Parameter;

/// The kinds of error that features, and the statistics they need, can cause.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FeatureError {
    /// A feature's text names no measure.
    #[error("there is no measure '{name}'{}", did_you_mean(.nearest))]
    UnknownMeasure {
        /// The name found.
        name: String,
        /// The known name closest to it.
        nearest: Option<String>,
    },

    /// A feature's parameters cannot be read.
    #[error("feature '{feature}': {problem}")]
    BadFeature {
        /// The feature as written.
        feature: String,
        /// The fault.
        problem: String,
    },

    /// A feature that training adds.
    #[error(
        "feature '{feature}' is learned from labelled pairs and cannot be chosen; train or compare with {}, which adds it where it helps",
        Parameter::Terms
    )]
    Learned {
        /// The feature as written.
        feature: String,
    },

    /// A feature needs statistics that were not collected.
    #[error(
        "feature '{feature}' needs statistics of a reference collection, and none were collected; train on documents or pass {}",
        Parameter::Background
    )]
    MissingStatistics {
        /// The feature's name.
        feature: String,
    },

    /// A reference collection is too large for what a feature needs.
    #[error(
        "feature '{feature}' takes a reference collection of at most {most} words, each counted once per document, but this one has {found}; leave the feature out ({}) or use fewer documents",
        Parameter::Features
    )]
    CollectionTooLarge {
        /// The feature's name.
        feature: &'static str,
        /// The words found, each counted once per document.
        found: usize,
        /// The most that are taken.
        most: usize,
    },
}
