//! The headline figures.

use serde::Serialize;

use crate::experiment::compare::{Comparison, Decider, Kind};
use crate::experiment::rules;
use crate::report::figures::{interval, percent};
use crate::report::significance::{leaders, reference, test_results};

/// A figure that is seen first.
#[derive(Serialize)]
pub(super) struct Leader<'a> {
    what: String,
    name: &'a str,
    /// What a rule looks at.
    words: Option<String>,
    f1: String,
    interval: String,
    /// How it stands against the first.
    noise: Option<String>,
}

impl<'a> Leader<'a> {
    /// The reference and the best rules.
    pub(super) fn all(comparison: &'a Comparison) -> Vec<Self> {
        let reference = reference(comparison);
        let leaders = leaders(comparison).into_iter();
        leaders.map(|it| Leader::of(it, reference)).collect()
    }

    fn of(decider: &'a Decider, reference: Option<&Decider>) -> Self {
        let is_reference = reference.is_some_and(|own| std::ptr::eq(own, decider));
        let noise = test_results(decider).filter(|_| !is_reference);
        Leader {
            what: match decider.kind {
                Kind::Learned => "learned".to_string(),
                kind => format!("best {}", kind.word()),
            },
            name: &decider.name,
            words: words(decider),
            f1: percent(decider.figures.f1),
            interval: interval(decider.figures.f1_interval),
            noise,
        }
    }
}

/// What a rule looks at; nothing of a learned decider.
fn words(decider: &Decider) -> Option<String> {
    let rules = rules::published().ok()?.into_iter();
    let mut same = rules.filter(|rule| rule.name == decider.name && decider.kind != Kind::Learned);
    same.next().map(|rule| rule.feature.description())
}
