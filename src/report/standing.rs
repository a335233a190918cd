//! Who is better than whom, and by more than chance?

use crate::compare::{Comparison, Decider, Kind};
use crate::evaluate::Counts;

/// Above this p a difference may well be chance.
const NOISE: f64 = 0.05;

/// How a decider stands against the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The highest F1 of all.
    Best,
    /// A higher F1 than the reference's, and more than chance.
    Better,
    /// Not to be told from the reference (or, for the reference, from the best): within noise.
    Tie,
    /// A lower F1 than the reference's, and more than chance.
    Worse,
    /// It has no F1.
    Unknown,
}

impl Standing {
    /// `best`, `better`, `tie`, `worse`, or a dash.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Best => "best",
            Standing::Better => "better",
            Standing::Tie => "tie",
            Standing::Worse => "worse",
            Standing::Unknown => super::figures::ABSENT,
        }
    }
}

/// How each decider stands, in the order of the comparison's deciders.
pub fn standings(comparison: &Comparison) -> Vec<Standing> {
    let reference = reference(comparison);
    let top = highest(reference.into_iter().chain(&comparison.deciders));
    let is = |other: Option<&Decider>, decider| other.is_some_and(|it| std::ptr::eq(it, decider));
    let standing = |decider: &Decider| match (decider.figures.f1, reference, top) {
        (None, ..) | (_, None, _) | (_, _, None) => Standing::Unknown,
        _ if is(top, decider) => Standing::Best,
        (_, Some(own), Some(top)) if is(reference, decider) => match against(own, top) {
            Standing::Better => Standing::Worse,
            other => other,
        },
        (_, Some(reference), _) => against(reference, decider),
    };
    comparison.deciders.iter().map(standing).collect()
}

/// The decider that McNemar's p of the others refers to.
pub(super) fn reference(comparison: &Comparison) -> Option<&Decider> {
    comparison
        .reference()
        .or_else(|| comparison.deciders.first())
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

/// The highest F1; of equal ones the first.
pub(super) fn highest<'a>(deciders: impl Iterator<Item = &'a Decider>) -> Option<&'a Decider> {
    let better = |best: &'a Decider, next: &'a Decider| match next.figures.f1 > best.figures.f1 {
        true => next,
        false => best,
    };
    deciders.reduce(better).filter(|it| it.figures.f1.is_some())
}

/// Better, worse, or within noise of the reference: McNemar finds no difference, or F1 lies inside
/// the reference's interval. The second matters because McNemar takes pairs that share documents
/// as independent and so finds differences too easily.
pub(super) fn against(reference: &Decider, decider: &Decider) -> Standing {
    let (Some(ours), Some(theirs)) = (reference.figures.f1, decider.figures.f1) else {
        return Standing::Unknown;
    };
    let alike = indistinct(decider)
        || inside(reference, theirs)
        || contrary(
            &reference.figures.counts,
            &decider.figures.counts,
            theirs < ours,
        );
    match theirs.total_cmp(&ours) {
        _ if alike => Standing::Tie,
        std::cmp::Ordering::Greater => Standing::Better,
        std::cmp::Ordering::Less => Standing::Worse,
        std::cmp::Ordering::Equal => Standing::Tie,
    }
}

/// Whether McNemar's test finds no difference from the reference.
pub(super) fn indistinct(decider: &Decider) -> bool {
    decider.figures.mcnemar_p.is_some_and(|p| p >= NOISE)
}

/// Whether errors and F1 point in opposite directions. McNemar's test counts errors: where
/// duplicates are rare, a decider that finds hardly any of them errs seldom, and a small p then
/// speaks for it although its F1 is low.
fn contrary(reference: &Counts, decider: &Counts, lower_f1: bool) -> bool {
    let errors = |counts: &Counts| counts.fp + counts.fn_;
    match lower_f1 {
        true => errors(decider) < errors(reference),
        false => errors(decider) > errors(reference),
    }
}

fn inside(reference: &Decider, f1: f64) -> bool {
    let interval = reference.figures.f1_interval;
    interval.is_some_and(|it| it.low <= f1 && f1 <= it.high)
}

#[cfg(test)]
mod tests {
    use super::super::samples::comparison;
    use super::*;

    #[test]
    fn standings_follow_the_reference() {
        let mut result = comparison();
        let words = |result: &Comparison| -> Vec<&str> {
            standings(result).into_iter().map(Standing::word).collect()
        };
        assert_eq!(
            words(&result),
            ["best", "tie", "worse", "worse", "–", "tie", "worse"]
        );
        // A rule that is higher within noise is the best, and the reference a tie.
        result.deciders[2].figures.f1 = Some(0.98);
        assert_eq!(words(&result)[..3], ["tie", "tie", "best"]);
        // One that is higher by more than chance makes it worse.
        result.deciders[2].figures.f1 = Some(0.995);
        assert_eq!(words(&result)[..3], ["worse", "tie", "best"]);
    }

    #[test]
    fn nobody_stands_nowhere() {
        let mut result = comparison();
        result.deciders.clear();
        assert!(standings(&result).is_empty());
        assert!(leaders(&result).is_empty());
    }
}
