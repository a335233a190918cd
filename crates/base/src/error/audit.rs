//! Errors of an audit of removals.

use super::parameter::Parameter;

/// The kinds of error that an audit can meet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AuditError {
    /// No answer is about a document that would be removed.
    #[error(
        "no answer is about a document that would be removed here; expected answers to questions that were drawn from this collection with the same decider and {}",
        Parameter::Seed
    )]
    NoneAsked,

    /// The answers are to questions of another test.
    #[error(
        "the questions were drawn for other removals ({drawn}; here {found}), so this is a second test of the same answers; pass the groups and options of the draw, or {} 2, which divides the error rate by 2",
        Parameter::Looks
    )]
    AnotherLook {
        /// The test that they were drawn for.
        drawn: String,
        /// This one.
        found: String,
    },

    /// The questions were drawn with another seed.
    #[error(
        "the questions of the answers were drawn with {} {drawn}, not {found}, so that other documents would be missing; expected the same; pass {} {drawn}",
        Parameter::Seed,
        Parameter::Seed
    )]
    OtherSeed {
        /// The seed of the draw.
        drawn: u64,
        /// That of this run.
        found: u64,
    },
}
