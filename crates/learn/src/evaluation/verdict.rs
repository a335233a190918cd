//! Verdicts: whether one decider is better than another, by two tests.
//!
//! The two tests ask different questions. McNemar's test counts errors and treats pairs that share
//! documents as independent, so it finds differences easily. The cluster bootstrap tests F1 and is
//! conservative. A [`Verdict`] keeps the outcome of each.

use serde::{Deserialize, Serialize};

use super::intervals::Interval;

/// Above this p a difference in errors may well be chance.
pub const NOISE: f64 = 0.05;

/// The result of a test of a figure against that of the reference decider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// Lower, and more than chance.
    Lower,
    /// No difference that could not be chance.
    Same,
    /// Higher, and more than chance.
    Higher,
}

/// The results of both tests of a decider against the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The number of errors, by McNemar's test.
    pub errors: Change,
    /// F1, by the cluster bootstrap's interval of the difference.
    pub f1: Change,
}

/// A verdict by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Fewer errors, F1 higher.
    Better,
    /// F1 higher, errors within noise.
    HigherF1,
    /// Fewer errors, F1 within its interval.
    FewerErrors,
    /// Neither test finds a difference.
    Tie,
    /// The tests contradict each other: where duplicates are rare, who calls hardly anything a
    /// duplicate errs seldom and has a low F1.
    Mixed,
    /// More errors, F1 within its interval.
    MoreErrors,
    /// F1 lower, errors within noise.
    LowerF1,
    /// More errors, F1 lower.
    Worse,
}

impl Verdict {
    /// From the `errors` of a decider and of the reference, McNemar's p, and the interval of F1 less
    /// the reference's, where there is one.
    pub fn of([errors, of_reference]: [u64; 2], p: f64, f1_difference: Option<Interval>) -> Self {
        Verdict {
            errors: match errors.cmp(&of_reference) {
                _ if p >= NOISE => Change::Same,
                std::cmp::Ordering::Less => Change::Lower,
                std::cmp::Ordering::Equal => Change::Same,
                std::cmp::Ordering::Greater => Change::Higher,
            },
            f1: match f1_difference {
                Some(it) if it.low > 0.0 => Change::Higher,
                Some(it) if it.high < 0.0 => Change::Lower,
                _ => Change::Same,
            },
        }
    }

    /// The same, seen from the other decider.
    pub fn reversed(self) -> Self {
        let turned = |change| match change {
            Change::Lower => Change::Higher,
            Change::Same => Change::Same,
            Change::Higher => Change::Lower,
        };
        Verdict {
            errors: turned(self.errors),
            f1: turned(self.f1),
        }
    }

    /// Its name.
    pub fn outcome(self) -> Outcome {
        match (self.errors, self.f1) {
            (Change::Lower, Change::Higher) => Outcome::Better,
            (Change::Same, Change::Higher) => Outcome::HigherF1,
            (Change::Lower, Change::Same) => Outcome::FewerErrors,
            (Change::Same, Change::Same) => Outcome::Tie,
            (Change::Lower, Change::Lower) | (Change::Higher, Change::Higher) => Outcome::Mixed,
            (Change::Higher, Change::Same) => Outcome::MoreErrors,
            (Change::Same, Change::Lower) => Outcome::LowerF1,
            (Change::Higher, Change::Lower) => Outcome::Worse,
        }
    }
}

impl Outcome {
    /// In one word, for a column of a table.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Better => "better",
            Outcome::HigherF1 => "higher",
            Outcome::FewerErrors => "fewer",
            Outcome::Tie => "tie",
            Outcome::Mixed => "mixed",
            Outcome::MoreErrors => "more",
            Outcome::LowerF1 => "lower",
            Outcome::Worse => "worse",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_test_speaks_for_itself() {
        let of = |errors, p, low, high| {
            let interval = Interval { low, high };
            Verdict::of([errors, 100], p, Some(interval)).outcome()
        };
        for (found, expected) in [
            (of(80, 0.006, 0.01, 0.09), Outcome::Better),
            (of(80, 0.006, -0.01, 0.09), Outcome::FewerErrors),
            (of(80, 0.006, -0.09, -0.01), Outcome::Mixed),
            (of(98, 0.6, 0.01, 0.09), Outcome::HigherF1),
            (of(98, 0.6, -0.01, 0.09), Outcome::Tie),
            (of(98, 0.6, -0.09, -0.01), Outcome::LowerF1),
            (of(130, 0.006, 0.01, 0.09), Outcome::Mixed),
            (of(130, 0.006, -0.01, 0.09), Outcome::MoreErrors),
            (of(130, 0.006, -0.09, -0.01), Outcome::Worse),
            // At the level itself a difference may be chance.
            (of(80, NOISE, -0.01, 0.09), Outcome::Tie),
        ] {
            assert_eq!(found, expected);
        }
        assert_eq!(
            Verdict::of([80, 100], 0.006, None).outcome(),
            Outcome::FewerErrors
        );
    }

    #[test]
    fn a_verdict_turns_round() {
        let worse = Verdict::of([130, 100], 0.001, Some([-0.2, -0.1].into()));
        assert_eq!(worse.reversed().outcome(), Outcome::Better);
        assert_eq!(worse.reversed().reversed(), worse);
        let tie = Verdict::of([100, 100], 1.0, None);
        assert_eq!(tie.reversed().outcome(), Outcome::Tie);
    }
}
