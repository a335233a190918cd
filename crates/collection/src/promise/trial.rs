//! [`Trial`]: the next question, and the verdict.

use std::collections::BTreeSet;

use serde::Serialize;

use super::interval::wrong_between;
use super::plan::{TestPlan, TestedSet};

/// A test under way: the sets that are tested, and which removals are asked about in which order.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    plan: TestPlan,
    /// The place in the order of risk of each removal, in the order in which they are asked about.
    places: Vec<u64>,
}

/// The outcome of the test of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// So few wrong ones rule out that the promise is broken.
    Passed,
    /// More are wrong than it can pass with.
    Failed,
    /// It waits for the answer about the removal at this place in the order of questions.
    Open(usize),
}

/// What the test makes of a removal that it asks about and nobody has answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// It waits for the answer.
    Waits,
    /// It counts the removal as wrong: for a verdict before all is answered.
    CountsAsWrong,
}

/// The state of a test.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    /// The tested sets in their order, up to the last one that the answers reach.
    pub tested: Vec<Tested>,
    /// The removals of the largest set that has passed; 0 where none has.
    pub passed: u64,
    /// The removals whose answers were looked at: those that somebody who asks one by one has to ask.
    pub answers: usize,
    /// The removal to ask about next, by its place in the order of questions; `None` where the test is decided.
    pub next: Option<usize>,
}

/// What the answers say of a set.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tested {
    /// Removals in it.
    pub size: u64,
    /// Removals that were looked at, in its own order.
    pub drawn: u64,
    /// Of them those that were answered to be wrong.
    pub wrong: u64,
    /// Of them those without an answer, which the test counts as wrong.
    pub missing: u64,
    /// The outcome.
    pub outcome: Outcome,
    /// The share of wrong removals in it, at the promise's confidence, in \[0, 1\]: valid whenever one stops, and therefore
    /// wider than what passing rules out. From none of the missing answers being wrong to all of them.
    pub interval: [f64; 2],
}

impl Trial {
    /// A test by this plan. `places` gives, for each removal in the order in which they are asked about, its place in the
    /// order of risk, from 0. The order of questions must be random: a permutation that depends on ids and
    /// a seed alone. Within each set it is then a simple random order of it.
    pub fn new(plan: TestPlan, places: Vec<u64>) -> Self {
        Trial { plan, places }
    }

    /// The plan.
    pub fn plan(&self) -> &TestPlan {
        &self.plan
    }

    /// The removals that answers may be needed about, as places in the order of questions, ascending: each set's first
    /// ones, up to its last stopping point. Since the sets' orders differ, they may be a few more than the plan's answers.
    pub fn questions(&self) -> Vec<usize> {
        let mut is_asked = vec![false; self.places.len()];
        for set in self.plan.sets() {
            let first = self.own(set.size).take(set.stopping_points.last() as usize);
            first.for_each(|place| is_asked[place] = true);
        }
        let places = is_asked.iter().enumerate().filter(|it| *it.1);
        places.map(|it| it.0).collect()
    }

    /// The state of the test, given what is known of each removal, by its place in the order of questions: whether it is
    /// wrong, or `None` where there is no answer yet.
    pub fn verdict(&self, missing: Missing, is_wrong: impl Fn(usize) -> Option<bool>) -> Verdict {
        let mut verdict = Verdict {
            tested: Vec::new(),
            passed: 0,
            answers: 0,
            next: None,
        };
        let mut seen = BTreeSet::new();
        for chain in &self.plan.chains {
            for set in chain {
                let tested = self.test(set, missing, &is_wrong);
                seen.extend(self.own(set.size).take(tested.drawn as usize));
                verdict.answers = seen.len();
                let outcome = tested.outcome;
                verdict.tested.push(tested);
                match outcome {
                    Outcome::Passed => verdict.passed = verdict.passed.max(set.size),
                    Outcome::Failed => break,
                    Outcome::Open(place) => {
                        verdict.next = Some(place);
                        return verdict;
                    }
                }
            }
            // The sets of the next chain are smaller.
            if verdict.passed > 0 {
                break;
            }
        }
        verdict
    }

    fn test(
        &self,
        set: &TestedSet,
        rule: Missing,
        is_wrong: impl Fn(usize) -> Option<bool>,
    ) -> Tested {
        let mut own = self.own(set.size);
        let (mut drawn, mut wrong, mut missing) = (0, 0, 0);
        let outcome = 'points: {
            for point in set.stopping_points.iter() {
                while drawn < point.drawn {
                    let Some(place) = own.next() else { break };
                    match (is_wrong(place), rule) {
                        (Some(answer), _) => wrong += u64::from(answer),
                        (None, Missing::CountsAsWrong) => missing += 1,
                        (None, Missing::Waits) => break 'points Outcome::Open(place),
                    }
                    drawn += 1;
                    if wrong + missing > set.stopping_points.most_wrong() {
                        break 'points Outcome::Failed;
                    }
                }
                if wrong + missing <= point.wrong {
                    break 'points Outcome::Passed;
                }
            }
            Outcome::Failed
        };
        let doubt = self.plan.promise.doubt();
        // Either end rises with the wrong ones.
        let [low, _] = wrong_between(wrong, drawn, set.size, doubt);
        let [_, high] = wrong_between(wrong + missing, drawn, set.size, doubt);
        let share = |wrong: u64| wrong as f64 / set.size.max(1) as f64;
        Tested {
            size: set.size,
            drawn,
            wrong,
            missing,
            outcome,
            interval: [low, high].map(share),
        }
    }

    /// The removals of the set of the `size` least doubted, in its own order.
    fn own(&self, size: u64) -> impl Iterator<Item = usize> {
        let places = self.places.iter().enumerate();
        places
            .filter(move |(_, place)| **place < size)
            .map(|it| it.0)
    }
}
