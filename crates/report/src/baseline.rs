//! Whether a decider beats a baseline, in words.

use super::figures::{listed, percent, whole_percent};
use super::significance::leaders;
use dejalu_experiment::compare::{Comparison, Decider, Kind};

/// The models and rules that stand out, as far as their F1 is no higher than that of calling every
/// pair a duplicate. `None` if all have a higher one, or there is no duplicate.
pub(super) fn unbeaten(comparison: &Comparison) -> Option<String> {
    let all = comparison.all_duplicates()?.figures.f1?;
    let below = leaders(comparison).into_iter();
    let below = below.filter(|it| it.figures.f1.is_none_or(|f1| f1 <= all));
    let named: Vec<String> = below.map(called).collect();
    let do_not = if named.len() == 1 {
        "does not"
    } else {
        "do not"
    };
    let is_unbeaten = all > 0.0 && !named.is_empty();
    let named = listed(&named);
    is_unbeaten.then(|| {
        format!(
            "Calling every pair a duplicate, as {} are, has an F1 of {}, which {named} {do_not} \
             exceed.",
            whole_percent(comparison.share()),
            percent(Some(all)),
        )
    })
}

/// `the best published rule (mwo, 88.0 %)`
fn called(decider: &Decider) -> String {
    let what = match decider.kind {
        Kind::Published => "the best published rule",
        Kind::Retuned => "the best re-tuned rule",
        Kind::BuiltIn => "the built-in model",
        Kind::Learned | Kind::Baseline => "the learned model",
    };
    let f1 = percent(decider.figures.f1);
    format!("{what} ({}, {f1})", decider.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::comparison;

    #[test]
    fn who_does_not_beat_the_baseline_is_named() {
        let mut result = comparison();
        assert_eq!(unbeaten(&result), None);
        let place = result
            .deciders
            .iter()
            .position(|it| it.name == "all-duplicates");
        let mut with = |f1: f64| {
            result.deciders[place.unwrap()].figures.f1 = Some(f1);
            unbeaten(&result)
        };
        assert_eq!(
            with(0.88).unwrap(),
            "Calling every pair a duplicate, as 33 % are, has an F1 of 88.0 %, which the best \
             published rule (mwo, 88.0 %) does not exceed."
        );
        assert_eq!(
            with(0.98).unwrap(),
            "Calling every pair a duplicate, as 33 % are, has an F1 of 98.0 %, which the learned \
             model (svm-rbf, 97.1 %), the best published rule (mwo, 88.0 %) and the best re-tuned \
             rule (mwo, 95.9 %) do not exceed."
        );
        assert_eq!(with(0.0), None);
    }
}
