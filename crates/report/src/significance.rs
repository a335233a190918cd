//! The outcome of each decider against the reference, by the verdicts of a comparison.

use std::cmp::Ordering;

use super::figures::p_value;
use dejalu_experiment::compare::{Comparison, Decider, Kind, highest};
use dejalu_learn::evaluation::{Outcome, Verdict};

/// A decider's result against the others, and whether it is significant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Significance {
    /// The highest F1 of all.
    Best,
    /// The verdict on it, compared with the reference; on the reference, compared with the best.
    Against(Outcome),
    /// It has no F1, or there is nothing to compare it with.
    Unknown,
}

impl Significance {
    /// `best`, the [word](Outcome::word) of a verdict, or a dash.
    pub fn word(self) -> &'static str {
        match self {
            Significance::Best => "best",
            Significance::Against(outcome) => outcome.word(),
            Significance::Unknown => super::figures::ABSENT,
        }
    }

    /// A number that rises from the best to the worst.
    pub fn rank(self) -> u8 {
        match self {
            Significance::Best => 0,
            Significance::Against(outcome) => 1 + outcome as u8,
            Significance::Unknown => u8::MAX,
        }
    }

    /// Returns whether errors, F1 or both are within noise.
    pub fn is_noisy(self) -> bool {
        match self {
            Significance::Best | Significance::Unknown => false,
            Significance::Against(outcome) => !matches!(outcome, Outcome::Better | Outcome::Worse),
        }
    }

    /// Returns whether it is for or against the decider; equal where the tests do not say, or
    /// disagree.
    pub fn leaning(self) -> Ordering {
        match self {
            Significance::Best | Significance::Against(Outcome::Better | Outcome::HigherF1) => {
                Ordering::Greater
            }
            Significance::Against(Outcome::Worse | Outcome::LowerF1) => Ordering::Less,
            _ => Ordering::Equal,
        }
    }
}

/// The significance for each decider, in the order of the comparison's deciders. A single decider
/// is not the best of anything, and a baseline never is.
pub fn significances(comparison: &Comparison) -> Vec<Significance> {
    let reference = reference(comparison);
    let top = highest(reference.into_iter().chain(comparison.competitors()));
    let rated = comparison
        .competitors()
        .filter(|it| it.figures.f1.is_some());
    let several = rated.count() > 1;
    let is = |other: Option<&Decider>, decider| other.is_some_and(|it| std::ptr::eq(it, decider));
    let significance = |decider: &Decider| match decider.figures.f1 {
        None => Significance::Unknown,
        Some(_) if is(top, decider) && several => Significance::Best,
        Some(_) if is(reference, decider) => {
            let of_top = top.and_then(|it| it.figures.verdict);
            significance_of(of_top.map(Verdict::reversed))
        }
        Some(_) => against(decider),
    };
    comparison.deciders.iter().map(significance).collect()
}

/// The significance of a decider's difference from the reference.
pub(super) fn against(decider: &Decider) -> Significance {
    match decider.figures.f1 {
        Some(_) => significance_of(decider.figures.verdict),
        None => Significance::Unknown,
    }
}

fn significance_of(verdict: Option<Verdict>) -> Significance {
    verdict.map_or(Significance::Unknown, |it| {
        Significance::Against(it.outcome())
    })
}

/// The results of both tests for a decider, compared with the reference: `fewer errors (McNemar p =
/// 0.006), F1 within its interval`. Nothing without a verdict.
pub(super) fn test_results(decider: &Decider) -> Option<String> {
    let verdict = decider.figures.verdict?;
    let p = match p_value(decider.figures.mcnemar_p) {
        small if small.starts_with('<') => small.replace('<', "< "),
        p => format!("= {p}"),
    };
    let p = format!("(McNemar p {p})");
    let fewer = verdict.errors == dejalu_learn::evaluation::Change::Lower;
    Some(match verdict.outcome() {
        Outcome::Better => format!("fewer errors {p} and a higher F1"),
        Outcome::HigherF1 => format!("a higher F1, errors within noise {p}"),
        Outcome::FewerErrors => format!("fewer errors {p}, F1 within its interval"),
        Outcome::Tie => format!("within noise {p}"),
        Outcome::Mixed if fewer => format!("fewer errors {p} but a lower F1"),
        Outcome::Mixed => format!("more errors {p} but a higher F1"),
        Outcome::MoreErrors => format!("more errors {p}, F1 within its interval"),
        Outcome::LowerF1 => format!("a lower F1, errors within noise {p}"),
        Outcome::Worse => format!("more errors {p} and a lower F1"),
    })
}

/// The decider that the verdicts on the others refer to.
pub(super) fn reference(comparison: &Comparison) -> Option<&Decider> {
    comparison
        .reference()
        .or_else(|| comparison.competitors().next())
}

/// The deciders that a reader wants to see side by side: the reference, and the best rule as
/// published and re-tuned.
pub(super) fn leaders(comparison: &Comparison) -> Vec<&Decider> {
    let reference = reference(comparison);
    let best = |kind| {
        let others = comparison.deciders.iter();
        let others = others.filter(|it| it.kind == kind);
        highest(others.filter(|it| reference.is_none_or(|own| !std::ptr::eq(*it, own))))
    };
    let leaders = [reference, best(Kind::Published), best(Kind::Retuned)];
    leaders.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{comparison, rate};

    #[test]
    fn standings_follow_the_verdicts() {
        let mut result = comparison();
        let words = |result: &Comparison| -> Vec<&str> {
            significances(result)
                .into_iter()
                .map(Significance::word)
                .collect()
        };
        assert_eq!(
            words(&result),
            [
                "best", "more", "worse", "worse", "–", "tie", "worse", "–", "–"
            ]
        );
        // A rule of which both tests know nothing is the best, and the reference a tie.
        rate(&mut result.deciders[2], 0.98, 0.3);
        assert_eq!(words(&result)[..3], ["tie", "more", "best"]);
        // Fewer errors at a small p are no noise, whatever F1 says.
        rate(&mut result.deciders[2], 0.98, 0.006);
        assert_eq!(words(&result)[..3], ["more", "more", "best"]);
        let test_results = test_results(&result.deciders[2]).unwrap();
        assert_eq!(
            test_results,
            "fewer errors (McNemar p = 0.006), F1 within its interval"
        );
        rate(&mut result.deciders[2], 0.995, 0.0002);
        assert_eq!(words(&result)[..3], ["worse", "more", "best"]);
        // A baseline is compared with nobody, whatever its F1.
        result.deciders[7].figures.f1 = Some(0.999);
        assert_eq!(words(&result)[..3], ["worse", "more", "best"]);
        assert_eq!(words(&result)[7], "–");
        assert_eq!(leaders(&result).len(), 3);
    }

    #[test]
    fn nobody_stands_nowhere_and_one_is_not_the_best() {
        let mut result = comparison();
        result.deciders.truncate(1);
        assert_eq!(significances(&result), [Significance::Unknown]);
        result.deciders.clear();
        assert!(significances(&result).is_empty());
        assert!(leaders(&result).is_empty());
    }
}
