//! The headline figures.

use serde_json::{Value, json};

use crate::figures::interval;
use crate::significance::{leaders, reference, test_results};
use dejalu_experiment::compare::{Comparison, Decider, Kind};
use dejalu_experiment::rules;

/// The figures that are seen first: of the reference and the best rules.
pub(super) fn headline_figures(comparison: &Comparison) -> Vec<Value> {
    let reference = reference(comparison);
    let figures = |decider: &Decider| {
        let is_reference = reference.is_some_and(|own| std::ptr::eq(own, decider));
        json!({
            "kind": decider.kind.word(),
            "name": decider.name,
            "words": words(decider),
            "f1": decider.figures.f1,
            "interval": interval(decider.figures.f1_interval),
            // How it stands against the first.
            "noise": test_results(decider).filter(|_| !is_reference),
        })
    };
    leaders(comparison).into_iter().map(figures).collect()
}

/// Describes what a rule looks at; nothing for a learned decider.
fn words(decider: &Decider) -> Option<String> {
    let rules = rules::published().ok()?.into_iter();
    let mut same = rules.filter(|rule| rule.name == decider.name && decider.kind != Kind::Learned);
    same.next().map(|rule| rule.feature.description())
}
