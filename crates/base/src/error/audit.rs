//! Errors of an audit of removals.

use super::parameter::Parameter;
use crate::plural::counted;

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

    /// The answers would serve more tests than were declared for them.
    #[error(
        "the questions were drawn for another test ({drawn}; here {found}), so the answers would serve {}, and {} {looks} was declared; pass the groups and options of the draw, or draw new questions, without these answers, with {} {tests}, since the error rate is divided before anybody answers",
        counted(*tests, "test", "tests"),
        Parameter::Looks,
        Parameter::Looks
    )]
    AnotherLook {
        /// A test that they were drawn for.
        drawn: String,
        /// This one.
        found: String,
        /// The tests that they would serve, this one among them.
        tests: usize,
        /// The tests that were declared.
        looks: u32,
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
