//! Errors of a search for near-duplicates in a collection.

use super::parameter::Parameter;
use crate::plural::count;

/// The kinds of error that candidate search can meet.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// A collection cannot be searched by a feature.
    #[error(
        "'{feature}' is not a function of shared words or shingles, so a collection cannot be searched by it; choose jaccard, resemblance, containment or mwo, or compare all pairs"
    )]
    NoFilter {
        /// The feature's name.
        feature: String,
    },

    /// A search for candidates needs a filter, and there is none.
    #[error(
        "there is no filter that keeps the duplicates; compare all pairs ({} all), or use a model with a learned filter",
        Parameter::Candidates
    )]
    NoBlocking,

    /// A search in parts was asked for with a filter that it does not serve.
    #[error(
        "a search in parts needs a filter by shared words or shingles, but the filter is {filter}; use a model with another one, or search in one piece"
    )]
    NoPostings {
        /// The filter, in words.
        filter: String,
    },

    /// There are more duplicate pairs than can be held.
    #[error(
        "more than {} pairs are duplicates by this decider, more than are held in memory: documents of one pattern are all alike to it; decide by a higher score ({}), or by a model or rule that tells them apart; star groups alone, without a list of pairs, an audit or an evaluation, compare documents with kept ones only",
        count(most),
        Parameter::At
    )]
    TooManyPairs {
        /// Number of pairs that are held.
        most: usize,
    },

    /// MinHash was asked for with a filter that it does not serve.
    #[error(
        "MinHash needs a filter by Jaccard similarity, but the filter is {filter}; use exact candidates"
    )]
    NoMinHash {
        /// The filter, in words.
        filter: String,
    },
}
